//! Fire, as far as movement cares: who may, and who has (S2-25, S3-5).

use grognard_sdk::prelude::*;

use crate::GeneralDeBrigade;
use crate::troops::involuntary;
use crate::words::flag;

impl GeneralDeBrigade {
    /// The ruling on an order to fire. What the fire does is outside the rules covered.
    pub(crate) fn rule_fire(&self, situation: &Situation<'_>, order: &Order) -> Ruling {
        let mut judge = Judge::new(order.subject);
        let Some((_, unit)) = self.found(situation, order) else {
            return Ruling::default();
        };
        if involuntary(unit) {
            judge.refuse("not-voluntary", "S3-4");
        }
        if unit.is("change-owed") {
            judge.read(&self.readings, "fire-mid-change");
            judge.cite(Id::of("S2-25"));
            if self.set.changing_never_fires || unit.is("under-charge") {
                judge.refuse("fire-barred", "S2-25");
            }
        }
        if situation.board.clock.phase == "charge" {
            judge.cite(Id::of("S3-5"));
            judge.then(flag(&unit.id, "fired"));
        }
        judge.done()
    }
}
