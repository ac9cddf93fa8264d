//! What a march meets: the table's edge, friends in the way, enemies before the front.

use grognard_sdk::prelude::*;

use crate::ahead;
use crate::drawn_up;
use crate::memory;
use crate::rules::BelleAlliance;
use crate::scene::Scene;
use crate::troop::Arm;

/// Rules on everything that a course meets.
pub(crate) fn rule(
    rules: &BelleAlliance,
    scene: &Scene<'_, '_>,
    judge: &mut Judge,
    index: usize,
    course: &Course,
    survey: &Survey,
) {
    let unit = &scene.board.units[index];
    if survey.off_table.is_some() {
        judge.refuse("off-table", "1.1.1c");
    }
    for contact in survey.contacts.iter().filter(|contact| contact.overlap) {
        let Some(other) = scene.board.units.get(contact.unit as usize) else {
            continue;
        };
        drawn_up::lean(rules, judge, other);
        if !scene.board.hostile(&unit.side, &other.side) {
            friend(rules, judge, unit, other, contact);
        }
    }
    ahead::rule(rules, scene, judge, index, course, survey);
}

/// Friends are passed through where that is open to one of the two; nobody ends on them.
fn friend(rules: &BelleAlliance, judge: &mut Judge, unit: &Unit, other: &Unit, contact: &Contact) {
    judge.cite(Id::of("1.1.1b"));
    let cell = |unit: &Unit| match unit.formation.as_str() {
        _ if Arm::of(unit) == Arm::Staff => &rules.passing.staff,
        "skirmish-line" => &rules.passing.line,
        _ => &rules.passing.formed,
    };
    let cells = [cell(unit), cell(other)];
    for cell in cells {
        judge.lean(cell);
    }
    let passes = cells.iter().any(|cell| cell.text() == Some("yes"));
    if !passes || contact.ends_inside {
        let finding = Finding::refuses(Id::of("blocked"), Id::of("1.1.1b"), unit.id);
        judge.find(finding.about(other.id));
        return;
    }
    if other.is(memory::FIRED_CONTINUED) {
        let finding = Finding::refuses(Id::of("fired-continued"), Id::of("1.1.1b"), unit.id);
        judge.find(finding.about(other.id));
        return;
    }
    let finding = Finding::notes(Id::of("passes-through"), Id::of("1.1.1b"), unit.id);
    judge.find(finding.about(other.id));
    judge.then(memory::flag(&other.id, memory::PASSED_THROUGH));
}

/// Whether a figure of a line stands near enough to a formed body of its side.
pub(crate) fn supported(
    rules: &BelleAlliance,
    scene: &Scene<'_, '_>,
    judge: &mut Judge,
    line: &Unit,
) -> Option<usize> {
    let limit = rules
        .tables
        .soutien_distance
        .millimetres(LengthUnit::Centimetre)?;
    let formed = |unit: &&Unit| {
        unit.id != line.id
            && unit.side == line.side
            && unit.formation != *"skirmish-line"
            && matches!(Arm::of(unit).family(), "infantry" | "cavalry")
    };
    let bodies: Vec<&Unit> = scene.board.units.iter().filter(formed).collect();
    let mut near = |base: &&Base| {
        let body = bodies.iter().find(|body| {
            let apart = crate::reach::Apart::edges(scene, &base.rect, &body.bases);
            !apart.exceeds(limit, scene.ground.tolerance())
        });
        if let Some(body) = body {
            drawn_up::lean(rules, judge, body);
        }
        body.is_some()
    };
    let mut supported = 0;
    for base in &line.bases {
        supported += usize::from(near(&base));
    }
    Some(supported)
}
