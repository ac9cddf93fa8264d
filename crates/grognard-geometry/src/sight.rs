//! Whether one unit sees another past terrain.
//!
//! If any line between the two is clear, then one is that passes two corners: of the two units, of
//! the terrain, or of a place where the edge of a unit meets the edge of a piece. So those lines are
//! all that need to be tried.

use grognard_core::{Board, Fields, Point, RVec, Sight};

use crate::hull::{Hull, Quad, dot, left_normal};
use crate::outline::{crossing, sides, stretch_in};
use crate::piece::Region;
use crate::reach_box::ReachBox;
use crate::{Field, Spans, bounds, gap};

/// The attribute of terrain that blocks sight.
const BLOCKS: &str = "blocks-sight";
/// A line that runs inside a piece for less than this only touches it, mm.
const TOUCH: f64 = 1e-6;

struct Blocker<'a> {
    index: usize,
    region: &'a Region,
}

/// Whether the unit with index `from` sees the one with index `to`: whether some line between a point
/// of the one and a point of the other is clear.
///
/// A line is blocked where it crosses the ground of a piece of terrain with the attribute
/// `blocks-sight`, or crosses a line without width that has it. A piece in which the line begins or
/// ends does not block the stretch from there to its edge: a unit sees out of the wood it stands in,
/// and into one. Touching a piece does not block, nor do units.
pub fn sight(board: &Board, field: &Field, from: usize, to: usize) -> Sight {
    let clear = Sight {
        clear: true,
        blocked_by: RVec::new(),
    };
    let units = (board.units.get(from), board.units.get(to));
    let (Some(seer), Some(seen), Some(a), Some(b)) =
        (units.0, units.1, field.unit(from), field.unit(to))
    else {
        return Sight {
            clear: false,
            blocked_by: RVec::new(),
        };
    };
    if gap(&a.ground, &b.ground) <= 0.0 {
        return clear;
    }
    let blockers = blockers(board, field, &a.reach.joined(b.reach));
    let (middle_a, middle_b) = (
        bounds(seer.pose, &a.ground).centre(seer.pose),
        bounds(seen.pose, &b.ground).centre(seen.pose),
    );
    let direct = blocked_by(middle_a, middle_b, &blockers);
    if direct.is_empty() {
        return clear;
    }
    let corners = corners(&a.quads, &b.quads, &blockers);
    for one in &a.quads {
        for other in &b.quads {
            if any_clear(one, other, &corners, &blockers) {
                return clear;
            }
        }
    }
    Sight {
        clear: false,
        blocked_by: direct.into_iter().map(|index| index as u64).collect(),
    }
}

fn blockers<'a>(board: &Board, field: &'a Field, whole: &ReachBox) -> Vec<Blocker<'a>> {
    let pieces = board.terrain.iter().zip(field.pieces()).enumerate();
    let blocking = pieces
        .filter(|(_, (terrain, laid))| terrain.attributes.has(BLOCKS) && whole.meets(&laid.reach));
    blocking
        .map(|(index, (_, laid))| Blocker {
            index,
            region: &laid.region,
        })
        .collect()
}

