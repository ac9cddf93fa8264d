//! Turns: the reach of each corner past a side is `a cos t + b sin t`, so each corner leaves an arc.

use std::f64::consts::{PI, TAU};

use grognard_core::Point;

use super::Rule;
use crate::Spans;
use crate::hull::{Hull, dot};

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

pub(super) fn sweep(
    mover: Hull<'_>,
    target: Hull<'_>,
    about: Point,
    degrees: f64,
    rule: Rule,
) -> Spans {
    let (all, sense) = radians(degrees);
    let mut found = Spans::one(0.0, all);
    let mut side_spans = Spans::none();
    for (side, (&n, &p)) in target.normals.iter().zip(target.points).enumerate() {
        let limit = dot(n, p) - rule.level() - dot(n, about);
        let margin = rule.margin(target.is_seam(side));
        let wave = |&corner: &Point| Wave::of(n, corner, about, sense);
        // A corner that never gets out leaves the whole turn.
        if mover.points.iter().any(|p| wave(p).stays_below(limit)) {
            continue;
        }
        side_spans.clear();
        for corner in mover.points {
            wave(corner).below(limit, margin, all, &mut side_spans);
        }
        side_spans.tidy();
        found = found.intersect(&side_spans);
        if found.is_empty() {
            return found;
        }
    }
    for (side, (&n, &p)) in mover.normals.iter().zip(mover.points).enumerate() {
        let limit = dot(n, p) - rule.level() - dot(n, about);
        let margin = rule.margin(mover.is_seam(side));
        let wave = |&corner: &Point| Wave::of(n, corner, about, -sense);
        // A corner that never gets out leaves the whole turn.
        if target.points.iter().any(|p| wave(p).stays_below(limit)) {
            continue;
        }
        side_spans.clear();
        for corner in target.points {
            wave(corner).below(limit, margin, all, &mut side_spans);
        }
        side_spans.tidy();
        found = found.intersect(&side_spans);
        if found.is_empty() {
            return found;
        }
    }
    if matches!(rule, Rule::Inside) && all > 0.0 {
        found.drop_short(SHORT.min(all / 2.0));
    }
    found.scale(1.0_f64.to_degrees());
    found.snap(degrees.abs(), 1e-10);
    found
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
        let top = libm::atan2(self.sin, self.cos);
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
