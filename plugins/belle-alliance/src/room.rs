//! Whether a new formation has room.

use grognard_sdk::prelude::*;

use crate::drawn_up;
use crate::place;
use crate::plan::Plan;
use crate::poses::Ground;
use crate::reach::plain;
use crate::rects;
use crate::rules::BelleAlliance;
use crate::scene::Scene;

/// What stands in the way of rectangles.
pub(crate) struct Blocked {
    /// The unit or piece of terrain; `table-edge` for the edge.
    pub(crate) by: Id,
    /// How deep the overlap is, mm.
    pub(crate) depth: f64,
}

/// Tests the places of a plan, and refuses it when they are not free.
pub(crate) fn test(rules: &BelleAlliance, scene: &Scene<'_, '_>, plan: &mut Plan) {
    if !plan.needs_room || plan.placed.is_empty() {
        return;
    }
    plan.judge.cite(Id::of("S4-15"));
    let mut found = Vec::new();
    for placed in &plan.placed {
        let rects = placed.rects();
        let blocked = blockers(
            rules,
            scene,
            &mut plan.judge,
            &rects,
            &plan.partners,
            &plan.enters,
        );
        found.extend(blocked.into_iter().map(|blocked| (placed.unit, blocked)));
        found.extend(between(plan, &placed.unit, &rects, scene));
        if plan.judge.read(&rules.readings, "placing-path") == "clear-path" {
            let paths = paths(scene.board, placed);
            let blocked = blockers(
                rules,
                scene,
                &mut plan.judge,
                &paths,
                &plan.partners,
                &plan.enters,
            );
            found.extend(blocked.into_iter().map(|blocked| (placed.unit, blocked)));
        }
    }
    for (unit, blocked) in found {
        refuse(&mut plan.judge, unit, blocked, "no-room", "S4-15");
    }
}

/// Refuses for want of room, once for each thing in the way.
pub(crate) fn refuse(
    judge: &mut Judge,
    unit: Id,
    blocked: Blocked,
    slug: &'static str,
    clause: &'static str,
) {
    let known = judge.so_far().findings.iter().any(|finding| {
        finding.slug == *slug && finding.subject == unit && finding.other == blocked.by
    });
    if !known {
        let finding = Finding::refuses(Id::of(slug), Id::of(clause), unit).about(blocked.by);
        let depth = plain(blocked.depth);
        judge.find(finding.measured(Measure::Length, depth, Amount::ZERO));
    }
}

/// Everything in the way of rectangles: the deepest overlap with each thing.
pub(crate) fn blockers(
    rules: &BelleAlliance,
    scene: &Scene<'_, '_>,
    judge: &mut Judge,
    rects: &[Rect],
    partners: &[Id],
    enters: &[Id],
) -> Vec<Blocked> {
    let tolerance = scene.ground.tolerance();
    let mut found = solid(rules, scene, rects, enters);
    let vacated = judge.read(&rules.readings, "vacated-space") == "free";
    let zones = judge.read(&rules.readings, "room") == "with-melee-zones";
    let subject = judge.subject();
    let side = scene.board.unit(subject.as_str()).map(|unit| &unit.side);
    for unit in scene
        .board
        .units
        .iter()
        .filter(|unit| !partners.contains(&unit.id))
    {
        if vacated && scene.leaving.contains(&unit.id) {
            continue;
        }
        let mut depth = rects::deepest(rects, unit.footprint.iter());
        let earlier = !vacated && !std::ptr::eq(scene.start, scene.board);
        if earlier && let Some(before) = scene.start.unit(unit.id.as_str()) {
            depth = depth.max(rects::deepest(rects, before.footprint.iter()));
        }
        if zones && side.is_some_and(|side| scene.board.hostile(side, &unit.side)) {
            judge.lean(&rules.tables.melee_zone);
            let zone = zone(rules, unit);
            depth = depth.max(rects::deepest(rects, std::iter::once(&zone)));
        }
        if depth > tolerance {
            drawn_up::lean(rules, judge, unit);
            found.push(Blocked { by: unit.id, depth });
        }
    }
    found
}

/// The melee zone of a unit: the ground just ahead of its front edge.
pub(crate) fn zone(rules: &BelleAlliance, unit: &Unit) -> Rect {
    let Ground { middle, width, .. } = place::ground(unit);
    let ahead = rules.tables.melee_zone.millimetres(LengthUnit::Centimetre);
    let depth = ahead.map_or(0.0, Ratio::to_f64);
    Rect::new(unit.pose.offset(middle, depth / 2.0, 0.0), width, depth)
}

/// Solid ground and the edge of the table.
fn solid(
    rules: &BelleAlliance,
    scene: &Scene<'_, '_>,
    rects: &[Rect],
    enters: &[Id],
) -> Vec<Blocked> {
    let count = scene.board.units.len().max(scene.start.units.len());
    let units: Vec<u64> = (0..count as u64).collect();
    let obstacles = scene.ground.room(
        RSlice::from_slice(rects),
        RSlice::from_slice(&units),
        RSlice::from_slice(&rules.tables.solid),
    );
    let mut found: Vec<Blocked> = Vec::new();
    for obstacle in obstacles {
        let by = match obstacle.kind {
            ObstacleKind::TableEdge => Id::of("table-edge"),
            ObstacleKind::Terrain => match scene.board.terrain.get(obstacle.index as usize) {
                Some(terrain) if !enters.contains(&terrain.id) => terrain.id,
                _ => continue,
            },
            ObstacleKind::Unit => continue,
        };
        match found.iter_mut().find(|blocked| blocked.by == by) {
            Some(blocked) => blocked.depth = blocked.depth.max(obstacle.depth),
            None => found.push(Blocked {
                by,
                depth: obstacle.depth,
            }),
        }
    }
    found
}

/// Overlaps between the new places of units that take part in one act.
fn between(plan: &Plan, unit: &Id, rects: &[Rect], scene: &Scene<'_, '_>) -> Vec<(Id, Blocked)> {
    let mut found = Vec::new();
    for other in plan.placed.iter().take_while(|other| other.unit != *unit) {
        let depth = rects::deepest(rects, other.bases.iter().map(|base| &base.rect));
        if depth > scene.ground.tolerance() {
            found.push((
                *unit,
                Blocked {
                    by: other.unit,
                    depth,
                },
            ));
        }
    }
    found
}

/// The strips along which figures go straight to their places, as wide as the figures are across them.
fn paths(board: &Board, placed: &place::Placed) -> Vec<Rect> {
    let Some(unit) = board.unit(placed.unit.as_str()) else {
        return Vec::new();
    };
    let mut strips = Vec::new();
    for base in &placed.bases {
        let Some(old) = unit.bases.iter().find(|old| old.serial == base.serial) else {
            continue;
        };
        let (from, to) = (old.rect.pose.at, base.rect.pose.at);
        let length = from.distance(to);
        if length <= 0.0 {
            continue;
        }
        let bearing = Bearing::of_vector(to.x - from.x, to.y - from.y);
        let slant = Bearing::new(bearing.minus(base.rect.pose.facing));
        let (sin, cos) = slant.sin_cos();
        let across = base.rect.width * cos.abs() + base.rect.depth * sin.abs();
        let middle = Point::new(f64::midpoint(from.x, to.x), f64::midpoint(from.y, to.y));
        strips.push(Rect::new(
            Pose {
                at: middle,
                facing: bearing,
            },
            across,
            length,
        ));
    }
    strips
}
