//! Values of the open vocabulary between Python and the engine.

use std::fmt::Display;

use grognard_core::{Amount, Field, Id, Length as CoreLength, RVec, Ratio, Value};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyMapping, PyString, PyTuple, PyType};

use crate::course::Course;
use crate::errors::Kind;
use crate::length::Length;
use crate::order::Order;

/// How deep lists and records may nest.
const DEPTH: u32 = 8;

/// The value of a Python object, as it stands; what a schema makes of it comes later.
pub(crate) fn value(given: &Bound<'_, PyAny>, what: &str) -> PyResult<Value> {
    value_at(given, what, DEPTH)
}

fn value_at(given: &Bound<'_, PyAny>, what: &str, depth: u32) -> PyResult<Value> {
    let py = given.py();
    if depth == 0 {
        return Err(Kind::Argument.with(py, format_args!("{what} is nested too deep")));
    }
    if let Ok(text) = given.cast::<PyString>() {
        return Ok(Value::text(text.to_str()?));
    }
    if let Ok(flag) = given.cast::<PyBool>() {
        return Ok(Value::Flag(flag.is_true()));
    }
    if given.is_instance_of::<PyInt>() {
        return given
            .extract()
            .map(Value::Int)
            .map_err(|_| Kind::Argument.with(py, format_args!("{what} is too large a number")));
    }
    if let Ok(number) = given.cast::<PyFloat>() {
        let number = number.value();
        return Ratio::simplest(number).map(Value::Number).ok_or_else(|| {
            let problem = if number.is_finite() {
                "too large a number"
            } else {
                "not a finite number"
            };
            Kind::Argument.with(py, format_args!("{what} is {problem} ({number})"))
        });
    }
    if let Ok(length) = given.cast::<Length>() {
        return Ok(Value::Length(length.get().0));
    }
    if let Ok(course) = given.cast::<Course>() {
        return Ok(Value::Course(course.get().0.clone()));
    }
    if let Ok(native) = given.getattr("_native")
        && let Ok(order) = native.cast::<Order>()
    {
        return Ok(order.get().record());
    }
    if given.is_instance_of::<PyList>() || given.is_instance_of::<PyTuple>() {
        let mut items = RVec::new();
        for item in given.try_iter()? {
            items.push(value_at(&item?, what, depth - 1)?);
        }
        return Ok(Value::List(items));
    }
    if let Ok(mapping) = given.cast::<PyMapping>() {
        return fields_at(mapping, what, depth - 1).map(Value::Record);
    }
    if let (Ok(num), Ok(den)) = (given.getattr("numerator"), given.getattr("denominator"))
        && let (Ok(num), Ok(den)) = (num.extract(), den.extract())
    {
        return Ok(Value::Number(Ratio::new(num, den)));
    }
    let type_name = given.get_type().name()?;
    Err(Kind::ArgumentType.with(
        py,
        format_args!(
            "{what} is of the type {type_name}; give a text, number, Fraction, bool, Length, Course, Order, list or dict"
        ),
    ))
}

/// The named values of a Python mapping.
pub(crate) fn fields(given: &Bound<'_, PyMapping>, what: &str) -> PyResult<RVec<Field>> {
    fields_at(given, what, DEPTH)
}

/// The id that a text from outside is, no longer than names are.
pub(crate) fn id(py: Python<'_>, text: &str, what: impl Display) -> PyResult<Id> {
    if Id::fits(text) {
        return Ok(Id::from(text));
    }
    let (letters, most) = (text.chars().count(), Id::MOST);
    Err(Kind::Argument.with(
        py,
        format_args!("{what} has {letters} letters; a name has at most {most}"),
    ))
}

fn fields_at(given: &Bound<'_, PyMapping>, what: &str, depth: u32) -> PyResult<RVec<Field>> {
    let mut fields = RVec::new();
    for item in given.items()?.iter() {
        let (name, given): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
        let Ok(name) = name.cast::<PyString>() else {
            return Err(Kind::ArgumentType.with(
                given.py(),
                format_args!("{what} has a name that is not a text: {name}"),
            ));
        };
        let name = name.to_str()?;
        let value = value_at(&given, &format!("{what} '{name}'"), depth)?;
        fields.push(Field {
            name: id(given.py(), name, format_args!("a name of {what}"))?,
            value,
        });
    }
    Ok(fields)
}

