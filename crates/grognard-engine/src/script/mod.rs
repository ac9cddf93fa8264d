//! Scripts: what players do in a battle, written down as TOML.
//!
//! A script names a ruleset and lists steps: orders, questions, marks, ends of phases. The steps of
//! case files are written the same way.
//!
//! ```toml
//! format = 1
//! ruleset = "chess"
//! seed = 1815
//!
//! [[step]]
//! note = "the left goes forward"
//! order = "march"
//! subject = "1/95"
//! course = "advance 4 in"
//!
//! [[step]]
//! order = "change-formation"
//! subject = "1/95"
//! args = { to = "line" }
//! expect = "refused"
//!
//! [[step]]
//! end = "phase"
//! ```
//!
//! `end` takes `"phase"`, `"turn"`, or the id of the phase to come to.

mod play;
mod read;
mod typed;

pub use play::{Outcome, Played};
pub use read::{Expect, Line, Script, ScriptError, step};
pub use typed::{typed_condition, typed_order};

use grognard_core::{Id, Order, Point, Value};

/// One thing that players do.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Give an order.
    Order {
        /// The order.
        order: Order,
        /// Dice typed in; empty for the battle's own.
        dice: Vec<u32>,
    },
    /// Ask about an order.
    Check {
        /// The order.
        order: Order,
        /// Dice typed in; empty when they are not known.
        dice: Vec<u32>,
        /// The side that asks, knowing what it knows; empty for the umpire.
        side: String,
    },
    /// Tell a fact.
    Mark {
        /// The holder; empty for the battle.
        on: String,
        /// The condition.
        condition: String,
        /// Its value; none clears it.
        value: Option<Value>,
    },
    /// Put a commander somewhere, on the umpire's authority.
    Place {
        /// The commander.
        commander: Id,
        /// His new place.
        at: Point,
        /// Why.
        note: String,
    },
    /// End the phase.
    EndPhase {
        /// Dice typed in; empty for the battle's own.
        dice: Vec<u32>,
    },
    /// End phases until the turn is another's, or the next.
    EndTurn,
    /// End phases until the clock stands in a phase.
    EndUntil {
        /// The phase.
        phase: String,
    },
    /// Take the last event back.
    Undo,
    /// Do the event taken back again.
    Redo,
}
