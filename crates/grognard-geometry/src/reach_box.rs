//! Upright boxes, to put aside early what cannot meet.

use std::f64::consts::{FRAC_PI_2, TAU};

use grognard_core::{Point, Table};

use crate::Motion;
use crate::hull::{Quad, TOUCH, greater, lesser};
use crate::sweep::turn_radians;

/// An upright box; the empty one has its sides crossed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReachBox {
    min: Point,
    max: Point,
}

impl ReachBox {
    pub(crate) const EMPTY: Self = Self {
        min: Point::new(f64::INFINITY, f64::INFINITY),
        max: Point::new(f64::NEG_INFINITY, f64::NEG_INFINITY),
    };

    pub(crate) fn about(points: &[Point]) -> Self {
        points.iter().fold(Self::EMPTY, |b, &p| b.with(p))
    }

    /// The box that reaches so far east and west, north and south, of its middle.
    pub(crate) fn around(middle: Point, (east, north): (f64, f64)) -> Self {
        Self {
            min: middle.shifted(-east, -north),
            max: middle.shifted(east, north),
        }
    }

    pub(crate) fn with(self, p: Point) -> Self {
        Self {
            min: Point::new(lesser(self.min.x, p.x), lesser(self.min.y, p.y)),
            max: Point::new(greater(self.max.x, p.x), greater(self.max.y, p.y)),
        }
    }

    pub(crate) fn joined(self, other: Self) -> Self {
        if other.min.x > other.max.x {
            self
        } else {
            self.with(other.min).with(other.max)
        }
    }

    pub(crate) fn grown(self, by: f64) -> Self {
        Self {
            min: self.min.shifted(-by, -by),
            max: self.max.shifted(by, by),
        }
    }

    /// The same elsewhere.
    pub(crate) fn shifted(self, by: Point) -> Self {
        Self {
            min: self.min.shifted(by.x, by.y),
            max: self.max.shifted(by.x, by.y),
        }
    }

    /// The corner with the least coordinates, and the one with the greatest.
    pub(crate) fn ends(&self) -> (Point, Point) {
        (self.min, self.max)
    }

    /// Whether two boxes touch.
    pub(crate) fn meets(&self, other: &Self) -> bool {
        self.min.x <= other.max.x + TOUCH
            && other.min.x <= self.max.x + TOUCH
            && self.min.y <= other.max.y + TOUCH
            && other.min.y <= self.max.y + TOUCH
    }

    /// Whether two boxes have a point in common, to the last digit.
    pub(crate) fn shares(&self, other: &Self) -> bool {
        self.min.x <= other.max.x
            && other.min.x <= self.max.x
            && self.min.y <= other.max.y
            && other.min.y <= self.max.y
    }

    /// Whether its numbers are those of a table: below a kilometre, in mm.
    pub(crate) fn is_small(&self) -> bool {
        let most = [self.min.x, self.min.y, self.max.x, self.max.y];
        most.iter().all(|x| x.abs() < 1e6)
    }

    /// The least and the greatest of `n·p` in it.
    pub(crate) fn along(&self, n: (f64, f64)) -> (f64, f64) {
        let (west, east) = (n.0 * self.min.x, n.0 * self.max.x);
        let (south, north) = (n.1 * self.min.y, n.1 * self.max.y);
        (
            lesser(west, east) + lesser(south, north),
            greater(west, east) + greater(south, north),
        )
    }

    /// How far it can go any way and still be on the table; below zero when it is not.
    pub(crate) fn room_in(&self, table: &Table) -> f64 {
        let (west, east) = (self.min.x - table.min.x, table.max.x - self.max.x);
        let (south, north) = (self.min.y - table.min.y, table.max.y - self.max.y);
        lesser(lesser(west, east), lesser(south, north))
    }

    /// Whether nothing of it is off the table.
    pub(crate) fn lies_in(&self, table: &Table) -> bool {
        self.min.x >= table.min.x
            && self.min.y >= table.min.y
            && self.max.x <= table.max.x
            && self.max.y <= table.max.y
    }

    /// The box about everything some rectangles sweep in a step.
    pub(crate) fn swept(quads: &[Quad], motion: &Motion) -> Self {
        let turn = motion.turned(motion.extent());
        let swept = quads
            .iter()
            .map(|quad| Self::swept_by(&quad.points, motion, turn));
        swept.fold(Self::EMPTY, Self::joined)
    }

    /// The same of corners; `turn` is sine and cosine of the whole turn, see [`Motion::turned`].
    pub(crate) fn swept_by(corners: &[Point; 4], motion: &Motion, (sin, cos): (f64, f64)) -> Self {
        let mut out = Self::about(corners);
        if let Motion::Turn { about, degrees } = *motion {
            for &corner in corners {
                let (dx, dy) = (corner.x - about.x, corner.y - about.y);
                let (ex, ey) = (dx * cos + dy * sin, dy * cos - dx * sin);
                out = out.with(about.shifted(ex, ey));
                // An arc below a quarter that changes no sign passes no farthest point; a corner in the
                // centre goes round on no arc at all.
                let moves = dx.abs() > TOUCH || dy.abs() > TOUCH;
                if moves && (degrees.abs() >= 90.0 || dx * ex <= 0.0 || dy * ey <= 0.0) {
                    out = out.with_arc(corner, about, degrees);
                }
            }
            return out;
        }
        // Adding keeps order, so the box about what was shifted is the box shifted.
        let extent = motion.extent();
        let shifted = |corner| motion.point(corner, extent);
        out.with(shifted(out.min)).with(shifted(out.max))
    }

    /// With the points of an arc that lie farthest north, east, south and west.
    fn with_arc(mut self, from: Point, about: Point, degrees: f64) -> Self {
        let radius = from.distance(about);
        let (all, sense) = turn_radians(degrees);
        // Bearing of the point from the centre, and of each quarter, in radians.
        let start = libm::atan2(from.x - about.x, from.y - about.y);
        let quarters = [(0.0, radius), (radius, 0.0), (0.0, -radius), (-radius, 0.0)];
        for (index, &(dx, dy)) in quarters.iter().enumerate() {
            let way = sense * (index as f64 * FRAC_PI_2 - start);
            if way - TAU * libm::floor(way / TAU) <= all {
                self = self.with(about.shifted(dx, dy));
            }
        }
        self
    }
}
