//! The legs of a step: its stretches of one kind of ground, as a survey tells them.

use grognard_core::{Amount, Id, Leg, MotionLaw, Ratio, Unit};

use crate::Motion;
use crate::followed::Travel;
use crate::purse::Stretch;
use crate::terrain::Cut;
use crate::walk::Walked;

/// A stretch of a step as a straight length: none of a turn, whose measure is degrees.
pub(crate) fn straight(walk: &Walked<'_>, amount: f64) -> Amount {
    let turns = matches!(walk.motion(), Motion::Turn { .. });
    if turns {
        Amount::ZERO
    } else {
        Amount::measured(amount)
    }
}

/// The straight length of one cut of a step. The last is what the others leave of the whole, so that
/// they add up to what was ordered.
pub(crate) fn cut_length(walk: &Walked<'_>, cuts: &[Cut<'_>], index: usize) -> Amount {
    if cuts.len() == 1 {
        return walk.stage.length;
    }
    if index + 1 < cuts.len() {
        return straight(walk, cuts[index].to - cuts[index].from);
    }
    let before: f64 = cuts[..index].iter().map(|cut| cut.to - cut.from).sum();
    walk.stage.length - straight(walk, before)
}

/// Adds the legs of a step. One that is the whole of a turn takes the corners' travel over.
#[expect(clippy::too_many_arguments)] // what a step was found to be
pub(crate) fn legs(
    step: u32,
    walk: &Walked<'_>,
    cuts: &[Cut<'_>],
    stretches: &[Stretch],
    travel: &mut Travel,
    unit: &Unit,
    law: &MotionLaw,
    out: &mut Vec<Leg>,
) {
    let turns = !travel.followed().is_empty();
    for (index, cut) in cuts.iter().enumerate() {
        let part = (cut.to - cut.from) / walk.extent();
        let straight = cut_length(walk, cuts, index);
        let farthest = if turns {
            Amount::measured(travel.farthest() * part)
        } else {
            straight
        };
        let rate = cut.rate.map(|i| &law.rates[i]);
        let per_move = rate.map_or(Ratio::ZERO, |rate| rate.per_move);
        // A stretch that is the whole leg was priced already.
        let share = if !turns && stretches.len() == cuts.len() {
            stretches[index].price
        } else {
            farthest.over(per_move).unwrap_or(Amount::ZERO)
        };
        out.push(Leg {
            step,
            heading: walk.stage.heading,
            formation: unit.formation,
            terrain: *cut.kind.id,
            straight,
            arcs: if part == 1.0 {
                std::mem::take(&mut travel.corners).into()
            } else {
                travel.corners.iter().map(|arc| arc * part).collect()
            },
            farthest,
            per_move,
            cell: rate.map_or_else(Id::default, |rate| rate.cell),
            share,
        });
    }
}
