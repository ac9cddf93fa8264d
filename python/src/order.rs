//! Orders.

use std::borrow::Borrow;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use grognard_core as core;
use grognard_core::{Field, Id, LengthUnit, OrderSpec, RVec, Value, kinds};
use grognard_engine::script::typed_order;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping, PyString};
use toml::Table;

use crate::convert;
use crate::course::course;
use crate::errors::Kind;

/// What `grognard.Order` keeps of an order for the engine.
#[pyclass(frozen, module = "grognard._native", name = "Order")]
pub(crate) struct Order {
    /// The order with its arguments as they were given.
    given: core::Order,
    /// Whether its arguments are of their types already, whatever the ruleset: a plain march.
    plain: bool,
    /// Its plain form as text, by which orders are compared.
    text: OnceLock<String>,
    /// Its arguments as the ruleset named here declares them.
    typed: Mutex<Option<(String, Arc<core::Order>)>>,
}

/// An order with arguments of the types that a ruleset declares.
pub(crate) enum Typed<'a> {
    /// As it was given.
    Given(&'a core::Order),
    /// As it is kept beside it.
    Kept(Arc<core::Order>),
}

impl Borrow<core::Order> for Typed<'_> {
    fn borrow(&self) -> &core::Order {
        match self {
            Self::Given(order) => order,
            Self::Kept(order) => order,
        }
    }
}

impl Order {
    /// The order as a record, the form in which an order is an argument of another.
    pub(crate) fn record(&self) -> Value {
        let field = |name, value| Field {
            name: Id::of(name),
            value,
        };
        let fields = vec![
            field("kind", Value::text(self.given.kind.as_str())),
            field("subject", Value::text(self.given.subject.as_str())),
            field("args", Value::Record(self.given.args.clone())),
        ];
        Value::Record(RVec::from(fields))
    }

    /// Calls `with` with the order as a ruleset wants it: arguments of the declared types.
    pub(crate) fn under<T>(
        &self,
        ruleset: &str,
        kinds: &[OrderSpec],
        with: impl FnOnce(&core::Order) -> T,
    ) -> T {
        with(self.typed(ruleset, kinds).borrow())
    }

    /// The order as a ruleset wants it.
    pub(crate) fn typed(&self, ruleset: &str, kinds: &[OrderSpec]) -> Typed<'_> {
        if self.plain {
            return Typed::Given(&self.given);
        }
        let mut kept = self.typed.lock().unwrap_or_else(PoisonError::into_inner);
        match &*kept {
            Some((id, order)) if id == ruleset => Typed::Kept(Arc::clone(order)),
            _ => {
                let order = Arc::new(self.typed_as(kinds));
                *kept = Some((ruleset.to_owned(), Arc::clone(&order)));
                Typed::Kept(order)
            }
        }
    }

    /// The order as the engine's scripts would read its plain form.
    fn typed_as(&self, kinds: &[OrderSpec]) -> core::Order {
        let (kind, subject) = (self.given.kind.as_str(), self.given.subject.as_str());
        let args = convert::toml(&convert::plain_fields(&self.given.args));
        typed_order(
            kind,
            subject,
            args.as_table().unwrap_or(&Table::new()),
            kinds,
            LengthUnit::Millimetre,
        )
    }

    fn text(&self) -> &str {
        self.text
            .get_or_init(|| convert::plain(&self.record()).to_string())
    }
}

impl From<core::Order> for Order {
    fn from(given: core::Order) -> Self {
        let plain = given.kind == *kinds::MARCH
            && given
                .args
                .iter()
                .all(|arg| matches!(arg.value, Value::Course(_)));
        Self {
            given,
            plain,
            text: OnceLock::new(),
            typed: Mutex::new(None),
        }
    }
}

#[pymethods]
impl Order {
    #[new]
    #[pyo3(signature = (kind, subject, args, /))]
    fn new(
        kind: &Bound<'_, PyAny>,
        subject: &Bound<'_, PyAny>,
        args: &Bound<'_, PyMapping>,
    ) -> PyResult<Self> {
        let kind = name(kind, "the kind of the order")?;
        let subject = name(subject, "the subject of the order")?;
        let mut values = convert::fields(args, "argument")?;
        if kind == *kinds::MARCH
            && let Some(field) = values.iter_mut().find(|field| field.name == *"course")
        {
            field.value = Value::Course(course(&args.get_item("course")?)?.0);
        }
        Ok(core::Order {
            kind,
            subject,
            args: values,
        }
        .into())
    }

    /// The kind of order.
    #[getter]
    fn kind(&self) -> &str {
        self.given.kind.as_str()
    }

    /// Who is to do it.
    #[getter]
    fn subject(&self) -> &str {
        self.given.subject.as_str()
    }

    /// The arguments as Python values.
    fn args<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        convert::dict(py, &self.given.args)
    }

    /// The arguments as JSON and TOML can hold them.
    fn plain_args<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        convert::json(py, &convert::plain_fields(&self.given.args))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Self>()
            .is_ok_and(|other| other.get().text() == self.text())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, self.text()).hash()
    }

    fn __repr__(&self) -> &str {
        self.text()
    }
}

/// An id an argument gives.
fn name(given: &Bound<'_, PyAny>, what: &str) -> PyResult<Id> {
    let py = given.py();
    match given.cast::<PyString>() {
        Ok(text) if text.is_empty()? => Err(Kind::Argument.with(
            py,
            format_args!("{what} is empty; give an id such as \"1/95\""),
        )),
        Ok(text) => convert::id(py, text.to_str()?, what),
        Err(_) => {
            let type_name = given.get_type().name()?;
            Err(Kind::ArgumentType
                .with(py, format_args!("{what} should be a text, not {type_name}")))
        }
    }
}
