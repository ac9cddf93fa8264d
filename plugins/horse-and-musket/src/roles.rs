//! Roles that depend on a unit's stands.

use grognard_sdk::prelude::*;

use crate::HorseAndMusket;
use crate::formations::Arm;
use crate::questions::Question;
use crate::travel::subject;

impl HorseAndMusket {
    /// Rules on a claim that a unit counts as light, dragoons or horse artillery. It changes nothing.
    pub(crate) fn function_as(&self, situation: &Situation<'_>, order: &Order) -> Ruling {
        let mut judge = Judge::new(order.subject);
        let Some((_, unit)) = subject(situation.board, &order.subject) else {
            return judge.done();
        };
        let troops = self.troops(unit);
        self.answers.asked(&mut judge, Question::StatusScope);
        let role = order.text("role").unwrap_or("");
        let (counts, slug, clause) = match role {
            "horse-artillery" => (troops.horse_artillery(), "not-horse-artillery", "M32"),
            "dragoons" => (
                troops.dragoons(&self.answers),
                "dismount-needs-dragoons",
                "M31",
            ),
            _ if troops.arm == Arm::Cavalry => (troops.light(&self.answers), "not-light", "M30"),
            _ => (troops.light(&self.answers), "not-light", "M29"),
        };
        if counts {
            judge.find(
                Finding::notes(Id::of("role-confirmed"), Id::of(clause), unit.id)
                    .with(Id::of("role"), Value::text(role)),
            );
        } else {
            judge.refuse(slug, clause);
        }
        judge.done()
    }
}
