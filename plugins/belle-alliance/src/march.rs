//! Marching.

use grognard_sdk::prelude::*;

use crate::contact;
use crate::drawn_up;
use crate::gates::{self, Given};
use crate::memory;
use crate::pace::Pace;
use crate::plain::free_ways;
use crate::rules::{BelleAlliance, Phases};
use crate::scene::Scene;
use crate::troop::{Gait, GroundClass, Way};

/// A kind of march.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// As ordered, in the sub-phase of marching.
    March,
    /// Against an enemy, likewise.
    Attack,
    /// After a melee.
    FollowUp,
}

impl Manner {
    fn phase(self) -> &'static str {
        match self {
            Self::FollowUp => Phases::MELEE,
            _ => Phases::MARCH,
        }
    }
}

/// Rules on a march.
pub(crate) fn rule(
    rules: &BelleAlliance,
    scene: &Scene<'_, '_>,
    order: &Order,
    manner: Manner,
    given: Given,
) -> Ruling {
    let mut judge = Judge::new(order.subject);
    let Some(index) = scene.board.unit_index(order.subject.as_str()) else {
        judge.refuse("unit-gone", "T1");
        return judge.done();
    };
    let Some(course) = order.course() else {
        return judge.done();
    };
    let unit = &scene.board.units[index];
    if given != Given::Ahead {
        gates::in_time(rules, scene.board, &mut judge, manner.phase());
    }
    judge.cite(Id::of("1.1.1b"));
    if unit.is(memory::FIRED_CONTINUED) {
        judge.refuse("fired-continued", "1.1.1b");
    }
    if manner != Manner::FollowUp {
        stays_released(rules, &mut judge, unit);
    }
    let gait = match given {
        Given::Direct => gait(&mut judge, scene.board, unit, order, manner),
        _ => {
            judge.cite(Id::of("2.3.1a"));
            written_gait(scene.board, unit, order)
        }
    };
    let in_movement = manner != Manner::FollowUp;
    let pace = Pace::of(rules, unit, gait, in_movement);
    let mut law = pace.law(rules, unit, course.headings());
    if manner == Manner::FollowUp {
        law.prior.clear();
    }
    let survey = scene.survey(index, course, &law);
    drawn_up::lean(rules, &mut judge, unit);
    pace.enter(rules, &mut judge);
    let barred = barring_line(rules, &mut judge, scene.board, pace.class, &survey);
    price(
        rules,
        &mut judge,
        &survey,
        &pace,
        (barred, manner == Manner::Attack),
    );
    headings(&mut judge, unit, &survey);
    contact::rule(rules, scene, &mut judge, index, course, &survey);
    enter_earlier(&mut judge, &survey);
    judge.pay_survey(course, &law, &survey, Id::of("2.3.1a"));
    if course
        .steps
        .iter()
        .any(|step| matches!(step, Step::AboutFace))
    {
        judge.lean(&rules.tables.about_face);
    }
    if !judge.allowed() {
        return judge.done();
    }
    walk(&mut judge, unit, survey);
    if manner != Manner::FollowUp {
        judge.then(memory::flag(&unit.id, memory::MARCHED));
        judge.then(memory::gait(&unit.id, gait));
        // It is released again.
        if unit.is(memory::REOPENED) {
            judge.then(memory::clear(&unit.id, memory::REOPENED));
        }
    }
    if manner == Manner::Attack
        && let Some(target) = order.text("target")
    {
        judge.then(memory::set(&unit.id, memory::ATTACKS, Value::text(target)));
    }
    judge.done()
}

/// Enters what was marched before in the bound, so that the lines add up to what is spent.
fn enter_earlier(judge: &mut Judge, survey: &Survey) {
    let now = survey.legs.iter().map(|leg| leg.share);
    let tolls = survey.tolls.iter().map(|toll| Amount::exact(toll.share));
    let before = now
        .chain(tolls)
        .fold(survey.total, |left, share| left - share);
    // What is left of measured shares by rounding is nothing.
    if before.to_f64().abs() > 1.0e-9 {
        judge.enter(LedgerLine {
            item: Id::of("earlier"),
            clause: Id::of("2.3.1a"),
            place: Id::default(),
            distance: RNone,
            rate: RNone,
            share: before,
            cell: Id::default(),
        });
    }
}

/// Puts the unit at the end of its course.
pub(crate) fn walk(judge: &mut Judge, unit: &Unit, survey: Survey) {
    judge.then(Effect::Place {
        unit: unit.id,
        pose: survey.end,
        bases: survey.bases,
    });
    judge.then(Effect::Walk {
        unit: unit.id,
        legs: survey.legs,
    });
    judge.then(memory::flag(&unit.id, memory::MOVED));
}

/// A figure that was released stays where it is.
fn stays_released(rules: &BelleAlliance, judge: &mut Judge, unit: &Unit) {
    if unit.is(memory::MARCHED)
        && !unit.is(memory::REOPENED)
        && judge.read(&rules.readings, "touch-move") == "released-stays"
    {
        judge.refuse("released", "1.1.1d");
    }
}

