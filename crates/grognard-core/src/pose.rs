use abi_stable::StableAbi;
use serde::{Deserialize, Serialize};

use crate::Bearing;

/// A point of the table, in millimetres: x runs east, y runs north.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Point {
    /// Millimetres east of the origin.
    pub x: f64,
    /// Millimetres north of the origin.
    pub y: f64,
}

impl Point {
    /// The point `(x, y)`.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// Moved by `(dx, dy)`.
    pub fn shifted(self, dx: f64, dy: f64) -> Self {
        Self {
            x: self.x + dx,
            y: self.y + dy,
        }
    }

    /// Moved `distance` along `bearing`.
    pub fn along(self, bearing: Bearing, distance: f64) -> Self {
        let (dx, dy) = bearing.direction();
        self.shifted(dx * distance, dy * distance)
    }

    /// Distance to `other`. A square root is correctly rounded everywhere, and nothing on a table is far
    /// enough apart for its square to overflow.
    pub fn distance(self, other: Self) -> f64 {
        let (dx, dy) = (self.x - other.x, self.y - other.y);
        (dx * dx + dy * dy).sqrt()
    }

    /// Turned clockwise by `degrees` about `centre`.
    pub fn turned_about(self, centre: Self, degrees: f64) -> Self {
        let (sin, cos) = crate::angle::sin_cos_degrees(degrees);
        let (dx, dy) = (self.x - centre.x, self.y - centre.y);
        Self {
            x: centre.x + dx * cos + dy * sin,
            y: centre.y - dx * sin + dy * cos,
        }
    }

    /// Whether both coordinates are finite.
    pub fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }
}

/// Where something stands and which way it faces.
///
/// A pose is also a frame: local coordinates run `right` and `forward` from it.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Pose {
    /// The place.
    pub at: Point,
    /// The bearing faced.
    pub facing: Bearing,
}

impl Pose {
    /// At `(x, y)`, facing `degrees`.
    pub fn new(x: f64, y: f64, degrees: f64) -> Self {
        Self {
            at: Point::new(x, y),
            facing: Bearing::new(degrees),
        }
    }

    /// The table point that lies `right` and `forward` of this pose.
    pub fn point(self, right: f64, forward: f64) -> Point {
        let (sin, cos) = self.facing.sin_cos();
        self.at
            .shifted(right * cos + forward * sin, forward * cos - right * sin)
    }

    /// The pose that lies `right` and `forward` of this one, turned clockwise by `turn` degrees.
    pub fn offset(self, right: f64, forward: f64, turn: f64) -> Self {
        Self {
            at: self.point(right, forward),
            facing: self.facing.turned(turn),
        }
    }

    /// Local coordinates `(right, forward)` of a table point.
    pub fn local(self, point: Point) -> (f64, f64) {
        self.locals()(point)
    }

    /// [`Pose::local`] of many points: sine and cosine are worked out once.
    pub fn locals(self) -> impl Fn(Point) -> (f64, f64) {
        let (sin, cos) = self.facing.sin_cos();
        move |point| {
            let (dx, dy) = (point.x - self.at.x, point.y - self.at.y);
            (dx * cos - dy * sin, dx * sin + dy * cos)
        }
    }

    /// Turned clockwise by `degrees` about `centre`.
    pub fn turned_about(self, centre: Point, degrees: f64) -> Self {
        Self {
            at: self.at.turned_about(centre, degrees),
            facing: self.facing.turned(degrees),
        }
    }

    /// Moved by `(dx, dy)`, facing kept.
    pub fn shifted(self, dx: f64, dy: f64) -> Self {
        Self {
            at: self.at.shifted(dx, dy),
            facing: self.facing,
        }
    }
}
