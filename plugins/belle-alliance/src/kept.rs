use std::collections::BTreeSet;
use std::sync::Mutex;

use grognard_sdk::prelude::*;

/// The cell of that key, under a key that is kept.
pub(crate) fn lasting(charts: &Charts, key: &str) -> Result<ChartCell, Fault> {
    let mut cell = charts.cell(key)?;
    cell.key = kept(key);
    Ok(cell)
}

/// An id that is kept for good, which makes cloning it free. Chart keys go into every ruling; each is
/// kept once, however often the rules are opened.
pub(crate) fn kept(text: &str) -> Id {
    static KEPT: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut kept = KEPT
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(known) = kept.get(text) {
        return Id::of(known);
    }
    let text: &'static str = Box::leak(text.to_owned().into_boxed_str());
    kept.insert(text);
    Id::of(text)
}
