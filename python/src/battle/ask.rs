//! Asking: rulings, measures, reaches, plans, odds. Nothing changes.

use std::sync::{Arc, PoisonError};

use grognard_core::{Bearing, Point};
use grognard_engine::reach::Grain;
use grognard_engine::{self as engine, EngineError, PlanAsk, ReachAsk};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::order::Order;
use crate::patience::Patience;
use crate::plan::Plan;
use crate::reach::Reach;
use crate::ruling::Ruling;
use crate::rulings::Rulings;
use crate::{convert, errors, measure, odds};

use super::Battle;

/// Where a plan leads: x, y, facing, formation, within, within degrees.
type Goal<'a> = (f64, f64, Option<f64>, Option<&'a str>, f64, f64);

#[pymethods]
impl Battle {
    /// Rules on an order without carrying it out; for a side, as far as it knows.
    #[pyo3(signature = (order, dice = None, side = None, /))]
    fn check(
        &self,
        py: Python<'_>,
        order: &Order,
        dice: Option<Vec<u32>>,
        side: Option<&str>,
    ) -> PyResult<Ruling> {
        let battle = self.read(py);
        let ruling = order.under(battle.ruleset().id(), battle.order_kinds(), |order| match (
            side, &dice,
        ) {
            (None, None) => battle.check(order),
            (None, Some(dice)) => battle.check_with(order, dice),
            (Some(side), None) => battle.view(side)?.check(order),
            (Some(side), Some(dice)) => battle.view(side)?.check_with(order, dice),
        });
        match ruling {
            Ok(ruling) => Ok(self.ruling(ruling)),
            Err(error) => Err(errors::engine(py, &error)),
        }
    }

    /// Rules on many orders on all cores, each by itself; for a side, as far as it knows. Ctrl-C is
    /// heeded between two helpings.
    #[pyo3(signature = (orders, side = None, /))]
    fn check_many(
        &self,
        py: Python<'_>,
        orders: Vec<Bound<'_, Order>>,
        side: Option<&str>,
    ) -> PyResult<Rulings> {
        let snapshot = {
            let battle = self.read(py);
            match side {
                None => battle.snapshot(),
                Some(side) => {
                    let view = battle.view(side);
                    view.map_err(|error| errors::engine(py, &error))?.snapshot()
                }
            }
        };
        Rulings::ask(py, snapshot, orders, Arc::clone(&self.document), self.unit)
    }

