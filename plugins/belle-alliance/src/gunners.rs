//! Gunners leave their guns for work or rest, and come back to them.

use grognard_sdk::prelude::*;

use crate::centre;
use crate::drawn_up::{self, Front};
use crate::figures;
use crate::memory;
use crate::place::{self, Placed};
use crate::plan::Plan;
use crate::reach::Apart;
use crate::record::{Class, Record};
use crate::rules::BelleAlliance;
use crate::scene::Scene;
use crate::troop::Arm;
use crate::wanted::Wanted;

/// Plans that gunners leave a battery and form up for work or rest.
pub(crate) fn leave(rules: &BelleAlliance, scene: &Scene<'_, '_>, order: &Order, plan: &mut Plan) {
    let Some(battery) = scene.board.unit(order.subject.as_str()) else {
        return;
    };
    let judge = &mut plan.judge;
    if !Arm::of(battery).is_artillery() {
        judge.refuse("no-guns", "S4-14");
        return;
    }
    let (kind, clause) = if order.text("to") == Some("work") {
        ("work", "S4-37")
    } else {
        ("rest", "S4-38")
    };
    judge.cite(Id::of(clause));
    let party = figures::name_of_new(scene.board, order, "party", battery, "crew");
    let free = figures::free_id(judge, scene.board, &party);
    let mut record = Record::of(battery);
    record.enter(rules, judge, Class::Exempt(kind, "S4-14"));
    let mut own = Record::blank(&party);
    own.enter(rules, judge, Class::Exempt(kind, "S4-14"));
    let count = order.args.int("figures").unwrap_or(0);
    let left = crew(rules, judge, battery) - memory::count(battery, memory::CREW_OUT);
    if count < 1 || count > left {
        let finding = Finding::refuses(Id::of("not-so-many-gunners"), Id::of(clause), battery.id);
        judge.find(finding.measured(
            Measure::Count,
            Amount::exact(Ratio::int(count)),
            Amount::exact(Ratio::int(left)),
        ));
        return;
    }
    let Some(bases) = formed(rules, judge, battery, order, kind, count as u32) else {
        return;
    };
    if !free {
        return;
    }
    let facing = Wanted::of(order).facing.unwrap_or(battery.pose.facing);
    let named = order.args.int("frontage").is_some();
    let front = rules
        .formations
        .get(kind)
        .map_or(Front::Kept, |row| row.front_from(Arm::Gunners, named));
    let placed = Placed::standing(&party, &Id::of(kind), facing, bases).fronted(front);
    touches(rules, judge, scene, &placed.bases, battery, "S4-39");
    let mut born = figures::offspring(battery, &party, &placed, "mother");
    // What the scenario says of guns and limbers is not said of gunners.
    let of_guns = [
        "arm",
        "figures",
        "base-width",
        "base-depth",
        "limber-width",
        "limber-depth",
        "limbered",
        "carried",
        "crew",
    ];
    born.attributes
        .retain(|field| !of_guns.contains(&field.name.as_str()));
    drawn_up::lean(rules, judge, &born);
    born.attributes.push(Field {
        name: Id::of("arm"),
        value: Value::text(Arm::Gunners.name()),
    });
    plan.partners = vec![party];
    plan.placed.push(placed);
    plan.effects.push(Effect::AddUnit {
        unit: RBox::new(born),
    });
    let out = memory::count(battery, memory::CREW_OUT) + count;
    plan.effects
        .push(memory::set(&battery.id, memory::CREW_OUT, Value::Int(out)));
    plan.effects.extend(record.effects());
    plan.effects.extend(own.effects());
    let gait = memory::gait_of_new(&party, order, "party-gait");
    plan.effects.extend(gait);
}

/// How many gunners serve a battery.
fn crew(rules: &BelleAlliance, judge: &mut Judge, battery: &Unit) -> i64 {
    battery.attributes.int("crew").unwrap_or_else(|| {
        judge.lean(&rules.tables.crew);
        rules.tables.crew.number().map_or(0, |n| n.num() / n.den())
    })
}

/// The gunners in their formation, the middle of its front where the order has it.
fn formed(
    rules: &BelleAlliance,
    judge: &mut Judge,
    battery: &Unit,
    order: &Order,
    formation: &str,
    count: u32,
) -> Option<Vec<Base>> {
    let Some((width, depth)) = crate::enlist::chart_size(rules, "gunners") else {
        judge.doubt("formation-unknown", "S4-38");
        return None;
    };
    let row = rules.formations.get(formation)?;
    for cell in row.cells(Arm::Gunners, order.args.int("frontage").is_some()) {
        judge.lean(cell);
    }
    let frontage = order
        .args
        .int("frontage")
        .map(|front| front.clamp(1, i64::from(count)) as u32);
    let right = rules.short_right(judge);
    let shape = row.shape(Arm::Gunners, count, frontage, (width, depth), right);
    let at = order.arg("at").and_then(Value::as_point)?;
    let facing = Wanted::of(order).facing.unwrap_or(battery.pose.facing);
    let target = Pose { at, facing };
    let base = |(index, pose): (usize, Pose)| Base {
        serial: index as u32 + 1,
        kind: Id::of("gunner"),
        figures: 1,
        rect: Rect::new(pose, width, depth),
    };
    let poses = centre::poses(&shape.slots, target, 0.0, 0.0);
    let mut bases: Vec<Base> = poses.into_iter().enumerate().map(base).collect();
    place::front_to(&mut bases, target);
    Some(bases)
}

