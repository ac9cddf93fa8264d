//! From the text of the rules to what protects it: every clause has code and a case, every finding is
//! one that some case brings about, every answer to an ambiguity has a case that takes it. The table in
//! `docs/reference/clauses.md` is written from the same data; `UPDATE_GOLDEN=1` writes it anew.
#![allow(clippy::expect_used)] // a suite fails by panicking

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;

use grognard_core::Document;
use grognard_engine::coverage;
use grognard_tests::{CaseFile, linked, read_all, root, run_file_with};
use toml::Table;

fn files() -> Vec<CaseFile> {
    read_all(&root().join("tests/cases")).expect("case files")
}

fn documents() -> Vec<Document> {
    let registry = linked().expect("sound rulesets");
    registry
        .rulesets()
        .iter()
        .map(|info| Document::clone(&info.document))
        .collect()
}

#[test]
fn every_clause_names_the_code_that_carries_it_and_findings_that_exist() {
    let mut wrong = Vec::new();
    for document in documents() {
        let id = &document.manifest.id;
        for clause in &document.clauses {
            if clause.code.is_empty() {
                wrong.push(format!("{id} {}: no code", clause.id));
            }
            let declared = |slug: &String| document.manifest.findings.iter().any(|f| f.id == *slug);
            for slug in clause.findings.iter().filter(|slug| !declared(slug)) {
                wrong.push(format!(
                    "{id} {}: finding '{slug}' is not declared",
                    clause.id
                ));
            }
        }
        for reading in &document.readings {
            for clause in reading
                .clauses
                .iter()
                .filter(|c| document.clause(c).is_none())
            {
                wrong.push(format!(
                    "{id}: reading '{}' cites no clause '{clause}'",
                    reading.id
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_finding_is_brought_about_by_a_case() {
    let registry = linked().expect("sound rulesets");
    let mut seen = BTreeSet::new();
    for file in files() {
        run_file_with(&file, &registry, &mut |battle, ruling| {
            for finding in &ruling.findings {
                seen.insert((
                    battle.document().manifest.id.clone(),
                    finding.slug.to_string(),
                ));
            }
        });
    }
    let mut unseen = Vec::new();
    for document in documents() {
        let id = document.manifest.id;
        for finding in document.manifest.findings {
            if !seen.contains(&(id.clone(), finding.id.clone())) {
                unseen.push(format!("{id}: {}", finding.id));
            }
        }
    }
    assert!(
        unseen.is_empty(),
        "no case brings about:\n{}",
        unseen.join("\n")
    );
}

#[test]
fn every_value_of_every_reading_is_taken_by_a_case() {
    let files = files();
    let mut untaken = Vec::new();
    for document in documents() {
        let id = &document.manifest.id;
        let mut taken = BTreeSet::new();
        for case in files
            .iter()
            .filter(|f| f.ruleset == *id)
            .flat_map(|f| &f.cases)
        {
            taken.extend(readings(&case.given));
            taken.extend(
                case.tries
                    .iter()
                    .flat_map(|attempt| readings(&attempt.given)),
            );
        }
        for reading in &document.readings {
            for value in reading.values.iter().skip(1) {
                let number = value.id == "number";
                let hit = taken.iter().any(|(name, word)| {
                    *name == reading.id
                        && (*word == value.id || (number && word.parse::<u32>().is_ok()))
                });
                if !hit {
                    untaken.push(format!("{id}: {} = {}", reading.id, value.id));
                }
            }
        }
    }
    assert!(untaken.is_empty(), "no case takes:\n{}", untaken.join("\n"));
}

fn readings(given: &Table) -> Vec<(String, String)> {
    let table = given.get("readings").and_then(toml::Value::as_table);
    let pairs = table.into_iter().flatten();
    pairs
        .map(|(name, value)| {
            let word = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned);
            (name.clone(), word)
        })
        .collect()
}

#[test]
fn the_table_of_clauses_in_the_docs_is_current() {
    let path = root().join("docs/reference/clauses.md");
    let now = table();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &now).expect("the table can be written");
    }
    let then = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        then == now,
        "docs/reference/clauses.md is out of date; run with UPDATE_GOLDEN=1"
    );
}

fn table() -> String {
    let mut out = String::from(
        "# Clauses\n\nWhat carries each clause: the code, the findings that speak for it, and how many cases protect \
         it.\n\nThis page is written by the tests from the rulesets' own data.\n",
    );
    for document in documents() {
        let covered =
            coverage(&root().join("tests/cases"), &document.manifest.id).expect("case files");
        let _ = write!(
            out,
            "\n## {}\n\n| clause | rule | code | findings | cases |\n|---|---|---|---|---|\n",
            document.manifest.title
        );
        for clause in &document.clauses {
            let _ = writeln!(
                out,
                "| {} | {} | {} | {} | {} |",
                clause.id,
                cell(&clause.summary),
                code(&clause.code),
                code(&clause.findings),
                covered.get(&clause.id).map_or(0, Vec::len),
            );
        }
    }
    out
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn code(words: &[String]) -> String {
    let words: Vec<String> = words
        .iter()
        .map(|word| format!("`{}`", cell(word)))
        .collect();
    words.join(", ")
}
