use std::collections::BTreeMap;

use grognard_core::{Cell, CellValue, Document, Provenance, Rulebook};
use grognard_sdk::read_chart;
use serde::{Deserialize, Serialize};

use crate::error::EngineError;
use crate::scenario::RulesSettings;
use crate::suggest::suggestion;

/// How a ruleset is to be played: what a scenario or a script changes of it, and the dice's seed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The seed of the dice.
    #[serde(default)]
    pub seed: u64,
    /// The scale; the ruleset's first when none is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<String>,
    /// Readings that differ from their defaults.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub readings: BTreeMap<String, String>,
    /// Changes to the charts, made in this order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub charts: Vec<ChartChange>,
}

/// A change to a ruleset's charts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChartChange {
    /// Numbers that had to be assumed count as unknown.
    PrintedOnly,
    /// Single cells, by full key; each has to exist.
    Cells(BTreeMap<String, CellValue>),
    /// The text of a chart file; it may bring new cells.
    File {
        /// Its name, for messages.
        name: String,
        /// Its text.
        text: String,
    },
}

impl Setup {
    /// The rulebook that holds: what `document` prints, changed as the scenario's `settings` say, then
    /// as this setup says.
    ///
    /// # Errors
    /// When a scale, reading, value or cell is not one of the ruleset's; the message names the
    /// nearest that is.
    pub fn rulebook(
        &self,
        document: &Document,
        settings: &RulesSettings,
    ) -> Result<Rulebook, EngineError> {
        let mut book = Rulebook::printed(document);
        if settings.printed_only {
            book.printed_only();
        }
        book.cells.extend(settings.cells.clone());
        if let Some(scale) = self.scale.as_ref().or(settings.scale.as_ref()) {
            let known = document.manifest.scales.iter().map(|s| s.id.as_str());
            if !known.clone().any(|id| id == scale) {
                return Err(EngineError::setup(format!(
                    "{} has no scale '{scale}'{}",
                    document.manifest.id,
                    suggestion(scale, known)
                )));
            }
            book.scale.clone_from(scale);
        }
        for (id, value) in settings.readings.iter().chain(&self.readings) {
            let Some(reading) = document.reading(id) else {
                let known = document.readings.iter().map(|r| r.id.as_str());
                return Err(EngineError::setup(format!(
                    "{} has no reading '{id}'{}",
                    document.manifest.id,
                    suggestion(id, known)
                )));
            };
            let fits = |v: &str| v == value || (v == "number" && value.parse::<u32>().is_ok());
            if !reading.values.iter().any(|v| fits(&v.id)) {
                let known = reading.values.iter().map(|v| v.id.as_str());
                return Err(EngineError::setup(format!(
                    "reading '{id}' cannot be '{value}'{}",
                    suggestion(value, known)
                )));
            }
            book.readings.insert(id.clone(), value.clone());
        }
        for change in &self.charts {
            change.apply(document, &mut book)?;
        }
        Ok(book)
    }
}

/// A message that names its file, once.
fn named(file: &str, message: &str) -> String {
    if message.contains(file) {
        message.to_owned()
    } else {
        format!("{file}: {message}")
    }
}

impl ChartChange {
    fn apply(&self, document: &Document, book: &mut Rulebook) -> Result<(), EngineError> {
        match self {
            Self::PrintedOnly => book.printed_only(),
            Self::Cells(cells) => {
                for (key, value) in cells {
                    let Some(cell) = book.cells.get_mut(key) else {
                        let known = book.cells.keys().map(String::as_str);
                        return Err(EngineError::setup(format!(
                            "the charts of {} have no cell '{key}'{}",
                            document.manifest.id,
                            suggestion(key, known)
                        )));
                    };
                    cell.value = value.clone();
                    cell.provenance = Provenance::House;
                }
            }
            Self::File { name, text } => {
                let chart = read_chart(name, text)
                    .map_err(|fault| EngineError::setup(named(name, &fault.message)))?;
                if !document.charts.iter().any(|c| c.id == chart.id) {
                    let known = document.charts.iter().map(|c| c.id.as_str());
                    return Err(EngineError::setup(format!(
                        "{name}: {} has no chart '{}'{}",
                        document.manifest.id,
                        chart.id,
                        suggestion(&chart.id, known)
                    )));
                }
                for (key, cell) in chart.cells {
                    let cell = Cell {
                        provenance: Provenance::House,
                        ..cell
                    };
                    book.cells.insert(format!("{}.{key}", chart.id), cell);
                }
            }
        }
        Ok(())
    }
}
