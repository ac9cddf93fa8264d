use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;

use grognard_core::Clause;
use grognard_engine::coverage;
use serde_json::json;

use crate::answer::Answer;
use crate::args::Clauses;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::installed;
use crate::lang;
use crate::table::columns;

/// `grognard clauses`.
pub(super) fn run(args: &Clauses, plugins: &[PathBuf], lang: &str) -> Result<Answer, Failure> {
    let registry = installed::registry(plugins)?;
    let document = installed::ruleset(&registry, &args.ruleset)?.document();
    lang::known(document, lang)?;
    let cases = args
        .coverage
        .as_deref()
        .map(|folder| coverage(folder, &args.ruleset))
        .transpose()?;
    let summary = |clause: &Clause| {
        clause
            .translations
            .get(lang)
            .unwrap_or(&clause.summary)
            .clone()
    };
    let count = |clause: &Clause| {
        cases
            .as_ref()
            .map(|cases| cases.get(&clause.id).map_or(0, Vec::len))
    };
    let mut rows = Vec::new();
    let mut list = Vec::new();
    for clause in &document.clauses {
        let mut row = vec![clause.id.clone()];
        row.extend(count(clause).map(|count| count.to_string()));
        row.push(summary(clause));
        rows.push(row);
        list.push(json!({
            "id": clause.id, "summary": summary(clause), "source": clause.source,
            "findings": clause.findings, "code": clause.code, "cases": count(clause),
        }));
    }
    let mut text = columns(&rows, "");
    let mut exit = Exit::Good;
    if let Some(cases) = &cases {
        let known: BTreeSet<&str> = document
            .clauses
            .iter()
            .map(|clause| clause.id.as_str())
            .collect();
        let bare: Vec<&str> = known
            .iter()
            .copied()
            .filter(|id| !cases.contains_key(*id))
            .collect();
        let unknown: Vec<&str> = cases
            .keys()
            .map(String::as_str)
            .filter(|id| !known.contains(id))
            .collect();
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "\n{} of {} clauses have a case",
            known.len() - bare.len(),
            known.len()
        );
        for (what, ids) in [
            ("without a case", &bare),
            ("in cases, but no clause", &unknown),
        ] {
            if !ids.is_empty() {
                let _ = writeln!(text, "{what}: {}", ids.join(", "));
                exit = Exit::No;
            }
        }
    }
    Ok(Answer {
        exit,
        ..Answer::good(text, json!(list))
    })
}
