//! The chart cells behind the ground a unit covers: its bases, where its scenario does not give them,
//! and how its formation spreads them. Whatever a ruling measures from that ground leans on them.

use grognard_sdk::prelude::*;

use crate::GeneralDeBrigade;
use crate::notes::lean;
use crate::troops::{Arm, Form};

impl GeneralDeBrigade {
    /// Leans on what gave `unit` the ground it covers as it stands.
    pub(crate) fn lean_on_ground(&self, unit: &Unit, judge: &mut Judge) {
        self.lean_on_layout(unit, Form::of(unit), judge);
    }

    /// Leans on what gives `unit` the ground it covers, or would cover, in `form`.
    pub(crate) fn lean_on_layout(&self, unit: &Unit, form: Form, judge: &mut Judge) {
        let [width, depth, figures] = self.base_numbers(Arm::of(unit));
        let given = |name| unit.attribute(name).is_some();
        if !given("base-width") {
            lean(judge, width);
        }
        if !given("base-depth") {
            lean(judge, depth);
        }
        // Guns have a base a model; others so many as their figures fill.
        if !given("bases") && !Arm::of(unit).is_guns() {
            lean(judge, figures);
        }
        if let Some(num) = self.spacing(form) {
            lean(judge, num);
        }
    }

    /// Leans on the ground of every enemy and friend that `ruling` names so far.
    pub(crate) fn lean_on_others(&self, board: &Board, judge: &mut Judge) {
        let named: Vec<Id> = judge
            .so_far()
            .findings
            .iter()
            .map(|finding| finding.other)
            .collect();
        for other in named {
            if let Some(unit) = board.unit(other.as_str()) {
                self.lean_on_ground(unit, judge);
            }
        }
    }

    /// How a formation spreads its bases, where a chart says so.
    fn spacing(&self, form: Form) -> Option<&crate::cell::Num> {
        let bases = &self.numbers.bases;
        Some(match form {
            Form::CompanyColumn | Form::Limbered => &bases.company,
            Form::DivisionColumn => &bases.division,
            Form::ClosedColumn => &bases.closed,
            Form::SquadronColumn => &bases.squadron,
            Form::HalfSquadronColumn => &bases.half_squadron,
            Form::Skirmish => &bases.spread,
            Form::Line
            | Form::NarrowLine
            | Form::BattalionSquare
            | Form::RegimentSquare
            | Form::Unlimbered => return None,
        })
    }
}
