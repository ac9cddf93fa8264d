//! Changing the battle, and taking changes back.

use grognard_core::LengthUnit;
use grognard_engine::script::typed_condition;
use grognard_engine::{EngineError, Event, OrderError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::Kind;
use crate::order::Order;
use crate::ruling::Ruling;
use crate::{convert, errors, umpire};

use super::Battle;

#[pymethods]
impl Battle {
    /// Carries an order out, the umpire's or one that a side gives: whether it was, and the ruling.
    #[pyo3(signature = (order, dice, side = None, /))]
    fn order(
        &self,
        py: Python<'_>,
        order: &Order,
        dice: Vec<u32>,
        side: Option<&str>,
    ) -> PyResult<(bool, Ruling)> {
        let typed = self.typed(py, order);
        match self.write(py, |battle| match side {
            None => battle.order(&typed, &dice),
            Some(side) => battle.order_by(side, &typed, &dice),
        }) {
            Ok(ruling) => Ok((true, self.ruling(ruling))),
            Err(OrderError::Ruled(ruling)) => Ok((false, self.ruling(*ruling))),
            Err(OrderError::Engine(error)) => Err(errors::engine(py, &error)),
        }
    }

    /// Ends the phase.
    #[pyo3(signature = (dice, /))]
    fn end_phase(&self, py: Python<'_>, dice: Vec<u32>) -> PyResult<Vec<Ruling>> {
        match self.write(py, |battle| battle.end_phase(&dice)) {
            Ok(rulings) => Ok(rulings
                .into_iter()
                .map(|ruling| self.ruling(ruling))
                .collect()),
            Err(error) => Err(errors::engine(py, &error)),
        }
    }

    /// Sets a mark, or clears it when the value is none.
    #[pyo3(signature = (on, condition, value, /))]
    fn mark(
        &self,
        py: Python<'_>,
        on: &str,
        condition: &str,
        value: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let spec = self
            .document
            .manifest
            .conditions
            .iter()
            .find(|spec| spec.id == condition);
        let value = match value {
            None => None,
            Some(given) => {
                let value = convert::value(given, "the value")?;
                Some(match spec {
                    Some(spec) => {
                        let plain = convert::toml(&convert::plain(&value));
                        typed_condition(&plain, spec.kind, LengthUnit::Millimetre)
                    }
                    None => value,
                })
            }
        };
        self.write(py, |battle| battle.mark(on, condition, value))
            .map_err(|error| errors::engine(py, &error))
    }

    /// Makes the changes that a JSON list of effects describes.
    #[pyo3(signature = (effects, note, /))]
    fn adjust(&self, py: Python<'_>, effects: &str, note: &str) -> PyResult<()> {
        let effects = umpire::effects(effects, &self.document.manifest).map_err(|error| {
            Kind::Argument.with(py, format_args!("these are no effects: {error}"))
        })?;
        self.write(py, |battle| battle.adjust(effects, note))
            .map_err(|error| errors::engine(py, &error))
    }

    /// Takes the last event back and gives it.
    fn undo<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let undone = self.write(py, |battle| battle.undo().cloned());
        self.event_or(py, undone)
    }

    /// Does the last event taken back again and gives it.
    fn redo<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let redone = self.write(py, |battle| battle.redo().cloned());
        self.event_or(py, redone)
    }
}

impl Battle {
    fn event_or<'py>(
        &self,
        py: Python<'py>,
        done: Result<Event, EngineError>,
    ) -> PyResult<Bound<'py, PyDict>> {
        match done {
            Ok(done) => self.describe(py, &done),
            Err(error) => Err(errors::engine(py, &error)),
        }
    }
}
