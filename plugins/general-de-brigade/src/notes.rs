//! The last words of a ruling: what it had to infer or assume.

use grognard_sdk::prelude::*;

use crate::cell::Num;

/// A length that geometry found, mm: exact when it is a plain number of hundredths of a millimetre, as
/// everything written in centimetres or inches is; else measured.
pub(crate) fn found(mm: f64) -> Amount {
    let hundredths = (mm * 100.0).round();
    if (mm * 100.0 - hundredths).abs() < 1e-3 && hundredths.abs() < 1e12 {
        Amount::exact(Ratio::new(hundredths as i64, 100))
    } else {
        Amount::measured(mm)
    }
}

/// Leans on a cell, where a ruling has to say so.
pub(crate) fn lean(judge: &mut Judge, num: &Num) {
    if num.provenance.needs_mention() {
        judge.lean_on(num.mention());
    }
}

/// Leans on a cell whose number has to be known; leaves the ruling open, or refuses, where it is not.
pub(crate) fn rely(judge: &mut Judge, num: &Num, clause: &'static str) {
    lean(judge, num);
    if num.value.is_some() {
        return;
    }
    let (slug, weight) = if num.barred {
        ("change-not-allowed", Weight::Refuses)
    } else {
        ("cell-unknown", Weight::Unsettles)
    };
    let mut findings = judge.so_far().findings.iter();
    if !findings.any(|it| it.slug == slug && it.other == num.key) {
        let finding = Finding::refuses(Id::of(slug), Id::of(clause), judge.subject());
        judge.find(Finding { weight, ..finding }.about(num.key));
    }
}

/// Says once that the source is silent on something, and by which default the ruling goes on. The
/// slug is one of the family `source-silent`.
pub(crate) fn silent(judge: &mut Judge, subject: &Id, slug: &'static str) {
    if !judge.so_far().has(slug) {
        judge.find(Finding::notes(Id::of(slug), Id::default(), *subject));
    }
}

/// Says that a reading which the source does not support decided.
pub(crate) fn assumed(judge: &mut Judge, subject: &Id, by: &'static str) {
    judge.find(
        Finding::notes(Id::of("note-assumed"), Id::default(), *subject)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_geometry_finds_is_exact_only_when_it_is_plain() {
        assert_eq!(found(149.999_999_998_8), Amount::exact(Ratio::int(150)));
        assert_eq!(found(6.35), Amount::exact(Ratio::new(127, 20)));
        assert!(!found(100.0 / 3.0).is_exact());
        assert_eq!(found(100.0 / 3.0).to_string(), "33.3333");
    }
}
