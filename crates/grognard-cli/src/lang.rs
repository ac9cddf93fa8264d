//! The languages that a ruleset's findings and clauses are in.

use grognard_core::Document;
use grognard_engine::explain;

use crate::failure::Failure;

/// Refuses a language that the ruleset does not have, and names those it has.
pub(crate) fn known(document: &Document, lang: &str) -> Result<(), Failure> {
    match explain::unknown_language(document, lang) {
        Some(message) => Err(Failure::BadInput(message)),
        None => Ok(()),
    }
}
