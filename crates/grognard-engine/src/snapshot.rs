//! A battle as it stood at one moment.

use std::borrow::Borrow;

use grognard_core::{Amount, Order, OrderSpec, Ruling, Verdict};
use grognard_host::LoadedRuleset;
use rayon::prelude::*;

use crate::batch::SHARE;
use crate::battle::Battle;
use crate::error::EngineError;
use crate::view::View;

/// A battle as it stood at one moment, to ask about orders of that moment whatever happens afterwards. The
/// board is shared with the battle until that changes.
#[derive(Debug)]
pub struct Snapshot(Battle);

/// What a ruling comes to: what is left of it when only that is kept.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gist {
    /// The answer.
    pub verdict: Verdict,
    /// Share of a full move spent once the order is done.
    pub spent: Amount,
    /// The share there was to spend.
    pub budget: Amount,
}

impl From<&Ruling> for Gist {
    fn from(ruling: &Ruling) -> Self {
        Self {
            verdict: ruling.verdict,
            spent: ruling.spent,
            budget: ruling.budget,
        }
    }
}

impl Battle {
    /// The battle as it stands now.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot(self.fork())
    }
}

impl View<'_> {
    /// The battle as the side sees it now.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot(self.own_copy())
    }
}

impl Snapshot {
    /// The ruleset.
    pub fn ruleset(&self) -> &LoadedRuleset {
        self.0.ruleset()
    }

    /// The kinds of order there are, see [`Battle::order_kinds`].
    pub fn order_kinds(&self) -> &[OrderSpec] {
        self.0.order_kinds()
    }

    /// Rules on an order as [`Battle::check`] did at that moment.
    ///
    /// # Errors
    /// When the ruleset fails.
    pub fn check(&self, order: &Order) -> Result<Ruling, EngineError> {
        self.0.check(order)
    }

    /// Rules on many orders, each by itself, on all cores.
    ///
    /// # Errors
    /// When the ruleset fails on one of them.
    pub fn check_many<O: Borrow<Order> + Sync>(
        &self,
        orders: &[O],
    ) -> Result<Vec<Ruling>, EngineError> {
        self.0.check_many(orders)
    }

    /// Rules on many orders, each by itself, on all cores, and keeps the gist of each: a whole ruling is
    /// some kilobytes, and one that is looked at is ruled on again, with the same result.
    ///
    /// # Errors
    /// When the ruleset fails on one of them.
    pub fn gists<O: Borrow<Order> + Sync>(&self, orders: &[O]) -> Result<Vec<Gist>, EngineError> {
        orders
            .par_iter()
            .with_min_len(SHARE)
            .map(|order| Ok(Gist::from(&self.check(order.borrow())?)))
            .collect()
    }
}
