//! Changes of formation (S2-7 to S2-10, S2-17 to S2-27).

use grognard_sdk::prelude::*;

use crate::GeneralDeBrigade;
use crate::budget::{Budget, Cost};
use crate::readings::Mix;
use crate::room::{Anchor, Standing};
use crate::test_to_form::Tested;
use crate::troops::{Arm, Form, Kind};
use crate::words::{clear, flag, set, spend};

/// A change under examination: who, from what, to what, at which price.
pub(crate) struct Change<'a> {
    pub index: usize,
    pub unit: &'a Unit,
    pub from: Form,
    pub to: Form,
    pub budget: Budget,
}

impl GeneralDeBrigade {
    /// The ruling on an order to change formation.
    pub(crate) fn rule_change(&self, situation: &Situation<'_>, order: &Order) -> Ruling {
        let mut judge = Judge::new(order.subject);
        let Some((index, unit)) = self.found(situation, order) else {
            return Ruling::default();
        };
        let Some(to) = order.text("to").and_then(Form::parse) else {
            judge.refuse("no-such-formation", "S2-2");
            return crate::notes::done(judge);
        };
        if Arm::of(unit).is_guns() && to.suits(Arm::of(unit)) {
            return self.rule_limber(situation, order, to);
        }
        let change = Change {
            index,
            unit,
            from: Form::of(unit),
            to,
            budget: self.budget(unit),
        };
        if self.may_change(&change, &mut judge) {
            self.change(situation, &change, order.text("anchor"), &mut judge);
        }
        crate::notes::done(judge)
    }

    /// Whether the unit may take that formation at all, and act now.
    pub(crate) fn may_change(&self, change: &Change<'_>, judge: &mut Judge) -> bool {
        let unit = change.unit;
        if change.from == change.to {
            judge.refuse("same-formation", "S2-8");
            return false;
        }
        let closed = change.to == Form::ClosedColumn && !self.set.amended;
        if !change.to.suits(Arm::of(unit)) || closed {
            judge.find(
                Finding::refuses(Id::of("no-such-formation"), Id::of("S2-2"), unit.id)
                    .about(change.to.id()),
            );
            return false;
        }
        self.may_step(unit, change.budget, judge)
    }

    /// Whether the unit may act in a way that is no march: it is free, formed enough, has not marched
    /// and is in no other change.
    pub(crate) fn may_step(&self, unit: &Unit, budget: Budget, judge: &mut Judge) -> bool {
        let mut may = self.may_act(unit, budget, judge);
        if unit.is("marched") && self.set.mix != Mix::Either {
            judge.read(&self.readings, "march-mix");
            judge.refuse("march-mixed", "S3-20");
            may = false;
        }
        if self.set.unformed_stays && (unit.is("unformed") || unit.is("wavering")) {
            judge.read(&self.readings, "unformed-move");
            judge.refuse("unformed-first", "S2-11");
            may = false;
        }
        if unit.is("change-owed") {
            judge.refuse("change-under-way", "S2-24");
            may = false;
        }
        if let Some(held) = unit.conditions.text("holds") {
            let finding = Finding::refuses(Id::of("inside-area"), Id::of("S2-12"), unit.id);
            judge.find(finding.about(Id::from(held)));
            may = false;
        }
        may
    }

    fn change(
        &self,
        situation: &Situation<'_>,
        change: &Change<'_>,
        anchor: Option<&str>,
        judge: &mut Judge,
    ) {
        let unit = change.unit;
        if change.from.kind() == change.to.kind() {
            let lines = change.from.kind() == Kind::Line;
            judge.cite(Id::of(if lines { "S2-9" } else { "S2-8" }));
        }
        let costs = self.price(unit, change.from, change.to, judge);
        let anchor = self.anchor(unit, anchor, judge);
        let room = anchor.and_then(|anchor| {
            self.make_room(situation, change.index, unit, change.to, anchor, judge)
                .map(|standing| (anchor, standing))
        });
        let Some(costs) = costs else { return };
        let total = costs.iter().fold(Ratio::ZERO, |sum, cost| sum + cost.share);
        let full = self.numbers.free.or_zero();
        let long = total > full;
        let fits = if long {
            self.may_begin(unit, change.budget, total, &costs, judge)
        } else {
            self.charge_all(unit, change.budget, &costs, judge)
        };
        let Some((anchor, standing)) = room else {
            return;
        };
        if !fits || !judge.allowed() {
            return;
        }
        match self.test_to_form(situation, change.index, unit, judge) {
            Tested::Open => {}
            Tested::Failed => self.fail_test(unit, total.min(full), judge),
            Tested::Passed if long => {
                self.begin(situation, change, total, anchor, &standing, judge)
            }
            Tested::Passed => {
                judge.then(spend(unit, total));
                self.take(change, &standing, judge);
            }
        }
    }

    /// Charges several costs at once; only their sum is refused.
    pub(crate) fn charge_all(
        &self,
        unit: &Unit,
        budget: Budget,
        costs: &[Cost],
        judge: &mut Judge,
    ) -> bool {
        let Some((last, first)) = costs.split_last() else {
            return true;
        };
        self.pay_before(self.used(unit), judge);
        let mut share = last.share;
        for cost in first {
            judge.pay(cost.item, cost.clause, cost.share, cost.cell);
            share = share + cost.share;
        }
        judge.pay(last.item, last.clause, last.share, last.cell);
        self.check_share(unit, budget, share, &last.clause, judge)
    }

    /// The formation is taken: what changes on the board.
    pub(crate) fn take(&self, change: &Change<'_>, standing: &Standing, judge: &mut Judge) {
        let unit = change.unit;
        judge.then(Effect::SetFormation {
            unit: unit.id,
            formation: change.to.id(),
        });
        judge.then(Effect::Place {
            unit: unit.id,
            pose: standing.pose,
            bases: standing.bases.clone(),
        });
        judge.then(flag(&unit.id, "changed"));
        match standing.behind.and_then(|index| unit.bases.get(index)) {
            Some(base) => {
                let serial = Value::Int(i64::from(base.serial));
                judge.then(set(&unit.id, "base-behind", serial));
            }
            None if unit.is("base-behind") => judge.then(clear(&unit.id, "base-behind")),
            None => {}
        }
        self.slow_by_change(change, judge);
    }

    /// Under the reading that the slowest formation rules the phase, earlier legs are charged anew.
    fn slow_by_change(&self, change: &Change<'_>, judge: &mut Judge) {
        if !self.set.slower_rate {
            return;
        }
        let unit = change.unit;
        judge.read(&self.readings, "mixed-rate");
        let arm = Arm::of(unit);
        let rate = |form| self.numbers.rate(arm, form, true).or_zero();
        let mut slowest = rate(change.from).min(rate(change.to));
        if let Some(before) = unit.conditions.number("slowest") {
            slowest = slowest.min(before);
        }
        judge.then(set(&unit.id, "slowest", Value::Number(slowest)));
        if !unit.track.is_empty() {
            let mut legs = unit.track.clone();
            for leg in &mut legs {
                let per_move = leg.per_move.min(slowest);
                crate::law::rerate(leg, per_move);
            }
            judge.then(Effect::ClearTrack { unit: unit.id });
            judge.then(Effect::Walk {
                unit: unit.id,
                legs,
            });
        }
    }

    /// Where a standing change of formation would put the unit, when a change under way ends.
    pub(crate) fn anchor_of(text: Option<&str>) -> Anchor {
        match text {
            Some("left") => Anchor::Left,
            Some("right") => Anchor::Right,
            _ => Anchor::Centre,
        }
    }
}
