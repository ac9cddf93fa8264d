//! The names of what is remembered on a unit, and reading and writing it.

use grognard_sdk::prelude::*;

pub(crate) const ACTED: &str = "acted";
pub(crate) const CARRIED: &str = "carried";
pub(crate) const CHANGES: &str = "changes";
pub(crate) const COMBINED: &str = "combined";
pub(crate) const CREW_OF: &str = "crew-of";
pub(crate) const CROSSED: &str = "crossed";
pub(crate) const DISMOUNTED: &str = "dismounted";
pub(crate) const FACED: &str = "faced";
pub(crate) const FIRED_UPON: &str = "fired-upon";
pub(crate) const FORCED_MARCH: &str = "forced-march";
pub(crate) const HELD: &str = "held";
pub(crate) const HORSES_LOST: &str = "horses-lost";
pub(crate) const LEFT_BEHIND: &str = "left-behind";
pub(crate) const LINES_CROSSED: &str = "lines-crossed";
pub(crate) const LOCKED: &str = "locked";
pub(crate) const MEASURED: &str = "measured";
pub(crate) const MORALE: &str = "morale";
pub(crate) const MOVED: &str = "moved";
pub(crate) const NEAR_ENEMY: &str = "near-enemy";
pub(crate) const PASSING_TOLL: &str = "passing-toll";
pub(crate) const REFORMING: &str = "reforming";
pub(crate) const SHOT_AT: &str = "shot-at";
pub(crate) const STANDS_LOST: &str = "stands-lost";
pub(crate) const STARTING: &str = "starting";
pub(crate) const STRAGGLED: &str = "straggled";
pub(crate) const STRAGGLER: &str = "straggler";
pub(crate) const TIME_IN_LINE: &str = "time-in-line";

/// What is forgotten when the unit's side begins a turn.
pub(crate) const OF_A_TURN: [&str; 14] = [
    ACTED,
    CARRIED,
    CHANGES,
    CROSSED,
    FACED,
    FORCED_MARCH,
    HELD,
    LEFT_BEHIND,
    LINES_CROSSED,
    LOCKED,
    MEASURED,
    MOVED,
    NEAR_ENEMY,
    PASSING_TOLL,
];

/// A share remembered on `unit`; nothing when there is none.
pub(crate) fn share(unit: &Unit, name: &str) -> Ratio {
    unit.condition(name)
        .and_then(Value::as_number)
        .unwrap_or(Ratio::ZERO)
}

/// A count remembered on `unit`; nothing when there is none.
pub(crate) fn count(unit: &Unit, name: &str) -> i64 {
    unit.condition(name).and_then(Value::as_int).unwrap_or(0)
}

/// Whether the list remembered on `unit` names `word`.
pub(crate) fn lists(unit: &Unit, name: &str, word: &str) -> bool {
    unit.condition(name)
        .is_some_and(|v| v.items().iter().any(|i| i.as_str() == Some(word)))
}

/// The list remembered on `unit`, with `words` behind it, each once.
pub(crate) fn extended<'a>(
    unit: &Unit,
    name: &str,
    words: impl IntoIterator<Item = &'a str>,
) -> Value {
    let mut items: RVec<Value> = unit
        .condition(name)
        .map_or(RVec::new(), |v| v.items().iter().cloned().collect());
    for word in words {
        if !items.iter().any(|item| item.as_str() == Some(word)) {
            items.push(Value::text(word));
        }
    }
    Value::List(items)
}

/// Sets a condition.
pub(crate) fn set(judge: &mut Judge, on: &Id, name: &'static str, value: Value) {
    judge.then(Effect::SetCondition {
        on: *on,
        name: Id::of(name),
        value,
    });
}

/// Sets a flag.
pub(crate) fn flag(judge: &mut Judge, on: &Id, name: &'static str) {
    set(judge, on, name, Value::Flag(true));
}

/// Clears a condition that `unit` has.
pub(crate) fn clear(judge: &mut Judge, unit: &Unit, name: &'static str) {
    if unit.condition(name).is_some() {
        judge.then(Effect::ClearCondition {
            on: unit.id,
            name: Id::of(name),
        });
    }
}
