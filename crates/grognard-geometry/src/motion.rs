//! What each step of a course does to a unit.

use grognard_core::{Course, Point, Pose, Rect, Unit, sin_cos_degrees};

use crate::ground_of;
use crate::stage::Start;
use crate::sweep::quads;

/// Sine and cosine of no turn.
pub(crate) const UNTURNED: (f64, f64) = (0.0, 1.0);

/// How a rigid body moves in one step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Motion {
    /// It stays where it is.
    Stay,
    /// Straight along a unit vector.
    Straight {
        /// The way, a vector of length one.
        along: (f64, f64),
        /// How far, mm.
        length: f64,
    },
    /// A turn about a point.
    Turn {
        /// The point that stands.
        about: Point,
        /// Degrees clockwise; negative turns counter-clockwise.
        degrees: f64,
    },
}

impl Motion {
    /// How long the step is in its own measure: millimetres, or degrees of a turn.
    pub fn extent(&self) -> f64 {
        match self {
            Self::Stay => 0.0,
            Self::Straight { length, .. } => *length,
            Self::Turn { degrees, .. } => degrees.abs(),
        }
    }

    /// Whether it is a turn.
    pub(crate) fn turns(&self) -> bool {
        matches!(self, Self::Turn { .. })
    }

    /// Where a point is `amount` into the step.
    pub fn point(&self, point: Point, amount: f64) -> Point {
        match *self {
            Self::Stay => point,
            Self::Straight { along, .. } => point.shifted(along.0 * amount, along.1 * amount),
            Self::Turn { about, degrees } => {
                point.turned_about(about, if degrees < 0.0 { -amount } else { amount })
            }
        }
    }

    /// Where a pose is `amount` into the step.
    pub fn pose(&self, pose: Pose, amount: f64) -> Pose {
        self.pose_turned(pose, amount, self.turned(amount))
    }

    /// The same with [`Motion::turned`] known.
    pub(crate) fn pose_turned(&self, pose: Pose, amount: f64, (sin, cos): (f64, f64)) -> Pose {
        match *self {
            Self::Turn { about, degrees } => {
                let (dx, dy) = (pose.at.x - about.x, pose.at.y - about.y);
                let at = Point::new(about.x + dx * cos + dy * sin, about.y - dx * sin + dy * cos);
                let facing = pose
                    .facing
                    .turned(if degrees < 0.0 { -amount } else { amount });
                Pose { at, facing }
            }
            _ => Pose {
                at: self.point(pose.at, amount),
                facing: pose.facing,
            },
        }
    }

    /// Where a rectangle is at the end of the step.
    pub fn rect(&self, rect: &Rect) -> Rect {
        Rect {
            pose: self.pose(rect.pose, self.extent()),
            ..*rect
        }
    }

    /// Sine and cosine of the turn, `amount` into the step; of no turn for steps that do not turn.
    pub(crate) fn turned(&self, amount: f64) -> (f64, f64) {
        match *self {
            Self::Turn { degrees, .. } => {
                sin_cos_degrees(if degrees < 0.0 { -amount } else { amount })
            }
            _ => UNTURNED,
        }
    }
}

/// The rigid motions a unit goes through on a course, one a step.
pub fn motions(unit: &Unit, course: &Course) -> Vec<Motion> {
    let start = Start::of(unit.pose, &quads(&ground_of(unit)));
    let mut out = Vec::with_capacity(course.steps.len());
    start.each_stage(course, |stage| {
        out.push(stage.motion);
        true
    });
    out
}

/// Where a course takes a unit: its frame, and its bases in the unit's order.
pub fn end_of(unit: &Unit, course: &Course) -> (Pose, Vec<Pose>) {
    let start = Start::of(unit.pose, &quads(&ground_of(unit)));
    let mut bases: Vec<Pose> = unit.bases.iter().map(|base| base.rect.pose).collect();
    let mut end = unit.pose;
    start.each_stage(course, |stage| {
        end = stage.after().0;
        stage.carry(&mut bases);
        true
    });
    (end, bases)
}
