//! A course, step by step, with the ground the unit covers as each step begins.

use grognard_core::{Course, Point, Rect};
use smallvec::SmallVec;

use crate::Motion;
use crate::field::Standing;
use crate::hull::{Quad, Quads};
use crate::known::Known;
use crate::reach_box::ReachBox;
use crate::stage::Stage;
use crate::sweep::faced;

/// One step and the ground covered as it begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walked<'q> {
    pub(crate) stage: &'q Stage,
    /// The corners of the unit's own box as it begins.
    pub(crate) corners: [Point; 4],
    /// The box about everything the unit's own box sweeps.
    pub(crate) reach: ReachBox,
    /// The ground covered; none before [`cover`] has given it.
    pub(crate) quads: &'q [Quad],
}

/// The steps of a course, worked out.
pub(crate) type Stages = SmallVec<[Stage; 4]>;

/// A course, step by step.
pub(crate) type Walk<'q> = SmallVec<[Walked<'q>; 4]>;

/// Works out the steps of a course. A course without steps gives one that stays, so that what stands still is met
/// like anything else. They are put in place, as lists that are held in place are slow to hand over.
pub(crate) fn stages(standing: &Standing, course: &Course, out: &mut Stages) {
    standing.start.each_stage(course, |stage| {
        out.push(*stage);
        true
    });
    if out.is_empty() {
        out.push(standing.start.staying());
    }
}

/// The steps without the ground covered: what meets nothing needs none.
pub(crate) fn walk<'q>(stages: &'q [Stage], out: &mut Walk<'q>) {
    for stage in stages {
        out.push(Walked::of(stage));
    }
}

/// The box about everything that is swept on the way.
pub(crate) fn whole(walked: &[Walked<'_>]) -> ReachBox {
    walked
        .iter()
        .fold(ReachBox::EMPTY, |all, walk| all.joined(walk.reach))
}

/// The ground covered as each step begins, one after the other.
pub(crate) fn ground(walked: &[Walked<'_>], standing: &Standing, out: &mut SmallVec<[Quad; 4]>) {
    let mut rects = Rects::from_slice(&standing.ground);
    for (step, walk) in walked.iter().enumerate() {
        if step == 0 {
            out.extend_from_slice(&standing.quads);
        } else {
            let facing = Known::with(walk.stage.pose.facing, walk.stage.facing);
            out.extend(faced(&rects, facing));
        }
        walk.carry(&mut rects);
    }
}

/// Gives each step its part of what [`ground`] found.
pub(crate) fn cover<'q>(walked: &mut [Walked<'q>], ground: &'q [Quad]) {
    let each = ground.len() / walked.len().max(1);
    if each > 0 {
        for (walk, quads) in walked.iter_mut().zip(ground.chunks_exact(each)) {
            walk.quads = quads;
        }
    }
}

/// The ground covered `amount` into a step, when it was `ground` as the course started.
pub(crate) fn covered_at(
    walked: &[Walked<'_>],
    ground: &[Rect],
    step: usize,
    amount: f64,
) -> Quads {
    let mut rects = Rects::from_slice(ground);
    for walk in &walked[..step] {
        walk.carry(&mut rects);
    }
    let stage = walked[step].stage;
    let motion = &stage.motion;
    let turned = motion.turned(amount);
    for rect in &mut rects {
        rect.pose = motion.pose_turned(rect.pose, amount, turned);
    }
    // A step that goes straight leaves them facing as they did.
    faced(&rects, Known::with(stage.pose.facing, stage.facing)).collect()
}

/// As [`Quads`].
type Rects = SmallVec<[Rect; 1]>;

impl<'q> Walked<'q> {
    /// One step of something that covers `quads` as it begins.
    pub(crate) fn with(stage: &'q Stage, quads: &'q [Quad]) -> Self {
        Self {
            quads,
            ..Self::of(stage)
        }
    }

    fn of(stage: &'q Stage) -> Self {
        let corners = stage.bounds.corners(stage.pose.at, stage.facing);
        Self {
            reach: ReachBox::swept_by(&corners, &stage.motion, stage.turn),
            corners,
            quads: &[],
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
