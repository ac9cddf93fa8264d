//! The languages that a ruleset's findings and clauses are in.

use std::collections::BTreeSet;

use grognard_core::Document;

use crate::failure::Failure;

/// Refuses a language that the ruleset does not have, and names those it has.
pub(crate) fn known(document: &Document, lang: &str) -> Result<(), Failure> {
    let findings = document.manifest.findings.iter();
    let findings = findings.flat_map(|spec| spec.translations.keys().chain(spec.remedies.keys()));
    let clauses = document.clauses.iter();
    let clauses = clauses.flat_map(|clause| clause.translations.keys());
    let mut languages: BTreeSet<&str> = findings.chain(clauses).map(String::as_str).collect();
    languages.insert("en");
    if languages.contains(lang) {
        return Ok(());
    }
    let listed: Vec<&str> = languages.into_iter().collect();
    Err(Failure::BadInput(format!(
        "{} has no language '{lang}'; there are {}",
        document.manifest.id,
        listed.join(", ")
    )))
}
