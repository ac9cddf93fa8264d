//! One number of the charts, ready for use.

use grognard_sdk::prelude::*;

/// A cell read once when the ruleset is opened. Its key is a constant, so naming it costs nothing.
#[derive(Clone, Debug)]
pub(crate) struct Num {
    /// Millimetres for distances, else the number as it stands; none when barred or unknown.
    pub value: Option<Ratio>,
    /// Whether the rules say that it cannot be done.
    pub barred: bool,
    /// The full key.
    pub key: Id,
    /// Where the number comes from.
    pub provenance: Provenance,
}

impl Num {
    /// How a ruling mentions it.
    pub(crate) fn mention(&self) -> CellUse {
        CellUse {
            cell: self.key,
            provenance: Id::of(self.provenance.name()),
        }
    }

    /// The number; zero where there is none.
    pub(crate) fn or_zero(&self) -> Ratio {
        self.value.unwrap_or(Ratio::ZERO)
    }

    /// The same cell without a number: it cannot be done.
    pub(crate) fn bar(&mut self) {
        self.value = None;
        self.barred = true;
    }

    /// The same cell without a number: it is not known.
    pub(crate) fn forget(&mut self) {
        self.value = None;
        self.barred = false;
    }
}

/// Reads cells of a rulebook in the unit of its scale.
pub(crate) struct Reader<'a> {
    /// The cells.
    pub charts: &'a Charts,
    /// The cells as the ruleset brings them, for what a battle cannot do without.
    pub bundled: &'a Charts,
    /// The unit of the scale: centimetres or inches.
    pub unit: LengthUnit,
}

/// The two keys of a distance: the centimetre column and the inch column.
macro_rules! columns {
    ($key:literal) => {
        [concat!($key, ".cm"), concat!($key, ".in")]
    };
}

pub(crate) use columns;

impl Reader<'_> {
    /// A distance; millimetres.
    pub(crate) fn length(&self, [cm, inch]: [&'static str; 2]) -> Result<Num, Fault> {
        let key = if self.unit == LengthUnit::Inch {
            inch
        } else {
            cm
        };
        let mut num = self.number(key)?;
        num.value = num.value.map(|value| value * self.unit.millimetres());
        Ok(num)
    }

    /// The size of a base; millimetres, from 1 mm to 1 m. Bases have to have one, so an unknown cell
    /// gives way to the bundled one.
    pub(crate) fn size(&self, columns: [&'static str; 2]) -> Result<Num, Fault> {
        let mut num = self.length(columns)?;
        if num.value.is_none() {
            let bundled = Reader {
                charts: self.bundled,
                ..*self
            };
            num = bundled.length(columns)?;
        }
        match num.value {
            Some(mm) if mm >= Ratio::ONE && mm <= Ratio::int(1000) => Ok(num),
            _ => Err(Fault::rulebook(format!(
                "the cell '{}' must be a length from 1 mm to 1 m",
                num.key
            ))),
        }
    }

    /// A number of figures or files, or of widths; at least 1. An unknown cell gives way to the
    /// bundled one.
    pub(crate) fn count(&self, key: &'static str) -> Result<Num, Fault> {
        let mut num = self.number(key)?;
        if num.value.is_none() {
            let bundled = Reader {
                charts: self.bundled,
                ..*self
            };
            num = bundled.number(key)?;
        }
        match num.value {
            Some(n) if n >= Ratio::ONE && n <= Ratio::int(1000) => Ok(num),
            _ => Err(Fault::rulebook(format!(
                "the cell '{key}' must be a number from 1 to 1000"
            ))),
        }
    }

    /// The same, and whole.
    pub(crate) fn whole(&self, key: &'static str) -> Result<Num, Fault> {
        let num = self.count(key)?;
        if num.or_zero().den() == 1 {
            Ok(num)
        } else {
            Err(Fault::rulebook(format!(
                "the cell '{key}' must be a whole number"
            )))
        }
    }

    /// A share or a count.
    pub(crate) fn number(&self, key: &'static str) -> Result<Num, Fault> {
        let cell = self.charts.cell(key)?;
        if let Some(text) = cell.text() {
            return Err(Fault::rulebook(format!(
                "the cell '{key}' says '{text}'; write a number, \"na\" or \"unknown\""
            )));
        }
        if cell.number().is_some_and(|number| number < Ratio::ZERO) {
            return Err(Fault::rulebook(format!(
                "the cell '{key}' is negative; write 0 or more"
            )));
        }
        Ok(Num {
            value: cell.number(),
            barred: cell.is_not_allowed(),
            key: Id::of(key),
            provenance: cell.provenance,
        })
    }
}
