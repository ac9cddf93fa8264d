//! The lines of sight that are enough to try.
//!
//! A line from a point of one edge to a point of another has two numbers: how far along each edge it
//! begins and ends. What blocks it changes where it passes a corner (a product of the two numbers) and
//! where the place at which it has the height of a piece lies on an edge of that piece (a sum). The
//! clear lines are a closed set bounded by such curves and the ends of the edges, so if there is any, then
//! there is one where two of them meet.

use grognard_core::Point;

use super::block::{Line, Obstacle};
use super::{Post, TOUCH, between};
use crate::even::roots;
use crate::hull::{Quad, dot};
use crate::outline::sides;
use crate::piece::cross;

/// Hands each line to `done`, until that says so.
pub(super) fn each(
    a: &Post<'_>,
    b: &Post<'_>,
    corners: &[Point],
    obstacles: &[Obstacle<'_>],
    mut done: impl FnMut(Line) -> bool,
) {
    for (index, &p) in corners.iter().enumerate() {
        for &q in &corners[index + 1..] {
            if between(a, b, p, q).is_some_and(&mut done) {
                return;
            }
        }
    }
    let tops = tops(a, b, obstacles);
    if tops.is_empty() {
        return;
    }
    for one in facing(a.quad, b.quad) {
        for other in facing(b.quad, a.quad) {
            let pair = Pair {
                one,
                other,
                heights: (a.height, b.height),
            };
            if pair.lines(&tops, corners, &mut done) {
                return;
            }
        }
    }
}

/// An edge of a piece, and the share of a line at which it has the height of that piece.
struct Top {
    normal: (f64, f64),
    limit: f64,
    share: f64,
}

/// The edges of what is higher than one end of a line and lower than the other.
fn tops(a: &Post<'_>, b: &Post<'_>, obstacles: &[Obstacle<'_>]) -> Vec<Top> {
    let mut out = Vec::new();
    for obstacle in obstacles {
        let share = (obstacle.top - a.height) / (b.height - a.height);
        if !(share > 0.0 && share < 1.0) {
            continue;
        }
        for hull in obstacle.hulls() {
            for (side, (&normal, &p)) in hull.normals.iter().zip(hull.points).enumerate() {
                if !hull.is_seam(side) {
                    let limit = dot(normal, p);
                    out.push(Top {
                        normal,
                        limit,
                        share,
                    });
                }
            }
        }
    }
    out
}

/// An edge: its ends, and the normal out of what it belongs to.
#[derive(Clone, Copy)]
struct Edge {
    from: Point,
    way: (f64, f64),
    normal: (f64, f64),
}

impl Edge {
    fn at(&self, share: f64) -> Point {
        self.from.shifted(share * self.way.0, share * self.way.1)
    }
}

/// The sides of one rectangle by which a line to another may leave it.
fn facing(quad: &Quad, other: &Quad) -> impl Iterator<Item = Edge> {
    let edges = sides(&quad.points).zip(quad.normals);
    edges
        .map(|((from, to), normal)| Edge {
            from,
            way: (to.x - from.x, to.y - from.y),
            normal,
        })
        .filter(|edge| {
            let limit = dot(edge.normal, edge.from);
            other.points.iter().any(|&p| dot(edge.normal, p) > limit)
        })
        .collect::<Vec<_>>()
        .into_iter()
}

/// Two edges that lines run between.
struct Pair {
    one: Edge,
    other: Edge,
    heights: (f64, f64),
}

impl Pair {
    fn lines(&self, tops: &[Top], corners: &[Point], done: &mut impl FnMut(Line) -> bool) -> bool {
        let rules: Vec<[f64; 3]> = tops.iter().map(|top| self.rule(top)).collect();
        let mut found = Vec::new();
        for (index, &rule) in rules.iter().enumerate() {
            found.clear();
            for end in [0.0, 1.0] {
                found.extend(other_of(rule, end).map(|v| (end, v)));
                found.extend(other_of(turned(rule), end).map(|u| (u, end)));
            }
            for &corner in corners {
                self.past(corner, rule, &mut found);
            }
            for &second in &rules[index + 1..] {
                found.extend(both(rule, second));
            }
            let lines = found.iter().filter_map(|&(u, v)| self.line(u, v));
            if lines.into_iter().any(&mut *done) {
                return true;
            }
        }
        false
    }

    /// The line from `u` along the one edge to `v` along the other, when it leaves the one there and
    /// enters the other.
    fn line(&self, u: f64, v: f64) -> Option<Line> {
        const NOISE: f64 = 1e-12;
        let on_edge = -NOISE..=1.0 + NOISE;
        if !on_edge.contains(&u) || !on_edge.contains(&v) {
            return None;
        }
        let (from, to) = (
            self.one.at(u.clamp(0.0, 1.0)),
            self.other.at(v.clamp(0.0, 1.0)),
        );
        let way = (to.x - from.x, to.y - from.y);
        let out = |edge: &Edge| edge.normal.0 * way.0 + edge.normal.1 * way.1;
        (out(&self.one) > -TOUCH && out(&self.other) < TOUCH).then_some(Line {
            from,
            to,
            heights: self.heights,
        })
    }

    /// `[a, b, c]` with `a u + b v = c` where the line has the height of a piece on its edge.
    fn rule(&self, top: &Top) -> [f64; 3] {
        let (n, t) = (top.normal, top.share);
        let along = |edge: &Edge| n.0 * edge.way.0 + n.1 * edge.way.1;
        [
            (1.0 - t) * along(&self.one),
            t * along(&self.other),
            top.limit - (1.0 - t) * dot(n, self.one.from) - t * dot(n, self.other.from),
        ]
    }

    /// Adds where a line that keeps to a rule passes a corner.
    fn past(&self, corner: Point, rule: [f64; 3], out: &mut Vec<(f64, f64)>) {
        // The corner lies on the line: k + ku u + kv v + kuv u v = 0.
        let origin = Point::new(0.0, 0.0);
        let p = self.one.from.shifted(-corner.x, -corner.y);
        let q = self.other.from.shifted(-corner.x, -corner.y);
        let (du, dv) = (vector(self.one.way), vector(self.other.way));
        let (k, ku) = (cross(origin, p, q), cross(origin, du, q));
        let (kv, kuv) = (cross(origin, p, dv), cross(origin, du, dv));
        let [a, b, c] = rule;
        if b.abs() >= a.abs() {
            // v = (c - a u) / b, put in and multiplied by b.
            let solved = roots(-kuv * a, ku * b - kv * a + kuv * c, k * b + kv * c);
            out.extend(solved.map(|u| (u, (c - a * u) / b)));
        } else {
            let solved = roots(-kuv * b, kv * a - ku * b + kuv * c, k * a + ku * c);
            out.extend(solved.map(|v| ((c - b * v) / a, v)));
        }
    }
}

fn vector((x, y): (f64, f64)) -> Point {
    Point::new(x, y)
}

/// The `v` of a rule `a u + b v = c` for one `u`.
fn other_of([a, b, c]: [f64; 3], u: f64) -> Option<f64> {
    (b != 0.0).then(|| (c - a * u) / b)
}

fn turned([a, b, c]: [f64; 3]) -> [f64; 3] {
    [b, a, c]
}

/// Where two rules hold at once.
fn both([a, b, c]: [f64; 3], [d, e, f]: [f64; 3]) -> Option<(f64, f64)> {
    let whole = a * e - b * d;
    (whole != 0.0).then(|| ((c * e - b * f) / whole, (a * f - c * d) / whole))
}
