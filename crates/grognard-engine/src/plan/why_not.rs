//! Why there is no plan.

use grognard_core::{Board, FaultKind, Id, Pose, Rect, Ruling, Unit};
use grognard_geometry as geometry;

use super::goal::Goal;
use super::turn::Turns;
use crate::battle::{Battle, TOLERANCE};
use crate::error::EngineError;

pub use super::search::Nearest;

/// Why there is no plan.
#[derive(Clone, Debug)]
pub enum NoPlan {
    /// The unit cannot move: the ruling on a first step.
    CannotMove(Box<Ruling>),
    /// The formation is not one of the unit's: why, as the ruleset says.
    NotOpen(String),
    /// Nothing brought the unit into the formation: the ruling on the change.
    NoChange(Box<Ruling>),
    /// The place lies on a piece of terrain that the unit may not go on.
    Barred {
        /// The piece.
        terrain: Id,
    },
    /// Another unit stands in the place.
    Taken {
        /// The unit.
        by: Id,
    },
    /// The unit would stand out over the table edge.
    OverTheEdge,
    /// It was brought no nearer, or not near enough, in the turns looked at.
    TooFar {
        /// How many turns were looked at.
        turns: u32,
    },
}

/// A formation asked for that the unit cannot take at all.
pub(super) fn not_open(
    battle: &Battle,
    unit: &Unit,
    goal: &Goal,
) -> Result<Option<NoPlan>, EngineError> {
    let Some(formation) = goal
        .formation
        .as_ref()
        .filter(|one| **one != unit.formation)
    else {
        return Ok(None);
    };
    match battle.rules().layout(unit, formation) {
        Ok(_) => Ok(None),
        Err(fault) if fault.kind == FaultKind::Panicked => Err(fault.into()),
        Err(fault) => Ok(Some(NoPlan::NotOpen(fault.message.to_string()))),
    }
}

/// Why a search over some turns found nothing: the first plain reason there is.
pub(super) fn why_not(
    battle: &Battle,
    board: &Board,
    subject: usize,
    turns: &Turns<'_>,
    (looked, nearest): (u32, Option<&Nearest>),
) -> NoPlan {
    let Some(unit) = board.units.get(subject) else {
        return NoPlan::TooFar { turns: looked };
    };
    let goal = &turns.outlook.goal;
    if !turns.acted
        && let Some(ruling) = &turns.barred
    {
        return NoPlan::CannotMove(Box::new(ruling.clone()));
    }
    if let Some(by) = taken(board, unit, goal) {
        return NoPlan::Taken { by };
    }
    if let Some(terrain) = barred(battle, board, turns) {
        return NoPlan::Barred { terrain };
    }
    if over_the_edge(board, unit, goal) {
        return NoPlan::OverTheEdge;
    }
    let there = nearest.is_some_and(|near| {
        near.pose.at.distance(goal.at) <= goal.within && !goal.takes(&near.formation)
    });
    if (there || (!goal.takes(&unit.formation) && !turns.formed))
        && let Some(ruling) = &turns.unformed
    {
        return NoPlan::NoChange(Box::new(ruling.clone()));
    }
    NoPlan::TooFar { turns: looked }
}

/// The unit that stands where the goal is.
fn taken(board: &Board, unit: &Unit, goal: &Goal) -> Option<Id> {
    let others = board.units.iter().filter(|other| other.id != unit.id);
    let inside = |other: &&Unit| {
        geometry::gap_to_point(&other.footprint, goal.at) <= 0.0
            && other.footprint.iter().any(|rect| deep(rect, goal))
    };
    if let Some(other) = others.clone().find(inside) {
        return Some(other.id);
    }
    let ground = footprint_there(unit, goal)?;
    let overlaps = |other: &&Unit| geometry::overlap_depth(&ground, &other.footprint) > TOLERANCE;
    others.clone().find(overlaps).map(|other| other.id)
}

/// Whether the goal lies in a rectangle, farther from every side than what counts as there.
fn deep(rect: &Rect, goal: &Goal) -> bool {
    let (right, forward) = rect.pose.local(goal.at);
    right.abs() < rect.width / 2.0 - goal.within && forward.abs() < rect.depth / 2.0 - goal.within
}

/// The ground a unit would cover at the goal as it is now drawn up; none when it may face anyhow, or has
/// to be drawn up otherwise.
fn footprint_there(unit: &Unit, goal: &Goal) -> Option<Vec<Rect>> {
    let facing = goal.facing.filter(|_| goal.takes(&unit.formation))?;
    let there = Pose {
        at: goal.at,
        facing,
    };
    let moved = unit.footprint.iter().map(|rect| {
        let (right, forward) = unit.pose.local(rect.pose.at);
        let turn = rect.pose.facing.minus(unit.pose.facing);
        Rect {
            pose: there.offset(right, forward, turn),
            ..*rect
        }
    });
    Some(moved.collect())
}

/// The terrain at the goal that the unit may go on in no formation.
fn barred(battle: &Battle, board: &Board, turns: &Turns<'_>) -> Option<Id> {
    let goal = &turns.outlook.goal;
    let pose = Pose {
        at: goal.at,
        ..Pose::default()
    };
    let spot = [Rect::new(pose, 2.0 * goal.within, 2.0 * goal.within)];
    let hits = geometry::terrain_under(battle.table().field(), &spot);
    let pieces = hits.iter().filter(|hit| hit.whole);
    let mut pieces = pieces.filter_map(|hit| board.terrain.get(hit.terrain as usize));
    let forms = turns.outlook.forms();
    let barred = pieces
        .find(|piece| !forms.is_empty() && forms.iter().all(|form| form.rate(&piece.kind) <= 0.0));
    barred.map(|piece| piece.id)
}

/// Whether a unit would stand out over the table edge at the goal, as it is drawn up.
fn over_the_edge(board: &Board, unit: &Unit, goal: &Goal) -> bool {
    let table = &board.table;
    let out = |rect: &Rect| {
        rect.corners().iter().any(|at| {
            at.x < table.min.x - goal.within
                || at.y < table.min.y - goal.within
                || at.x > table.max.x + goal.within
                || at.y > table.max.y + goal.within
        })
    };
    footprint_there(unit, goal).is_some_and(|ground| ground.iter().any(out))
}
