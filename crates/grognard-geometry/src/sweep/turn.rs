//! Turns: the reach of each corner past a side is `a cos t + b sin t`, so each corner leaves an arc.

use std::array::from_fn;
use std::cell::LazyCell;
use std::f64::consts::{PI, TAU};

use grognard_core::Point;

use super::Rule;
use super::past::{Around, Past};
use crate::Spans;
use crate::hull::{Hull, dot, greater, lesser};
use crate::reach_box::ReachBox;

/// A corner nearer the centre than this does not move, mm.
const STEADY: f64 = 1e-11;
/// An arc inside shorter than this many radians is a touch: corners pass a side tangentially, where
/// the noise of numbers counts by its square root.
const SHORT: f64 = 3e-7;
/// A corner whose distance has a square above this moves, mm².
const TINY: f64 = 1e-18;
/// More than the noise of a square, as a factor.
const WELL: f64 = 1.0 + 1e-12;
/// More whole turns than this add nothing new.
const TURNS: f64 = 8.0;

/// The radians of a turn of `degrees`, and the sign of its sense: positive clockwise.
pub(crate) fn radians(degrees: f64) -> (f64, f64) {
    let sense = if degrees < 0.0 { -1.0 } else { 1.0 };
    (degrees.abs().to_radians().min(TURNS * TAU), sense)
}

/// For each rule, where a turn meets it.
pub(super) fn sweep<const K: usize>(
    mover: Hull<'_>,
    target: Hull<'_>,
    (about, degrees): (Point, f64),
    rules: [Rule; K],
    around: Around<'_>,
) -> [Spans; K] {
    let (all, sense) = radians(degrees);
    let turn = Turn {
        about,
        all,
        end: LazyCell::new(|| (degrees.abs() < 180.0).then(|| libm::sincos(all))),
    };
    let mut found: [Spans; K] = from_fn(|_| Spans::one(0.0, all));
    let near = ReachBox::about(&[about]).is_small();
    let around = if near { around } else { Around::UNKNOWN };
    // The corners of the one go round past the sides of the other, whichever it is that turns.
    let inside = turn.past_sides(target, mover, sense, rules, around, &mut found);
    if !inside {
        turn.past_sides(mover, target, -sense, rules, Around::UNKNOWN, &mut found);
    }
    for (found, rule) in found.iter_mut().zip(rules) {
        if matches!(rule, Rule::Inside) && all > 0.0 {
            found.drop_short(SHORT.min(all / 2.0));
        }
        found.scale(1.0_f64.to_degrees());
        found.snap(degrees.abs(), 1e-10);
    }
    found
}

/// A turn of `all` radians.
struct Turn<F: FnOnce() -> Option<(f64, f64)>> {
    about: Point,
    all: f64,
    /// Sine and cosine of the whole angle, where it is less than half a circle.
    end: LazyCell<Option<(f64, f64)>, F>,
}

impl<F: FnOnce() -> Option<(f64, f64)>> Turn<F> {
    /// Takes from `found` what the corners of `round` leave as they go past the sides of `still`. True
    /// when nothing more can take anything: all lies plainly inside.
    fn past_sides<const K: usize>(
        &self,
        still: Hull<'_>,
        round: Hull<'_>,
        sense: f64,
        rules: [Rule; K],
        around: Around<'_>,
        found: &mut [Spans; K],
    ) -> bool {
        let mut inside = rules.iter().all(|rule| matches!(rule, Rule::Inside));
        for (side, (&n, &p)) in still.normals.iter().zip(still.points).enumerate() {
            if still.within.has(side) {
                continue;
            }
            let mut past = around.past(n, dot(n, p), rules);
            inside &= past == Past::Within;
            let waves = || {
                let wave = |&corner: &Point| Wave::of(n, corner, self.about, sense);
                round.points.iter().map(wave)
            };
            if past == Past::Unclear
                && let Some(end) = *self.end
            {
                past = Past::turning(waves(), end, dot(n, p) - dot(n, self.about), rules);
            }
            match past {
                Past::Within => continue,
                Past::Beyond => found.iter_mut().for_each(Spans::clear),
                Past::Unclear => {
                    let mut arcs: [Spans; K] = from_fn(|_| Spans::none());
                    for wave in waves() {
                        let mut top = None;
                        for (arcs, rule) in arcs.iter_mut().zip(rules) {
                            let limit = dot(n, p) - rule.level() - dot(n, self.about);
                            let margin = rule.margin(still.is_seam(side));
                            wave.below_with(&mut top, limit, margin, self.all, arcs);
                        }
                    }
                    for (found, arcs) in found.iter_mut().zip(&mut arcs) {
                        arcs.tidy();
                        *found = found.intersect(arcs);
                    }
                }
            }
            if found.iter().all(Spans::is_empty) {
                return true;
            }
        }
        inside
    }
}

