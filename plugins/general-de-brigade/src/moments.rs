//! What happens by itself: changes under way go on, and the turn's memory is wiped.

use grognard_sdk::prelude::*;

use crate::GeneralDeBrigade;
use crate::words::{OF_THE_TURN, clear};

impl GeneralDeBrigade {
    /// What the rules do at a moment.
    pub(crate) fn at(&self, situation: &Situation<'_>, moment: Moment) -> Ruling {
        let mut judge = Judge::new(Id::default());
        match moment {
            Moment::PhaseStart if situation.board.clock.phase == "movement" => {
                for index in 0..situation.board.units.len() {
                    self.go_on(situation, index, &mut judge);
                }
            }
            Moment::TurnEnd => forget(situation.board, &mut judge),
            _ => {}
        }
        judge.done()
    }
}

/// Nothing of this turn passes to the next (S3-6).
fn forget(board: &Board, judge: &mut Judge) {
    for unit in &board.units {
        for name in OF_THE_TURN {
            if unit.conditions.get(name).is_some() {
                judge.then(clear(&unit.id, name));
            }
        }
        if unit.conditions.get("stopped").is_some() {
            judge.then(clear(&unit.id, "stopped"));
        }
        if !unit.track.is_empty() {
            judge.then(Effect::ClearTrack { unit: unit.id });
        }
    }
    for brigade in &board.brigades {
        for name in [
            "brigade-marched",
            "initiative-passed",
            "initiative-failed",
            "march-permitted",
        ] {
            if brigade.conditions.get(name).is_some() {
                judge.then(clear(&brigade.id, name));
            }
        }
    }
    for commander in &board.commanders {
        if commander.conditions.get("ridden").is_some() {
            judge.then(clear(&commander.id, "ridden"));
        }
    }
}
