//! Standing still.

use grognard_sdk::prelude::*;

use crate::HorseAndMusket;
use crate::charts::Deed;
use crate::travel::subject;

impl HorseAndMusket {
    /// Rules on standing still: a unit may always use none of its move (M3b).
    pub(crate) fn stand(&self, situation: &Situation<'_>, order: &Order) -> Ruling {
        let mut judge = Judge::new(order.subject);
        judge.cite(Id::of("M3b"));
        if let Some((_, unit)) = subject(situation.board, &order.subject) {
            self.morale(&mut judge, &self.troops(unit), [Deed::Stand]);
        }
        judge.done()
    }
}
