use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A clause of the rules, in the project's own words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clause {
    /// Its id, as the specification numbers it.
    pub id: String,
    /// One line that says what it rules.
    pub summary: String,
    /// Where it stands in the source.
    #[serde(default)]
    pub source: String,
    /// The findings that carry it.
    #[serde(default)]
    pub findings: Vec<String>,
    /// The function or data that carries it out.
    #[serde(default)]
    pub code: Vec<String>,
    /// The summary in other languages.
    #[serde(default)]
    pub translations: BTreeMap<String, String>,
}
