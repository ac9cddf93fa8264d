use std::collections::BTreeMap;

use grognard_core::{CellUse, CellValue, Fault, Id, LengthUnit, Provenance, Ratio, Rulebook};

/// The chart cells that hold in a game, by full key.
#[derive(Clone, Debug, Default)]
pub struct Charts {
    cells: BTreeMap<String, ChartCell>,
}

/// One cell, with the key that rulings name it by.
#[derive(Clone, Debug)]
pub struct ChartCell {
    /// The full key: `rates.foot.line.clear`.
    pub key: Id,
    /// What stands in it.
    pub value: CellValue,
    /// Where that comes from.
    pub provenance: Provenance,
}

impl Charts {
    /// The cells of a rulebook.
    pub fn new(book: &Rulebook) -> Self {
        let cell = |(key, cell): (&String, &grognard_core::Cell)| {
            let made = ChartCell {
                key: Id::from(key.as_str()),
                value: cell.value.clone(),
                provenance: cell.provenance,
            };
            (key.clone(), made)
        };
        Self {
            cells: book.cells.iter().map(cell).collect(),
        }
    }

    /// The cell under `key`, when there is one.
    pub fn get(&self, key: &str) -> Option<&ChartCell> {
        self.cells.get(key)
    }

    /// The cell under `key`.
    ///
    /// # Errors
    /// When there is none.
    pub fn cell(&self, key: &str) -> Result<ChartCell, Fault> {
        self.get(key)
            .cloned()
            .ok_or_else(|| Fault::rulebook(format!("the charts have no cell '{key}'; add it")))
    }

    /// Every cell whose key begins with `prefix`, in the order of their keys.
    pub fn under<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = &'a ChartCell> {
        self.cells
            .range(prefix.to_owned()..)
            .take_while(move |(key, _)| key.starts_with(prefix))
            .map(|(_, cell)| cell)
    }
}

impl ChartCell {
    /// The number, when it is one.
    pub fn number(&self) -> Option<Ratio> {
        match self.value {
            CellValue::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The number as millimetres, when it counts `unit`.
    pub fn millimetres(&self, unit: LengthUnit) -> Option<Ratio> {
        self.number().map(|number| number * unit.millimetres())
    }

    /// The word, when it is one.
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            CellValue::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Whether no number is known.
    pub fn is_unknown(&self) -> bool {
        self.value == CellValue::Unknown
    }

    /// Whether the rules say it cannot be done.
    pub fn is_not_allowed(&self) -> bool {
        self.value == CellValue::NotAllowed
    }

    /// How a ruling mentions it.
    pub fn mention(&self) -> CellUse {
        CellUse {
            cell: self.key,
            provenance: Id::of(self.provenance.name()),
        }
    }
}
