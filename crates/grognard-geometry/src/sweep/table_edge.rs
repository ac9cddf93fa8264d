//! Leaving the table.

use grognard_core::{Rect, Table};

use super::turn::{Wave, radians};
use crate::hull::{Quad, TOUCH, dot};
use crate::{Motion, Spans};

/// How far along `motion` a corner first leaves the table; none when no corner gets more than
/// `tolerance` mm beyond an edge.
pub fn off_table(rects: &[Rect], motion: &Motion, table: &Table, tolerance: f64) -> Option<f64> {
    let quads: Vec<Quad> = rects.iter().map(Quad::of).collect();
    off_table_quads(&quads, motion, table, tolerance)
}

pub(crate) fn off_table_quads(
    quads: &[Quad],
    motion: &Motion,
    table: &Table,
    tolerance: f64,
) -> Option<f64> {
    let far = tolerance.max(TOUCH);
    let mut first: Option<f64> = None;
    for (n, limit) in sides(table) {
        for corner in quads.iter().flat_map(|quad| quad.points) {
            let place = match *motion {
                Motion::Stay => (dot(n, corner) - limit > far).then_some(0.0),
                Motion::Straight { along, length } => {
                    let out = dot(n, corner) - limit;
                    let slope = n.0 * along.0 + n.1 * along.1;
                    if out > far {
                        Some(0.0)
                    } else if out + slope * length > far {
                        Some((-out / slope).max(0.0))
                    } else {
                        None
                    }
                }
                Motion::Turn { about, degrees } => {
                    let (all, sense) = radians(degrees);
                    // Beyond the edge is where the reach the other way is low.
                    let wave = Wave::of(n, corner, about, sense).reversed();
                    let limit = dot(n, about) - limit;
                    let (mut beyond, mut over) = (Spans::none(), Spans::none());
                    wave.below(limit - far, 0.0, all, &mut beyond);
                    wave.below(limit, 0.0, all, &mut over);
                    over.as_slice()
                        .iter()
                        .find(|o| beyond.as_slice().iter().any(|b| b.0 >= o.0 && b.0 <= o.1))
                        .map(|o| o.0.to_degrees())
                }
            };
            if let Some(place) = place {
                first = Some(first.map_or(place, |f| f.min(place)));
            }
        }
    }
    first
}

/// Outward normals and their limits: north, east, south, west.
pub(crate) fn sides(table: &Table) -> [((f64, f64), f64); 4] {
    [
        ((0.0, 1.0), table.max.y),
        ((1.0, 0.0), table.max.x),
        ((0.0, -1.0), -table.min.y),
        ((-1.0, 0.0), -table.min.x),
    ]
}
