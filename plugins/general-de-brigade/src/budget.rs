//! The phase budget: how much of a full move a unit has, and what it has used of it.

use grognard_sdk::prelude::*;

use crate::GeneralDeBrigade;
use crate::notes::rely;
use crate::troops::involuntary;
use crate::words::spent;

/// What a unit may do in this Movement Phase.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    /// The share there is: 1, 1/2 or 0.
    pub share: Ratio,
    /// The part of its distances it may go, where a cut concerns distances alone (reading
    /// `half-move-change`).
    pub distances: Ratio,
    /// Whether it is cut because the unit fired (S3-5).
    pub fired: bool,
    /// Whether the unit acted in the Charge Phase in a way that a reading may overlook (S3-4).
    pub acted: bool,
    /// Why there is none: the finding to give.
    pub none: Option<&'static str>,
}

impl Budget {
    /// All of `share`.
    pub(crate) const fn all(share: Ratio) -> Self {
        Self {
            share,
            distances: Ratio::ONE,
            fired: false,
            acted: false,
            none: None,
        }
    }

    const fn nothing(why: &'static str) -> Self {
        Self {
            none: Some(why),
            ..Self::all(Ratio::ZERO)
        }
    }
}

impl GeneralDeBrigade {
    /// The phase budget of a unit (S3-4, S3-5).
    pub(crate) fn budget(&self, unit: &Unit) -> Budget {
        let all = Budget::all(self.numbers.free.or_zero());
        if unit.conditions.is_empty() {
            return all;
        }
        if involuntary(unit) {
            return Budget::nothing("not-voluntary");
        }
        if unit.is("compulsory") {
            return Budget::nothing("not-free");
        }
        let acted = ["charged", "counter-charged", "evaded", "acted"]
            .iter()
            .any(|it| unit.is(it));
        let all = Budget { acted, ..all };
        if acted && self.set.charge_bars {
            let none = Budget::nothing("not-free");
            return Budget { acted, ..none };
        }
        if !unit.is("fired") {
            return all;
        }
        let part = self.numbers.fired.or_zero();
        if self.set.half_distance_only {
            return Budget {
                distances: part,
                fired: true,
                ..all
            };
        }
        Budget {
            share: part,
            fired: true,
            ..all
        }
    }

    /// Leans on the cell and the readings that gave the budget.
    pub(crate) fn lean_on_budget(&self, budget: Budget, judge: &mut Judge) {
        if budget.fired {
            judge.read(&self.readings, "half-move-change");
        }
        if budget.acted {
            judge.read(&self.readings, "charge-phase-action");
        }
        let cell = if budget.fired {
            &self.numbers.fired
        } else {
            &self.numbers.free
        };
        rely(judge, cell, "S3-4");
    }

    /// The share used so far this phase: distances walked and everything else.
    pub(crate) fn used(&self, unit: &Unit) -> Amount {
        unit.track
            .iter()
            .fold(Amount::exact(spent(unit)), |sum, leg| sum + leg.share)
    }

    /// Refuses a unit that has no budget. Gives whether it may go on.
    pub(crate) fn may_act(&self, unit: &Unit, budget: Budget, judge: &mut Judge) -> bool {
        match budget.none {
            Some(why) => {
                if budget.acted {
                    judge.read(&self.readings, "charge-phase-action");
                }
                judge.find(Finding::refuses(Id::of(why), Id::of("S3-4"), unit.id));
                false
            }
            None => true,
        }
    }

    /// Charges `share` for something that is no distance: an entry in the ledger, the account, and a
    /// refusal when it goes beyond the budget. Gives whether it fits.
    pub(crate) fn charge_share(
        &self,
        unit: &Unit,
        budget: Budget,
        cost: &Cost,
        judge: &mut Judge,
    ) -> bool {
        self.pay_before(self.used(unit), judge);
        judge.pay(cost.item, cost.clause, cost.share, cost.cell);
        self.check_share(unit, budget, cost.share, &cost.clause, judge)
    }

    /// Enters what was spent earlier in the phase, so that the lines add up to what is spent.
    pub(crate) fn pay_before(&self, used: Amount, judge: &mut Judge) {
        if used != Amount::ZERO {
            judge.enter(LedgerLine {
                item: Id::of("before"),
                clause: Id::of("S3-2"),
                place: Id::default(),
                distance: RNone,
                rate: RNone,
                share: used,
                cell: Id::default(),
            });
        }
    }

    /// States the account after `share` more is spent, and refuses what goes beyond the budget.
    pub(crate) fn check_share(
        &self,
        unit: &Unit,
        budget: Budget,
        share: Ratio,
        clause: &Id,
        judge: &mut Judge,
    ) -> bool {
        self.lean_on_budget(budget, judge);
        let used = self.used(unit);
        let total = used + Amount::exact(share);
        judge.account(total, Amount::exact(budget.share));
        judge.cite(Id::of("S3-3"));
        if budget.fired {
            judge.cite(Id::of("S3-5"));
        }
        if total.exceeds(Amount::exact(budget.share), SLACK) {
            judge.find(
                Finding::refuses(Id::of("over-allowance"), *clause, unit.id).measured(
                    Measure::Share,
                    total,
                    Amount::exact(budget.share),
                ),
            );
            return false;
        }
        true
    }
}

/// The share below which an excess is a rounding of geometry.
pub(crate) const SLACK: f64 = 1e-6;

/// Something that costs a share of the phase.
#[derive(Clone, Debug)]
pub(crate) struct Cost {
    /// What it is paid for.
    pub item: Id,
    /// The clause that charges it.
    pub clause: Id,
    /// The share.
    pub share: Ratio,
    /// The chart cell.
    pub cell: Id,
}
