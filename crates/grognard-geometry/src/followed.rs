//! The points of a unit whose travel is measured.

use grognard_core::{
    Base, Bearing, Corners, Edge, Leg, MotionLaw, Point, Pose, Rect, Turning, Unit,
};
use smallvec::{SmallVec, smallvec};

use crate::Motion;
use crate::hull::{Quad, greater};
use crate::known::Known;
use crate::stage::Stage;

/// Travel of every base corner, and of the points the law follows, in one step: millimetres, none
/// for steps that do not turn.
#[derive(Default)]
pub(crate) struct Travel {
    /// Four a base, in the order of the corners of a rectangle.
    pub(crate) corners: Vec<f64>,
    /// One for each point followed, where those are not the corners.
    apart: Option<SmallVec<[f64; 2]>>,
    farthest: f64,
}

impl Travel {
    /// Of each point followed.
    pub(crate) fn followed(&self) -> &[f64] {
        self.apart.as_deref().unwrap_or(&self.corners)
    }

    /// Of the farthest point followed.
    pub(crate) fn farthest(&self) -> f64 {
        self.farthest
    }
}

/// The greatest of some lengths; none of them below zero. Four by four, so that none waits for the one before.
pub(crate) fn greatest(lengths: &[f64]) -> f64 {
    let (fours, rest) = lengths.as_chunks::<4>();
    let mut most = [0.0; 4];
    for four in fours {
        for (most, next) in most.iter_mut().zip(four) {
            *most = greater(*most, *next);
        }
    }
    most.iter()
        .chain(rest)
        .fold(0.0, |most, &next| greater(most, next))
}

/// Where the corners of a base are from its middle: bases of one unit are mostly alike.
#[derive(Default)]
struct Corner {
    width: f64,
    depth: f64,
    facing: Bearing,
    /// East and north, so that four corners are worked out at once.
    east: [f64; 4],
    north: [f64; 4],
}

impl Corner {
    /// Makes them those of a base, see [`Quad::facing`].
    #[inline]
    fn fit(&mut self, width: f64, depth: f64, facing: Bearing, known: &mut Known) {
        if facing == self.facing && width == self.width && depth == self.depth {
            return;
        }
        let middle = Pose::new(0.0, 0.0, 0.0);
        let quad = Quad::facing(&Rect::new(middle, width, depth), known.sin_cos(facing));
        *self = Self {
            width,
            depth,
            facing,
            east: quad.points.map(|corner| corner.x),
            north: quad.points.map(|corner| corner.y),
        };
    }
}

/// Travel in a step; `bases` are where they are as it begins.
#[inline]
pub(crate) fn travel(stage: &Stage, unit: &Unit, bases: &[Pose], law: &MotionLaw) -> Travel {
    match stage.motion {
        Motion::Turn { about, degrees } => turned(stage, (about, degrees), unit, bases, law),
        Motion::Straight { .. } | Motion::Stay => Travel::default(),
    }
}

fn turned(
    stage: &Stage,
    (about, degrees): (Point, f64),
    unit: &Unit,
    bases: &[Pose],
    law: &MotionLaw,
) -> Travel {
    let per_radius = turned_length(degrees, law.turning);
    let mut corners = Vec::with_capacity(4 * unit.bases.len());
    corners.resize(4 * unit.bases.len(), 0.0);
    let most = corner_ways(stage, &unit.bases, bases, (about, per_radius), &mut corners);
    let apart = apart(stage, law.corners, (about, per_radius));
    let farthest = apart.as_deref().map_or(most, greatest);
    Travel {
        corners,
        apart,
        farthest,
    }
}

/// What each point followed goes in a step.
pub(crate) type Ways = SmallVec<[f64; 16]>;

/// The same for the points followed alone, of some bases that stand at `poses`; those may be none where no corner of
/// theirs is followed.
pub(crate) fn followed(
    stage: &Stage,
    bases: &[Base],
    poses: &[Pose],
    law: &MotionLaw,
    out: &mut Ways,
) {
    out.clear();
    let Motion::Turn { about, degrees } = stage.motion else {
        return;
    };
    let turn = (about, turned_length(degrees, law.turning));
    match apart(stage, law.corners, turn) {
        Some(apart) => out.extend_from_slice(&apart),
        None => {
            out.resize(4 * bases.len(), 0.0);
            corner_ways(stage, bases, poses, turn, out);
        }
    }
}

/// How far every corner of some bases goes in a turn about a point, so far for each millimetre from it; and the
/// farthest.
fn corner_ways(
    stage: &Stage,
    bases: &[Base],
    poses: &[Pose],
    (about, per_radius): (Point, f64),
    out: &mut [f64],
) -> f64 {
    let length = |point: Point| point.distance(about) * per_radius;
    let mut known = Known::with(stage.pose.facing, stage.facing);
    let mut corner = Corner::default();
    // Four by four, so that several are worked out at once.
    let mut most = [0.0; 4];
    let (fours, _) = out.as_chunks_mut::<4>();
    for ((base, &pose), four) in bases.iter().zip(poses).zip(fours) {
        let (width, depth) = (base.rect.width, base.rect.depth);
        corner.fit(width, depth, pose.facing, &mut known);
        for ((one, dx), dy) in four.iter_mut().zip(&corner.east).zip(&corner.north) {
            *one = length(Point::new(pose.at.x + dx, pose.at.y + dy));
        }
        for (most, one) in most.iter_mut().zip(four) {
            *most = greater(*most, *one);
        }
    }
    greatest(&most)
}

/// What the points followed go where they are not the corners of bases.
fn apart(
    stage: &Stage,
    corners: Corners,
    (about, per_radius): (Point, f64),
) -> Option<SmallVec<[f64; 2]>> {
    let length = |point: Point| point.distance(about) * per_radius;
    match corners {
        Corners::All => None,
        Corners::Front => {
            let (left, right) = stage.edge(Edge::Front);
            Some(smallvec![length(left), length(right)])
        }
        Corners::FrontCentre => Some(smallvec![length(stage.front_centre())]),
    }
}

/// How far a point goes in a turn for every millimetre it is from the centre.
pub(crate) fn turned_length(degrees: f64, turning: Turning) -> f64 {
    match turning {
        Turning::Arc => degrees.abs().to_radians(),
        Turning::Chord => {
            let (sin, _) = grognard_core::Bearing::new(degrees / 2.0).sin_cos();
            2.0 * sin.abs()
        }
        Turning::Free => 0.0,
    }
}

/// How far each point followed went in a turn under the same allowance before; one number for all
/// when the leg does not tell. `front` are the ends of the unit's front edge as the course starts.
pub(crate) fn before(leg: &Leg, unit: &Unit, front: (Point, Point), law: &MotionLaw) -> Vec<f64> {
    let count = 4 * unit.bases.len();
    let told = leg.arcs.len() == count;
    match law.corners {
        Corners::All if told => leg.arcs.to_vec(),
        Corners::All => vec![leg.farthest.to_f64(); count],
        Corners::Front if told => {
            let (left, right) = front;
            [left, right]
                .iter()
                .map(|&p| leg.arcs[nearest_corner(unit, p)])
                .collect()
        }
        Corners::Front => vec![leg.farthest.to_f64(); 2],
        Corners::FrontCentre => vec![leg.farthest.to_f64()],
    }
}

fn nearest_corner(unit: &Unit, point: Point) -> usize {
    let corners = unit.bases.iter().flat_map(|base| base.rect.corners());
    let far = corners.map(|corner| corner.distance(point)).enumerate();
    far.fold((0, f64::INFINITY), |best, next| {
        if next.1 < best.1 { next } else { best }
    })
    .0
}
