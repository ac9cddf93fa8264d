//! Battles.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

use grognard_core::{Bearing, CellValue, Document, LengthUnit, Point, ROption};
use grognard_engine::draw::{DrawOptions, Labels, board_svg};
use grognard_engine::reach::Grain;
use grognard_engine::script::typed_condition;
use grognard_engine::{self as engine, EngineError, Event, OrderError, PlanAsk, ReachAsk, Setup};
use pyo3::prelude::*;
use pyo3::sync::RwLockExt;
use pyo3::types::{PyDict, PyTuple};

use crate::errors::Kind;
use crate::event::event;
use crate::order::Order;
use crate::patience::Patience;
use crate::plan::Plan;
use crate::reach::Reach;
use crate::registry::{Registry, Ruleset};
use crate::ruling::Ruling;
use crate::rulings::Rulings;
use crate::scenario::Scenario;
use crate::{board, charts, convert, errors, measure, odds, umpire};

/// A battle.
///
/// Readers take the lock while they hold the interpreter; writers work without the interpreter and
/// let go of the lock before they take it back. So neither waits for the other for ever.
#[pyclass(frozen, module = "grognard._native", name = "Battle")]
pub(crate) struct Battle {
    inner: RwLock<engine::Battle>,
    document: Arc<Document>,
    unit: LengthUnit,
}

/// Where a plan leads: x, y, facing, formation, within, within degrees.
type Goal<'a> = (f64, f64, Option<f64>, Option<&'a str>, f64, f64);

impl From<engine::Battle> for Battle {
    fn from(battle: engine::Battle) -> Self {
        let document = Arc::clone(&battle.ruleset().info().document);
        let unit = battle.length_unit();
        Self {
            inner: RwLock::new(battle),
            document,
            unit,
        }
    }
}

