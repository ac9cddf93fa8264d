//! Forming up unformed and wavering units (S3-8, S2-11, S2-20).

use grognard_sdk::prelude::*;

use crate::GeneralDeBrigade;
use crate::price::Row;
use crate::test_to_form::Tested;
use crate::troops::Form;
use crate::words::{clear, set, spend};

impl GeneralDeBrigade {
    /// The ruling on forming up.
    pub(crate) fn rule_form_up(&self, situation: &Situation<'_>, order: &Order) -> Ruling {
        let mut judge = Judge::new(order.subject);
        let Some((index, unit)) = self.found(situation, order) else {
            return Ruling::default();
        };
        if !unit.is("unformed") && !unit.is("wavering") {
            judge.refuse("not-unformed", "S2-11");
            return judge.done();
        }
        let budget = self.budget(unit);
        if !self.may_act(unit, budget, &mut judge) {
            return judge.done();
        }
        judge.read(&self.readings, "form-up-cause");
        for clause in ["S3-8", "S2-20"] {
            judge.cite(Id::of(clause));
        }
        if self.set.crossing_only && !unit.is("crossed-by") {
            judge.refuse("not-crossed", "S3-8");
        }
        if unit.is("change-owed") {
            judge.refuse("change-under-way", "S2-24");
        }
        let num = &self.numbers.form_up;
        let Some(cost) = self.known(unit, num, Id::of("form-up"), "S2-11", &mut judge) else {
            return crate::notes::done(judge);
        };
        let mut costs = vec![cost];
        costs.extend(self.surcharge(unit, Row::FormUp, &mut judge));
        let total = costs.iter().fold(Ratio::ZERO, |sum, cost| sum + cost.share);
        let full = self.numbers.free.or_zero();
        let long = total > full;
        let fits = if long {
            self.may_begin(unit, budget, total, &costs, &mut judge)
        } else {
            self.charge_all(unit, budget, &costs, &mut judge)
        };
        if !fits || !judge.allowed() {
            return crate::notes::done(judge);
        }
        match self.test_if_all(situation, index, unit, &mut judge) {
            Tested::Open => {}
            Tested::Failed => self.fail_test(unit, total.min(full), &mut judge),
            Tested::Passed if long => {
                // The same formation before and after: it is the order of the unit that changes.
                self.owe(
                    situation,
                    unit,
                    (Form::of(unit), Form::of(unit)),
                    total,
                    "centre",
                    &mut judge,
                );
            }
            Tested::Passed => {
                judge.then(spend(unit, total));
                self.formed(unit, &mut judge);
            }
        }
        crate::notes::done(judge)
    }

    /// The unit is in order again.
    pub(crate) fn formed(&self, unit: &Unit, judge: &mut Judge) {
        for name in ["unformed", "wavering"] {
            if unit.conditions.get(name).is_some() {
                judge.then(clear(&unit.id, name));
            }
        }
    }

    /// Notes what is paid and owed for a change that goes on next turn.
    pub(crate) fn owe(
        &self,
        situation: &Situation<'_>,
        unit: &Unit,
        (from, to): (Form, Form),
        total: Ratio,
        anchor: &'static str,
        judge: &mut Judge,
    ) {
        let paid = self.numbers.free.or_zero();
        judge.find(
            Finding::notes(Id::of("change-begun"), Id::of("S2-24"), unit.id).measured(
                Measure::Share,
                Amount::exact(total),
                Amount::exact(paid),
            ),
        );
        let turn = i64::from(situation.board.clock.turn);
        judge.then(spend(unit, paid));
        judge.then(set(
            &unit.id,
            "change-from",
            Value::text(from.id().as_str()),
        ));
        judge.then(set(&unit.id, "change-to", Value::text(to.id().as_str())));
        judge.then(set(&unit.id, "change-paid", Value::Number(paid)));
        judge.then(set(&unit.id, "change-owed", Value::Number(total - paid)));
        judge.then(set(&unit.id, "change-anchor", Value::text(anchor)));
        judge.then(set(&unit.id, "change-begun", Value::Int(turn)));
    }
}
