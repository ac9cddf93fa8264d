//! Lengths on the table.

use grognard_core as core;
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyString};

use crate::errors::Kind;

/// A length on the table, kept in millimetres.
///
/// `Length("10 cm")`, `Length('2 1/2"')`, `Length("3.5 in")`, `Length("25 mm")`; or
/// `gr.mm(25)`, `gr.cm(10)`, `gr.inches(3.5)`. Lengths add, subtract, compare, and multiply with
/// numbers.
///
/// Raises `ArgumentError` (a `ValueError`) when the text is not a number and a unit.
#[pyclass(frozen, module = "grognard", name = "Length")]
#[derive(Clone, Copy)]
pub(crate) struct Length(pub(crate) core::Length);

#[pymethods]
impl Length {
    #[new]
    #[pyo3(signature = (text, /))]
    fn new(text: &Bound<'_, PyAny>) -> PyResult<Self> {
        distance(text, "the length").map(Self)
    }

    /// The length of so many millimetres. Raises `ArgumentError` for NaN and infinities.
    #[staticmethod]
    #[pyo3(signature = (millimetres, /))]
    fn from_mm(millimetres: &Bound<'_, PyAny>) -> PyResult<Self> {
        number(millimetres, "the number of millimetres").map(|mm| Self(core::Length::mm(mm)))
    }

    /// Millimetres.
    #[getter]
    fn mm(&self) -> f64 {
        self.0.millimetres()
    }

    /// Centimetres.
    #[getter]
    fn cm(&self) -> f64 {
        self.0.millimetres() / 10.0
    }

    /// Inches of 25.4 mm.
    #[getter]
    fn inches(&self) -> f64 {
        self.0.millimetres() / 25.4
    }

    fn __add__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        let other = distance(other, "the length added")?;
        Ok(Self(core::Length::mm(self.mm() + other.millimetres())))
    }

    fn __sub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        let other = distance(other, "the length taken away")?;
        Ok(Self(core::Length::mm(self.mm() - other.millimetres())))
    }

    fn __mul__(&self, factor: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self(core::Length::mm(
            self.mm() * number(factor, "the factor")?,
        )))
    }

    fn __rmul__(&self, factor: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.__mul__(factor)
    }

    fn __neg__(&self) -> Self {
        Self(core::Length::mm(-self.mm()))
    }

    fn __richcmp__<'py>(&self, other: &Bound<'py, PyAny>, op: CompareOp) -> Bound<'py, PyAny> {
        let py = other.py();
        let ordering = other
            .cast::<Self>()
            .ok()
            .and_then(|other| self.mm().partial_cmp(&other.get().mm()));
        match ordering {
            Some(ordering) => PyBool::new(py, op.matches(ordering)).to_owned().into_any(),
            None => py.NotImplemented().into_bound(py),
        }
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyFloat::new(py, self.mm()).hash()
    }

    fn __bool__(&self) -> bool {
        self.mm() != 0.0
    }

    fn __repr__(&self) -> String {
        format!("Length('{} mm')", self.mm())
    }

    fn __str__(&self) -> String {
        format!("{} mm", self.mm())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (f64,))> {
        Ok((py.get_type::<Self>().getattr("from_mm")?, (self.mm(),)))
    }
}

/// A distance an argument gives: a [`Length`] or a text with a unit.
pub(crate) fn distance(given: &Bound<'_, PyAny>, what: &str) -> PyResult<core::Length> {
    if let Ok(length) = given.cast::<Length>() {
        return Ok(length.get().0);
    }
    let py = given.py();
    if let Ok(text) = given.cast::<PyString>() {
        return text
            .to_str()?
            .parse()
            .map_err(|error| Kind::Argument.with(py, format_args!("{what}: {error}")));
    }
    let type_name = given.get_type().name()?;
    if given.is_instance_of::<PyInt>() || given.is_instance_of::<PyFloat>() {
        let n = given.str()?;
        return Err(Kind::ArgumentType.with(
            py,
            format_args!("{what}: {n} has no unit; write \"{n} cm\", gr.cm({n}), gr.mm({n}) or gr.inches({n})"),
        ));
    }
    Err(Kind::ArgumentType.with(
        py,
        format_args!("{what} should be a text such as \"10 cm\" or a Length, not {type_name}"),
    ))
}

/// A finite number an argument gives.
pub(crate) fn number(given: &Bound<'_, PyAny>, what: &str) -> PyResult<f64> {
    let py = given.py();
    let refused = given.is_instance_of::<PyBool>() || given.is_instance_of::<PyString>();
    let value: Option<f64> = if refused { None } else { given.extract().ok() };
    match value {
        Some(value) if value.is_finite() => Ok(value),
        Some(value) => {
            Err(Kind::Argument.with(py, format_args!("{what} is {value}; give a finite number")))
        }
        None => {
            let type_name = given.get_type().name()?;
            let shown = given.repr()?;
            let shown: String = shown.to_str()?.chars().take(40).collect();
            Err(Kind::ArgumentType.with(
                py,
                format_args!("{what} should be a number, not {type_name} {shown}"),
            ))
        }
    }
}

/// A place along one axis: a number of millimetres or a length.
pub(crate) fn coordinate(given: &Bound<'_, PyAny>, what: &str) -> PyResult<f64> {
    if given.is_instance_of::<PyString>() || given.is_instance_of::<Length>() {
        return distance(given, what).map(core::Length::millimetres);
    }
    number(given, what)
}
