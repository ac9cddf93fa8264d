use abi_stable::StableAbi;
use abi_stable::std_types::{ROption, RVec};
use serde::{Deserialize, Serialize};

pub use crate::boundary::{Ground, GroundRef};

/// A unit near another.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Near {
    /// Its index in the board.
    pub unit: u64,
    /// Least distance between the two, mm; zero when they touch or overlap.
    pub gap: f64,
}

/// What keeps bases from standing somewhere.
#[repr(u8)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ObstacleKind {
    /// A unit; the index is the board's.
    Unit,
    /// A piece of terrain; the index is the board's.
    Terrain,
    /// The edge of the table.
    TableEdge,
}

/// Something in the way.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Obstacle {
    /// What it is.
    pub kind: ObstacleKind,
    /// Which.
    pub index: u64,
    /// Which of the rectangles asked about meets it.
    pub rect: u64,
    /// How deep they overlap, mm: the least shift that would part them.
    pub depth: f64,
}

/// A piece of terrain under some rectangles.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TerrainHit {
    /// Its index in the board.
    pub terrain: u64,
    /// Whether all the rectangles lie wholly inside it.
    pub whole: bool,
}

/// How one unit looks at another. By default from the ground to the ground, past terrain only.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Look {
    /// How high above its ground the seer looks from, mm.
    pub eye: f64,
    /// How high above its ground the other is seen, mm.
    pub target: f64,
    /// Whether other units are in the way, and then how high they stand above their ground, mm: infinite
    /// when they block at any height.
    pub units: ROption<f64>,
}

/// What one unit sees of another.
#[repr(C)]
#[derive(StableAbi, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sight {
    /// Whether some line from one to the other is clear.
    pub clear: bool,
    /// Terrain pieces in the way, by index in the board.
    pub blocked_by: RVec<u64>,
    /// Units in the way, by index in the board.
    pub blocked_by_units: RVec<u64>,
}

/// Where a unit lies, seen from another.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sector {
    /// Clockwise degrees from the seer's facing to the middle of the other, in (-180, 180].
    pub angle: f64,
    /// Whether some part of it lies ahead of the line of the seer's front edge.
    pub ahead: bool,
    /// Whether some part of it lies in the quarter before the front edge: between the two lines that
    /// run out from its corners at 45 degrees.
    pub front_quarter: bool,
}
