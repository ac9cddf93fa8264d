use super::frame::{Px, PxBox};

/// Whether a point lies inside a ring, by counting crossings.
pub(super) fn inside(ring: &[Px], point: Px) -> bool {
    let mut odd = false;
    let mut previous = match ring.last() {
        Some(last) => *last,
        None => return false,
    };
    for &corner in ring {
        if (corner.y > point.y) != (previous.y > point.y) {
            let share = (point.y - corner.y) / (previous.y - corner.y);
            if point.x < corner.x + share * (previous.x - corner.x) {
                odd = !odd;
            }
        }
        previous = corner;
    }
    odd
}

/// Least distance from a point to the line of a ring.
pub(super) fn depth(ring: &[Px], point: Px) -> f64 {
    let ends = ring.iter().zip(ring.iter().cycle().skip(1));
    ends.map(|(&from, &to)| to_stretch(from, to, point))
        .fold(f64::INFINITY, f64::min)
}

fn to_stretch(from: Px, to: Px, point: Px) -> f64 {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let square = dx * dx + dy * dy;
    let share = if square > 0.0 {
        (((point.x - from.x) * dx + (point.y - from.y) * dy) / square).clamp(0.0, 1.0)
    } else {
        0.0
    };
    point.distance(from.toward(to, share))
}

/// Points spread over a ring within `bounds`, about `spacing` apart, none nearer than `inset` to
/// its line. They look strewn, and are the same each time.
pub(super) fn strew(ring: &[Px], bounds: PxBox, spacing: f64, inset: f64) -> Vec<Px> {
    let Some(area) = PxBox::around(ring.iter().copied()).and_then(|b| b.within(bounds)) else {
        return Vec::new();
    };
    let row_height = spacing * 0.866;
    let rows = (area.height() / row_height).ceil() as u32;
    let columns = (area.width() / spacing).ceil() as u32;
    let mut points = Vec::new();
    for row in 0..=rows {
        for column in 0..=columns {
            let (jx, jy) = jitter(row, column);
            let shift = if row % 2 == 0 { 0.0 } else { 0.5 };
            let point = Px {
                x: area.left + (f64::from(column) + shift + 0.36 * jx) * spacing,
                y: area.top + (f64::from(row) + 0.36 * jy) * row_height,
            };
            let on_table = point.x > bounds.left + inset
                && point.x < bounds.right - inset
                && point.y > bounds.top + inset
                && point.y < bounds.bottom - inset;
            if on_table && inside(ring, point) && depth(ring, point) >= inset {
                points.push(point);
            }
        }
    }
    points
}

/// Two numbers in [-1, 1) that look random, from a place in the pattern.
fn jitter(row: u32, column: u32) -> (f64, f64) {
    let mut bits = (u64::from(row) << 32 | u64::from(column)).wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^= bits >> 31;
    let part = |bits: u64| (bits & 0xffff) as f64 / 32768.0 - 1.0;
    (part(bits), part(bits >> 16))
}
