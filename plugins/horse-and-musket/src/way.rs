//! What a course asks of a unit, before it is measured.

use grognard_sdk::prelude::*;

use crate::charts::Deed;

/// What the steps of a course are.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Way {
    /// Some step displaces or turns the unit.
    pub(crate) moves: bool,
    /// About-faces.
    pub(crate) faces: u32,
    /// Some step goes to the rear.
    pub(crate) rearward: bool,
    /// Some step goes ahead or to a flank, or turns.
    pub(crate) onward: bool,
    /// Some step turns the unit.
    pub(crate) turns: bool,
    /// Some straight step does not run along the unit's axes.
    pub(crate) slanted: bool,
}

impl Way {
    pub(crate) fn of(course: &Course) -> Self {
        let mut way = Self::default();
        for step in &course.steps {
            match step {
                Step::Advance { distance } => way.straight(0.0, distance.millimetres()),
                Step::Retire { distance } => way.straight(180.0, distance.millimetres()),
                Step::Sidestep { distance, .. } => way.straight(90.0, distance.millimetres()),
                Step::Oblique {
                    angle, distance, ..
                } => way.straight(*angle, distance.millimetres()),
                Step::Wheel { angle, .. } | Step::Pivot { angle, .. } if *angle != 0.0 => {
                    way.moves = true;
                    way.onward = true;
                    way.turns = true;
                }
                Step::Wheel { .. } | Step::Pivot { .. } => {}
                Step::AboutFace => way.faces += 1,
                Step::To { .. } => {
                    way.moves = true;
                    way.onward = true;
                    way.slanted = true;
                }
            }
        }
        way
    }

    fn straight(&mut self, slant: f64, distance: f64) {
        if distance <= 0.0 {
            return;
        }
        self.moves = true;
        // Bearings have no sign here: only how far off straight ahead it goes.
        let off = Bearing::new(slant).minus(Bearing::NORTH).abs();
        if off >= 135.0 - 1e-9 {
            self.rearward = true;
        } else {
            self.onward = true;
        }
        self.slanted |= off % 90.0 != 0.0;
    }

    /// Whether it asks nothing of the unit.
    pub(crate) fn is_idle(&self) -> bool {
        !self.moves && self.faces == 0
    }

    /// The kinds of move it takes morale for.
    pub(crate) fn deeds(&self, by_hand: bool) -> impl Iterator<Item = Deed> {
        let going = if by_hand { Deed::Manhandle } else { Deed::Move };
        let back = if by_hand {
            Deed::Manhandle
        } else {
            Deed::FallBack
        };
        [
            self.is_idle().then_some(Deed::Stand),
            self.onward.then_some(going),
            (self.rearward && !(by_hand && self.onward)).then_some(back),
            (self.faces > 0).then_some(Deed::AboutFace),
        ]
        .into_iter()
        .flatten()
    }
}
