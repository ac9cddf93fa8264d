//! Where one unit lies, seen from another.

use grognard_core::{Bearing, Board, Sector};

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
    let mut ahead = false;
    let mut front_quarter = false;
    for rect in theirs.iter() {
        // Local coordinates with the front edge on the line `forward = 0`.
        let local = rect.corners().map(|corner| {
            let (right, forward) = from.pose.local(corner);
            (right, forward - frame.front)
        });
        ahead |= local.iter().any(|&(_, forward)| forward > TOUCH);
        // Beyond the front edge, left of the right-hand slant, right of the left-hand one.
        let lines: [&dyn Fn((f64, f64)) -> f64; 3] = [
            &|(_, forward)| forward,
            &|(right, forward)| forward - (right - frame.right),
            &|(right, forward)| forward - (frame.left - right),
        ];
        let mut ring = local.to_vec();
        for line in lines {
            ring = kept(&ring, |p| line(p) - TOUCH);
        }
        front_quarter |= !ring.is_empty();
    }
    let angle = way.minus(from.pose.facing);
    Sector {
        angle,
        ahead,
        front_quarter,
    }
}

/// The part of a ring where `over` is positive or nothing.
fn kept(ring: &[(f64, f64)], over: impl Fn((f64, f64)) -> f64) -> Vec<(f64, f64)> {
    let mut out = Vec::new();
    for (i, &a) in ring.iter().enumerate() {
        let b = ring[(i + 1) % ring.len()];
        let (at, end) = (over(a), over(b));
        if at >= 0.0 {
            out.push(a);
        }
        if (at < 0.0 && end > 0.0) || (at > 0.0 && end < 0.0) {
            let t = at / (at - end);
            out.push((a.0 + t * (b.0 - a.0), a.1 + t * (b.1 - a.1)));
        }
    }
    out
}
