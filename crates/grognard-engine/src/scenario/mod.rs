//! Scenario files: TOML, `format = 1`.
//!
//! Reading goes in two steps. [`Scenario::read`] makes sure that a text is a scenario at all:
//! known keys, finite numbers, simple polygons, ids that are unique and references that lead
//! somewhere. [`Scenario::field_for`] then puts it under one ruleset: coordinates become
//! millimetres, attributes get the types the ruleset's manifest declares. Both report every error
//! they find, each with line, column, field and remedy.

mod attributes;
mod charts;
mod check;
mod cursor;
mod draft;
mod errors;
mod field;
mod parse;
mod parts;
mod polygon;
mod settings;
#[cfg(test)]
mod tests;
mod tree;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use grognard_core::Document;

pub use draft::{Draft, DraftUnit, RulesSettings};
pub use errors::{ScenarioError, ScenarioErrors, ScenarioReport};
pub use parts::Anchor;

/// Longest text of a scenario, in bytes.
pub const LONGEST_TEXT: usize = 4 << 20;

/// A scenario whose text has been checked. It is not a battle yet: no ruleset has seen it.
#[derive(Clone, Debug)]
pub struct Scenario {
    origin: String,
    text: String,
    files: BTreeMap<String, String>,
    parts: parts::Parts,
}

impl Scenario {
    /// Reads a scenario from a file, and the chart files it names from beside it.
    ///
    /// # Errors
    /// When the file cannot be read or is no scenario.
    pub fn open(path: &Path) -> Result<Self, ScenarioErrors> {
        let origin = path.display().to_string();
        let text = charts::load(path, LONGEST_TEXT).map_err(|reason| {
            ScenarioErrors::file(&origin, reason, "give the path of a scenario file")
        })?;
        let folder = path.parent().unwrap_or(Path::new(""));
        Self::read_from(&text, &origin, |name| {
            charts::load(&folder.join(name), charts::LONGEST_CHART)
        })
    }

    /// Reads a scenario from a text that names no chart files. `origin` is what errors call it.
    ///
    /// # Errors
    /// When the text is no scenario.
    pub fn read(text: &str, origin: &str) -> Result<Self, ScenarioErrors> {
        Self::read_with(text, origin, &BTreeMap::new())
    }

    /// Reads a scenario from a text and the texts of the chart files it names.
    ///
    /// # Errors
    /// When the text is no scenario, or names a file that is not among `files`.
    pub fn read_with(
        text: &str,
        origin: &str,
        files: &BTreeMap<String, String>,
    ) -> Result<Self, ScenarioErrors> {
        Self::read_from(text, origin, |name| {
            files
                .get(name)
                .cloned()
                .ok_or_else(|| "it was not given with the scenario".to_owned())
        })
    }

    fn read_from(
        text: &str,
        origin: &str,
        file: impl Fn(&str) -> Result<String, String>,
    ) -> Result<Self, ScenarioErrors> {
        if text.len() > LONGEST_TEXT {
            let message = format!("the text is longer than {} MiB", LONGEST_TEXT >> 20);
            return Err(ScenarioErrors::whole(origin, message, "split the scenario"));
        }
        let mut found = errors::Found::default();
        let entries = tree::parse(text, &mut found);
        if !found.is_empty() {
            // What is missing in the rest of a broken text is not worth telling.
            return Err(found.into_errors(origin, text));
        }
        let parts = parse::parts(&entries, &mut found);
        check::check(&parts, &mut found);
        let files = charts::gather(&parts, file, &mut found);
        if found.is_empty() {
            Ok(Self {
                origin: origin.to_owned(),
                text: text.to_owned(),
                files,
                parts,
            })
        } else {
            Err(found.into_errors(origin, text))
        }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.parts.name
    }

    /// What it is about; may be empty.
    pub fn description(&self) -> &str {
        &self.parts.description
    }

    /// The file or name it was read from.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// The text it was read from; with [`files`](Self::files) enough to read it again.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The texts of the chart files it names, by name.
    pub fn files(&self) -> &BTreeMap<String, String> {
        &self.files
    }

    /// The rulesets it has units for, ordered by id.
    pub fn rulesets(&self) -> Vec<String> {
        let ids: BTreeSet<&String> = self
            .parts
            .units
            .iter()
            .flat_map(|unit| unit.rules.keys())
            .collect();
        ids.into_iter().cloned().collect()
    }

    /// The scenario under the ruleset that `document` describes.
    ///
    /// # Errors
    /// When it uses words the ruleset does not know, an attribute is missing or has the wrong type,
    /// or lengths cannot be converted; every error is reported.
    pub fn field_for(&self, document: &Document) -> Result<Draft, ScenarioErrors> {
        let mut found = errors::Found::default();
        let draft = field::field(self, document, &mut found);
        match draft {
            Some(draft) if found.is_empty() => Ok(draft),
            _ => Err(found.into_errors(&self.origin, &self.text)),
        }
    }
}
