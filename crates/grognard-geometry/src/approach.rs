//! Least distance along a course, and the first place within a radius.
//!
//! Two convex outlines that are apart are nearest at a corner of one. So it is enough to follow each
//! corner past each side of the other: straight lines and circles against edges and round ends.

use grognard_core::{Along, Course, Point};

use crate::distance::{hull_gap, to_segment};
use crate::field::Standing;
use crate::hull::{Hull, Quad};
use crate::sweep::{Rule, Wave, quads, sweep, turn_radians};
use crate::{Field, Motion, Spans};

/// Distances compare with the radius within this many millimetres.
const INCLUSIVE: f64 = 1e-9;

/// Least distance between the unit with index `unit`, as it follows a course, and another that
/// stands, mm: zero when they touch on the way, infinite when one is not on the board.
pub fn least_gap(field: &Field, unit: usize, course: &Course, other: usize) -> f64 {
    let (Some(mover), Some(target)) = (Mover::of(field, unit), field.unit(other)) else {
        return f64::INFINITY;
    };
    let mut least = f64::INFINITY;
    mover.each_stage(course, |_, movers, motion| {
        for mover in movers {
            for target in &target.quads {
                least = least.min(least_on_step(mover, target, motion));
            }
        }
        least > 0.0
    });
    least
}

/// The first place along a course where the unit with index `unit` is within `radius` mm of another
/// that stands, the radius itself included.
pub fn approach(
    field: &Field,
    unit: usize,
    course: &Course,
    other: usize,
    radius: f64,
) -> Option<Along> {
    let (mover, target) = (Mover::of(field, unit)?, field.unit(other)?);
    let radius = radius.max(0.0) + INCLUSIVE;
    let mut found = None;
    mover.each_stage(course, |step, movers, motion| {
        let mut first: Option<f64> = None;
        for mover in movers {
            for target in &target.quads {
                if let Some(place) = first_within(mover, target, motion, radius) {
                    first = Some(first.map_or(place, |f| f.min(place)));
                }
            }
        }
        found = first.map(|amount| Along { step, amount });
        found.is_none()
    });
    found
}

/// A unit that is to follow a course.
struct Mover<'a>(&'a Standing);

impl<'a> Mover<'a> {
    fn of(field: &'a Field, unit: usize) -> Option<Self> {
        field.unit(unit).map(Self)
    }

    /// Calls `visit` with each step's number, the ground covered as it begins, and its motion, until
    /// `visit` says stop. A course without steps is visited as one that stays.
    fn each_stage(&self, course: &Course, mut visit: impl FnMut(u32, &[Quad], &Motion) -> bool) {
        let Standing {
            ground,
            quads: covered,
            start,
            ..
        } = self.0;
        if course.steps.is_empty() {
            visit(0, covered, &Motion::Stay);
        }
        let mut rects = ground.clone();
        let mut step = 0;
        start.each_stage(course, |stage| {
            let on = visit(step, &quads(&rects), &stage.motion);
            let mut turned = None;
            for rect in &mut rects {
                rect.pose = stage.carried(rect.pose, &mut turned);
            }
            step += 1;
            on
        });
    }
}

fn least_on_step(mover: &Quad, target: &Quad, motion: &Motion) -> f64 {
    let (a, b) = (mover.hull(), target.hull());
    if !sweep(a, b, motion, Rule::Touch).is_empty() {
        return 0.0;
    }
    match *motion {
        Motion::Stay => hull_gap(a, b),
        Motion::Straight { along, length } => {
            let way = (along.0 * length, along.1 * length);
            let back = (-way.0, -way.1);
            least_past(a, b, |p, q0, q1| {
                path_to_segment(p, p.shifted(way.0, way.1), q0, q1)
            })
            .min(least_past(b, a, |p, q0, q1| {
                path_to_segment(p, p.shifted(back.0, back.1), q0, q1)
            }))
        }
        Motion::Turn { about, degrees } => {
            let forth = least_past(a, b, |p, q0, q1| arc_to_segment(p, about, degrees, q0, q1));
            forth.min(least_past(b, a, |p, q0, q1| {
                arc_to_segment(p, about, -degrees, q0, q1)
            }))
        }
    }
}

/// The least of `measure` over every corner of one outline and every side of the other.
fn least_past(a: Hull<'_>, b: Hull<'_>, measure: impl Fn(Point, Point, Point) -> f64) -> f64 {
    let mut least = f64::INFINITY;
    for &p in a.points {
        for (i, &q) in b.points.iter().enumerate() {
            least = least.min(measure(p, q, b.points[(i + 1) % b.points.len()]));
        }
    }
    least
}

/// Least distance of two straight edges that do not cross.
fn path_to_segment(p0: Point, p1: Point, q0: Point, q1: Point) -> f64 {
    to_segment(p0, q0, q1)
        .min(to_segment(p1, q0, q1))
        .min(to_segment(q0, p0, p1))
        .min(to_segment(q1, p0, p1))
}

