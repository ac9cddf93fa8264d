//! Whether something may stand somewhere, and what stands near.

use grognard_core::{Board, Id, Near, Obstacle, ObstacleKind, Rect, TerrainHit};

use crate::Field;
use crate::distance::{gap_below, region_depth, stands_on};
use crate::hull::{TOUCH, depth, dot};
use crate::outline::{has_hole, outline_covered};
use crate::reach_box::ReachBox;
use crate::sweep::{quads, table_sides};

/// What keeps rectangles from standing where they are: units but those whose index is in `ignored`,
/// terrain of the kinds in `solid`, the table edge. Only overlaps deeper than `tolerance` mm count, so
/// touching is no obstacle. The table edge has the index 0 north, 1 east, 2 south, 3 west.
///
/// Obstacles come by rectangle, then units, terrain and edges in order; one for each pair.
pub fn room(
    board: &Board,
    field: &Field,
    rects: &[Rect],
    ignored: &[u64],
    solid: &[Id],
    tolerance: f64,
) -> Vec<Obstacle> {
    let placed = quads(rects);
    let boxes: Vec<ReachBox> = placed.iter().map(|q| ReachBox::about(&q.points)).collect();
    let whole = boxes.iter().fold(ReachBox::EMPTY, |all, b| all.joined(*b));
    let deep = tolerance.max(TOUCH);
    let mut out = Vec::new();
    let mut note = |kind, index: usize, rect: usize, depth: f64| {
        if depth > deep {
            out.push(Obstacle {
                kind,
                index: index as u64,
                rect: rect as u64,
                depth,
            });
        }
    };
    for index in field.units_near(&whole) {
        let Some(standing) = field
            .unit(index)
            .filter(|_| !ignored.contains(&(index as u64)))
        else {
            continue;
        };
        for (rect, quad) in placed.iter().enumerate() {
            let most = standing.quads.iter().fold(f64::NEG_INFINITY, |most, q| {
                most.max(depth(quad.hull(), q.hull()))
            });
            note(ObstacleKind::Unit, index, rect, most);
        }
    }
    for (index, (terrain, laid)) in board.terrain.iter().zip(field.pieces()).enumerate() {
        if !solid.contains(&terrain.kind) || !whole.meets(&laid.reach) {
            continue;
        }
        for (rect, quad) in placed.iter().enumerate() {
            note(
                ObstacleKind::Terrain,
                index,
                rect,
                region_depth(quad, &laid.region),
            );
        }
    }
    for (index, (n, limit)) in table_sides(&board.table).into_iter().enumerate() {
        for (rect, quad) in placed.iter().enumerate() {
            let most = quad
                .points
                .iter()
                .fold(f64::NEG_INFINITY, |m, &p| m.max(dot(n, p) - limit));
            note(ObstacleKind::TableEdge, index, rect, most);
        }
    }
    out.sort_by_key(|obstacle| obstacle.rect);
    out
}

/// The terrain pieces that some part of the rectangles lies on, beyond touching, in the board's order.
pub fn terrain_under(field: &Field, rects: &[Rect]) -> Vec<TerrainHit> {
    let placed = quads(rects);
    let whole = placed
        .iter()
        .fold(ReachBox::EMPTY, |b, q| b.joined(ReachBox::about(&q.points)));
    let mut out = Vec::new();
    for (index, laid) in field.pieces().iter().enumerate() {
        if !whole.meets(&laid.reach) {
            continue;
        }
        let region = &laid.region;
        if placed.iter().any(|quad| stands_on(quad, region)) {
            let parts: Vec<_> = region.parts().iter().map(|part| part.hull()).collect();
            let inside = region.has_area
                && placed.iter().all(|quad| {
                    outline_covered(&quad.points, &parts) && !has_hole(&quad.points, &parts)
                });
            out.push(TerrainHit {
                terrain: index as u64,
                whole: inside,
            });
        }
    }
    out
}

/// Every other unit within `radius` mm of the unit with index `unit`, nearest first; the radius itself
/// counts. None for a unit that is not on the board.
pub fn near(field: &Field, unit: usize, radius: f64) -> Vec<Near> {
    let Some(from) = field.unit(unit) else {
        return Vec::new();
    };
    let within = radius + 1e-9;
    let mut out: Vec<Near> = Vec::new();
    for index in field.units_near(&from.reach.grown(radius)) {
        let Some(other) = field.unit(index).filter(|_| index != unit) else {
            continue;
        };
        let gap = gap_below(from.spread(), other.spread(), within.next_up());
        if gap <= within {
            out.push(Near {
                unit: index as u64,
                gap,
            });
        }
    }
    out.sort_by(|a, b| a.gap.total_cmp(&b.gap).then(a.unit.cmp(&b.unit)));
    out
}
