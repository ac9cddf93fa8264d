use abi_stable::StableAbi;
use abi_stable::std_types::{ROption, RString, RVec};
use serde::{Deserialize, Serialize};

use crate::{Field, Fields, Id, Leg, Pose, Rect, Value};

/// A body of troops that moves as one: bases in a formation.
#[repr(C)]
#[derive(StableAbi, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Unit {
    /// Its id, unique in the battle.
    pub id: Id,
    /// Its name for people.
    pub name: RString,
    /// The side it fights on.
    pub side: Id,
    /// The brigade it belongs to.
    pub brigade: ROption<Id>,
    /// The formation it is in.
    pub formation: Id,
    /// Its frame: the middle of its front edge, and the way it faces.
    pub pose: Pose,
    /// Its bases. Their order is kept; serials name them.
    pub bases: RVec<Base>,
    /// The ground it covers, as few rectangles as the engine could make of its bases. Derived.
    #[serde(default)]
    pub footprint: RVec<Rect>,
    /// What the scenario says of it: arm, class, strength, as the ruleset's manifest declares.
    pub attributes: RVec<Field>,
    /// What the ruleset remembers of it.
    pub conditions: RVec<Field>,
    /// The legs it has walked under its present allowance.
    pub track: RVec<Leg>,
}

impl Unit {
    /// The attribute called `name`.
    #[inline]
    pub fn attribute(&self, name: &str) -> Option<&Value> {
        self.attributes.get(name)
    }

    /// The words of the attribute called `name`; empty when it has none.
    #[inline]
    pub fn attribute_text(&self, name: &str) -> &str {
        self.attributes.text(name).unwrap_or("")
    }

    /// The condition called `name`.
    #[inline]
    pub fn condition(&self, name: &str) -> Option<&Value> {
        self.conditions.get(name)
    }

    /// Whether the condition called `name` holds.
    #[inline]
    pub fn is(&self, name: &str) -> bool {
        self.conditions.has(name)
    }
}

/// One base: a rectangle of figures or a model.
#[repr(C)]
#[derive(StableAbi, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Base {
    /// Its number in the unit; never reused while the unit lives.
    pub serial: u32,
    /// What stands on it, as the ruleset calls it.
    pub kind: Id,
    /// How many figures stand on it.
    pub figures: u32,
    /// The ground it covers; its pose is the base's centre and facing.
    pub rect: Rect,
}
