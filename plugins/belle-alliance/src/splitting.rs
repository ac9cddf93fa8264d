//! Splitting a unit and assembling its parts again.

use grognard_sdk::prelude::*;

use crate::centre::{self, Roster};
use crate::figures;
use crate::memory;
use crate::place::Placed;
use crate::plan::Plan;
use crate::reach;
use crate::rules::BelleAlliance;
use crate::scene::Scene;
use crate::troop::Arm;
use crate::wanted::Wanted;

/// Plans that named figures become a unit of their own, where they stand.
pub(crate) fn split(rules: &BelleAlliance, scene: &Scene<'_, '_>, order: &Order, plan: &mut Plan) {
    let Some(unit) = scene.board.unit(order.subject.as_str()) else {
        return;
    };
    let judge = &mut plan.judge;
    let part = Id::from(order.text("part").unwrap_or(""));
    let free = figures::free_id(judge, scene.board, &part);
    let named = figures::named(judge, order, "figures", unit, false);
    match Arm::of(unit) {
        Arm::Infantry => large_enough(rules, judge, unit, unit.bases.len() as i64),
        Arm::FootArtillery | Arm::HorseArtillery => judge.cite(Id::of("1.2.4")),
        Arm::Gunners | Arm::Staff => judge.refuse("not-whole-part", "1.2.4"),
        _ => whole_squadrons(rules, judge, unit, named.as_deref().unwrap_or(&[])),
    }
    let Some(named) = named else { return };
    let rest = figures::rest(unit, &named);
    if rest.is_empty() {
        judge.refuse("no-figure-left", "1.2.2");
    }
    if !free || rest.is_empty() {
        return;
    }
    judge.cite(Id::of("1.2.6"));
    plan.needs_room = false;
    let facing = unit.pose.facing;
    plan.put(Placed::standing(&unit.id, &unit.formation, facing, rest));
    let going = figures::bases(unit, &named);
    let placed = Placed::standing(&part, &unit.formation, facing, going);
    let mut born = figures::offspring(unit, &part, &placed, "parent");
    if let Some(field) = born
        .attributes
        .iter_mut()
        .find(|field| field.name == *"parent")
    {
        field.value = Value::text(root(unit));
    }
    if unit.is(memory::LIMBERED) {
        born.conditions.push(Field {
            name: Id::of(memory::LIMBERED),
            value: Value::Flag(true),
        });
    }
    plan.effects.push(Effect::AddUnit {
        unit: RBox::new(born),
    });
    for id in [&unit.id, &part] {
        plan.effects.push(memory::flag(id, memory::SPLIT_NOW));
        plan.effects.push(memory::flag(id, memory::MOVED));
    }
    let gait = memory::gait_of_new(&part, order, "part-gait");
    plan.effects.extend(gait);
}

/// Plans that a skirmish line is split from its mother unit: the battalion is split in two.
pub(crate) fn split_line(
    rules: &BelleAlliance,
    scene: &Scene<'_, '_>,
    order: &Order,
    plan: &mut Plan,
) {
    let Some(line) = scene.board.unit(order.subject.as_str()) else {
        return;
    };
    let Some(mother) = crate::skirmish_in::mother_of(scene, &mut plan.judge, order, line) else {
        return;
    };
    if Arm::of(mother) == Arm::Infantry {
        let figures = (line.bases.len() + mother.bases.len()) as i64;
        large_enough(rules, &mut plan.judge, line, figures);
    } else {
        let figures: Vec<u32> = line.bases.iter().map(|base| base.serial).collect();
        whole_squadrons(rules, &mut plan.judge, line, &figures);
    }
    plan.needs_room = false;
    plan.effects.push(memory::flag(&line.id, memory::SPLIT));
    for id in [&line.id, &mother.id] {
        plan.effects.push(memory::flag(id, memory::SPLIT_NOW));
        plan.effects.push(memory::flag(id, memory::MOVED));
    }
}

/// The unit that `unit` is, or was, a part of.
fn root(unit: &Unit) -> &str {
    let parent = unit.attribute_text("parent");
    let mother = unit.attribute_text("mother");
    if !parent.is_empty() {
        parent
    } else if !mother.is_empty() {
        mother
    } else {
        unit.id.as_str()
    }
}

