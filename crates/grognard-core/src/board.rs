use abi_stable::StableAbi;
use abi_stable::std_types::{RString, RVec};
use serde::{Deserialize, Serialize};

use crate::{Brigade, Clock, Commander, Field, Id, Order, Side, Table, Terrain, Unit, named};

/// Everything that stands on the table, and what time it is.
#[repr(C)]
#[derive(StableAbi, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Board {
    /// The scenario's name.
    pub name: RString,
    /// The table.
    pub table: Table,
    /// The terrain, in the scenario's order.
    pub terrain: RVec<Terrain>,
    /// The sides, in the order they act.
    pub sides: RVec<Side>,
    /// The brigades, ordered by id.
    pub brigades: RVec<Brigade>,
    /// The commanders, ordered by id.
    pub commanders: RVec<Commander>,
    /// The units, ordered by id.
    pub units: RVec<Unit>,
    /// The clock.
    pub clock: Clock,
    /// Orders written this turn and not yet carried out, in the order they were written.
    pub written: RVec<Order>,
    /// What the ruleset remembers of the battle as a whole.
    pub conditions: RVec<Field>,
}

impl Board {
    /// The index of the unit called `id`.
    pub fn unit_index(&self, id: &str) -> Option<usize> {
        named(&self.units, |unit| &unit.id, id)
    }

    /// The unit called `id`.
    pub fn unit(&self, id: &str) -> Option<&Unit> {
        self.unit_index(id).map(|index| &self.units[index])
    }

    /// The brigade called `id`.
    pub fn brigade(&self, id: &str) -> Option<&Brigade> {
        let found = named(&self.brigades, |brigade| &brigade.id, id);
        found.map(|index| &self.brigades[index])
    }

    /// The commander called `id`.
    pub fn commander(&self, id: &str) -> Option<&Commander> {
        let found = named(&self.commanders, |commander| &commander.id, id);
        found.map(|index| &self.commanders[index])
    }

    /// The side called `id`.
    pub fn side(&self, id: &str) -> Option<&Side> {
        self.sides.iter().find(|side| side.id == *id)
    }

    /// Whether two sides are enemies: everyone of another side is.
    #[inline]
    pub fn hostile(&self, one: &Id, other: &Id) -> bool {
        one != other
    }
}