    /// What is measured from one unit to another, as keyword arguments of `grognard.Between`.
    #[pyo3(signature = (one, other, heights, /))]
    fn between<'py>(
        &self,
        py: Python<'py>,
        one: &str,
        other: &str,
        heights: measure::Heights,
    ) -> PyResult<Bound<'py, PyDict>> {
        let found = self.read(py).between(one, other, &measure::look(heights));
        match found {
            Ok(found) => measure::between(py, &found),
            Err(error) => Err(errors::engine(py, &error)),
        }
    }

    /// The units within so many millimetres of one, nearest first, and how far each is.
    #[pyo3(signature = (unit, radius, /))]
    fn near<'py>(
        &self,
        py: Python<'py>,
        unit: &str,
        radius: f64,
    ) -> PyResult<Vec<(String, Bound<'py, crate::length::Length>)>> {
        let found = self.read(py).near(unit, grognard_core::Length::mm(radius));
        let found = found.map_err(|error| errors::engine(py, &error))?;
        let one = |near: &engine::Neighbour| {
            Ok((
                near.unit.as_str().to_owned(),
                measure::length(py, near.gap)?,
            ))
        };
        found.iter().map(one).collect()
    }

    /// Where the subject of an order without its course can get to; for a side, as far as it knows.
    #[pyo3(signature = (order, grain, side = None, /))]
    fn reach(
        &self,
        py: Python<'_>,
        order: &Order,
        grain: Option<(f64, f64)>,
        side: Option<&str>,
    ) -> PyResult<Reach> {
        let (unit, ask) = {
            let battle = self.read(py);
            order.under(battle.ruleset().id(), battle.order_kinds(), |order| {
                let ask = ReachAsk {
                    kind: order.kind,
                    args: order.args.clone(),
                    grain: grain.map(|(cell, degrees)| Grain { cell, degrees }),
                    ..ReachAsk::default()
                };
                (order.subject, ask)
            })
        };
        let reach = py
            .detach(|| {
                let battle = self.inner.read().unwrap_or_else(PoisonError::into_inner);
                match side {
                    None => battle.reach(unit.as_str(), &ask),
                    Some(side) => battle.view(side)?.reach(unit.as_str(), &ask),
                }
            })
            .map_err(|error| errors::engine(py, &error))?;
        let ruling = Py::new(py, self.ruling(reach.ruling().clone()))?;
        Ok(Reach { reach, ruling })
    }

    /// How the subject of an order without its course comes to a place: x, y, facing, formation, how near
    /// (mm) and how exactly (degrees), in how many turns; for a side, as far as it knows.
    #[pyo3(signature = (order, goal, turns, side = None, /))]
    fn plan(
        &self,
        py: Python<'_>,
        order: &Order,
        goal: Goal<'_>,
        turns: u32,
        side: Option<&str>,
    ) -> PyResult<Plan> {
        let (x, y, facing, formation, within, within_degrees) = goal;
        let formation = formation
            .map(|formation| convert::id(py, formation, "the formation"))
            .transpose()?;
        let (unit, ask) = {
            let battle = self.read(py);
            order.under(battle.ruleset().id(), battle.order_kinds(), |order| {
                let ask = PlanAsk {
                    facing: facing.map(Bearing::new),
                    formation,
                    within,
                    within_degrees,
                    turns,
                    kind: order.kind,
                    args: order.args.clone(),
                    ..PlanAsk::to(Point::new(x, y))
                };
                (order.subject, ask)
            })
        };
        let (plan, headline) = py
            .detach(|| {
                let battle = self.inner.read().unwrap_or_else(PoisonError::into_inner);
                let plan = match side {
                    None => battle.plan(unit.as_str(), &ask)?,
                    Some(side) => battle.view(side)?.plan(unit.as_str(), &ask)?,
                };
                let headline = plan.headline(&battle);
                Ok((plan, headline))
            })
            .map_err(|error: EngineError| errors::engine(py, &error))?;
        let rulings = plan
            .orders()
            .map(|planned| Py::new(py, self.ruling(planned.ruling.clone())));
        let rulings = rulings.collect::<PyResult<_>>()?;
        Ok(Plan {
            plan,
            rulings,
            headline,
        })
    }

    /// A plan of this battle in words.
    #[pyo3(signature = (plan, lang, /))]
    fn plan_text(&self, py: Python<'_>, plan: &Plan, lang: &str) -> PyResult<String> {
        self.language(py, lang)?;
        Ok(plan.plan.explain(&self.read(py), lang))
    }

    /// A plan of this battle as the text of a JSON document.
    #[pyo3(signature = (plan, lang, /))]
    fn plan_json(&self, py: Python<'_>, plan: &Plan, lang: &str) -> PyResult<String> {
        self.language(py, lang)?;
        Ok(plan.plan.to_json(&self.read(py), lang).to_string())
    }

    /// What an order can come to: the number of ways the dice can fall, and the outcomes as keyword
    /// arguments of `grognard.Outcome`. Ctrl-C is heeded between two helpings.
    #[pyo3(signature = (order, side = None, /))]
    fn odds<'py>(
        &self,
        py: Python<'py>,
        order: &Order,
        side: Option<&str>,
    ) -> PyResult<(u64, Vec<Bound<'py, PyDict>>)> {
        let typed = self.typed(py, order);
        let mut patience = Patience::default();
        let odds = py.detach(|| {
            let battle = self.inner.read().unwrap_or_else(PoisonError::into_inner);
            match side {
                None => battle.odds_while(&typed, || patience.lasts()),
                Some(side) => battle.view(side)?.odds_while(&typed, || patience.lasts()),
            }
        });
        let odds = match (odds, patience.ended) {
            (Ok(odds), _) => odds,
            (Err(_), Some(interrupt)) => return Err(interrupt),
            (Err(error), None) => return Err(errors::engine(py, &error)),
        };
        let outcomes = odds.outcomes.into_iter().map(|outcome| {
            let example = self.ruling(outcome.example.clone());
            odds::outcome(py, &outcome, example)
        });
        Ok((odds.ways, outcomes.collect::<PyResult<_>>()?))
    }
}
