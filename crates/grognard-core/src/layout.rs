use abi_stable::StableAbi;
use abi_stable::std_types::RVec;
use serde::{Deserialize, Serialize};

use crate::{Pose, Rect, Unit};

/// Where a ruleset puts the bases of a unit, in the unit's own frame: `right` along the front,
/// `forward` ahead of the middle of the front edge.
#[repr(C)]
#[derive(StableAbi, Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Layout {
    /// One place a base, in the unit's order of bases.
    pub places: RVec<Placement>,
}

/// The place of one base's centre in its unit's frame.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Placement {
    /// Millimetres right of the middle of the front edge.
    pub right: f64,
    /// Millimetres ahead of the front edge; negative behind it.
    pub forward: f64,
    /// Degrees clockwise from the unit's facing.
    pub turn: f64,
}

impl Layout {
    /// The base poses this layout gives in the frame `pose`.
    pub fn poses(&self, pose: Pose) -> RVec<Pose> {
        self.places
            .iter()
            .map(|p| pose.offset(p.right, p.forward, p.turn))
            .collect()
    }

    /// The ground the bases of `unit` would cover in the frame `pose`.
    pub fn rects(&self, unit: &Unit, pose: Pose) -> RVec<Rect> {
        self.poses(pose)
            .into_iter()
            .zip(unit.bases.iter())
            .map(|(pose, base)| Rect { pose, ..base.rect })
            .collect()
    }
}
