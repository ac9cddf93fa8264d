//! Stragglers and crews that go back where they came from.

use grognard_sdk::prelude::*;

use crate::HorseAndMusket;
use crate::conditions as c;
use crate::formations::Formation;
use crate::gates::Doing;
use crate::past::origin;
use crate::questions::Question;
use crate::travel::{note_action, subject};

impl HorseAndMusket {
    /// Rules on a stand that rejoins the unit it was left by.
    pub(crate) fn rejoin(&self, situation: &Situation<'_>, order: &Order) -> Ruling {
        let mut judge = Judge::new(order.subject);
        let board = situation.board;
        let parent = order
            .text("parent")
            .and_then(|id| subject(board, &Id::from(id)));
        let (Some((index, unit)), Some((parent_index, parent))) =
            (subject(board, &order.subject), parent)
        else {
            return judge.done();
        };
        judge.cite(Id::of("M23b"));
        let doing = Doing {
            regroups: true,
            ..Doing::default()
        };
        self.history(&mut judge, board, unit, doing);
        self.history(&mut judge, board, parent, doing);
        let find = |slug| Finding::refuses(Id::of(slug), Id::of("M23b"), unit.id);
        match origin(unit) {
            None => judge.find(find("not-a-straggler")),
            Some(own) if parent.id != *own => judge.find(find("not-parent").about(parent.id)),
            Some(_) => {}
        }
        if unit.is(c::STRAGGLER) && self.answers.asked(&mut judge, Question::Rejoin) {
            self.brigade_and_commander(
                &mut judge,
                situation,
                parent,
                &[(index, unit)],
                parent_index,
            );
            self.size(&mut judge, unit.bases.len() + parent.bases.len());
        } else {
            let gap = situation.ground.gap(index, parent_index);
            if gap > situation.ground.tolerance() {
                judge.find(find("not-in-contact").about(parent.id).measured(
                    Measure::Length,
                    Amount::ZERO,
                    Amount::measured(gap),
                ));
            }
        }
        let formation =
            Formation::named(parent.formation.as_str()).unwrap_or(self.troops(parent).formation);
        let merged = self.merged(parent, &[unit], formation);
        let ground = merged.bases.iter().map(|base| base.rect).collect();
        self.judge_room(&mut judge, situation, &ground, &[index, parent_index]);
        if judge.allowed() {
            judge.then(Effect::RemoveUnit { unit: unit.id });
            let all = [(parent_index, parent), (index, unit)];
            let past = self.past(situation, &all);
            self.regroup(&mut judge, parent, merged, &all, &past);
            if parent.conditions.text(c::LEFT_BEHIND) == Some(unit.id.as_str()) {
                c::clear(&mut judge, parent, c::LEFT_BEHIND);
            }
            note_action(&mut judge, parent, false);
        }
        judge.done()
    }
}
