//! Measurements, as Python's values.

use grognard_core::{Length, Look, RNone, RSome};
use grognard_engine::Between;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// Heights to look from and at, mm, and how high units stand that are in the way; none where they are not.
pub(crate) type Heights = (f64, f64, Option<f64>);

pub(crate) fn look((eye, target, units): Heights) -> Look {
    Look {
        eye,
        target,
        units: units.map_or(RNone, RSome),
    }
}

/// A measurement, as keyword arguments of `grognard.Between`.
pub(crate) fn between<'py>(py: Python<'py>, found: &Between) -> PyResult<Bound<'py, PyDict>> {
    let names = |ids: &[grognard_core::Id]| {
        let names: Vec<&str> = ids.iter().map(grognard_core::Id::as_str).collect();
        PyTuple::new(py, names)
    };
    let row = PyDict::new(py);
    row.set_item("gap", length(py, found.gap)?)?;
    row.set_item("angle", found.sector.angle)?;
    row.set_item("ahead", found.sector.ahead)?;
    row.set_item("in_front_quarter", found.sector.front_quarter)?;
    row.set_item("sees", found.sees)?;
    row.set_item("blocked_by", names(&found.blocked_by)?)?;
    row.set_item("blocked_by_units", names(&found.blocked_by_units)?)?;
    Ok(row)
}

/// A length in millimetres, as `grognard.Length`.
pub(crate) fn length(py: Python<'_>, mm: f64) -> PyResult<Bound<'_, crate::length::Length>> {
    Bound::new(py, crate::length::Length(Length::mm(mm)))
}
