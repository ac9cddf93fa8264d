use abi_stable::StableAbi;
use abi_stable::std_types::RVec;
use serde::{Deserialize, Serialize};

use crate::{Id, Step};

/// Courses that a ruleset has nothing to say about but what its [`MotionLaw`](crate::MotionLaw) says.
///
/// A course is plain when it is made of [`steps`](Self::steps) only, with no more than
/// [`about_faces`](Self::about_faces) about-faces and no slant over 45 degrees, wheels swing forward, the
/// law has a rate for all of its ground and it costs no more than the budget, and when on all of its way
/// the unit stays on the table, overlaps no other unit, keeps more than [`clear`](Self::clear) from units
/// of another side, and comes onto no terrain but such as [`holds_on`](Self::holds_on) says.
///
/// By giving this a ruleset promises: while it allows one plain course of some length it allows every
/// one, for what the law makes it cost out of the law's budget. Reach maps and batches rely on it and ask for rulings
/// on all other courses; without it they ask for each.
#[repr(C)]
#[derive(StableAbi, Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Plain {
    /// The kinds of step.
    pub steps: StepKinds,
    /// How many about-faces a course may have.
    pub about_faces: u32,
    /// Millimetres to keep from every unit of another side, itself included.
    pub clear: f64,
    /// Whether it holds on terrain with an area too, at the law's rates.
    pub on_terrain: bool,
    /// Whether it holds on linear pieces of terrain, at the law's rates and tolls.
    #[serde(default)]
    pub on_lines: bool,
    /// Kinds of terrain that it does not hold on all the same.
    #[serde(default)]
    pub except: RVec<Id>,
}

impl Plain {
    /// Whether it holds on terrain of some kind, in an area or along a line.
    pub fn holds_on(&self, kind: &Id, is_line: bool) -> bool {
        let shape = if is_line {
            self.on_lines
        } else {
            self.on_terrain
        };
        shape && !self.except.contains(kind)
    }
}

/// A set of kinds of step.
#[repr(transparent)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct StepKinds(u16);

impl StepKinds {
    /// No kind.
    pub const NONE: Self = Self(0);
    /// [`Step::Advance`].
    pub const ADVANCE: Self = Self(1);
    /// [`Step::Retire`].
    pub const RETIRE: Self = Self(1 << 1);
    /// [`Step::Sidestep`].
    pub const SIDESTEP: Self = Self(1 << 2);
    /// [`Step::Oblique`].
    pub const OBLIQUE: Self = Self(1 << 3);
    /// [`Step::Wheel`].
    pub const WHEEL: Self = Self(1 << 4);
    /// [`Step::Pivot`].
    pub const PIVOT: Self = Self(1 << 5);
    /// [`Step::AboutFace`].
    pub const ABOUT_FACE: Self = Self(1 << 6);
    /// [`Step::To`].
    pub const TO: Self = Self(1 << 7);

    /// Every kind.
    pub const ALL: Self = Self((1 << 8) - 1);

    /// Both sets together.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// What is in this set and not in the other.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether all of `other` is in it.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The kind of a step.
    pub const fn of(step: &Step) -> Self {
        match step {
            Step::Advance { .. } => Self::ADVANCE,
            Step::Retire { .. } => Self::RETIRE,
            Step::Sidestep { .. } => Self::SIDESTEP,
            Step::Oblique { .. } => Self::OBLIQUE,
            Step::Wheel { .. } => Self::WHEEL,
            Step::Pivot { .. } => Self::PIVOT,
            Step::AboutFace => Self::ABOUT_FACE,
            Step::To { .. } => Self::TO,
        }
    }
}
