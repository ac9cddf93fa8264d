//! What begins and ends with a turn: history that is forgotten, reforming that is over.

use grognard_sdk::prelude::*;

use crate::HorseAndMusket;
use crate::conditions as c;
use crate::formations::Formation;

impl HorseAndMusket {
    /// What the rules do of their own accord.
    pub(crate) fn at(&self, situation: &Situation<'_>, moment: Moment) -> Ruling {
        let mut judge = Judge::new(Id::default());
        let board = situation.board;
        match moment {
            Moment::BattleStart => self.mark_woods(&mut judge, board),
            Moment::TurnStart => {
                for unit in acting(board) {
                    begin_turn(&mut judge, unit);
                }
            }
            Moment::PhaseStart => {
                for unit in &board.units {
                    self.settle_formation(&mut judge, unit);
                }
            }
            Moment::TurnEnd => {
                for unit in acting(board) {
                    self.end_turn(&mut judge, situation, unit);
                }
            }
            Moment::PhaseEnd => {}
        }
        judge.done()
    }

    fn end_turn(&self, judge: &mut Judge, situation: &Situation<'_>, unit: &Unit) {
        // Fire taken in one's own turn is defensive fire and counts for nothing later.
        c::clear(judge, unit, c::FIRED_UPON);
        c::clear(judge, unit, c::SHOT_AT);
        if let Some(turn) = unit.condition(c::REFORMING) {
            let now = i64::from(situation.board.clock.turn);
            if turn.as_int().is_none_or(|turn| turn <= now) {
                c::clear(judge, unit, c::REFORMING);
            }
        }
        if let Some(before) = unit.condition(c::TIME_IN_LINE).and_then(Value::as_number) {
            let line = Formation::Line.name();
            let elsewhere = unit.track.iter().filter(|leg| leg.formation != *line);
            let elsewhere = elsewhere.fold(0.0, |sum, leg| sum + leg.share.to_f64());
            let elsewhere = Ratio::simplest((elsewhere * 1e6).round() / 1e6).unwrap_or(Ratio::ZERO);
            let stood = (Ratio::ONE - c::share(unit, c::CHANGES) - elsewhere).max(Ratio::ZERO);
            c::set(
                judge,
                &unit.id,
                c::TIME_IN_LINE,
                Value::Number(before + stood),
            );
        }
        self.tell_of_straggler(judge, situation, unit);
    }

    /// A unit that rolled X and did not get away from its straggler is the players' to settle.
    fn tell_of_straggler(&self, judge: &mut Judge, situation: &Situation<'_>, unit: &Unit) {
        let board = situation.board;
        let behind = unit
            .conditions
            .text(c::LEFT_BEHIND)
            .and_then(|id| board.unit_index(id));
        let (Some(behind), Some(index)) = (behind, board.unit_index(unit.id.as_str())) else {
            return;
        };
        let Some(needed) = self.constants.straggler_gap.inches() else {
            return;
        };
        let gap = Amount::measured(situation.ground.gap(index as u64, behind as u64));
        if Amount::exact(needed).exceeds(gap, situation.ground.tolerance()) {
            judge.find(
                Finding::notes(Id::of("move-away-due"), Id::of("M23a"), unit.id)
                    .about(board.units[behind].id)
                    .measured(Measure::Length, needed.into(), gap),
            );
        }
    }
}

fn begin_turn(judge: &mut Judge, unit: &Unit) {
    for name in c::OF_A_TURN {
        c::clear(judge, unit, name);
    }
    if !unit.track.is_empty() {
        judge.then(Effect::ClearTrack { unit: unit.id });
    }
    if unit.is(c::FIRED_UPON) {
        c::clear(judge, unit, c::FIRED_UPON);
        c::flag(judge, &unit.id, c::SHOT_AT);
    }
}

/// The units of the side whose turn it is.
fn acting(board: &Board) -> impl Iterator<Item = &Unit> {
    board
        .units
        .iter()
        .filter(|unit| board.clock.acts(&unit.side))
}
