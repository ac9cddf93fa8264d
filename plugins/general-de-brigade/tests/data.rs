//! The data of the ruleset hang together: every clause, finding and reading has its sentence, its
//! translation, its code and its case.
#![allow(clippy::expect_used, clippy::panic)] // a test says by failing what is wrong

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use general_de_brigade::GeneralDeBrigade;
use grognard_sdk::prelude::*;

fn document() -> Document {
    GeneralDeBrigade::document().expect("the data files parse")
}

fn folder(below: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(below)
}

/// The text of every file of a folder.
fn texts(below: &str) -> String {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder(below))
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be read").path())
        .collect();
    paths.sort();
    paths
        .iter()
        .map(|path| fs::read_to_string(path).expect("it is text"))
        .collect()
}

/// The names in braces of a sentence.
fn placeholders(text: &str) -> BTreeSet<&str> {
    text.split('{')
        .skip(1)
        .filter_map(|rest| rest.split('}').next())
        .collect()
}

#[test]
fn every_clause_and_finding_speaks_russian() {
    let document = document();
    for clause in &document.clauses {
        assert!(
            clause.translations.contains_key("ru"),
            "clause {} has no Russian summary",
            clause.id
        );
    }
    for finding in &document.manifest.findings {
        let russian = finding.translations.get("ru");
        let russian = russian.unwrap_or_else(|| panic!("finding {} is not in Russian", finding.id));
        let (own, theirs) = (placeholders(&finding.text), placeholders(russian));
        assert!(
            theirs.is_subset(&own) || own.is_subset(&theirs),
            "finding {} tells other things in Russian: {own:?}, {theirs:?}",
            finding.id
        );
        assert!(
            finding.remedy.is_empty() || finding.remedies.contains_key("ru"),
            "finding {} has no remedy in Russian",
            finding.id
        );
        assert!(
            russian.chars().any(|c| ('а'..='я').contains(&c)),
            "{}: {russian}",
            finding.id
        );
    }
}

#[test]
fn the_russian_file_names_nothing_else() {
    let document = document();
    let text = fs::read_to_string(folder("lang/ru.toml")).expect("it is there");
    let keys = text
        .lines()
        .filter_map(|line| line.split_once(" = "))
        .map(|(key, _)| key.trim());
    for key in keys {
        let clause = document.clause(key).is_some();
        let finding = document
            .manifest
            .findings
            .iter()
            .any(|finding| finding.id == key);
        assert!(
            clause || finding,
            "lang/ru.toml has '{key}', which is no clause and no finding"
        );
    }
}

#[test]
fn every_clause_names_code_that_is_there_and_has_a_case() {
    let document = document();
    let cases = texts("../../tests/cases/general-de-brigade");
    for clause in &document.clauses {
        assert!(!clause.code.is_empty(), "clause {} has no code", clause.id);
        for place in &clause.code {
            let (module, function) = place.split_once("::").expect("module::function");
            let path = folder("src").join(format!("{module}.rs"));
            let text =
                fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            assert!(
                text.contains(&format!("fn {function}")),
                "clause {}: no {place}",
                clause.id
            );
        }
        for finding in &clause.findings {
            let known = document
                .manifest
                .findings
                .iter()
                .any(|spec| spec.id == *finding);
            assert!(known, "clause {} names no finding '{finding}'", clause.id);
        }
        assert!(
            cases.contains(&format!("\"{}\"", clause.id)),
            "clause {} has no case",
            clause.id
        );
    }
}

#[test]
fn every_finding_is_given_by_the_code_and_met_in_a_case() {
    let document = document();
    let (code, cases) = (texts("src"), texts("../../tests/cases/general-de-brigade"));
    for finding in &document.manifest.findings {
        let slug = &finding.id;
        assert!(
            code.contains(&format!("\"{slug}\"")),
            "no code gives '{slug}'"
        );
        let met = cases.contains(&format!("\"{slug}\"")) || cases.contains(&format!("{slug} ="));
        assert!(met, "no case meets '{slug}'");
    }
}

#[test]
fn every_other_value_of_a_reading_opens_and_shows_in_a_case() {
    let document = document();
    let cases = texts("../../tests/cases/general-de-brigade");
    for reading in &document.readings {
        for value in reading.values.iter().skip(1) {
            let value = if value.id == "number" { "1" } else { &value.id };
            let mut book = Rulebook::printed(&document);
            book.readings.insert(reading.id.clone(), value.to_owned());
            GeneralDeBrigade::open(&book).unwrap_or_else(|fault| panic!("{}: {fault}", reading.id));
            let shown = format!("{} = \"{value}\"", reading.id);
            assert!(cases.contains(&shown), "no case shows {shown}");
        }
        for clause in &reading.clauses {
            assert!(
                document.clause(clause).is_some(),
                "{} names no clause {clause}",
                reading.id
            );
        }
    }
}

#[test]
fn both_scales_open_and_no_other() {
    let document = document();
    let scale = |id: &str| Rulebook {
        scale: id.to_owned(),
        ..Rulebook::printed(&document)
    };
    for id in ["", "15mm", "28mm"] {
        assert!(GeneralDeBrigade::open(&scale(id)).is_ok(), "{id}");
    }
    let fault = GeneralDeBrigade::open(&scale("6mm")).expect_err("there is no such scale");
    assert!(fault.message.contains("6mm"), "{fault}");
}

#[test]
fn a_rulebook_without_assumptions_or_with_a_hole_is_no_surprise() {
    let document = document();
    let mut bare = Rulebook::printed(&document);
    bare.printed_only();
    assert!(GeneralDeBrigade::open(&bare).is_ok());
    let mut hole = Rulebook::printed(&document);
    hole.cells.remove("movement.infantry.line.cm");
    let fault = GeneralDeBrigade::open(&hole).expect_err("a rate is missing");
    assert!(
        fault.message.contains("movement.infantry.line.cm"),
        "{fault}"
    );
}

#[test]
fn the_laws_know_every_kind_of_terrain() {
    let document = document();
    let law = fs::read_to_string(folder("src/law.rs")).expect("it is there");
    let (_, kinds) = law
        .split_once("static KINDS")
        .expect("the kinds are listed there");
    let list: BTreeSet<&str> = kinds
        .split_once("];")
        .expect("a list")
        .0
        .split('"')
        .skip(1)
        .step_by(2)
        .collect();
    for kind in &document.manifest.terrain {
        let named = list.contains(kind.id.as_str()) || ["bua", "water"].contains(&kind.id.as_str());
        assert!(named, "no rate on '{}'", kind.id);
    }
}

#[test]
fn every_reading_is_named_by_the_code_that_leans_on_it() {
    let document = document();
    let code: String = fs::read_dir(folder("src"))
        .expect("the code")
        .filter_map(Result::ok)
        .filter(|entry| entry.file_name() != "readings.rs")
        .map(|entry| fs::read_to_string(entry.path()).expect("a text"))
        .collect();
    for reading in &document.readings {
        let named = code.contains(&format!("\"{}\"", reading.id));
        assert!(named, "no ruling names the reading '{}'", reading.id);
    }
}
