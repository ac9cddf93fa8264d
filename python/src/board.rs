//! What stands on the table, as Python's values.

use grognard_core::{
    Base, Board, Brigade, Commander, Id, Point, ROption, Shape, Side, Terrain, Unit,
};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::convert;

/// A unit, as keyword arguments of `grognard.Unit`.
pub(crate) fn unit<'py>(py: Python<'py>, unit: &Unit) -> PyResult<Bound<'py, PyDict>> {
    let row = PyDict::new(py);
    row.set_item("id", unit.id.as_str())?;
    row.set_item("name", unit.name.as_str())?;
    row.set_item("side", unit.side.as_str())?;
    row.set_item("brigade", optional(&unit.brigade))?;
    row.set_item("formation", unit.formation.as_str())?;
    row.set_item("at", pair(unit.pose.at))?;
    row.set_item("facing", unit.pose.facing.degrees())?;
    let bases: Vec<_> = unit
        .bases
        .iter()
        .map(|b| base(py, b))
        .collect::<PyResult<_>>()?;
    row.set_item("bases", PyTuple::new(py, bases)?)?;
    row.set_item("attributes", convert::dict(py, &unit.attributes)?)?;
    row.set_item("conditions", convert::dict(py, &unit.conditions)?)?;
    Ok(row)
}

fn base<'py>(py: Python<'py>, base: &Base) -> PyResult<Bound<'py, PyDict>> {
    let row = PyDict::new(py);
    row.set_item("serial", base.serial)?;
    row.set_item("kind", base.kind.as_str())?;
    row.set_item("figures", base.figures)?;
    row.set_item("at", pair(base.rect.pose.at))?;
    row.set_item("facing", base.rect.pose.facing.degrees())?;
    row.set_item("width", base.rect.width)?;
    row.set_item("depth", base.rect.depth)?;
    Ok(row)
}

/// A piece of terrain, as keyword arguments of `grognard.Terrain`.
pub(crate) fn terrain<'py>(py: Python<'py>, terrain: &Terrain) -> PyResult<Bound<'py, PyDict>> {
    let row = PyDict::new(py);
    row.set_item("id", terrain.id.as_str())?;
    row.set_item("name", terrain.name.as_str())?;
    row.set_item("kind", terrain.kind.as_str())?;
    let (points, width) = match &terrain.shape {
        Shape::Area(points) => (points, None),
        Shape::Line { points, width } => (points, Some(*width)),
    };
    row.set_item(
        "points",
        PyTuple::new(py, points.iter().copied().map(pair))?,
    )?;
    row.set_item("width", width)?;
    row.set_item("attributes", convert::dict(py, &terrain.attributes)?)?;
    Ok(row)
}

/// A side, as keyword arguments of `grognard.Side`.
pub(crate) fn side<'py>(py: Python<'py>, side: &Side) -> PyResult<Bound<'py, PyDict>> {
    let row = PyDict::new(py);
    row.set_item("id", side.id.as_str())?;
    row.set_item("name", side.name.as_str())?;
    row.set_item("colour", side.colour.as_str())?;
    Ok(row)
}

/// A brigade, as keyword arguments of `grognard.Brigade`.
pub(crate) fn brigade<'py>(
    py: Python<'py>,
    board: &Board,
    brigade: &Brigade,
) -> PyResult<Bound<'py, PyDict>> {
    let row = PyDict::new(py);
    row.set_item("id", brigade.id.as_str())?;
    row.set_item("name", brigade.name.as_str())?;
    row.set_item("side", brigade.side.as_str())?;
    let own = |unit: &&Unit| optional(&unit.brigade) == Some(brigade.id.as_str());
    let units: Vec<&str> = board
        .units
        .iter()
        .filter(own)
        .map(|unit| unit.id.as_str())
        .collect();
    row.set_item("units", PyTuple::new(py, units)?)?;
    row.set_item("attributes", convert::dict(py, &brigade.attributes)?)?;
    row.set_item("conditions", convert::dict(py, &brigade.conditions)?)?;
    Ok(row)
}

/// A commander, as keyword arguments of `grognard.Commander`.
pub(crate) fn commander<'py>(
    py: Python<'py>,
    commander: &Commander,
) -> PyResult<Bound<'py, PyDict>> {
    let row = PyDict::new(py);
    row.set_item("id", commander.id.as_str())?;
    row.set_item("name", commander.name.as_str())?;
    row.set_item("side", commander.side.as_str())?;
    row.set_item("rank", commander.rank.as_str())?;
    row.set_item("brigade", optional(&commander.brigade))?;
    row.set_item("superior", optional(&commander.superior))?;
    row.set_item("at", pair(commander.at))?;
    row.set_item("attributes", convert::dict(py, &commander.attributes)?)?;
    row.set_item("conditions", convert::dict(py, &commander.conditions)?)?;
    Ok(row)
}

fn optional(id: &ROption<Id>) -> Option<&str> {
    match id {
        ROption::RSome(id) => Some(id.as_str()),
        ROption::RNone => None,
    }
}

/// A point as `(x, y)`.
pub(crate) fn pair(point: Point) -> (f64, f64) {
    (point.x, point.y)
}
