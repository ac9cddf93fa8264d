use std::collections::BTreeSet;

use grognard_core::{Amount, Finding, Measure, Ratio, Ruling, Verdict, Weight};
use grognard_engine::explain;

use super::{Comparison, LENGTH_SLACK, near, same};
use crate::then::{Number, Read, Told};

/// How far a share may be off when it came out of geometry.
const SHARE_SLACK: f64 = 1e-3;

impl Comparison<'_> {
    pub(super) fn ruling(&self, ruling: &Ruling, list: &mut Vec<String>) {
        let then = self.then;
        self.verdict(ruling, list);
        let against: Vec<&Finding> = ruling
            .findings
            .iter()
            .filter(|finding| finding.weight != Weight::Notes)
            .collect();
        if let Some(wanted) = &then.findings {
            self.findings(wanted, &against, list);
        }
        let all: Vec<&Finding> = ruling.findings.iter().collect();
        self.notes(&all, list);
        self.leaned_on(std::slice::from_ref(ruling), list);
        self.number(
            "spent",
            then.spent.as_ref(),
            Some(ruling.spent),
            Measure::Share,
            list,
        );
        self.number(
            "left",
            then.left.as_ref(),
            Some(ruling.budget - ruling.spent),
            Measure::Share,
            list,
        );
        let first = against.first();
        let measure = first.map_or(Measure::None, |finding| finding.measure);
        let of = |number: fn(&Finding) -> Option<Amount>| first.and_then(|finding| number(finding));
        self.number(
            "needed",
            then.needed.as_ref(),
            of(|f| f.needed.into_option()),
            measure,
            list,
        );
        self.number(
            "available",
            then.available.as_ref(),
            of(|f| f.available.into_option()),
            measure,
            list,
        );
        self.rolls(ruling.rolls.iter().map(|roll| roll.outcome.as_str()), list);
        same("pending", then.pending, ruling.pending(), list);
    }

    /// What rulings tell together: one of them has to cite, lean on and find each thing.
    pub(super) fn leaned_on(&self, rulings: &[Ruling], list: &mut Vec<String>) {
        let then = self.then;
        let missing = |wanted: &str, has: bool, what: &str, list: &mut Vec<String>| {
            if !has {
                list.push(format!("{what}: expected {wanted} among them"));
            }
        };
        for clause in &then.clauses {
            let mut cited = rulings.iter().flat_map(|ruling| &ruling.clauses);
            missing(
                clause,
                cited.any(|known| *known == clause.as_str()),
                "clauses",
                list,
            );
        }
        let cells = || rulings.iter().flat_map(|ruling| &ruling.cells);
        for cell in &then.cells {
            let has = cells().any(|leaned| leaned.cell == cell.as_str());
            missing(cell, has, "cells", list);
        }
        for (reading, value) in &then.readings {
            let mut readings = rulings.iter().flat_map(|ruling| &ruling.readings);
            let has = readings
                .any(|leaned| leaned.reading == reading.as_str() && leaned.value == value.as_str());
            missing(&format!("{reading} = {value}"), has, "readings", list);
        }
        for (slug, told) in &then.finding {
            let findings = rulings.iter().flat_map(|ruling| &ruling.findings);
            let wrong = findings
                .filter(|finding| finding.slug == slug.as_str())
                .map(|finding| {
                    let mut wrong = Vec::new();
                    self.told(finding, told, &mut wrong);
                    wrong
                })
                .min_by_key(Vec::len);
            match wrong {
                Some(wrong) => list.extend(wrong),
                None => list.push(format!("finding {slug}: there is none")),
            }
        }
        let assumed =
            cells().any(|cell| ["inferred", "assumed"].contains(&cell.provenance.as_str()));
        same("assumed", then.assumed, assumed, list);
    }

    fn verdict(&self, ruling: &Ruling, list: &mut Vec<String>) {
        let then = self.then;
        let got = ruling.verdict.name();
        match &then.verdict {
            Some(wanted) if wanted != got => {
                list.push(format!("verdict: expected {wanted}, got {got}"))
            }
            Some(_) => {}
            None => {
                let against = then
                    .findings
                    .as_ref()
                    .is_some_and(|findings| !findings.is_empty());
                if !against && ruling.verdict != Verdict::Allowed {
                    list.push(format!("verdict: expected allowed, got {got}"));
                }
            }
        }
    }

    fn findings(&self, wanted: &[String], got: &[&Finding], list: &mut Vec<String>) {
        let document = self.given.battle.document();
        let names = |finding: &Finding, name: &str| {
            finding.slug == name || explain::family(document, finding) == name
        };
        let met = wanted
            .iter()
            .all(|name| got.iter().any(|finding| names(finding, name)))
            && got
                .iter()
                .all(|finding| wanted.iter().any(|name| names(finding, name)));
        if !met {
            let got: BTreeSet<&str> = got.iter().map(|finding| finding.slug.as_str()).collect();
            let got: Vec<&str> = got.into_iter().collect();
            list.push(format!(
                "findings: expected [{}], got [{}]",
                wanted.join(", "),
                got.join(", ")
            ));
        }
    }

    pub(super) fn notes(&self, findings: &[&Finding], list: &mut Vec<String>) {
        let has = |slug: &String| findings.iter().any(|finding| finding.slug == slug.as_str());
        for slug in self.then.notes.iter().filter(|slug| !has(slug)) {
            list.push(format!("notes: expected {slug} among them"));
        }
        for slug in self.then.silent.iter().filter(|slug| has(slug)) {
            list.push(format!("notes: expected no {slug}"));
        }
    }

    pub(super) fn rolls<'r>(&self, got: impl Iterator<Item = &'r str>, list: &mut Vec<String>) {
        if let Some(wanted) = &self.then.rolls {
            let got: Vec<&str> = got.collect();
            if *wanted != got {
                list.push(format!(
                    "rolls: expected [{}], got [{}]",
                    wanted.join(", "),
                    got.join(", ")
                ));
            }
        }
    }

    fn told(&self, finding: &Finding, told: &Told, list: &mut Vec<String>) {
        let slug = &finding.slug;
        let measure = finding.measure;
        let mut number = |key: &str, wanted: &Option<Number>, got: Option<Amount>| {
            self.number(
                &format!("finding {slug}: {key}"),
                wanted.as_ref(),
                got,
                measure,
                list,
            );
        };
        number("needed", &told.needed, finding.needed.into_option());
        number(
            "available",
            &told.available,
            finding.available.into_option(),
        );
        number("margin", &told.margin, finding.margin());
        let mut word = |key: &str, wanted: &Option<String>, got: &str| {
            same(
                &format!("finding {slug}: {key}"),
                wanted.as_deref(),
                got,
                list,
            );
        };
        word("other", &told.other, finding.other.as_str());
        word("subject", &told.subject, finding.subject.as_str());
        word("clause", &told.clause, finding.clause.as_str());
    }

    /// Compares an amount: exactly when both sides are exact, lengths in the case's unit.
    fn number(
        &self,
        what: &str,
        wanted: Option<&Number>,
        got: Option<Amount>,
        measure: Measure,
        list: &mut Vec<String>,
    ) {
        let Some(wanted) = wanted else { return };
        let Some(got) = got else {
            list.push(format!("{what}: expected {wanted:?}, got none"));
            return;
        };
        let read = match wanted.read() {
            Ok(read) => read,
            Err(message) => {
                list.push(format!("{what}: {message}"));
                return;
            }
        };
        let unit = self.given.unit;
        let met = match (measure, read) {
            (Measure::Length, read) => near(got.to_f64(), read.millimetres(unit), LENGTH_SLACK),
            (_, Read::Exact(exact)) => agrees(got, exact),
            (_, Read::Length(_)) => false,
        };
        if !met {
            let got = match measure {
                Measure::Length => format!(
                    "{} {}",
                    got.to_f64() / unit.millimetres().to_f64(),
                    unit.symbol()
                ),
                _ => got.to_string(),
            };
            list.push(format!("{what}: expected {wanted:?}, got {got}"));
        }
    }
}

/// Whether an amount is the number: exactly, unless it came out of geometry.
fn agrees(got: Amount, wanted: Ratio) -> bool {
    if got.is_exact() {
        got.exact == wanted
    } else {
        near(got.to_f64(), wanted.to_f64(), SHARE_SLACK)
    }
}
