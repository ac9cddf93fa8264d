//! Every case file, against the rulesets linked into this program and against those loaded from
//! their libraries.
#![allow(clippy::expect_used, clippy::panic)] // a suite fails by panicking

use std::collections::BTreeSet;

use grognard_host::Registry;
use grognard_tests::{CaseFile, linked, loaded, read_all, root, run_file};

fn files() -> Vec<CaseFile> {
    read_all(&root().join("tests/cases")).unwrap_or_else(|message| panic!("{message}"))
}

#[track_caller]
fn all_hold(registry: &Registry) {
    let files = files();
    let (mut tries, mut failed) = (0, 0);
    let mut report = String::new();
    for file in &files {
        let (run, failures) = run_file(file, registry);
        tries += run;
        failed += failures.len();
        for failure in failures {
            report.push_str(&format!("\n{failure}"));
        }
    }
    assert!(tries > 0, "no case ran: tests/cases is empty");
    assert!(failed == 0, "{failed} of {tries} tries failed:\n{report}");
    println!("{tries} tries of {} files", files.len());
}

#[test]
fn cases_hold_under_linked_rulesets() {
    all_hold(&linked().expect("sound rulesets"));
}

#[test]
fn cases_hold_under_loaded_rulesets() {
    all_hold(&loaded().expect("sound rulesets"));
}

#[test]
fn every_ruleset_has_cases_that_are_named_once_and_cite_clauses_it_has() {
    let registry = linked().expect("sound rulesets");
    let files = files();
    for info in registry.rulesets() {
        let mut names = BTreeSet::new();
        for case in files
            .iter()
            .filter(|file| file.ruleset == info.id)
            .flat_map(|file| &file.cases)
        {
            assert!(
                names.insert(&case.name),
                "{}: two cases are called '{}'",
                info.id,
                case.name
            );
            assert!(
                !case.rule.is_empty(),
                "{}: case '{}' says no rule",
                info.id,
                case.name
            );
            assert!(
                !case.tries.is_empty(),
                "{}: case '{}' tries nothing",
                info.id,
                case.name
            );
            for clause in &case.clauses {
                let known = info.document.clause(clause).is_some();
                assert!(
                    known,
                    "{}: case '{}' cites no clause '{clause}'",
                    info.id, case.name
                );
            }
        }
        assert!(!names.is_empty(), "{} has no case", info.id);
    }
}

#[test]
fn every_clause_has_a_case() {
    let registry = linked().expect("sound rulesets");
    let mut bare = Vec::new();
    for info in registry.rulesets() {
        let covered =
            grognard_engine::coverage(&root().join("tests/cases"), &info.id).expect("case files");
        let clauses = info
            .document
            .clauses
            .iter()
            .map(|clause| clause.id.as_str());
        bare.extend(
            clauses
                .filter(|id| !covered.contains_key(*id))
                .map(|id| format!("{} {id}", info.id)),
        );
    }
    assert!(
        bare.is_empty(),
        "clauses without a case: {}",
        bare.join(", ")
    );
}