/// Everything a last clear line may hang on.
fn corners(a: &[Quad], b: &[Quad], blockers: &[Blocker<'_>]) -> Vec<Point> {
    let outlines: Vec<&Quad> = a.iter().chain(b).collect();
    let mut out: Vec<Point> = outlines.iter().flat_map(|quad| quad.points).collect();
    let whole = ReachBox::about(&out);
    for part in blockers.iter().flat_map(|blocker| blocker.region.parts()) {
        let part = part.hull();
        // A corner that a line between the two hangs on lies in the box about both.
        let within = |p: &&Point| whole.meets(&ReachBox::about(&[**p]));
        out.extend(part.points.iter().filter(within));
        for quad in &outlines {
            for (p, q) in sides(quad.points.as_slice()) {
                out.extend(sides(part.points).filter_map(|(r, s)| crossing(p, q, r, s)));
            }
        }
    }
    out
}

fn any_clear(a: &Quad, b: &Quad, corners: &[Point], blockers: &[Blocker<'_>]) -> bool {
    for (index, &p) in corners.iter().enumerate() {
        for &q in &corners[index + 1..] {
            if let Some((from, to)) = between(a, b, p, q)
                && !blockers.iter().any(|blocker| blocks(blocker, from, to))
            {
                return true;
            }
        }
    }
    false
}

/// The stretch of the line through `p` and `q` between two outlines, when it meets both.
fn between(a: &Quad, b: &Quad, p: Point, q: Point) -> Option<(Point, Point)> {
    if p.distance(q) <= TOUCH {
        return None;
    }
    let (in_a, in_b) = (line_in(p, q, a.hull())?, line_in(p, q, b.hull())?);
    let at = |t: f64| Point::new(p.x + t * (q.x - p.x), p.y + t * (q.y - p.y));
    if in_a.1 <= in_b.0 {
        Some((at(in_a.1), at(in_b.0)))
    } else if in_b.1 <= in_a.0 {
        Some((at(in_a.0), at(in_b.1)))
    } else {
        None
    }
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

/// The blockers that a line crosses.
fn blocked_by(from: Point, to: Point, blockers: &[Blocker<'_>]) -> Vec<usize> {
    let crossed = blockers.iter().filter(|blocker| blocks(blocker, from, to));
    crossed.map(|blocker| blocker.index).collect()
}

fn blocks(blocker: &Blocker<'_>, from: Point, to: Point) -> bool {
    let length = from.distance(to);
    let slack = if length > 0.0 { TOUCH / length } else { 1.0 };
    let reach = ReachBox::about(&[from, to]);
    if !blocker.region.has_area {
        return crosses_wall(blocker.region, from, to, slack);
    }
    let mut inside = Spans::none();
    for part in blocker.region.parts_near(&reach) {
        let part = part.hull();
        if let Some((low, high)) = stretch_in(from, to, part)
            && !runs_along(from, to, part)
        {
            // Widened a little, so that parts that share a seam join.
            inside.push(low - slack, high + slack);
        }
    }
    inside.tidy();
    let crosses = |&(low, high): &(f64, f64)| {
        let own = low <= slack || high >= 1.0 - slack;
        !own && high - low > 3.0 * slack
    };
    inside.as_slice().iter().any(crosses)
}

/// Whether a line without width goes from one side of the line of sight to the other, between its
/// ends. Where it only touches with an end or a bend it does not.
fn crosses_wall(wall: &Region, from: Point, to: Point, slack: f64) -> bool {
    let normal = left_normal(from, to);
    let way = (to.x - from.x, to.y - from.y);
    let square = way.0 * way.0 + way.1 * way.1;
    let along = |p: Point| ((p.x - from.x) * way.0 + (p.y - from.y) * way.1) / square;
    let firsts = wall.parts().iter().map(|part| part.hull().points[0]);
    let last = wall.parts().last().map(|part| part.hull().points[1]);
    let mut chain: Vec<Point> = firsts.chain(last).collect();
    if chain.len() > 2 && chain.first() == chain.last() {
        // A closed wall has no ends: once more round.
        chain.extend_from_within(1..);
    }
    // The last point off the line of sight, and the stretch run along it since.
    let mut before: Option<(f64, Point)> = None;
    let mut touched: Option<(f64, f64)> = None;
    for p in chain {
        let off = dot(normal, p) - dot(normal, from);
        if off.abs() <= TOUCH {
            let t = along(p);
            touched = Some(touched.map_or((t, t), |(low, high)| (t.min(low), t.max(high))));
            continue;
        }
        if let Some((other, q)) = before
            && other * off < 0.0
        {
            let share = other / (other - off);
            let t = along(q) + share * (along(p) - along(q));
            let (low, high) = touched.unwrap_or((t, t));
            if high > slack && low < 1.0 - slack {
                return true;
            }
        }
        (before, touched) = (Some((off, p)), None);
    }
    false
}

/// Whether a line runs along a side of a part that is no seam, and so only touches it.
fn runs_along(from: Point, to: Point, part: Hull<'_>) -> bool {
    part.normals
        .iter()
        .zip(part.points)
        .enumerate()
        .any(|(side, (&n, &p))| {
            let off = |q: Point| n.0 * (q.x - p.x) + n.1 * (q.y - p.y);
            !part.is_seam(side) && off(from).abs() <= TOUCH && off(to).abs() <= TOUCH
        })
}
