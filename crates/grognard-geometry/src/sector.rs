//! Where one unit lies, seen from another.

use grognard_core::{Bearing, Board, Point, Sector};

use crate::hull::{Hull, Sides};
use crate::outline::clipped;
use crate::{bounds, ground_of};

/// Reaching over a line by less than this is touching it, mm.
const TOUCH: f64 = 1e-6;

/// Where the unit with index `other` lies, seen from the one with index `from`: the angle to the
/// middle of its box, and whether some part of it, beyond touching, lies ahead and in the front
/// quarter. Straight ahead and in neither when one is not on the board.
pub fn sector(board: &Board, from: usize, other: usize) -> Sector {
    let (Some(from), Some(other)) = (board.units.get(from), board.units.get(other)) else {
        return Sector {
            angle: 0.0,
            ahead: false,
            front_quarter: false,
        };
    };
    let (own, theirs) = (ground_of(from), ground_of(other));
    let frame = bounds(from.pose, &own);
    let middle = bounds(other.pose, &theirs).centre(other.pose);
    let way = Bearing::of_vector(middle.x - from.pose.at.x, middle.y - from.pose.at.y);
    // In the seer's frame: the front edge, and the slants that run out from its ends.
    let start = frame.front + TOUCH;
    let (left, right) = (
        Point::new(frame.left, start),
        Point::new(frame.right, start),
    );
    let quarter = Hull {
        points: &[left, right, left],
        normals: &[(0.0, -1.0), (1.0, -1.0), (-1.0, -1.0)],
        seams: &[],
        within: Sides::NONE,
    };
    let mut ahead = false;
    let mut front_quarter = false;
    for rect in theirs.iter() {
        let ring = rect.corners().map(|corner| {
            let (right, forward) = from.pose.local(corner);
            Point::new(right, forward)
        });
        ahead |= ring.iter().any(|corner| corner.y > start);
        front_quarter |= !clipped(&ring, quarter).is_empty();
    }
    Sector {
        angle: way.minus(from.pose.facing),
        ahead,
        front_quarter,
    }
}
