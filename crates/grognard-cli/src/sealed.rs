//! What other sides have written, for a side that may not know it yet: how much it is.

use std::fmt::Write as _;

use grognard_engine::View;
use serde_json::{Value, json};

use crate::table::counted;

/// A line for each side that has written something.
pub(crate) fn text(view: &View<'_>) -> String {
    let mut out = String::new();
    for (side, count) in view.sealed().iter().filter(|(_, count)| *count > 0) {
        // Writing to a String cannot fail.
        let _ = writeln!(out, "{} sealed by {side}", counted(*count, "written order"));
    }
    out
}

/// How many orders each other side has sealed.
pub(crate) fn json(view: &View<'_>) -> Value {
    let counts = view.sealed().iter();
    counts
        .map(|(side, count)| (side.to_string(), json!(count)))
        .collect::<serde_json::Map<_, _>>()
        .into()
}
