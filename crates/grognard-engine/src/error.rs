use std::fmt;

use grognard_core::{Fault, Ruling};

use crate::scenario::ScenarioErrors;

/// Why a battle could not be started, asked or changed. The battle is as it was.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The scenario does not hold.
    #[error(transparent)]
    Scenario(#[from] ScenarioErrors),
    /// A scale, reading or chart that the ruleset does not know.
    #[error("{0}")]
    Setup(String),
    /// A unit that the ruleset will not take, or that cannot stand where the scenario puts it.
    #[error("{origin}:{line}: unit '{unit}': {message}")]
    Unit {
        /// What errors call the scenario.
        origin: String,
        /// The line it stands on, from 1.
        line: usize,
        /// The unit.
        unit: String,
        /// What is wrong, and the remedy.
        message: String,
    },
    /// The ruleset does not open.
    #[error(transparent)]
    Host(#[from] grognard_host::HostError),
    /// The ruleset failed.
    #[error("{0}")]
    Ruleset(Fault),
    /// The ruleset asked for a change that cannot be made: a fault of the ruleset.
    #[error("the ruleset '{ruleset}' gave an effect that cannot be applied: {message}")]
    Effect {
        /// The ruleset.
        ruleset: String,
        /// What is wrong.
        message: String,
    },
    /// Dice typed in that do not fit what was rolled.
    #[error("{0}")]
    Dice(String),
    /// Something asked of the battle that it cannot do.
    #[error("{0}")]
    Request(String),
    /// The engine itself failed; what it was asked to measure is named.
    #[error(
        "the engine failed while measuring ({0}); this is a fault of grognard, please report it"
    )]
    Internal(&'static str),
    /// Long work that was stopped from outside.
    #[error("it was stopped")]
    Stopped,
    /// A save that cannot be opened.
    #[error("save, line {line}: {message}")]
    Save {
        /// The line, from 1.
        line: usize,
        /// What is wrong, and the remedy.
        message: String,
    },
    /// A file that could not be read or written.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: String,
        /// What the system said.
        source: std::io::Error,
    },
}

impl EngineError {
    pub(crate) fn setup(message: impl fmt::Display) -> Self {
        Self::Setup(message.to_string())
    }

    pub(crate) fn request(message: impl fmt::Display) -> Self {
        Self::Request(message.to_string())
    }
}

impl From<Fault> for EngineError {
    fn from(fault: Fault) -> Self {
        Self::Ruleset(fault)
    }
}

/// Why an order was not carried out.
#[derive(Debug, thiserror::Error)]
pub enum OrderError {
    /// The rules refuse it, or do not settle it; the ruling says why.
    #[error("the order is {}: {}", .0.verdict.name(), slugs(.0))]
    Ruled(Box<Ruling>),
    /// It could not be ruled on.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

impl From<Fault> for OrderError {
    fn from(fault: Fault) -> Self {
        Self::Engine(fault.into())
    }
}

fn slugs(ruling: &Ruling) -> String {
    let slugs: Vec<&str> = ruling
        .findings
        .iter()
        .filter(|finding| finding.weight != grognard_core::Weight::Notes)
        .map(|finding| finding.slug.as_str())
        .collect();
    slugs.join(", ")
}
