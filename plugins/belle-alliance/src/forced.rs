//! Forced action: forced back, retreat, rout and its spread. It comes at any time and asks no order.

use grognard_sdk::prelude::*;

use crate::drawn_up;
use crate::memory;
use crate::pace::Pace;
use crate::rules::BelleAlliance;
use crate::scene::Scene;
use crate::troop::Gait;

/// Rules on a forced move.
pub(crate) fn rule(rules: &BelleAlliance, scene: &Scene<'_, '_>, order: &Order) -> Ruling {
    let mut judge = Judge::new(order.subject);
    let Some(index) = scene.board.unit_index(order.subject.as_str()) else {
        return judge.done();
    };
    let Some(course) = order.course() else {
        return judge.done();
    };
    let unit = &scene.board.units[index];
    judge.cite(Id::of("S4-18"));
    judge.cite(Id::of("1.1.1b"));
    let pace = Pace::of(rules, unit, Gait::Forced, false);
    let mut law = pace.law(rules, unit, course.headings());
    // Forced action has a move of its own, whatever was marched before.
    law.prior.clear();
    let survey = scene.ground.survey(index as u64, course, &law);
    drawn_up::lean(rules, &mut judge, unit);
    pace.enter(rules, &mut judge);
    if no_rate_here(rules, scene, &mut judge, unit) {
        judge.note("forced-without-rate", "2.3.1b");
        judge.then(memory::set(&unit.id, memory::DISORDER, Value::text("FD")));
        judge.then(memory::flag(&unit.id, memory::FORCED));
        return judge.done();
    }
    for missing in &survey.missing {
        let finding = Finding::unsettles(Id::of("rate-unknown"), Id::of("2.3.1a"), judge.subject());
        judge.find(finding.about(missing.terrain));
    }
    if let RSome(over) = survey.over {
        let finding = Finding::refuses(Id::of("rate-exceeded"), Id::of("S4-18"), judge.subject());
        judge.find(finding.measured(Measure::Length, over.needed, over.available));
    }
    if survey.off_table.is_some() {
        judge.refuse("off-table", "1.1.1c");
    }
    for contact in survey.contacts.iter().filter(|contact| contact.ends_inside) {
        let Some(other) = scene.board.units.get(contact.unit as usize) else {
            continue;
        };
        drawn_up::lean(rules, &mut judge, other);
        let finding = Finding::refuses(Id::of("blocked"), Id::of("1.1.1b"), unit.id);
        judge.find(finding.about(other.id));
    }
    judge.pay_survey(course, &law, &survey, Id::of("S4-18"));
    if judge.allowed() {
        judge.then(Effect::Place {
            unit: unit.id,
            pose: survey.end,
            bases: survey.bases.clone(),
        });
        judge.then(memory::flag(&unit.id, memory::MOVED));
        judge.then(memory::flag(&unit.id, memory::FORCED));
    }
    judge.done()
}

/// Whether the unit stands, in part at least, where its formation has no rate of march.
fn no_rate_here(
    rules: &BelleAlliance,
    scene: &Scene<'_, '_>,
    judge: &mut Judge,
    unit: &Unit,
) -> bool {
    let pace = Pace::of(rules, unit, Gait::Normal, true);
    let Some(rate) = pace.rate else { return true };
    if rate.number() == Some(Ratio::ZERO) {
        judge.lean(rate);
        return true;
    }
    let open = Id::default();
    let hits = scene
        .ground
        .terrain_under(RSlice::from_slice(&unit.footprint));
    hits.iter().any(|hit| {
        let kind = scene
            .board
            .terrain
            .get(hit.terrain as usize)
            .map_or(&open, |t| &t.kind);
        let Some(factor) = rules
            .tables
            .ground(kind)
            .map(|ground| ground.factor(pace.class))
        else {
            return false;
        };
        let none = factor.number() == Some(Ratio::ZERO);
        if none {
            judge.lean(factor);
        }
        none
    })
}
