use abi_stable::StableAbi;
use serde::{Deserialize, Serialize};

use crate::{Point, Pose};

/// A side of a rectangle, seen along its facing.
#[repr(u8)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Edge {
    /// The side it faces.
    Front,
    /// The right-hand side.
    Right,
    /// The side behind.
    Rear,
    /// The left-hand side.
    Left,
}

/// A rectangle with a facing: the ground one or more bases cover.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rect {
    /// Centre and facing.
    pub pose: Pose,
    /// Extent across the facing, mm.
    pub width: f64,
    /// Extent along the facing, mm.
    pub depth: f64,
}

impl Rect {
    /// A rectangle about `pose`, which is its centre.
    pub const fn new(pose: Pose, width: f64, depth: f64) -> Self {
        Self { pose, width, depth }
    }

    /// Front left, front right, rear right, rear left.
    pub fn corners(&self) -> [Point; 4] {
        let (w, d) = (self.width / 2.0, self.depth / 2.0);
        let (sin, cos) = self.pose.facing.sin_cos();
        let corner = |r: f64, f: f64| {
            let at = self.pose.at;
            at.shifted(r * cos + f * sin, f * cos - r * sin)
        };
        [corner(-w, d), corner(w, d), corner(w, -d), corner(-w, -d)]
    }
}