/// How far a turning point reaches along a direction, from the centre of the turn.
#[derive(Clone, Copy)]
pub(crate) struct Wave {
    cos: f64,
    sin: f64,
}

impl Wave {
    /// Of `point` turning about `about`, along `n`; `sense` is positive for a clockwise turn.
    pub(crate) fn of(n: (f64, f64), point: Point, about: Point, sense: f64) -> Self {
        let (dx, dy) = (point.x - about.x, point.y - about.y);
        Self {
            cos: n.0 * dx + n.1 * dy,
            sin: sense * (n.0 * dy - n.1 * dx),
        }
    }

    /// The opposite reach.
    pub(crate) fn reversed(self) -> Self {
        Self {
            cos: -self.cos,
            sin: -self.sin,
        }
    }

    /// The least and the greatest reach on a turn of less than half a circle whose whole angle has the sine
    /// and cosine `end`.
    pub(super) fn range(self, (sin, cos): (f64, f64)) -> (f64, f64) {
        let last = self.cos * cos + self.sin * sin;
        let (low, high) = (lesser(self.cos, last), greater(self.cos, last));
        // Rising or falling as it begins and as it ends: it turns round between at most once.
        let (rise, rise_last) = (self.sin, self.sin * cos - self.cos * sin);
        let radius = || (self.cos * self.cos + self.sin * self.sin).sqrt();
        if rise < 0.0 && rise_last > 0.0 {
            (-radius(), high)
        } else if rise > 0.0 && rise_last < 0.0 {
            (low, radius())
        } else {
            (low, high)
        }
    }

    /// Not less than the radius.
    pub(super) fn size(self) -> f64 {
        self.cos.abs() + self.sin.abs()
    }

    /// Whether the reach is never near `limit`; told without a root, and for points that move only.
    fn is_well_within(self, limit: f64) -> bool {
        let square = self.cos * self.cos + self.sin * self.sin;
        square > TINY && limit * limit > square * WELL
    }

    /// Whether the reach is well below `limit` all round.
    fn stays_below(self, limit: f64) -> bool {
        limit > 0.0 && self.is_well_within(limit)
    }

    /// Adds the arcs of `[0, all]` on which the reach is at most `limit`. One that never gets more
    /// than `margin` below it does not count.
    pub(crate) fn below(self, limit: f64, margin: f64, all: f64, out: &mut Spans) {
        self.below_with(&mut None, limit, margin, all, out);
    }

    /// The same; `top` keeps the angle of the greatest reach from one limit to the next.
    fn below_with(self, top: &mut Option<f64>, limit: f64, margin: f64, all: f64, out: &mut Spans) {
        if self.stays_below(limit) {
            out.push(0.0, all);
            return;
        }
        if limit < 0.0 && self.is_well_within(limit) {
            return;
        }
        let radius = (self.cos * self.cos + self.sin * self.sin).sqrt();
        if radius <= STEADY {
            if limit >= margin {
                out.push(0.0, all);
            }
            return;
        }
        if limit >= radius {
            out.push(0.0, all);
            return;
        }
        if limit + radius < margin.max(0.0) {
            return;
        }
        let half = libm::acos((limit / radius).max(-1.0));
        let top = *top.get_or_insert_with(|| libm::atan2(self.sin, self.cos));
        let (mut from, mut to) = (top + half, top - half + TAU);
        // The arc that ends first at or after the start.
        while to - TAU >= 0.0 {
            (from, to) = (from - TAU, to - TAU);
        }
        while to < 0.0 {
            (from, to) = (from + TAU, to + TAU);
        }
        while from <= all {
            out.push(from.max(0.0), to.min(all));
            (from, to) = (from + TAU, to + TAU);
        }
    }

    /// Adds the angles of `[0, all]` at which the reach is exactly `value`.
    pub(crate) fn at(self, value: f64, all: f64, out: &mut Vec<f64>) {
        let radius = (self.cos * self.cos + self.sin * self.sin).sqrt();
        if radius <= STEADY || value.abs() > radius {
            return;
        }
        let half = libm::acos(value / radius);
        let top = libm::atan2(self.sin, self.cos);
        repeat(top + half, all, out);
        repeat(top - half, all, out);
    }

    /// Adds the angles of `[0, all]` at which the reach is greatest or least.
    pub(crate) fn extremes(self, all: f64, out: &mut Vec<f64>) {
        if (self.cos * self.cos + self.sin * self.sin).sqrt() > STEADY {
            let top = libm::atan2(self.sin, self.cos);
            repeat(top, all, out);
            repeat(top + PI, all, out);
        }
    }
}

fn repeat(angle: f64, all: f64, out: &mut Vec<f64>) {
    let mut angle = angle - TAU * libm::floor(angle / TAU);
    while angle <= all {
        out.push(angle);
        angle += TAU;
    }
}
