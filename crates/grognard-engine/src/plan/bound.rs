//! The fewest turns that any plan can take: a bound that nothing the planner could try can beat.
//!
//! In a turn a unit makes one move and changes its formation a few times. Its move brings its frame on by no more than
//! the ruleset's greatest rate for the formation gives for the allowance, and a change by no more than one was seen to, or, where
//! none was seen, by no more than leaves the old and the new ground in touch. What others do, and what happens of itself, is left out, as
//! in every plan.

use grognard_core::{Id, Point};

use super::MOST_TURNS;
use super::goal::Goal;
use super::most::{Change, Most};
use super::search::to_next_turn;
use super::trial::Trial;
use super::ways::Body;
use crate::error::EngineError;

/// How far a unit can come in some turns.
#[derive(Debug)]
pub(super) struct Bound {
    ids: Vec<Id>,
    /// For each number of turns, from none, and each formation it starts in: millimetres at most to a formation
    /// that the goal takes; less than nothing where it comes into none.
    far: Vec<Vec<f64>>,
    /// What a change that is under way may still do, mm.
    pending: f64,
    /// The conditions of the unit of which nothing comes by itself.
    pub(super) quiet: Vec<Id>,
    /// Whether it is the middle of the box about the unit that is followed, and not that of its front: then it is nothing to turn about.
    centred: bool,
    at: Point,
    within: f64,
}

/// The conditions that a unit has as long as nothing comes of them by itself until its next turn: none, else.
pub(super) fn quiet(start: &Trial<'_>) -> Result<Vec<Id>, EngineError> {
    let stands = |trial: &Trial<'_>| trial.unit().map(|unit| (unit.formation, unit.pose));
    let mut trial = start.fork();
    let (before, stamp) = (stands(&trial), trial.stamp());
    to_next_turn(&mut trial, &mut Vec::new(), |now| now != stamp)?;
    let own = start.unit().filter(|_| before == stands(&trial));
    let conditions = own.into_iter().flat_map(|unit| &unit.conditions);
    Ok(conditions.map(|field| field.name).collect())
}

impl Bound {
    /// Of what a unit can do at most; none when nothing is known.
    pub(super) fn new(most: &[Most], goal: &Goal, quiet: Vec<Id>) -> Self {
        let centred = most.iter().all(|one| one.centred);
        let most: Vec<Most> = most.iter().map(|one| followed(one, centred)).collect();
        let most = &most;
        let ends = || most.iter().filter(|one| goal.takes(&one.id));
        // It may end turned about, or half way so.
        let about = ends().map(|one| one.about).fold(0.0, f64::max);
        let (at, more) = if centred {
            middle_there(goal, ends().map(|one| one.depth))
        } else {
            (goal.at, about)
        };
        let within = goal.within + more;
        let start = most.iter().map(|one| {
            if goal.takes(&one.id) {
                0.0
            } else {
                f64::NEG_INFINITY
            }
        });
        let mut far: Vec<Vec<f64>> = vec![start.collect()];
        let turns: Vec<Vec<f64>> = most.iter().map(|one| turn(most, one)).collect();
        for _ in 0..MOST_TURNS {
            let last = &far[far.len() - 1];
            let next = turns.iter().map(|gains| {
                let ways = gains.iter().zip(last).map(|(gain, then)| gain + then);
                ways.fold(f64::NEG_INFINITY, f64::max)
            });
            let next = next.collect();
            far.push(next);
        }
        Self {
            ids: most.iter().map(|one| one.id).collect(),
            far,
            pending: 2.0 * most.iter().map(|one| one.radius).fold(0.0, f64::max),
            quiet,
            centred,
            at,
            within,
        }
    }

    /// The fewest turns to the goal for a unit that stands so, in a formation; `settled` when no change is under way and
    /// nothing of an earlier order is left to be done. More than [`MOST_TURNS`] when it takes more than those.
    pub(super) fn turns(&self, body: &Body, formation: &Id, settled: bool) -> u32 {
        let from = if self.centred {
            body.rect().pose.at
        } else {
            body.pose.at
        };
        let left = from.distance(self.at) - self.within;
        let own = self
            .ids
            .iter()
            .position(|id| id == formation)
            .filter(|_| settled);
        let far = |gains: &Vec<f64>| match own {
            Some(own) => gains[own],
            None => gains.iter().copied().fold(f64::NEG_INFINITY, f64::max) + self.pending,
        };
        let enough = self.far.iter().position(|gains| far(gains) >= left);
        enough.map_or(MOST_TURNS + 1, |turns| turns as u32)
    }
}

/// What is known of a formation, for the middle of the box about the unit or of its front.
fn followed(one: &Most, centred: bool) -> Most {
    let mut one = one.clone();
    if centred {
        one.about = 0.0;
        one.radius = one.half;
        for change in one.changes.values_mut() {
            change.shift = change.centre;
        }
    }
    one
}

/// Where the middle of the box about a unit is at the goal, and how far off it may be for not standing right there, in a
/// formation of one of some depths.
fn middle_there(goal: &Goal, depths: impl Iterator<Item = f64> + Clone) -> (Point, f64) {
    let most = depths.clone().fold(0.0, f64::max) / 2.0;
    let least = depths.fold(f64::INFINITY, f64::min).min(2.0 * most) / 2.0;
    match goal.facing {
        Some(facing) => {
            let off = most * goal.degrees.min(180.0).to_radians();
            let behind = (least + most) / 2.0;
            (goal.at.along(facing, -behind), (most - least) / 2.0 + off)
        }
        None => (goal.at, most),
    }
}

/// How far a turn brings a unit on that begins in a formation, by the formation it ends in.
fn turn(most: &[Most], start: &Most) -> Vec<f64> {
    let mut out = vec![f64::NEG_INFINITY; most.len()];
    let mut path = vec![start];
    paths(most, &mut path, (0.0, 0.0), &mut out);
    out
}

/// The most changes of formation in a turn, as planned for.
const CHANGES: usize = super::turn::CHANGES as usize;

/// Adds the path so far, which moved the frame and took a share so, and all that go on from it.
fn paths<'m>(
    most: &'m [Most],
    path: &mut Vec<&'m Most>,
    (moved, taken): (f64, f64),
    out: &mut [f64],
) {
    let marches = path.iter().map(|one| {
        let left = (one.budget - taken).max(0.0);
        left * one.rate + one.slack
    });
    let far = moved + marches.fold(0.0, f64::max);
    let Some(&last) = path.last() else {
        return;
    };
    if let Some(end) = most.iter().position(|one| one.id == last.id) {
        out[end] = out[end].max(far);
    }
    if path.len() > CHANGES {
        return;
    }
    let open = |next: &&Most| next.id != last.id && !last.closed.contains(&next.id);
    for next in most.iter().filter(open) {
        // Where none was seen, the old ground and the new are taken to touch, and the change to be free.
        let unseen = Change {
            shift: last.radius + next.radius,
            centre: last.half + next.half,
            share: 0.0,
        };
        let change = last.changes.get(&next.id).copied().unwrap_or(unseen);
        path.push(next);
        let moved = moved + last.about + change.shift;
        paths(most, path, (moved, taken + change.share), out);
        path.pop();
    }
}
