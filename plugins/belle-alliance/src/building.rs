//! Occupying a building and leaving it.

use grognard_sdk::prelude::*;

use crate::centre;
use crate::change;
use crate::memory;
use crate::place::{self, Placed};
use crate::plan::Plan;
use crate::reach;
use crate::record::{Class, Record};
use crate::rules::BelleAlliance;
use crate::scene::Scene;
use crate::troop::{self, Arm};
use crate::wanted::Wanted;

const INSIDE: &str = "building";

/// Plans that a unit occupies a building: no centre figure and no places to be filled.
pub(crate) fn occupy(rules: &BelleAlliance, scene: &Scene<'_, '_>, order: &Order, plan: &mut Plan) {
    let Some(unit) = scene.board.unit(order.subject.as_str()) else {
        return;
    };
    let judge = &mut plan.judge;
    judge.cite(Id::of("S4-8"));
    let named = order.text("building").unwrap_or("");
    let Some(terrain) = scene.board.terrain.iter().find(|t| t.id == *named) else {
        return;
    };
    if terrain.kind != *INSIDE {
        judge.find(
            Finding::refuses(Id::of("not-a-building"), Id::of("S4-8"), unit.id).about(terrain.id),
        );
        return;
    }
    let open = change::open_to(rules, judge, unit, INSIDE);
    let mut record = Record::of(unit);
    record.enter(rules, judge, Class::Ordinary);
    held_by_enemy(scene, judge, unit, &terrain.id);
    near(rules, scene, judge, unit, &terrain.id);
    let splits = splits_off(rules, scene, judge, unit);
    let target = Pose {
        at: middle(&terrain.shape),
        facing: unit.pose.facing,
    };
    if let Some(placed) = stand(rules, judge, unit, INSIDE, None, target).filter(|_| open) {
        plan.needs_room = false;
        plan.enters.push(terrain.id);
        plan.put(placed);
    }
    plan.effects.push(memory::set(
        &unit.id,
        memory::IN_BUILDING,
        Value::text(terrain.id.as_str()),
    ));
    if splits {
        plan.effects.push(memory::flag(&unit.id, memory::SPLIT));
    }
    plan.effects.extend(record.effects());
}

/// Plans that a unit leaves the building it holds.
pub(crate) fn leave(rules: &BelleAlliance, scene: &Scene<'_, '_>, order: &Order, plan: &mut Plan) {
    let Some(unit) = scene.board.unit(order.subject.as_str()) else {
        return;
    };
    let judge = &mut plan.judge;
    judge.cite(Id::of("S4-9"));
    if !unit.is(memory::IN_BUILDING) {
        judge.refuse("not-in-building", "S4-9");
        return;
    }
    let wanted = Wanted::of(order);
    let formation = wanted.to.unwrap_or("line");
    let open = formation != INSIDE && change::open_to(rules, judge, unit, formation);
    if formation == INSIDE {
        judge.refuse("already-so", "S4-9");
    }
    let mut record = Record::of(unit);
    record.enter(rules, judge, Class::Ordinary);
    let Some(at) = order.arg("at").and_then(Value::as_point) else {
        return;
    };
    let target = Pose {
        at,
        facing: wanted.facing.unwrap_or(unit.pose.facing),
    };
    let placed = stand(rules, judge, unit, formation, wanted.frontage, target);
    if let Some(placed) = placed.filter(|_| open) {
        reach::within(
            rules,
            judge,
            scene,
            reach::nearest(scene, &placed.bases, unit),
            unit,
            &rules.tables.building_distance,
            ("building-too-far", "S4-9"),
        );
        plan.put(placed);
    }
    plan.effects
        .push(memory::clear(&unit.id, memory::IN_BUILDING));
    plan.effects.extend(record.effects());
}

