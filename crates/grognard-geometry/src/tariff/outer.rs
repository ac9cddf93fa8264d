//! The bases that count where the corners of all are followed.

use grognard_core::{Base, MotionLaw, Point, Unit};

/// The bases whose corners can have paid most. What a corner pays in a turn grows with its distance from the centre,
/// and sums of distances are greatest at a corner of the hull about them; so the others need not be followed. All
/// of them where corners have paid before.
pub(super) fn outer(unit: &Unit, law: &MotionLaw) -> Vec<Base> {
    let paid = law.prior.iter().any(|leg| !leg.arcs.is_empty());
    let mut corners: Vec<Point> = unit.bases.iter().flat_map(corners_of).collect();
    corners.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let mut hull = half(corners.iter());
    hull.extend(half(corners.iter().rev()));
    let counts = |base: &&Base| {
        let mut corners = corners_of(base).into_iter();
        paid || corners.any(|corner| hull.iter().any(|other| corner.distance(*other) < NEAR))
    };
    unit.bases.iter().filter(counts).cloned().collect()
}

/// Corners that lie nearer to each other than this may be the same but for the noise of numbers, mm.
const NEAR: f64 = 1e-6;

fn corners_of(base: &Base) -> [Point; 4] {
    base.rect.corners()
}

/// The corners of the hull from one end to the other, on the left as one goes.
fn half<'a>(corners: impl Iterator<Item = &'a Point>) -> Vec<Point> {
    let mut hull: Vec<Point> = Vec::new();
    for &next in corners {
        while let [.., a, b] = hull[..]
            && (b.x - a.x) * (next.y - a.y) >= (b.y - a.y) * (next.x - a.x)
        {
            hull.pop();
        }
        hull.push(next);
    }
    hull
}
