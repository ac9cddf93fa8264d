use std::fmt;

use abi_stable::StableAbi;
use serde::{Deserialize, Serialize};

/// A compass bearing in degrees: clockwise, 0 is north (+y), 90 is east (+x).
///
/// Kept in `[0, 360)`. Sine and cosine are exact at multiples of 90 and go through `libm`
/// elsewhere, so that a replay gives the same bits on every platform.
#[repr(transparent)]
#[derive(StableAbi, Clone, Copy, PartialEq, PartialOrd, Default, Serialize, Deserialize)]
#[serde(from = "f64", into = "f64")]
pub struct Bearing(f64);

impl Bearing {
    /// Facing up the table, +y.
    pub const NORTH: Self = Self(0.0);
    /// Facing +x.
    pub const EAST: Self = Self(90.0);
    /// Facing -y.
    pub const SOUTH: Self = Self(180.0);
    /// Facing -x.
    pub const WEST: Self = Self(270.0);

    /// The bearing of `degrees`, brought into `[0, 360)`. Not-a-number gives north.
    pub fn new(degrees: f64) -> Self {
        if !degrees.is_finite() {
            return Self(0.0);
        }
        if (0.0..360.0).contains(&degrees) {
            return Self(degrees);
        }
        Self(wrapped(degrees))
    }

    /// Degrees in `[0, 360)`.
    pub const fn degrees(self) -> f64 {
        self.0
    }

    /// Turned clockwise by `degrees`.
    pub fn turned(self, degrees: f64) -> Self {
        Self::new(self.0 + degrees)
    }

    /// The opposite bearing.
    pub fn reversed(self) -> Self {
        self.turned(180.0)
    }

    /// Sine and cosine of the bearing.
    pub fn sin_cos(self) -> (f64, f64) {
        sin_cos_degrees(self.0)
    }

    /// The unit vector it points along: `(sin, cos)` as `(x, y)`.
    pub fn direction(self) -> (f64, f64) {
        self.sin_cos()
    }

    /// The bearing of the vector `(x, y)`; north for the null vector.
    pub fn of_vector(x: f64, y: f64) -> Self {
        if x == 0.0 && y == 0.0 {
            Self::NORTH
        } else {
            Self::new(libm::atan2(x, y).to_degrees())
        }
    }

    /// Clockwise angle from `other` to `self`, in `(-180, 180]`.
    pub fn minus(self, other: Self) -> f64 {
        let difference = Self::new(self.0 - other.0).0;
        if difference > 180.0 {
            difference - 360.0
        } else {
            difference
        }
    }
}

/// An angle brought into `[0, 360)`. Apart, as a remainder is slow and a compiler may work it out where none is
/// needed.
#[inline(never)]
fn wrapped(degrees: f64) -> f64 {
    let turned = degrees % 360.0;
    let turned = if turned < 0.0 { turned + 360.0 } else { turned };
    if turned >= 360.0 { 0.0 } else { turned }
}

/// Sine and cosine of an angle in degrees, exact at multiples of 90.
pub fn sin_cos_degrees(degrees: f64) -> (f64, f64) {
    // The remainder is slow, and seldom needed.
    let turned = if degrees.abs() < 360.0 {
        degrees
    } else {
        degrees % 360.0
    };
    match turned {
        0.0 => (0.0, 1.0),
        90.0 | -270.0 => (1.0, 0.0),
        180.0 | -180.0 => (0.0, -1.0),
        270.0 | -90.0 => (-1.0, 0.0),
        _ => libm::sincos(turned.to_radians()),
    }
}

impl From<f64> for Bearing {
    fn from(degrees: f64) -> Self {
        Self::new(degrees)
    }
}

impl From<Bearing> for f64 {
    fn from(bearing: Bearing) -> Self {
        bearing.0
    }
}

impl fmt::Display for Bearing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}°", (self.0 * 1000.0).round() / 1000.0)
    }
}

impl fmt::Debug for Bearing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