/// Tests base contact with a battery: one figure's, or every figure's.
fn touches(
    rules: &BelleAlliance,
    judge: &mut Judge,
    scene: &Scene<'_, '_>,
    party: &[Base],
    battery: &Unit,
    clause: &'static str,
) {
    judge.cite(Id::of(clause));
    drawn_up::lean(rules, judge, battery);
    let all = judge.read(&rules.readings, "gunner-contact") == "all";
    let gaps: Vec<Apart> = party
        .iter()
        .map(|base| Apart::edges(scene, &base.rect, &battery.bases))
        .collect();
    let by_gap = |one: &&Apart, other: &&Apart| one.mm.total_cmp(&other.mm);
    let counts = if all {
        gaps.iter().max_by(by_gap)
    } else {
        gaps.iter().min_by(by_gap)
    };
    let Some(gap) = counts else { return };
    if gap.exceeds(Ratio::ZERO, scene.ground.tolerance()) {
        let finding = Finding::refuses(Id::of("not-in-contact"), Id::of(clause), judge.subject())
            .about(battery.id);
        judge.find(gap.beyond(finding, Ratio::ZERO));
    }
}

/// Plans that gunners go back to their guns.
pub(crate) fn rejoin(rules: &BelleAlliance, scene: &Scene<'_, '_>, order: &Order, plan: &mut Plan) {
    let Some(party) = scene.board.unit(order.subject.as_str()) else {
        return;
    };
    let judge = &mut plan.judge;
    judge.cite(Id::of("S4-40"));
    let own = party.attribute_text("mother");
    let named = order.text("battery").unwrap_or(own);
    let battery = scene.board.unit(named).filter(|unit| {
        named == own && Arm::of(party) == Arm::Gunners && Arm::of(unit).is_artillery()
    });
    let Some(battery) = battery else {
        let finding = Finding::refuses(Id::of("not-this-battery"), Id::of("1.2.4"), party.id);
        judge.find(finding.about(Id::from(named)));
        return;
    };
    judge.cite(Id::of("S4-41"));
    let mut records = Vec::new();
    match judge.read(&rules.readings, "rejoin-guns-counts") {
        "gunners" => {
            Record::of(party).enter(rules, judge, Class::Ordinary);
        }
        "exempt" => {
            let mut record = Record::of(battery);
            record.enter(rules, judge, Class::Exempt("rejoin-guns", "S4-41"));
            records.push(record);
        }
        _ => {
            let mut record = Record::of(battery);
            record.enter(rules, judge, Class::Ordinary);
            records.push(record);
        }
    }
    // Contact counts as the sub-phase begins, unless gunners may march back first.
    let same_bound = judge.read(&rules.readings, "gunners-return") == "same-bound";
    let board = if same_bound { scene.board } else { scene.start };
    let standing = board.unit(party.id.as_str()).unwrap_or(party);
    let target = board.unit(battery.id.as_str()).unwrap_or(battery);
    touches(rules, judge, scene, &standing.bases, target, "S4-40");
    plan.needs_room = false;
    plan.partners.push(battery.id);
    let out = memory::count(battery, memory::CREW_OUT) - party.bases.len() as i64;
    plan.effects.push(Effect::RemoveUnit { unit: party.id });
    plan.effects.push(if out > 0 {
        memory::set(&battery.id, memory::CREW_OUT, Value::Int(out))
    } else {
        memory::clear(&battery.id, memory::CREW_OUT)
    });
    plan.effects
        .extend(records.iter().flat_map(Record::effects));
}

/// Plans that gunners of an unsplit battery change guns.
pub(crate) fn regroup(
    rules: &BelleAlliance,
    scene: &Scene<'_, '_>,
    order: &Order,
    plan: &mut Plan,
) {
    let Some(battery) = scene.board.unit(order.subject.as_str()) else {
        return;
    };
    let judge = &mut plan.judge;
    judge.cite(Id::of("1.2.4"));
    if !Arm::of(battery).is_artillery() || !battery.attribute_text("parent").is_empty() {
        judge.refuse("not-this-battery", "1.2.4");
    }
    let mut record = Record::of(battery);
    record.enter(rules, judge, Class::Ordinary);
    plan.needs_room = false;
    plan.effects.extend(record.effects());
}
