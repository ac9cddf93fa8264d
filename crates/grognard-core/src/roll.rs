use abi_stable::StableAbi;
use abi_stable::std_types::RVec;
use serde::{Deserialize, Serialize};

use crate::Id;

/// Where the faces of a roll come from.
#[repr(u8)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RollSource {
    /// The battle's seeded dice.
    Seeded,
    /// Typed in by the players.
    Typed,
    /// Not rolled yet: the ruling was only asked for.
    Pending,
}

/// Dice that a ruling rolled, or would roll.
#[repr(C)]
#[derive(StableAbi, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Roll {
    /// What they are rolled for.
    pub purpose: Id,
    /// The clause that asks for them.
    pub clause: Id,
    /// For whom.
    pub subject: Id,
    /// Faces of each die.
    pub sides: u32,
    /// The faces that came up; empty while pending.
    pub faces: RVec<u32>,
    /// How many dice.
    pub count: u32,
    /// Where the faces come from.
    pub source: RollSource,
    /// What the roll gave, as the rules call it; may be empty.
    pub outcome: Id,
}
