//! The steps of a course, worked out one from the other.

use grognard_core::{
    Amount, Bearing, Course, Edge, Hand, Heading, Length, PivotPoint, Point, Pose, Step,
    sin_cos_degrees,
};

use crate::bounds::bounds_facing;
use crate::hull::Quad;
use crate::known::Known;
use crate::motion::UNTURNED;
use crate::passage::Spot;
use crate::{Bounds, Motion};

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
    /// Sine and cosine of the facing where the step begins.
    pub(crate) facing: (f64, f64),
    /// Sine and cosine of the whole turn; of no turn for steps that do not turn.
    pub(crate) turn: (f64, f64),
}

impl Stage {
    /// Frame and box where the step ends.
    pub(crate) fn after(&self) -> (Pose, Bounds) {
        if self.faces_about {
            return self.bounds.faced_about(self.pose);
        }
        (self.carried(self.pose, &mut None), self.bounds)
    }

    /// Where the next step starts.
    fn next(&self) -> Start {
        let (pose, bounds) = self.after();
        let mut known = Known::with(self.pose.facing, self.facing);
        Start {
            pose,
            bounds,
            facing: known.sin_cos(pose.facing),
        }
    }

    /// Where a pose is when the step ends. Those that face the same way before do so afterwards, to
    /// the last digit, so the last facing is kept in `turned`, before and after.
    pub(crate) fn carried(&self, pose: Pose, turned: &mut Option<(Bearing, Bearing)>) -> Pose {
        match self.motion {
            Motion::Stay => pose,
            Motion::Straight { along, length } => pose.shifted(along.0 * length, along.1 * length),
            Motion::Turn { about, degrees } => {
                let facing = match *turned {
                    Some((before, after)) if before == pose.facing => after,
                    _ => pose.facing.turned(degrees),
                };
                *turned = Some((pose.facing, facing));
                let ((sin, cos), at) = (self.turn, pose.at);
                let (dx, dy) = (at.x - about.x, at.y - about.y);
                let at = Point::new(about.x + dx * cos + dy * sin, about.y - dx * sin + dy * cos);
                Pose { at, facing }
            }
        }
    }

    /// Takes bases to where they are when the step ends.
    pub(crate) fn carry(&self, bases: &mut [Pose]) {
        if self.faces_about {
            for base in bases {
                base.facing = base.facing.reversed();
            }
            return;
        }
        match self.motion {
            Motion::Stay => {}
            Motion::Straight { along, length } => {
                let (dx, dy) = (along.0 * length, along.1 * length);
                for base in bases {
                    base.at = base.at.shifted(dx, dy);
                }
            }
            Motion::Turn { .. } => {
                let mut turned = None;
                for base in bases {
                    *base = self.carried(*base, &mut turned);
                }
            }
        }
    }

    /// The two ends of a side of the box where the step begins, see [`Bounds::edge`].
    pub(crate) fn edge(&self, edge: Edge) -> (Point, Point) {
        self.bounds.edge_facing(self.pose.at, self.facing, edge)
    }

    /// The middle of the front of the box where the step begins.
    pub(crate) fn front_centre(&self) -> Point {
        let (left, right) = self.edge(Edge::Front);
        Point::new((left.x + right.x) / 2.0, (left.y + right.y) / 2.0)
    }
}

/// Where a course starts: a frame, the box about what stands in it, sine and cosine of its facing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start {
    pose: Pose,
    bounds: Bounds,
    facing: (f64, f64),
}

impl Start {
    pub(crate) fn of(pose: Pose, quads: &[Quad]) -> Self {
        let facing = pose.facing.sin_cos();
        Self {
            pose,
            bounds: bounds_facing(pose.at, facing, quads),
            facing,
        }
    }

    /// With the box known.
    pub(crate) fn with(pose: Pose, bounds: Bounds) -> Self {
        Self {
            pose,
            bounds,
            facing: pose.facing.sin_cos(),
        }
    }

    /// The frame.
    pub(crate) fn pose(&self) -> Pose {
        self.pose
    }

    /// The box, seen from outside.
    pub(crate) fn spot(&self) -> Spot {
        Spot::of(&self.bounds, self.pose.at, self.facing)
    }

    /// One step from here.
    pub(crate) fn stage(&self, step: &Step) -> Stage {
        Work::of(self, step).stage(self)
    }

