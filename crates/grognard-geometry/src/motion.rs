//! What each step of a course does to a unit.

use grognard_core::{
    Amount, Bearing, Course, Edge, Hand, Heading, Length, PivotPoint, Point, Pose, Rect, Step,
    Unit, sin_cos_degrees,
};

use crate::{Bounds, bounds, ground_of};

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
        match *self {
            Self::Turn { about, degrees } => {
                pose.turned_about(about, if degrees < 0.0 { -amount } else { amount })
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
}

/// One step, worked out from where the unit stands when it begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stage {
    pub(crate) motion: Motion,
    pub(crate) heading: Heading,
    /// The side of the unit that leads.
    pub(crate) leading: Edge,
    /// The length of a straight step: exact as far as it was written so. Zero for other steps.
    pub(crate) length: Amount,
    pub(crate) faces_about: bool,
    /// Frame and box where the step begins.
    pub(crate) pose: Pose,
    pub(crate) bounds: Bounds,
}

impl Stage {
    /// A step that does nothing.
    pub(crate) fn staying(pose: Pose, bounds: Bounds) -> Self {
        Self {
            motion: Motion::Stay,
            heading: Heading::Front,
            leading: Edge::Front,
            length: Amount::ZERO,
            faces_about: false,
            pose,
            bounds,
        }
    }

    /// Frame and box where the step ends.
    pub(crate) fn after(&self) -> (Pose, Bounds) {
        if self.faces_about {
            return self.bounds.faced_about(self.pose);
        }
        (
            self.motion.pose(self.pose, self.motion.extent()),
            self.bounds,
        )
    }

    /// Takes bases to where they are when the step ends.
    pub(crate) fn carry(&self, bases: &mut [Pose]) {
        match self.motion {
            Motion::Stay if self.faces_about => {
                for base in bases {
                    base.facing = base.facing.reversed();
                }
            }
            Motion::Stay => {}
            Motion::Straight { along, length } => {
                for base in bases {
                    base.at = base.at.shifted(along.0 * length, along.1 * length);
                }
            }
            Motion::Turn { about, degrees } => {
                // Bases that face the same way before do so afterwards, to the last digit.
                let mut last: Option<(Bearing, Bearing)> = None;
                let (sin, cos) = sin_cos_degrees(degrees);
                for base in bases {
                    let facing = match last {
                        Some((before, after)) if before == base.facing => after,
                        _ => base.facing.turned(degrees),
                    };
                    last = Some((base.facing, facing));
                    let (dx, dy) = (base.at.x - about.x, base.at.y - about.y);
                    base.at = Point {
                        x: about.x + dx * cos + dy * sin,
                        y: about.y - dx * sin + dy * cos,
                    };
                    base.facing = facing;
                }
            }
        }
    }
}

/// The steps of `course` for something in the frame `pose` with the box `bounds`.
pub(crate) fn stages(mut pose: Pose, mut bounds: Bounds, course: &Course) -> Vec<Stage> {
    let mut out = Vec::with_capacity(course.steps.len());
    for step in &course.steps {
        let stage = stage(pose, bounds, step);
        (pose, bounds) = stage.after();
        out.push(stage);
    }
    out
}

