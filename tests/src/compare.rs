//! Comparing what came of a step with what a case says of it.

use std::collections::BTreeSet;

use grognard_core::{
    Amount, Field, Fields, Finding, LengthUnit, Measure, Ratio, Rect, Ruling, Unit, Value, Verdict, Weight,
};
use grognard_engine::explain;
use grognard_engine::script::{Outcome, Step, typed_condition};

use crate::given::Given;
use crate::run::is_ruled;
use crate::then::{Number, Read, Then, Told};

/// How far a share may be off when it came out of geometry.
const SHARE_SLACK: f64 = 1e-3;

/// How far a place or a length may be off, mm.
const LENGTH_SLACK: f64 = 0.1;

/// How far a facing may be off, degrees.
const DEGREE_SLACK: f64 = 0.01;

pub(crate) struct Comparison<'a> {
    pub(crate) given: &'a Given,
    pub(crate) step: &'a Step,
    pub(crate) outcome: &'a Outcome,
    pub(crate) then: &'a Then,
}

impl Comparison<'_> {
    /// Everything that is not as expected.
    pub(crate) fn differences(&self) -> Vec<String> {
        let mut list = Vec::new();
        if is_ruled(self.step) {
            match self.outcome.rulings.first() {
                Some(ruling) => self.ruling(ruling, &mut list),
                None => list.push("there is no ruling".to_owned()),
            }
        } else {
            let all: Vec<&Finding> =
                self.outcome.rulings.iter().flat_map(|ruling| ruling.findings.iter()).collect();
            self.notes(&all, &mut list);
            let rolls = self.outcome.rulings.iter().flat_map(|ruling| &ruling.rolls);
            self.rolls(rolls.map(|roll| roll.outcome.as_str()), &mut list);
        }
        self.board(&mut list);
        list
    }

    fn ruling(&self, ruling: &Ruling, list: &mut Vec<String>) {
        let then = self.then;
        self.verdict(ruling, list);
        let against: Vec<&Finding> =
            ruling.findings.iter().filter(|finding| finding.weight != Weight::Notes).collect();
        if let Some(wanted) = &then.findings {
            self.findings(wanted, &against, list);
        }
        let all: Vec<&Finding> = ruling.findings.iter().collect();
        self.notes(&all, list);
        let missing = |wanted: &String, has: bool, what: &str, list: &mut Vec<String>| {
            if !has {
                list.push(format!("{what}: expected {wanted} among them"));
            }
        };
        for clause in &then.clauses {
            missing(clause, ruling.clauses.iter().any(|known| known == clause.as_str()), "clauses", list);
        }
        for cell in &then.cells {
            let has = ruling.cells.iter().any(|leaned| leaned.cell == cell.as_str());
            missing(cell, has, "cells", list);
        }
        for (reading, value) in &then.readings {
            let has = ruling.readings.iter().any(|leaned| {
                leaned.reading == reading.as_str() && leaned.value == value.as_str()
            });
            missing(&format!("{reading} = {value}"), has, "readings", list);
        }
        self.number("spent", then.spent.as_ref(), Some(ruling.spent), Measure::Share, list);
        self.number("left", then.left.as_ref(), Some(ruling.budget - ruling.spent), Measure::Share, list);
        let first = against.first();
        let measure = first.map_or(Measure::None, |finding| finding.measure);
        let of = |number: fn(&Finding) -> Option<Amount>| first.and_then(|finding| number(finding));
        self.number("needed", then.needed.as_ref(), of(|f| f.needed.into_option()), measure, list);
        self.number("available", then.available.as_ref(), of(|f| f.available.into_option()), measure, list);
        for (slug, told) in &then.finding {
            match ruling.findings.iter().find(|finding| finding.slug == slug.as_str()) {
                Some(finding) => self.told(finding, told, list),
                None => list.push(format!("finding {slug}: there is none")),
            }
        }
        self.rolls(ruling.rolls.iter().map(|roll| roll.outcome.as_str()), list);
        let assumed = ruling.cells.iter().any(|cell| ["inferred", "assumed"].contains(&cell.provenance.as_str()));
        same("assumed", then.assumed, assumed, list);
        same("pending", then.pending, ruling.pending(), list);
    }

    fn verdict(&self, ruling: &Ruling, list: &mut Vec<String>) {
        let then = self.then;
        let got = ruling.verdict.name();
        match &then.verdict {
            Some(wanted) if wanted != got => list.push(format!("verdict: expected {wanted}, got {got}")),
            Some(_) => {}
            None => {
                let against = then.findings.as_ref().is_some_and(|findings| !findings.is_empty());
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
        let met = wanted.iter().all(|name| got.iter().any(|finding| names(finding, name)))
            && got.iter().all(|finding| wanted.iter().any(|name| names(finding, name)));
        if !met {
            let got: BTreeSet<&str> = got.iter().map(|finding| finding.slug.as_str()).collect();
            let got: Vec<&str> = got.into_iter().collect();
            list.push(format!("findings: expected [{}], got [{}]", wanted.join(", "), got.join(", ")));
        }
    }

    fn notes(&self, findings: &[&Finding], list: &mut Vec<String>) {
        let has = |slug: &String| findings.iter().any(|finding| finding.slug == slug.as_str());
        for slug in self.then.notes.iter().filter(|slug| !has(slug)) {
            list.push(format!("notes: expected {slug} among them"));
        }
        for slug in self.then.silent.iter().filter(|slug| has(slug)) {
            list.push(format!("notes: expected no {slug}"));
        }
    }

    fn rolls<'r>(&self, got: impl Iterator<Item = &'r str>, list: &mut Vec<String>) {
        if let Some(wanted) = &self.then.rolls {
            let got: Vec<&str> = got.collect();
            if *wanted != got {
                list.push(format!("rolls: expected [{}], got [{}]", wanted.join(", "), got.join(", ")));
            }
        }
    }

    fn told(&self, finding: &Finding, told: &Told, list: &mut Vec<String>) {
        let slug = &finding.slug;
        let measure = finding.measure;
        let mut number = |key: &str, wanted: &Option<Number>, got: Option<Amount>| {
            self.number(&format!("finding {slug}: {key}"), wanted.as_ref(), got, measure, list);
        };
        number("needed", &told.needed, finding.needed.into_option());
        number("available", &told.available, finding.available.into_option());
        number("margin", &told.margin, finding.margin());
        let mut word = |key: &str, wanted: &Option<String>, got: &str| {
            same(&format!("finding {slug}: {key}"), wanted.as_deref(), got, list);
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
                Measure::Length => format!("{} {}", got.to_f64() / mm(unit), unit.symbol()),
                _ => got.to_string(),
            };
            list.push(format!("{what}: expected {wanted:?}, got {got}"));
        }
    }

    fn board(&self, list: &mut Vec<String>) {
        let then = &self.then.board;
        let board = self.given.battle.board();
        let scale = mm(self.given.unit);
        for (id, wanted) in &then.at {
            let got = board.unit(id).map(|unit| unit.pose.at).or_else(|| board.commander(id).map(|c| c.at));
            match got {
                Some(got) => place(&format!("at {id}"), *wanted, (got.x, got.y), scale, list),
                None => list.push(format!("at {id}: nobody is called that")),
            }
        }
        self.each(&then.facing, "facing", list, |unit, wanted, what, list| {
            let got = unit.pose.facing;
            if got.minus(grognard_core::Bearing::new(*wanted)).abs() > DEGREE_SLACK {
                list.push(format!("{what}: expected {wanted}, got {got}"));
            }
        });
        self.each(&then.formation, "formation", list, |unit, wanted, what, list| {
            same(what, Some(wanted.as_str()), unit.formation.as_str(), list);
        });
        self.each(&then.bases, "bases", list, |unit, wanted, what, list| {
            same(what, Some(*wanted), unit.bases.len(), list);
        });
        self.each(&then.figures, "figures", list, |unit, wanted, what, list| {
            same(what, Some(*wanted), unit.bases.iter().map(|base| base.figures).sum(), list);
        });
        self.each(&then.attributes, "attributes", list, |unit, wanted, what, list| {
            for (name, value) in wanted {
                let shown = unit.attribute(name).map_or("nothing".to_owned(), show);
                let value = show(&natural(value));
                if shown != value {
                    list.push(format!("{what}.{name}: expected {value}, got {shown}"));
                }
            }
        });
        self.each(&then.base_at, "base_at", list, |unit, wanted, what, list| {
            for (serial, at) in wanted {
                match unit.bases.iter().find(|base| base.serial.to_string() == *serial) {
                    Some(base) => {
                        let got = base.rect.pose.at;
                        place(&format!("{what}.{serial}"), *at, (got.x, got.y), scale, list);
                    }
                    None => list.push(format!("{what}.{serial}: there is no such base")),
                }
            }
        });
        self.each(&then.front, "front", list, |unit, wanted, what, list| {
            let corners = unit.bases.iter().flat_map(|base| base.rect.corners());
            let (west, east) = corners.fold((f64::INFINITY, f64::NEG_INFINITY), |(west, east), corner| {
                (west.min(corner.x), east.max(corner.x))
            });
            place(what, *wanted, (west, east), scale, list);
        });
        self.each(&then.width, "width", list, |unit, wanted, what, list| {
            length(what, *wanted, extent(unit).0, scale, list);
        });
        self.each(&then.depth, "depth", list, |unit, wanted, what, list| {
            length(what, *wanted, extent(unit).1, scale, list);
        });
        for id in then.gone.iter().filter(|id| board.unit(id).is_some()) {
            list.push(format!("gone: {id} is still there"));
        }
        for id in then.present.iter().filter(|id| board.unit(id).is_none()) {
            list.push(format!("present: {id} is not there"));
        }
        self.conditions(list);
        same("written", then.written, board.written.len(), list);
        same("phase", then.phase.as_deref(), board.clock.phase.as_str(), list);
        same("turn", then.turn, board.clock.turn, list);
        let active = board.clock.active.as_ref().map_or("", |side| side.as_str());
        same("active", then.active.as_deref(), active, list);
    }

    fn each<T>(
        &self,
        wanted: &std::collections::BTreeMap<String, T>,
        key: &str,
        list: &mut Vec<String>,
        compare: impl Fn(&Unit, &T, &str, &mut Vec<String>),
    ) {
        for (id, wanted) in wanted {
            match self.given.battle.board().unit(id) {
                Some(unit) => compare(unit, wanted, &format!("{key} {id}"), list),
                None => list.push(format!("{key} {id}: there is no such unit")),
            }
        }
    }

    fn conditions(&self, list: &mut Vec<String>) {
        for (id, wanted) in &self.then.board.conditions {
            let Some(held) = self.held(id) else {
                list.push(format!("conditions {id}: nobody is called that"));
                continue;
            };
            match wanted {
                toml::Value::Array(names) => {
                    for name in names.iter().filter_map(toml::Value::as_str).filter(|name| !held.has(name)) {
                        list.push(format!("conditions {id}: expected {name}, got {}", names_of(held)));
                    }
                }
                toml::Value::Table(values) => {
                    for (name, value) in values {
                        let wanted = show(&self.condition(name, value));
                        let got = Fields::get(held, name).map_or("nothing".to_owned(), show);
                        if wanted != got {
                            list.push(format!("conditions {id}.{name}: expected {wanted}, got {got}"));
                        }
                    }
                }
                other => list.push(format!("conditions {id}: {other} should be a list or a table")),
            }
        }
        for (id, unwanted) in &self.then.board.without {
            let Some(held) = self.held(id) else { continue };
            for name in unwanted.iter().filter(|name| held.has(name)) {
                list.push(format!("without {id}: {name} holds"));
            }
        }
    }

    fn condition(&self, name: &str, value: &toml::Value) -> Value {
        let specs = &self.given.battle.document().manifest.conditions;
        match specs.iter().find(|spec| spec.id == name) {
            Some(spec) => typed_condition(value, spec.kind, self.given.unit),
            None => natural(value),
        }
    }

    /// The conditions of a unit, brigade or commander, or of the battle for the empty id.
    fn held(&self, id: &str) -> Option<&[Field]> {
        let board = self.given.battle.board();
        if id.is_empty() {
            return Some(&board.conditions);
        }
        let unit = board.unit(id).map(|unit| unit.conditions.as_slice());
        let brigade = || board.brigade(id).map(|brigade| brigade.conditions.as_slice());
        let commander = || board.commander(id).map(|commander| commander.conditions.as_slice());
        unit.or_else(brigade).or_else(commander)
    }
}

