//! Names that come from data files, kept once for the life of the program so that ids made of them
//! are free to clone. There are as many as the charts have distinct keys.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use grognard_sdk::prelude::Id;

static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());

/// The id of `text`.
pub(crate) fn intern(text: &str) -> Id {
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = names.get(text) {
        return Id::of(known);
    }
    let kept: &'static str = Box::leak(text.to_owned().into_boxed_str());
    names.insert(kept);
    Id::of(kept)
}
