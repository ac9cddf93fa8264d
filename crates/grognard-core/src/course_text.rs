//! Courses written as people say them: `advance 10 cm, wheel left 30, advance 4 cm`.

use std::fmt;
use std::str::FromStr;

use crate::{Course, Hand, Length, PivotPoint, Point, Step};

/// Why a text is not a course.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "step {number} '{step}' of the course is not understood: {reason}; write for example \
     'advance 10 cm', 'wheel left 30', 'oblique right 20 4 cm', 'pivot centre 45', 'about-face', 'to 120 340'"
)]
pub struct CourseError {
    /// Which step, from 1.
    pub number: usize,
    /// The step as written.
    pub step: String,
    /// What is wrong with it.
    pub reason: String,
}

impl FromStr for Course {
    type Err = CourseError;

    fn from_str(text: &str) -> Result<Self, CourseError> {
        let mut course = Self::new();
        if text.trim().is_empty() {
            return Ok(course);
        }
        for (index, part) in text.split(',').enumerate() {
            let step = parse_step(part.trim()).map_err(|reason| CourseError {
                number: index + 1,
                step: part.trim().chars().take(40).collect(),
                reason,
            })?;
            course.steps.push(step);
        }
        Ok(course)
    }
}

fn parse_step(text: &str) -> Result<Step, String> {
    let (verb, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    match verb {
        "advance" => Ok(Step::Advance {
            distance: length(rest)?,
        }),
        "retire" => Ok(Step::Retire {
            distance: length(rest)?,
        }),
        "sidestep" => {
            let (hand, rest) = hand(rest)?;
            Ok(Step::Sidestep {
                hand,
                distance: length(rest)?,
            })
        }
        "oblique" => {
            let (hand, rest) = hand(rest)?;
            let (angle, rest) = word(rest);
            Ok(Step::Oblique {
                hand,
                angle: degrees(angle)?,
                distance: length(rest)?,
            })
        }
        "wheel" => {
            let (hand, rest) = hand(rest)?;
            Ok(Step::Wheel {
                hand,
                angle: degrees(rest)?,
            })
        }
        "pivot" => {
            let (about, rest) = word(rest);
            Ok(Step::Pivot {
                about: pivot_point(about)?,
                angle: degrees(rest)?,
            })
        }
        "about-face" if rest.is_empty() => Ok(Step::AboutFace),
        "to" => {
            let (x, y) = word(rest);
            Ok(Step::To {
                point: Point::new(degrees(x)?, degrees(y)?),
            })
        }
        _ => Err(format!("'{verb}' is no kind of step")),
    }
}

fn word(text: &str) -> (&str, &str) {
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (first, rest.trim())
}

fn hand(text: &str) -> Result<(Hand, &str), String> {
    match word(text) {
        ("left", rest) => Ok((Hand::Left, rest)),
        ("right", rest) => Ok((Hand::Right, rest)),
        (other, _) => Err(format!("'{other}' should be left or right")),
    }
}

fn pivot_point(text: &str) -> Result<PivotPoint, String> {
    match text {
        "centre" => Ok(PivotPoint::Centre),
        "front-centre" => Ok(PivotPoint::FrontCentre),
        "front-left" => Ok(PivotPoint::Front(Hand::Left)),
        "front-right" => Ok(PivotPoint::Front(Hand::Right)),
        "rear-left" => Ok(PivotPoint::Rear(Hand::Left)),
        "rear-right" => Ok(PivotPoint::Rear(Hand::Right)),
        _ => match text.split_once('/') {
            Some((x, y)) => Ok(PivotPoint::At(Point::new(degrees(x)?, degrees(y)?))),
            None => Err(format!(
                "'{text}' should be centre, front-centre, front-left, front-right, rear-left, \
                 rear-right or a point x/y in mm"
            )),
        },
    }
}

fn degrees(text: &str) -> Result<f64, String> {
    text.trim_end_matches('°')
        .parse()
        .map_err(|_| format!("'{text}' should be a number"))
}

fn length(text: &str) -> Result<Length, String> {
    text.parse::<Length>().map_err(|error| error.to_string())
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Left => "left",
            Self::Right => "right",
        })
    }
}

impl fmt::Display for PivotPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centre => f.write_str("centre"),
            Self::FrontCentre => f.write_str("front-centre"),
            Self::Front(hand) => write!(f, "front-{hand}"),
            Self::Rear(hand) => write!(f, "rear-{hand}"),
            Self::At(point) => write!(f, "{}/{}", point.x, point.y),
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Advance { distance } => write!(f, "advance {} mm", distance.millimetres()),
            Self::Retire { distance } => write!(f, "retire {} mm", distance.millimetres()),
            Self::Sidestep { hand, distance } => {
                write!(f, "sidestep {hand} {} mm", distance.millimetres())
            }
            Self::Oblique {
                hand,
                angle,
                distance,
            } => {
                write!(f, "oblique {hand} {angle} {} mm", distance.millimetres())
            }
            Self::Wheel { hand, angle } => write!(f, "wheel {hand} {angle}"),
            Self::Pivot { about, angle } => write!(f, "pivot {about} {angle}"),
            Self::AboutFace => f.write_str("about-face"),
            Self::To { point } => write!(f, "to {} {}", point.x, point.y),
        }
    }
}

impl fmt::Display for Course {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.steps.iter().enumerate() {
            if index > 0 {
                f.write_str(", ")?;
            }
            write!(f, "{step}")?;
        }
        Ok(())
    }
}
