//! Raising the package's own exceptions, which are defined in Python (`grognard.errors`) so that
//! they can also be `ValueError`, `TypeError` or `OSError`.

use std::fmt::Display;
use std::io;

use grognard_core::{Fault, FaultKind};
use grognard_engine::EngineError;
use grognard_engine::scenario::ScenarioErrors;
use grognard_host::{HostError, LoadError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyModule};

/// The exception classes of `grognard.errors` that native code raises.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    /// An argument has a value that makes no sense.
    Argument,
    /// An argument has the wrong type.
    ArgumentType,
    /// A file cannot be read or written.
    File,
    /// There is no such file.
    Missing,
    /// A plugin cannot be loaded.
    Plugin,
    /// A ruleset failed.
    Ruleset,
    /// A save cannot be opened.
    Save,
    /// A scenario does not hold.
    Scenario,
    /// There is no ruleset of that id.
    UnknownRuleset,
}

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Self::Argument => "ArgumentError",
            Self::ArgumentType => "ArgumentTypeError",
            Self::File => "FileError",
            Self::Missing => "MissingFile",
            Self::Plugin => "PluginError",
            Self::Ruleset => "RulesetError",
            Self::Save => "SaveError",
            Self::Scenario => "ScenarioError",
            Self::UnknownRuleset => "UnknownRuleset",
        }
    }

    /// This exception with `message`.
    pub(crate) fn with(self, py: Python<'_>, message: impl Display) -> PyErr {
        self.raised(py, &message.to_string(), None)
    }

    fn raised(self, py: Python<'_>, message: &str, more: Option<Bound<'_, PyAny>>) -> PyErr {
        let instance = || {
            let class = PyModule::import(py, "grognard.errors")?.getattr(self.name())?;
            match more {
                Some(more) => class.call1((message, more)),
                None => class.call1((message,)),
            }
        };
        instance().map_or_else(|broken| broken, PyErr::from_value)
    }
}

/// The exception for an error of the engine.
pub(crate) fn engine(py: Python<'_>, error: &EngineError) -> PyErr {
    match error {
        EngineError::Scenario(errors) => scenario(py, errors),
        EngineError::Unit { .. } => Kind::Scenario.with(py, error),
        EngineError::Setup(_) | EngineError::Dice(_) | EngineError::Request(_) => {
            Kind::Argument.with(py, error)
        }
        EngineError::Ruleset(fault) => self::fault(py, fault),
        EngineError::Effect { .. } => Kind::Ruleset.with(py, error),
        EngineError::Save { .. } => Kind::Save.with(py, error),
        EngineError::Io { source, .. } => match source.kind() {
            io::ErrorKind::NotFound => Kind::Missing.with(py, error),
            _ => Kind::File.with(py, error),
        },
        #[allow(unreachable_patterns)] // the engine may learn of more errors
        _ => Kind::Ruleset.with(py, error),
    }
}

/// The exception for the errors of a scenario.
pub(crate) fn scenario(py: Python<'_>, errors: &ScenarioErrors) -> PyErr {
    let problems = || {
        let mut rows = Vec::with_capacity(errors.errors().len());
        for error in errors.errors() {
            let row = PyDict::new(py);
            row.set_item("field", &error.field)?;
            row.set_item("message", &error.message)?;
            row.set_item("remedy", &error.remedy)?;
            row.set_item("line", error.line)?;
            row.set_item("column", error.column)?;
            rows.push(row);
        }
        rows.into_pyobject(py)
    };
    match problems() {
        Ok(rows) => Kind::Scenario.raised(py, &errors.to_string(), Some(rows)),
        Err(broken) => broken,
    }
}

/// The exception for a plugin that was not taken.
pub(crate) fn load(py: Python<'_>, error: &LoadError) -> PyErr {
    Kind::Plugin.with(py, error)
}

/// The exception for a ruleset that cannot be had.
pub(crate) fn host(py: Python<'_>, error: &HostError) -> PyErr {
    match error {
        HostError::UnknownRuleset { .. } => Kind::UnknownRuleset.with(py, error),
        HostError::NotOpened { fault, .. } => self::fault(py, fault),
        _ => Kind::Ruleset.with(py, error),
    }
}

fn fault(py: Python<'_>, fault: &Fault) -> PyErr {
    match fault.kind {
        FaultKind::Panicked => Kind::Ruleset.with(py, fault),
        FaultKind::BadUnit => Kind::Scenario.with(py, fault),
        FaultKind::BadRulebook | FaultKind::NotPossible => Kind::Argument.with(py, fault),
    }
}
