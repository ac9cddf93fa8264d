//! Comparing what came of a step with what a case says of it.

mod board;
mod ruling;

use grognard_core::Finding;
use grognard_engine::script::{Outcome, Step};

use crate::given::Given;
use crate::run::is_ruled;
use crate::then::Then;

/// How far a place or a length may be off, mm.
const LENGTH_SLACK: f64 = 0.1;

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
            let all: Vec<&Finding> = self
                .outcome
                .rulings
                .iter()
                .flat_map(|ruling| ruling.findings.iter())
                .collect();
            if self.then.of_one_ruling() {
                list.push("only one ruling has a verdict, findings against it, a share, dice that are open".into());
            }
            self.notes(&all, &mut list);
            self.leaned_on(&self.outcome.rulings, &mut list);
            let rolls = self.outcome.rulings.iter().flat_map(|ruling| &ruling.rolls);
            self.rolls(rolls.map(|roll| roll.outcome.as_str()), &mut list);
        }
        self.board(&mut list);
        list
    }
}

fn near(one: f64, other: f64, slack: f64) -> bool {
    (one - other).abs() <= slack
}

fn same<T: PartialEq + std::fmt::Debug>(
    what: &str,
    wanted: Option<T>,
    got: T,
    list: &mut Vec<String>,
) {
    if let Some(wanted) = wanted
        && wanted != got
    {
        list.push(format!("{what}: expected {wanted:?}, got {got:?}"));
    }
}
