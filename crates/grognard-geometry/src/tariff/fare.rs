//! What a course costs in the open, step by step.

use grognard_core::{Amount, Ratio};

use super::{Poses, Tariff};
use crate::due::{Dues, Stretches, due, stretch};
use crate::followed::{Ways, followed};
use crate::purse::Purse;
use crate::stage::Stage;
use crate::walk::Walked;

/// What is spent so far.
pub(super) struct Fare<'a> {
    tariff: &'a Tariff<'a>,
    purse: Purse,
    /// Millimetres gone straight at one rate and not paid yet: exact sums are the same in any order, and one division
    /// does for several steps.
    owing: (Ratio, Ratio),
    /// Whether a sum may have lost its last digits, so that the order counts.
    rough: bool,
    /// Where the bases are that are followed.
    poses: Poses,
    ways: Ways,
}

/// Whether sums of some such stay far from what 64 bits hold.
fn is_small(number: Ratio) -> bool {
    const PLAIN: i64 = 10_000;
    number.den() <= PLAIN
}

impl<'a> Fare<'a> {
    pub(super) fn of(tariff: &'a Tariff<'a>) -> Self {
        Self {
            purse: tariff.purse.clone(),
            owing: (Ratio::ONE, Ratio::ZERO),
            rough: !is_small(tariff.purse.spent().exact),
            poses: tariff.poses(),
            ways: Ways::new(),
            tariff,
        }
    }

    /// Pays for a step; false where there is no rate. The bases are taken along when the course `goes_on`.
    pub(super) fn pay(&mut self, stage: &Stage, goes_on: bool) -> bool {
        let Tariff {
            bases, law, open, ..
        } = self.tariff;
        if stage.faces_about {
            self.settle();
            let (mut tolls, mut stretches) = (Dues::new(), Stretches::new());
            let walked = Walked::with(stage, &[]);
            due(0, &walked, &[], law, &mut tolls);
            stretch(&walked, &[], &tolls, law, &mut stretches);
            stretches.iter().for_each(|toll| self.purse.pay_toll(toll));
            self.rough |= !is_small(self.purse.spent().exact);
        } else if stage.motion.extent() > 0.0 {
            let Some(rate) = open[stage.heading as usize] else {
                return false;
            };
            if stage.motion.turns() {
                followed(stage, bases, &self.poses, law, &mut self.ways);
                self.purse.pay_turn(&self.ways, rate);
            } else {
                self.owe(stage.length, rate);
            }
        }
        if goes_on {
            stage.carry(&mut self.poses);
        }
        true
    }

    fn owe(&mut self, length: Amount, rate: Ratio) {
        self.rough |= !is_small(length.exact);
        if self.rough || !length.is_exact() || rate != self.owing.0 {
            self.settle();
        }
        if self.rough || !length.is_exact() {
            self.purse.pay_straight(length, rate);
            return;
        }
        self.owing.0 = rate;
        self.owing.1 = self.owing.1 + length.exact;
        self.rough |= !is_small(self.owing.1);
    }

    fn settle(&mut self) {
        let (rate, length) = self.owing;
        if !length.is_zero() {
            self.purse.pay_straight(Amount::exact(length), rate);
            self.owing.1 = Ratio::ZERO;
            self.rough |= !is_small(self.purse.spent().exact);
        }
    }

    /// What the point that paid most has paid.
    pub(super) fn spent(mut self) -> Amount {
        self.settle();
        self.purse.spent()
    }
}
