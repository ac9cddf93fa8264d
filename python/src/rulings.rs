//! Rulings that were asked for together.

use std::sync::Arc;

use grognard_core::{Document, LengthUnit, Verdict};
use grognard_engine::{Gist, Snapshot};
use pyo3::prelude::*;

use crate::errors;
use crate::order::{Order, Typed};
use crate::ruling::Ruling;

/// Orders asked before Python is asked whether to stop.
const HELPING: usize = 4096;

/// What many orders come to. Of each ruling the gist is kept; one that is looked at is ruled on again, as the
/// battle stood when they were asked for.
#[pyclass(frozen, module = "grognard._native", name = "Rulings")]
pub(crate) struct Rulings {
    snapshot: Snapshot,
    orders: Vec<Py<Order>>,
    gists: Vec<Gist>,
    document: Arc<Document>,
    unit: LengthUnit,
}

impl Rulings {
    /// Rules on each order by itself, on all cores. Ctrl-C is heeded between two helpings.
    pub(crate) fn ask(
        py: Python<'_>,
        snapshot: Snapshot,
        orders: Vec<Bound<'_, Order>>,
        document: Arc<Document>,
        unit: LengthUnit,
    ) -> PyResult<Self> {
        let mut gists = Vec::with_capacity(orders.len());
        for helping in orders.chunks(HELPING) {
            let typed: Vec<Typed<'_>> = helping
                .iter()
                .map(|order| typed(&snapshot, order.get()))
                .collect();
            let told = py.detach(|| snapshot.gists(&typed));
            gists.extend(told.map_err(|error| errors::engine(py, &error))?);
            py.check_signals()?;
        }
        Ok(Self {
            snapshot,
            orders: orders.into_iter().map(Bound::unbind).collect(),
            gists,
            document,
            unit,
        })
    }
}

/// An order as the ruleset types its arguments.
fn typed<'a>(snapshot: &Snapshot, order: &'a Order) -> Typed<'a> {
    order.typed(snapshot.ruleset().id(), snapshot.order_kinds())
}

#[pymethods]
impl Rulings {
    fn __len__(&self) -> usize {
        self.gists.len()
    }

    /// The rulings at some indices, ruled on again together; an index behind the last has none.
    #[pyo3(signature = (indices, /))]
    fn at(&self, py: Python<'_>, indices: Vec<usize>) -> PyResult<Vec<Ruling>> {
        let orders = indices.iter().filter_map(|&index| self.orders.get(index));
        let typed: Vec<Typed<'_>> = orders
            .map(|order| typed(&self.snapshot, order.get()))
            .collect();
        let rulings = py.detach(|| self.snapshot.check_many(&typed));
        let rulings = rulings.map_err(|error| errors::engine(py, &error))?;
        let each = rulings.into_iter();
        Ok(each
            .map(|ruling| Ruling::new(ruling, Arc::clone(&self.document), self.unit))
            .collect())
    }

    /// The verdict of each.
    fn verdicts(&self) -> Vec<&'static str> {
        self.gists.iter().map(|one| one.verdict.name()).collect()
    }

    /// Whether each order may be carried out.
    fn allowed(&self) -> Vec<bool> {
        let verdicts = self.gists.iter().map(|one| one.verdict);
        verdicts.map(|one| one == Verdict::Allowed).collect()
    }

    /// The share that each spends, as a float.
    fn spent(&self) -> Vec<f64> {
        self.gists.iter().map(|one| one.spent.to_f64()).collect()
    }
}
