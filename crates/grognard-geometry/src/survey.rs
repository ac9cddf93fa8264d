//! Following a course under a law.

use std::cell::LazyCell;

use grognard_core::{Along, Board, Course, MotionLaw, RNone, RSome, RVec, Survey, Unit};
use smallvec::SmallVec;

use crate::Field;
use crate::contact::contacts;
use crate::cost::{Bill, bill};
use crate::crossing::{Pieces, come_onto, crossings, pieces_near};
use crate::field::Standing;
use crate::hull::{Hull, Sides};
use crate::lane::Lane;
use crate::open::in_the_open;
use crate::rates::Rates;
use crate::sweep::off_table_quads;
use crate::terrain::{Cuts, cut};
use crate::walk::{self, Stages, Walk, Walked, cover, walk};

/// Follows a course of the unit with index `subject` under `law`: what it costs, what it meets, where
/// it ends. `tolerance` (mm) is the depth an overlap must exceed to count, and the slack of the
/// allowance. `field` is the board worked out. A subject that is not on the board gives a survey in which nothing happens.
///
/// A unit stands on a linear piece, and pays a crossing toll for coming onto it, with any part of it.
/// An about-face moves the frame to the middle of what was the rear edge; no base leaves its place.
pub fn survey(
    board: &Board,
    field: &Field,
    subject: usize,
    course: &Course,
    law: &MotionLaw,
    tolerance: f64,
) -> Survey {
    let (Some(unit), Some(standing)) = (board.units.get(subject), field.unit(subject)) else {
        return Survey::default();
    };
    let mut ground = SmallVec::new();
    let mut stages = Stages::new();
    walk::stages(standing, course, &mut stages);
    let mut walked = Walk::new();
    walk(&stages, &mut walked);
    let whole = walk::whole(&walked);
    let lane = LazyCell::new(|| Lane::of(&walked));
    let passed = |target: Hull<'_>| {
        let lane = lane.as_ref();
        lane.map_or(Some(Sides::NONE), |lane| lane.passed(target))
    };
    let mut pieces = Pieces::new();
    pieces_near(board, field, &whole, passed, &mut pieces);
    let mut others = field.units_near(&whole);
    others.retain(|other| {
        let met = |unit: &Standing| {
            let mut steps = walked.iter();
            steps.any(|step| step.reach.meets(&unit.reach))
                && unit.quads.iter().any(|quad| passed(quad.hull()).is_some())
        };
        *other != subject && field.unit(*other).is_some_and(met)
    });
    let alone = pieces.is_empty() && others.is_empty() && whole.lies_in(&board.table);
    if alone && let Some(survey) = in_the_open(unit, &stages, law, tolerance) {
        return survey;
    }
    if !alone {
        walk::ground(&walked, standing, &mut ground);
        cover(&mut walked, &ground);
    }
    let mover = Mover {
        board,
        field,
        unit,
        standing,
        law,
        tolerance,
    };
    mover.among(&walked, &mut pieces, &others)
}

/// What goes its way, and where.
struct Mover<'a> {
    board: &'a Board,
    field: &'a Field,
    unit: &'a Unit,
    standing: &'a Standing,
    law: &'a MotionLaw,
    tolerance: f64,
}

impl<'a> Mover<'a> {
    /// The survey of a course among the pieces of terrain and the units that it may meet.
    fn among(&self, walked: &[Walked<'_>], pieces: &mut Pieces<'a>, others: &[usize]) -> Survey {
        let Self {
            board,
            field,
            unit,
            standing,
            law,
            tolerance,
        } = *self;
        come_onto(pieces, walked);
        let (crossings, lines) = crossings(walked, &standing.ground, pieces);
        let mut missing = RVec::new();
        let mut rates = Rates::of(law);
        let mut cuts = Cuts::default();
        for (step, w) in walked.iter().enumerate() {
            cut(step, w, pieces, &mut rates, &mut missing, &mut cuts);
        }
        let Bill {
            legs,
            tolls,
            total,
            over,
            slack,
            bases,
        } = bill(unit, walked, &cuts, &lines, law, tolerance);
        let end = walked.last().map_or(unit.pose, |w| w.stage.after().0);
        Survey {
            legs,
            tolls,
            total,
            over,
            missing,
            contacts: contacts(walked, &standing.ground, others, board, field, tolerance),
            crossings,
            off_table: leaves(walked, board, tolerance).map_or(RNone, RSome),
            end,
            bases: bases.into(),
            slack,
        }
    }
}

fn leaves(walked: &[Walked<'_>], board: &Board, tolerance: f64) -> Option<Along> {
    (0_u32..).zip(walked).find_map(|(step, w)| {
        if w.reach.lies_in(&board.table) {
            return None;
        }
        let amount = off_table_quads(w.quads, w.motion(), &board.table, tolerance)?;
        Some(Along { step, amount })
    })
}
