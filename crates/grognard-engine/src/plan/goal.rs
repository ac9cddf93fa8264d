//! Where a unit is to come.

use grognard_core::{Bearing, Id, Point, Pose, Unit};

use super::forms::Shift;
use super::ways::Aim;

/// The place, the facing and the formation that were asked for.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Goal {
    pub(super) at: Point,
    pub(super) facing: Option<Bearing>,
    pub(super) formation: Option<Id>,
    /// Millimetres from the place that count as there.
    pub(super) within: f64,
    /// Degrees off the facing that count as facing so.
    pub(super) degrees: f64,
}

impl Goal {
    /// Whether a unit is there, facing as asked, in the formation asked.
    pub(super) fn met(&self, unit: &Unit) -> bool {
        self.takes(&unit.formation)
            && unit.pose.at.distance(self.at) <= self.within
            && self
                .facing
                .is_none_or(|facing| unit.pose.facing.minus(facing).abs() <= self.degrees)
    }

    /// Whether a formation is one asked for.
    pub(super) fn takes(&self, formation: &Id) -> bool {
        self.formation
            .as_ref()
            .is_none_or(|wanted| wanted == formation)
    }

    /// Where to go, when the goal is asked of the unit as it stands.
    pub(super) fn aim(&self) -> Aim {
        Aim {
            at: self.at,
            facing: self.facing,
        }
    }

    /// Where to go so that a change of formation brings the unit to the goal.
    pub(super) fn aim_before(&self, shift: Shift, from: Point) -> Aim {
        let pose = |facing: Bearing| Pose {
            at: self.at,
            facing,
        };
        let before = match self.facing {
            Some(facing) => shift.before(pose(facing)),
            // It will face the way it comes, and that depends on where it comes to.
            None => {
                let mut before = pose(Bearing::NORTH);
                for _ in 0..3 {
                    let at = before.at;
                    let along = Bearing::of_vector(at.x - from.x, at.y - from.y);
                    before = shift.before(pose(along.turned(shift.turn())));
                }
                before
            }
        };
        Aim {
            at: before.at,
            facing: Some(before.facing),
        }
    }
}
