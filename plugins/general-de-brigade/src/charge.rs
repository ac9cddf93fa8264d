//! Charges, as far as the chapter goes: the rate of the formation and the bonus (S2-2).

use grognard_sdk::prelude::*;

use crate::GeneralDeBrigade;
use crate::law::Pace;
use crate::march::Walk;
use crate::notes::{lean, silent};
use crate::troops::{Arm, involuntary};
use crate::words::flag;

impl GeneralDeBrigade {
    /// The ruling on a charge.
    pub(crate) fn rule_charge(&self, situation: &Situation<'_>, order: &Order) -> Ruling {
        let mut judge = Judge::new(order.subject);
        let (Some((index, unit)), Some(course)) = (self.found(situation, order), order.course())
        else {
            return Ruling::default();
        };
        let target = order
            .text("target")
            .and_then(|id| situation.board.unit_index(id));
        let Some(target) = target else {
            return Ruling::default();
        };
        let enemy = &situation.board.units[target];
        silent(&mut judge, &unit.id, "silent-on-charges");
        if involuntary(unit) {
            judge.refuse("not-voluntary", "S3-4");
        }
        if Arm::of(unit).is_guns() {
            // The column of charges is blank in the rows of guns.
            judge.refuse("no-charge", "S2-2");
        }
        if !situation.board.hostile(&unit.side, &enemy.side) {
            judge.refuse("not-an-enemy", "S2-2");
        }
        if !judge.allowed() {
            return judge.done();
        }
        lean(&mut judge, &self.numbers.rates(Arm::of(unit)).bonus);
        let ignored = [target as u64];
        let walk = Walk {
            situation,
            index,
            unit,
            course,
            pace: Pace::Charge,
            ignored: &ignored,
        };
        let survey = self.walk(&walk, &mut judge);
        let met = survey
            .as_ref()
            .and_then(|survey| survey.contacts.iter().find(|it| it.unit == target as u64));
        match met {
            Some(contact) if contact.overlap => {
                let finding = Finding::refuses(Id::of("stops-at"), Id::of("S2-2"), unit.id);
                judge.find(finding.about(enemy.id));
            }
            Some(_) => {}
            None => {
                let finding = Finding::notes(Id::of("charge-falls-short"), Id::of("S2-2"), unit.id);
                judge.find(finding.about(enemy.id));
            }
        }
        judge.then(flag(&unit.id, "charged"));
        judge.then(flag(&enemy.id, "under-charge"));
        crate::notes::done(judge)
    }
}
