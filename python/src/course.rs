//! Courses: the steps of one move.

use grognard_core as core;
use grognard_core::{Hand, PivotPoint, Point, Step};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::errors::Kind;
use crate::length::{coordinate, distance, number};

/// The steps of one move, in order. Frozen: every method gives a longer course.
///
/// Built step by step, or written as people say it:
/// `Course("advance 10 cm, wheel left 30, advance 4 cm")`. Distances are texts with a unit or
/// `Length`s; angles are degrees; places are millimetres on the table.
///
/// Raises `ArgumentError` (a `ValueError`) that names the step when the text is no course.
#[pyclass(frozen, module = "grognard", name = "Course")]
#[derive(Clone)]
pub(crate) struct Course(pub(crate) core::Course);

impl Course {
    fn then(&self, step: Step) -> Self {
        Self(self.0.clone().then(step))
    }
}

#[pymethods]
impl Course {
    #[new]
    #[pyo3(signature = (text = None, /))]
    fn new(text: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        text.map_or_else(|| Ok(Self(core::Course::new())), course)
    }

    /// This course, then straight ahead.
    fn advance(&self, distance: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(self.then(Step::Advance {
            distance: self::distance(distance, "the advance")?,
        }))
    }

    /// This course, then straight back, facing kept.
    fn retire(&self, distance: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(self.then(Step::Retire {
            distance: self::distance(distance, "the retirement")?,
        }))
    }

    /// This course, then straight to the "left" or "right", facing kept.
    fn sidestep(&self, hand: &Bound<'_, PyAny>, distance: &Bound<'_, PyAny>) -> PyResult<Self> {
        let distance = self::distance(distance, "the sidestep")?;
        Ok(self.then(Step::Sidestep {
            hand: self::hand(hand)?,
            distance,
        }))
    }

    /// This course, then along a slant `angle` degrees off straight ahead, facing kept.
    fn oblique(
        &self,
        hand: &Bound<'_, PyAny>,
        angle: &Bound<'_, PyAny>,
        distance: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let (hand, angle) = (
            self::hand(hand)?,
            number(angle, "the angle of the oblique")?,
        );
        let distance = self::distance(distance, "the oblique")?;
        Ok(self.then(Step::Oblique {
            hand,
            angle,
            distance,
        }))
    }

    /// This course, then a wheel on the "left" or "right" front corner by `angle` degrees; a
    /// negative angle swings backward.
    fn wheel(&self, hand: &Bound<'_, PyAny>, angle: &Bound<'_, PyAny>) -> PyResult<Self> {
        let angle = number(angle, "the angle of the wheel")?;
        Ok(self.then(Step::Wheel {
            hand: self::hand(hand)?,
            angle,
        }))
    }

    /// This course, then a turn about a point by `angle` degrees, clockwise when positive. The
    /// point is "centre", "front-centre", "front-left", "front-right", "rear-left", "rear-right",
    /// or `(x, y)` in millimetres.
    fn pivot(&self, about: &Bound<'_, PyAny>, angle: &Bound<'_, PyAny>) -> PyResult<Self> {
        let angle = number(angle, "the angle of the pivot")?;
        Ok(self.then(Step::Pivot {
            about: pivot_point(about)?,
            angle,
        }))
    }

    /// This course, then every figure turns round where it stands.
    fn about_face(&self) -> Self {
        self.then(Step::AboutFace)
    }

    /// This course, then straight to a place, facing kept: the middle of the front edge comes to
    /// (`x`, `y`), numbers of millimetres or lengths.
    fn to(&self, x: &Bound<'_, PyAny>, y: &Bound<'_, PyAny>) -> PyResult<Self> {
        let point = Point::new(coordinate(x, "x")?, coordinate(y, "y")?);
        Ok(self.then(Step::To { point }))
    }

