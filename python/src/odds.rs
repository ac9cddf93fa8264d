//! Odds, as Python's values.

use grognard_engine::Outcome;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::convert;
use crate::ruling::Ruling;

/// An outcome, as keyword arguments of `grognard.Outcome`.
pub(crate) fn outcome<'py>(
    py: Python<'py>,
    outcome: &Outcome,
    example: Ruling,
) -> PyResult<Bound<'py, PyDict>> {
    let row = PyDict::new(py);
    row.set_item("probability", convert::fraction(py, outcome.probability)?)?;
    row.set_item("verdict", outcome.verdict.name())?;
    row.set_item("rolls", PyTuple::new(py, &outcome.rolls)?)?;
    row.set_item("findings", PyTuple::new(py, &outcome.findings)?)?;
    row.set_item("example", Bound::new(py, example)?)?;
    Ok(row)
}
