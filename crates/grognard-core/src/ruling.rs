use abi_stable::StableAbi;
use abi_stable::std_types::RVec;
use serde::{Deserialize, Serialize};

use crate::{Amount, Effect, Finding, Id, LedgerLine, Roll, Weight};

/// The answer to an order.
#[repr(u8)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It may be done.
    #[default]
    Allowed,
    /// It may not.
    Refused,
    /// The rules as known do not settle it.
    Undetermined,
}

impl Verdict {
    /// `allowed`, `refused` or `undetermined`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Allowed => "allowed",
            Self::Refused => "refused",
            Self::Undetermined => "undetermined",
        }
    }
}

/// A chart cell that a ruling leaned on.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CellUse {
    /// The full key.
    pub cell: Id,
    /// Its provenance, as [`Provenance::name`](crate::Provenance::name) writes it.
    pub provenance: Id,
}

/// A reading that a ruling leaned on.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadingUse {
    /// The reading.
    pub reading: Id,
    /// The value that held.
    pub value: Id,
}

/// A ruling: verdict, every reason, the cost line by line, the dice, what follows, and what had to
/// be assumed.
#[repr(C)]
#[derive(StableAbi, Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Ruling {
    /// The answer.
    pub verdict: Verdict,
    /// Every reason and note.
    pub findings: RVec<Finding>,
    /// What it costs.
    pub ledger: RVec<LedgerLine>,
    /// Share of a full move spent once this order is done, and the share there was.
    pub spent: Amount,
    /// The share of a full move there was to spend.
    pub budget: Amount,
    /// The dice.
    pub rolls: RVec<Roll>,
    /// What follows. Empty unless allowed.
    pub effects: RVec<Effect>,
    /// The clauses consulted.
    pub clauses: RVec<Id>,
    /// The chart cells leaned on.
    pub cells: RVec<CellUse>,
    /// The readings leaned on.
    pub readings: RVec<ReadingUse>,
}

impl Ruling {
    /// Adds a finding and lets it weigh on the verdict. A refusal outweighs a doubt.
    pub fn find(&mut self, finding: Finding) {
        match finding.weight {
            Weight::Refuses => self.verdict = Verdict::Refused,
            Weight::Unsettles if self.verdict == Verdict::Allowed => {
                self.verdict = Verdict::Undetermined;
            }
            _ => {}
        }
        // Findings are large and few.
        if self.findings.is_empty() {
            self.findings = RVec::with_capacity(2);
        }
        self.findings.push(finding);
    }

    /// Whether the order may be done.
    pub fn allowed(&self) -> bool {
        self.verdict == Verdict::Allowed
    }

    /// Whether it waits for dice that were not rolled.
    pub fn pending(&self) -> bool {
        self.rolls
            .iter()
            .any(|roll| roll.source == crate::RollSource::Pending)
    }

    /// Whether a finding of that slug was made.
    pub fn has(&self, slug: &str) -> bool {
        self.findings.iter().any(|finding| finding.slug == *slug)
    }

    /// Adds an effect.
    pub fn then(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    /// Notes a clause as consulted, once.
    pub fn cite(&mut self, clause: Id) {
        if !self.clauses.contains(&clause) {
            self.clauses.push(clause);
        }
    }
}