    fn __len__(&self) -> usize {
        self.0.steps.len()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Self>()
            .is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.0.to_string()).hash()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Course('{}')", self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (String,)) {
        (py.get_type::<Self>().into_any(), (self.0.to_string(),))
    }
}

/// A course an argument gives: a [`Course`] or its text.
pub(crate) fn course(given: &Bound<'_, PyAny>) -> PyResult<Course> {
    let py = given.py();
    if let Ok(course) = given.cast::<Course>() {
        return Ok(course.get().clone());
    }
    if let Ok(text) = given.cast::<PyString>() {
        let course = text
            .to_str()?
            .parse()
            .map_err(|error| Kind::Argument.with(py, error))?;
        return finite(py, course).map(Course);
    }
    let type_name = given.get_type().name()?;
    Err(Kind::ArgumentType.with(
        py,
        format_args!(
            "a course should be a Course or a text such as \"advance 10 cm, wheel left 30\", not {type_name}"
        ),
    ))
}

/// The course, unless a number of it is NaN or infinite: such a course equals nothing, not even
/// itself, and no ruling on it could mean anything.
fn finite(py: Python<'_>, course: core::Course) -> PyResult<core::Course> {
    let fine = |step: &Step| match step {
        Step::Advance { distance }
        | Step::Retire { distance }
        | Step::Sidestep { distance, .. } => distance.millimetres().is_finite(),
        Step::Oblique {
            angle, distance, ..
        } => angle.is_finite() && distance.millimetres().is_finite(),
        Step::Wheel { angle, .. } => angle.is_finite(),
        Step::Pivot {
            about: PivotPoint::At(point),
            angle,
        } => angle.is_finite() && point.is_finite(),
        Step::Pivot { angle, .. } => angle.is_finite(),
        Step::AboutFace => true,
        Step::To { point } => point.is_finite(),
    };
    match course.steps.iter().position(|step| !fine(step)) {
        None => Ok(course),
        Some(index) => Err(Kind::Argument.with(
            py,
            format_args!(
                "step {} of the course has a number that is not finite",
                index + 1
            ),
        )),
    }
}

fn hand(given: &Bound<'_, PyAny>) -> PyResult<Hand> {
    if let Ok(text) = given.cast::<PyString>() {
        match text.to_str()? {
            "left" => return Ok(Hand::Left),
            "right" => return Ok(Hand::Right),
            _ => {}
        }
    }
    let shown: String = given.repr()?.to_str()?.chars().take(40).collect();
    Err(Kind::Argument.with(
        given.py(),
        format_args!("the hand should be \"left\" or \"right\", not {shown}"),
    ))
}

fn pivot_point(given: &Bound<'_, PyAny>) -> PyResult<PivotPoint> {
    if let Ok(text) = given.cast::<PyString>() {
        match text.to_str()? {
            "centre" | "center" => return Ok(PivotPoint::Centre),
            "front-centre" | "front-center" => return Ok(PivotPoint::FrontCentre),
            "front-left" => return Ok(PivotPoint::Front(Hand::Left)),
            "front-right" => return Ok(PivotPoint::Front(Hand::Right)),
            "rear-left" => return Ok(PivotPoint::Rear(Hand::Left)),
            "rear-right" => return Ok(PivotPoint::Rear(Hand::Right)),
            _ => {}
        }
    }
    if let Ok(pair) = given.cast::<PyTuple>()
        && pair.len() == 2
    {
        let x = coordinate(&pair.get_item(0)?, "x of the pivot point")?;
        let y = coordinate(&pair.get_item(1)?, "y of the pivot point")?;
        return Ok(PivotPoint::At(Point::new(x, y)));
    }
    let shown: String = given.repr()?.to_str()?.chars().take(40).collect();
    Err(Kind::Argument.with(
        given.py(),
        format_args!(
            "the point of the pivot should be centre, front-centre, front-left, front-right, \
             rear-left, rear-right or (x, y) in mm, not {shown}"
        ),
    ))
}
