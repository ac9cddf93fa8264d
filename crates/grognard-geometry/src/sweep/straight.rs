//! Straight steps: the reach past each side is linear, so each side leaves one half of the way.

use super::Rule;
use super::past::{Around, Past};
use crate::hull::{Hull, dot, greater, lesser, lowest};

/// A reach that changes by less than this a millimetre does not change.
const STEADY: f64 = 1e-11;
/// What is in by more than the step is long, and by this many millimetres and as much of its length more, stays in:
/// more than the noise of numbers.
const WELL_IN: (f64, f64) = (1e-3, 1e-6);
/// A stretch inside shorter than this is a touch.
const SHORT: f64 = 1e-6;

/// The stretch of the way, if there is one.
type Stretch = Option<(f64, f64)>;

/// For each rule, where a straight step of `length` along `along` meets it.
pub(super) fn sweep<const K: usize>(
    mover: Hull<'_>,
    target: Hull<'_>,
    along: (f64, f64),
    length: f64,
    rules: [Rule; K],
    around: Around<'_>,
) -> [Stretch; K] {
    let mut inside = rules.iter().all(|rule| matches!(rule, Rule::Inside));
    let mut left = [Some((0.0, length)); K];
    let mut cut = |reach: f64, slope: f64, seam: bool| {
        for (stretch, rule) in left.iter_mut().zip(rules) {
            *stretch = stretch.and_then(|kept| narrowed(kept, reach, slope, seam, rule));
        }
        left.iter().any(Option::is_some)
    };
    let deepest = rules.iter().map(|rule| rule.level()).fold(0.0, greater);
    let ample = deepest + WELL_IN.0 + length * (1.0 + WELL_IN.1);
    for (side, (&n, &p)) in target.normals.iter().zip(target.points).enumerate() {
        if target.within.has(side) {
            continue;
        }
        let limit = dot(n, p);
        match around.past(n, limit, rules) {
            Past::Within => continue,
            Past::Beyond => return [None; K],
            Past::Unclear => inside = false,
        }
        let Some(reach) = reach(n, limit, mover, ample) else {
            continue;
        };
        let slope = -(n.0 * along.0 + n.1 * along.1);
        if !cut(reach, slope, target.is_seam(side)) {
            return [None; K];
        }
    }
    if inside {
        return left;
    }
    for (side, (&n, &p)) in mover.normals.iter().zip(mover.points).enumerate() {
        let Some(reach) = reach(n, dot(n, p), target, ample) else {
            continue;
        };
        let slope = n.0 * along.0 + n.1 * along.1;
        if !cut(reach, slope, mover.is_seam(side)) {
            return [None; K];
        }
    }
    for (stretch, rule) in left.iter_mut().zip(rules) {
        let least = SHORT.min(length / 2.0);
        let touches = |(low, high): &(f64, f64)| high - low <= least;
        if matches!(rule, Rule::Inside) && length > 0.0 && stretch.as_ref().is_some_and(touches) {
            *stretch = None;
        }
    }
    left
}

/// How far an outline reaches past a side with the normal `n` at `limit`; none where that is more than `ample`, so
/// that the step is too short to get it out. Mostly its first point tells.
fn reach(n: (f64, f64), limit: f64, outline: Hull<'_>, ample: f64) -> Option<f64> {
    if let Some(first) = outline.points.first()
        && limit - dot(n, *first) > ample
    {
        return None;
    }
    let reach = limit - lowest(n, outline.points);
    (reach <= ample).then_some(reach)
}

/// What one side leaves of a stretch.
fn narrowed((low, high): (f64, f64), reach: f64, slope: f64, seam: bool, rule: Rule) -> Stretch {
    let over = reach - rule.level();
    if slope.abs() <= STEADY {
        let counts = over > rule.margin(seam) || (over == 0.0 && !matches!(rule, Rule::Inside));
        return counts.then_some((low, high));
    }
    let root = -over / slope;
    let (low, high) = if slope > 0.0 {
        (greater(low, root), high)
    } else {
        (low, lesser(high, root))
    };
    (low <= high).then_some((low, high))
}
