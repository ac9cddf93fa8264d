//! Whether something may stand somewhere, and what stands near.

use grognard_core::{Board, Id, Near, Obstacle, ObstacleKind, Rect, TerrainHit};

use crate::distance::region_depth;
use crate::hull::{TOUCH, depth, dot};
use crate::outline::outline_covered;
use crate::piece::{Region, shape_box};
use crate::reach_box::ReachBox;
use crate::sweep::{quads, table_sides};
use crate::{gap, ground_of};

/// What keeps rectangles from standing where they are: units but those whose index is in `ignored`,
/// terrain of the kinds in `solid`, the table edge. Only overlaps deeper than `tolerance` mm count, so
/// touching is no obstacle. The table edge has the index 0 north, 1 east, 2 south, 3 west.
///
/// Obstacles come by rectangle, then units, terrain and edges in order; one for each pair.
pub fn room(
    board: &Board,
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
    for (index, unit) in board.units.iter().enumerate() {
        if ignored.contains(&(index as u64)) {
            continue;
        }
        let ground = ground_of(unit);
        let near: Vec<Rect> = ground
            .iter()
            .copied()
            .filter(|r| whole.may_meet(r))
            .collect();
        for (rect, quad) in placed.iter().enumerate().filter(|_| !near.is_empty()) {
            let most = quads(&near).iter().fold(f64::NEG_INFINITY, |most, q| {
                most.max(depth(quad.hull(), q.hull()))
            });
            note(ObstacleKind::Unit, index, rect, most);
        }
    }
    for (index, terrain) in board.terrain.iter().enumerate() {
        if !solid.contains(&terrain.kind) || !whole.meets(&shape_box(&terrain.shape)) {
            continue;
        }
        let region = Region::of(&terrain.shape);
        for (rect, quad) in placed.iter().enumerate() {
            note(
                ObstacleKind::Terrain,
                index,
                rect,
                region_depth(quad, &region),
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
pub fn terrain_under(board: &Board, rects: &[Rect]) -> Vec<TerrainHit> {
    let placed = quads(rects);
    let whole = placed
        .iter()
        .fold(ReachBox::EMPTY, |b, q| b.joined(ReachBox::about(&q.points)));
    let mut out = Vec::new();
    for (index, terrain) in board.terrain.iter().enumerate() {
        if !whole.meets(&shape_box(&terrain.shape)) {
            continue;
        }
        let region = Region::of(&terrain.shape);
        if placed
            .iter()
            .any(|quad| region_depth(quad, &region) > TOUCH)
        {
            let parts: Vec<_> = region.parts().iter().map(|part| part.hull()).collect();
            let inside = region.has_area
                && placed
                    .iter()
                    .all(|quad| outline_covered(&quad.points, &parts));
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
pub fn near(board: &Board, unit: usize, radius: f64) -> Vec<Near> {
    let Some(from) = board.units.get(unit) else {
        return Vec::new();
    };
    let own = ground_of(from);
    let mut out: Vec<Near> = Vec::new();
    for (index, other) in board
        .units
        .iter()
        .enumerate()
        .filter(|(index, _)| *index != unit)
    {
        let gap = gap(&own, &ground_of(other));
        if gap <= radius + 1e-9 {
            out.push(Near {
                unit: index as u64,
                gap,
            });
        }
    }
    out.sort_by(|a, b| a.gap.total_cmp(&b.gap).then(a.unit.cmp(&b.unit)));
    out
}
