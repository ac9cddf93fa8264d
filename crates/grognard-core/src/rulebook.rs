use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Cell, CellValue, Document, Provenance};

/// A ruleset as it is to be played: its charts, readings and scale, after everything that the
/// scenario or the script changed.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Rulebook {
    /// Every cell, by its full key (`rates.foot.line.clear`).
    pub cells: BTreeMap<String, Cell>,
    /// Every reading's value.
    pub readings: BTreeMap<String, String>,
    /// The scale chosen among those the manifest names; empty when it names none.
    pub scale: String,
}

impl Rulebook {
    /// The rulebook as the document prints it: bundled charts, default readings, first scale.
    pub fn printed(document: &Document) -> Self {
        let mut cells = BTreeMap::new();
        for chart in &document.charts {
            for (key, cell) in &chart.cells {
                cells.insert(format!("{}.{key}", chart.id), cell.clone());
            }
        }
        let readings = document
            .readings
            .iter()
            .map(|reading| (reading.id.clone(), reading.default_value().to_owned()))
            .collect();
        let scale = document
            .manifest
            .scales
            .first()
            .map_or(String::new(), |s| s.id.clone());
        Self {
            cells,
            readings,
            scale,
        }
    }

    /// Turns every cell that the source does not support into an unknown one.
    pub fn printed_only(&mut self) {
        for cell in self.cells.values_mut() {
            if cell.provenance == Provenance::Assumed {
                cell.value = CellValue::Unknown;
            }
        }
    }

    /// The value of a reading; empty when there is none of that name.
    pub fn reading(&self, id: &str) -> &str {
        self.readings.get(id).map_or("", String::as_str)
    }
}
