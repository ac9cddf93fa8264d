//! A course, step by step, with the ground the unit covers as each step begins.

use grognard_core::{Course, Pose, Rect};
use smallvec::SmallVec;

use crate::Motion;
use crate::field::Standing;
use crate::hull::{Quad, Quads};
use crate::known::Known;
use crate::reach_box::ReachBox;
use crate::stage::{Stage, Start};
use crate::sweep::faced;

/// One step and the ground covered as it begins.
#[derive(Clone, Debug)]
pub(crate) struct Walked {
    pub(crate) stage: Stage,
    /// The box about everything the unit's own box sweeps.
    pub(crate) reach: ReachBox,
    /// The ground covered; none before [`cover`] has worked it out.
    pub(crate) rects: Rects,
    pub(crate) quads: Quads,
}

/// As [`Quads`].
type Rects = SmallVec<[Rect; 1]>;

/// The steps of a course, without the ground covered: what meets nothing needs none. A course without
/// steps gives one that stays, so that what stands still is met like anything else.
pub(crate) fn walk(pose: Pose, standing: &Standing, course: &Course) -> SmallVec<[Walked; 4]> {
    let start = Start::of(pose, &standing.quads);
    let mut out: SmallVec<_> = start.stages(course).map(Walked::of).collect();
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
        walk.rects.clone_from(&rects);
        let mut turned = None;
        for rect in &mut rects {
            rect.pose = walk.stage.carried(rect.pose, &mut turned);
        }
    }
}

impl Walked {
    fn of(stage: Stage) -> Self {
        let corners = stage.bounds.corners(stage.pose.at, stage.facing);
        Self {
            reach: ReachBox::swept_by(corners, &stage.motion, stage.turn),
            rects: Rects::new(),
            quads: Quads::new(),
            stage,
        }
    }

    /// The ground covered `amount` into the step.
    pub(crate) fn quads_at(&self, amount: f64) -> Quads {
        let mut known = Known::default();
        let turn = self.motion().turned(amount);
        let place = |rect: &Rect| {
            let pose = self.motion().pose_turned(rect.pose, amount, turn);
            Quad::facing(&Rect { pose, ..*rect }, known.sin_cos(pose.facing))
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
