//! An act thought through but not yet carried out.

use grognard_sdk::prelude::*;

use crate::place::Placed;

/// What an order would do, with the ruling as far as it got.
pub(crate) struct Plan {
    pub(crate) judge: Judge,
    /// Where the units concerned come to stand.
    pub(crate) placed: Vec<Placed>,
    /// Units whose present bases are in nobody's way: they take part.
    pub(crate) partners: Vec<Id>,
    /// Pieces of terrain that the act goes into.
    pub(crate) enters: Vec<Id>,
    /// What follows when it is carried out.
    pub(crate) effects: Vec<Effect>,
    /// Whether the new places have to be free.
    pub(crate) needs_room: bool,
}

impl Plan {
    pub(crate) fn new(order: &Order) -> Self {
        Self {
            judge: Judge::new(order.subject),
            placed: Vec::new(),
            partners: vec![order.subject],
            enters: Vec::new(),
            effects: Vec::new(),
            needs_room: true,
        }
    }

    /// Puts a unit of the board somewhere.
    pub(crate) fn put(&mut self, placed: Placed) {
        self.effects.extend(placed.effects());
        self.placed.push(placed);
    }

    /// The ruling.
    pub(crate) fn done(self) -> Ruling {
        let mut judge = self.judge;
        for effect in self.effects {
            judge.then(effect);
        }
        judge.done()
    }
}