impl Battle {
    fn read(&self, py: Python<'_>) -> RwLockReadGuard<'_, engine::Battle> {
        self.inner
            .read_py_attached(py)
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks about the board; for a side, as far as it knows.
    fn known<T>(
        &self,
        py: Python<'_>,
        side: Option<&str>,
        ask: impl FnOnce(&grognard_core::Board) -> PyResult<T>,
    ) -> PyResult<T> {
        let battle = self.read(py);
        let view = side.map(|side| battle.view(side)).transpose();
        let view = view.map_err(|error| errors::engine(py, &error))?;
        ask(view.as_ref().map_or(battle.board(), |view| view.board()))
    }

    /// Changes the battle without holding the interpreter.
    fn write<T: Send>(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&mut engine::Battle) -> T + Send,
    ) -> T {
        py.detach(|| change(&mut self.inner.write().unwrap_or_else(PoisonError::into_inner)))
    }

    /// The order, typed by the words of the ruleset.
    fn typed(&self, py: Python<'_>, order: &Order) -> grognard_core::Order {
        let battle = self.read(py);
        order.under(battle.ruleset().id(), battle.order_kinds(), Clone::clone)
    }

    fn ruling(&self, ruling: grognard_core::Ruling) -> Ruling {
        Ruling::new(ruling, Arc::clone(&self.document), self.unit)
    }
}

#[pymethods]
impl Battle {
    /// Starts a battle.
    #[staticmethod]
    #[pyo3(signature = (scenario, ruleset, /, *, seed, scale, readings, charts))]
    fn start(
        py: Python<'_>,
        scenario: &Scenario,
        ruleset: &Ruleset,
        seed: u64,
        scale: Option<String>,
        readings: BTreeMap<String, String>,
        charts: Vec<(String, Bound<'_, PyAny>)>,
    ) -> PyResult<Self> {
        let charts = charts
            .iter()
            .map(|(name, change)| charts::change(name, change))
            .collect::<PyResult<_>>()?;
        let setup = Setup {
            seed,
            scale,
            readings,
            charts,
        };
        py.detach(|| engine::Battle::start(&scenario.0, &ruleset.0, &setup))
            .map(Self::from)
            .map_err(|error| errors::engine(py, &error))
    }

    /// Opens a save: the battle, and whether a torn last line was left out.
    #[staticmethod]
    #[pyo3(signature = (text, registry, /))]
    fn open(py: Python<'_>, text: &str, registry: &Registry) -> PyResult<(Self, bool)> {
        let opened = py.detach(|| {
            engine::Battle::open(text, |id| {
                Python::attach(|py| registry.find(py, id)).map_err(|error| error.to_string())
            })
        });
        match opened {
            Ok(opened) => Ok((opened.battle.into(), opened.torn)),
            Err(error) => Err(errors::engine(py, &error)),
        }
    }

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

    /// Carries an order out, the umpire's or one that a side gives: whether it was, and the ruling.
    #[pyo3(signature = (order, dice, side = None, /))]
    fn order(
        &self,
        py: Python<'_>,
        order: &Order,
        dice: Vec<u32>,
        side: Option<&str>,
    ) -> PyResult<(bool, Ruling)> {
        let typed = self.typed(py, order);
        match self.write(py, |battle| match side {
            None => battle.order(&typed, &dice),
            Some(side) => battle.order_by(side, &typed, &dice),
        }) {
            Ok(ruling) => Ok((true, self.ruling(ruling))),
            Err(OrderError::Ruled(ruling)) => Ok((false, self.ruling(*ruling))),
            Err(OrderError::Engine(error)) => Err(errors::engine(py, &error)),
        }
    }

    /// Ends the phase.
    #[pyo3(signature = (dice, /))]
    fn end_phase(&self, py: Python<'_>, dice: Vec<u32>) -> PyResult<Vec<Ruling>> {
        match self.write(py, |battle| battle.end_phase(&dice)) {
            Ok(rulings) => Ok(rulings
                .into_iter()
                .map(|ruling| self.ruling(ruling))
                .collect()),
            Err(error) => Err(errors::engine(py, &error)),
        }
    }

    /// Sets a mark, or clears it when the value is none.
    #[pyo3(signature = (on, condition, value, /))]
    fn mark(
        &self,
        py: Python<'_>,
        on: &str,
        condition: &str,
        value: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let spec = self
            .document
            .manifest
            .conditions
            .iter()
            .find(|spec| spec.id == condition);
        let value = match value {
            None => None,
            Some(given) => {
                let value = convert::value(given, "the value")?;
                Some(match spec {
                    Some(spec) => {
                        let plain = convert::toml(&convert::plain(&value));
                        typed_condition(&plain, spec.kind, LengthUnit::Millimetre)
                    }
                    None => value,
                })
            }
        };
        self.write(py, |battle| battle.mark(on, condition, value))
            .map_err(|error| errors::engine(py, &error))
    }

    /// Makes the changes that a JSON list of effects describes.
    #[pyo3(signature = (effects, note, /))]
    fn adjust(&self, py: Python<'_>, effects: &str, note: &str) -> PyResult<()> {
        let effects = umpire::effects(effects, &self.document.manifest).map_err(|error| {
            Kind::Argument.with(py, format_args!("these are no effects: {error}"))
        })?;
        self.write(py, |battle| battle.adjust(effects, note))
            .map_err(|error| errors::engine(py, &error))
    }

    /// Takes the last event back and gives it.
    fn undo<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let undone = self.write(py, |battle| battle.undo().cloned());
        self.event_or(py, undone)
    }

    /// Does the last event taken back again and gives it.
    fn redo<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let redone = self.write(py, |battle| battle.redo().cloned());
        self.event_or(py, redone)
    }

    /// How many events can be done again.
    #[getter]
    fn redoable(&self, py: Python<'_>) -> usize {
        self.read(py).redoable()
    }

    /// How many events there are.
    #[getter]
    fn event_count(&self, py: Python<'_>) -> usize {
        self.read(py).events().len()
    }

