//! How things stand: the clock and what is on the table.

use std::sync::PoisonError;

use grognard_core::ROption;
use grognard_engine::draw::{DrawOptions, Labels, board_svg};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::Kind;
use crate::plan::Plan;
use crate::reach::Reach;
use crate::ruling::Ruling;
use crate::{board, convert};

use super::Battle;

#[pymethods]
impl Battle {
    /// The clock: turn, phase, and the side whose turn it is.
    #[getter]
    fn clock(&self, py: Python<'_>) -> (u32, String, Option<String>) {
        let battle = self.read(py);
        let clock = &battle.board().clock;
        let active = match &clock.active {
            ROption::RSome(side) => Some(side.to_string()),
            ROption::RNone => None,
        };
        (clock.turn, clock.phase.to_string(), active)
    }

    /// The corners of the table, south-west and north-east.
    #[getter]
    fn table(&self, py: Python<'_>) -> ((f64, f64), (f64, f64)) {
        let battle = self.read(py);
        let table = battle.board().table;
        (board::pair(table.min), board::pair(table.max))
    }

    /// The ids of the units, in order.
    fn unit_ids(&self, py: Python<'_>) -> Vec<String> {
        self.read(py)
            .board()
            .units
            .iter()
            .map(|unit| unit.id.to_string())
            .collect()
    }

    /// A unit, as keyword arguments of `grognard.Unit`; none when there is none of that id. For a side, as far
    /// as it knows.
    #[pyo3(signature = (id, side = None, /))]
    fn unit<'py>(
        &self,
        py: Python<'py>,
        id: &str,
        side: Option<&str>,
    ) -> PyResult<Option<Bound<'py, PyDict>>> {
        self.known(py, side, |board| {
            let unit = board.unit(id).map(|unit| board::unit(py, unit));
            unit.transpose()
        })
    }

    /// The sides.
    fn sides<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        self.read(py)
            .board()
            .sides
            .iter()
            .map(|side| board::side(py, side))
            .collect()
    }

    /// The brigades; for a side, as far as it knows.
    #[pyo3(signature = (side = None, /))]
    fn brigades<'py>(
        &self,
        py: Python<'py>,
        side: Option<&str>,
    ) -> PyResult<Vec<Bound<'py, PyDict>>> {
        self.known(py, side, |board| {
            let brigades = board.brigades.iter();
            brigades
                .map(|brigade| board::brigade(py, board, brigade))
                .collect()
        })
    }

    /// The commanders; for a side, as far as it knows.
    #[pyo3(signature = (side = None, /))]
    fn commanders<'py>(
        &self,
        py: Python<'py>,
        side: Option<&str>,
    ) -> PyResult<Vec<Bound<'py, PyDict>>> {
        self.known(py, side, |board| {
            let commanders = board.commanders.iter();
            commanders.map(|one| board::commander(py, one)).collect()
        })
    }

    /// The terrain.
    fn terrain<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        self.read(py)
            .board()
            .terrain
            .iter()
            .map(|one| board::terrain(py, one))
            .collect()
    }

    /// What the ruleset remembers of the battle as a whole; for a side, as far as it knows.
    #[pyo3(signature = (side = None, /))]
    fn conditions<'py>(&self, py: Python<'py>, side: Option<&str>) -> PyResult<Bound<'py, PyDict>> {
        self.known(py, side, |board| convert::dict(py, &board.conditions))
    }

    /// Orders written this turn and not yet carried out: kind, subject, args; for a side, those it knows.
    #[pyo3(signature = (side = None, /))]
    fn written<'py>(
        &self,
        py: Python<'py>,
        side: Option<&str>,
    ) -> PyResult<Vec<(String, String, Bound<'py, PyDict>)>> {
        self.known(py, side, |board| {
            let orders = board.written.iter().map(|order| {
                let args = convert::dict(py, &order.args)?;
                Ok((order.kind.to_string(), order.subject.to_string(), args))
            });
            orders.collect()
        })
    }

    /// The map as SVG.
    #[expect(clippy::too_many_arguments, reason = "they are Python's keywords")]
    #[pyo3(signature = (/, *, width, labels, highlight, caption, outcome, reach, plan))]
    fn svg(
        &self,
        py: Python<'_>,
        width: f64,
        labels: &str,
        highlight: Vec<String>,
        caption: Option<String>,
        outcome: Option<&Ruling>,
        reach: Option<&Reach>,
        plan: Option<&Plan>,
    ) -> PyResult<String> {
        let labels = match labels {
            "ids" => Labels::Ids,
            "names" => Labels::Names,
            "none" => Labels::None,
            _ => {
                let message = format!("labels cannot be '{labels}'; choose ids, names or none");
                return Err(Kind::Argument.with(py, message));
            }
        };
        let highlight = highlight.iter();
        let highlight = highlight
            .map(|unit| convert::id(py, unit, "a unit to highlight"))
            .collect::<PyResult<_>>()?;
        let options = DrawOptions {
            width,
            labels,
            highlight,
            caption,
            reach: reach.map_or_else(Vec::new, |reach| {
                let reach = &reach.reach;
                reach.contours(&reach.quarters())
            }),
            ..DrawOptions::default()
        };
        let options = match plan {
            Some(plan) => options.with_plan(&plan.plan),
            None => options,
        };
        let outcome = outcome.map(Ruling::ruling);
        Ok(py.detach(|| {
            let battle = self.inner.read().unwrap_or_else(PoisonError::into_inner);
            let options = match outcome {
                Some(ruling) => options.with_outcome(battle.board(), ruling),
                None => options,
            };
            board_svg(battle.board(), &self.document, &options)
        }))
    }
}
