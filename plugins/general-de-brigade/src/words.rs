//! Ids the code writes: conditions and the effects that set and clear them.

use grognard_sdk::prelude::*;

/// Conditions that end with the turn: nothing unused or done passes to the next (S3-6).
pub(crate) const OF_THE_TURN: [&str; 17] = [
    "fired",
    "charged",
    "counter-charged",
    "evaded",
    "evading",
    "pursuing",
    "acted",
    "under-charge",
    "compulsory",
    "test-passed",
    "test-failed",
    "crossed-by",
    "spent",
    "changed",
    "slowest",
    "speed",
    "marched",
];

/// The conditions of a change that takes several phases.
pub(crate) const OF_A_CHANGE: [&str; 6] = [
    "change-from",
    "change-to",
    "change-paid",
    "change-owed",
    "change-anchor",
    "change-begun",
];

/// Sets a condition.
pub(crate) fn set(on: &Id, name: &'static str, value: Value) -> Effect {
    Effect::SetCondition {
        on: *on,
        name: Id::of(name),
        value,
    }
}

/// Sets a flag.
pub(crate) fn flag(on: &Id, name: &'static str) -> Effect {
    set(on, name, Value::Flag(true))
}

/// Clears a condition.
pub(crate) fn clear(on: &Id, name: &'static str) -> Effect {
    Effect::ClearCondition {
        on: *on,
        name: Id::of(name),
    }
}

/// Adds `share` to what the unit has spent this phase on what is no distance.
pub(crate) fn spend(unit: &Unit, share: Ratio) -> Effect {
    set(&unit.id, "spent", Value::Number(spent(unit) + share))
}

/// The share that the unit has spent this phase on what is no distance.
pub(crate) fn spent(unit: &Unit) -> Ratio {
    unit.conditions.number("spent").unwrap_or(Ratio::ZERO)
}
