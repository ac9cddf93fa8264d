//! The box about a unit, in its own frame.

use grognard_core::{Edge, Hand, PivotPoint, Point, Pose, Rect};

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
    let mut found: Option<Bounds> = None;
    let (sin, cos) = pose.facing.sin_cos();
    for rect in rects {
        for corner in rect.corners() {
            let (dx, dy) = (corner.x - pose.at.x, corner.y - pose.at.y);
            let (r, f) = (dx * cos - dy * sin, dx * sin + dy * cos);
            let b = found.get_or_insert(Bounds {
                left: r,
                right: r,
                front: f,
                rear: f,
            });
            b.left = b.left.min(r);
            b.right = b.right.max(r);
            b.front = b.front.max(f);
            b.rear = b.rear.min(f);
        }
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
        let ((r0, f0), (r1, f1)) = match edge {
            Edge::Front => ((self.left, self.front), (self.right, self.front)),
            Edge::Right => ((self.right, self.front), (self.right, self.rear)),
            Edge::Rear => ((self.right, self.rear), (self.left, self.rear)),
            Edge::Left => ((self.left, self.rear), (self.left, self.front)),
        };
        let (sin, cos) = pose.facing.sin_cos();
        let at = |r: f64, f: f64| pose.at.shifted(r * cos + f * sin, f * cos - r * sin);
        (at(r0, f0), at(r1, f1))
    }

    /// Its corners: front left, front right, rear right, rear left.
    pub(crate) fn corners(&self, pose: Pose) -> [Point; 4] {
        let (sin, cos) = pose.facing.sin_cos();
        let at = |r: f64, f: f64| pose.at.shifted(r * cos + f * sin, f * cos - r * sin);
        [
            at(self.left, self.front),
            at(self.right, self.front),
            at(self.right, self.rear),
            at(self.left, self.rear),
        ]
    }

    /// The point a pivot stands on.
    pub fn pivot(&self, pose: Pose, about: PivotPoint) -> Point {
        let side = |hand| {
            if hand == Hand::Left {
                self.left
            } else {
                self.right
            }
        };
        match about {
            PivotPoint::Centre => self.centre(pose),
            PivotPoint::FrontCentre => pose.point((self.left + self.right) / 2.0, self.front),
            PivotPoint::Front(hand) => pose.point(side(hand), self.front),
            PivotPoint::Rear(hand) => pose.point(side(hand), self.rear),
            PivotPoint::At(point) => point,
        }
    }

    /// The frame after every figure turned about: the middle of what was the rear edge, facing back.
    pub(crate) fn faced_about(&self, pose: Pose) -> (Pose, Bounds) {
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
