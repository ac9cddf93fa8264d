//! What happened: events, the log, saves.

use std::borrow::Cow;
use std::sync::PoisonError;

use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors;

use super::Battle;

#[pymethods]
impl Battle {
    /// How many events can be done again.
    #[getter]
    fn redoable(&self, py: Python<'_>) -> usize {
        self.read(py).redoable()
    }

    /// How many events there are.
    #[getter]
    fn event_count(&self, py: Python<'_>) -> usize {
        self.read(py).events().len()
    }

    /// The event at an index, as keyword arguments of `grognard.Event`; for a side, as far as it knows.
    #[pyo3(signature = (index, side = None, /))]
    fn event<'py>(
        &self,
        py: Python<'py>,
        index: usize,
        side: Option<&str>,
    ) -> PyResult<Option<Bound<'py, PyDict>>> {
        let found = {
            let battle = self.read(py);
            match side {
                None => battle.events().nth(index).cloned(),
                Some(side) => {
                    let view = battle.view(side);
                    let view = view.map_err(|error| errors::engine(py, &error))?;
                    view.event(index).map(Cow::into_owned)
                }
            }
        };
        found.map(|found| self.describe(py, &found)).transpose()
    }

    /// The log: one event a line, as JSON; for a side, as far as it knows.
    #[pyo3(signature = (side = None, /))]
    fn log_text(&self, py: Python<'_>, side: Option<&str>) -> PyResult<String> {
        py.detach(|| {
            let battle = self.inner.read().unwrap_or_else(PoisonError::into_inner);
            match side {
                None => battle.log(),
                Some(side) => battle.view(side)?.log(),
            }
        })
        .map_err(|error| errors::engine(py, &error))
    }

    /// How many written orders of each other side are sealed to a side.
    #[pyo3(signature = (side, /))]
    fn sealed(&self, py: Python<'_>, side: &str) -> PyResult<Vec<(String, usize)>> {
        let battle = self.read(py);
        let view = battle.view(side);
        let view = view.map_err(|error| errors::engine(py, &error))?;
        let counts = view.sealed().iter();
        Ok(counts.map(|(id, count)| (id.to_string(), *count)).collect())
    }

    /// The save: a header line, then the log.
    fn save_text(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| {
            self.inner
                .read()
                .unwrap_or_else(PoisonError::into_inner)
                .save()
        })
        .map_err(|error| errors::engine(py, &error))
    }
}