fn names_of(fields: &[Field]) -> String {
    let names: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
    format!("[{}]", names.join(", "))
}

fn natural(value: &toml::Value) -> Value {
    typed_condition(value, grognard_core::ValueKind::Text, LengthUnit::Millimetre)
}

fn show(value: &Value) -> String {
    explain::plain(value, LengthUnit::Millimetre)
}

fn mm(unit: LengthUnit) -> f64 {
    unit.millimetres().to_f64()
}

fn near(one: f64, other: f64, slack: f64) -> bool {
    (one - other).abs() <= slack
}

/// Whether an amount is the number: exactly, if the amount is exact and the number no rounded one.
fn agrees(got: Amount, wanted: Ratio) -> bool {
    got == Amount::exact(wanted) || near(got.to_f64(), wanted.to_f64(), SHARE_SLACK)
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, wanted: Option<T>, got: T, list: &mut Vec<String>) {
    if let Some(wanted) = wanted
        && wanted != got
    {
        list.push(format!("{what}: expected {wanted:?}, got {got:?}"));
    }
}

fn length(what: &str, wanted: f64, got: f64, scale: f64, list: &mut Vec<String>) {
    if !near(wanted * scale, got, LENGTH_SLACK) {
        list.push(format!("{what}: expected {wanted}, got {:.4}", got / scale));
    }
}

fn place(what: &str, wanted: [f64; 2], got: (f64, f64), scale: f64, list: &mut Vec<String>) {
    let off = !near(wanted[0] * scale, got.0, LENGTH_SLACK) || !near(wanted[1] * scale, got.1, LENGTH_SLACK);
    if off {
        let (x, y) = (got.0 / scale, got.1 / scale);
        list.push(format!("{what}: expected {wanted:?}, got [{x:.4}, {y:.4}]"));
    }
}

/// Extent of a unit's ground across and along its facing, mm.
fn extent(unit: &Unit) -> (f64, f64) {
    let corners = unit.bases.iter().map(|base| &base.rect).flat_map(Rect::corners);
    let mut low = (f64::INFINITY, f64::INFINITY);
    let mut high = (f64::NEG_INFINITY, f64::NEG_INFINITY);
    for corner in corners {
        let (right, forward) = unit.pose.local(corner);
        low = (low.0.min(right), low.1.min(forward));
        high = (high.0.max(right), high.1.max(forward));
    }
    (high.0 - low.0, high.1 - low.1)
}
