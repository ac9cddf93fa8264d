//! What an umpire measures on the table: how far, where to, in sight or not.

use grognard_core::{Id, Length, Look, Sector};
use grognard_geometry as geometry;

use crate::battle::{Battle, unit_index};
use crate::error::EngineError;

/// What was measured from one unit to another.
#[derive(Clone, Debug, PartialEq)]
pub struct Between {
    /// The least distance between their bases, mm; zero when they touch or overlap.
    pub gap: f64,
    /// Where the other lies, seen from the one.
    pub sector: Sector,
    /// Whether some line from the one to the other is clear.
    pub sees: bool,
    /// The pieces of terrain in the way.
    pub blocked_by: Vec<Id>,
    /// The units in the way, where units are to be.
    pub blocked_by_units: Vec<Id>,
}

/// A unit that was found near another.
#[derive(Clone, Debug, PartialEq)]
pub struct Neighbour {
    /// Which it is.
    pub unit: Id,
    /// The least distance between their bases, mm.
    pub gap: f64,
}

impl Battle {
    /// Measures from one unit to another. It is plain geometry of the whole table: what of it counts, and whether
    /// units are in the way of sight, the rules say.
    ///
    /// # Errors
    /// When there is no such unit, it is one and the same, one covers no ground, or a height is none.
    pub fn between(&self, one: &str, other: &str, look: &Look) -> Result<Between, EngineError> {
        let (board, field) = (self.board(), self.table().field());
        let (from, to) = (unit_index(board, one)?, unit_index(board, other)?);
        if from == to {
            return Err(EngineError::request(format!(
                "'{one}' is measured to itself; name another unit"
            )));
        }
        let units = look.units.unwrap_or(0.0);
        if !(look.eye.is_finite() && look.target.is_finite()) || units.is_nan() {
            return Err(EngineError::request(
                "a height to look from or at is a length above the ground, such as 20 mm",
            ));
        }
        let (one, other) = (&board.units[from], &board.units[to]);
        let gap = geometry::gap(&one.footprint, &other.footprint);
        if !gap.is_finite() {
            let absent = if one.footprint.is_empty() { one } else { other };
            let message = format!("'{}' has no ground on the table to measure to", absent.id);
            return Err(EngineError::request(message));
        }
        let sight = geometry::sight(board, field, from, to, look);
        let terrain = sight.blocked_by.iter().map(|&index| index as usize);
        let units = sight.blocked_by_units.iter().map(|&index| index as usize);
        Ok(Between {
            gap,
            sector: geometry::sector(board, from, to),
            sees: sight.clear,
            blocked_by: terrain
                .filter_map(|index| board.terrain.get(index).map(|piece| piece.id.clone()))
                .collect(),
            blocked_by_units: units
                .filter_map(|index| board.units.get(index).map(|unit| unit.id.clone()))
                .collect(),
        })
    }

    /// Every other unit within `radius` of a unit, nearest first; the radius itself counts.
    ///
    /// # Errors
    /// When there is no such unit, or the radius is below nothing.
    pub fn near(&self, unit: &str, radius: Length) -> Result<Vec<Neighbour>, EngineError> {
        let board = self.board();
        let index = unit_index(board, unit)?;
        let mm = radius.millimetres();
        if !(mm.is_finite() && mm >= 0.0) {
            return Err(EngineError::request(
                "a radius is a length of nothing or more, such as 30 cm",
            ));
        }
        let near = geometry::near(self.table().field(), index, mm);
        let found = near.into_iter().filter_map(|near| {
            let unit = board.units.get(near.unit as usize)?;
            Some(Neighbour {
                unit: unit.id.clone(),
                gap: near.gap,
            })
        });
        Ok(found.collect())
    }
}
