//! What bars an order before it is looked at: what happened to the unit, and its morale.

use grognard_sdk::prelude::*;

use crate::HorseAndMusket;
use crate::charts::{Deed, Number};
use crate::conditions as c;
use crate::questions::Question;
use crate::troops::Troops;

/// What an order would have a unit do.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Doing {
    /// Displace it.
    pub(crate) moves: bool,
    /// Change its formation.
    pub(crate) changes: bool,
    /// About-faces.
    pub(crate) faces: u32,
    /// Regroup its stands.
    pub(crate) regroups: bool,
}

/// The word kept on a unit whose forced march leaves it where it is.
pub(crate) const STAYS: &str = "stays";

impl HorseAndMusket {
    /// What happened to the unit before: reforming, a failed forced march, friends passed through it,
    /// an about-face made.
    pub(crate) fn history(&self, judge: &mut Judge, board: &Board, unit: &Unit, doing: Doing) {
        let acts = doing.moves || doing.changes || doing.faces > 0;
        if (acts || doing.regroups) && is_reforming(board, unit) {
            let only_faces = !doing.moves && !doing.changes && !doing.regroups;
            if !(only_faces && self.answers.asked(judge, Question::ReformingAboutFace)) {
                judge.refuse("reforming", "M12");
            }
        }
        if doing.faces > 0 && doing.faces + u32::from(unit.is(c::FACED)) > 1 {
            judge.refuse("second-about-face", "M14");
        }
        if let Some(result) = unit.conditions.text(c::FORCED_MARCH)
            && (acts || doing.regroups)
        {
            let clause = match result {
                "no" if self.answers.asked(judge, Question::ForcedMarchNo) => Some("M22a"),
                STAYS => Some("M23a"),
                _ => None,
            };
            if let Some(clause) = clause {
                judge.find(
                    Finding::refuses(Id::of("forced-march-failed"), Id::of(clause), unit.id)
                        .with(Id::of("result"), Value::text(result)),
                );
            }
        }
        if unit.is(c::LOCKED) && (acts || doing.regroups) {
            let barred =
                doing.moves || doing.regroups || !self.answers.asked(judge, Question::KeepsStill);
            if barred {
                judge.refuse("passed-through-this-turn", "M15");
            }
        }
    }

    /// Whether the unit has morale for every one of `deeds`. A unit whose morale was never marked has
    /// full morale, which is enough for everything.
    pub(crate) fn morale(
        &self,
        judge: &mut Judge,
        troops: &Troops<'_>,
        deeds: impl IntoIterator<Item = Deed>,
    ) {
        let Some(level) = troops.unit.condition(c::MORALE).and_then(Value::as_int) else {
            return;
        };
        if self.answers.asked(judge, Question::StatusScope) && troops.spared(&self.answers) {
            return;
        }
        for deed in deeds {
            let number = self.morale.least(deed);
            let Some(least) = self.need(judge, number, "M34") else {
                continue;
            };
            judge.cite(Id::of("M34"));
            if Ratio::int(level) < least {
                judge.find(
                    Finding::refuses(Id::of("morale-too-low"), Id::of("M34"), judge.subject())
                        .measured(Measure::Count, least.into(), Ratio::int(level).into())
                        .with(Id::of("move"), Value::text(deed.name())),
                );
            }
        }
    }

    /// A number of the charts that a ruling cannot do without: leans on its cell, or leaves the ruling
    /// undetermined and names it.
    pub(crate) fn need(
        &self,
        judge: &mut Judge,
        number: &Number,
        clause: &'static str,
    ) -> Option<Ratio> {
        judge.lean_on(number.mention);
        if number.value.is_none() {
            judge.find(missing(
                "cell-missing",
                clause,
                judge.subject(),
                number.mention.cell.as_str(),
            ));
        }
        number.value
    }

    /// The same, for a number of inches, in millimetres.
    pub(crate) fn need_inches(
        &self,
        judge: &mut Judge,
        number: &Number,
        clause: &'static str,
    ) -> Option<Ratio> {
        self.need(judge, number, clause)?;
        number.inches()
    }
}

/// A finding that a cell is missing.
pub(crate) fn missing(
    slug: &'static str,
    clause: &'static str,
    subject: Id,
    cell: &str,
) -> Finding {
    Finding::unsettles(Id::of(slug), Id::of(clause), subject)
        .with(Id::of("cell"), Value::text(cell))
}

/// Whether this is the turn in which the unit stands still after a charge that missed.
pub(crate) fn is_reforming(board: &Board, unit: &Unit) -> bool {
    unit.condition(c::REFORMING).is_some_and(|turn| {
        // A flag set by hand holds until its turn is over.
        turn.as_int().map_or(turn.as_flag() == Some(true), |turn| {
            turn == i64::from(board.clock.turn)
        })
    })
}
