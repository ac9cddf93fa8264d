//! Moves that the enemy forces on a unit.

use grognard_sdk::prelude::*;

use crate::HorseAndMusket;
use crate::law::Manner;
use crate::travel::{note_action, subject};

impl HorseAndMusket {
    /// Carries out a move that enemy action forces. How far is not in these rules, so no allowance,
    /// morale or reforming limits it; only other units and the table edge do.
    pub(crate) fn forced_move(&self, situation: &Situation<'_>, order: &Order) -> Ruling {
        let mut judge = Judge::new(order.subject);
        let (Some((index, unit)), Some(course)) =
            (subject(situation.board, &order.subject), order.course())
        else {
            return judge.done();
        };
        judge.cite(Id::of("M12"));
        let stance = self.stance(self.troops(unit));
        let law = self.law(&stance, Manner::March);
        let survey = situation.ground.survey(index, course, &law);
        let ends = crate::models::ground_at(unit, &survey.bases);
        self.judge_room(&mut judge, situation, &ends, &[index]);
        if judge.allowed() && !course.steps.is_empty() {
            judge.then(Effect::Place {
                unit: unit.id,
                pose: survey.end,
                bases: survey.bases,
            });
            note_action(&mut judge, unit, true);
        }
        judge.done()
    }
}
