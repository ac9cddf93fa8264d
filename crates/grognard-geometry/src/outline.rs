//! Straight edges and rings against convex parts: what crosses, what lies inside.

use grognard_core::Point;

use crate::Spans;
use crate::hull::{Hull, TOUCH, dot, left_normal};
use crate::piece::cross;

/// Lengths below this are noise, mm.
const NOISE: f64 = 1e-6;

/// Whether a point of an edge's line lies on the edge, its ends and the noise of numbers included.
pub(crate) fn on_edge(point: Point, a: Point, b: Point) -> bool {
    let reach = (b.x - a.x) * (point.x - a.x) + (b.y - a.y) * (point.y - a.y);
    let length = a.distance(b);
    (-NOISE * length..=(length + NOISE) * length).contains(&reach)
}

/// The corners of the parts, and the places where their sides cross.
pub(crate) fn nodes(parts: &[Hull<'_>]) -> Vec<Point> {
    let mut out: Vec<Point> = parts.iter().flat_map(|part| part.points).copied().collect();
    for (index, one) in parts.iter().enumerate() {
        for other in &parts[index + 1..] {
            for (a, b) in sides(one.points) {
                for (c, d) in sides(other.points) {
                    out.extend(crossing(a, b, c, d));
                }
            }
        }
    }
    out
}

pub(crate) fn sides(points: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    (0..points.len()).map(|i| (points[i], points[(i + 1) % points.len()]))
}

/// Where two straight edges cross.
pub(crate) fn crossing(a: Point, b: Point, c: Point, d: Point) -> Option<Point> {
    let (before, after) = (cross(c, d, a), cross(c, d, b));
    let (left, right) = (cross(a, b, c), cross(a, b, d));
    if before * after >= 0.0 || left * right >= 0.0 {
        return None;
    }
    let t = before / (before - after);
    Some(Point::new(a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)))
}

/// The stretch of the edge from `a` to `b`, as shares of it, that lies in a convex part.
pub(crate) fn stretch_in(a: Point, b: Point, part: Hull<'_>) -> Option<(f64, f64)> {
    let (mut low, mut high) = (0.0_f64, 1.0_f64);
    for (side, (&n, &p)) in part.normals.iter().zip(part.points).enumerate() {
        let limit = dot(n, p);
        let (at, end) = (dot(n, a) - limit, dot(n, b) - limit);
        // An edge that runs along a seam lies in the parts on both sides of it. One that crosses it
        // changes parts there, to the last digit: seams lie elsewhere when the table is turned.
        if part.is_seam(side) && at.abs() <= TOUCH && end.abs() <= TOUCH {
            continue;
        }
        let slope = end - at;
        if slope.abs() <= 1e-12 {
            if at > 0.0 {
                return None;
            }
        } else if slope > 0.0 {
            high = high.min(-at / slope);
        } else {
            low = low.max(-at / slope);
        }
    }
    (low <= high).then_some((low, high))
}

/// The stretches of an edge that lie in any of the parts, as shares of it.
pub(crate) fn stretch_on(a: Point, b: Point, parts: &[Hull<'_>]) -> Spans {
    let mut out = Spans::none();
    for &part in parts {
        if let Some((low, high)) = stretch_in(a, b, part) {
            out.push(low, high);
        }
    }
    out.tidy();
    out
}

pub(crate) fn total(spans: &Spans) -> f64 {
    spans.as_slice().iter().map(|s| s.1 - s.0).sum()
}

/// Whether the parts cover the outline of a figure: a point, an edge or a rectangle.
pub(crate) fn outline_covered(points: &[Point], parts: &[Hull<'_>]) -> bool {
    if let [point] = *points {
        let inside = |part: &Hull<'_>| {
            part.normals
                .iter()
                .zip(part.points)
                .all(|(&n, &p)| dot(n, point) - dot(n, p) <= NOISE)
        };
        return parts.iter().any(inside);
    }
    sides(points).all(|(a, b)| {
        let length = a.distance(b);
        // Parts are widened by the noise, so that an edge along their border lies on them.
        let mut on = Spans::none();
        for &part in parts {
            let n = left_normal(a, b);
            for shift in [0.0, NOISE, -NOISE] {
                let by = (n.0 * shift, n.1 * shift);
                if let Some(s) = stretch_in(a.shifted(by.0, by.1), b.shifted(by.0, by.1), part) {
                    on.push(s.0, s.1);
                }
            }
        }
        on.tidy();
        let gaps = 1.0 - total(&on);
        gaps * length <= 4.0 * NOISE
    })
}

pub(crate) fn ring_area(ring: &[Point]) -> f64 {
    let Some(&origin) = ring.first() else {
        return 0.0;
    };
    ring.windows(2)
        .map(|pair| cross(origin, pair[0], pair[1]))
        .sum::<f64>()
        .abs()
        / 2.0
}

/// The part of a ring that lies in a convex part.
pub(crate) fn clipped(ring: &[Point], part: Hull<'_>) -> Vec<Point> {
    let mut ring = ring.to_vec();
    for (&n, &p) in part.normals.iter().zip(part.points) {
        let limit = dot(n, p);
        let mut kept = Vec::with_capacity(ring.len() + 1);
        for (a, b) in sides(&ring) {
            let (at, end) = (dot(n, a) - limit, dot(n, b) - limit);
            if at <= 0.0 {
                kept.push(a);
            }
            if (at < 0.0 && end > 0.0) || (at > 0.0 && end < 0.0) {
                let t = at / (at - end);
                kept.push(Point::new(a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)));
            }
        }
        ring = kept;
    }
    ring
}

/// The area of a ring that lies in any of the parts, which may lie over one another.
pub(crate) fn area_on(ring: &[Point], parts: &[Hull<'_>]) -> f64 {
    let mut sum = 0.0;
    for (index, &part) in parts.iter().enumerate() {
        let here = clipped(ring, part);
        if here.len() > 2 {
            // What lies on an earlier part as well is counted there.
            sum += ring_area(&here) - area_on(&here, &parts[..index]);
        }
    }
    sum
}

/// Whether some of a figure whose outline the parts cover lies on none of them: parts that meet round a
/// gap leave a hole.
pub(crate) fn has_hole(points: &[Point], parts: &[Hull<'_>]) -> bool {
    // Alone or in pairs, convex parts leave no hole.
    if points.len() < 3 || parts.len() < 3 {
        return false;
    }
    let round: f64 = sides(points).map(|(a, b)| a.distance(b)).sum();
    // What the outline may lack within the noise is no hole.
    ring_area(points) - area_on(points, parts) > 8.0 * NOISE * round + SPECK
}

/// A hole smaller than this is none, square millimetres: sums of areas carry noise of about a tenth of it.
const SPECK: f64 = 1e-6;
