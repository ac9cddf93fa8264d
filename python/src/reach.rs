//! Reach maps, as Python's values.

use grognard_core::{Bearing, Point, StepKinds};
use grognard_engine as engine;
use grognard_engine::reach::Grain;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};

use crate::convert;
use crate::ruling::Ruling;

/// Where a unit can get to. See `grognard.Reach`.
#[pyclass(frozen, module = "grognard._native", name = "Reach")]
pub(crate) struct Reach {
    pub(crate) reach: engine::Reach,
    pub(crate) ruling: Py<Ruling>,
}

/// Rings of points, areas of rings.
type Areas = Vec<Vec<Vec<(f64, f64)>>>;

#[pymethods]
impl Reach {
    /// Whether the unit can move at all.
    #[getter]
    fn moves(&self) -> bool {
        self.reach.moves()
    }

    /// The ruling on the first step tried.
    #[getter]
    fn ruling(&self, py: Python<'_>) -> Py<Ruling> {
        self.ruling.clone_ref(py)
    }

    /// Where the unit stands: x, y (mm) and facing (degrees).
    #[getter]
    fn start(&self) -> (f64, f64, f64) {
        let pose = self.reach.start();
        (pose.at.x, pose.at.y, pose.facing.degrees())
    }

    /// The cell (mm) and the turn (degrees).
    #[getter]
    fn grain(&self) -> (f64, f64) {
        let Grain { cell, degrees } = self.reach.grain();
        (cell, degrees)
    }

    /// The kinds of step tried.
    #[getter]
    fn steps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, names(self.reach.kinds()))
    }

    /// The kinds of step tried by themselves only.
    #[getter]
    fn alone<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, names(self.reach.alone()))
    }

    /// Whether rulings ran out.
    #[getter]
    fn cut_short(&self) -> bool {
        self.reach.is_cut_short()
    }

    /// The share of a full move there was to spend.
    #[getter]
    fn budget(&self) -> f64 {
        self.reach.budget()
    }

    /// How many rulings were asked for.
    #[getter]
    fn rulings(&self) -> usize {
        self.reach.rulings()
    }

    fn __len__(&self) -> usize {
        self.reach.poses().len()
    }

    /// A pose: x, y (mm), facing (degrees), share spent, whether a ruling was asked for.
    #[pyo3(signature = (index, /))]
    fn pose(&self, index: usize) -> Option<(f64, f64, f64, f64, bool)> {
        let reached = self.reach.poses().get(index)?;
        let pose = reached.pose;
        Some((
            pose.at.x,
            pose.at.y,
            pose.facing.degrees(),
            reached.spent,
            reached.judged,
        ))
    }

    /// x, y, facing and share spent of every pose: the bytes of little-endian doubles.
    fn columns<'py>(&self, py: Python<'py>) -> [Bound<'py, PyBytes>; 4] {
        let poses = self.reach.poses();
        let column = |value: &dyn Fn(&engine::reach::Reached) -> f64| {
            let bytes: Vec<u8> = poses.iter().flat_map(|r| value(r).to_le_bytes()).collect();
            PyBytes::new(py, &bytes)
        };
        [
            column(&|r| r.pose.at.x),
            column(&|r| r.pose.at.y),
            column(&|r| r.pose.facing.degrees()),
            column(&|r| r.spent),
        ]
    }

    /// The order that ends in a pose: kind, subject and arguments; none for the pose the unit has.
    #[pyo3(signature = (index, /))]
    fn order<'py>(
        &self,
        py: Python<'py>,
        index: usize,
    ) -> PyResult<Option<(String, String, Bound<'py, PyDict>)>> {
        let Some(order) = self.reach.order(index) else {
            return Ok(None);
        };
        let args = convert::dict(py, &order.args)?;
        Ok(Some((
            order.kind.to_string(),
            order.subject.to_string(),
            args,
        )))
    }

    /// The number of the cheapest pose within half a cell of a place, and half a turn of a facing.
    #[pyo3(signature = (x, y, facing, /))]
    fn find(&self, x: f64, y: f64, facing: Option<f64>) -> Option<usize> {
        self.reach.find(Point::new(x, y), facing.map(Bearing::new))
    }

    /// The number of the pose nearest to a place.
    #[pyo3(signature = (x, y, facing, /))]
    fn nearest(&self, x: f64, y: f64, facing: Option<f64>) -> Option<usize> {
        self.reach
            .nearest(Point::new(x, y), facing.map(Bearing::new))
    }

    /// Four shares that contours are drawn at when none are given.
    #[getter]
    fn quarters(&self) -> [f64; 4] {
        self.reach.quarters()
    }

    /// For each share its areas: rings of points, the outer one first.
    #[pyo3(signature = (shares, /))]
    fn contours(&self, py: Python<'_>, shares: Vec<f64>) -> Vec<(f64, Areas)> {
        let found = py.detach(|| self.reach.contours(&shares));
        let ring = |ring: Vec<Point>| ring.into_iter().map(|p| (p.x, p.y)).collect();
        let area = |rings: Vec<Vec<Point>>| rings.into_iter().map(ring).collect();
        let areas = found.into_iter().map(|contour| {
            let areas = contour.areas.into_iter().map(area).collect();
            (contour.share, areas)
        });
        areas.collect()
    }

    /// Contours as the text of a GeoJSON feature collection.
    #[pyo3(signature = (shares, /))]
    fn geojson(&self, py: Python<'_>, shares: Vec<f64>) -> String {
        py.detach(|| self.reach.to_geojson(&shares).to_string())
    }
}

/// The names of some kinds of step, as courses have them.
fn names(kinds: StepKinds) -> Vec<&'static str> {
    let all = [
        ("advance", StepKinds::ADVANCE),
        ("wheel", StepKinds::WHEEL),
        ("oblique", StepKinds::OBLIQUE),
        ("sidestep", StepKinds::SIDESTEP),
        ("retire", StepKinds::RETIRE),
        ("pivot", StepKinds::PIVOT),
        ("about-face", StepKinds::ABOUT_FACE),
    ];
    let some = all.into_iter().filter(|(_, kind)| kinds.has(*kind));
    some.map(|(name, _)| name).collect()
}
