//! Scenarios.

use std::path::PathBuf;

use pyo3::prelude::*;

use crate::errors;

/// A scenario whose text has been checked.
#[pyclass(frozen, module = "grognard._native", name = "Scenario")]
pub(crate) struct Scenario(pub(crate) grognard_engine::scenario::Scenario);

#[pymethods]
impl Scenario {
    /// Reads a scenario file, and the chart files it names from beside it.
    #[staticmethod]
    #[pyo3(signature = (path, /))]
    fn open(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        py.detach(|| grognard_engine::scenario::Scenario::open(&path))
            .map(Self)
            .map_err(|errors| errors::scenario(py, &errors))
    }

    /// Reads a scenario from its text; `origin` is what errors call it.
    #[staticmethod]
    #[pyo3(signature = (text, origin, /))]
    fn read(py: Python<'_>, text: &str, origin: &str) -> PyResult<Self> {
        py.detach(|| grognard_engine::scenario::Scenario::read(text, origin))
            .map(Self)
            .map_err(|errors| errors::scenario(py, &errors))
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    /// What it is about.
    #[getter]
    fn description(&self) -> &str {
        self.0.description()
    }

    /// The file or name it was read from.
    #[getter]
    fn origin(&self) -> &str {
        self.0.origin()
    }

    /// Its text.
    #[getter]
    fn text(&self) -> &str {
        self.0.text()
    }

    /// The ids of the rulesets it has units for.
    fn rulesets(&self) -> Vec<String> {
        self.0.rulesets()
    }
}
