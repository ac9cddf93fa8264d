//! What is remembered of a unit within a bound, and beyond: the names of its conditions.

use grognard_sdk::prelude::*;

use crate::troop::Gait;

/// It made a change of formation in this bound.
pub(crate) const CHANGED: &str = "changed";
/// How many ordinary changes of formation it made in this bound.
pub(crate) const ORDINARY: &str = "ordinary-changes";
/// Which exempt acts it made in this bound.
pub(crate) const EXEMPT: &str = "exempt-acts";
/// How many changes it made as part of exempt acts.
pub(crate) const TIED: &str = "tied-changes";
/// How many changes of this bound halve its rate.
pub(crate) const HALVINGS: &str = "halvings";
/// It marched in this bound.
pub(crate) const MARCHED: &str = "marched";
/// It moved in some way in this bound: it is not stationary.
pub(crate) const MOVED: &str = "moved";
/// The gait it marches at in this bound.
pub(crate) const GAIT: &str = "gait";
/// It fired in the phase of continued fire.
pub(crate) const FIRED_CONTINUED: &str = "fired-continued";
/// Friends passed through it, or it through them.
pub(crate) const PASSED_THROUGH: &str = "passed-through";
/// Its disorder: LD, MD or FD.
pub(crate) const DISORDER: &str = "disorder";
/// It is a unit of its own, split from its mother unit.
pub(crate) const SPLIT: &str = "split";
/// It was split in this bound.
pub(crate) const SPLIT_NOW: &str = "split-this-bound";
/// It was assembled in this bound.
pub(crate) const ASSEMBLED_NOW: &str = "assembled-this-bound";
/// Its guns are limbered.
pub(crate) const LIMBERED: &str = "limbered";
/// How many of its gunners are off the guns.
pub(crate) const CREW_OUT: &str = "crew-out";
/// Its orders for the bound are known to have been written.
pub(crate) const ORDERED: &str = "ordered";
/// It lost a contested place and may be given another order.
pub(crate) const MAY_REORDER: &str = "may-reorder";
/// The opponent has shown its released move to be illegal.
pub(crate) const REOPENED: &str = "reopened";
/// It was moved in forced action in this bound.
pub(crate) const FORCED: &str = "forced";
/// Whom it fired at in this bound, and in the last.
pub(crate) const FIRED_AT: &str = "fired-at";
/// Whom it fired at in the last bound.
pub(crate) const FIRED_AT_LAST: &str = "fired-at-last";
/// Whom it attacks in this bound.
pub(crate) const ATTACKS: &str = "attacks";
/// Whom it attacked in the last bound.
pub(crate) const ATTACKED_LAST: &str = "attacked-last";
/// It fights in a built-up place.
pub(crate) const URBAN: &str = "urban";
/// How many figures of a skirmish line have a supporting body near enough.
pub(crate) const SUPPORTED: &str = "supported";
/// What its melee factor for attack is changed by.
pub(crate) const MELEE_ATTACK: &str = "melee-attack";
/// What its melee factor for defence is changed by.
pub(crate) const MELEE_DEFENCE: &str = "melee-defence";
/// The building it holds.
pub(crate) const IN_BUILDING: &str = "in-building";
/// The total it rolled for a contested place.
pub(crate) const CONTEST: &str = "contest-roll";
/// The chart cell its frontage came from, when nobody named one.
pub(crate) const FRONT_FROM: &str = "front-from";
/// Of the battle: the umpire measures whenever he likes.
pub(crate) const UMPIRE: &str = "umpire-measures";

/// What a unit forgets when the bound ends.
pub(crate) const OF_THE_BOUND: [&str; 22] = [
    CHANGED,
    ORDINARY,
    EXEMPT,
    TIED,
    HALVINGS,
    MARCHED,
    MOVED,
    GAIT,
    FIRED_CONTINUED,
    PASSED_THROUGH,
    SPLIT_NOW,
    ASSEMBLED_NOW,
    ORDERED,
    MAY_REORDER,
    REOPENED,
    FORCED,
    SUPPORTED,
    MELEE_ATTACK,
    MELEE_DEFENCE,
    CONTEST,
    FIRED_AT_LAST,
    ATTACKED_LAST,
];

/// Sets a condition.
pub(crate) fn set(on: &Id, name: &'static str, value: Value) -> Effect {
    Effect::SetCondition {
        on: *on,
        name: Id::of(name),
        value,
    }
}

/// Raises a flag.
pub(crate) fn flag(on: &Id, name: &'static str) -> Effect {
    set(on, name, Value::Flag(true))
}

/// Fixes a unit's gait for the bound.
pub(crate) fn gait(on: &Id, gait: Gait) -> Effect {
    set(on, GAIT, Value::text(gait.name()))
}

/// Fixes the gait of a unit that comes into being, where the order has one for it under `name`.
pub(crate) fn gait_of_new(on: &Id, order: &Order, name: &str) -> Option<Effect> {
    let named = order.text(name).and_then(Gait::named);
    named.map(|named| gait(on, named))
}

/// Clears a condition.
pub(crate) fn clear(on: &Id, name: &'static str) -> Effect {
    Effect::ClearCondition {
        on: *on,
        name: Id::of(name),
    }
}

/// The count a unit keeps under `name`; zero when it keeps none.
pub(crate) fn count(unit: &Unit, name: &str) -> i64 {
    unit.conditions.int(name).unwrap_or(0)
}
