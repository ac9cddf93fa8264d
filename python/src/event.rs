//! Events, as Python's values.

use grognard_core::ROption;
use grognard_engine::{Event, Happening};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::convert;
use crate::ruling::Ruling;

/// An event, as keyword arguments of `grognard.Event`; its order as kind, subject and args.
pub(crate) fn event<'py>(
    py: Python<'py>,
    event: &Event,
    rulings: Vec<Ruling>,
) -> PyResult<Bound<'py, PyDict>> {
    let row = PyDict::new(py);
    row.set_item("number", event.number)?;
    row.set_item("turn", event.clock.turn)?;
    row.set_item("phase", event.clock.phase.as_str())?;
    let active = match &event.clock.active {
        ROption::RSome(side) => Some(side.as_str()),
        ROption::RNone => None,
    };
    row.set_item("active", active)?;
    let (what, order, details) = match &event.what {
        Happening::Order(order) => {
            let args = convert::dict(py, &order.args)?;
            (
                "order",
                Some((order.kind.as_str(), order.subject.as_str(), args)),
                PyDict::new(py),
            )
        }
        Happening::EndPhase => ("end-phase", None, PyDict::new(py)),
        Happening::Mark {
            on,
            condition,
            value,
        } => {
            let details = PyDict::new(py);
            details.set_item("on", on.as_str())?;
            details.set_item("condition", condition.as_str())?;
            let value = value
                .as_ref()
                .map(|value| convert::object(py, value))
                .transpose()?;
            details.set_item("value", value)?;
            ("mark", None, details)
        }
        Happening::Adjust { effects, note } => {
            let details = PyDict::new(py);
            details.set_item("note", note)?;
            details.set_item("effects", convert::serialized(py, effects)?)?;
            ("adjust", None, details)
        }
        Happening::Sealed { side } => {
            let details = PyDict::new(py);
            details.set_item("side", side.as_str())?;
            ("sealed", None, details)
        }
    };
    row.set_item("what", what)?;
    row.set_item("order", order)?;
    row.set_item("details", details)?;
    row.set_item("dice", PyTuple::new(py, &event.dice)?)?;
    row.set_item("typed", event.typed)?;
    let rulings: Vec<_> = rulings
        .into_iter()
        .map(|ruling| Bound::new(py, ruling))
        .collect::<PyResult<_>>()?;
    row.set_item("rulings", PyTuple::new(py, rulings)?)?;
    Ok(row)
}
