//! From a scenario's draft to a board: enlisting units and seeing that they stand somewhere.

use grognard_core::{Board, Clock, FaultKind, Length, LengthUnit, RVec};
use grognard_geometry as geometry;
use grognard_host::OpenedRuleset;

use crate::apply::check_bases;
use crate::error::EngineError;
use crate::scenario::Draft;

/// How lengths are told and compared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measure {
    /// The unit that errors tell lengths in.
    pub unit: LengthUnit,
    /// The distance that counts as none, mm.
    pub tolerance: f64,
}

/// Enlists the draft's units under `rules` and puts them on the board. `origin` is what errors call
/// the scenario.
pub(crate) fn muster(
    draft: Draft,
    rules: &OpenedRuleset,
    clock: Clock,
    origin: &str,
    measure: Measure,
) -> Result<Board, EngineError> {
    let mut units = RVec::with_capacity(draft.units.len());
    let mut lines = Vec::with_capacity(draft.units.len());
    for drafted in &draft.units {
        let id = drafted.unit.id;
        let fail = |message: &str| misplaced(origin, drafted.line, id.as_str(), message);
        let mut unit = rules
            .enlist(drafted.unit.clone())
            .map_err(|fault| match fault.kind {
                // What the scenario says is not to blame.
                FaultKind::Panicked => EngineError::Ruleset(fault),
                _ => fail(&fault.message),
            })?;
        check_bases(&unit).map_err(|message| fail(&message))?;
        drafted.settle(&mut unit);
        unit.footprint = geometry::footprint(&unit.bases).into();
        lines.push((id, drafted.line));
        units.push(unit);
    }
    units.sort_by_key(|one| one.id);
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
    let line = |id: &str| {
        let found = lines.iter().find(|(unit, _)| *unit == *id);
        found.map_or(1, |(_, line)| *line)
    };
    stands(&board, measure)
        .map_err(|(unit, message)| misplaced(origin, line(&unit), &unit, &message))?;
    Ok(board)
}

/// An error about a unit of the scenario. Rulesets often name the unit themselves; once is enough.
fn misplaced(origin: &str, line: usize, unit: &str, message: &str) -> EngineError {
    let mut message = message;
    for named in [
        format!("unit '{unit}': "),
        format!("'{unit}': "),
        format!("{unit}: "),
    ] {
        message = message.strip_prefix(named.as_str()).unwrap_or(message);
    }
    EngineError::Unit {
        origin: origin.to_owned(),
        line,
        unit: unit.to_owned(),
        message: message.to_owned(),
    }
}

/// Every unit stands on the table and on no other; otherwise the first that does not, and why.
fn stands(board: &Board, measure: Measure) -> Result<(), (String, String)> {
    let told = |mm: f64| Length::mm(mm).in_unit(measure.unit);
    let field = geometry::Field::of(board);
    for (index, unit) in board.units.iter().enumerate() {
        let ignored = [index as u64];
        let obstacles = geometry::room(
            board,
            &field,
            unit.footprint.as_slice(),
            &ignored,
            &[],
            measure.tolerance,
        );
        let Some(obstacle) = obstacles.first() else {
            continue;
        };
        let message = match obstacle.kind {
            grognard_core::ObstacleKind::TableEdge => format!(
                "it stands {} beyond the edge of the table; move it onto the table",
                told(obstacle.depth)
            ),
            _ => {
                let other = board
                    .units
                    .get(obstacle.index as usize)
                    .map_or("", |u| u.id.as_str());
                format!(
                    "it overlaps '{other}' by {}; move one of them",
                    told(obstacle.depth)
                )
            }
        };
        return Err((unit.id.to_string(), message));
    }
    Ok(())
}