/// The Python object of a value: `bool`, `int`, `Fraction`, `Length`, `float` (bearings),
/// `(x, y)`, `str`, `Course`, `list` or `dict`.
pub(crate) fn object<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Flag(flag) => PyBool::new(py, *flag).to_owned().into_any(),
        Value::Int(n) => n.into_pyobject(py)?.into_any(),
        Value::Number(number) => fraction(py, *number)?,
        Value::Length(length) => Bound::new(py, Length(*length))?.into_any(),
        Value::Bearing(bearing) => PyFloat::new(py, bearing.degrees()).into_any(),
        Value::Point(point) => (point.x, point.y).into_pyobject(py)?.into_any(),
        Value::Text(text) => PyString::new(py, text).into_any(),
        Value::Course(course) => Bound::new(py, Course(course.clone()))?.into_any(),
        Value::List(items) => {
            let items: Vec<_> = items
                .iter()
                .map(|item| object(py, item))
                .collect::<PyResult<_>>()?;
            PyList::new(py, items)?.into_any()
        }
        Value::Record(fields) => dict(py, fields)?.into_any(),
    })
}

/// The Python dict of named values.
pub(crate) fn dict<'py>(py: Python<'py>, fields: &[Field]) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for field in fields {
        dict.set_item(field.name.as_str(), object(py, &field.value)?)?;
    }
    Ok(dict)
}

/// The plain form of a value: what JSON and TOML can hold. Lengths, courses and fractions become
/// the texts that people write.
pub(crate) fn plain(value: &Value) -> serde_json::Value {
    use serde_json::Value as Json;
    match value {
        Value::Flag(flag) => Json::Bool(*flag),
        Value::Int(n) => Json::from(*n),
        Value::Number(number) if Ratio::simplest(number.to_f64()) == Some(*number) => {
            float(number.to_f64())
        }
        Value::Number(number) => Json::String(number.to_string()),
        Value::Length(length) => Json::String(length_text(*length)),
        Value::Bearing(bearing) => float(bearing.degrees()),
        Value::Point(point) => Json::Array(vec![float(point.x), float(point.y)]),
        Value::Text(text) => Json::String(text.to_string()),
        Value::Course(course) => Json::String(course.to_string()),
        Value::List(items) => Json::Array(items.iter().map(plain).collect()),
        Value::Record(fields) => plain_fields(fields),
    }
}

/// The plain form of named values.
pub(crate) fn plain_fields(fields: &[Field]) -> serde_json::Value {
    let map = fields
        .iter()
        .map(|field| (field.name.as_str().to_owned(), plain(&field.value)));
    serde_json::Value::Object(map.collect())
}

/// A number that prints without a fraction where it has none.
fn float(number: f64) -> serde_json::Value {
    if number.fract() == 0.0 && number.abs() < 9.0e15 {
        serde_json::Value::from(number as i64)
    } else {
        serde_json::Value::from(number)
    }
}

fn length_text(length: CoreLength) -> String {
    format!("{} mm", length.millimetres())
}

/// Plain JSON as Python objects.
pub(crate) fn json<'py>(py: Python<'py>, value: &serde_json::Value) -> PyResult<Bound<'py, PyAny>> {
    use serde_json::Value as Json;
    Ok(match value {
        Json::Null => py.None().into_bound(py),
        Json::Bool(flag) => PyBool::new(py, *flag).to_owned().into_any(),
        Json::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(n), _) => n.into_pyobject(py)?.into_any(),
            (None, Some(n)) => n.into_pyobject(py)?.into_any(),
            _ => PyFloat::new(py, number.as_f64().unwrap_or(f64::NAN)).into_any(),
        },
        Json::String(text) => PyString::new(py, text).into_any(),
        Json::Array(items) => {
            let items: Vec<_> = items
                .iter()
                .map(|item| json(py, item))
                .collect::<PyResult<_>>()?;
            PyList::new(py, items)?.into_any()
        }
        Json::Object(map) => {
            let dict = PyDict::new(py);
            for (name, item) in map {
                dict.set_item(name, json(py, item)?)?;
            }
            dict.into_any()
        }
    })
}

/// A `fractions.Fraction`.
pub(crate) fn fraction(py: Python<'_>, number: Ratio) -> PyResult<Bound<'_, PyAny>> {
    static FRACTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    FRACTION
        .import(py, "fractions", "Fraction")?
        .call1((number.num(), number.den()))
}

/// A `Fraction` when nothing measured went into the amount, else a `float`.
pub(crate) fn amount(py: Python<'_>, amount: Amount) -> PyResult<Bound<'_, PyAny>> {
    if amount.is_exact() {
        fraction(py, amount.exact)
    } else {
        Ok(PyFloat::new(py, amount.to_f64()).into_any())
    }
}

/// Anything that serialises, as Python's plain data.
pub(crate) fn serialized<'py, T: serde::Serialize>(
    py: Python<'py>,
    value: &T,
) -> PyResult<Bound<'py, PyAny>> {
    let value = serde_json::to_value(value).map_err(|error| {
        Kind::Argument.with(py, format_args!("this cannot be written: {error}"))
    })?;
    json(py, &value)
}

/// Plain JSON as TOML. What TOML cannot hold is left out.
pub(crate) fn toml(value: &serde_json::Value) -> toml::Value {
    toml::Value::try_from(value).unwrap_or_else(|_| toml::Value::Table(toml::Table::new()))
}
