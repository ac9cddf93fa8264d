use std::fmt::Write as _;
use std::path::PathBuf;

use serde_json::json;

use crate::answer::Answer;
use crate::failure::Failure;
use crate::installed;
use crate::table::columns;

/// `grognard readings`.
pub(super) fn run(ruleset: &str, plugins: &[PathBuf]) -> Result<Answer, Failure> {
    let registry = installed::registry(plugins)?;
    let document = installed::ruleset(&registry, ruleset)?.document();
    let mut text = String::new();
    for reading in &document.readings {
        let dated = reading
            .dated
            .as_ref()
            .map_or(String::new(), |day| format!(", {day}"));
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "{} ({}{dated})",
            reading.id,
            reading.clauses.join(", ")
        );
        let _ = writeln!(text, "  {}", reading.question);
        let rows: Vec<Vec<String>> = reading
            .values
            .iter()
            .enumerate()
            .map(|(index, value)| {
                let mark = if index == 0 { "*" } else { " " };
                vec![format!("{mark} {}", value.id), value.meaning.clone()]
            })
            .collect();
        text.push_str(&columns(&rows, "  "));
    }
    if !document.readings.is_empty() {
        text.push_str("\n* holds unless a scenario, or --reading ID=VALUE, says otherwise\n");
    }
    Ok(Answer::good(text, json!(document.readings)))
}
