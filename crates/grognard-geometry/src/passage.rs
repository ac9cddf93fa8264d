//! A move as seen from outside: a box that goes from one spot to another.
//!
//! Boxes and things are convex, so a move misses a thing when along one line the shadows of the box, where
//! the move begins and where it ends, keep to one side of the thing's.

use grognard_core::Point;

use crate::hull::{Hull, TOUCH, dot, lesser, lowest};
use crate::reach_box::ReachBox;
use crate::stage::Stage;
use crate::{Bounds, Motion};

/// The box of a unit somewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    pub(crate) middle: Point,
    /// Sine and cosine of its facing.
    pub(crate) facing: (f64, f64),
    /// Half its width and depth.
    half: (f64, f64),
}

impl Spot {
    /// The box `bounds` in the frame at `at` whose facing has this sine and cosine.
    pub(crate) fn of(bounds: &Bounds, at: Point, (sin, cos): (f64, f64)) -> Self {
        let right = (bounds.left + bounds.right) / 2.0;
        let ahead = (bounds.front + bounds.rear) / 2.0;
        Self {
            middle: at.shifted(right * cos + ahead * sin, ahead * cos - right * sin),
            facing: (sin, cos),
            half: (
                (bounds.right - bounds.left) / 2.0,
                (bounds.front - bounds.rear) / 2.0,
            ),
        }
    }

    /// The same elsewhere.
    pub(crate) fn shifted(self, dx: f64, dy: f64) -> Self {
        Self {
            middle: self.middle.shifted(dx, dy),
            ..self
        }
    }

    /// The upright box about it.
    pub(crate) fn reach(&self) -> ReachBox {
        let ((sin, cos), (wide, deep)) = (self.facing, self.half);
        let (sin, cos) = (sin.abs(), cos.abs());
        ReachBox::around(
            self.middle,
            (cos * wide + sin * deep, sin * wide + cos * deep),
        )
    }

    /// Where it is when a step ends. A step that faces about leaves the box where it is.
    pub(crate) fn after(&self, stage: &Stage) -> Self {
        match stage.motion {
            Motion::Stay => *self,
            Motion::Straight { along, length } => self.shifted(along.0 * length, along.1 * length),
            Motion::Turn { about, .. } => {
                let (turned, facing) = (stage.turn, self.facing);
                let (dx, dy) = (self.middle.x - about.x, self.middle.y - about.y);
                Self {
                    middle: about
                        .shifted(dx * turned.1 + dy * turned.0, dy * turned.1 - dx * turned.0),
                    facing: (
                        facing.0 * turned.1 + facing.1 * turned.0,
                        facing.1 * turned.1 - facing.0 * turned.0,
                    ),
                    ..*self
                }
            }
        }
    }

    /// The distance of its farthest corner from a point, at most.
    fn farthest(&self, from: Point) -> f64 {
        let (dx, dy) = (self.middle.x - from.x, self.middle.y - from.y);
        (dx * dx + dy * dy).sqrt() + self.radius()
    }

    /// How far a turn by so many degrees about a place in the box takes any point of it, at most.
    pub(crate) fn swing(&self, degrees: f64) -> f64 {
        self.diameter() * degrees.abs().to_radians()
    }

    /// The greatest distance of two of its points.
    pub(crate) fn diameter(&self) -> f64 {
        2.0 * self.radius()
    }

    fn radius(&self) -> f64 {
        (self.half.0 * self.half.0 + self.half.1 * self.half.1).sqrt()
    }

    /// How far it lies along a line at least.
    pub(crate) fn least(&self, n: (f64, f64)) -> f64 {
        let (sin, cos) = self.facing;
        let (across, along) = (n.0 * cos - n.1 * sin, n.0 * sin + n.1 * cos);
        dot(n, self.middle) - across.abs() * self.half.0 - along.abs() * self.half.1
    }

