//! Units met on a course.

use grognard_core::{Along, Bearing, Board, Contact, Edge, RNone, RSome, RVec, Rect};

use crate::field::Standing;
use crate::hull::{Quad, TOUCH, dot, lowest};
use crate::sweep::{Around, Rule, sharpen, sweep_quads};
use crate::walk::{Walked, covered_at};
use crate::{Field, Motion, Spans};

/// Two sides whose reach differs by less than this are met together, mm.
const TOGETHER: f64 = 1e-5;

/// Touching this near to an end of a step, in its own measure, is touching at that end.
const AT_ONCE: f64 = 1e-9;

/// The units met, in the order they are met. `ground` is what the unit covers as the course starts;
/// `others` are the units near, by index.
pub(crate) fn contacts(
    walked: &[Walked<'_>],
    ground: &[Rect],
    others: &[usize],
    board: &Board,
    field: &Field,
    tolerance: f64,
) -> RVec<Contact> {
    if others.is_empty() {
        return RVec::new();
    }
    let mut out = Vec::new();
    for &index in others {
        let (Some(unit), Some(standing)) = (board.units.get(index), field.unit(index)) else {
            continue;
        };
        let met = meeting(walked, ground, unit.pose.facing, standing, tolerance);
        out.extend(met.map(|contact| Contact {
            unit: index as u64,
            ..contact
        }));
    }
    let place = |c: &Contact| (c.touch.step, c.touch.amount);
    out.sort_by(|a, b| {
        let (a, b) = (place(a), place(b));
        a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
    });
    out.into()
}

/// A stretch of one step.
#[derive(Clone, Copy)]
struct Stretch {
    step: usize,
    low: f64,
    high: f64,
}

/// A stretch of touch that reaches the end of a step.
#[derive(Clone, Copy)]
struct Open {
    began: Stretch,
    over: bool,
}

fn meeting(
    walked: &[Walked<'_>],
    ground: &[Rect],
    facing: Bearing,
    standing: &Standing,
    tolerance: f64,
) -> Option<Contact> {
    let targets = standing.quads.as_slice();
    let depth = tolerance.max(10.0 * TOUCH);
    let (mut first, mut last): (Option<Stretch>, Option<Stretch>) = (None, None);
    let (mut came_in, mut went_out): (Option<Stretch>, Option<Stretch>) = (None, None);
    let mut open: Option<Open> = None;
    let mut ends_inside = false;
    for (step, walk) in walked.iter().enumerate() {
        if !walk.reach.meets(&standing.reach) {
            open = None;
            continue;
        }
        let (motion, extent) = (walk.motion(), walk.extent());
        let reach = Around::known(&walk.reach);
        let [loose] = sweep_quads(walk.quads, targets, motion, [Rule::Touch], reach);
        if loose.is_empty() {
            open = None;
            continue;
        }
        let rules = [Rule::Closed, Rule::Deeper(depth)];
        let [exact, over] = sweep_quads(walk.quads, targets, motion, rules, reach);
        let touch = sharpen(&loose, &exact, extent);
        let stretch = |s: &(f64, f64)| Stretch {
            step,
            low: s.0,
            high: s.1,
        };
        if first.is_none() {
            first = touch.as_slice().first().map(stretch);
        }
        last = touch.as_slice().last().map(stretch).or(last);
        // A stretch that goes on from the step before is one meeting, wherever the step was cut.
        let goes_on = touch.as_slice().first().filter(|s| s.0 <= AT_ONCE);
        let began = goes_on.and(open.map(|o| o.began));
        if goes_on.is_some() && open.is_some_and(|o| o.over) {
            went_out = goes_on.map(stretch);
        }
        let whole = |at: (f64, f64)| match began {
            Some(began) if at.0 <= AT_ONCE => began,
            _ => stretch(&at),
        };
        if came_in.is_none() {
            came_in = over.first().map(|at| whole(around(&touch, at)));
        }
        let was_over = open.is_some_and(|o| o.over);
        open = None;
        if let Some(&last) = touch.as_slice().last().filter(|s| s.1 >= extent - AT_ONCE) {
            let over_here = over.last().is_some_and(|at| at >= last.0 - AT_ONCE);
            open = Some(Open {
                began: whole(last),
                over: over_here || (was_over && last.0 <= AT_ONCE),
            });
        }
        if let Some(at) = over.last() {
            went_out = Some(stretch(&around(&touch, at)));
            ends_inside = step + 1 == walked.len() && at >= extent - 1e-9;
        }
    }
    let (first, last) = (first?, last?);
    let along = |step: usize, amount| Along {
        step: step as u32,
        amount,
    };
    let end = walked.len() - 1;
    let clear = last.step < end || last.high < walked[end].extent();
    let entry = came_in.unwrap_or(first);
    let met = |at: Stretch, amount: f64, sense: f64| {
        let movers = covered_at(walked, ground, at.step, amount);
        edge_met(walked[at.step].motion(), &movers, targets, facing, sense)
    };
    let left = went_out
        .filter(|_| !ends_inside)
        .map(|out| met(out, out.high, -1.0));
    Some(Contact {
        unit: 0,
        touch: along(first.step, first.low),
        overlap: came_in.is_some(),
        ends_inside,
        starts: first.step == 0 && first.low <= 0.0,
        entered: met(entry, entry.low, 1.0),
        left: left.map_or(RNone, RSome),
        clear: if clear {
            RSome(along(last.step, last.high))
        } else {
            RNone
        },
    })
}

/// The stretch that `at` lies in, or `at` alone.
fn around(spans: &Spans, at: f64) -> (f64, f64) {
    let found = spans
        .as_slice()
        .iter()
        .find(|s| s.0 <= at + TOUCH && at <= s.1 + TOUCH);
    found.copied().unwrap_or((at, at))
}

/// The side of the unit met over which the mover comes (`sense` 1) or goes (`sense` -1) where it is:
/// the side it touches there; at a corner the side it crosses more squarely, and front or rear when it
/// crosses both alike.
fn edge_met(
    motion: &Motion,
    movers: &[Quad],
    targets: &[Quad],
    facing: Bearing,
    sense: f64,
) -> Edge {
    let mut best: Option<(f64, &Quad, &Quad)> = None;
    for mover in movers {
        for target in targets {
            let deep = crate::hull::depth(mover.hull(), target.hull());
            if best.is_none_or(|b| deep > b.0) {
                best = Some((deep, mover, target));
            }
        }
    }
    let Some((_, mover, target)) = best else {
        return Edge::Front;
    };
    let reach = |of: &Quad, to: &Quad, side: usize| {
        dot(of.normals[side], of.points[side]) - lowest(of.normals[side], &to.points)
    };
    let over_target = [0, 1, 2, 3].map(|side| reach(target, mover, side));
    let over_mover = [0, 1, 2, 3].map(|side| reach(mover, target, side));
    let least = over_target.iter().copied().fold(f64::INFINITY, f64::min);
    let least_mover = over_mover.iter().copied().fold(f64::INFINITY, f64::min);
    let mut open = [false; 4];
    let mut place = [target.points[0]; 4];
    if least <= least_mover + TOGETHER || least_mover > TOGETHER {
        for side in 0..4 {
            open[side] = over_target[side] <= least + TOGETHER;
            let n = target.normals[side];
            place[side] = nearest(&mover.points, n);
        }
    } else {
        // A side of the mover meets a corner of the unit: the two sides at that corner.
        let side = (0..4)
            .find(|&s| over_mover[s] <= least_mover + TOGETHER)
            .unwrap_or(0);
        let n = mover.normals[side];
        let corner = nearest(&target.points, n);
        let at = target.points.iter().position(|&p| p == corner).unwrap_or(0);
        for side in [at, (at + 3) % 4] {
            open[side] = true;
            place[side] = corner;
        }
    }
    let mut chosen: Option<(f64, Edge)> = None;
    for side in (0..4).filter(|&side| open[side]) {
        let n = target.normals[side];
        let v = velocity(motion, place[side]);
        let against = -sense * (n.0 * v.0 + n.1 * v.1);
        let edge = side_of_unit(n, facing);
        let better = chosen.is_none_or(|(most, kept)| {
            against > most + TOGETHER || (against > most - TOGETHER && rank(edge) < rank(kept))
        });
        if better {
            chosen = Some((against, edge));
        }
    }
    chosen.map_or(Edge::Front, |c| c.1)
}

fn nearest(points: &[grognard_core::Point; 4], n: (f64, f64)) -> grognard_core::Point {
    points.iter().copied().fold(
        points[0],
        |low, p| if dot(n, p) < dot(n, low) { p } else { low },
    )
}

fn rank(edge: Edge) -> u8 {
    match edge {
        Edge::Front => 0,
        Edge::Rear => 1,
        Edge::Right | Edge::Left => 2,
    }
}

/// The way a point of the mover goes, as a vector of length one.
fn velocity(motion: &Motion, at: grognard_core::Point) -> (f64, f64) {
    match *motion {
        Motion::Stay => (0.0, 0.0),
        Motion::Straight { along, .. } => along,
        Motion::Turn { about, degrees } => {
            let (dx, dy) = (at.x - about.x, at.y - about.y);
            let far = libm::hypot(dx, dy);
            if far == 0.0 {
                return (0.0, 0.0);
            }
            let sense = if degrees < 0.0 { -1.0 } else { 1.0 };
            (sense * dy / far, -sense * dx / far)
        }
    }
}

/// The side of a unit that looks along `normal`: by quarter of its facing.
fn side_of_unit(normal: (f64, f64), facing: Bearing) -> Edge {
    let off = Bearing::of_vector(normal.0, normal.1).minus(facing);
    if off.abs() <= 45.0 + 1e-9 {
        Edge::Front
    } else if off.abs() >= 135.0 - 1e-9 {
        Edge::Rear
    } else if off > 0.0 {
        Edge::Right
    } else {
        Edge::Left
    }
}
