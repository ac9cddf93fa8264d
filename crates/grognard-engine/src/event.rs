use grognard_core::{Clock, Effect, Id, Order, Ruling, Value};
use serde::{Deserialize, Serialize};

/// One thing that happened: an order carried out, a phase ended, a fact told, a change by the umpire.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// Its number, from 1.
    pub number: u64,
    /// What time it was when it happened.
    pub clock: Clock,
    /// What it was.
    pub what: Happening,
    /// The faces of the dice it rolled, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<u32>,
    /// Whether the dice were typed in by the players.
    #[serde(default, skip_serializing_if = "is_false")]
    pub typed: bool,
    /// The rulings it followed from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rulings: Vec<Ruling>,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// What an event was.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Happening {
    /// An order was carried out.
    Order(Order),
    /// The phase was ended.
    EndPhase,
    /// The players told a fact: a condition of a unit, brigade, commander or the battle.
    Mark {
        /// The holder; empty for the battle.
        on: Id,
        /// The condition.
        condition: Id,
        /// Its value; none clears it.
        value: Option<Value>,
    },
    /// The umpire changed something.
    Adjust {
        /// The changes.
        effects: Vec<Effect>,
        /// Why.
        note: String,
    },
    /// Something that another side may not know yet. It stands in a side's view only, never in a battle.
    Sealed {
        /// Whose it is; empty when it is the umpire's, or nobody can tell any more.
        side: Id,
    },
}