    /// The lines of its sides: to the right and ahead.
    fn axes(&self) -> [(f64, f64); 2] {
        let (sin, cos) = self.facing;
        [(cos, -sin), (sin, cos)]
    }
}

/// A move of a box from one spot to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passage {
    pub(crate) from: Spot,
    pub(crate) to: Spot,
    /// How far it swings out of the straight ways from corner to corner, at most.
    pub(crate) bulge: f64,
}

impl Passage {
    /// A step of a course; none for a turn by more than half a circle.
    pub(crate) fn of(from: Spot, stage: &Stage) -> Option<Self> {
        let bulge = match stage.motion {
            Motion::Turn { about, degrees } if degrees.abs() <= 180.0 => {
                // The cosine of half the turn.
                let half = ((1.0 + stage.turn.1).max(0.0) / 2.0).sqrt();
                from.farthest(about) * (1.0 - half) + TOUCH
            }
            Motion::Turn { .. } => return None,
            _ => 0.0,
        };
        Some(Self {
            to: from.after(stage),
            from,
            bulge,
        })
    }

    /// The upright box about all of it.
    pub(crate) fn reach(&self) -> ReachBox {
        let ends = self.from.reach().joined(self.to.reach());
        ends.grown(self.bulge)
    }

    pub(crate) fn straight(from: Spot, to: Spot) -> Self {
        Self {
            from,
            to,
            bulge: 0.0,
        }
    }

    /// Whether all of it is more than `keep` past a line, on the side to which `n` points.
    pub(crate) fn is_past(&self, n: (f64, f64), line: f64, keep: f64) -> bool {
        lesser(self.from.least(n), self.to.least(n)) - line > keep + self.bulge
    }

    /// Whether it keeps more than `keep` from something convex, as far as one line can tell.
    pub(crate) fn misses(&self, thing: Hull<'_>, keep: f64) -> bool {
        let mut sides = thing.normals.iter().zip(thing.points);
        if sides.any(|(&n, &p)| self.is_past(n, dot(n, p), keep)) {
            return true;
        }
        let beside = |axis: (f64, f64)| {
            let back = (-axis.0, -axis.1);
            self.is_past(back, -lowest(axis, thing.points), keep)
                || self.is_past(axis, -lowest(back, thing.points), keep)
        };
        let turned = self.bulge > 0.0;
        self.from.axes().into_iter().any(beside)
            || (turned && self.to.axes().into_iter().any(beside))
            || (!turned && self.across().is_some_and(beside))
    }

    /// The line of a side that parts where it begins widest from something convex.
    pub(crate) fn parting(&self, index: usize, thing: Hull<'_>) -> Parted {
        let mut widest = Parted {
            index,
            gap: f64::NEG_INFINITY,
            n: (0.0, 0.0),
            line: 0.0,
        };
        let mut hold = |n: (f64, f64), line: f64| {
            let gap = self.from.least(n) - line;
            if gap > widest.gap {
                (widest.gap, widest.n, widest.line) = (gap, n, line);
            }
        };
        for (&n, &p) in thing.normals.iter().zip(thing.points) {
            hold(n, dot(n, p));
        }
        for axis in self.from.axes() {
            let back = (-axis.0, -axis.1);
            hold(back, -lowest(axis, thing.points));
            hold(axis, -lowest(back, thing.points));
        }
        widest
    }

    /// The line across a straight way.
    fn across(&self) -> Option<(f64, f64)> {
        let (dx, dy) = (
            self.to.middle.x - self.from.middle.x,
            self.to.middle.y - self.from.middle.y,
        );
        let long = (dx * dx + dy * dy).sqrt();
        (long > TOUCH).then(|| (dy / long, -dx / long))
    }
}

/// A thing, by number, with the line that parts it widest from a spot: how far, which way the spot lies, and
/// where the line does.
pub(crate) struct Parted {
    pub(crate) index: usize,
    pub(crate) gap: f64,
    pub(crate) n: (f64, f64),
    pub(crate) line: f64,
}
