//! Straight steps: the reach past each side is linear, so each side leaves one half of the way.

use super::Rule;
use crate::hull::{Hull, dot, lowest};

/// A reach that changes by less than this a millimetre does not change.
const STEADY: f64 = 1e-11;
/// A stretch inside shorter than this is a touch.
const SHORT: f64 = 1e-6;

pub(super) fn sweep(
    mover: Hull<'_>,
    target: Hull<'_>,
    along: (f64, f64),
    length: f64,
    rule: Rule,
) -> Option<(f64, f64)> {
    let level = rule.level();
    let (mut low, mut high) = (0.0_f64, length);
    let mut cut = |reach: f64, slope: f64, seam: bool| {
        let over = reach - level;
        if slope.abs() <= STEADY {
            return over > rule.margin(seam) || (over == 0.0 && !matches!(rule, Rule::Inside));
        }
        let root = -over / slope;
        if slope > 0.0 {
            low = low.max(root);
        } else {
            high = high.min(root);
        }
        low <= high
    };
    for (side, (&n, &p)) in target.normals.iter().zip(target.points).enumerate() {
        let reach = dot(n, p) - lowest(n, mover.points);
        let slope = -(n.0 * along.0 + n.1 * along.1);
        if !cut(reach, slope, target.is_seam(side)) {
            return None;
        }
    }
    for (side, (&n, &p)) in mover.normals.iter().zip(mover.points).enumerate() {
        let reach = dot(n, p) - lowest(n, target.points);
        let slope = n.0 * along.0 + n.1 * along.1;
        if !cut(reach, slope, mover.is_seam(side)) {
            return None;
        }
    }
    if matches!(rule, Rule::Inside) && length > 0.0 && high - low <= SHORT.min(length / 2.0) {
        return None;
    }
    (low <= high).then_some((low, high))
}
