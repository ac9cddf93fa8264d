//! The last words of a ruling: what it had to infer or assume.

use grognard_sdk::prelude::*;

use crate::cell::Num;

/// Leans on a cell, where a ruling has to say so.
pub(crate) fn lean(judge: &mut Judge, num: &Num) {
    if num.provenance.needs_mention() {
        judge.lean_on(num.mention());
    }
}

/// Says once that the source is silent on something, and by which default the ruling goes on. The
/// slug is one of the family `source-silent`.
pub(crate) fn silent(judge: &mut Judge, subject: &Id, slug: &'static str) {
    if !judge.so_far().has(slug) {
        judge.find(Finding::notes(Id::of(slug), Id::default(), subject.clone()));
    }
}

/// Says that a reading which the source does not support decided.
pub(crate) fn assumed(judge: &mut Judge, subject: &Id, by: &'static str) {
    judge.find(
        Finding::notes(Id::of("note-assumed"), Id::default(), subject.clone())
            .with(Id::of("by"), Value::text(by)),
    );
}

/// The ruling, with a note that names the inferred cells and one that names the assumed ones.
pub(crate) fn done(mut judge: Judge) -> Ruling {
    if !judge.so_far().cells.is_empty() {
        for (provenance, slug) in [("inferred", "note-inferred"), ("assumed", "note-assumed")] {
            let cells = judge
                .so_far()
                .cells
                .iter()
                .filter(|cell| cell.provenance == provenance);
            let keys: Vec<&str> = cells.map(|cell| cell.cell.as_str()).collect();
            if !keys.is_empty() {
                let note = Finding::notes(Id::of(slug), Id::default(), judge.subject())
                    .with(Id::of("by"), Value::text(&keys.join(", ")));
                judge.find(note);
            }
        }
    }
    judge.done()
}
