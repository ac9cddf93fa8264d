use abi_stable::StableAbi;
use abi_stable::std_types::{ROption, RString, RVec};
use serde::{Deserialize, Serialize};

use crate::{Field, Id, Point};

/// A side of the battle.
#[repr(C)]
#[derive(StableAbi, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Side {
    /// Its id.
    pub id: Id,
    /// Its name for people.
    pub name: RString,
    /// Its colour on maps, `#rrggbb`.
    pub colour: RString,
}

/// A brigade: units under one commander.
#[repr(C)]
#[derive(StableAbi, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Brigade {
    /// Its id.
    pub id: Id,
    /// Its name for people.
    pub name: RString,
    /// The side it belongs to.
    pub side: Id,
    /// What the scenario says of it, as the ruleset's manifest declares.
    pub attributes: RVec<Field>,
    /// What the ruleset remembers of it.
    pub conditions: RVec<Field>,
}

/// A commander: a person on the table who blocks nobody.
#[repr(C)]
#[derive(StableAbi, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Commander {
    /// His id.
    pub id: Id,
    /// His name.
    pub name: RString,
    /// The side he belongs to.
    pub side: Id,
    /// His rank, as the ruleset calls it.
    pub rank: Id,
    /// The brigade he leads.
    pub brigade: ROption<Id>,
    /// The commander above him.
    pub superior: ROption<Id>,
    /// Where he stands.
    pub at: Point,
    /// What else the scenario says of him.
    pub attributes: RVec<Field>,
    /// What the ruleset remembers of him.
    pub conditions: RVec<Field>,
}
