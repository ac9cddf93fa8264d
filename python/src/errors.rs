//! Raising the package's own exceptions, which are defined in Python (`grognard.errors`) so that
//! they can also be `ValueError`, `TypeError` or `OSError`.

use std::fmt::Display;

use pyo3::prelude::*;
use pyo3::types::PyModule;

/// The exception classes of `grognard.errors` that native code raises.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    /// An argument has a value that makes no sense.
    Argument,
    /// An argument has the wrong type.
    ArgumentType,
}

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Self::Argument => "ArgumentError",
            Self::ArgumentType => "ArgumentTypeError",
        }
    }

    /// This exception with `message`.
    pub(crate) fn with(self, py: Python<'_>, message: impl Display) -> PyErr {
        match self.instance(py, &message.to_string()) {
            Ok(raised) => PyErr::from_value(raised),
            Err(broken) => broken,
        }
    }

    fn instance<'py>(self, py: Python<'py>, message: &str) -> PyResult<Bound<'py, PyAny>> {
        PyModule::import(py, "grognard.errors")?.getattr(self.name())?.call1((message,))
    }
}
