use abi_stable::StableAbi;
use abi_stable::std_types::{ROption, RVec};
use serde::{Deserialize, Serialize};

use crate::{Amount, Id, Leg, Plain, Ratio};

/// How a ruleset wants a kind of move to be measured: data, so that checks, reach maps and plans
/// all cost a course the same way.
#[repr(C)]
#[derive(StableAbi, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MotionLaw {
    /// The allowance, as a share of a full move.
    pub budget: Ratio,
    /// Shares of it already gone on things that are no distance.
    pub spent: Amount,
    /// What the unit walked before under the same allowance. Their rates may differ from what was
    /// paid at the time, when the rules say that a later event changes them.
    pub prior: RVec<Leg>,
    /// The points of the unit that are followed.
    pub corners: Corners,
    /// Whether each point keeps its own sum or each step counts its own farthest point.
    pub summing: Summing,
    /// How the length of a turn is taken.
    pub turning: Turning,
    /// When a unit counts as being in a piece of terrain.
    pub entry: Entry,
    /// Which terrain counts when it stands on two.
    pub straddle: Straddle,
    /// The rates: by direction and by terrain kind.
    pub rates: RVec<Rate>,
    /// Flat prices for things done on the way.
    pub tolls: RVec<Toll>,
    /// The courses on which this is all there is to be said.
    pub plain: ROption<Plain>,
}

impl Default for MotionLaw {
    fn default() -> Self {
        Self {
            budget: Ratio::ONE,
            spent: Amount::ZERO,
            prior: RVec::new(),
            corners: Corners::All,
            summing: Summing::PerCorner,
            turning: Turning::Arc,
            entry: Entry::LeadingEdge,
            straddle: Straddle::Slowest,
            rates: RVec::new(),
            tolls: RVec::new(),
            plain: ROption::RNone,
        }
    }
}

/// The points of a unit whose travel is measured.
#[repr(u8)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Corners {
    /// Every corner of every base.
    All,
    /// The two front corners of the unit.
    Front,
    /// The middle of the unit's front edge.
    FrontCentre,
}

/// How the travel of several steps adds up.
#[repr(u8)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Summing {
    /// Each point adds up its own travel; the worst sum counts.
    PerCorner,
    /// Each step counts its own farthest point; the steps add up.
    PerStep,
}

/// How the length of a turn is taken.
#[repr(u8)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Turning {
    /// Along the arc.
    Arc,
    /// Straight from where the point was to where it comes.
    Chord,
    /// Turning is free.
    Free,
}

/// When a unit counts as being in a piece of terrain.
#[repr(u8)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Entry {
    /// From when its leading edge enters to when its leading edge leaves.
    LeadingEdge,
    /// While any part of it is inside.
    AnyPart,
    /// While the middle of its front edge is inside.
    FrontCentre,
}

/// Which terrain counts when a unit stands on two.
#[repr(u8)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Straddle {
    /// The one with the lowest rate.
    Slowest,
    /// The one under most of the edge or body.
    Majority,
}

/// The direction of a straight step, seen from the unit. A slant of exactly 45 degrees counts as
/// front or rear.
#[repr(u8)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Heading {
    /// The front quarter; wheels and pivots count here.
    Front,
    /// A flank quarter.
    Flank,
    /// The rear quarter.
    Rear,
}

impl Heading {
    /// Every direction.
    pub const ALL: [Self; 3] = [Self::Front, Self::Flank, Self::Rear];
}

/// A rate: how far a full move goes in one direction on one kind of ground.
#[repr(C)]
#[derive(StableAbi, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rate {
    /// The direction it holds for.
    pub heading: Heading,
    /// The terrain kind it holds for; empty for open table.
    pub terrain: Id,
    /// Millimetres a full move goes; zero where the unit may not go.
    pub per_move: Ratio,
    /// The chart cell it comes from.
    pub cell: Id,
}

/// A flat price.
#[repr(C)]
#[derive(StableAbi, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Toll {
    /// What it is paid for.
    pub on: TollOn,
    /// The share of a full move it costs, each time.
    pub share: Ratio,
    /// The chart cell it comes from.
    pub cell: Id,
    /// The clause that asks it.
    pub clause: Id,
}

/// What a toll is paid for.
#[repr(u8)]
#[derive(StableAbi, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TollOn {
    /// Each about-face.
    AboutFace,
    /// Each crossing of a linear piece of terrain of this kind.
    Crossing(Id),
}
