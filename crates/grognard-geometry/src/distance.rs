//! Distances and overlaps of what stands still.

use grognard_core::{Point, Rect, Shape};
use smallvec::SmallVec;

use crate::hull::{Hull, Quad, TOUCH, apart, depth, lesser, overlap};
use crate::piece::Region;
use crate::reach_box::ReachBox;
use crate::sweep::quads;

/// Least distance between two sets of rectangles, mm: zero when they touch or overlap, infinite
/// when one is empty.
pub fn gap(a: &[Rect], b: &[Rect]) -> f64 {
    let halves = |rects: &[Rect]| -> Halves { rects.iter().map(half_diagonal).collect() };
    let spread = |rects, quads, halves| Spread {
        rects,
        quads,
        halves,
    };
    gap_of(
        spread(a, &quads(a), &halves(a)),
        spread(b, &quads(b), &halves(b)),
    )
}

/// Half the diagonal of each of some rectangles.
pub(crate) type Halves = SmallVec<[f64; 1]>;

/// Rectangles with what is known of each.
#[derive(Clone, Copy)]
pub(crate) struct Spread<'a> {
    pub(crate) rects: &'a [Rect],
    pub(crate) quads: &'a [Quad],
    /// Half the diagonal.
    pub(crate) halves: &'a [f64],
}

impl<'a> Spread<'a> {
    fn each(self) -> impl Iterator<Item = (&'a Rect, &'a Quad, f64)> {
        let all = self.rects.iter().zip(self.quads).zip(self.halves);
        all.map(|((rect, quad), half)| (rect, quad, *half))
    }
}

/// Least distance between two sets of rectangles.
pub(crate) fn gap_of(a: Spread<'_>, b: Spread<'_>) -> f64 {
    gap_below(a, b, f64::INFINITY)
}

/// The same where it is below `limit`; else `limit`, without looking closely.
pub(crate) fn gap_below(a: Spread<'_>, b: Spread<'_>, limit: f64) -> f64 {
    let mut least = limit;
    for (one, quad, half) in a.each() {
        for (other, other_quad, other_half) in b.each() {
            let (at, to) = (one.pose.at, other.pose.at);
            let (dx, dy) = (at.x - to.x, at.y - to.y);
            // Neither nearer than they are along either axis, nor than the circles about them.
            let near = least + half + other_half + TOUCH;
            if dx.abs() < near
                && dy.abs() < near
                && (dx * dx + dy * dy).sqrt() - half - other_half < least
            {
                least = lesser(least, rect_gap((one, quad), (other, other_quad)));
            }
        }
    }
    least
}

/// Least distance between rectangles and a point, mm; zero when the point lies on one.
pub fn gap_to_point(a: &[Rect], point: Point) -> f64 {
    a.iter().fold(f64::INFINITY, |least, rect| {
        least.min(rect_to_point(rect, point))
    })
}

/// Least distance between rectangles and the ground of a terrain shape, mm.
pub fn gap_to_shape(a: &[Rect], shape: &Shape) -> f64 {
    let region = Region::of(shape);
    let mut least = f64::INFINITY;
    for quad in quads(a) {
        for part in region.parts() {
            least = least.min(hull_gap(quad.hull(), part.hull()));
        }
    }
    least
}

/// How deep two sets of rectangles overlap, mm: the greatest over their pairs of the least shift
/// that would part the pair. Zero when they only touch.
pub fn overlap_depth(a: &[Rect], b: &[Rect]) -> f64 {
    let (a, b) = (quads(a), quads(b));
    let mut most = 0.0_f64;
    for one in &a {
        for other in &b {
            most = most.max(depth(one.hull(), other.hull()));
        }
    }
    if most <= TOUCH { 0.0 } else { most }
}

/// How deep rectangles overlap the ground of a terrain shape, mm: the greatest over its convex parts
/// of the least shift that would part them. Zero when they only touch.
pub fn overlap_depth_of_shape(a: &[Rect], shape: &Shape) -> f64 {
    let region = Region::of(shape);
    let most = quads(a)
        .iter()
        .fold(0.0_f64, |most, quad| most.max(region_depth(quad, &region)));
    if most <= TOUCH { 0.0 } else { most }
}

pub(crate) fn region_depth(quad: &Quad, region: &Region) -> f64 {
    region.parts().iter().fold(f64::NEG_INFINITY, |most, p| {
        most.max(depth(quad.hull(), p.hull()))
    })
}

/// Whether a rectangle stands on a region, beyond touching.
pub(crate) fn stands_on(quad: &Quad, region: &Region) -> bool {
    let reach = ReachBox::about(&quad.points);
    region
        .parts_near(&reach)
        .any(|part| overlap(quad.hull(), part.hull()))
}

pub(crate) fn half_diagonal(rect: &Rect) -> f64 {
    0.5 * libm::hypot(rect.width, rect.depth)
}

fn rect_gap((a, qa): (&Rect, &Quad), (b, qb): (&Rect, &Quad)) -> f64 {
    if !apart(qa.hull(), qb.hull()) {
        return 0.0;
    }
    // The least distance of two rectangles that are apart is at a corner of one.
    let from_a = qa.points.iter().fold(f64::INFINITY, |l, &p| {
        lesser(l, from_centre(b, qb.normals[0], p))
    });
    qb.points
        .iter()
        .fold(from_a, |l, &p| lesser(l, from_centre(a, qa.normals[0], p)))
}

fn rect_to_point(rect: &Rect, point: Point) -> f64 {
    from_centre(rect, rect.pose.facing.sin_cos(), point)
}

/// The distance of a point from a rectangle whose facing has this sine and cosine.
fn from_centre(rect: &Rect, (sin, cos): (f64, f64), point: Point) -> f64 {
    let (x, y) = (point.x - rect.pose.at.x, point.y - rect.pose.at.y);
    let (r, f) = (x * cos - y * sin, x * sin + y * cos);
    let (dx, dy) = (
        (r.abs() - rect.width / 2.0).max(0.0),
        (f.abs() - rect.depth / 2.0).max(0.0),
    );
    if dx == 0.0 || dy == 0.0 {
        return dx + dy;
    }
    (dx * dx + dy * dy).sqrt()
}

/// Least distance of two convex outlines.
pub(crate) fn hull_gap(a: Hull<'_>, b: Hull<'_>) -> f64 {
    if !apart(a, b) {
        return 0.0;
    }
    corners_to_sides(a, b).min(corners_to_sides(b, a))
}

fn corners_to_sides(a: Hull<'_>, b: Hull<'_>) -> f64 {
    let mut least = f64::INFINITY;
    for &p in a.points {
        for (i, &from) in b.points.iter().enumerate() {
            least = least.min(to_segment(p, from, b.points[(i + 1) % b.points.len()]));
        }
    }
    least
}

/// Distance of a point from a straight edge.
pub(crate) fn to_segment(p: Point, a: Point, b: Point) -> f64 {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let square = dx * dx + dy * dy;
    if square == 0.0 {
        return p.distance(a);
    }
    let t = ((p.x - a.x) * dx + (p.y - a.y) * dy) / square;
    let t = t.clamp(0.0, 1.0);
    p.distance(Point::new(a.x + t * dx, a.y + t * dy))
}
