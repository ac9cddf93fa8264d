//! The table of changes of formation, as the readings have it (S2-7).

use grognard_sdk::prelude::*;

use crate::cell::{Num, Reader};
use crate::readings::Settings;

const KEYS: [[&str; 5]; 5] = [
    [
        "change.column.column",
        "change.column.line",
        "change.column.battalion-square",
        "change.column.regiment-square",
        "change.column.skirmish",
    ],
    [
        "change.line.column",
        "change.line.line",
        "change.line.battalion-square",
        "change.line.regiment-square",
        "change.line.skirmish",
    ],
    [
        "change.battalion-square.column",
        "change.battalion-square.line",
        "change.battalion-square.battalion-square",
        "change.battalion-square.regiment-square",
        "change.battalion-square.skirmish",
    ],
    [
        "change.regiment-square.column",
        "change.regiment-square.line",
        "change.regiment-square.battalion-square",
        "change.regiment-square.regiment-square",
        "change.regiment-square.skirmish",
    ],
    [
        "change.skirmish.column",
        "change.skirmish.line",
        "change.skirmish.battalion-square",
        "change.skirmish.regiment-square",
        "change.skirmish.skirmish",
    ],
];

/// The cells that differ when the rows are the formation taken: row, column, key.
const ROWS_TAKEN: [(usize, usize, &str); 3] = [
    (0, 3, "change-to.column.regiment-square"),
    (3, 0, "change-to.regiment-square.column"),
    (2, 3, "change-to.battalion-square.regiment-square"),
];

/// The places that hold the dashes when they are not on the diagonal.
const FORBIDDEN: [(usize, usize); 3] = [(4, 2), (4, 3), (3, 4)];

/// Reads the table for the readings `set`.
pub(crate) fn read(
    reader: &Reader<'_>,
    set: &Settings,
    lost: &dyn Fn(&str) -> bool,
) -> Result<[[Num; 5]; 5], Fault> {
    let line = |keys: [&'static str; 5]| -> Result<[Num; 5], Fault> {
        let [a, b, c, d, e] = keys;
        Ok([
            reader.number(a)?,
            reader.number(b)?,
            reader.number(c)?,
            reader.number(d)?,
            reader.number(e)?,
        ])
    };
    let [a, b, c, d, e] = KEYS;
    let mut table = [line(a)?, line(b)?, line(c)?, line(d)?, line(e)?];
    if set.rows_are_taken {
        for (from, to, key) in ROWS_TAKEN {
            table[from][to] = reader.number(key)?;
        }
    }
    for row in &mut table {
        for cell in row {
            lose(cell, set, lost);
        }
    }
    if set.half_is_column_to_line {
        let (plain, other) = (table[0][0].value, table[0][1].value);
        table[0][0].value = other;
        table[0][1].value = plain;
    }
    if set.dashes_forbid {
        for (from, to) in FORBIDDEN {
            table[from][to].bar();
        }
    }
    Ok(table)
}

/// The readings that had a say in a cell.
pub(crate) fn readings(num: &Num) -> impl Iterator<Item = &'static str> {
    let key = num.key.as_str();
    let cell = key
        .strip_prefix("change-to.")
        .or_else(|| key.strip_prefix("change."))
        .unwrap_or("");
    let sense = ROWS_TAKEN
        .iter()
        .any(|(_, _, other)| other.ends_with(cell) && !cell.is_empty());
    let half = matches!(cell, "column.column" | "column.line");
    let dash = num.barred || FORBIDDEN.iter().any(|(from, to)| KEYS[*from][*to] == key);
    let rebuilt = num.provenance == Provenance::Inferred || num.value.is_none();
    [
        ("formation-table", sense),
        ("lost-cells", rebuilt),
        ("second-half-cell", half),
        ("dash-cells", dash),
    ]
    .into_iter()
    .filter_map(|(reading, said)| said.then_some(reading))
}

/// Forgets a rebuilt number where the reading wants lost cells unknown. A house number stays.
pub(crate) fn lose(cell: &mut Num, set: &Settings, lost: &dyn Fn(&str) -> bool) {
    if set.lost_unknown && cell.provenance == Provenance::Inferred && lost(cell.key.as_str()) {
        cell.forget();
    }
}
