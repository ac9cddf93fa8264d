//! What a course costs under a law.

use grognard_core::{
    Amount, Id, Leg, MotionLaw, Over, Pose, RNone, ROption, RSome, RVec, Ratio, TollOn, TollPaid,
    Unit,
};

use crate::Motion;
use crate::crossing::LineCrossed;
use crate::followed::{Travel, before, travel};
use crate::purse::{Purse, Stretch};
use crate::terrain::Cut;
use crate::walk::Walked;

/// The cost part of a survey.
pub(crate) struct Bill {
    pub(crate) legs: RVec<Leg>,
    pub(crate) tolls: RVec<TollPaid>,
    pub(crate) total: Amount,
    pub(crate) over: ROption<Over>,
    pub(crate) slack: f64,
    /// Where the bases end.
    pub(crate) bases: Vec<Pose>,
}

/// Adds up legs and tolls, and finds the step at which the allowance runs out.
pub(crate) fn bill(
    unit: &Unit,
    walked: &[Walked],
    cuts: &[Vec<Cut>],
    lines: &[LineCrossed<'_>],
    law: &MotionLaw,
    tolerance: f64,
) -> Bill {
    let slack = slack(cuts, law, tolerance);
    let mut purse = Purse::of(law);
    if let Some(start) = walked.first() {
        for leg in law.prior.iter().filter(|leg| leg.per_move > Ratio::ZERO) {
            purse.pay_straight(leg.straight, leg.per_move);
            if !leg.arcs.is_empty() {
                purse.pay_turn(&before(leg, unit, start, law), leg.per_move);
            }
        }
    }
    let mut bill = Bill {
        legs: RVec::new(),
        tolls: RVec::new(),
        total: Amount::ZERO,
        over: RNone,
        slack,
        bases: Vec::new(),
    };
    let mut bases: Vec<Pose> = unit.bases.iter().map(|base| base.rect.pose).collect();
    let mut legs = Vec::with_capacity(cuts.iter().map(Vec::len).sum());
    let mut travels = Vec::with_capacity(walked.len());
    for (step, (walk, cuts)) in walked.iter().zip(cuts).enumerate() {
        let travel = travel(walk, unit, &bases, law);
        let tolls = tolls(step, walk, lines, law);
        let stretches = stretches(walk, cuts, &tolls, law);
        let at_start = purse.clone();
        purse.pay(&stretches, &travel);
        if bill.over.is_none() && purse.spent().exceeds(law.budget.into(), slack) {
            let needed = step_length(walk, &travel);
            let available = at_start.reach(&stretches, &travel, law.budget);
            let available = available.min(needed);
            bill.over = RSome(Over {
                step: step as u32,
                needed,
                available,
            });
        }
        for toll in tolls {
            let share = law.tolls[toll.index].share;
            bill.tolls.push(TollPaid {
                step: step as u32,
                toll: toll.index as u32,
                share,
            });
        }
        add_legs(&mut legs, step, walk, cuts, &travel, unit, law);
        walk.stage.carry(&mut bases);
        travels.push(travel);
    }
    if let Some(worst) = purse.worst() {
        charge_worst(&mut legs, &travels, worst);
    }
    bill.legs = legs.into();
    bill.bases = bases;
    bill.total = purse.spent();
    bill
}

/// Where each point keeps its own sum, a turn costs what the point pays that has paid most in the end.
fn charge_worst(legs: &mut [Leg], travels: &[Travel], worst: usize) {
    for leg in legs {
        let travel = &travels[leg.step as usize];
        let farthest = travel.farthest();
        if farthest > 0.0 {
            let part = travel
                .followed()
                .get(worst)
                .map_or(1.0, |way| way / farthest);
            leg.share = Amount::measured(leg.share.to_f64() * part);
        }
    }
}

/// The share that `tolerance` millimetres are at the lowest rate used.
fn slack(cuts: &[Vec<Cut>], law: &MotionLaw, tolerance: f64) -> f64 {
    let used = cuts
        .iter()
        .flatten()
        .filter_map(|cut| cut.rate.map(|i| law.rates[i].per_move));
    let prior = law.prior.iter().map(|leg| leg.per_move);
    let least = used.chain(prior).filter(|rate| *rate > Ratio::ZERO).min();
    least.map_or(0.0, |rate| tolerance / rate.to_f64())
}

/// How far a step goes: the farthest point followed in a turn.
fn step_length(walk: &Walked, travel: &Travel) -> Amount {
    if travel.followed().is_empty() {
        walk.stage.length
    } else {
        Amount::measured(travel.farthest())
    }
}

/// A toll that falls due `at` into a step.
struct Due {
    index: usize,
    at: f64,
}

fn tolls(step: usize, walk: &Walked, lines: &[LineCrossed<'_>], law: &MotionLaw) -> Vec<Due> {
    let mut out = Vec::new();
    for (index, toll) in law.tolls.iter().enumerate() {
        match &toll.on {
            TollOn::AboutFace if walk.stage.faces_about => out.push(Due { index, at: 0.0 }),
            TollOn::AboutFace => {}
            TollOn::Crossing(kind) => {
                let here = lines
                    .iter()
                    .filter(|line| line.step == step && line.kind == kind);
                out.extend(here.map(|line| Due {
                    index,
                    at: line.amount,
                }));
            }
        }
    }
    out.sort_by(|a, b| a.at.total_cmp(&b.at));
    out
}

/// The step as stretches of one rate, cut again where a toll falls due.
fn stretches(walk: &Walked, cuts: &[Cut], tolls: &[Due], law: &MotionLaw) -> Vec<Stretch> {
    let extent = walk.extent();
    let mut out: Vec<Stretch> = Vec::new();
    let mut due = tolls.iter().peekable();
    let mut toll = Ratio::ZERO;
    for (index, cut) in cuts.iter().enumerate() {
        let last = index + 1 == cuts.len();
        let rate = cut.rate.map_or(Ratio::ZERO, |i| law.rates[i].per_move);
        let whole = cut_length(walk, cuts, index);
        let mut from = cut.from;
        let mut gone = 0.0;
        while let Some(next) = due.next_if(|d| last || d.at < cut.to) {
            if next.at > from {
                let length = straight(walk, next.at - from);
                out.push(Stretch {
                    toll,
                    rate,
                    length,
                    share: (next.at - from) / extent,
                });
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
        out.push(Stretch {
            toll,
            rate,
            length,
            share: (cut.to - from) / extent,
        });
        toll = Ratio::ZERO;
    }
    for next in due {
        toll = toll + law.tolls[next.index].share;
    }
    if toll != Ratio::ZERO {
        out.push(Stretch {
            toll,
            rate: Ratio::ZERO,
            length: Amount::ZERO,
            share: 0.0,
        });
    }
    out
}

/// A stretch of a step as a straight length: none of a turn, whose measure is degrees.
fn straight(walk: &Walked, amount: f64) -> Amount {
    let turns = matches!(walk.motion(), Motion::Turn { .. });
    if turns {
        Amount::ZERO
    } else {
        Amount::measured(amount)
    }
}

/// The straight length of one cut of a step. The last is what the others leave of the whole, so that
/// they add up to what was ordered.
fn cut_length(walk: &Walked, cuts: &[Cut], index: usize) -> Amount {
    if index + 1 < cuts.len() {
        return straight(walk, cuts[index].to - cuts[index].from);
    }
    let before: f64 = cuts[..index].iter().map(|cut| cut.to - cut.from).sum();
    walk.stage.length - straight(walk, before)
}

fn add_legs(
    out: &mut Vec<Leg>,
    step: usize,
    walk: &Walked,
    cuts: &[Cut],
    travel: &Travel,
    unit: &Unit,
    law: &MotionLaw,
) {
    let turns = !travel.followed().is_empty();
    let legs = cuts.iter().enumerate().map(|(index, cut)| {
        let part = (cut.to - cut.from) / walk.extent();
        let straight = cut_length(walk, cuts, index);
        let farthest = if turns {
            Amount::measured(travel.farthest() * part)
        } else {
            straight
        };
        let rate = cut.rate.map(|i| &law.rates[i]);
        let per_move = rate.map_or(Ratio::ZERO, |rate| rate.per_move);
        Leg {
            step: step as u32,
            heading: walk.stage.heading,
            formation: unit.formation.clone(),
            terrain: cut.kind.clone(),
            straight,
            arcs: travel.corners.iter().map(|arc| arc * part).collect(),
            farthest,
            per_move,
            cell: rate.map_or_else(Id::default, |rate| rate.cell.clone()),
            share: farthest.over(per_move).unwrap_or(Amount::ZERO),
        }
    });
    out.extend(legs);
}
