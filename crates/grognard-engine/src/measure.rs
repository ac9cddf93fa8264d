//! What an umpire measures on the table: how far, where to, in sight or not.

use grognard_core::boundary::Ground;
use grognard_core::{Id, Length, Look, Sector};

use crate::battle::{Battle, unbroken, unit_index};
use crate::dice::Tray;
use crate::error::EngineError;
use crate::surveyor::{Call, Surveyor};

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
        let heights = [look.eye, look.target, look.units.unwrap_or(0.0)];
        let none = |height: &f64| height.is_nan() || *height < 0.0;
        if heights.iter().any(none) || look.eye.is_infinite() || look.target.is_infinite() {
            return Err(EngineError::request(
                "a height to look from or at is a length above the ground, such as 20 mm",
            ));
        }
        let names = |at: u64| board.units.get(at as usize).map(|unit| unit.id);
        let pieces = |at: u64| board.terrain.get(at as usize).map(|piece| piece.id);
        let (one, other) = (from as u64, to as u64);
        let tray = Tray::none();
        let surveyor = Surveyor::new(board, field, &tray, self.tolerance(), Call::Asked);
        let gap = surveyor.gap(one, other);
        if !gap.is_finite() {
            let away = [from, to]
                .into_iter()
                .find(|at| board.units[*at].footprint.is_empty());
            let name = &board.units[away.unwrap_or(from)].id;
            let message = format!("'{name}' has no ground on the table to measure to");
            return Err(EngineError::request(message));
        }
        let (sector, sight) = (
            surveyor.sector(one, other),
            surveyor.sight(one, other, look),
        );
        unbroken(&surveyor)?;
        Ok(Between {
            gap,
            sector,
            sees: sight.clear,
            blocked_by: sight
                .blocked_by
                .iter()
                .copied()
                .filter_map(pieces)
                .collect(),
            blocked_by_units: sight
                .blocked_by_units
                .iter()
                .copied()
                .filter_map(names)
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
        let tray = Tray::none();
        let field = self.table().field();
        let surveyor = Surveyor::new(board, field, &tray, self.tolerance(), Call::Asked);
        let near = surveyor.near(index as u64, mm);
        unbroken(&surveyor)?;
        let found = near.into_iter().filter_map(|near| {
            let unit = board.units.get(near.unit as usize)?;
            Some(Neighbour {
                unit: unit.id,
                gap: near.gap,
            })
        });
        Ok(found.collect())
    }
}
