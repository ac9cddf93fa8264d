//! The legs of a step: its stretches of one kind of ground, as a survey tells them.

use grognard_core::{Amount, Id, Leg, MotionLaw, RVec, Ratio, Unit};

use crate::Motion;
use crate::followed::Travel;
use crate::terrain::Cut;
use crate::walk::Walked;

/// A stretch of a step as a straight length: none of a turn, whose measure is degrees.
pub(crate) fn straight(walk: &Walked, amount: f64) -> Amount {
    let turns = matches!(walk.motion(), Motion::Turn { .. });
    if turns {
        Amount::ZERO
    } else {
        Amount::measured(amount)
    }
}

/// The straight length of one cut of a step. The last is what the others leave of the whole, so that
/// they add up to what was ordered.
pub(crate) fn cut_length(walk: &Walked, cuts: &[Cut<'_>], index: usize) -> Amount {
    if cuts.len() == 1 {
        return walk.stage.length;
    }
    if index + 1 < cuts.len() {
        return straight(walk, cuts[index].to - cuts[index].from);
    }
    let before: f64 = cuts[..index].iter().map(|cut| cut.to - cut.from).sum();
    walk.stage.length - straight(walk, before)
}

/// The legs of a step.
pub(crate) fn legs<'a>(
    step: u32,
    walk: &'a Walked,
    cuts: &'a [Cut<'_>],
    travel: &'a Travel,
    unit: &'a Unit,
    law: &'a MotionLaw,
) -> impl Iterator<Item = Leg> + 'a {
    cuts.iter().enumerate().map(move |(index, cut)| {
        let part = (cut.to - cut.from) / walk.extent();
        let straight = cut_length(walk, cuts, index);
        let farthest = if travel.followed().is_empty() {
            straight
        } else {
            Amount::measured(travel.farthest() * part)
        };
        let rate = cut.rate.map(|i| &law.rates[i]);
        let per_move = rate.map_or(Ratio::ZERO, |rate| rate.per_move);
        Leg {
            step,
            heading: walk.stage.heading,
            formation: unit.formation,
            terrain: *cut.kind.id,
            straight,
            arcs: if part == 1.0 {
                RVec::from(travel.corners.as_slice())
            } else {
                travel.corners.iter().map(|arc| arc * part).collect()
            },
            farthest,
            per_move,
            cell: rate.map_or_else(Id::default, |rate| rate.cell),
            share: farthest.over(per_move).unwrap_or(Amount::ZERO),
        }
    })
}
