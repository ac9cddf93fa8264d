//! A course that meets nothing: every step is one stretch of open table.

use grognard_core::{
    Amount, Leg, MotionLaw, Pose, RNone, RVec, Rate, Ratio, Summing, Survey, Unit,
};

use crate::cost::{purse, slack};
use crate::field::Kind;
use crate::followed::{Travel, travel};
use crate::purse::Stretch;
use crate::rates::Rates;
use crate::stage::Stage;

/// The survey of such a course, if it is as plain as most: it stays within the allowance at known rates, faces about
/// nowhere, and no two turns are to be added up point by point. None if it is not, or may not be; what
/// [`survey`](crate::survey) does for all other courses comes to the same, to the last digit, and takes longer.
pub(crate) fn in_the_open(
    unit: &Unit,
    stages: &[Stage],
    law: &MotionLaw,
    tolerance: f64,
) -> Option<Survey> {
    if adds_turns(stages, law) || stages.iter().any(|stage| stage.faces_about) {
        return None;
    }
    let mut purse = purse(unit, stages.first()?, law);
    let mut rates = Rates::of(law);
    let mut rate = |stage: &Stage| Some(&law.rates[rates.on_open(stage.heading).rate?]);
    let mut bases: Vec<Pose> = unit.bases.iter().map(|base| base.rect.pose).collect();
    let mut legs: Vec<Leg> = Vec::with_capacity(stages.len());
    for (step, stage) in (0_u32..).zip(stages) {
        if stage.motion.extent() > 0.0 {
            let rate = rate(stage)?;
            let travel = travel(stage, unit, &bases, law);
            let stretch = Stretch::of(Ratio::ZERO, rate.per_move, stage.length, 1.0);
            let stretch = [stretch];
            purse.pay(&stretch, (travel.followed(), travel.farthest()));
            let [Stretch { price, .. }] = stretch;
            legs.push(leg((step, stage), price, travel, rate, unit));
        }
        if purse.spent().exceeds(law.budget.into(), 0.0) {
            return None;
        }
        stage.carry(&mut bases);
    }
    let slack = slack(legs.iter().map(|leg| leg.per_move), law, tolerance);
    Some(Survey {
        legs: legs.into(),
        tolls: RVec::new(),
        total: purse.spent(),
        over: RNone,
        missing: RVec::new(),
        contacts: RVec::new(),
        crossings: RVec::new(),
        off_table: RNone,
        end: stages.last().map_or(unit.pose, |last| last.after().0),
        bases: bases.into(),
        slack,
    })
}

/// Whether several turns are to be added up point by point.
fn adds_turns(stages: &[Stage], law: &MotionLaw) -> bool {
    let turns = stages.iter().filter(|stage| stage.motion.turns()).count();
    let before = law.prior.iter().filter(|leg| !leg.arcs.is_empty()).count();
    law.summing == Summing::PerCorner && turns + before > 1
}

/// The leg that is all of a step. It takes the corners' travel over.
fn leg(
    (step, stage): (u32, &Stage),
    price: Amount,
    travel: Travel,
    rate: &Rate,
    unit: &Unit,
) -> Leg {
    let (farthest, share) = if travel.followed().is_empty() {
        (stage.length, price)
    } else {
        let farthest = Amount::measured(travel.farthest());
        let share = farthest.over(rate.per_move);
        (farthest, share.unwrap_or(Amount::ZERO))
    };
    Leg {
        step,
        heading: stage.heading,
        formation: unit.formation,
        terrain: *Kind::OPEN.id,
        straight: stage.length,
        arcs: travel.corners.into(),
        farthest,
        per_move: rate.per_move,
        cell: rate.cell,
        share,
    }
}
