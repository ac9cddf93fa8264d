//! One move looked at exactly.

use grognard_core::{Id, Plain, Point, Pose, RVec, Ratio, TollOn};

use super::Question;
use super::labels::Taken;
use super::near::{Bits, EDGE, Things};
use super::search::Side;
use super::trace;
use crate::Motion;
use crate::approach::within;
use crate::crossing::{Piece, Pieces, come_onto, crossings, is_come_onto, pieces_near};
use crate::hull::{self, Quads, Sides, TOUCH};
use crate::rates::Rates;
use crate::stage::Start;
use crate::sweep::{Around, Rule, off_table_quads, sweep_quads};
use crate::terrain::{Cuts, cut};
use crate::things::Of;
use crate::walk::Walked;

/// What a move costs and meets.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Swept {
    /// Shares paid for distance gone straight and for coming onto linear pieces.
    pub(super) straight: f64,
    /// Shares for each millimetre that a point travels in a turn.
    pub(super) turning: f64,
    /// It comes onto terrain that no plain course comes onto.
    pub(super) bars: bool,
    /// It overlaps another unit or comes too near to one of another side.
    pub(super) meets: bool,
    /// The unit it ends over that is not another side's.
    pub(super) over: Option<usize>,
    /// The last thing for which it is not plain, and how many there are.
    pub(super) cause: Option<Of>,
    pub(super) causes: u32,
}

/// A move to be looked at.
pub(super) struct Looked<'a> {
    pub(super) question: &'a Question<'a>,
    pub(super) side: &'a Side,
    /// Where it begins and ends: the frame, and the number of its facing.
    pub(super) from: (Pose, u16),
    pub(super) to: (Point, u16),
    pub(super) taken: Taken,
    /// Shares for each millimetre on open table.
    pub(super) open: f64,
    pub(super) plain: &'a Plain,
}

/// What a move costs and meets, of what it may meet; none when it leaves the table or comes where the law has
/// no rate.
pub(super) fn swept(looked: &Looked<'_>, things: &Things<'_>, about: Bits) -> Option<Swept> {
    let Question {
        board, tolerance, ..
    } = *looked.question;
    let body = &looked.side.body;
    let stage = Start::with(looked.from.0, body.bounds).stage(&trace::step(&looked.taken));
    let quads = looked.side.quads(looked.from.0.at, looked.from.1);
    let motion = stage.motion;
    let leaves = || off_table_quads(&quads, &motion, &board.table, tolerance).is_some();
    if about & EDGE != 0 && leaves() {
        return None;
    }
    let mut out = Swept::default();
    if things.kinds(about).any(|of| matches!(of, Of::Ground(_))) {
        on_ground(looked, Walked::with(&stage, &quads), &mut out)?;
    } else if matches!(motion, Motion::Turn { .. }) {
        out.turning = looked.open;
    } else {
        out.straight = motion.extent() * looked.open;
    }
    for of in things.kinds(about) {
        meet(looked, of, &quads, &motion, &mut out);
    }
    Some(out)
}

/// What a move costs on terrain.
fn on_ground(looked: &Looked<'_>, walk: Walked<'_>, out: &mut Swept) -> Option<()> {
    let Question {
        board, field, law, ..
    } = *looked.question;
    let walked = [walk];
    let walk = &walked[0];
    let mut pieces = Pieces::new();
    pieces_near(
        board,
        field,
        &walk.reach,
        |_| Some(Sides::NONE),
        &mut pieces,
    );
    come_onto(&mut pieces, &walked);
    pieces.retain(|piece| is_come_onto(piece, &walked, law.entry));
    let tolled = |kind: &Id| {
        let mut tolls = law.tolls.iter();
        tolls.any(|toll| matches!(&toll.on, TollOn::Crossing(on) if on == kind))
    };
    // Whether it is a crossing anew is not told from one step of a course alone, so a toll is the ruleset's.
    let bars = |piece: &Piece<'_>| {
        !looked.plain.holds_on(piece.kind.id, piece.is_line)
            || (piece.is_line && tolled(piece.kind.id))
    };
    for piece in pieces.iter().filter(|piece| bars(piece)) {
        out.bars = true;
        out.cause = Some(Of::Ground(piece.index));
        out.causes += 1;
    }
    if pieces
        .iter()
        .any(|piece| piece.is_line && tolled(piece.kind.id))
    {
        let rects = looked.side.body.rects_at(looked.from.0);
        let (_, lines) = crossings(&walked, &rects, &pieces);
        for line in &lines {
            for toll in &law.tolls {
                if matches!(&toll.on, TollOn::Crossing(kind) if kind == line.kind.id) {
                    out.straight += toll.share.to_f64();
                }
            }
        }
    }
    let turns = matches!(walk.motion(), Motion::Turn { .. });
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
    Some(())
}

fn meet(looked: &Looked<'_>, of: Of, quads: &Quads, motion: &Motion, out: &mut Swept) {
    let standing = |index| looked.question.field.unit(index);
    let meets = match of {
        Of::Ground(_) => false,
        Of::Enemy(index) => standing(index).is_some_and(|standing| {
            quads.iter().any(|mover| {
                let mut targets = standing.quads.iter();
                targets.any(|target| within(mover, target, motion, looked.plain.clear))
            })
        }),
        Of::Friend(index) => standing(index).is_some_and(|standing| {
            let depth = looked.question.tolerance.max(10.0 * TOUCH);
            let over = |quads: &Quads| {
                let mut pairs = quads
                    .iter()
                    .flat_map(|mover| standing.quads.iter().map(move |target| (mover, target)));
                pairs.any(|(mover, target)| hull::depth(mover.hull(), target.hull()) >= depth)
            };
            if over(&looked.side.quads(looked.to.0, looked.to.1)) {
                out.over.get_or_insert(index);
                return true;
            }
            over(quads) || {
                let rule = [Rule::Deeper(depth)];
                let [over] = sweep_quads(quads, &standing.quads, motion, rule, Around::UNKNOWN);
                !over.is_empty()
            }
        }),
    };
    if meets {
        out.meets = true;
        out.cause = Some(of);
        out.causes += 1;
    }
}
