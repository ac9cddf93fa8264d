//! What a course costs under a law.

use grognard_core::{
    Amount, Edge, Leg, MotionLaw, Over, Pose, RNone, ROption, RSome, RVec, Ratio, TollPaid, Unit,
};
use smallvec::SmallVec;

use crate::crossing::LineCrossed;
use crate::due::{Dues, Stretches, due, stretch, whole};
use crate::followed::{Travel, before, travel};
use crate::legs::legs;
use crate::purse::Purse;
use crate::stage::Stage;
use crate::terrain::Cuts;
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
    walked: &[Walked<'_>],
    cuts: &Cuts<'_>,
    lines: &[LineCrossed<'_>],
    law: &MotionLaw,
    tolerance: f64,
) -> Bill {
    let rates = cuts.all().iter().filter_map(|cut| cut.rate);
    let slack = slack(rates.map(|i| law.rates[i].per_move), law, tolerance);
    let mut purse = walked
        .first()
        .map_or_else(|| Purse::of(law), |first| purse(unit, first.stage, law));
    let mut over = RNone;
    let mut paid = RVec::new();
    let mut bases: Vec<Pose> = unit.bases.iter().map(|base| base.rect.pose).collect();
    let mut all = Vec::with_capacity(cuts.all().len());
    let mut turned = Turned::new();
    let (mut tolls, mut stretches) = (Dues::new(), Stretches::new());
    for ((step, walk), cuts) in (0_u32..).zip(walked).zip(cuts.steps()) {
        let mut travel = travel(walk.stage, unit, &bases, law);
        due(step, walk, lines, law, &mut tolls);
        // Most steps are of one stretch, which needs no list.
        let single;
        let alone = tolls.is_empty().then(|| whole(walk, cuts, law)).flatten();
        let stretches = if let Some(stretch) = alone {
            single = [stretch];
            &single
        } else {
            stretch(walk, cuts, &tolls, law, &mut stretches);
            stretches.as_slice()
        };
        let mark = purse.mark(!travel.followed().is_empty());
        purse.pay(stretches, (travel.followed(), travel.farthest()));
        if over.is_none() && purse.spent().exceeds(law.budget.into(), slack) {
            let needed = step_length(walk, &travel);
            let available = purse.at(mark).reach(stretches, &travel, law.budget);
            let available = available.min(needed);
            over = RSome(Over {
                step,
                needed,
                available,
            });
        }
        for toll in &tolls {
            paid.push(TollPaid {
                step,
                toll: toll.index as u32,
                share: law.tolls[toll.index].share,
            });
        }
        legs(
            step,
            walk,
            cuts,
            stretches,
            &mut travel,
            unit,
            law,
            &mut all,
        );
        walk.stage.carry(&mut bases);
        if travel.farthest() > 0.0 {
            turned.push((step, travel));
        }
    }
    if let Some(worst) = purse.worst() {
        charge_worst(&mut all, &turned, worst);
    }
    Bill {
        legs: all.into(),
        tolls: paid,
        total: purse.spent(),
        over,
        slack,
        bases,
    }
}

/// What is spent as a course starts with the step `first`.
pub(crate) fn purse(unit: &Unit, first: &Stage, law: &MotionLaw) -> Purse {
    let mut purse = Purse::of(law);
    let walked = law.prior.iter().filter(|leg| leg.per_move > Ratio::ZERO);
    for leg in walked {
        purse.pay_straight(leg.straight, leg.per_move);
        if !leg.arcs.is_empty() {
            let front = first.edge(Edge::Front);
            purse.pay_turn(&before(leg, unit, front, law), leg.per_move);
        }
    }
    purse
}

/// The steps in which something followed goes round, and how far.
type Turned = SmallVec<[(u32, Travel); 2]>;

/// Where each point keeps its own sum, a turn costs what the point pays that has paid most in the end.
fn charge_worst(legs: &mut [Leg], turned: &[(u32, Travel)], worst: usize) {
    for leg in legs {
        let Some((_, travel)) = turned.iter().find(|(step, _)| *step == leg.step) else {
            continue;
        };
        // A leg that is the whole step has taken the corners over.
        let followed = match travel.followed() {
            [] => &leg.arcs,
            some => some,
        };
        let part = followed
            .get(worst)
            .map_or(1.0, |way| way / travel.farthest());
        leg.share = Amount::measured(leg.share.to_f64() * part);
    }
}

/// The share that `tolerance` millimetres are at the lowest rate used.
pub(crate) fn slack(used: impl Iterator<Item = Ratio>, law: &MotionLaw, tolerance: f64) -> f64 {
    let prior = law.prior.iter().map(|leg| leg.per_move);
    let least = used.chain(prior).filter(|rate| *rate > Ratio::ZERO).min();
    least.map_or(0.0, |rate| tolerance / rate.to_f64())
}

/// How far a step goes: the farthest point followed in a turn.
fn step_length(walk: &Walked<'_>, travel: &Travel) -> Amount {
    if travel.followed().is_empty() {
        walk.stage.length
    } else {
        Amount::measured(travel.farthest())
    }
}
