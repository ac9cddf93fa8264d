//! Turns: the reach of each corner past a side is `a cos t + b sin t`, so each corner leaves an arc.

use std::array::from_fn;
use std::f64::consts::{PI, TAU};

use grognard_core::Point;

use super::Rule;
use crate::Spans;
use crate::hull::{Hull, TOUCH, dot};

/// A corner nearer the centre than this does not move, mm.
const STEADY: f64 = 1e-11;
/// An arc inside shorter than this many radians is a touch: corners pass a side tangentially, where
/// the noise of numbers counts by its square root.
const SHORT: f64 = 3e-7;
/// A corner whose distance has a square above this moves, mm².
const TINY: f64 = 1e-18;
/// More than the noise of a square, as a factor.
const WELL: f64 = 1.0 + 1e-12;
/// What is nearer than this to a line is looked at closely, mm: more than a touch.
const NOISE: f64 = 2.0 * TOUCH;
/// The same for each millimetre of the numbers compared.
const RELATIVE: f64 = 1e-9;
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
    about: Point,
    degrees: f64,
    rules: [Rule; K],
) -> [Spans; K] {
    let (all, sense) = radians(degrees);
    let mut found: [Spans; K] = from_fn(|_| Spans::one(0.0, all));
    let end = (degrees.abs() < 180.0).then(|| libm::sincos(all));
    // The corners of the one go round past the sides of the other, whichever it is that turns.
    for (still, round, sense) in [(target, mover, sense), (mover, target, -sense)] {
        for (side, (&n, &p)) in still.normals.iter().zip(still.points).enumerate() {
            let wave = |&corner: &Point| Wave::of(n, corner, about, sense);
            let limits = rules.map(|rule| dot(n, p) - rule.level() - dot(n, about));
            let past = Past::told(round.points.iter().map(wave), end, limits);
            let mut arcs: [Spans; K] = from_fn(|_| Spans::none());
            if past.contains(&Past::Unclear) {
                for wave in round.points.iter().map(wave) {
                    let mut top = None;
                    for k in (0..K).filter(|&k| past[k] == Past::Unclear) {
                        let margin = rules[k].margin(still.is_seam(side));
                        wave.below_with(&mut top, limits[k], margin, all, &mut arcs[k]);
                    }
                }
            }
            for ((found, arcs), past) in found.iter_mut().zip(&mut arcs).zip(past) {
                match past {
                    Past::Within => {}
                    Past::Beyond => found.clear(),
                    Past::Unclear => {
                        arcs.tidy();
                        *found = found.intersect(arcs);
                    }
                }
            }
            if found.iter().all(Spans::is_empty) {
                return found;
            }
        }
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

/// How the corners of an outline go past a line on the whole way.
#[derive(Clone, Copy, PartialEq)]
enum Past {
    /// One of them never gets out.
    Within,
    /// None ever gets in.
    Beyond,
    /// Neither is plain.
    Unclear,
}

impl Past {
    /// What can be told for lines at some limits without a root or an arc cosine; nothing where `end` is
    /// not known, see [`Wave::range`].
    fn told<const K: usize>(
        waves: impl Iterator<Item = Wave>,
        end: Option<(f64, f64)>,
        limits: [f64; K],
    ) -> [Self; K] {
        let Some(end) = end else {
            return [Self::Unclear; K];
        };
        // The least reach of all, and the greatest of the corner that reaches least.
        let (mut least, mut most, mut size) = (f64::INFINITY, f64::INFINITY, 0.0_f64);
        for wave in waves {
            let (low, high) = wave.range(end);
            (least, most) = (least.min(low), most.min(high));
            size = size.max(wave.cos.abs() + wave.sin.abs());
        }
        limits.map(|limit| {
            let noise = NOISE + RELATIVE * (size + limit.abs());
            if least > limit + noise {
                Self::Beyond
            } else if most < limit - noise {
                Self::Within
            } else {
                Self::Unclear
            }
        })
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
    fn range(self, (sin, cos): (f64, f64)) -> (f64, f64) {
        let last = self.cos * cos + self.sin * sin;
        let (low, high) = (self.cos.min(last), self.cos.max(last));
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
    fn below_with(
        self,
        top: &mut Option<f64>,
        limit: f64,
        margin: f64,
        all: f64,
        out: &mut Spans,
    ) {
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
