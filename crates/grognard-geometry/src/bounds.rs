//! The box about a unit, in its own frame.

use grognard_core::{Edge, Hand, PivotPoint, Point, Pose, Rect};

use crate::hull::{Quad, greater, lesser};
use crate::sweep::quads;

/// The box about some rectangles in a unit's frame: millimetres right of and ahead of its pose.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Bounds {
    /// The left side; usually negative.
    pub left: f64,
    /// The right side.
    pub right: f64,
    /// The front; zero for a unit whose pose is the middle of its front edge.
    pub front: f64,
    /// The rear; usually negative.
    pub rear: f64,
}

/// The box about `rects` in the frame `pose`; the null box when there are none.
pub fn bounds(pose: Pose, rects: &[Rect]) -> Bounds {
    bounds_facing(pose.at, pose.facing.sin_cos(), &quads(rects))
}

/// The same for corners known, in the frame at `at` whose facing has this sine and cosine.
pub(crate) fn bounds_facing(at: Point, (sin, cos): (f64, f64), quads: &[Quad]) -> Bounds {
    let mut found: Option<Bounds> = None;
    for corner in quads.iter().flat_map(|quad| quad.points) {
        let (dx, dy) = (corner.x - at.x, corner.y - at.y);
        let (r, f) = (dx * cos - dy * sin, dx * sin + dy * cos);
        let b = found.get_or_insert(Bounds {
            left: r,
            right: r,
            front: f,
            rear: f,
        });
        b.left = lesser(b.left, r);
        b.right = greater(b.right, r);
        b.front = greater(b.front, f);
        b.rear = lesser(b.rear, f);
    }
    found.unwrap_or_default()
}

impl Bounds {
    /// The middle of the box.
    pub fn centre(&self, pose: Pose) -> Point {
        pose.point(
            (self.left + self.right) / 2.0,
            (self.front + self.rear) / 2.0,
        )
    }

    /// The two ends of one side, left one first as seen by somebody looking out over it.
    pub fn edge(&self, pose: Pose, edge: Edge) -> (Point, Point) {
        self.edge_facing(pose.at, pose.facing.sin_cos(), edge)
    }

    /// The same in the frame at `at` whose facing has this sine and cosine.
    pub(crate) fn edge_facing(&self, at: Point, facing: (f64, f64), edge: Edge) -> (Point, Point) {
        let ((r0, f0), (r1, f1)) = match edge {
            Edge::Front => ((self.left, self.front), (self.right, self.front)),
            Edge::Right => ((self.right, self.front), (self.right, self.rear)),
            Edge::Rear => ((self.right, self.rear), (self.left, self.rear)),
            Edge::Left => ((self.left, self.rear), (self.left, self.front)),
        };
        (place(at, facing, r0, f0), place(at, facing, r1, f1))
    }

    /// Its corners: front left, front right, rear right, rear left.
    pub(crate) fn corners(&self, at: Point, facing: (f64, f64)) -> [Point; 4] {
        [
            place(at, facing, self.left, self.front),
            place(at, facing, self.right, self.front),
            place(at, facing, self.right, self.rear),
            place(at, facing, self.left, self.rear),
        ]
    }

    /// The point a pivot stands on.
    pub fn pivot(&self, pose: Pose, about: PivotPoint) -> Point {
        self.pivot_facing(pose.at, pose.facing.sin_cos(), about)
    }

    /// The same in the frame at `at` whose facing has this sine and cosine.
    pub(crate) fn pivot_facing(&self, at: Point, facing: (f64, f64), about: PivotPoint) -> Point {
        let side = |hand| {
            if hand == Hand::Left {
                self.left
            } else {
                self.right
            }
        };
        let middle = (self.left + self.right) / 2.0;
        match about {
            PivotPoint::Centre => place(at, facing, middle, (self.front + self.rear) / 2.0),
            PivotPoint::FrontCentre => place(at, facing, middle, self.front),
            PivotPoint::Front(hand) => place(at, facing, side(hand), self.front),
            PivotPoint::Rear(hand) => place(at, facing, side(hand), self.rear),
            PivotPoint::At(point) => point,
        }
    }

    /// The frame after every figure turned about: the middle of what was the rear edge, facing back.
    pub fn faced_about(&self, pose: Pose) -> (Pose, Bounds) {
        let middle = (self.left + self.right) / 2.0;
        let half = (self.right - self.left) / 2.0;
        let turned = pose.offset(middle, self.rear, 180.0);
        let bounds = Bounds {
            left: -half,
            right: half,
            front: 0.0,
            rear: self.rear - self.front,
        };
        (turned, bounds)
    }
}

/// The point `right` and `forward` in a frame.
fn place(at: Point, (sin, cos): (f64, f64), right: f64, forward: f64) -> Point {
    at.shifted(right * cos + forward * sin, forward * cos - right * sin)
}
