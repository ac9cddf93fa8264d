//! How high units and what stands between them are.

use grognard_core::{Board, Fields, Terrain, Value};

use super::Post;
use super::block::{Ground, Obstacle, Source};
use crate::Field;
use crate::distance::region_depth;
use crate::hull::Quad;
use crate::reach_box::ReachBox;

/// The attribute of terrain that blocks sight.
const BLOCKS: &str = "blocks-sight";
/// How high the top of a piece lies above the table.
const HEIGHT: &str = "height";
/// How high above the table stands what stands on a piece.
const LEVEL: &str = "level";

/// Overlapping the ground of a piece by less than this is touching it, mm.
const TOUCH: f64 = 1e-6;

fn length(terrain: &Terrain, name: &str) -> Option<f64> {
    let value = terrain.attributes.get(name).and_then(Value::as_length);
    value
        .map(|length| length.millimetres())
        .filter(|mm| mm.is_finite())
}

/// How high above the table the ground under a rectangle lies: as high as the highest piece under it.
fn level(board: &Board, field: &Field, quad: &Quad) -> f64 {
    let reach = ReachBox::about(&quad.points);
    let mut highest: Option<f64> = None;
    for (terrain, laid) in board.terrain.iter().zip(field.pieces()) {
        let Some(level) = length(terrain, LEVEL) else {
            continue;
        };
        let under = laid.region.has_area
            && laid.reach.meets(&reach)
            && region_depth(quad, &laid.region) > TOUCH;
        if under && highest.is_none_or(|most| level > most) {
            highest = Some(level);
        }
    }
    highest.unwrap_or(0.0)
}

/// The rectangles of a unit, looking or seen from `above` mm above their ground.
pub(super) fn posts<'a>(
    board: &Board,
    field: &Field,
    quads: &'a [Quad],
    above: f64,
) -> Vec<Post<'a>> {
    let above = if above.is_finite() { above } else { 0.0 };
    let post = |quad| Post {
        quad,
        height: level(board, field, quad) + above,
    };
    quads.iter().map(post).collect()
}

/// The pieces of terrain that block sight.
pub(super) fn terrain_in_the_way<'a>(
    board: &Board,
    field: &'a Field,
    whole: &ReachBox,
) -> Vec<Obstacle<'a>> {
    let pieces = board.terrain.iter().zip(field.pieces()).enumerate();
    let blocking = pieces
        .filter(|(_, (terrain, laid))| terrain.attributes.has(BLOCKS) && whole.meets(&laid.reach));
    blocking
        .map(|(index, (terrain, laid))| Obstacle {
            source: Source::Terrain(index as u64),
            ground: Ground::Region(&laid.region),
            top: length(terrain, HEIGHT)
                .or(length(terrain, LEVEL))
                .unwrap_or(f64::INFINITY),
        })
        .collect()
}

/// The rectangles of every unit but two, which stand `stature` mm above their ground.
pub(super) fn units_in_the_way<'a>(
    board: &Board,
    field: &'a Field,
    whole: &ReachBox,
    but: (usize, usize),
    stature: f64,
) -> Vec<Obstacle<'a>> {
    let mut out = Vec::new();
    for index in field.units_near(whole) {
        if index == but.0 || index == but.1 {
            continue;
        }
        for quad in field.unit(index).iter().flat_map(|unit| &unit.quads) {
            out.push(Obstacle {
                source: Source::Unit(index as u64),
                ground: Ground::Rect(quad),
                top: level(board, field, quad) + if stature.is_nan() { 0.0 } else { stature },
            });
        }
    }
    out
}
