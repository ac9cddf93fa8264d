//! A course, step by step, with the ground the unit covers as each step begins.

use grognard_core::{Course, Pose, Rect, Step};

use crate::field::Standing;
use crate::hull::Quad;
use crate::motion::{Stage, stage, stages};
use crate::reach_box::ReachBox;
use crate::sweep::quads;
use crate::{Bounds, Motion, bounds};

/// One step and the ground covered as it begins.
#[derive(Clone, Debug)]
pub(crate) struct Walked {
    pub(crate) stage: Stage,
    pub(crate) rects: Vec<Rect>,
    pub(crate) quads: Vec<Quad>,
    /// The box about everything the unit's own box sweeps.
    pub(crate) reach: ReachBox,
}

/// The steps of a course. A course without steps gives one that stays, so that what stands still is
/// met like anything else.
pub(crate) fn walk(pose: Pose, standing: &Standing, course: &Course) -> Vec<Walked> {
    let frame = bounds(pose, &standing.ground);
    let mut rects = standing.ground.clone();
    let mut list = stages(pose, frame, course);
    if list.is_empty() {
        list.push(Stage::staying(pose, frame));
    }
    let mut out = Vec::with_capacity(list.len());
    for stage in list {
        let after: Vec<Rect> = rects.iter().map(|rect| stage.motion.rect(rect)).collect();
        let covered = std::mem::replace(&mut rects, after);
        out.push(Walked::of(stage, covered));
    }
    out
}

impl Walked {
    /// One step of something with the box `bounds` that covers `rects` in the frame `pose`.
    pub(crate) fn alone(pose: Pose, bounds: Bounds, rects: Vec<Rect>, step: &Step) -> Self {
        Self::of(stage(pose, bounds, step), rects)
    }

    /// Nothing happens to it.
    pub(crate) fn still(pose: Pose, bounds: Bounds, rects: Vec<Rect>) -> Self {
        Self::of(Stage::staying(pose, bounds), rects)
    }

    fn of(stage: Stage, rects: Vec<Rect>) -> Self {
        let corners = Quad {
            points: stage.bounds.corners(stage.pose),
            normals: [(0.0, 0.0); 4],
        };
        Self {
            reach: ReachBox::swept(&[corners], &stage.motion),
            quads: quads(&rects),
            rects,
            stage,
        }
    }

    /// The ground covered `amount` into the step.
    pub(crate) fn quads_at(&self, amount: f64) -> Vec<Quad> {
        let place = |r: &Rect| {
            Quad::of(&Rect {
                pose: self.stage.motion.pose(r.pose, amount),
                ..*r
            })
        };
        self.rects.iter().map(place).collect()
    }

    pub(crate) fn motion(&self) -> &Motion {
        &self.stage.motion
    }

    pub(crate) fn extent(&self) -> f64 {
        self.stage.motion.extent()
    }
}
