//! What a unit on its way might meet, in convex parts.

use grognard_core::{Board, Heading, Id, MotionLaw, Plain, Shape, Toll, TollOn};

use crate::Field;
use crate::hull::{Hull, TOUCH};
use crate::reach_box::ReachBox;

/// What a thing is a part of: a piece of terrain or a unit, by its index on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Of {
    Ground(usize),
    Friend(usize),
    Enemy(usize),
}

/// A convex part of what a unit might meet.
pub(crate) struct Thing<'a> {
    pub(crate) hull: Hull<'a>,
    pub(crate) of: Of,
    /// What keeps more than this from it does not meet it, mm; below zero where some overlap is allowed.
    pub(crate) keep: f64,
}

/// What noise of numbers comes to at most, mm.
pub(crate) const NOISE: f64 = 10.0 * TOUCH;

/// Whose way it is, and on which board.
#[derive(Clone, Copy)]
pub(crate) struct About<'a> {
    pub(crate) board: &'a Board,
    pub(crate) field: &'a Field,
    pub(crate) subject: usize,
    /// The depth that an overlap must exceed to count, mm.
    pub(crate) tolerance: f64,
}

impl<'a> About<'a> {
    /// What there is within `whole`, and of another side within `clear` of it, but for the pieces of terrain, along a
    /// line or not and covering ground or not, that are `nothing`.
    pub(crate) fn things(
        &self,
        whole: &ReachBox,
        clear: f64,
        mut nothing: impl FnMut(usize, bool, bool) -> bool,
    ) -> Vec<Thing<'a>> {
        let mut out = Vec::new();
        for (index, piece) in self.field.pieces().iter().enumerate() {
            let is_line = matches!(self.board.terrain[index].shape, Shape::Line { .. });
            if nothing(index, is_line, piece.region.has_area) {
                continue;
            }
            out.extend(piece.region.parts_near(whole).map(|part| Thing {
                hull: part.hull(),
                of: Of::Ground(index),
                keep: NOISE,
            }));
        }
        let own = self.board.units.get(self.subject).map(|unit| &unit.side);
        for index in self.field.units_near(&whole.grown(clear)) {
            let (Some(unit), Some(standing)) =
                (self.board.units.get(index), self.field.unit(index))
            else {
                continue;
            };
            if index == self.subject {
                continue;
            }
            let hostile = own.is_some_and(|own| self.board.hostile(own, &unit.side));
            let (of, keep) = if hostile {
                (Of::Enemy(index), clear + NOISE)
            } else {
                (Of::Friend(index), NOISE - self.tolerance.max(NOISE))
            };
            out.extend(standing.quads.iter().map(|quad| Thing {
                hull: quad.hull(),
                of,
                keep,
            }));
        }
        out
    }
}

/// Whether terrain of a kind, along a line or not and covering ground or not, is to a plain course as if it
/// were not there: it costs what open table does.
pub(crate) fn is_nothing(
    kind: &Id,
    (is_line, has_area): (bool, bool),
    law: &MotionLaw,
    plain: &Plain,
) -> bool {
    let tolled = |toll: &Toll| matches!(&toll.on, TollOn::Crossing(on) if on == kind);
    if !plain.holds_on(kind, is_line) || law.tolls.iter().any(tolled) {
        return false;
    }
    let rate = |heading: Heading, terrain: &str| {
        let mut rates = law.rates.iter();
        let found = rates.find(|rate| rate.heading == heading && rate.terrain == *terrain);
        found.map(|rate| rate.per_move)
    };
    let headings = [Heading::Front, Heading::Flank, Heading::Rear];
    !has_area
        || headings
            .iter()
            .all(|&h| rate(h, kind.as_str()) == rate(h, ""))
}
