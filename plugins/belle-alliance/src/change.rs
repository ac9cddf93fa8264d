//! A change of formation: which method it goes by.

use grognard_sdk::prelude::*;

use crate::centre::{self, Roster};
use crate::memory;
use crate::place::Placed;
use crate::plan::Plan;
use crate::quarter_turn;
use crate::record::{Class, Record};
use crate::rules::BelleAlliance;
use crate::scene::Scene;
use crate::troop::Arm;
use crate::wanted::Wanted;

/// Plans an ordinary change of formation.
pub(crate) fn plan(rules: &BelleAlliance, scene: &Scene<'_, '_>, order: &Order, plan: &mut Plan) {
    let Some(unit) = scene.board.unit(order.subject.as_str()) else {
        return;
    };
    let mut record = Record::of(unit);
    record.enter(rules, &mut plan.judge, Class::Ordinary);
    plan.judge.cite(Id::of("S4-17"));
    leaves_line(rules, scene, &mut plan.judge, unit);
    if unit.is(memory::IN_BUILDING) {
        plan.judge.refuse("in-building", "S4-9");
        return;
    }
    let wanted = Wanted::of(order);
    if let Some(placed) = reform(rules, &mut plan.judge, unit, &wanted) {
        plan.put(placed);
    }
    plan.effects.extend(record.effects());
    plan.effects
        .push(memory::clear(&unit.id, memory::MAY_REORDER));
}

/// Brings `unit` into the formation wanted, by the method that belongs to it. None when a finding says
/// why not.
pub(crate) fn reform(
    rules: &BelleAlliance,
    judge: &mut Judge,
    unit: &Unit,
    wanted: &Wanted<'_>,
) -> Option<Placed> {
    judge.cite(Id::of("S4-7"));
    let formation = wanted.to.unwrap_or(unit.formation.as_str());
    if formation == "building" {
        judge.refuse("building-by-order", "S4-8");
        return None;
    }
    let open = open_to(rules, judge, unit, formation);
    let method = if quarter_turn_applies(rules, judge, unit, formation, wanted) {
        quarter_turn::turn(rules, judge, unit, formation, wanted)
    } else {
        centre::regroup(rules, judge, unit, formation, wanted, Roster::default())
    };
    method.filter(|_| open)
}

/// Whether the formation is open to the unit's arm.
pub(crate) fn open_to(
    rules: &BelleAlliance,
    judge: &mut Judge,
    unit: &Unit,
    formation: &str,
) -> bool {
    let Some(row) = rules.formations.get(formation) else {
        return false;
    };
    judge.lean(row.arms_cell());
    let open = row.open_to(Arm::of(unit));
    if !open {
        let finding = Finding::refuses(Id::of("formation-not-open"), Id::of("S4-15"), unit.id);
        judge.find(
            finding
                .about(Id::from(formation))
                .with(Id::of("arm"), Value::text(Arm::of(unit).name())),
        );
    }
    open
}

fn quarter_turn_applies(
    rules: &BelleAlliance,
    judge: &mut Judge,
    unit: &Unit,
    formation: &str,
    wanted: &Wanted<'_>,
) -> bool {
    quarter_turn::is_quarter_turn(unit.formation.as_str(), formation)
        && (judge.read(&rules.readings, "line-column") == "quarter-turn-only"
            || wanted.hand.is_some())
}

/// A skirmish line that is no unit of its own leaves its formation only by rejoining.
fn leaves_line(rules: &BelleAlliance, scene: &Scene<'_, '_>, judge: &mut Judge, unit: &Unit) {
    if unit.formation != *"skirmish-line" {
        return;
    }
    let mother = unit.attribute_text("mother");
    if mother.is_empty() {
        return;
    }
    judge.cite(Id::of("S4-26"));
    if unit.is(memory::SPLIT) {
        judge.cite(Id::of("S4-25"));
        return;
    }
    let alive = scene.board.unit(mother).is_some();
    if alive || judge.read(&rules.readings, "orphan-line") == "stuck" {
        let finding = Finding::refuses(Id::of("must-rejoin"), Id::of("S4-26"), unit.id);
        judge.find(finding.about(Id::from(mother)));
    } else {
        judge.cite(Id::of("S4-25"));
    }
}
