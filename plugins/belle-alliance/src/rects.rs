//! Bases against bases: how far apart, how deep one overlaps another.

use grognard_sdk::prelude::*;

/// How deep two rectangles overlap, mm: the least shift that would part them. Zero or less when they
/// touch or stand apart.
pub(crate) fn depth(one: &Rect, other: &Rect) -> f64 {
    let reach = (one.width + one.depth + other.width + other.depth) / 2.0;
    let (dx, dy) = (
        one.pose.at.x - other.pose.at.x,
        one.pose.at.y - other.pose.at.y,
    );
    if dx.abs() > reach || dy.abs() > reach {
        return -1.0;
    }
    let (a, b) = (one.corners(), other.corners());
    let mut least = f64::INFINITY;
    for facing in [one.pose.facing, other.pose.facing] {
        for axis in [facing, facing.turned(90.0)] {
            let (x, y) = axis.direction();
            let ((low_a, high_a), (low_b, high_b)) = (span(&a, x, y), span(&b, x, y));
            least = least.min((high_a - low_b).min(high_b - low_a));
        }
    }
    least
}

/// The least and the most of corners along an axis.
fn span(corners: &[Point; 4], x: f64, y: f64) -> (f64, f64) {
    let along = corners.iter().map(|p| p.x * x + p.y * y);
    along.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| {
        (low.min(at), high.max(at))
    })
}

/// The deepest overlap between two sets of rectangles; zero or less when there is none.
pub(crate) fn deepest<'a>(one: &[Rect], others: impl Iterator<Item = &'a Rect> + Clone) -> f64 {
    let mut deepest = -1.0_f64;
    for rect in one {
        for other in others.clone() {
            deepest = deepest.max(depth(rect, other));
        }
    }
    deepest
}

/// How far a rectangle goes along a unit vector until it touches another, mm; zero when they overlap
/// from the start. None when it passes by: when they come to overlap across by no more than `grace`,
/// less than nothing of which counts brushing too.
pub(crate) fn first_touch(
    moving: &Rect,
    along: (f64, f64),
    other: &Rect,
    grace: f64,
) -> Option<f64> {
    let (a, b) = (moving.corners(), other.corners());
    let (mut enter, mut exit) = (f64::NEG_INFINITY, f64::INFINITY);
    for facing in [moving.pose.facing, other.pose.facing] {
        for axis in [facing, facing.turned(90.0)] {
            let (x, y) = axis.direction();
            let ((low_a, high_a), (low_b, high_b)) = (span(&a, x, y), span(&b, x, y));
            let speed = along.0 * x + along.1 * y;
            if speed.abs() < 1.0e-9 {
                if (high_a - low_b).min(high_b - low_a) < grace {
                    return None;
                }
                continue;
            }
            let (one, two) = ((low_b - high_a) / speed, (high_b - low_a) / speed);
            enter = enter.max(one.min(two));
            exit = exit.min(one.max(two));
        }
    }
    (exit - enter >= grace && exit >= 0.0).then_some(enter.max(0.0))
}

/// The square of the least distance between a rectangle and others, exact when all lie along the
/// axes of the table. None when it cannot be had exactly.
pub(crate) fn exact_gap_squared<'a>(
    one: &Rect,
    others: impl Iterator<Item = &'a Rect>,
) -> Option<Ratio> {
    let own = extent(one)?;
    let mut least: Option<Ratio> = None;
    for other in others {
        let other = extent(other)?;
        let x = apart(own[0], own[1], other[0], other[1]);
        let y = apart(own[2], own[3], other[2], other[3]);
        let squared = x * x + y * y;
        least = Some(least.map_or(squared, |least| least.min(squared)));
    }
    least
}

/// The exact square of the distance between two points, when their coordinates are exact.
pub(crate) fn exact_distance_squared(one: Point, other: Point) -> Option<Ratio> {
    let x = Ratio::simplest(one.x)? - Ratio::simplest(other.x)?;
    let y = Ratio::simplest(one.y)? - Ratio::simplest(other.y)?;
    Some(x * x + y * y)
}

fn apart(low: Ratio, high: Ratio, other_low: Ratio, other_high: Ratio) -> Ratio {
    (other_low - high).max(low - other_high).max(Ratio::ZERO)
}

/// West, east, south and north edge of a rectangle that lies along the axes.
fn extent(rect: &Rect) -> Option<[Ratio; 4]> {
    let quarter = rect.pose.facing.degrees() / 90.0;
    if quarter.fract() != 0.0 {
        return None;
    }
    let (x, y) = (
        Ratio::simplest(rect.pose.at.x)?,
        Ratio::simplest(rect.pose.at.y)?,
    );
    let (width, depth) = (Ratio::simplest(rect.width)?, Ratio::simplest(rect.depth)?);
    let (across, along) = if quarter % 2.0 == 0.0 {
        (width, depth)
    } else {
        (depth, width)
    };
    let (across, along) = (across * Ratio::HALF, along * Ratio::HALF);
    Some([x - across, x + across, y - along, y + along])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rect(x: f64, y: f64, degrees: f64) -> Rect {
        Rect::new(Pose::new(x, y, degrees), 20.0, 20.0)
    }

    #[test]
    fn touching_is_no_overlap() {
        assert_eq!(depth(&rect(0.0, 0.0, 0.0), &rect(20.0, 0.0, 90.0)), 0.0);
        assert_eq!(depth(&rect(0.0, 0.0, 0.0), &rect(19.0, 5.0, 0.0)), 1.0);
        assert!(depth(&rect(0.0, 0.0, 0.0), &rect(24.0, 0.0, 45.0)) > 0.0);
        assert!(depth(&rect(0.0, 0.0, 0.0), &rect(24.2, 0.0, 45.0)) < 0.0);
    }

    #[test]
    fn a_moving_rectangle_touches_what_lies_on_its_way() {
        let from = rect(0.0, 0.0, 0.0);
        let north = (0.0, 1.0);
        assert_eq!(
            first_touch(&from, north, &rect(5.0, 70.0, 0.0), 0.1),
            Some(50.0)
        );
        assert_eq!(first_touch(&from, north, &rect(20.0, 70.0, 0.0), 0.1), None);
        assert_eq!(
            first_touch(&from, north, &rect(20.0, 70.0, 0.0), -1.0e-6),
            Some(50.0)
        );
        assert_eq!(
            first_touch(&from, north, &rect(21.0, 70.0, 0.0), -1.0e-6),
            None
        );
        assert_eq!(
            first_touch(&from, north, &rect(0.0, 10.0, 0.0), 0.1),
            Some(0.0)
        );
        assert_eq!(first_touch(&from, north, &rect(0.0, -40.0, 0.0), 0.1), None);
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let slant = first_touch(&from, (half, half), &rect(50.0, 50.0, 0.0), 0.1).unwrap();
        assert!((slant - 30.0 / half).abs() < 1e-9);
    }

    #[test]
    fn gaps_along_the_axes_are_exact() {
        let from = rect(0.0, 0.0, 0.0);
        let squared = |x, y| exact_gap_squared(&from, std::iter::once(&rect(x, y, 180.0)));
        assert_eq!(squared(110.0, 140.0), Some(Ratio::int(150 * 150)));
        assert_eq!(squared(110.0, 141.0), Some(Ratio::int(22_741)));
        assert_eq!(squared(10.0, 10.0), Some(Ratio::ZERO));
        assert_eq!(
            exact_gap_squared(&from, std::iter::once(&rect(0.0, 90.0, 30.0))),
            None
        );
    }
}
