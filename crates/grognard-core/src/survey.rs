use abi_stable::StableAbi;
use abi_stable::std_types::{ROption, RVec};
use serde::{Deserialize, Serialize};

use crate::{Amount, Edge, Heading, Id, Pose, Ratio};

/// What the engine found by following a course under a [`MotionLaw`](crate::MotionLaw).
#[repr(C)]
#[derive(StableAbi, Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Survey {
    /// The way walked, cut where step or terrain changes.
    pub legs: RVec<Leg>,
    /// The tolls due.
    pub tolls: RVec<TollPaid>,
    /// Share of a full move used in all: the law's `spent` and `prior`, the legs, the tolls.
    pub total: Amount,
    /// Where the allowance ran out, when it did.
    pub over: ROption<Over>,
    /// Ground the law has no rate for.
    pub missing: RVec<MissingRate>,
    /// Units met on the way, in the order they are met.
    pub contacts: RVec<Contact>,
    /// Terrain pieces entered or crossed, in the order they are met.
    pub crossings: RVec<Crossing>,
    /// The first point at which a part of the unit leaves the table.
    pub off_table: ROption<Along>,
    /// Where the unit's reference pose ends.
    pub end: Pose,
    /// Where its bases end, in the unit's order.
    pub bases: RVec<Pose>,
    /// The share that the engine's distance tolerance amounts to; comparisons of shares use it.
    pub slack: f64,
}

/// A stretch of one step on one kind of ground.
#[repr(C)]
#[derive(StableAbi, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Leg {
    /// Which step of the course, from 0.
    pub step: u32,
    /// The direction walked.
    pub heading: Heading,
    /// The formation held.
    pub formation: Id,
    /// The terrain kind; empty for open table.
    pub terrain: Id,
    /// Millimetres that every point travels (straight steps).
    pub straight: Amount,
    /// Millimetres each base corner travels besides (turns): four a base, in the order of
    /// [`Rect::corners`](crate::Rect::corners), bases in the unit's order. Empty for straight steps.
    pub arcs: RVec<f64>,
    /// Millimetres of the farthest point followed.
    pub farthest: Amount,
    /// Millimetres a full move goes here; zero where the unit may not go or no rate is known.
    pub per_move: Ratio,
    /// The chart cell of the rate.
    pub cell: Id,
    /// Share of a full move paid: by the point that has paid most when the course ends where each point
    /// keeps its own sum, else by the farthest point of the step.
    pub share: Amount,
}

/// A toll that fell due.
#[repr(C)]
#[derive(StableAbi, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TollPaid {
    /// Which step of the course.
    pub step: u32,
    /// Which of the law's tolls.
    pub toll: u32,
    /// The share paid.
    pub share: Ratio,
}

/// A step that goes beyond the allowance.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Over {
    /// The step, from 0.
    pub step: u32,
    /// Millimetres the step wants of the farthest point.
    pub needed: Amount,
    /// Millimetres it could have.
    pub available: Amount,
}

/// Ground that the law names no rate for.
#[repr(C)]
#[derive(StableAbi, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MissingRate {
    /// The direction walked.
    pub heading: Heading,
    /// The terrain kind.
    pub terrain: Id,
}

/// A place along a course.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Along {
    /// The step, from 0.
    pub step: u32,
    /// How far into the step: millimetres for straight steps, degrees for turns.
    pub amount: f64,
}

/// A unit that a course meets.
#[repr(C)]
#[derive(StableAbi, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Contact {
    /// Index of the unit met in the board.
    pub unit: u64,
    /// Where the mover first touches it.
    pub touch: Along,
    /// Whether the two overlap somewhere on the way, beyond touching.
    pub overlap: bool,
    /// Whether they still overlap at the end of the course.
    pub ends_inside: bool,
    /// Whether they touch or overlap where the course starts.
    pub starts: bool,
    /// The side of the unit met by which the mover comes in.
    pub entered: Edge,
    /// The side by which it goes out, when it gets through.
    pub left: ROption<Edge>,
    /// Where the mover is clear of it again.
    pub clear: ROption<Along>,
}

/// A terrain piece that a course meets.
#[repr(C)]
#[derive(StableAbi, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Crossing {
    /// Index of the piece in the board.
    pub terrain: u64,
    /// Where a part of the mover first comes onto it.
    pub enter: Along,
    /// Whether a part of the mover stands on it where the course starts.
    pub starts: bool,
    /// Whether a part of the mover stands on it where the course ends.
    pub ends: bool,
}
