use abi_stable::StableAbi;
use abi_stable::std_types::{RNone, ROption, RSome, RVec};
use serde::{Deserialize, Serialize};

use crate::{Amount, Field, Id, Value};

/// What a finding does to the verdict.
#[repr(u8)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weight {
    /// The order cannot be carried out.
    Refuses,
    /// The rules as known do not settle it.
    Unsettles,
    /// Something the players should know.
    Notes,
}

/// What a finding's numbers count.
#[repr(u8)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Nothing: there are no numbers.
    None,
    /// Shares of a full move.
    Share,
    /// Millimetres on the table; printed in the ruleset's unit.
    Length,
    /// Pieces: figures, stands, turns, pips.
    Count,
    /// Degrees.
    Degrees,
}

/// One reason, with its clause and its numbers.
#[repr(C)]
#[derive(StableAbi, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// The stable slug, declared in the manifest or by the engine.
    pub slug: Id,
    /// The clause of the rules; empty for findings of the engine.
    pub clause: Id,
    /// What it does to the verdict.
    pub weight: Weight,
    /// Whom it is about.
    pub subject: Id,
    /// Who or what else is involved.
    pub other: Id,
    /// What the numbers count.
    pub measure: Measure,
    /// What the order needs.
    pub needed: ROption<Amount>,
    /// What there is.
    pub available: ROption<Amount>,
    /// Anything else the sentence tells. A refusal that only wants an argument says which in `argument`, and
    /// in `choices`, with commas between, the values to choose from; plans are made by it.
    pub details: RVec<Field>,
}

impl Finding {
    /// A finding that refuses.
    // Mostly there is none. Told so, a compiler puts what leads here out of the way of everything else: a check goes
    // through more code than the nearest cache holds.
    #[cold]
    pub fn refuses(slug: Id, clause: Id, subject: Id) -> Self {
        Self {
            slug,
            clause,
            weight: Weight::Refuses,
            subject,
            other: Id::default(),
            measure: Measure::None,
            needed: RNone,
            available: RNone,
            details: RVec::new(),
        }
    }

    /// A finding that leaves the order undetermined.
    #[cold]
    pub fn unsettles(slug: Id, clause: Id, subject: Id) -> Self {
        Self {
            weight: Weight::Unsettles,
            ..Self::refuses(slug, clause, subject)
        }
    }

    /// Something to know.
    pub fn notes(slug: Id, clause: Id, subject: Id) -> Self {
        Self {
            weight: Weight::Notes,
            ..Self::refuses(slug, clause, subject)
        }
    }

    /// With what it needs and what there is.
    pub fn measured(mut self, measure: Measure, needed: Amount, available: Amount) -> Self {
        self.measure = measure;
        self.needed = RSome(needed);
        self.available = RSome(available);
        self
    }

    /// With who or what else is involved.
    pub fn about(mut self, other: Id) -> Self {
        self.other = other;
        self
    }

    /// With one more detail.
    pub fn with(mut self, name: impl Into<Id>, value: Value) -> Self {
        self.details.push(Field {
            name: name.into(),
            value,
        });
        self
    }

    /// What is left over: available less needed. Negative when it falls short.
    pub fn margin(&self) -> Option<Amount> {
        match (self.needed, self.available) {
            (RSome(needed), RSome(available)) => Some(available - needed),
            _ => None,
        }
    }
}
