//! What is asked of a plan.

use grognard_core::{Bearing, Board, Field, Id, Point, RVec, kinds};

use super::goal::Goal;
use crate::battle::Battle;
use crate::error::EngineError;
use crate::suggest::suggestion;

/// The most turns a plan may be asked to take.
pub const MOST_TURNS: u32 = 24;

/// Where a unit is to come, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanAsk {
    /// The place: where the middle of the unit's front edge is to come.
    pub to: Point,
    /// The way it is to face; any when none is given.
    pub facing: Option<Bearing>,
    /// The formation it is to be in; any when none is given.
    pub formation: Option<Id>,
    /// How far from the place counts as there, mm.
    pub within: f64,
    /// How many degrees off the facing count as facing so.
    pub within_degrees: f64,
    /// The most turns of its side it may take, the present one among them: up to [`MOST_TURNS`].
    pub turns: u32,
    /// The kind of move: an order that follows a course.
    pub kind: Id,
    /// The arguments of each move besides the course.
    pub args: RVec<Field>,
}

impl PlanAsk {
    /// To a place, facing anyhow, in any formation: within a centimetre, by marches, in six turns at most.
    pub fn to(to: Point) -> Self {
        Self {
            to,
            facing: None,
            formation: None,
            within: 10.0,
            within_degrees: 1.0,
            turns: 6,
            kind: Id::of(kinds::MARCH),
            args: RVec::new(),
        }
    }

    /// Facing a way.
    #[must_use]
    pub fn facing(mut self, facing: Bearing) -> Self {
        self.facing = Some(facing);
        self
    }

    /// In a formation.
    #[must_use]
    pub fn formation(mut self, formation: impl Into<Id>) -> Self {
        self.formation = Some(formation.into());
        self
    }

    /// Lengths and turns of courses are whole multiples of this, where that leaves room enough for the place
    /// to be met: players set their measures by it. Else they are exact.
    pub(super) fn round(&self) -> f64 {
        if self.within >= 5.0 && self.within_degrees >= 0.5 {
            0.1
        } else {
            0.0
        }
    }
}

/// The goal, once everything asked makes sense.
pub(super) fn validated(
    battle: &Battle,
    board: &Board,
    ask: &PlanAsk,
) -> Result<Goal, EngineError> {
    let (x, y, table) = (ask.to.x, ask.to.y, &board.table);
    if !ask.to.is_finite() {
        return Err(EngineError::request(
            "the place is no point of the table: its numbers are not finite",
        ));
    }
    let on = |x: f64, min: f64, max: f64| (min..=max).contains(&x);
    if !on(x, table.min.x, table.max.x) || !on(y, table.min.y, table.max.y) {
        return Err(EngineError::request(format!(
            "the place ({x}, {y}) is off the table, which reaches from ({}, {}) to ({}, {}) mm",
            table.min.x, table.min.y, table.max.x, table.max.y
        )));
    }
    for (what, given) in [
        ("within", ask.within),
        ("within degrees", ask.within_degrees),
    ] {
        if !given.is_finite() || given <= 0.0 {
            return Err(EngineError::request(format!(
                "'{what}' is more than nothing, and finite, not {given}"
            )));
        }
    }
    match ask.turns {
        0 => {
            return Err(EngineError::request(
                "a plan takes a turn at least; give 1 or more",
            ));
        }
        1..=MOST_TURNS => {}
        more => {
            return Err(EngineError::request(format!(
                "a plan over {more} turns is beyond what is looked at; give {MOST_TURNS} at most"
            )));
        }
    }
    battle.follows_course(&ask.kind)?;
    if ask.args.iter().any(|field| field.name == *"course") {
        return Err(EngineError::request(
            "a plan finds the courses by itself; leave 'course' out",
        ));
    }
    if let Some(formation) = &ask.formation {
        let known = || {
            battle
                .document()
                .manifest
                .formations
                .iter()
                .map(|one| one.id.as_str())
        };
        if !known().any(|one| *formation == one) {
            let hint = suggestion(formation.as_str(), known());
            return Err(EngineError::request(format!(
                "there is no formation '{formation}'{hint}"
            )));
        }
    }
    Ok(Goal {
        at: ask.to,
        facing: ask.facing,
        formation: ask.formation,
        within: ask.within,
        degrees: ask.within_degrees,
    })
}
