//! Whether one unit sees another past terrain and units.
//!
//! A line of sight runs from where it leaves the one to where it enters the other, and rises or falls
//! evenly between their heights. If any such line is clear, then one is that hangs on two things:
//! it passes two corners (of the two units, of what is in the way, or where the edge of a unit meets
//! the edge of a piece), or the place where it comes up to the height of a piece lies on an edge of it. So
//! those lines are all that need to be tried, see [`candidates`].

mod block;
mod candidates;
mod heights;

use grognard_core::{Board, Look, Point, RVec, Sight};
use smallvec::SmallVec;

use crate::hull::{Hull, Quad};
use crate::outline::{crossing, sides};
use crate::reach_box::ReachBox;
use crate::{Field, bounds, gap};
use block::{Line, Obstacle, Source, in_the_way, is_clear};
use heights::{posts, terrain_in_the_way, units_in_the_way};

/// Lengths below this are noise: a line that runs inside a piece for less only touches it, mm.
const TOUCH: f64 = 1e-6;

/// A rectangle of a unit, and how high above the table it looks or is seen from there.
struct Post<'a> {
    quad: &'a Quad,
    height: f64,
}

/// Whether the unit with index `from` sees the one with index `to`: whether some line between a point
/// of the one and a point of the other is clear.
///
/// A line is blocked where it crosses the ground of a piece of terrain with the attribute
/// `blocks-sight`, or crosses a line without width that has it. A piece in which the line begins or
/// ends does not block the stretch from there to its edge: a unit sees out of the wood it stands in,
/// and into one. Touching a piece does not block, but nothing is seen between two that touch.
///
/// A piece with the attribute `height`, a length above the table, blocks only where the line passes lower
/// than that; one without blocks at any height. What stands on a piece with the attribute `level`
/// stands that high above the table, each rectangle of its ground as high as the highest piece under it;
/// a piece with a level and no height is as high as its level. Units block as [`Look`] says, in contact too.
pub fn sight(board: &Board, field: &Field, from: usize, to: usize, look: &Look) -> Sight {
    let clear = Sight {
        clear: true,
        blocked_by: RVec::new(),
        blocked_by_units: RVec::new(),
    };
    let units = (board.units.get(from), board.units.get(to));
    let (Some(seer), Some(seen), Some(a), Some(b)) =
        (units.0, units.1, field.unit(from), field.unit(to))
    else {
        return Sight {
            clear: false,
            ..clear
        };
    };
    if gap(&a.ground, &b.ground) <= 0.0 {
        return clear;
    }
    let ours = posts(board, field, &a.quads, look.eye);
    let theirs = posts(board, field, &b.quads, look.target);
    let whole = a.reach.joined(b.reach);
    let mut obstacles = terrain_in_the_way(board, field, &whole);
    if let Some(stature) = look.units.into_option() {
        obstacles.extend(units_in_the_way(board, field, &whole, (from, to), stature));
    }
    if obstacles.is_empty() {
        return clear;
    }
    let middles = (
        bounds(seer.pose, &a.ground).centre(seer.pose),
        bounds(seen.pose, &b.ground).centre(seen.pose),
    );
    // The straight line from middle to middle is clear more often than not.
    let own: SmallVec<[&Quad; 8]> = a.quads.iter().chain(&b.quads).collect();
    let direct = |one: &Post<'_>, other: &Post<'_>| {
        let line = between(one, other, middles.0, middles.1);
        line.is_some_and(|line| is_clear(&line, &obstacles, &own))
    };
    let any = |test: &dyn Fn(&Post<'_>, &Post<'_>) -> bool| {
        ours.iter()
            .any(|one| theirs.iter().any(|other| test(one, other)))
    };
    if any(&direct) {
        return clear;
    }
    let corners = corners(&a.quads, &b.quads, &obstacles);
    let seen = any(&|one, other| {
        let mut found = false;
        candidates::each(one, other, &corners, &obstacles, |line| {
            found = is_clear(&line, &obstacles, &own);
            found
        });
        found
    });
    if seen {
        return clear;
    }
    blocked(middles, (&ours, &theirs), &obstacles, &own)
}

