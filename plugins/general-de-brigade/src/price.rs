//! What a change of formation costs (S2-7, S2-10, S2-12, S2-20 to S2-24).

use grognard_sdk::prelude::*;

use crate::GeneralDeBrigade;
use crate::budget::Cost;
use crate::cell::Num;
use crate::charts::row;
use crate::notes::lean;
use crate::readings::LargeScope;
use crate::troops::{Arm, Form, Kind, figures};

/// The rows of the charts that large units may pay more for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Row {
    /// The table of changes.
    Table,
    /// The quarter turn and the light battalion.
    Manoeuvre,
    /// Forming up.
    FormUp,
}

impl GeneralDeBrigade {
    /// Whether a unit is large: how many figures it has or had, and its class (S2-21, S2-22).
    pub(crate) fn is_large(&self, unit: &Unit) -> bool {
        self.many(unit) && matches!(class(unit), "line" | "second-line" | "conscript")
    }

    fn many(&self, unit: &Unit) -> bool {
        let count = if self.set.count_original {
            unit.attributes
                .int("figures")
                .unwrap_or_else(|| figures(unit))
        } else {
            figures(unit)
        };
        Ratio::int(count) > self.numbers.large_above.or_zero()
    }

    /// The costs of changing from one formation to another; none, with a finding, when it cannot be
    /// done or is not known.
    pub(crate) fn price(
        &self,
        unit: &Unit,
        from: Form,
        to: Form,
        judge: &mut Judge,
    ) -> Option<Vec<Cost>> {
        if self.set.amended && Arm::of(unit) == Arm::Infantry && self.many(unit) {
            lean(judge, &self.numbers.large_above);
            judge.read(&self.readings, "amendment-2006-09-17");
            if !matches!(class(unit), "guard" | "elite") {
                let closed = from.kind() == Kind::Column && to == Form::ClosedColumn;
                let flat = if closed {
                    &self.numbers.amended_closed
                } else {
                    &self.numbers.amended
                };
                return self
                    .known(unit, flat, to.id(), "S2-22", judge)
                    .map(|cost| vec![cost]);
            }
        }
        let spreads = from == Form::Skirmish || to == Form::Skirmish;
        let light = Arm::of(unit) == Arm::Infantry && unit.attributes.has("light");
        let (num, clause, rows) = match (row(from.kind()), row(to.kind())) {
            _ if spreads && light => (&self.numbers.light_battalion, "S2-12", Row::Manoeuvre),
            (Some(from), Some(to)) => (&self.numbers.change[from][to], "S2-7", Row::Table),
            _ => {
                judge.refuse("change-not-allowed", "S2-7");
                return None;
            }
        };
        for reading in crate::change_table::readings(num) {
            judge.read(&self.readings, reading);
        }
        let cost = self.known(unit, num, to.id(), clause, judge)?;
        let mut costs = vec![cost];
        costs.extend(self.surcharge(unit, rows, judge));
        Some(costs)
    }

    /// What a large unit pays besides.
    pub(crate) fn surcharge(&self, unit: &Unit, rows: Row, judge: &mut Judge) -> Option<Cost> {
        lean(judge, &self.numbers.large_above);
        let asked = match self.set.large_scope {
            LargeScope::Changes => rows != Row::FormUp,
            LargeScope::Table => rows == Row::Table,
            LargeScope::All => true,
        };
        if !asked || !self.is_large(unit) {
            return None;
        }
        for clause in ["S2-10", "S2-21"] {
            judge.cite(Id::of(clause));
        }
        judge.read(&self.readings, "large-unit-count");
        judge.read(&self.readings, "large-unit-scope");
        self.known(
            unit,
            &self.numbers.large,
            Id::of("large-unit"),
            "S2-22",
            judge,
        )
    }

    /// A cost that has to be known and possible.
    pub(crate) fn known(
        &self,
        unit: &Unit,
        num: &Num,
        item: Id,
        clause: &'static str,
        judge: &mut Judge,
    ) -> Option<Cost> {
        lean(judge, num);
        judge.cite(Id::of(clause));
        let (slug, weight) = match num.value {
            Some(share) => {
                return Some(Cost {
                    item,
                    clause: Id::of(clause),
                    share,
                    cell: num.key,
                });
            }
            None if num.barred => ("change-not-allowed", Weight::Refuses),
            None => ("cell-unknown", Weight::Unsettles),
        };
        let finding = Finding::refuses(Id::of(slug), Id::of(clause), unit.id);
        judge.find(Finding { weight, ..finding }.about(num.key));
        None
    }
}

fn class(unit: &Unit) -> &str {
    match unit.attribute_text("class") {
        "" => "line",
        class => class,
    }
}
