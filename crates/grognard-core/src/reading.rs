use serde::{Deserialize, Serialize};

/// A named answer to an ambiguity of the text. The first value is the default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// Its id.
    pub id: String,
    /// What the text leaves open.
    pub question: String,
    /// The clauses it concerns.
    #[serde(default)]
    pub clauses: Vec<String>,
    /// The values it can take; the default first.
    pub values: Vec<ReadingValue>,
    /// For an amendment: the day it was given, `2006-09-17`.
    #[serde(default)]
    pub dated: Option<String>,
}

/// One value of a reading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadingValue {
    /// The value.
    pub id: String,
    /// What it means.
    pub meaning: String,
}

impl Reading {
    /// The value that holds unless a scenario or script says otherwise.
    pub fn default_value(&self) -> &str {
        self.values.first().map_or("", |value| value.id.as_str())
    }
}
