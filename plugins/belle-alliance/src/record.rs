//! How many changes of formation a unit may make in a bound, and which it made.

use grognard_sdk::prelude::*;

use crate::memory;
use crate::rules::BelleAlliance;

/// How a change of formation counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// The one a unit has in a bound.
    Ordinary,
    /// One that does not count: the kind of act, and the clause that exempts it.
    Exempt(&'static str, &'static str),
    /// One made as part of an exempt act: the clause that grants it.
    Tied(&'static str),
}

/// What a unit has changed in this bound, an act in hand included.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    unit: Id,
    ordinary: i64,
    tied: i64,
    exempt: Vec<String>,
    halvings: i64,
}

impl Record {
    /// What the board remembers of a unit.
    pub(crate) fn of(unit: &Unit) -> Self {
        let acts = unit.condition(memory::EXEMPT).map_or(&[][..], Value::items);
        Self {
            unit: unit.id,
            ordinary: memory::count(unit, memory::ORDINARY),
            tied: memory::count(unit, memory::TIED),
            exempt: acts
                .iter()
                .filter_map(Value::as_str)
                .map(str::to_owned)
                .collect(),
            halvings: memory::count(unit, memory::HALVINGS),
        }
    }

    /// The record of a unit that comes into being.
    pub(crate) fn blank(unit: &Id) -> Self {
        Self {
            unit: *unit,
            ordinary: 0,
            tied: 0,
            exempt: Vec::new(),
            halvings: 0,
        }
    }

    /// Enters one more change, and refuses when the unit may not make it.
    pub(crate) fn enter(&mut self, rules: &BelleAlliance, judge: &mut Judge, class: Class) {
        judge.cite(Id::of("S4-10"));
        match class {
            Class::Ordinary => self.count_ordinary(rules, judge, "S4-10"),
            Class::Tied(clause) => {
                judge.cite(Id::of(clause));
                if judge.read(&rules.readings, "tied-change") == "uses-ordinary" {
                    self.count_ordinary(rules, judge, clause);
                } else {
                    self.tied += 1;
                }
            }
            Class::Exempt(kind, clause) => {
                judge.cite(Id::of(clause));
                let once = judge.read(&rules.readings, "exempt-acts") == "once-per-kind";
                if once && self.exempt.iter().any(|made| made == kind) {
                    let finding =
                        Finding::refuses(Id::of("exempt-repeated"), Id::of(clause), self.unit);
                    judge.find(finding.with(Id::of("act"), Value::text(kind)));
                }
                self.exempt.push(kind.to_owned());
            }
        }
        self.halvings += 1;
    }

    /// The same for a change that leaves the rate as it is.
    pub(crate) fn enter_at_full_rate(
        &mut self,
        rules: &BelleAlliance,
        judge: &mut Judge,
        class: Class,
    ) {
        self.enter(rules, judge, class);
        self.spare();
    }

    /// Takes the last change's halving of the rate back.
    pub(crate) fn spare(&mut self) {
        self.halvings -= 1;
    }

    fn count_ordinary(&mut self, rules: &BelleAlliance, judge: &mut Judge, clause: &'static str) {
        let limit = &rules.tables.changes_per_bound;
        judge.lean(limit);
        let lifted =
            judge.read(&rules.readings, "exempt-acts") == "lifts-limit" && !self.exempt.is_empty();
        self.ordinary += 1;
        let allowed = limit.number().unwrap_or(Ratio::ONE);
        if !lifted && Ratio::int(self.ordinary) > allowed {
            let finding = Finding::refuses(Id::of("second-change"), Id::of(clause), self.unit);
            judge.find(finding.measured(
                Measure::Count,
                Amount::exact(Ratio::int(self.ordinary)),
                Amount::exact(allowed),
            ));
        }
    }

    /// What the board will remember.
    pub(crate) fn effects(&self) -> Vec<Effect> {
        let mut effects = vec![
            memory::flag(&self.unit, memory::CHANGED),
            memory::flag(&self.unit, memory::MOVED),
            memory::set(&self.unit, memory::HALVINGS, Value::Int(self.halvings)),
        ];
        if self.ordinary > 0 {
            effects.push(memory::set(
                &self.unit,
                memory::ORDINARY,
                Value::Int(self.ordinary),
            ));
        }
        if self.tied > 0 {
            effects.push(memory::set(&self.unit, memory::TIED, Value::Int(self.tied)));
        }
        if !self.exempt.is_empty() {
            let acts = self.exempt.iter().map(|act| Value::text(act)).collect();
            effects.push(memory::set(&self.unit, memory::EXEMPT, Value::List(acts)));
        }
        effects
    }
}
