//! Reads one JSON object a line, `{"board": ..., "subject": index or unit id, "course": ..., "law": ...,
//! "tolerance": mm}`, and writes the survey of each as one JSON line, so that another program can
//! compare. `tolerance` may be left out (0.1 mm). A line that is wrong gives `{"error": "..."}`.

mod lines;

use std::io;

use grognard_core::{Board, Course, MotionLaw};
use grognard_geometry::{Field, footprint, survey};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    board: Board,
    subject: Subject,
    course: Course,
    law: MotionLaw,
    #[serde(default = "usual")]
    tolerance: f64,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Subject {
    Index(usize),
    Id(String),
}

fn usual() -> f64 {
    0.1
}

fn answer(line: &str) -> Result<serde_json::Value, String> {
    let mut question: Question = serde_json::from_str(line).map_err(|e| e.to_string())?;
    for unit in &mut question.board.units {
        unit.footprint = footprint(&unit.bases).into();
    }
    let subject = match &question.subject {
        Subject::Index(index) => Some(*index).filter(|i| *i < question.board.units.len()),
        Subject::Id(id) => question.board.unit_index(id),
    };
    let subject = subject.ok_or("no such unit on the board; units are ordered by id")?;
    let Question {
        board,
        course,
        law,
        tolerance,
        ..
    } = &question;
    let survey = survey(board, &Field::of(board), subject, course, law, *tolerance);
    serde_json::to_value(survey).map_err(|e| e.to_string())
}

fn main() -> io::Result<()> {
    lines::answered(answer)
}