/// What blocks the line from middle to middle; where that is clear and runs past both, the lines from every
/// rectangle to every other.
fn blocked(
    middles: (Point, Point),
    (ours, theirs): (&[Post<'_>], &[Post<'_>]),
    obstacles: &[Obstacle<'_>],
    own: &[&Quad],
) -> Sight {
    let top = |posts: &[Post<'_>]| {
        let heights = posts.iter().map(|post| post.height);
        heights.fold(f64::NEG_INFINITY, f64::max)
    };
    let line = Line {
        from: middles.0,
        to: middles.1,
        heights: (top(ours), top(theirs)),
    };
    let mut found = in_the_way(&line, obstacles, own);
    if found.is_empty() {
        for one in ours {
            for other in theirs {
                let line = between(one, other, centre(one.quad), centre(other.quad));
                found.extend(
                    line.iter()
                        .flat_map(|line| in_the_way(line, obstacles, own)),
                );
            }
        }
    }
    let of = |pick: fn(Source) -> Option<u64>| {
        let mut list: Vec<u64> = found
            .iter()
            .filter_map(|&index| obstacles.get(index).and_then(|o| pick(o.source)))
            .collect();
        list.sort_unstable();
        list.dedup();
        RVec::from(list)
    };
    Sight {
        clear: false,
        blocked_by: of(Source::terrain),
        blocked_by_units: of(Source::unit),
    }
}

fn centre(quad: &Quad) -> Point {
    let [a, _, c, _] = quad.points;
    Point::new((a.x + c.x) / 2.0, (a.y + c.y) / 2.0)
}

/// Everything a last clear line may hang on.
fn corners(a: &[Quad], b: &[Quad], obstacles: &[Obstacle<'_>]) -> Vec<Point> {
    let outlines: Vec<&Quad> = a.iter().chain(b).collect();
    let mut out: Vec<Point> = outlines.iter().flat_map(|quad| quad.points).collect();
    let whole = ReachBox::about(&out);
    for part in obstacles.iter().flat_map(Obstacle::hulls) {
        // A corner that a line between the two hangs on lies in the box about both.
        let within = |p: &Point| whole.meets(&ReachBox::about(&[*p]));
        for &corner in part.points.iter().filter(|p| within(p)) {
            // Parts of one piece share corners.
            if !out.contains(&corner) {
                out.push(corner);
            }
        }
        for quad in &outlines {
            for (p, q) in sides(quad.points.as_slice()) {
                out.extend(sides(part.points).filter_map(|(r, s)| crossing(p, q, r, s)));
            }
        }
    }
    out
}

/// The line of sight along the endless line through `p` and `q`, when it meets both.
fn between(a: &Post<'_>, b: &Post<'_>, p: Point, q: Point) -> Option<Line> {
    if p.distance(q) <= TOUCH {
        return None;
    }
    let (in_a, in_b) = (line_in(p, q, a.quad.hull())?, line_in(p, q, b.quad.hull())?);
    let at = |t: f64| Point::new(p.x + t * (q.x - p.x), p.y + t * (q.y - p.y));
    let (from, to) = if in_a.1 <= in_b.0 {
        (at(in_a.1), at(in_b.0))
    } else if in_b.1 <= in_a.0 {
        (at(in_a.0), at(in_b.1))
    } else {
        return None;
    };
    Some(Line {
        from,
        to,
        heights: (a.height, b.height),
    })
}

/// Where the endless line through `p` and `q` lies in an outline, in units of their distance; lines
/// that pass a corner by the noise of numbers count.
fn line_in(p: Point, q: Point, part: Hull<'_>) -> Option<(f64, f64)> {
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    let length = p.distance(q);
    for (&n, &r) in part.normals.iter().zip(part.points) {
        let at = n.0 * (p.x - r.x) + n.1 * (p.y - r.y);
        let slope = n.0 * (q.x - p.x) + n.1 * (q.y - p.y);
        if slope.abs() <= 1e-12 * length {
            if at > TOUCH {
                return None;
            }
        } else if slope > 0.0 {
            high = high.min(-at / slope);
        } else {
            low = low.max(-at / slope);
        }
    }
    let slack = TOUCH / length;
    (low <= high + slack).then_some((low.min(high), high.max(low)))
}
