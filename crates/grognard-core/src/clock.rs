use abi_stable::StableAbi;
use abi_stable::std_types::{ROption, RSome};
use serde::{Deserialize, Serialize};

use crate::Id;

/// What time it is in the battle.
#[repr(C)]
#[derive(StableAbi, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    /// The turn, from 1.
    pub turn: u32,
    /// The index of the phase in the manifest's list.
    pub phase_index: u32,
    /// The id of the phase.
    pub phase: Id,
    /// The side whose turn it is; none when both act at once.
    pub active: ROption<Id>,
}

impl Clock {
    /// Whether `side` may act now: it is its turn, or both act at once.
    pub fn acts(&self, side: &Id) -> bool {
        match &self.active {
            RSome(active) => active == side,
            _ => true,
        }
    }
}

/// A moment at which a ruleset may have something to do of its own accord.
#[repr(u8)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Moment {
    /// The battle is about to begin.
    BattleStart,
    /// A turn (of the active side, when sides alternate) begins; before its first phase.
    TurnStart,
    /// The phase on the clock begins.
    PhaseStart,
    /// The phase on the clock ends.
    PhaseEnd,
    /// A turn (of the active side) ends; after its last phase.
    TurnEnd,
}
