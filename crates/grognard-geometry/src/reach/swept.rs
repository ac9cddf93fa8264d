//! One move looked at exactly.

use grognard_core::{Pose, RVec, Ratio, TollOn};

use super::Question;
use super::body::Body;
use super::labels::Taken;
use super::trace;
use crate::approach::within;
use crate::crossing::{come_onto, crossings, pieces_near};
use crate::hull::TOUCH;
use crate::rates::Rates;
use crate::sweep::{Around, Rule, off_table_quads, quads, sweep_quads};
use crate::terrain::{Cuts, cut};
use crate::walk::Walked;

/// What a move costs and meets.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Swept {
    /// Shares paid for distance gone straight and for coming onto linear pieces.
    pub(super) straight: f64,
    /// Shares for each millimetre that a point travels in a turn.
    pub(super) turning: f64,
    /// It comes onto terrain.
    pub(super) on_terrain: bool,
    /// It comes onto a linear piece.
    pub(super) on_line: bool,
    /// It overlaps another unit or comes too near to one of another side.
    pub(super) meets: bool,
    /// It ends over a unit that is not another side's.
    pub(super) over_friend: bool,
}

/// A move of a body from a frame; none when it leaves the table or comes where the law has no rate.
pub(super) fn swept(
    question: &Question<'_>,
    body: &Body,
    frame: Pose,
    taken: &Taken,
    clear: f64,
) -> Option<Swept> {
    let Question {
        board,
        field,
        law,
        tolerance,
        ..
    } = *question;
    let step = trace::step(taken);
    let rects = body.rects_at(frame);
    let ground = quads(&rects);
    let walked = [Walked::alone(frame, body.bounds, &ground, &step)];
    let walk = &walked[0];
    if off_table_quads(walk.quads, walk.motion(), &board.table, tolerance).is_some() {
        return None;
    }
    let mut out = Swept::default();
    let mut pieces = pieces_near(board, field, &walk.reach);
    come_onto(&mut pieces, &walked);
    let (met, lines) = crossings(&walked, &rects, &pieces);
    out.on_terrain = !met.is_empty();
    let linear = |piece: &grognard_core::Crossing| {
        let of = pieces.iter().find(|p| p.index as u64 == piece.terrain);
        of.is_some_and(|p| p.is_line)
    };
    out.on_line = met.iter().any(linear);
    for line in &lines {
        for toll in &law.tolls {
            if matches!(&toll.on, TollOn::Crossing(kind) if kind == line.kind.id) {
                out.straight += toll.share.to_f64();
            }
        }
    }
    let turns = matches!(walk.motion(), crate::Motion::Turn { .. });
    let mut missing = RVec::new();
    let mut cuts = Cuts::default();
    cut(
        0,
        walk,
        &pieces,
        &mut Rates::of(law),
        &mut missing,
        &mut cuts,
    );
    for cut in cuts.all() {
        let rate = law.rates[cut.rate?].per_move;
        if rate <= Ratio::ZERO {
            return None;
        }
        let rate = rate.to_f64();
        if turns {
            out.turning += (cut.to - cut.from) / walk.extent() / rate;
        } else {
            out.straight += (cut.to - cut.from) / rate;
        }
    }
    meet(question, walk, clear, &mut out);
    Some(out)
}

fn meet(question: &Question<'_>, walk: &Walked<'_>, clear: f64, out: &mut Swept) {
    let Question {
        board,
        field,
        subject,
        tolerance,
        ..
    } = *question;
    let depth = tolerance.max(10.0 * TOUCH);
    let own = &board.units[subject].side;
    for index in field.units_near(&walk.reach.grown(clear)) {
        let (Some(unit), Some(standing)) = (board.units.get(index), field.unit(index)) else {
            continue;
        };
        if index == subject {
            continue;
        }
        let hostile = board.hostile(own, &unit.side);
        if hostile {
            let near = walk.quads.iter().any(|mover| {
                let mut targets = standing.quads.iter();
                targets.any(|target| within(mover, target, walk.motion(), clear))
            });
            out.meets |= near;
            continue;
        }
        let [over] = sweep_quads(
            walk.quads,
            &standing.quads,
            walk.motion(),
            [Rule::Deeper(depth)],
            Around::known(&walk.reach),
        );
        if let Some(last) = over.last() {
            out.meets = true;
            out.over_friend |= last >= walk.extent() - 1e-9;
        }
    }
}
