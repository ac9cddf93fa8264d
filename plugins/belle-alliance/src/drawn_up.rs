//! The chart cells that the ground a unit covers was taken from.

use grognard_sdk::prelude::*;

use crate::memory;
use crate::rules::BelleAlliance;
use crate::troop::Arm;

/// Where a formation's frontage comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Front {
    /// It is as it was, or follows from what it was.
    #[default]
    Kept,
    /// An order or the scenario named it.
    Named,
    /// The chart cell of that key gave it.
    Chart(Id),
}

impl Front {
    /// What a unit that changes its frontage has to remember.
    pub(crate) fn effect(&self, unit: &Id) -> Option<Effect> {
        match self {
            Self::Kept => None,
            Self::Named => Some(memory::clear(unit, memory::FRONT_FROM)),
            Self::Chart(cell) => Some(memory::set(
                unit,
                memory::FRONT_FROM,
                Value::text(cell.as_str()),
            )),
        }
    }

    /// The same for a unit in hand.
    pub(crate) fn remember(&self, unit: &mut Unit) {
        if *self == Self::Kept {
            return;
        }
        unit.conditions
            .retain(|field| field.name != *memory::FRONT_FROM);
        if let Self::Chart(cell) = self {
            unit.conditions.push(Field {
                name: Id::of(memory::FRONT_FROM),
                value: Value::text(cell.as_str()),
            });
        }
    }
}

/// Leans on every cell that says what ground `unit` covers: sizes of bases the scenario did not give,
/// the space its formation takes, a frontage that nobody named.
pub(crate) fn lean(rules: &BelleAlliance, judge: &mut Judge, unit: &Unit) {
    let arm = Arm::of(unit);
    let kind = if arm.is_artillery() {
        "gun"
    } else {
        arm.family()
    };
    size(rules, judge, unit, kind, ["base-width", "base-depth"]);
    if unit.is(memory::LIMBERED) {
        limber(rules, judge, unit);
    }
    if unit.bases.len() > 1
        && let Some(row) = rules.formations.get(unit.formation.as_str())
    {
        row.spacing().for_each(|cell| judge.lean(cell));
    }
    if let Some(key) = unit.conditions.text(memory::FRONT_FROM)
        && let Some(cell) = rules.formations.front(key)
    {
        judge.lean(cell);
    }
}

/// Leans on the cells of a limber's size.
pub(crate) fn limber(rules: &BelleAlliance, judge: &mut Judge, unit: &Unit) {
    size(
        rules,
        judge,
        unit,
        "limber",
        ["limber-width", "limber-depth"],
    );
}

fn size(rules: &BelleAlliance, judge: &mut Judge, unit: &Unit, kind: &str, names: [&str; 2]) {
    let Some((_, width, depth)) = rules.bases.iter().find(|(id, _, _)| *id == kind) else {
        return;
    };
    for (name, cell) in names.into_iter().zip([width, depth]) {
        if !unit.attributes.has(name) {
            judge.lean(cell);
        }
    }
}
