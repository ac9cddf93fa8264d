use std::fmt::Write as _;
use std::path::PathBuf;

use grognard_core::CellValue;
use serde_json::json;

use crate::answer::Answer;
use crate::failure::Failure;
use crate::installed;
use crate::table::columns;

/// `grognard charts`.
pub(super) fn run(ruleset: &str, plugins: &[PathBuf]) -> Result<Answer, Failure> {
    let registry = installed::registry(plugins)?;
    let document = installed::ruleset(&registry, ruleset)?.document();
    let mut text = String::new();
    for chart in &document.charts {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{} ({})", chart.title, chart.unit);
        let rows: Vec<Vec<String>> = chart
            .cells
            .iter()
            .map(|(key, cell)| {
                vec![
                    format!("{}.{key}", chart.id),
                    value(&cell.value),
                    cell.provenance.name().to_owned(),
                    cell.clause.clone(),
                    cell.note.clone(),
                ]
            })
            .collect();
        text.push_str(&columns(&rows, "  "));
        text.push('\n');
    }
    Ok(Answer::good(text, json!(document.charts)))
}

fn value(value: &CellValue) -> String {
    match value {
        CellValue::Number(number) => number.to_string(),
        CellValue::Text(text) => text.clone(),
        CellValue::NotAllowed => "na".to_owned(),
        CellValue::Unknown => "unknown".to_owned(),
    }
}
