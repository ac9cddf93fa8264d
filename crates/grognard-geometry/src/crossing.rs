//! Terrain pieces a unit comes onto with any part.

use grognard_core::{Along, Board, Crossing, Entry, RVec, Rect, Shape};
use smallvec::SmallVec;

use crate::field::Kind;
use crate::hull::{Hull, Quad, Quads, Sides, overlap};
use crate::piece::{NearPart, Region};
use crate::reach_box::ReachBox;
use crate::stand::Stand;
use crate::sweep::sweep_parts;
use crate::walk::{Walked, covered_at};
use crate::{Field, Spans};

/// A terrain piece near the course.
pub(crate) struct Piece<'a> {
    pub(crate) index: usize,
    pub(crate) kind: Kind<'a>,
    pub(crate) is_line: bool,
    pub(crate) region: &'a Region,
    /// The parts of it that may be met.
    pub(crate) parts: SmallVec<[NearPart<'a>; 2]>,
    pub(crate) reach: ReachBox,
    /// Where in each step any part of the unit stands on it, beyond touching.
    pub(crate) met: Vec<Spans>,
}

/// Those near a course: mostly few.
pub(crate) type Pieces<'a> = SmallVec<[Piece<'a>; 4]>;

/// The pieces whose boxes meet `whole`, with those of their parts that may be met: `passed` tells of a part the sides
/// that everything on the way stays within, or nothing when it misses the part. They are put in place, as
/// [`walk::stages`](crate::walk::stages) does.
pub(crate) fn pieces_near<'a>(
    board: &Board,
    field: &'a Field,
    whole: &ReachBox,
    passed: impl Fn(Hull<'_>) -> Option<Sides>,
    out: &mut Pieces<'a>,
) {
    for (index, (terrain, laid)) in board.terrain.iter().zip(field.pieces()).enumerate() {
        if !whole.meets(&laid.reach) {
            continue;
        }
        let parts = laid.region.parts_near(whole).filter_map(|part| {
            let within = passed(part.hull())?;
            Some(NearPart { part, within })
        });
        let parts: SmallVec<[NearPart<'a>; 2]> = parts.collect();
        if !parts.is_empty() {
            out.push(Piece {
                index,
                kind: field.kind(laid),
                is_line: matches!(terrain.shape, Shape::Line { .. }),
                region: &laid.region,
                parts,
                reach: laid.reach,
                met: Vec::new(),
            });
        }
    }
}

/// Finds where the steps come onto the pieces.
pub(crate) fn come_onto(pieces: &mut [Piece<'_>], walked: &[Walked<'_>]) {
    for piece in pieces {
        let (parts, reach) = (&piece.parts, &piece.reach);
        let met = walked.iter().map(|walk| meets(walk, parts, reach));
        piece.met = met.collect();
    }
}

/// Whether a unit comes onto a piece on its way: a base of it does, or what the law looks at where no base stands, as a
/// leading edge runs across the gaps between bases. The piece knows already where bases come onto it.
pub(crate) fn is_come_onto(piece: &Piece<'_>, walked: &[Walked<'_>], entry: Entry) -> bool {
    let on = |walk: &Walked<'_>| {
        let stand = Stand::of(walk, entry);
        !stand
            .on(&piece.parts, &walk.reach, walk.motion())
            .is_empty()
    };
    piece.met.iter().any(|met| !met.is_empty())
        || (entry != Entry::AnyPart && walked.iter().any(on))
}

fn meets(walk: &Walked<'_>, parts: &[NearPart<'_>], reach: &ReachBox) -> Spans {
    if walk.reach.meets(reach) {
        sweep_parts(walk.quads, parts, &walk.reach, walk.motion())
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
    let mut met = Vec::with_capacity(pieces.len());
    let mut lines: SmallVec<[LineCrossed<'a>; 2]> = SmallVec::new();
    let mut at_end: Option<Quads> = None;
    for piece in pieces {
        let on = |quads: &[Quad]| {
            let stands = |part: &NearPart<'_>| {
                let mut quads = quads.iter();
                quads.any(|quad| overlap(quad.hull(), part.hull()))
            };
            piece.parts.iter().any(stands)
        };
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
