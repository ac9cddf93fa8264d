//! Reads one JSON object a line, `{"board": ..., "from": index, "to": index, "eye": mm, "target": mm,
//! "units": mm or null}`, and writes what
//! the one unit sees of the other as one JSON line, so that another program can compare. A line that is
//! wrong gives `{"error": "..."}`.

mod lines;

use std::io;

use grognard_core::{Board, Look, RNone, RSome};
use grognard_geometry::{Field, footprint, sight};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    board: Board,
    from: usize,
    to: usize,
    eye: f64,
    target: f64,
    /// How high units are that stand in the way, mm; -1 for any height, nothing when they are not in the way.
    units: Option<f64>,
}

fn answer(line: &str) -> Result<serde_json::Value, String> {
    let mut question: Question = serde_json::from_str(line).map_err(|e| e.to_string())?;
    let board = &mut question.board;
    for unit in &mut board.units {
        unit.footprint = footprint(&unit.bases).into();
    }
    let units = question
        .units
        .map(|high| if high < 0.0 { f64::INFINITY } else { high });
    let look = Look {
        eye: question.eye,
        target: question.target,
        units: units.map_or(RNone, RSome),
    };
    let seen = sight(board, &Field::of(board), question.from, question.to, &look);
    serde_json::to_value(seen).map_err(|e| e.to_string())
}

fn main() -> io::Result<()> {
    lines::answered(answer)
}
