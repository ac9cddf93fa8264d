//! Guns: limbering, moving by hand, rearranging (S2-13 to S2-16).

use grognard_sdk::prelude::*;

use crate::GeneralDeBrigade;
use crate::cell::Num;
use crate::change::Change;
use crate::notes::{assumed, lean, rely};
use crate::room::Anchor;
use crate::test_to_form::Tested;
use crate::troops::{Arm, Form};
use crate::words::spend;

/// The rows that calibres fall into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Calibre {
    Light,
    Medium,
    Heavy,
}

impl GeneralDeBrigade {
    /// The row of a unit's calibre, and whether the reading `calibre-gap` had to say so.
    fn calibre(&self, unit: &Unit) -> (Calibre, bool) {
        let gun = &self.numbers.gun;
        let pounds = Ratio::int(unit.attributes.int("calibre").unwrap_or(0));
        if pounds >= gun.heavy.or_zero() {
            (Calibre::Heavy, false)
        } else if pounds <= gun.light_to.or_zero() {
            (Calibre::Light, false)
        } else if pounds < gun.medium_from.or_zero() {
            (
                if self.set.calibre_lighter {
                    Calibre::Light
                } else {
                    Calibre::Medium
                },
                true,
            )
        } else if pounds <= gun.medium_to.or_zero() {
            (Calibre::Medium, false)
        } else {
            (
                if self.set.calibre_lighter {
                    Calibre::Medium
                } else {
                    Calibre::Heavy
                },
                true,
            )
        }
    }

    /// Leans on the bounds of the calibres, for foot guns: horse guns are all alike by hand.
    pub(crate) fn lean_on_calibre(&self, unit: &Unit, judge: &mut Judge) {
        if Arm::of(unit) == Arm::FootGuns {
            let gun = &self.numbers.gun;
            for bound in [&gun.heavy, &gun.medium_from, &gun.medium_to, &gun.light_to] {
                rely(judge, bound, "S2-14");
            }
            if self.calibre(unit).1 {
                judge.read(&self.readings, "calibre-gap");
            }
        }
    }

    /// How far unlimbered guns go by hand or pivot, and the clause.
    pub(crate) fn hand(&self, unit: &Unit) -> (&Num, &'static str) {
        if Arm::of(unit).is_horse_guns() {
            return (&self.numbers.hand_horse, "S2-16");
        }
        match self.calibre(unit).0 {
            Calibre::Heavy => (&self.numbers.hand_heavy, "S2-14"),
            Calibre::Medium => (&self.numbers.hand_medium, "S2-15"),
            Calibre::Light => (&self.numbers.hand_light, "S2-16"),
        }
    }

    /// Whether unlimbered guns only pivot.
    pub(crate) fn pivots_only(&self, unit: &Unit) -> bool {
        Arm::of(unit) == Arm::FootGuns && self.calibre(unit).0 == Calibre::Heavy
    }

    /// The ruling on limbering or unlimbering.
    pub(crate) fn rule_limber(&self, situation: &Situation<'_>, order: &Order, to: Form) -> Ruling {
        let mut judge = Judge::new(order.subject);
        let Some((index, unit)) = self.found(situation, order) else {
            return Ruling::default();
        };
        let change = Change {
            index,
            unit,
            from: Form::of(unit),
            to,
            budget: self.budget(unit),
        };
        if !Arm::of(unit).is_guns() {
            judge.refuse("not-guns", "S2-13");
        } else if self.may_change(&change, &mut judge) {
            self.limber(situation, &change, &mut judge);
        }
        crate::notes::done(judge)
    }

    fn limber(&self, situation: &Situation<'_>, change: &Change<'_>, judge: &mut Judge) {
        let unit = change.unit;
        let (num, by_reading) = self.limber_cost(unit);
        lean(judge, &self.numbers.gun.big);
        lean(judge, &self.numbers.gun.heavy);
        let item = if change.to == Form::Limbered {
            "limber"
        } else {
            "unlimber"
        };
        let Some(cost) = self.known(unit, num, Id::of(item), "S2-13", judge) else {
            return;
        };
        if let Some(reading) = by_reading {
            judge.read(&self.readings, reading);
            assumed(judge, &unit.id, reading);
        }
        let fits = self.charge_share(unit, change.budget, &cost, judge);
        let room = self.make_room(
            situation,
            change.index,
            unit,
            change.to,
            Anchor::Centre,
            judge,
        );
        let Some(standing) = room else { return };
        if !fits || !judge.allowed() {
            return;
        }
        match self.test_if_all(situation, change.index, unit, judge) {
            Tested::Open => {}
            Tested::Failed => self.fail_test(unit, cost.share, judge),
            Tested::Passed => {
                judge.then(spend(unit, cost.share));
                self.take(change, &standing, judge);
            }
        }
    }

    /// What limbering costs, and the reading that had to decide.
    fn limber_cost(&self, unit: &Unit) -> (&Num, Option<&'static str>) {
        let gun = &self.numbers.gun;
        let (calibre, gap) = self.calibre(unit);
        let models = Ratio::int(unit.attributes.int("models").unwrap_or(0));
        let six = gun.big.or_zero();
        let big = if self.set.exactly_six {
            models == six
        } else {
            models >= six
        };
        if big {
            return (&gun.limber_big, (models > six).then_some("big-battery"));
        }
        let num = if calibre == Calibre::Heavy {
            &gun.limber_heavy
        } else {
            &gun.limber
        };
        (
            num,
            (gap || models > six).then_some(if gap { "calibre-gap" } else { "big-battery" }),
        )
    }

    /// The Test to Form, where the reading asks it of more than changes of formation.
    pub(crate) fn test_if_all(
        &self,
        situation: &Situation<'_>,
        index: usize,
        unit: &Unit,
        judge: &mut Judge,
    ) -> Tested {
        if !self.set.test_all {
            return Tested::Passed;
        }
        judge.read(&self.readings, "test-scope");
        self.test_to_form(situation, index, unit, judge)
    }

    /// The ruling on rearranging a battery: its models change places from one end to the other.
    pub(crate) fn rule_rearrange(&self, situation: &Situation<'_>, order: &Order) -> Ruling {
        let mut judge = Judge::new(order.subject);
        let Some((_, unit)) = self.found(situation, order) else {
            return Ruling::default();
        };
        if !Arm::of(unit).is_guns() {
            judge.refuse("not-guns", "S2-13");
            return judge.done();
        }
        let budget = self.budget(unit);
        if !self.may_step(unit, budget, &mut judge) {
            return judge.done();
        }
        let num = &self.numbers.gun.rearrange;
        if let Some(cost) = self.known(unit, num, Id::of("rearrange"), "S2-13", &mut judge)
            && self.charge_share(unit, budget, &cost, &mut judge)
        {
            let bases = unit.bases.iter().rev().map(|base| base.rect.pose).collect();
            judge.then(spend(unit, cost.share));
            judge.then(Effect::Place {
                unit: unit.id,
                pose: unit.pose,
                bases,
            });
        }
        crate::notes::done(judge)
    }
}
