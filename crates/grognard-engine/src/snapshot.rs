//! A battle as it stood at one moment.

use std::borrow::Borrow;

use grognard_core::{Order, OrderSpec, Ruling};
use grognard_host::LoadedRuleset;

use crate::battle::Battle;
use crate::error::EngineError;
use crate::gists::Gist;
use crate::view::View;

/// A battle as it stood at one moment, to ask about orders of that moment whatever happens afterwards. The
/// board is shared with the battle until that changes.
#[derive(Debug)]
pub struct Snapshot(Battle);

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
    /// some kilobytes, and one that is looked at is ruled on again, with the same result. What the law of a unit
    /// settles alone ([`Plain`](grognard_core::Plain)) is priced by it, and costs a fraction of a ruling.
    ///
    /// # Errors
    /// When the ruleset fails on one of them.
    pub fn gists<O: Borrow<Order> + Sync>(&self, orders: &[O]) -> Result<Vec<Gist>, EngineError> {
        self.0.gists(orders)
    }
}
