//! Convex outlines: the one kind of figure that the exact tests work on.

use grognard_core::{Point, Rect};
use smallvec::SmallVec;

/// Below this many millimetres two things touch; numbers of a table carry noise of a millionth of it.
pub(crate) const TOUCH: f64 = 1e-7;

/// A borrowed convex outline with the outward normal of each side (side `i` runs from point `i` to
/// the next). A segment has two points and two sides; a point has one point and no sides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hull<'a> {
    pub(crate) points: &'a [Point],
    pub(crate) normals: &'a [(f64, f64)],
    /// Sides that are seams between the parts of one region; empty when none is.
    pub(crate) seams: &'a [bool],
    /// Sides that something which moves past is known to stay within, see [`Sides`].
    pub(crate) within: Sides,
}

/// Some of the first 64 sides of an outline.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sides(u64);

impl Sides {
    pub(crate) const NONE: Self = Self(0);

    pub(crate) fn add(&mut self, side: usize) {
        if side < 64 {
            self.0 |= 1 << side;
        }
    }

    #[inline]
    pub(crate) fn has(self, side: usize) -> bool {
        side < 64 && self.0 >> side & 1 == 1
    }
}

impl Hull<'_> {
    pub(crate) fn is_seam(&self, side: usize) -> bool {
        self.seams.get(side).copied().unwrap_or(false)
    }
}

/// An outline of `N` points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outline<const N: usize> {
    pub(crate) points: [Point; N],
    pub(crate) normals: [(f64, f64); N],
}

/// A rectangle: front left, front right, rear right, rear left; sides front, right, rear, left.
pub(crate) type Quad = Outline<4>;

/// Some rectangles: most units cover one, which needs no allocation.
pub(crate) type Quads = SmallVec<[Quad; 1]>;

/// A straight edge.
pub(crate) type Segment = Outline<2>;

impl<const N: usize> Outline<N> {
    pub(crate) fn hull(&self) -> Hull<'_> {
        Hull {
            points: &self.points,
            normals: &self.normals,
            seams: &[],
            within: Sides::NONE,
        }
    }
}

impl Quad {
    /// The same elsewhere.
    pub(crate) fn shifted(&self, dx: f64, dy: f64) -> Self {
        Self {
            points: self.points.map(|p| p.shifted(dx, dy)),
            normals: self.normals,
        }
    }

    pub(crate) fn of(rect: &Rect) -> Self {
        Self::facing(rect, rect.pose.facing.sin_cos())
    }

    /// The same, with sine and cosine of the rectangle's facing known.
    pub(crate) fn facing(rect: &Rect, (sin, cos): (f64, f64)) -> Self {
        let (w, d) = (rect.width / 2.0, rect.depth / 2.0);
        let at = |r: f64, f: f64| rect.pose.at.shifted(r * cos + f * sin, f * cos - r * sin);
        Self {
            points: [at(-w, d), at(w, d), at(w, -d), at(-w, -d)],
            normals: [(sin, cos), (cos, -sin), (-sin, -cos), (-cos, sin)],
        }
    }
}

impl Segment {
    pub(crate) fn between(a: Point, b: Point) -> Self {
        let n = left_normal(a, b);
        Self {
            points: [a, b],
            normals: [n, (-n.0, -n.1)],
        }
    }
}

/// The unit normal on the left of the way from `a` to `b`; null when they coincide.
pub(crate) fn left_normal(a: Point, b: Point) -> (f64, f64) {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let length = libm::hypot(dx, dy);
    if length == 0.0 {
        (0.0, 0.0)
    } else {
        (-dy / length, dx / length)
    }
}

pub(crate) fn dot(n: (f64, f64), p: Point) -> f64 {
    n.0 * p.x + n.1 * p.y
}

/// The lesser of two numbers, `low` where `next` is none: one instruction, which `f64::min` is not.
pub(crate) fn lesser(low: f64, next: f64) -> f64 {
    if next < low { next } else { low }
}

/// The greater of two numbers, `high` where `next` is none.
pub(crate) fn greater(high: f64, next: f64) -> f64 {
    if next > high { next } else { high }
}

/// The least of `n·p` over the points.
pub(crate) fn lowest(n: (f64, f64), points: &[Point]) -> f64 {
    points
        .iter()
        .fold(f64::INFINITY, |low, &p| lesser(low, dot(n, p)))
}

/// How deep two outlines overlap: the least shift along a side's normal that parts them. Negative
/// when they are apart.
pub(crate) fn depth(a: Hull<'_>, b: Hull<'_>) -> f64 {
    one_way(a, b).min(one_way(b, a))
}

/// Whether two outlines overlap, beyond touching: whether [`depth`] is more than a touch.
pub(crate) fn overlap(a: Hull<'_>, b: Hull<'_>) -> bool {
    let past = |reach| reach > TOUCH;
    past_every_side(a, b, past) && past_every_side(b, a, past)
}

/// Whether two outlines are apart, by more than a touch: whether [`depth`] is as much below zero.
pub(crate) fn apart(a: Hull<'_>, b: Hull<'_>) -> bool {
    let past = |reach| reach >= -TOUCH;
    !past_every_side(a, b, past) || !past_every_side(b, a, past)
}

/// Whether `b` reaches `past` every side of `a`. The first of its points that does tells of a side.
fn past_every_side(a: Hull<'_>, b: Hull<'_>, past: impl Fn(f64) -> bool) -> bool {
    let mut sides = a.normals.iter().zip(a.points).enumerate();
    sides.all(|(side, (&n, &p))| {
        let limit = dot(n, p);
        a.within.has(side) || b.points.iter().any(|&point| past(limit - dot(n, point)))
    })
}

/// How far `b` reaches past each side of `a`.
fn reaches<'a>(a: Hull<'a>, b: Hull<'a>) -> impl Iterator<Item = f64> + 'a {
    let sides = a.normals.iter().zip(a.points);
    sides.map(move |(&n, &p)| dot(n, p) - lowest(n, b.points))
}

fn one_way(a: Hull<'_>, b: Hull<'_>) -> f64 {
    let mut least = f64::INFINITY;
    for reach in reaches(a, b) {
        least = lesser(least, reach);
        if least < -TOUCH {
            break;
        }
    }
    least
}
