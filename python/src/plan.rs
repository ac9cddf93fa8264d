//! Plans, as Python's values.

use grognard_engine as engine;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::convert;
use crate::ruling::Ruling;

/// Orders over several turns. See `grognard.Plan`.
#[pyclass(frozen, module = "grognard._native", name = "Plan")]
pub(crate) struct Plan {
    pub(crate) plan: engine::Plan,
    /// The rulings on its orders, in their order.
    pub(crate) rulings: Vec<Py<Ruling>>,
    pub(crate) headline: String,
}

/// An order: kind, subject, arguments, ruling.
type Row<'py> = (String, String, Bound<'py, PyDict>, Py<Ruling>);

#[pymethods]
impl Plan {
    /// Whether there is a plan.
    #[getter]
    fn found(&self) -> bool {
        self.plan.found()
    }

    /// What it comes to, or why there is none.
    #[getter]
    fn headline(&self) -> &str {
        &self.headline
    }

    /// How many rulings were asked for.
    #[getter]
    fn asked(&self) -> usize {
        self.plan.rulings
    }

    /// The orders.
    fn orders<'py>(&self, py: Python<'py>) -> PyResult<Vec<Row<'py>>> {
        let orders = self.plan.orders().zip(&self.rulings);
        orders
            .map(|(planned, ruling)| {
                let order = &planned.order;
                Ok((
                    order.kind.to_string(),
                    order.subject.to_string(),
                    convert::dict(py, &order.args)?,
                    ruling.clone_ref(py),
                ))
            })
            .collect()
    }
}
