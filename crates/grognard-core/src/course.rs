use abi_stable::StableAbi;
use abi_stable::std_types::RVec;
use serde::{Deserialize, Serialize};

use crate::{Heading, Length, Point};

/// Left or right, seen along the facing.
#[repr(u8)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hand {
    /// The left.
    Left,
    /// The right.
    Right,
}

/// The point a pivot turns about.
#[repr(u8)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PivotPoint {
    /// The centre of the unit's bounding box.
    Centre,
    /// The middle of the front edge.
    FrontCentre,
    /// A front corner.
    Front(Hand),
    /// A rear corner.
    Rear(Hand),
    /// A point of the table.
    At(Point),
}

/// One step of a course. Distances are never negative; angles are degrees.
#[repr(u8)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "step")]
pub enum Step {
    /// Straight ahead.
    Advance {
        /// How far.
        distance: Length,
    },
    /// Straight back, facing kept.
    Retire {
        /// How far.
        distance: Length,
    },
    /// Straight to a flank, facing kept.
    Sidestep {
        /// To which side.
        hand: Hand,
        /// How far.
        distance: Length,
    },
    /// Straight along a slant, facing kept.
    Oblique {
        /// To which side of straight ahead.
        hand: Hand,
        /// Degrees off straight ahead, 0 to 180.
        angle: f64,
        /// How far.
        distance: Length,
    },
    /// A turn about a front corner: the other end swings forward, or back when `angle` is negative.
    Wheel {
        /// The corner that stands, and the side turned to.
        hand: Hand,
        /// Degrees; negative swings backward.
        angle: f64,
    },
    /// A turn about any point.
    Pivot {
        /// The point that stands.
        about: PivotPoint,
        /// Degrees clockwise; negative turns counter-clockwise.
        angle: f64,
    },
    /// Every figure turns round where it stands: the rear becomes the front.
    AboutFace,
    /// Straight to a point, facing kept: a leg of a free path. The point is where the unit's
    /// reference point (middle of its front edge) goes.
    To {
        /// The place.
        point: Point,
    },
}

/// A course: the steps of one move, in order.
///
/// ```
/// use grognard_core::{Course, Hand, Length};
/// let course = Course::new()
///     .advance(Length::mm(100.0))
///     .wheel(Hand::Left, 30.0)
///     .advance(Length::mm(40.0));
/// assert_eq!(course.steps.len(), 3);
/// ```
#[repr(C)]
#[derive(StableAbi, Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Course {
    /// The steps, in order.
    pub steps: RVec<Step>,
}

impl Step {
    /// The same step with other measures: `length` gives the distance of a straight step from what it is, `turn` the
    /// degrees of a wheel or pivot. A slant stays as it is.
    #[must_use]
    pub fn resized(
        self,
        length: impl FnOnce(Length) -> Length,
        turn: impl FnOnce(f64) -> f64,
    ) -> Self {
        let mut step = self;
        match &mut step {
            Self::Advance { distance }
            | Self::Retire { distance }
            | Self::Sidestep { distance, .. }
            | Self::Oblique { distance, .. } => *distance = length(*distance),
            Self::Wheel { angle, .. } | Self::Pivot { angle, .. } => *angle = turn(*angle),
            Self::AboutFace | Self::To { .. } => {}
        }
        step
    }
}

impl Course {
    /// A course that stays where it is.
    pub fn new() -> Self {
        Self::default()
    }

    /// The directions its steps may take, so that a law need give no rates for others. Most courses
    /// only go ahead.
    pub fn headings(&self) -> &'static [Heading] {
        let ahead = |step: &Step| {
            matches!(
                step,
                Step::Advance { .. } | Step::Wheel { .. } | Step::Pivot { .. } | Step::AboutFace
            )
        };
        if self.steps.iter().all(ahead) {
            &[Heading::Front]
        } else {
            &Heading::ALL
        }
    }

    /// This course with `step` behind it.
    pub fn then(mut self, step: Step) -> Self {
        self.steps.push(step);
        self
    }

    /// This course, then straight ahead.
    pub fn advance(self, distance: Length) -> Self {
        self.then(Step::Advance { distance })
    }

    /// This course, then straight back.
    pub fn retire(self, distance: Length) -> Self {
        self.then(Step::Retire { distance })
    }

    /// This course, then to a flank.
    pub fn sidestep(self, hand: Hand, distance: Length) -> Self {
        self.then(Step::Sidestep { hand, distance })
    }

    /// This course, then along a slant.
    pub fn oblique(self, hand: Hand, angle: f64, distance: Length) -> Self {
        self.then(Step::Oblique {
            hand,
            angle,
            distance,
        })
    }

    /// This course, then a wheel on the front corner of `hand`.
    pub fn wheel(self, hand: Hand, angle: f64) -> Self {
        self.then(Step::Wheel { hand, angle })
    }

    /// This course, then a pivot.
    pub fn pivot(self, about: PivotPoint, angle: f64) -> Self {
        self.then(Step::Pivot { about, angle })
    }

    /// This course, then an about-face.
    pub fn about_face(self) -> Self {
        self.then(Step::AboutFace)
    }

    /// This course, then straight to a point.
    pub fn to(self, point: Point) -> Self {
        self.then(Step::To { point })
    }
}