    /// The event at an index, as keyword arguments of `grognard.Event`; for a side, as far as it knows.
    #[pyo3(signature = (index, side = None, /))]
    fn event<'py>(
        &self,
        py: Python<'py>,
        index: usize,
        side: Option<&str>,
    ) -> PyResult<Option<Bound<'py, PyDict>>> {
        let found = {
            let battle = self.read(py);
            match side {
                None => battle.events().nth(index).cloned(),
                Some(side) => {
                    let view = battle.view(side);
                    let view = view.map_err(|error| errors::engine(py, &error))?;
                    view.event(index).map(Cow::into_owned)
                }
            }
        };
        found.map(|found| self.describe(py, &found)).transpose()
    }

    /// The log: one event a line, as JSON; for a side, as far as it knows.
    #[pyo3(signature = (side = None, /))]
    fn log_text(&self, py: Python<'_>, side: Option<&str>) -> PyResult<String> {
        py.detach(|| {
            let battle = self.inner.read().unwrap_or_else(PoisonError::into_inner);
            match side {
                None => battle.log(),
                Some(side) => battle.view(side)?.log(),
            }
        })
        .map_err(|error| errors::engine(py, &error))
    }

    /// How many written orders of each other side are sealed to a side.
    #[pyo3(signature = (side, /))]
    fn sealed(&self, py: Python<'_>, side: &str) -> PyResult<Vec<(String, usize)>> {
        let battle = self.read(py);
        let view = battle.view(side);
        let view = view.map_err(|error| errors::engine(py, &error))?;
        let counts = view.sealed().iter();
        Ok(counts.map(|(id, count)| (id.to_string(), *count)).collect())
    }

    /// The save: a header line, then the log.
    fn save_text(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| {
            self.inner
                .read()
                .unwrap_or_else(PoisonError::into_inner)
                .save()
        })
        .map_err(|error| errors::engine(py, &error))
    }

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

    /// The name of the scenario.
    #[getter]
    fn name(&self, py: Python<'_>) -> String {
        self.read(py).board().name.to_string()
    }

    /// The scenario it was started from.
    #[getter]
    fn scenario(&self, py: Python<'_>) -> Scenario {
        Scenario(self.read(py).scenario().clone())
    }

    /// The ruleset it is played under.
    #[getter]
    fn ruleset(&self, py: Python<'_>) -> Ruleset {
        Ruleset(self.read(py).ruleset().clone())
    }

    /// The seed of the dice.
    #[getter]
    fn seed(&self, py: Python<'_>) -> u64 {
        self.read(py).setup().seed
    }

    /// The scale played at; empty when the ruleset has but one.
    #[getter]
    fn scale(&self, py: Python<'_>) -> String {
        self.read(py).rulebook().scale.clone()
    }

    /// The unit of length its players use: `mm`, `cm` or `in`.
    #[getter]
    fn unit_symbol(&self) -> &'static str {
        self.unit.symbol()
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

    /// The kinds of order there are, the core's own among them, as plain data.
    fn order_kinds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        convert::serialized(py, &self.read(py).order_kinds())
    }

    /// The readings that hold.
    fn readings(&self, py: Python<'_>) -> BTreeMap<String, String> {
        self.read(py).rulebook().readings.clone()
    }

    /// The chart cells that hold: full key, value, provenance, clause and note.
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        let battle = self.read(py);
        let cells = battle.rulebook().cells.iter().map(|(key, cell)| {
            let value = match &cell.value {
                CellValue::Number(number) => convert::fraction(py, *number)?,
                CellValue::Text(text) => text.into_pyobject(py)?.into_any(),
                CellValue::NotAllowed => "na".into_pyobject(py)?.into_any(),
                CellValue::Unknown => "unknown".into_pyobject(py)?.into_any(),
            };
            (key, value, cell.provenance.name(), &cell.clause, &cell.note).into_pyobject(py)
        });
        cells.collect()
    }

    /// The charts: id, title and unit.
    fn charts(&self) -> Vec<(&str, &str, &str)> {
        let charts = self.document.charts.iter();
        charts
            .map(|chart| (chart.id.as_str(), chart.title.as_str(), chart.unit.as_str()))
            .collect()
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

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<Battle {}>", self.name(py))
    }
}

impl Battle {
    /// Makes sure that the ruleset has a language.
    fn language(&self, py: Python<'_>, lang: &str) -> PyResult<()> {
        match engine::explain::unknown_language(&self.document, lang) {
            Some(message) => Err(Kind::Argument.with(py, message)),
            None => Ok(()),
        }
    }

    fn event_or<'py>(
        &self,
        py: Python<'py>,
        done: Result<Event, EngineError>,
    ) -> PyResult<Bound<'py, PyDict>> {
        match done {
            Ok(done) => self.describe(py, &done),
            Err(error) => Err(errors::engine(py, &error)),
        }
    }

    fn describe<'py>(&self, py: Python<'py>, happened: &Event) -> PyResult<Bound<'py, PyDict>> {
        let rulings = happened
            .rulings
            .iter()
            .map(|ruling| self.ruling(ruling.clone()));
        event(py, happened, rulings.collect())
    }
}