/// Least distance of a straight edge from the arc a point goes: it is at an end of the arc, on the
/// ray to an end of the edge, or where the arc runs along the edge.
fn arc_to_segment(p: Point, about: Point, degrees: f64, q0: Point, q1: Point) -> f64 {
    let (all, sense) = turn_radians(degrees);
    let mut angles = vec![0.0, all];
    for end in [q0, q1] {
        let way = (end.x - about.x, end.y - about.y);
        Wave::of(way, p, about, sense).extremes(all, &mut angles);
    }
    let normal = crate::hull::left_normal(q0, q1);
    Wave::of(normal, p, about, sense).extremes(all, &mut angles);
    let motion = Motion::Turn { about, degrees };
    angles
        .iter()
        .map(|angle| to_segment(motion.point(p, angle.to_degrees()), q0, q1))
        .fold(f64::INFINITY, f64::min)
}

/// Whether a rectangle in its motion comes within `radius` mm of another that stands, the radius itself
/// included.
pub(crate) fn within(mover: &Quad, target: &Quad, motion: &Motion, radius: f64) -> bool {
    first_within(mover, target, motion, radius + INCLUSIVE).is_some()
}

fn first_within(mover: &Quad, target: &Quad, motion: &Motion, radius: f64) -> Option<f64> {
    let (a, b) = (mover.hull(), target.hull());
    if hull_gap(a, b) <= radius {
        return Some(0.0);
    }
    let mut first = sweep(a, b, motion, Rule::Closed).first();
    let mut note = |spans: Spans| {
        if let Some(place) = spans.first() {
            first = Some(first.map_or(place, |f: f64| f.min(place)));
        }
    };
    match *motion {
        Motion::Stay => {}
        Motion::Straight { along, length } => {
            let back = (-along.0, -along.1);
            past(a, b, |p, q0, q1| {
                note(path_within(p, along, length, q0, q1, radius))
            });
            past(b, a, |p, q0, q1| {
                note(path_within(p, back, length, q0, q1, radius))
            });
        }
        Motion::Turn { about, degrees } => {
            past(a, b, |p, q0, q1| {
                note(arc_within(p, about, degrees, q0, q1, radius))
            });
            past(b, a, |p, q0, q1| {
                note(arc_within(p, about, -degrees, q0, q1, radius))
            });
        }
    }
    first
}

fn past(a: Hull<'_>, b: Hull<'_>, mut visit: impl FnMut(Point, Point, Point)) {
    for &p in a.points {
        for (i, &q) in b.points.iter().enumerate() {
            visit(p, q, b.points[(i + 1) % b.points.len()]);
        }
    }
}

/// Where a point going straight is within `radius` of an edge: of its two ends, or beside it.
fn path_within(
    p: Point,
    along: (f64, f64),
    length: f64,
    q0: Point,
    q1: Point,
    radius: f64,
) -> Spans {
    let mut out = Spans::none();
    for end in [q0, q1] {
        let (dx, dy) = (p.x - end.x, p.y - end.y);
        let half = dx * along.0 + dy * along.1;
        let across = dx * along.1 - dy * along.0;
        let rest = radius * radius - across * across;
        if rest >= 0.0 {
            let root = rest.sqrt();
            out.push((-half - root).max(0.0), (-half + root).min(length));
        }
    }
    let n = crate::hull::left_normal(q0, q1);
    let u = (n.1, -n.0);
    let (mut low, mut high) = (0.0_f64, length);
    let far = q0.distance(q1);
    let beside = [
        (n, radius),
        ((-n.0, -n.1), radius),
        (u, far),
        ((-u.0, -u.1), 0.0),
    ];
    for (axis, limit) in beside {
        let at = axis.0 * (p.x - q0.x) + axis.1 * (p.y - q0.y);
        let slope = axis.0 * along.0 + axis.1 * along.1;
        if slope.abs() <= 1e-14 {
            if at > limit {
                high = -1.0;
            }
        } else if slope > 0.0 {
            high = high.min((limit - at) / slope);
        } else {
            low = low.max((limit - at) / slope);
        }
    }
    out.push(low, high);
    out.tidy();
    out
}

/// Where a point going round is within `radius` of an edge: of its two ends, or beside it.
fn arc_within(p: Point, about: Point, degrees: f64, q0: Point, q1: Point, radius: f64) -> Spans {
    let (all, sense) = turn_radians(degrees);
    let mut out = Spans::none();
    let own = p.distance(about);
    for end in [q0, q1] {
        let way = (end.x - about.x, end.y - about.y);
        let far = libm::hypot(way.0, way.1);
        // |p - q|^2 = own^2 + far^2 - 2 p.q, so near means that p.q is large.
        let limit = (radius * radius - own * own - far * far) / 2.0;
        Wave::of(way, p, about, sense)
            .reversed()
            .below(limit, 0.0, all, &mut out);
    }
    let n = crate::hull::left_normal(q0, q1);
    let u = (n.1, -n.0);
    let far = q0.distance(q1);
    let from = |axis: (f64, f64)| axis.0 * (q0.x - about.x) + axis.1 * (q0.y - about.y);
    let mut beside = Spans::one(0.0, all);
    for (axis, limit) in [
        (n, radius),
        ((-n.0, -n.1), radius),
        (u, far),
        ((-u.0, -u.1), 0.0),
    ] {
        let mut spans = Spans::none();
        Wave::of(axis, p, about, sense).below(limit + from(axis), 0.0, all, &mut spans);
        spans.tidy();
        beside = beside.intersect(&spans);
    }
    out.tidy();
    out.unite(&beside);
    out.scale(1.0_f64.to_degrees());
    out
}
