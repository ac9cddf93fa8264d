//! Battles.

mod ask;
mod change;
mod record;
mod standing;

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

use grognard_core::{CellValue, Document, LengthUnit};
use grognard_engine::{self as engine, Event, Setup};
use pyo3::prelude::*;
use pyo3::sync::RwLockExt;
use pyo3::types::{PyDict, PyTuple};

use crate::errors::Kind;
use crate::event::event;
use crate::order::Order;
use crate::registry::{Registry, Ruleset};
use crate::ruling::Ruling;
use crate::scenario::Scenario;
use crate::{charts, convert, errors};

/// A battle.
///
/// Readers take the lock while they hold the interpreter; writers work without the interpreter and
/// let go of the lock before they take it back. So neither waits for the other for ever.
#[pyclass(frozen, module = "grognard._native", name = "Battle")]
pub(crate) struct Battle {
    inner: RwLock<engine::Battle>,
    document: Arc<Document>,
    unit: LengthUnit,
}

impl From<engine::Battle> for Battle {
    fn from(battle: engine::Battle) -> Self {
        let document = Arc::clone(&battle.ruleset().info().document);
        let unit = battle.length_unit();
        Self {
            inner: RwLock::new(battle),
            document,
            unit,
        }
    }
}

impl Battle {
    fn read(&self, py: Python<'_>) -> RwLockReadGuard<'_, engine::Battle> {
        self.inner
            .read_py_attached(py)
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks about the board; for a side, as far as it knows.
    fn known<T>(
        &self,
        py: Python<'_>,
        side: Option<&str>,
        ask: impl FnOnce(&grognard_core::Board) -> PyResult<T>,
    ) -> PyResult<T> {
        let battle = self.read(py);
        let view = side.map(|side| battle.view(side)).transpose();
        let view = view.map_err(|error| errors::engine(py, &error))?;
        ask(view.as_ref().map_or(battle.board(), |view| view.board()))
    }

    /// Changes the battle without holding the interpreter.
    fn write<T: Send>(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&mut engine::Battle) -> T + Send,
    ) -> T {
        py.detach(|| change(&mut self.inner.write().unwrap_or_else(PoisonError::into_inner)))
    }

    /// The order, typed by the words of the ruleset.
    fn typed(&self, py: Python<'_>, order: &Order) -> grognard_core::Order {
        let battle = self.read(py);
        order.under(battle.ruleset().id(), battle.order_kinds(), Clone::clone)
    }

    fn ruling(&self, ruling: grognard_core::Ruling) -> Ruling {
        Ruling::new(ruling, Arc::clone(&self.document), self.unit)
    }
}

#[pymethods]
impl Battle {
    /// Starts a battle.
    #[staticmethod]
    #[pyo3(signature = (scenario, ruleset, /, *, seed, scale, readings, charts))]
    fn start(
        py: Python<'_>,
        scenario: &Scenario,
        ruleset: &Ruleset,
        seed: u64,
        scale: Option<String>,
        readings: BTreeMap<String, String>,
        charts: Vec<(String, Bound<'_, PyAny>)>,
    ) -> PyResult<Self> {
        let charts = charts
            .iter()
            .map(|(name, change)| charts::change(name, change))
            .collect::<PyResult<_>>()?;
        let setup = Setup {
            seed,
            scale,
            readings,
            charts,
        };
        py.detach(|| engine::Battle::start(&scenario.0, &ruleset.0, &setup))
            .map(Self::from)
            .map_err(|error| errors::engine(py, &error))
    }

    /// Opens a save: the battle, and whether a torn last line was left out.
    #[staticmethod]
    #[pyo3(signature = (text, registry, /))]
    fn open(py: Python<'_>, text: &str, registry: &Registry) -> PyResult<(Self, bool)> {
        let opened = py.detach(|| {
            engine::Battle::open(text, |id| {
                Python::attach(|py| registry.find(py, id)).map_err(|error| error.to_string())
            })
        });
        match opened {
            Ok(opened) => Ok((opened.battle.into(), opened.torn)),
            Err(error) => Err(errors::engine(py, &error)),
        }
    }

    /// The name of the scenario.
    #[getter]
    fn name(&self, py: Python<'_>) -> String {
        self.read(py).board().name.to_string()
    }

    /// The scenario it was started from.
    #[getter]
    fn scenario(&self, py: Python<'_>) -> Scenario {
        Scenario(self.read(py).scenario().clone())
    }

    /// The ruleset it is played under.
    #[getter]
    fn ruleset(&self, py: Python<'_>) -> Ruleset {
        Ruleset(self.read(py).ruleset().clone())
    }

    /// The seed of the dice.
    #[getter]
    fn seed(&self, py: Python<'_>) -> u64 {
        self.read(py).setup().seed
    }

    /// The scale played at; empty when the ruleset has but one.
    #[getter]
    fn scale(&self, py: Python<'_>) -> String {
        self.read(py).rulebook().scale.clone()
    }

    /// The unit of length its players use: `mm`, `cm` or `in`.
    #[getter]
    fn unit_symbol(&self) -> &'static str {
        self.unit.symbol()
    }

    /// The kinds of order there are, the core's own among them, as plain data.
    fn order_kinds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        convert::serialized(py, &self.read(py).order_kinds())
    }

    /// The readings that hold.
    fn readings(&self, py: Python<'_>) -> BTreeMap<String, String> {
        self.read(py).rulebook().readings.clone()
    }

    /// The chart cells that hold: full key, value, provenance, clause and note.
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        let battle = self.read(py);
        let cells = battle.rulebook().cells.iter().map(|(key, cell)| {
            let value = match &cell.value {
                CellValue::Number(number) => convert::fraction(py, *number)?,
                CellValue::Text(text) => text.into_pyobject(py)?.into_any(),
                CellValue::NotAllowed => "na".into_pyobject(py)?.into_any(),
                CellValue::Unknown => "unknown".into_pyobject(py)?.into_any(),
            };
            (key, value, cell.provenance.name(), &cell.clause, &cell.note).into_pyobject(py)
        });
        cells.collect()
    }

    /// The charts: id, title and unit.
    fn charts(&self) -> Vec<(&str, &str, &str)> {
        let charts = self.document.charts.iter();
        charts
            .map(|chart| (chart.id.as_str(), chart.title.as_str(), chart.unit.as_str()))
            .collect()
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<Battle {}>", self.name(py))
    }
}

impl Battle {
    /// Makes sure that the ruleset has a language.
    fn language(&self, py: Python<'_>, lang: &str) -> PyResult<()> {
        match engine::explain::unknown_language(&self.document, lang) {
            Some(message) => Err(Kind::Argument.with(py, message)),
            None => Ok(()),
        }
    }

    fn describe<'py>(&self, py: Python<'py>, happened: &Event) -> PyResult<Bound<'py, PyDict>> {
        let rulings = happened
            .rulings
            .iter()
            .map(|ruling| self.ruling(ruling.clone()));
        event(py, happened, rulings.collect())
    }
}