/// Tests that a battalion has more figures than one that stays whole; fighting in a built-up place
/// lifts that.
pub(crate) fn large_enough(rules: &BelleAlliance, judge: &mut Judge, unit: &Unit, figures: i64) {
    judge.cite(Id::of("1.2.2"));
    let floor = &rules.tables.split_above;
    judge.lean(floor);
    judge.lean(&rules.tables.split_parts);
    let Some(limit) = floor.number() else { return };
    if Ratio::int(figures) <= limit && !unit.is(memory::URBAN) {
        let finding = Finding::refuses(Id::of("too-small-to-split"), Id::of("1.2.2"), unit.id);
        judge.find(finding.measured(
            Measure::Count,
            Amount::exact(limit + Ratio::ONE),
            Amount::exact(Ratio::int(figures)),
        ));
    }
}

/// Cavalry splits by squadrons.
fn whole_squadrons(rules: &BelleAlliance, judge: &mut Judge, unit: &Unit, named: &[u32]) {
    judge.cite(Id::of("1.2.3"));
    let size = unit.attributes.int("squadron").unwrap_or_else(|| {
        judge.lean(&rules.tables.squadron);
        rules
            .tables
            .squadron
            .number()
            .map_or(1, |n| n.num() / n.den())
    });
    let over = named.len() as i64 % size.max(1);
    if over != 0 {
        let finding = Finding::refuses(Id::of("not-whole-part"), Id::of("1.2.3"), unit.id);
        judge.find(finding.measured(
            Measure::Count,
            Amount::exact(Ratio::int(size)),
            Amount::exact(Ratio::int(over)),
        ));
    }
}

/// Plans that parts of one unit fall in with the subject.
pub(crate) fn assemble(
    rules: &BelleAlliance,
    scene: &Scene<'_, '_>,
    order: &Order,
    plan: &mut Plan,
) {
    let Some(unit) = scene.board.unit(order.subject.as_str()) else {
        return;
    };
    let judge = &mut plan.judge;
    judge.cite(Id::of("1.2.1"));
    let mut coming: Vec<Base> = Vec::new();
    let mut parts: Vec<Id> = Vec::new();
    for id in order
        .arg("with")
        .map_or(&[][..], Value::items)
        .iter()
        .filter_map(Value::as_str)
    {
        let Some(part) = scene.board.unit(id) else {
            continue;
        };
        if part.id == unit.id || parts.contains(&part.id) {
            judge.find(
                Finding::refuses(Id::of("unit-twice"), Id::default(), unit.id).about(part.id),
            );
            continue;
        }
        same_unit(judge, unit, part);
        reach::within(
            rules,
            judge,
            scene,
            reach::nearest(scene, &part.bases, unit),
            unit,
            &rules.tables.assembly_distance,
            ("assembly-too-far", "1.2.1"),
        );
        let mut so_far = unit.clone();
        so_far.bases.extend(coming.iter().cloned());
        coming.extend(figures::renumbered(&so_far, part.bases.to_vec()));
        parts.push(part.id);
    }
    if parts.is_empty() {
        judge.find(Finding::refuses(
            Id::of("no-figure-named"),
            Id::default(),
            unit.id,
        ));
        return;
    }
    let roster = Roster {
        leaving: &[],
        joining: &coming,
    };
    let picks = Wanted::picks(order, "");
    let formation = unit.formation.as_str();
    let placed = centre::regroup(rules, judge, unit, formation, &picks, roster);
    plan.partners.extend(parts.iter().cloned());
    if let Some(placed) = placed {
        plan.put(placed);
    }
    for part in parts {
        plan.effects.push(Effect::RemoveUnit { unit: part });
    }
    plan.effects
        .push(memory::flag(&unit.id, memory::ASSEMBLED_NOW));
    plan.effects.push(memory::flag(&unit.id, memory::MOVED));
}

/// Only parts of one split unit fall in together.
fn same_unit(judge: &mut Judge, unit: &Unit, part: &Unit) {
    let split = part.attribute_text("mother").is_empty() || part.is(memory::SPLIT);
    if Arm::of(unit) == Arm::of(part) && split && root(unit) == root(part) {
        return;
    }
    let guns = Arm::of(unit).is_artillery();
    let (slug, clause) = if guns {
        ("not-this-battery", "1.2.4")
    } else {
        ("not-this-mother", "1.2.1")
    };
    judge.find(Finding::refuses(Id::of(slug), Id::of(clause), part.id).about(unit.id));
}
