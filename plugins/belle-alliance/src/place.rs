//! A unit put somewhere: its formation, its frame and its bases.

use grognard_sdk::prelude::*;

use crate::drawn_up::Front;
use crate::poses::Ground;

/// Where a unit's bases come to stand.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Placed {
    pub(crate) unit: Id,
    pub(crate) formation: Id,
    pub(crate) pose: Pose,
    pub(crate) bases: Vec<Base>,
    /// Where its frontage comes from.
    pub(crate) front: Front,
}

impl Placed {
    /// Bases as they stand, in the frame they make for a unit that faces `facing`.
    pub(crate) fn standing(unit: &Id, formation: &Id, facing: Bearing, bases: Vec<Base>) -> Self {
        let pose = frame(&bases, facing);
        Self {
            unit: *unit,
            formation: *formation,
            pose,
            bases,
            front: Front::Kept,
        }
    }

    /// The same with a frontage that comes from elsewhere.
    pub(crate) fn fronted(self, front: Front) -> Self {
        Self { front, ..self }
    }

    /// The ground covered.
    pub(crate) fn rects(&self) -> Vec<Rect> {
        self.bases.iter().map(|base| base.rect).collect()
    }

    /// The effects that put an existing unit there.
    pub(crate) fn effects(&self) -> Vec<Effect> {
        let mut effects = vec![
            Effect::SetBases {
                unit: self.unit,
                bases: self.bases.clone().into(),
            },
            Effect::Place {
                unit: self.unit,
                pose: self.pose,
                bases: self.bases.iter().map(|base| base.rect.pose).collect(),
            },
            Effect::SetFormation {
                unit: self.unit,
                formation: self.formation,
            },
        ];
        effects.extend(self.front.effect(&self.unit));
        effects
    }
}

/// The frame of bases that face `facing` together: the middle of their front edge.
pub(crate) fn frame(bases: &[Base], facing: Bearing) -> Pose {
    let Some(first) = bases.first() else {
        return Pose::default();
    };
    // Measured from a base, so that whole millimetres stay whole.
    let from = Pose {
        at: first.rect.pose.at,
        facing,
    };
    let (mut left, mut right, mut front) = (f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY);
    for corner in bases.iter().flat_map(|base| base.rect.corners()) {
        let (across, ahead) = from.local(corner);
        left = left.min(across);
        right = right.max(across);
        front = front.max(ahead);
    }
    Pose {
        at: from.point((left + right) / 2.0, front),
        facing,
    }
}

/// The ground a unit covers, in its frame.
pub(crate) fn ground(unit: &Unit) -> Ground {
    let (mut left, mut right, mut rear) = (f64::INFINITY, f64::NEG_INFINITY, 0.0_f64);
    for corner in unit.footprint.iter().flat_map(Rect::corners) {
        let (across, ahead) = unit.pose.local(corner);
        left = left.min(across);
        right = right.max(across);
        rear = rear.min(ahead);
    }
    Ground {
        middle: (left + right) / 2.0,
        width: right - left,
        depth: -rear,
    }
}

/// Shifts bases so that the middle of their front edge comes to `target`; they face its way already.
pub(crate) fn front_to(bases: &mut [Base], target: Pose) {
    let (right, forward) = target.local(frame(bases, target.facing).at);
    for base in bases {
        let (across, ahead) = target.local(base.rect.pose.at);
        base.rect.pose = target.offset(across - right, ahead - forward, 0.0);
    }
}