/// A skirmish line that goes in is split from its mother unit.
fn splits_off(
    rules: &BelleAlliance,
    scene: &Scene<'_, '_>,
    judge: &mut Judge,
    unit: &Unit,
) -> bool {
    let mother = unit.attribute_text("mother");
    if unit.formation != *"skirmish-line" || mother.is_empty() || unit.is(memory::SPLIT) {
        return false;
    }
    judge.cite(Id::of("S4-27"));
    if judge.read(&rules.readings, "building-split-floor") == "applies" {
        let behind = scene.board.unit(mother).map_or(0, |unit| unit.bases.len());
        let figures = (unit.bases.len() + behind) as i64;
        crate::splitting::large_enough(rules, judge, unit, figures);
    }
    true
}

fn held_by_enemy(scene: &Scene<'_, '_>, judge: &mut Judge, unit: &Unit, building: &Id) {
    let holder = scene.board.units.iter().find(|other| {
        scene.board.hostile(&unit.side, &other.side)
            && other.conditions.text(memory::IN_BUILDING) == Some(building.as_str())
    });
    if let Some(holder) = holder {
        judge.find(
            Finding::refuses(Id::of("building-held"), Id::of("S4-8"), unit.id).about(holder.id),
        );
    }
}

/// Tests that a part of the building lies in the box that reaches so far beyond each figure.
fn near(
    rules: &BelleAlliance,
    scene: &Scene<'_, '_>,
    judge: &mut Judge,
    unit: &Unit,
    building: &Id,
) {
    let cell = &rules.tables.building_distance;
    judge.lean(cell);
    let Some(limit) = cell.millimetres(LengthUnit::Centimetre) else {
        judge.doubt("distance-unknown", "S4-8");
        return;
    };
    let wider = 2.0 * limit.to_f64();
    let boxes: Vec<Rect> = unit
        .bases
        .iter()
        .map(|base| {
            Rect::new(
                base.rect.pose,
                base.rect.width + wider,
                base.rect.depth + wider,
            )
        })
        .collect();
    let hits = scene.ground.terrain_under(RSlice::from_slice(&boxes));
    let reached = hits.iter().any(|hit| {
        scene
            .board
            .terrain
            .get(hit.terrain as usize)
            .is_some_and(|t| t.id == *building)
    });
    if !reached {
        judge.find(
            Finding::refuses(Id::of("building-too-far"), Id::of("S4-8"), unit.id).about(*building),
        );
    }
}

/// The unit in a formation with the middle of its front at `target`.
fn stand(
    rules: &BelleAlliance,
    judge: &mut Judge,
    unit: &Unit,
    formation: &str,
    frontage: Option<i64>,
    target: Pose,
) -> Option<Placed> {
    let row = rules.formations.get(formation)?;
    let arm = Arm::of(unit);
    let count = unit.bases.len() as u32;
    let frontage = frontage.map(|front| front.clamp(1, i64::from(count)) as u32);
    for cell in row.cells(arm, frontage.is_some()) {
        judge.lean(cell);
    }
    if row.unknown(arm, frontage.is_some()).is_some() {
        judge.doubt("formation-unknown", "S4-8");
        return None;
    }
    let right = rules.short_right(judge);
    let shape = row.shape(arm, count, frontage, troop::base_size(unit), right);
    let mut bases = unit.bases.to_vec();
    for (base, pose) in bases
        .iter_mut()
        .zip(centre::poses(&shape.slots, target, 0.0, 0.0))
    {
        base.rect.pose = pose;
    }
    place::front_to(&mut bases, target);
    let front = row.front_from(arm, frontage.is_some());
    let formation = Id::from(formation);
    Some(Placed::standing(&unit.id, &formation, target.facing, bases).fronted(front))
}

/// The middle of a piece of terrain's corner points.
fn middle(shape: &Shape) -> Point {
    let points = match shape {
        Shape::Area(points) => points,
        Shape::Line { points, .. } => points,
    };
    let count = points.len().max(1) as f64;
    let sum = points
        .iter()
        .fold((0.0, 0.0), |(x, y), point| (x + point.x, y + point.y));
    Point::new(sum.0 / count, sum.1 / count)
}
