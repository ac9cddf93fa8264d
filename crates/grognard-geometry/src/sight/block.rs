//! What a line of sight meets on its way.

use grognard_core::Point;

use super::TOUCH;
use crate::Spans;
use crate::hull::{Hull, Quad, dot, left_normal};
use crate::outline::stretch_in;
use crate::piece::Region;
use crate::reach_box::ReachBox;

/// Passing lower than a top by less than this is passing over it, mm.
const LEVEL: f64 = 1e-9;

/// A line of sight, and how high above the table it begins and ends.
#[derive(Clone, Copy)]
pub(super) struct Line {
    pub(super) from: Point,
    pub(super) to: Point,
    pub(super) heights: (f64, f64),
}

impl Line {
    /// The noise of a place, as a share of the line.
    fn slack(&self) -> f64 {
        let length = self.from.distance(self.to);
        if length > 0.0 { TOUCH / length } else { 1.0 }
    }

    fn height(&self, at: f64) -> f64 {
        self.heights.0 + at * (self.heights.1 - self.heights.0)
    }

    /// Where it passes lower than `top`, as shares of it.
    fn below(&self, top: f64) -> Option<(f64, f64)> {
        let (low, high) = (self.height(0.0), self.height(1.0));
        if low.max(high) < top - LEVEL {
            return Some((0.0, 1.0));
        }
        if low.min(high) >= top - LEVEL {
            return None;
        }
        let at = (top - low) / (high - low);
        Some(if low < high { (0.0, at) } else { (at, 1.0) })
    }
}

/// What an obstacle is on the board.
#[derive(Clone, Copy, Debug)]
pub(super) enum Source {
    Terrain(u64),
    Unit(u64),
}

impl Source {
    pub(super) fn terrain(self) -> Option<u64> {
        match self {
            Self::Terrain(index) => Some(index),
            Self::Unit(_) => None,
        }
    }

    pub(super) fn unit(self) -> Option<u64> {
        match self {
            Self::Unit(index) => Some(index),
            Self::Terrain(_) => None,
        }
    }
}

/// The ground an obstacle covers.
#[derive(Clone, Copy)]
pub(super) enum Ground<'a> {
    Region(&'a Region),
    Rect(&'a Quad),
}

/// Something that blocks sight below its top.
pub(super) struct Obstacle<'a> {
    pub(super) source: Source,
    pub(super) ground: Ground<'a>,
    /// Millimetres above the table; infinite for what blocks at any height.
    pub(super) top: f64,
}

impl<'a> Obstacle<'a> {
    pub(super) fn hulls(&self) -> impl Iterator<Item = Hull<'a>> + use<'a> {
        let (region, quad) = match self.ground {
            Ground::Region(region) => (region.parts(), None),
            Ground::Rect(quad) => (Default::default(), Some(quad)),
        };
        let parts = region.iter().map(|part| part.hull());
        parts.chain(quad.map(|quad| quad.hull()))
    }

    fn wall(&self) -> Option<&'a Region> {
        match self.ground {
            Ground::Region(region) if !region.has_area => Some(region),
            _ => None,
        }
    }
}

/// A stretch on which a line runs along an obstacle without entering it, or along one of the two units that look
/// at each other.
struct Beside {
    obstacle: Option<usize>,
    left: bool,
    low: f64,
    high: f64,
}

