//! Generals ride (S2-2, S3-18).

use grognard_sdk::prelude::*;

use crate::GeneralDeBrigade;
use crate::cell::Num;
use crate::notes::{found, lean};
use crate::words::set;

impl GeneralDeBrigade {
    /// The ruling on moving a general.
    pub(crate) fn rule_ride(&self, situation: &Situation<'_>, order: &Order) -> Ruling {
        let mut judge = Judge::new(order.subject);
        let found = situation.board.commander(order.subject.as_str());
        let to = order.arg("to").and_then(Value::as_point);
        let (Some(commander), Some(to)) = (found, to) else {
            return Ruling::default();
        };
        self.ride(
            situation,
            commander,
            to,
            (&self.numbers.general, "S2-2"),
            &mut judge,
        );
        crate::notes::done(judge)
    }

    /// Rides straight to a place at a rate.
    pub(crate) fn ride(
        &self,
        situation: &Situation<'_>,
        commander: &Commander,
        to: Point,
        (num, clause): (&Num, &'static str),
        judge: &mut Judge,
    ) {
        lean(judge, num);
        judge.cite(Id::of(clause));
        let id = &commander.id;
        let Some(rate) = num.value.filter(|rate| !rate.is_zero()) else {
            let finding = Finding::unsettles(Id::of("cell-unknown"), Id::of(clause), *id);
            judge.find(finding.about(num.key));
            return;
        };
        let table = &situation.board.table;
        if to.x < table.min.x || to.y < table.min.y || to.x > table.max.x || to.y > table.max.y {
            judge.find(Finding::refuses(Id::of("off-table"), Id::default(), *id));
        }
        let ridden = commander.conditions.number("ridden").unwrap_or(Ratio::ZERO);
        let distance = found(commander.at.distance(to));
        self.pay_before(Amount::exact(ridden), judge);
        let share = distance.over(rate).unwrap_or(Amount::ZERO);
        let budget = self.numbers.free.or_zero();
        judge.enter(LedgerLine {
            item: Id::of("ride"),
            clause: Id::of(clause),
            place: Id::default(),
            distance: RSome(distance),
            rate: RSome(rate),
            share,
            cell: num.key,
        });
        let total = Amount::exact(ridden) + share;
        judge.account(total, Amount::exact(budget));
        let slack = situation.ground.tolerance() / rate.to_f64();
        if total.to_f64() > budget.to_f64() + slack {
            let left = Amount::exact((budget - ridden) * rate);
            judge.find(
                Finding::refuses(Id::of("over-allowance"), Id::of(clause), *id).measured(
                    Measure::Length,
                    distance,
                    left,
                ),
            );
            return;
        }
        judge.then(Effect::PlaceCommander {
            commander: *id,
            at: to,
        });
        let sum = Ratio::simplest(total.to_f64()).unwrap_or(budget);
        judge.then(set(id, "ridden", Value::Number(sum)));
    }
}
