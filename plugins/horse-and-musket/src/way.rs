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
    /// What the steps say, for a unit that begins in the frame `pose`.
    pub(crate) fn of(course: &Course, pose: Pose) -> Self {
        let mut way = Self::default();
        // Where the unit is as long as it only went straight; the axes of a free path hang on it.
        let free = course
            .steps
            .iter()
            .any(|step| matches!(step, Step::To { .. }));
        let mut at = free.then_some(pose);
        for step in &course.steps {
            match step {
                // What nearly every course is made of needs no angles.
                Step::Advance { distance } if at.is_none() => {
                    let goes = distance.millimetres() > 0.0;
                    way.moves |= goes;
                    way.onward |= goes;
                }
                Step::Advance { distance } => way.straight(0.0, distance.millimetres(), &mut at),
                Step::Retire { distance } => way.straight(180.0, distance.millimetres(), &mut at),
                Step::Sidestep { hand, distance } => {
                    way.straight(sense(*hand) * 90.0, distance.millimetres(), &mut at);
                }
                Step::Oblique {
                    hand,
                    angle,
                    distance,
                } => {
                    way.straight(sense(*hand) * angle, distance.millimetres(), &mut at);
                }
                Step::Wheel { angle, .. } | Step::Pivot { angle, .. } => {
                    if *angle != 0.0 {
                        way.moves = true;
                        way.onward = true;
                        way.turns = true;
                        at = None;
                    }
                }
                Step::AboutFace => {
                    way.faces += 1;
                    at = None;
                }
                Step::To { point } => match at {
                    Some(from) => {
                        let (right, forward) = from.local(*point);
                        let slant = Bearing::of_vector(right, forward).degrees();
                        way.straight(slant, from.at.distance(*point), &mut at);
                    }
                    None => {
                        way.moves = true;
                        way.onward = true;
                        way.slanted = true;
                    }
                },
            }
        }
        way
    }

    fn straight(&mut self, slant: f64, distance: f64, at: &mut Option<Pose>) {
        if distance <= 0.0 {
            return;
        }
        self.moves = true;
        let slant = Bearing::new(slant);
        let off = slant.minus(Bearing::NORTH).abs();
        if off >= 135.0 - NOISE {
            self.rearward = true;
        } else {
            self.onward = true;
        }
        let axis = match off {
            _ if off < 45.0 => 0.0,
            _ if off < 135.0 => 90.0,
            _ => 180.0,
        };
        self.slanted |= (off - axis).abs() > NOISE;
        if let Some(pose) = at {
            pose.at = pose.at.along(pose.facing.turned(slant.degrees()), distance);
        }
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

/// How far a bearing may be off by the noise of numbers, degrees.
const NOISE: f64 = 1e-9;

fn sense(hand: Hand) -> f64 {
    if hand == Hand::Left { -1.0 } else { 1.0 }
}
