//! A skirmish line comes in, whole or in part.

use grognard_sdk::prelude::*;

use crate::centre::Roster;
use crate::drawn_up;
use crate::figures;
use crate::memory;
use crate::place::Placed;
use crate::plan::Plan;
use crate::reach::Apart;
use crate::record::{Class, Record};
use crate::rules::BelleAlliance;
use crate::scene::Scene;
use crate::skirmish_out;
use crate::tied::{self, When};
use crate::wanted::Wanted;

/// Plans that figures of a line, named by the argument `list`, rejoin the mother unit.
pub(crate) fn rejoin(
    rules: &BelleAlliance,
    scene: &Scene<'_, '_>,
    order: &Order,
    list: &str,
    plan: &mut Plan,
) {
    let Some(line) = scene.board.unit(order.subject.as_str()) else {
        return;
    };
    let judge = &mut plan.judge;
    judge.cite(Id::of("S4-23"));
    let Some(mother) = mother_of(scene, judge, order, line) else {
        return;
    };
    let Some(named) = figures::named(judge, order, list, line, true) else {
        return;
    };
    let whole = named.len() == line.bases.len();
    judge.cite(Id::of(if whole { "S4-31" } else { "S4-32" }));
    if !whole && judge.read(&rules.readings, "partial-rejoin") == "all-or-none" {
        judge.refuse("whole-line-only", "S4-24");
    }
    let class = if whole {
        Class::Exempt("in", "S4-12")
    } else {
        Class::Exempt("resize", "S4-32")
    };
    let tied = tied::wanted(rules, judge, order, When::After);
    let mut records = [Record::of(mother), Record::of(line)];
    let counts = skirmish_out::counts(rules, judge, named.len());
    if counts {
        for record in &mut records {
            record.enter(rules, judge, class);
        }
    }
    if let Some(tied) = &tied {
        records[0].enter(rules, judge, tied.class("S4-29"));
    }
    let after_change = judge.read(&rules.readings, "rejoin-measure") == "after-change";
    if !after_change {
        near(rules, scene, judge, line, &named, &mother.bases, &mother.id);
    }
    let coming = figures::renumbered(mother, figures::bases(line, &named));
    let roster = Roster {
        leaving: &[],
        joining: &coming,
    };
    let picks = Wanted::picks(order, "");
    let placed = skirmish_out::in_turn(rules, judge, mother, tied.as_ref(), &picks, roster);
    let Some(placed) = placed else { return };
    if after_change {
        let own = |base: &&Base| mother.bases.iter().any(|one| one.serial == base.serial);
        let own: Vec<Base> = placed.bases.iter().filter(own).cloned().collect();
        near(rules, scene, judge, line, &named, &own, &mother.id);
    }
    plan.partners.push(mother.id);
    plan.put(placed);
    if counts || tied.is_some() {
        plan.effects.extend(records[0].effects());
    }
    leave_rest(plan, line, &named);
    if counts && !whole {
        plan.effects.extend(records[1].effects());
    }
}

/// The figures that stay out keep their places; a line of which none does is gone.
fn leave_rest(plan: &mut Plan, line: &Unit, named: &[u32]) {
    let rest = figures::rest(line, named);
    if rest.is_empty() {
        plan.effects.push(Effect::RemoveUnit { unit: line.id });
    } else {
        plan.put(Placed::standing(
            &line.id,
            &line.formation,
            line.pose.facing,
            rest,
        ));
    }
}

/// The unit a line belongs to. None when it is another than the order names, gone, or no longer its
/// mother unit.
pub(crate) fn mother_of<'b>(
    scene: &Scene<'b, '_>,
    judge: &mut Judge,
    order: &Order,
    line: &Unit,
) -> Option<&'b Unit> {
    judge.cite(Id::of("1.2.1"));
    let own = line.attribute_text("mother");
    let named = order.text("mother").unwrap_or(own);
    let mother = scene
        .board
        .unit(named)
        .filter(|_| named == own && !own.is_empty());
    if mother.is_none() {
        let finding = Finding::refuses(Id::of("not-this-mother"), Id::of("1.2.1"), line.id);
        judge.find(finding.about(Id::from(named)));
        return None;
    }
    if line.is(memory::SPLIT) {
        judge.cite(Id::of("1.2.5"));
        let finding = Finding::refuses(Id::of("split-line"), Id::of("1.2.5"), line.id);
        judge.find(finding.about(Id::from(own)));
        return None;
    }
    mother
}

/// Tests that the mother unit is near enough to each figure that comes in.
fn near(
    rules: &BelleAlliance,
    scene: &Scene<'_, '_>,
    judge: &mut Judge,
    line: &Unit,
    named: &[u32],
    mother: &[Base],
    mother_id: &Id,
) {
    judge.cite(Id::of("S4-24"));
    if let Some(unit) = scene.board.unit(mother_id.as_str()) {
        drawn_up::lean(rules, judge, unit);
    }
    let cell = &rules.tables.rejoin_distance;
    judge.lean(cell);
    let Some(limit) = cell.millimetres(LengthUnit::Centimetre) else {
        judge.doubt("distance-unknown", "S4-24");
        return;
    };
    let centres = judge.read(&rules.readings, "rejoin-measure") == "centres";
    for base in figures::bases(line, named) {
        let apart = if centres {
            Apart::centres(&base.rect, mother)
        } else {
            Apart::edges(scene, &base.rect, mother)
        };
        if apart.exceeds(limit, scene.ground.tolerance()) {
            let finding = Finding::refuses(Id::of("rejoin-too-far"), Id::of("S4-24"), line.id)
                .about(*mother_id)
                .with(Id::of("figure"), Value::Int(i64::from(base.serial)));
            judge.find(apart.beyond(finding, limit));
        }
    }
}
