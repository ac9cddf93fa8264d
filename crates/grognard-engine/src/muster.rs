//! From a scenario's draft to a board: enlisting units and seeing that they stand somewhere.

use grognard_core::{Board, Clock, RVec};
use grognard_geometry as geometry;
use grognard_host::OpenedRuleset;

use crate::apply::check_bases;
use crate::error::EngineError;
use crate::scenario::Draft;

/// Enlists the draft's units under `rules` and puts them on the board.
pub(crate) fn muster(
    draft: Draft,
    rules: &OpenedRuleset,
    clock: Clock,
    tolerance: f64,
) -> Result<Board, EngineError> {
    let mut units = RVec::with_capacity(draft.units.len());
    for drafted in &draft.units {
        let id = drafted.unit.id.clone();
        let fail = |message: &str| EngineError::Unit {
            unit: id.to_string(),
            message: format!("{message} (line {})", drafted.line),
        };
        let mut unit = rules
            .enlist(drafted.unit.clone())
            .map_err(|fault| fail(&fault.message))?;
        check_bases(&unit).map_err(|message| fail(&message))?;
        drafted.settle(&mut unit);
        unit.footprint = geometry::footprint(&unit.bases).into();
        units.push(unit);
    }
    units.sort_by(|one, other| one.id.cmp(&other.id));
    let board = Board {
        name: draft.name.into(),
        table: draft.table,
        terrain: draft.terrain.into(),
        sides: draft.sides.into(),
        brigades: draft.brigades.into(),
        commanders: draft.commanders.into(),
        units,
        clock,
        written: RVec::new(),
        conditions: RVec::new(),
    };
    stands(&board, tolerance)?;
    Ok(board)
}

/// Every unit stands on the table and on no other.
fn stands(board: &Board, tolerance: f64) -> Result<(), EngineError> {
    let field = geometry::Field::of(board);
    for (index, unit) in board.units.iter().enumerate() {
        let ignored = [index as u64];
        let obstacles = geometry::room(
            board,
            &field,
            unit.footprint.as_slice(),
            &ignored,
            &[],
            tolerance,
        );
        let Some(obstacle) = obstacles.first() else {
            continue;
        };
        let message = match obstacle.kind {
            grognard_core::ObstacleKind::TableEdge => format!(
                "it stands {:.1} mm beyond the edge of the table; move it onto the table",
                obstacle.depth
            ),
            _ => {
                let other = board
                    .units
                    .get(obstacle.index as usize)
                    .map_or("", |u| u.id.as_str());
                format!(
                    "it overlaps '{other}' by {:.1} mm; move one of them",
                    obstacle.depth
                )
            }
        };
        return Err(EngineError::Unit {
            unit: unit.id.to_string(),
            message,
        });
    }
    Ok(())
}
