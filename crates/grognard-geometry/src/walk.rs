//! A course, step by step, with the ground the unit covers as each step begins.

use grognard_core::{Course, Pose, Rect, Step};
use smallvec::SmallVec;

use crate::field::Standing;
use crate::hull::Quads;
use crate::known::Known;
use crate::reach_box::ReachBox;
use crate::stage::{Stage, Start};
use crate::sweep::{faced, quads};
use crate::{Bounds, Motion};

/// One step and the ground covered as it begins.
#[derive(Clone, Debug)]
pub(crate) struct Walked {
    pub(crate) stage: Stage,
    /// The box about everything the unit's own box sweeps.
    pub(crate) reach: ReachBox,
    /// The ground covered; none before [`cover`] has worked it out.
    pub(crate) quads: Quads,
}

/// The steps of a course, without the ground covered: what meets nothing needs none. A course without
/// steps gives one that stays, so that what stands still is met like anything else.
pub(crate) fn walk(pose: Pose, standing: &Standing, course: &Course) -> SmallVec<[Walked; 4]> {
    let start = Start::of(pose, &standing.quads);
    let mut out = SmallVec::new();
    for stage in start.stages(course) {
        out.push(Walked::of(stage));
    }
    if out.is_empty() {
        out.push(Walked::of(start.staying()));
    }
    out
}

/// Works out the ground covered as each step begins.
pub(crate) fn cover(walked: &mut [Walked], standing: &Standing) {
    let mut rects = Rects::from_slice(&standing.ground);
    for walk in walked {
        let facing = Known::with(walk.stage.pose.facing, walk.stage.facing);
        walk.quads = faced(&rects, facing).collect();
        walk.carry(&mut rects);
    }
}

/// The ground covered `amount` into a step, when it was `ground` as the course started.
pub(crate) fn covered_at(walked: &[Walked], ground: &[Rect], step: usize, amount: f64) -> Quads {
    let mut rects = Rects::from_slice(ground);
    for walk in &walked[..step] {
        walk.carry(&mut rects);
    }
    let motion = walked[step].motion();
    let turned = motion.turned(amount);
    for rect in &mut rects {
        rect.pose = motion.pose_turned(rect.pose, amount, turned);
    }
    quads(&rects)
}

/// As [`Quads`].
type Rects = SmallVec<[Rect; 1]>;

impl Walked {
    /// One step of something with the box `bounds` that covers `rects` in the frame `pose`.
    pub(crate) fn alone(pose: Pose, bounds: Bounds, rects: &[Rect], step: &Step) -> Self {
        let stage = Start::with(pose, bounds).stage(step);
        let facing = Known::with(stage.pose.facing, stage.facing);
        Self {
            quads: faced(rects, facing).collect(),
            ..Self::of(stage)
        }
    }

    fn of(stage: Stage) -> Self {
        let corners = stage.bounds.corners(stage.pose.at, stage.facing);
        Self {
            reach: ReachBox::swept_by(corners, &stage.motion, stage.turn),
            quads: Quads::new(),
            stage,
        }
    }

    /// Takes rectangles to where they are when the step ends.
    fn carry(&self, rects: &mut [Rect]) {
        let mut turned = None;
        for rect in rects {
            rect.pose = self.stage.carried(rect.pose, &mut turned);
        }
    }

    pub(crate) fn motion(&self) -> &Motion {
        &self.stage.motion
    }

    pub(crate) fn extent(&self) -> f64 {
        self.stage.motion.extent()
    }
}
