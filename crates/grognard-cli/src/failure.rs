use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use grognard_engine::scenario::{ScenarioErrors, ScenarioReport};
use grognard_engine::script::ScriptError;
use grognard_engine::{EngineError, OrderError};
use grognard_host::HostError;
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
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: String,
        /// What the system says.
        source: std::io::Error,
    },
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
            source,
        }
    }

    fn exit(&self) -> Exit {
        match self {
            Self::Scenario(_) | Self::BadInput(_) | Self::BadInputWith { .. } => Exit::BadInput,
            Self::File { .. } => Exit::File,
            Self::Ruleset(_) => Exit::Internal,
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

    /// The single errors of a scenario, with their places.
    fn details(&self) -> Vec<serde_json::Value> {
        let Self::Scenario(report) = self else {
            return Vec::new();
        };
        let related = report.related().into_iter().flatten();
        related
            .map(|error| {
                let help = error.help().map(|help| help.to_string());
                json!({ "error": error.to_string(), "remedy": help })
            })
            .collect()
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
            EngineError::Io { path, source } => Self::File { path, source },
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
            HostError::UnknownRuleset { .. } => Self::with(
                error.to_string(),
                "`grognard doctor` tells where plugins are looked for",
            ),
            other => Self::BadInput(other.to_string()),
        }
    }
}

impl From<ScriptError> for Failure {
    fn from(error: ScriptError) -> Self {
        Self::BadInput(error.to_string())
    }
}
