//! What falls due on a step: tolls, and stretches of one rate between them.

use grognard_core::{Amount, MotionLaw, Ratio, TollOn};
use smallvec::SmallVec;

use crate::crossing::LineCrossed;
use crate::legs::{cut_length, straight};
use crate::purse::Stretch;
use crate::terrain::Cut;
use crate::walk::Walked;

/// A toll that falls due `at` into a step.
pub(crate) struct Due {
    /// Which of the law's.
    pub(crate) index: usize,
    at: f64,
}

/// The tolls of a step.
pub(crate) type Dues = SmallVec<[Due; 2]>;

/// The stretches of a step.
pub(crate) type Stretches = SmallVec<[Stretch; 2]>;

/// Finds the tolls of a step, in the order they fall due. On most there is nothing to be found.
#[inline]
pub(crate) fn due(
    step: u32,
    walk: &Walked<'_>,
    lines: &[LineCrossed<'_>],
    law: &MotionLaw,
    out: &mut Dues,
) {
    out.clear();
    if !lines.is_empty() || walk.stage.faces_about {
        find(step, walk, lines, law, out);
    }
}

fn find(step: u32, walk: &Walked<'_>, lines: &[LineCrossed<'_>], law: &MotionLaw, out: &mut Dues) {
    for (index, toll) in law.tolls.iter().enumerate() {
        match &toll.on {
            TollOn::AboutFace if walk.stage.faces_about => out.push(Due { index, at: 0.0 }),
            TollOn::AboutFace => {}
            TollOn::Crossing(kind) => {
                let here = lines
                    .iter()
                    .filter(|line| line.step == step && line.kind.id == kind);
                out.extend(here.map(|line| Due {
                    index,
                    at: line.amount,
                }));
            }
        }
    }
    if out.len() > 1 {
        out.sort_by(|a: &Due, b: &Due| a.at.total_cmp(&b.at));
    }
}

/// A step whose ground costs the same all along, and on which no toll falls due, is one stretch: what was ordered stays
/// exact. None for any other.
#[inline]
pub(crate) fn whole(walk: &Walked<'_>, cuts: &[Cut<'_>], law: &MotionLaw) -> Option<Stretch> {
    let (first, rest) = cuts.split_first()?;
    let rate = rate(first, law);
    if rest.iter().any(|cut| self::rate(cut, law) != rate) {
        return None;
    }
    let to = rest.last().unwrap_or(first).to;
    let share = (to - first.from) / walk.extent();
    Some(Stretch::of(Ratio::ZERO, rate, walk.stage.length, share))
}

fn rate(cut: &Cut<'_>, law: &MotionLaw) -> Ratio {
    cut.rate.map_or(Ratio::ZERO, |i| law.rates[i].per_move)
}

/// Makes the step stretches of one rate, cut again where a toll falls due.
pub(crate) fn stretch(
    walk: &Walked<'_>,
    cuts: &[Cut<'_>],
    tolls: &[Due],
    law: &MotionLaw,
    out: &mut Stretches,
) {
    out.clear();
    let extent = walk.extent();
    if tolls.is_empty()
        && let Some(whole) = whole(walk, cuts, law)
    {
        out.push(whole);
        return;
    }
    let mut due = tolls.iter().peekable();
    let mut toll = Ratio::ZERO;
    for (index, cut) in cuts.iter().enumerate() {
        let last = index + 1 == cuts.len();
        let rate = rate(cut, law);
        let whole = cut_length(walk, cuts, index);
        let mut from = cut.from;
        let mut gone = 0.0;
        while let Some(next) = due.next_if(|d| last || d.at < cut.to) {
            if next.at > from {
                let length = straight(walk, next.at - from);
                out.push(Stretch::of(toll, rate, length, (next.at - from) / extent));
                gone += next.at - from;
                toll = Ratio::ZERO;
                from = next.at;
            }
            toll = toll + law.tolls[next.index].share;
        }
        let length = if gone == 0.0 {
            whole
        } else {
            whole - straight(walk, gone)
        };
        out.push(Stretch::of(toll, rate, length, (cut.to - from) / extent));
        toll = Ratio::ZERO;
    }
    for next in due {
        toll = toll + law.tolls[next.index].share;
    }
    if toll != Ratio::ZERO {
        out.push(Stretch::of(toll, Ratio::ZERO, Amount::ZERO, 0.0));
    }
}
