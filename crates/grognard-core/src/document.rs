use serde::{Deserialize, Serialize};

use crate::{Chart, Clause, Manifest, Reading};

/// Everything a ruleset says of itself in words and numbers. It crosses the plugin boundary once,
/// as JSON, when the plugin is loaded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// Its words and its turn.
    pub manifest: Manifest,
    /// Its clauses.
    pub clauses: Vec<Clause>,
    /// Its charts.
    pub charts: Vec<Chart>,
    /// Its readings.
    pub readings: Vec<Reading>,
}

impl Document {
    /// The clause called `id`.
    pub fn clause(&self, id: &str) -> Option<&Clause> {
        self.clauses.iter().find(|clause| clause.id == id)
    }

    /// The reading called `id`.
    pub fn reading(&self, id: &str) -> Option<&Reading> {
        self.readings.iter().find(|reading| reading.id == id)
    }
}
