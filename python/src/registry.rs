//! The rulesets that are installed.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use grognard_host::{LoadedRuleset, Search};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::PyDict;

use crate::{convert, errors};

/// The rulesets a process knows, and the plugins that could not be taken.
#[pyclass(frozen, module = "grognard._native", name = "Registry")]
pub(crate) struct Registry(Mutex<grognard_host::Registry>);

impl Registry {
    fn lock<'a>(&'a self, py: Python<'_>) -> MutexGuard<'a, grognard_host::Registry> {
        self.0
            .lock_py_attached(py)
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// The ruleset called `id`.
    pub(crate) fn find(
        &self,
        py: Python<'_>,
        id: &str,
    ) -> Result<LoadedRuleset, grognard_host::HostError> {
        self.lock(py).get(id).cloned()
    }
}

#[pymethods]
impl Registry {
    #[new]
    fn new() -> Self {
        Self(Mutex::new(grognard_host::Registry::new()))
    }

    /// Loads every plugin of these places, each a library or a folder of libraries.
    #[pyo3(signature = (places, /))]
    fn discover(&self, py: Python<'_>, places: Vec<PathBuf>) {
        py.detach(|| {
            let mut registry = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            registry.discover(&Search {
                paths: places,
                variable: None,
                bundled: None,
            });
        });
    }

    /// Loads the plugin library at a path and gives its ruleset.
    #[pyo3(signature = (path, /))]
    fn load(&self, py: Python<'_>, path: PathBuf) -> PyResult<Ruleset> {
        let loaded = py.detach(|| {
            let mut registry = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            registry.load(&path)
        });
        loaded
            .map(Ruleset)
            .map_err(|error| errors::load(py, &error))
    }

    /// The ruleset of an id.
    #[pyo3(signature = (id, /))]
    fn get(&self, py: Python<'_>, id: &str) -> PyResult<Ruleset> {
        self.find(py, id)
            .map(Ruleset)
            .map_err(|error| errors::host(py, &error))
    }

    /// The ids of all rulesets, in order.
    fn ids(&self, py: Python<'_>) -> Vec<String> {
        self.lock(py)
            .rulesets()
            .into_iter()
            .map(|info| info.id.clone())
            .collect()
    }

    /// Why plugins that were found could not be taken.
    fn problems(&self, py: Python<'_>) -> Vec<String> {
        self.lock(py)
            .problems()
            .iter()
            .map(ToString::to_string)
            .collect()
    }
}

/// A ruleset whose plugin was found sound.
#[pyclass(frozen, module = "grognard._native", name = "Ruleset")]
pub(crate) struct Ruleset(pub(crate) LoadedRuleset);

#[pymethods]
impl Ruleset {
    /// Its id.
    #[getter]
    fn id(&self) -> &str {
        self.0.id()
    }

    /// Its title.
    #[getter]
    fn title(&self) -> &str {
        &self.0.info().title
    }

    /// Its version.
    #[getter]
    fn version(&self) -> &str {
        &self.0.info().version
    }

    /// What it covers.
    #[getter]
    fn summary(&self) -> &str {
        &self.0.document().manifest.summary
    }

    /// Where its library is.
    #[getter]
    fn path(&self) -> String {
        self.0
            .info()
            .origin
            .path()
            .map_or_else(String::new, |path| path.display().to_string())
    }

    /// The version of the SDK and the compiler it was built with; empty when unknown.
    #[getter]
    fn built(&self) -> (String, String) {
        self.0
            .info()
            .handshake
            .map_or_else(Default::default, |made| (made.sdk(), made.rustc()))
    }

    /// Its words, clauses and readings, as plain data.
    fn document<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let document = self.0.document();
        let dict = PyDict::new(py);
        dict.set_item("manifest", convert::serialized(py, &document.manifest)?)?;
        dict.set_item("clauses", convert::serialized(py, &document.clauses)?)?;
        dict.set_item("readings", convert::serialized(py, &document.readings)?)?;
        Ok(dict)
    }

    fn __repr__(&self) -> String {
        format!("<Ruleset {} {}>", self.id(), self.version())
    }
}
