//! Where a unit can get to under a law.
//!
//! A search over poses: places fall into square cells, facings are whole steps of a turn from the one the
//! unit starts with, but every pose found is the exact end of a course. Where the law lets each point
//! keep its own sum, so does every way found, and a cell keeps several ways none of which is worse than
//! another at every point: one number a pose would make moves that bend to and fro too dear.
//!
//! Kinds of step that the ruleset wants to be asked about each time are tried by themselves only, from where
//! the unit stands; where all kinds that turn are such, as near enemies, they are tried with all others, and a ruling is
//! asked for at every pose, as long as there are not too many.
//!
//! Where a law lets each point keep its own sum, courses that turn, go straight and turn and meet nothing are found
//! first, for whole rows of cells at once, and the search goes on from where something is met. Under other laws it does
//! all. A move of it costs a few additions where nothing is met; near terrain, units and the edge of the table each
//! move is swept exactly, as [`survey`](crate::survey) does it. What it finds at a pose found before has to save half
//! of what a cell costs to be gone on from.

mod barred;
mod body;
mod cells;
mod go;
mod labels;
mod moves;
mod near;
mod open;
mod search;
mod settle;
mod swept;
mod trace;

use grognard_core::{Board, Course, MotionLaw, Pose, StepKinds};

use crate::Field;

/// How finely a reach is looked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grain {
    /// The side of a cell and the length of a straight move, mm.
    pub cell: f64,
    /// The least turn, degrees: a whole part of a full circle.
    pub degrees: f64,
}

impl Grain {
    /// Whether it is one: a length above nothing, and degrees that are a whole part of a full circle.
    pub fn is_sound(self) -> bool {
        let count = libm::round(360.0 / self.degrees);
        let whole =
            (1.0..=360.0 * 60.0).contains(&count) && (count * self.degrees - 360.0).abs() < 1e-9;
        whole && self.cell.is_finite() && self.cell > 0.0
    }
}

impl Default for Grain {
    /// One centimetre and five degrees.
    fn default() -> Self {
        Self {
            cell: 10.0,
            degrees: 5.0,
        }
    }
}

/// What a ruleset says of a course of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged {
    /// Whether it allows it.
    pub allowed: bool,
    /// The share of a full move spent in all, as it counts.
    pub spent: f64,
    /// Where the unit ends, when that is not where the course does.
    pub end: Option<Pose>,
}

/// A question about reach.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// What stands where.
    pub board: &'a Board,
    /// The board worked out.
    pub field: &'a Field,
    /// The index of the unit.
    pub subject: usize,
    /// How its moves are measured.
    pub law: &'a MotionLaw,
    /// The kinds of step to try.
    pub kinds: StepKinds,
    /// How finely; when nothing is said the finest of a row from [`Grain::default`] on that keeps the search
    /// handy.
    pub grain: Option<Grain>,
    /// The depth that an overlap must exceed to count, mm.
    pub tolerance: f64,
    /// The most rulings to ask for; courses that are not plain count as refused beyond.
    pub rulings: usize,
}

/// A pose that can be reached.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reached {
    /// The pose, exactly.
    pub pose: Pose,
    /// Share of a full move spent in all, what was spent before included.
    pub spent: f64,
    /// Whether a ruling was asked for; else the law alone settles it.
    pub judged: bool,
    /// The way there, for [`Reach::course`].
    way: u32,
}

/// Why a reach cannot be worked out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReachError {
    /// The subject is not on the board.
    NoUnit,
    /// The cell is not a length above nothing, or the degrees are no whole part of a circle.
    BadGrain,
    /// So many cells that no memory is asked for; a coarser grain needs fewer.
    TooFine,
}

/// Where a unit can get to.
#[derive(Clone, Debug)]
pub struct Reach {
    grain: Grain,
    start: Pose,
    ways: labels::Ways,
    open: Option<open::Open>,
    reached: Vec<Reached>,
    asked: usize,
    alone: StepKinds,
    cut_short: bool,
}

impl Reach {
    /// How finely it was looked for.
    pub fn grain(&self) -> Grain {
        self.grain
    }

    /// Where the unit starts.
    pub fn start(&self) -> Pose {
        self.start
    }

    /// The poses found, one for each cell and facing: the one that leaves most of the allowance. The pose
    /// the unit has is the first.
    pub fn poses(&self) -> &[Reached] {
        &self.reached
    }

    /// A course that ends in a pose of this reach.
    pub fn course(&self, reached: &Reached) -> Course {
        match &self.open {
            Some(open) if reached.way & open::FAN != 0 => open.course(reached),
            open => trace::course(&self.ways, open.as_ref(), reached.way),
        }
    }

    /// How many rulings were asked for.
    pub fn rulings(&self) -> usize {
        self.asked
    }

    /// The kinds of step that were tried by themselves only, and not before or behind others: those that the ruleset has to
    /// be asked about each time.
    pub fn alone(&self) -> StepKinds {
        self.alone
    }

    /// Whether rulings ran out: there are poses that were not looked at, the dearest ones. A coarser grain needs fewer.
    pub fn is_cut_short(&self) -> bool {
        self.cut_short
    }
}

/// Works out where a unit can get to. `judge` is asked for a ruling on every course that is not
/// [plain](grognard_core::Plain).
///
/// # Errors
/// When the unit is not on the board, or the grain is no grain or far too fine.
pub fn reach(
    question: &Question<'_>,
    judge: impl FnMut(&Course) -> Judged,
) -> Result<Reach, ReachError> {
    search::search(question, judge)
}