/// The gait it marches at: the one written, which is normal where nothing is.
pub(crate) fn gait(
    judge: &mut Judge,
    board: &Board,
    unit: &Unit,
    order: &Order,
    manner: Manner,
) -> Gait {
    judge.cite(Id::of("2.3.1a"));
    let given = order.text("gait").and_then(Gait::named);
    let fixed = fixed_gait(board, unit);
    let asked = given.or(match manner {
        Manner::Attack => Some(Gait::Charge).filter(|_| fixed.is_none()),
        Manner::FollowUp => Some(Gait::Normal),
        Manner::March => None,
    });
    match (fixed, asked) {
        (Some(fixed), Some(asked)) if fixed != asked && manner != Manner::FollowUp => {
            let finding = Finding::refuses(Id::of("gait-changed"), Id::of("2.3.1a"), unit.id);
            judge.find(
                finding
                    .with(Id::of("written"), Value::text(fixed.name()))
                    .with(Id::of("asked"), Value::text(asked.name())),
            );
            asked
        }
        (_, Some(asked)) if manner == Manner::FollowUp => asked,
        (Some(fixed), _) => fixed,
        (None, Some(asked)) => asked,
        (None, None) => Gait::Normal,
    }
}

/// The gait of a march that is written: the one written last for the unit, by this order where it is
/// only being written.
pub(crate) fn written_gait(board: &Board, unit: &Unit, order: &Order) -> Gait {
    let named = order.text("gait").and_then(Gait::named);
    let known = || fixed_gait(board, unit);
    let gait = if board.written.contains(order) {
        known().or(named)
    } else {
        named.or_else(known)
    };
    gait.unwrap_or(Gait::Normal)
}

/// The gait written down or marched at already. Who is not known to have orders has written none, and
/// goes at the normal gait.
pub(crate) fn fixed_gait(board: &Board, unit: &Unit) -> Option<Gait> {
    let marched = unit.conditions.text(memory::GAIT).and_then(Gait::named);
    let written = || {
        let order = board
            .written
            .iter()
            .rev()
            .find(|order| order.subject == unit.id && order.text("gait").is_some())?;
        order.text("gait").and_then(Gait::named)
    };
    let silent = || (!unit.is(memory::ORDERED)).then_some(Gait::Normal);
    marched.or_else(written).or_else(silent)
}

/// The kind of the first line without width that a march comes onto and that has no rate: such a line covers no ground,
/// so no leg of the way lies on it. Where a factor is not known, it is left open whether it can be crossed.
fn barring_line(
    rules: &BelleAlliance,
    judge: &mut Judge,
    board: &Board,
    class: GroundClass,
    survey: &Survey,
) -> Option<Id> {
    for crossing in &survey.crossings {
        let Some(piece) = board.terrain.get(crossing.terrain as usize) else {
            continue;
        };
        if !matches!(piece.shape, Shape::Line { width, .. } if width <= 0.0) {
            continue;
        }
        let Some(ground) = rules.tables.ground(&piece.kind) else {
            continue;
        };
        let factor = ground.factor(class);
        judge.lean(factor);
        match factor.number() {
            Some(factor) if factor.is_zero() => return Some(piece.kind),
            Some(_) => {}
            None => {
                let finding =
                    Finding::unsettles(Id::of("rate-unknown"), Id::of("2.3.1a"), judge.subject());
                judge.find(finding.about(piece.kind));
            }
        }
    }
    None
}

/// Whether there is a rate for all of the way, and enough of it; `barred` is a line that has none, `attack` whether it
/// is an attack.
fn price(
    rules: &BelleAlliance,
    judge: &mut Judge,
    survey: &Survey,
    pace: &Pace<'_>,
    (barred, attack): (Option<Id>, bool),
) {
    for leg in &survey.legs {
        if let Some(ground) = rules.tables.ground(&leg.terrain) {
            judge.lean(ground.factor(pace.class));
        }
    }
    for missing in &survey.missing {
        let finding = Finding::unsettles(Id::of("rate-unknown"), Id::of("2.3.1a"), judge.subject());
        judge.find(finding.about(missing.terrain));
    }
    let blocked = survey.legs.iter().find(|leg| {
        leg.per_move.is_zero()
            && leg.farthest.to_f64() > 0.0
            && !survey
                .missing
                .iter()
                .any(|missing| missing.terrain == leg.terrain)
    });
    let blocked = blocked.map(|leg| leg.terrain).or(barred);
    if let Some(terrain) = blocked {
        let slug = if attack { "no-rate-attack" } else { "no-rate" };
        let finding = Finding::refuses(Id::of(slug), Id::of("2.3.1b"), judge.subject());
        judge.find(finding.about(terrain));
    } else if let RSome(over) = survey.over {
        let clause = match pace.reductions.as_slice() {
            [] => "2.3.1a",
            [only] => only.clause,
            _ => "2.3.1d",
        };
        let finding = Finding::refuses(Id::of("rate-exceeded"), Id::of(clause), judge.subject());
        judge.find(finding.measured(Measure::Length, over.needed, over.available));
    }
}

/// Backwards and sideways are open to few, unless they are forced.
fn headings(judge: &mut Judge, unit: &Unit, survey: &Survey) {
    judge.cite(Id::of("2.3.1c"));
    let way = Way::of(unit);
    let free = free_ways(unit, way);
    let any = |heading: Heading| survey.legs.iter().any(|leg| leg.heading == heading);
    if any(Heading::Rear) && !free && way != Some(Way::Unlimbered) {
        judge.refuse("no-backward", "2.3.1c");
    }
    if any(Heading::Flank) && !free {
        judge.refuse("no-sideways", "2.3.1c");
    }
}
