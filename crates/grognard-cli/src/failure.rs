use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use grognard_core::FaultKind;
use grognard_engine::scenario::{ScenarioError, ScenarioErrors, ScenarioReport};
use grognard_engine::script::ScriptError;
use grognard_engine::{EngineError, OrderError};
use grognard_host::{HostError, LoadError};
use miette::Diagnostic;
use serde_json::json;

use crate::answer::print_json;
use crate::exit::Exit;

/// Why a command gives no answer.
#[derive(Debug, thiserror::Error, Diagnostic)]
pub(crate) enum Failure {
    /// A scenario that does not hold, shown line by line.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Scenario(Box<ScenarioReport>),
    /// Something given that cannot be understood or used.
    #[error("{0}")]
    BadInput(String),
    /// The same, with a remedy.
    #[error("{message}")]
    BadInputWith {
        /// What is wrong.
        message: String,
        /// What to do about it.
        #[help]
        remedy: String,
    },
    /// A file that cannot be read or written.
    #[error("{path}: {reason}")]
    File {
        /// The file.
        path: String,
        /// What the system says.
        reason: String,
    },
    /// A unit of a scenario that the ruleset will not take, or that cannot stand there.
    #[error("{origin}:{line}: unit '{unit}': {message}")]
    Unit {
        /// The scenario.
        origin: String,
        /// The line.
        line: usize,
        /// The unit.
        unit: String,
        /// What is wrong.
        message: String,
    },
    /// A plugin named on the command line that is not taken.
    #[error(transparent)]
    #[diagnostic(help("`grognard doctor` tells where plugins are looked for"))]
    Plugin(#[from] LoadError),
    /// The engine itself failed.
    #[error("{0}")]
    Internal(String),
    /// A ruleset that failed.
    #[error("{0}")]
    #[diagnostic(help("this is a fault of the ruleset's plugin: report it to its author"))]
    Ruleset(String),
}

impl Failure {
    /// A failure with a remedy.
    pub(crate) fn with(message: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::BadInputWith {
            message: message.into(),
            remedy: remedy.into(),
        }
    }

    /// What reading or writing the file at `path` failed with.
    pub(crate) fn file(path: &Path, source: std::io::Error) -> Self {
        Self::File {
            path: path.display().to_string(),
            reason: source.to_string(),
        }
    }

    /// What is at `path` cannot be read as a file.
    pub(crate) fn no_file(path: &Path) -> Self {
        let reason = if path.is_dir() {
            "it is a folder; name a file"
        } else {
            "it is no regular file"
        };
        Self::File {
            path: path.display().to_string(),
            reason: reason.to_owned(),
        }
    }

    fn exit(&self) -> Exit {
        match self {
            Self::Scenario(report) if report.unreadable() => Exit::File,
            Self::Scenario(_)
            | Self::BadInput(_)
            | Self::BadInputWith { .. }
            | Self::Unit { .. } => Exit::BadInput,
            Self::File { .. } => Exit::File,
            Self::Plugin(error) => match error {
                LoadError::Missing { .. }
                | LoadError::Unreadable { .. }
                | LoadError::NotALibrary { .. } => Exit::File,
                LoadError::Panicked { .. } => Exit::Internal,
                _ => Exit::BadInput,
            },
            Self::Internal(_) | Self::Ruleset(_) => Exit::Internal,
        }
    }

    /// Prints the failure, to standard output as JSON or to standard error for people, and gives the
    /// exit code.
    pub(crate) fn print(self, json: bool) -> ExitCode {
        let exit = self.exit();
        // When not even the message can be written, the exit code has to do.
        let _ = if json {
            print_json(&json!({ "error": self.to_string(), "details": self.details() }))
        } else {
            writeln!(anstream::stderr(), "{:?}", miette::Report::new(self))
        };
        exit.into()
    }

    /// The single errors, with their places and remedies where those are known.
    fn details(&self) -> Vec<serde_json::Value> {
        match self {
            Self::Scenario(report) => {
                let detail = |error: &ScenarioError| {
                    json!({
                        "error": error.message, "remedy": error.remedy, "field": error.field,
                        "file": report.origin(), "line": error.line, "column": error.column,
                    })
                };
                report.errors().iter().map(detail).collect()
            }
            Self::Unit {
                origin,
                line,
                unit,
                message,
            } => vec![json!({
                "error": message, "remedy": "", "field": format!("unit '{unit}'"),
                "file": origin, "line": line, "column": 1,
            })],
            Self::BadInputWith { message, remedy } => {
                vec![json!({ "error": message, "remedy": remedy })]
            }
            _ => Vec::new(),
        }
    }
}

impl From<ScenarioErrors> for Failure {
    fn from(errors: ScenarioErrors) -> Self {
        Self::Scenario(Box::new(errors.diagnostic()))
    }
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::Scenario(errors) => errors.into(),
            EngineError::Host(error) => error.into(),
            EngineError::Ruleset(_) | EngineError::Effect { .. } => {
                Self::Ruleset(error.to_string())
            }
            EngineError::Internal(_) => Self::Internal(error.to_string()),
            EngineError::Io { path, source } => Self::File {
                path,
                reason: source.to_string(),
            },
            EngineError::Unit {
                origin,
                line,
                unit,
                message,
            } => Self::Unit {
                origin,
                line,
                unit,
                message,
            },
            other => Self::BadInput(other.to_string()),
        }
    }
}

impl From<OrderError> for Failure {
    fn from(error: OrderError) -> Self {
        match error {
            OrderError::Engine(error) => error.into(),
            refused => Self::BadInput(refused.to_string()),
        }
    }
}

impl From<HostError> for Failure {
    fn from(error: HostError) -> Self {
        match error {
            HostError::NotOpened { ref fault, .. } if fault.kind == FaultKind::Panicked => {
                Self::Ruleset(error.to_string())
            }
            other => Self::BadInput(other.to_string()),
        }
    }
}

impl From<ScriptError> for Failure {
    fn from(error: ScriptError) -> Self {
        match error {
            ScriptError::Ruleset { .. } => Self::Ruleset(error.to_string()),
            ScriptError::Internal { .. } => Self::Internal(error.to_string()),
            other => Self::BadInput(other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fails_inside_ends_with_70() {
        let internal = Failure::from(EngineError::Internal("survey"));
        assert_eq!(internal.exit(), Exit::Internal);
        assert!(internal.to_string().contains("measuring (survey)"));
        let step = Failure::from(ScriptError::Internal {
            number: 3,
            message: EngineError::Internal("survey").to_string(),
        });
        assert_eq!(step.exit(), Exit::Internal);
        let asked = Failure::from(EngineError::Request("nothing to undo".to_owned()));
        assert_eq!(asked.exit(), Exit::BadInput);
    }
}
