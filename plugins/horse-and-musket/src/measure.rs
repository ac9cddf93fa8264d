//! Measuring a distance, which bars a charge at that unit for the turn.

use grognard_sdk::prelude::*;

use crate::HorseAndMusket;
use crate::conditions as c;
use crate::travel::subject;

impl HorseAndMusket {
    /// Tells the distance to a unit and remembers that it was asked for.
    pub(crate) fn measure(&self, situation: &Situation<'_>, order: &Order) -> Ruling {
        let mut judge = Judge::new(order.subject);
        let board = situation.board;
        let target = order
            .text("target")
            .and_then(|id| subject(board, &Id::from(id)));
        if let (Some((index, unit)), Some((other, target))) =
            (subject(board, &order.subject), target)
        {
            let gap = Amount::measured(situation.ground.gap(index, other));
            judge.find(
                Finding::notes(Id::of("distance-measured"), Id::of("M11"), unit.id)
                    .about(target.id)
                    .measured(Measure::Length, Amount::ZERO, gap),
            );
            let measured = c::extended(unit, c::MEASURED, [target.id.as_str()]);
            c::set(&mut judge, &unit.id, c::MEASURED, measured);
        }
        judge.done()
    }
}
