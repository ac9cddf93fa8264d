//! Changes that take more than one phase (S2-24, S2-25, S3-6).

use grognard_sdk::prelude::*;

use crate::GeneralDeBrigade;
use crate::budget::{Budget, Cost};
use crate::change::Change;
use crate::room::{Anchor, Standing};
use crate::troops::{Form, involuntary};
use crate::words::{OF_A_CHANGE, clear, spend};

impl GeneralDeBrigade {
    /// Whether a change that costs more than a phase may begin: with a whole phase, none of it spent.
    pub(crate) fn may_begin(
        &self,
        unit: &Unit,
        budget: Budget,
        total: Ratio,
        costs: &[Cost],
        judge: &mut Judge,
    ) -> bool {
        let full = self.numbers.free.or_zero();
        self.lean_on_budget(budget, judge);
        let used = self.used(unit);
        let fresh = used == Amount::ZERO && budget.share >= full;
        let begins = fresh && self.set.multi_phase;
        self.pay_before(used, judge);
        // What is paid now is the whole phase; the rest is owed and enters no ledger yet.
        let mut left = if begins { full } else { total };
        for cost in costs {
            let share = cost.share.min(left);
            left = left - share;
            let (item, clause) = (cost.item, cost.clause);
            judge.pay(item, clause, share, cost.cell);
        }
        judge.read(&self.readings, "multi-phase");
        for clause in ["S2-24", "S3-6"] {
            judge.cite(Id::of(clause));
        }
        if begins {
            judge.account(Amount::exact(full), Amount::exact(budget.share));
            return true;
        }
        judge.account(used + Amount::exact(total), Amount::exact(budget.share));
        judge.find(
            Finding::refuses(Id::of("change-too-long"), Id::of("S2-24"), unit.id).measured(
                Measure::Share,
                Amount::exact(total),
                Amount::exact(budget.share) - used,
            ),
        );
        false
    }

    /// The first phase of a long change is paid.
    pub(crate) fn begin(
        &self,
        situation: &Situation<'_>,
        change: &Change<'_>,
        total: Ratio,
        anchor: Anchor,
        standing: &Standing,
        judge: &mut Judge,
    ) {
        let unit = change.unit;
        judge.cite(Id::of("S2-25"));
        judge.read(&self.readings, "formation-while-changing");
        self.owe(
            situation,
            unit,
            (change.from, change.to),
            total,
            anchor.name(),
            judge,
        );
        if self.set.new_while_changing {
            self.take(change, standing, judge);
        }
    }

    /// What the Movement Phase does first with a unit in the middle of a change: it pays what is owed
    /// and has its new formation, waits for a better phase, or has lost the change.
    pub(crate) fn go_on(&self, situation: &Situation<'_>, index: usize, judge: &mut Judge) {
        let Some(unit) = situation.board.units.get(index) else {
            return;
        };
        let Some(owed) = unit.conditions.number("change-owed") else {
            return;
        };
        let begun = unit.conditions.int("change-begun").unwrap_or(0);
        if begun >= i64::from(situation.board.clock.turn) {
            return;
        }
        let from = unit.conditions.text("change-from").and_then(Form::parse);
        let to = unit.conditions.text("change-to").and_then(Form::parse);
        let forming_up = from == to;
        let broken =
            unit.is("compulsory") || involuntary(unit) || (unit.is("unformed") && !forming_up);
        if broken {
            judge.read(&self.readings, "interrupted-change");
        }
        if broken && !self.set.interrupted_kept {
            self.drop_change(unit, judge);
            return;
        }
        let budget = self.budget(unit);
        let Some(to) = to.filter(|_| owed <= budget.share && !broken) else {
            self.note_about(unit, "change-waits", judge);
            return;
        };
        let change = Change {
            index,
            unit,
            from: Form::of(unit),
            to,
            budget,
        };
        if forming_up {
            self.formed(unit, judge);
        } else if change.from != to {
            let anchor = Self::anchor_of(unit.conditions.text("change-anchor"));
            let mut aside = Judge::new(unit.id);
            let Some(standing) = self.make_room(situation, index, unit, to, anchor, &mut aside)
            else {
                self.note_about(unit, "change-waits", judge);
                return;
            };
            self.take(&change, &standing, judge);
        }
        judge.read(&self.readings, "after-change");
        let paid = if self.set.move_after_change {
            owed
        } else {
            budget.share
        };
        judge.find(
            Finding::notes(Id::of("change-ends"), Id::of("S2-24"), unit.id)
                .about(to.id())
                .measured(
                    Measure::Share,
                    Amount::exact(owed),
                    Amount::exact(budget.share),
                ),
        );
        judge.then(spend(unit, paid));
        self.clear_change(unit, judge);
    }

    /// A change under way is lost.
    pub(crate) fn drop_change(&self, unit: &Unit, judge: &mut Judge) {
        if unit.is("change-owed") && !self.set.interrupted_kept {
            judge.read(&self.readings, "interrupted-change");
            self.note_about(unit, "change-dropped", judge);
            self.clear_change(unit, judge);
        }
    }

    fn clear_change(&self, unit: &Unit, judge: &mut Judge) {
        for name in OF_A_CHANGE {
            if unit.is(name) {
                judge.then(clear(&unit.id, name));
            }
        }
    }

    fn note_about(&self, unit: &Unit, slug: &'static str, judge: &mut Judge) {
        judge.find(Finding::notes(Id::of(slug), Id::of("S2-24"), unit.id));
    }
}