/// Whether nothing blocks a line. `own` is the ground of the two units that look at each other.
pub(super) fn is_clear(line: &Line, obstacles: &[Obstacle<'_>], own: &[&Quad]) -> bool {
    let mut beside = Vec::new();
    let blocking =
        |(index, obstacle): (usize, &Obstacle<'_>)| blocks(line, index, obstacle, &mut beside);
    !obstacles.iter().enumerate().any(blocking) && pinched(line, &mut beside, own).is_empty()
}

/// The obstacles that block a line, by index.
pub(super) fn in_the_way(line: &Line, obstacles: &[Obstacle<'_>], own: &[&Quad]) -> Vec<usize> {
    let mut beside = Vec::new();
    let each = obstacles.iter().enumerate();
    let blocking = each.filter(|(index, obstacle)| blocks(line, *index, obstacle, &mut beside));
    let mut out: Vec<usize> = blocking.map(|(index, _)| index).collect();
    out.extend(pinched(line, &mut beside, own));
    out
}

/// The obstacles that touch a line from both sides at one place, or from one side where one of the two units
/// does from the other: nothing is seen through a gap of no width.
fn pinched(line: &Line, beside: &mut Vec<Beside>, own: &[&Quad]) -> Vec<usize> {
    let slack = line.slack();
    let mut out = Vec::new();
    if beside.is_empty() {
        return out;
    }
    for quad in own {
        let left = runs_along(line.from, line.to, quad.hull());
        let stretch = left.and_then(|left| Some((left, along(line, quad.hull(), (0.0, 1.0))?)));
        beside.extend(stretch.map(|(left, (low, high))| Beside {
            obstacle: None,
            left,
            low,
            high,
        }));
    }
    for left in beside.iter().filter(|b| b.left) {
        for right in beside.iter().filter(|b| !b.left) {
            let shared = left.high.min(right.high) - left.low.max(right.low);
            if shared > 3.0 * slack {
                out.extend(left.obstacle.into_iter().chain(right.obstacle));
            }
        }
    }
    out
}

/// Whether an obstacle blocks a line; where it only runs along it is noted.
fn blocks(line: &Line, index: usize, obstacle: &Obstacle<'_>, beside: &mut Vec<Beside>) -> bool {
    let Some(below) = line.below(obstacle.top) else {
        return false;
    };
    let slack = line.slack();
    if let Some(wall) = obstacle.wall() {
        return crosses_wall(wall, line, obstacle.top, slack);
    }
    let (from, to) = (line.from, line.to);
    let reach = ReachBox::about(&[from, to]).grown(TOUCH);
    let mut inside = Spans::none();
    let from_edge = beside.len();
    for part in obstacle.hulls() {
        if !reach.meets(&ReachBox::about(part.points)) {
            continue;
        }
        match runs_along(from, to, part) {
            Some(left) => beside.extend(along(line, part, below).map(|(low, high)| Beside {
                obstacle: Some(index),
                left,
                low,
                high,
            })),
            None => {
                if let Some((low, high)) = stretch_in(from, to, part) {
                    // Widened a little, so that parts that share a seam join.
                    inside.push(low - slack, high + slack);
                }
            }
        }
    }
    // A unit sees out of and into the piece that a line begins or ends in, and along the edge of it. Through a
    // unit in contact it does not see.
    let opens = obstacle.source.terrain().is_some();
    let own = |low: f64, high: f64| opens && (low <= slack || high >= 1.0 - slack);
    let mut number = 0;
    beside.retain(|b| {
        number += 1;
        number <= from_edge || !own(b.low, b.high)
    });
    inside.tidy();
    let crosses = |&(low, high): &(f64, f64)| {
        !own(low, high) && high.min(below.1) - low.max(below.0) > 3.0 * slack
    };
    inside.as_slice().iter().any(crosses)
}

/// The stretch of a line that lies along a part it only touches, where it passes lower than `below` says.
fn along(line: &Line, part: Hull<'_>, below: (f64, f64)) -> Option<(f64, f64)> {
    let way = (line.to.x - line.from.x, line.to.y - line.from.y);
    let square = way.0 * way.0 + way.1 * way.1;
    let places = part.points.iter().filter_map(|p| {
        let (dx, dy) = (p.x - line.from.x, p.y - line.from.y);
        let off = (dx * way.1 - dy * way.0).abs();
        (off <= TOUCH * square.sqrt()).then_some((dx * way.0 + dy * way.1) / square)
    });
    let (low, high) = places.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), t| {
        (low.min(t), high.max(t))
    });
    let (low, high) = (low.max(below.0), high.min(below.1));
    (low < high).then_some((low, high))
}

/// Whether a line without width goes from one side of the line of sight to the other, between its
/// ends and higher than it. Where it only touches with an end or a bend it does not.
fn crosses_wall(wall: &Region, line: &Line, top: f64, slack: f64) -> bool {
    let (from, to) = (line.from, line.to);
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
            let higher = line.height(low).max(line.height(high)) < top - TOUCH;
            if high > slack && low < 1.0 - slack && higher {
                return true;
            }
        }
        (before, touched) = (Some((off, p)), None);
    }
    false
}

/// Whether a line runs along a side of a part that is no seam, and so only touches it; then whether the
/// part lies on its left.
fn runs_along(from: Point, to: Point, part: Hull<'_>) -> Option<bool> {
    let mut sides = part.normals.iter().zip(part.points).enumerate();
    let touched = sides.find(|&(side, (&n, &p))| {
        let off = |q: Point| n.0 * (q.x - p.x) + n.1 * (q.y - p.y);
        !part.is_seam(side) && off(from).abs() <= TOUCH && off(to).abs() <= TOUCH
    });
    touched.map(|(_, (&n, _))| dot_vector(n, left_normal(from, to)) < 0.0)
}

fn dot_vector(a: (f64, f64), b: (f64, f64)) -> f64 {
    a.0 * b.0 + a.1 * b.1
}