/// One step of something in the frame `pose` with the box `bounds`.
pub(crate) fn stage(pose: Pose, bounds: Bounds, step: &Step) -> Stage {
    let straight = |slant: f64, distance: Length| {
        let mm = distance.millimetres();
        let mm = if mm.is_finite() && mm > 0.0 { mm } else { 0.0 };
        let (heading, leading) = quarter(slant);
        let along = pose.facing.turned(slant).direction();
        let motion = Motion::Straight { along, length: mm };
        (motion, heading, leading, Length::mm(mm).amount(), false)
    };
    let turn = |about: Point, degrees: f64| {
        let degrees = if degrees.is_finite() { degrees } else { 0.0 };
        (
            Motion::Turn { about, degrees },
            Heading::Front,
            Edge::Front,
            Amount::ZERO,
            false,
        )
    };
    let (motion, heading, leading, length, faces_about) = match *step {
        Step::Advance { distance } => straight(0.0, distance),
        Step::Retire { distance } => straight(180.0, distance),
        Step::Sidestep {
            hand: Hand::Left,
            distance,
        } => straight(-90.0, distance),
        Step::Sidestep {
            hand: Hand::Right,
            distance,
        } => straight(90.0, distance),
        Step::Oblique {
            hand: Hand::Left,
            angle,
            distance,
        } => straight(-finite(angle), distance),
        Step::Oblique {
            hand: Hand::Right,
            angle,
            distance,
        } => straight(finite(angle), distance),
        Step::Wheel { hand, angle } => turn(
            bounds.pivot(pose, PivotPoint::Front(hand)),
            if hand == Hand::Left { -angle } else { angle },
        ),
        Step::Pivot { about, angle } => turn(bounds.pivot(pose, about), angle),
        Step::AboutFace => (
            Motion::Stay,
            Heading::Front,
            Edge::Front,
            Amount::ZERO,
            true,
        ),
        Step::To { point } => to(pose, point),
    };
    Stage {
        motion,
        heading,
        leading,
        length,
        faces_about,
        pose,
        bounds,
    }
}

type Worked = (Motion, Heading, Edge, Amount, bool);

fn to(pose: Pose, point: Point) -> Worked {
    let (dx, dy) = (point.x - pose.at.x, point.y - pose.at.y);
    let length = libm::hypot(dx, dy);
    if !length.is_finite() || length == 0.0 {
        return (
            Motion::Stay,
            Heading::Front,
            Edge::Front,
            Amount::ZERO,
            false,
        );
    }
    let slant = Bearing::of_vector(dx, dy).minus(pose.facing);
    let (heading, leading) = quarter(slant);
    let motion = Motion::Straight {
        along: (dx / length, dy / length),
        length,
    };
    // A distance between two points is exact only when it is a number people write.
    let exact = Length::mm(length).amount();
    let exact = if exact.exact.den() <= PLAIN {
        exact
    } else {
        Amount::measured(length)
    };
    (motion, heading, leading, exact, false)
}

/// The greatest denominator of millimetres that a distance between two written points can have and
/// still be no accident.
const PLAIN: i64 = 10_000;

fn finite(angle: f64) -> f64 {
    if angle.is_finite() { angle } else { 0.0 }
}

/// The quarter a slant (degrees clockwise from straight ahead) falls in, and the side that leads.
/// Exactly 45 degrees is front or rear, within the noise of a bearing.
fn quarter(slant: f64) -> (Heading, Edge) {
    const NOISE: f64 = 1e-9;
    let slant = Bearing::new(slant).minus(Bearing::NORTH);
    if slant.abs() <= 45.0 + NOISE {
        (Heading::Front, Edge::Front)
    } else if slant.abs() >= 135.0 - NOISE {
        (Heading::Rear, Edge::Rear)
    } else if slant > 0.0 {
        (Heading::Flank, Edge::Right)
    } else {
        (Heading::Flank, Edge::Left)
    }
}

/// The rigid motions a unit goes through on a course, one a step.
pub fn motions(unit: &Unit, course: &Course) -> Vec<Motion> {
    let bounds = bounds(unit.pose, &ground_of(unit));
    stages(unit.pose, bounds, course)
        .iter()
        .map(|stage| stage.motion)
        .collect()
}

/// Where a course takes a unit: its frame, and its bases in the unit's order.
pub fn end_of(unit: &Unit, course: &Course) -> (Pose, Vec<Pose>) {
    let bounds = bounds(unit.pose, &ground_of(unit));
    let stages = stages(unit.pose, bounds, course);
    carried(unit, stages.iter())
}

/// Where steps take a unit: its frame, and its bases.
pub(crate) fn carried<'a>(
    unit: &Unit,
    stages: impl Iterator<Item = &'a Stage>,
) -> (Pose, Vec<Pose>) {
    let mut bases: Vec<Pose> = unit.bases.iter().map(|base| base.rect.pose).collect();
    let mut end = unit.pose;
    for stage in stages {
        end = stage.after().0;
        stage.carry(&mut bases);
    }
    (end, bases)
}
