//! Terrain pieces a unit comes onto with any part.

use grognard_core::{Along, Board, Crossing, RVec, Rect, Shape};
use smallvec::SmallVec;

use crate::distance::stands_on;
use crate::field::Kind;
use crate::hull::{Hull, Quad, Quads};
use crate::piece::Region;
use crate::reach_box::ReachBox;
use crate::sweep::sweep_region;
use crate::walk::{Walked, covered_at};
use crate::{Field, Spans};

/// A terrain piece near the course.
pub(crate) struct Piece<'a> {
    pub(crate) index: usize,
    pub(crate) kind: Kind<'a>,
    pub(crate) is_line: bool,
    pub(crate) region: &'a Region,
    pub(crate) reach: ReachBox,
    /// Where in each step any part of the unit stands on it, beyond touching.
    pub(crate) met: Vec<Spans>,
}

/// The pieces whose boxes meet `whole`, as far as `may_meet` says of a part of them that it may be met.
pub(crate) fn pieces_near<'a>(
    board: &Board,
    field: &'a Field,
    whole: &ReachBox,
    may_meet: impl Fn(Hull<'_>) -> bool,
) -> SmallVec<[Piece<'a>; 4]> {
    let pieces = board.terrain.iter().zip(field.pieces()).enumerate();
    let near = pieces.filter(|(_, (_, laid))| {
        whole.meets(&laid.reach) && {
            let mut parts = laid.region.parts_near(whole);
            parts.any(|part| may_meet(part.hull()))
        }
    });
    near.map(|(index, (terrain, laid))| Piece {
        index,
        kind: field.kind(laid),
        is_line: matches!(terrain.shape, Shape::Line { .. }),
        region: &laid.region,
        reach: laid.reach,
        met: Vec::new(),
    })
    .collect()
}

/// Finds where the steps come onto the pieces.
pub(crate) fn come_onto(pieces: &mut [Piece<'_>], walked: &[Walked<'_>]) {
    for piece in pieces {
        let (region, reach) = (piece.region, piece.reach);
        piece.met = walked
            .iter()
            .map(|walk| meets(walk, region, &reach))
            .collect();
    }
}

fn meets(walk: &Walked<'_>, region: &Region, reach: &ReachBox) -> Spans {
    if walk.reach.meets(reach) {
        sweep_region(walk.quads, region, &walk.reach, walk.motion())
    } else {
        Spans::none()
    }
}

/// What left a piece by as much before a step ended, in the step's measure, is off it: more than the noise
/// of numbers.
const CLEAR: f64 = 1e-5;

/// A place where a unit comes onto a linear piece.
#[derive(Clone, Copy)]
pub(crate) struct LineCrossed<'a> {
    pub(crate) step: u32,
    pub(crate) amount: f64,
    pub(crate) kind: Kind<'a>,
}

/// The pieces come onto, in order, and each coming onto a linear piece: a unit that stands on one as
/// the course starts has come onto it before. `ground` is what the unit covers there.
pub(crate) fn crossings<'a>(
    walked: &[Walked<'_>],
    ground: &[Rect],
    pieces: &[Piece<'a>],
) -> (RVec<Crossing>, SmallVec<[LineCrossed<'a>; 2]>) {
    if pieces.is_empty() {
        return (RVec::new(), SmallVec::new());
    }
    let mut met = Vec::new();
    let mut lines: SmallVec<[LineCrossed<'a>; 2]> = SmallVec::new();
    let mut at_end: Option<Quads> = None;
    for piece in pieces {
        let on = |quads: &[Quad]| quads.iter().any(|quad| stands_on(quad, piece.region));
        let mut enter: Option<Along> = None;
        let mut starts = false;
        for ((step, walk), met) in (0_u32..).zip(walked).zip(&piece.met) {
            for &(low, _) in met.as_slice() {
                let asked = piece.is_line || step == 0;
                let already = asked && low <= 0.0 && on(walk.quads);
                starts |= already && step == 0;
                if enter.is_none() {
                    enter = Some(Along { step, amount: low });
                }
                if piece.is_line && !already {
                    lines.push(LineCrossed {
                        step,
                        amount: low,
                        kind: piece.kind,
                    });
                }
            }
        }
        if let (Some(enter), Some(end)) = (enter, walked.last()) {
            let last = walked.len() - 1;
            let left = piece.met[last]
                .last()
                .is_some_and(|to| to < end.extent() - CLEAR);
            let ends = !left && {
                let there = || covered_at(walked, ground, last, end.extent());
                on(at_end.get_or_insert_with(there))
            };
            met.push(Crossing {
                terrain: piece.index as u64,
                enter,
                starts,
                ends,
            });
        }
    }
    met.sort_by(|a, b| {
        let (a, b) = (a.enter, b.enter);
        a.step.cmp(&b.step).then(a.amount.total_cmp(&b.amount))
    });
    lines.sort_by(|a, b| a.step.cmp(&b.step).then(a.amount.total_cmp(&b.amount)));
    (met.into(), lines)
}
