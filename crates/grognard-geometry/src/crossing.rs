//! Terrain pieces a unit comes onto with any part.

use grognard_core::{Along, Board, Crossing, Id, RVec, Shape};

use crate::distance::region_depth;
use crate::field::Laid;
use crate::hull::{Quad, TOUCH};
use crate::piece::Region;
use crate::reach_box::ReachBox;
use crate::sweep::sweep_region;
use crate::walk::Walked;
use crate::{Field, Spans};

/// A terrain piece near the course.
pub(crate) struct Piece<'a> {
    pub(crate) index: usize,
    pub(crate) kind: &'a Id,
    pub(crate) is_line: bool,
    pub(crate) region: &'a Region,
    pub(crate) reach: ReachBox,
    /// Where in each step any part of the unit stands on it, beyond touching.
    pub(crate) met: Vec<Spans>,
}

/// The pieces whose boxes meet `whole`, and where the steps come onto them.
pub(crate) fn pieces_near<'a>(
    board: &'a Board,
    field: &'a Field,
    walked: &[Walked],
    whole: &ReachBox,
) -> Vec<Piece<'a>> {
    let pieces = board.terrain.iter().zip(field.pieces()).enumerate();
    let near = pieces.filter(|(_, (_, laid))| whole.meets(&laid.reach));
    near.map(|(index, (terrain, laid))| Piece {
        index,
        kind: &terrain.kind,
        is_line: matches!(terrain.shape, Shape::Line { .. }),
        region: &laid.region,
        reach: laid.reach,
        met: walked.iter().map(|walk| meets(walk, laid)).collect(),
    })
    .collect()
}

fn meets(walk: &Walked, laid: &Laid) -> Spans {
    if walk.reach.meets(&laid.reach) {
        sweep_region(&walk.quads, &laid.region, &walk.reach, walk.motion())
    } else {
        Spans::none()
    }
}

/// A place where a unit comes onto a linear piece.
#[derive(Clone, Copy)]
pub(crate) struct LineCrossed<'a> {
    pub(crate) step: usize,
    pub(crate) amount: f64,
    pub(crate) kind: &'a Id,
}

/// The pieces come onto, in order, and each coming onto a linear piece: a unit that stands on one as
/// the course starts has come onto it before.
pub(crate) fn crossings<'a>(
    walked: &[Walked],
    pieces: &[Piece<'a>],
) -> (RVec<Crossing>, Vec<LineCrossed<'a>>) {
    let mut met = Vec::new();
    let mut lines = Vec::new();
    for piece in pieces {
        let on = |quads: &[Quad]| quads.iter().any(|q| region_depth(q, piece.region) > TOUCH);
        let mut enter: Option<Along> = None;
        let mut starts = false;
        for (step, walk) in walked.iter().enumerate() {
            for &(low, _) in piece.met[step].as_slice() {
                let already = low <= 0.0 && on(&walk.quads);
                starts |= already && step == 0;
                if enter.is_none() {
                    enter = Some(Along {
                        step: step as u32,
                        amount: low,
                    });
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
            let ends = on(&end.quads_at(end.extent()));
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
