use std::path::PathBuf;

use serde_json::json;

use crate::answer::Answer;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::installed;
use crate::table::columns;

/// `grognard rulesets`.
pub(super) fn run(plugins: &[PathBuf]) -> Result<Answer, Failure> {
    let registry = installed::registry(plugins)?;
    let rulesets = registry.rulesets();
    let rows: Vec<Vec<String>> = rulesets
        .iter()
        .map(|info| {
            vec![
                info.id.clone(),
                info.version.clone(),
                info.title.clone(),
                info.origin.to_string(),
            ]
        })
        .collect();
    let mut text = columns(&rows, "");
    if rows.is_empty() {
        text.push_str(
            "no rulesets are installed; `grognard doctor` tells where they are looked for\n",
        );
    }
    if !registry.problems().is_empty() {
        text.push_str("some plugins could not be taken; `grognard doctor` tells why\n");
    }
    let json: Vec<_> = rulesets
        .iter()
        .map(|info| {
            let manifest = &info.document.manifest;
            json!({
                "id": info.id,
                "title": info.title,
                "version": info.version,
                "summary": manifest.summary,
                "unit": manifest.unit,
                "scales": manifest.scales.iter().map(|scale| &scale.id).collect::<Vec<_>>(),
                "turns": manifest.turns,
                "path": info.origin.path(),
            })
        })
        .collect();
    let exit = if rows.is_empty() {
        Exit::No
    } else {
        Exit::Good
    };
    Ok(Answer {
        exit,
        ..Answer::good(text, json!(json))
    })
}
