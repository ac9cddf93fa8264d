//! Many questions at once.

use std::borrow::Borrow;

use grognard_core::{Board, Order, Ruling};
use rayon::prelude::*;

use crate::battle::Battle;
use crate::error::EngineError;

/// Orders that one thread takes at a time: enough that handing them out costs nothing.
pub(crate) const SHARE: usize = 64;

impl Battle {
    /// Rules on many orders against the same board, on all cores. Each is asked by itself, as
    /// [`check`](Self::check) would; the rulings come in the order of the orders.
    ///
    /// # Errors
    /// When the ruleset fails on one of them.
    pub fn check_many<O: Borrow<Order> + Sync>(
        &self,
        orders: &[O],
    ) -> Result<Vec<Ruling>, EngineError> {
        self.check_many_on(self.board(), orders)
    }

    pub(crate) fn check_many_on<O: Borrow<Order> + Sync>(
        &self,
        board: &Board,
        orders: &[O],
    ) -> Result<Vec<Ruling>, EngineError> {
        orders
            .par_iter()
            .with_min_len(SHARE)
            .map(|order| self.check_on(board, order.borrow()))
            .collect()
    }
}