    /// Shows the steps of a course, each worked out from the one before, until `visit` says no.
    pub(crate) fn each_stage(self, course: &Course, mut visit: impl FnMut(&Stage) -> bool) {
        let mut at = self;
        let mut left = course.steps.len();
        for step in &course.steps {
            let stage = at.stage(step);
            left -= 1;
            if !visit(&stage) || left == 0 {
                return;
            }
            at = stage.next();
        }
    }

    /// A step that does nothing.
    pub(crate) fn staying(&self) -> Stage {
        Work::NOTHING.stage(self)
    }
}

/// What a step does.
struct Work {
    motion: Motion,
    heading: Heading,
    leading: Edge,
    length: Amount,
    faces_about: bool,
    turn: (f64, f64),
}

impl Work {
    const NOTHING: Self = Self {
        motion: Motion::Stay,
        heading: Heading::Front,
        leading: Edge::Front,
        length: Amount::ZERO,
        faces_about: false,
        turn: UNTURNED,
    };

    fn of(from: &Start, step: &Step) -> Self {
        let (pose, facing) = (from.pose, from.facing);
        let straight = |slant, distance| Self::straight(pose, facing, slant, distance);
        let pivot = |about| from.bounds.pivot_facing(pose.at, facing, about);
        match *step {
            Step::Advance { distance } => {
                Self::along(facing, (Heading::Front, Edge::Front), distance)
            }
            Step::Retire { distance } => straight(180.0, distance),
            Step::Sidestep { hand, distance } => straight(signed(hand, 90.0), distance),
            Step::Oblique {
                hand,
                angle,
                distance,
            } => straight(signed(hand, finite(angle)), distance),
            Step::Wheel { hand, angle } => {
                Self::turn(pivot(PivotPoint::Front(hand)), signed(hand, angle))
            }
            Step::Pivot { about, angle } => Self::turn(pivot(about), angle),
            Step::AboutFace => Self {
                faces_about: true,
                ..Self::NOTHING
            },
            Step::To { point } => Self::to(pose, point),
        }
    }

    fn straight(pose: Pose, facing: (f64, f64), slant: f64, distance: Length) -> Self {
        let along = Known::with(pose.facing, facing).sin_cos(pose.facing.turned(slant));
        Self::along(along, quarter(slant), distance)
    }

    /// Straight along a vector of length one that lies in some quarter.
    fn along(along: (f64, f64), (heading, leading): (Heading, Edge), distance: Length) -> Self {
        let mm = distance.millimetres();
        let mm = if mm.is_finite() && mm > 0.0 { mm } else { 0.0 };
        Self {
            motion: Motion::Straight { along, length: mm },
            heading,
            leading,
            length: Length::mm(mm).amount(),
            ..Self::NOTHING
        }
    }

    fn turn(about: Point, degrees: f64) -> Self {
        let degrees = finite(degrees);
        Self {
            motion: Motion::Turn { about, degrees },
            turn: sin_cos_degrees(degrees),
            ..Self::NOTHING
        }
    }

    fn to(pose: Pose, point: Point) -> Self {
        let (dx, dy) = (point.x - pose.at.x, point.y - pose.at.y);
        let length = libm::hypot(dx, dy);
        if !length.is_finite() || length == 0.0 {
            return Self::NOTHING;
        }
        let slant = Bearing::of_vector(dx, dy).minus(pose.facing);
        let (heading, leading) = quarter(slant);
        let motion = Motion::Straight {
            along: (dx / length, dy / length),
            length,
        };
        Self {
            motion,
            heading,
            leading,
            length: Length::mm(length).amount(),
            ..Self::NOTHING
        }
    }

    fn stage(self, from: &Start) -> Stage {
        Stage {
            motion: self.motion,
            heading: self.heading,
            leading: self.leading,
            length: self.length,
            faces_about: self.faces_about,
            pose: from.pose,
            bounds: from.bounds,
            facing: from.facing,
            turn: self.turn,
        }
    }
}

fn finite(angle: f64) -> f64 {
    if angle.is_finite() { angle } else { 0.0 }
}

/// Clockwise degrees of an angle to one hand.
fn signed(hand: Hand, angle: f64) -> f64 {
    if hand == Hand::Left { -angle } else { angle }
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
