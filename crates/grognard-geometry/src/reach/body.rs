//! The unit as a search carries it about.

use grognard_core::{Bearing, Corners, MotionLaw, Point, Pose, Rect, Summing, Unit};

use crate::field::Standing;
use crate::followed::before;
use crate::hull::Quads;
use crate::sweep::quads;
use crate::{Bounds, bounds};

/// A unit in its own frame, as it stands or with every figure turned about.
#[derive(Clone, Debug)]
pub(super) struct Body {
    pub(super) bounds: Bounds,
    /// The ground it covers, its frame at the origin facing north.
    rects: Vec<Rect>,
    /// The points that may come to have paid most, (right, forward).
    pub(super) followed: Vec<(f64, f64)>,
    /// The same points after every figure turned about, in this frame.
    opposite: Vec<(f64, f64)>,
}

/// The same north of the origin.
const ORIGIN: Pose = Pose {
    at: Point::new(0.0, 0.0),
    facing: grognard_core::Bearing::NORTH,
};

impl Body {
    pub(super) fn of(unit: &Unit, standing: &Standing, law: &MotionLaw) -> Self {
        let bounds = bounds(unit.pose, &standing.ground);
        let local = |point: Point| unit.pose.local(point);
        let rects = standing.ground.iter().map(|rect| {
            let (right, forward) = local(rect.pose.at);
            let facing = rect.pose.facing.minus(unit.pose.facing);
            Rect {
                pose: Pose::new(right, forward, facing),
                ..*rect
            }
        });
        let chosen = corners(unit, law);
        Self {
            rects: rects.collect(),
            followed: at_front(&bounds, law.corners)
                .unwrap_or_else(|| chosen.iter().map(|c| c.0).collect()),
            opposite: chosen.iter().map(|c| c.1).collect(),
            bounds,
        }
    }

    /// The unit after every figure turned about, and its new frame seen from the old one.
    pub(super) fn faced_about(&self, law: &MotionLaw) -> (Self, Pose) {
        let (frame, bounds) = self.bounds.faced_about(ORIGIN);
        let rects = self.rects.iter().map(|rect| {
            let (right, forward) = frame.local(rect.pose.at);
            Rect {
                pose: Pose::new(right, forward, rect.pose.facing.minus(frame.facing)),
                ..*rect
            }
        });
        let point = |&(right, forward): &(f64, f64)| frame.local(Point::new(right, forward));
        let turned = Self {
            rects: rects.collect(),
            followed: at_front(&bounds, law.corners)
                .unwrap_or_else(|| self.opposite.iter().map(point).collect()),
            opposite: Vec::new(),
            bounds,
        };
        (turned, frame)
    }

    /// The ground it covers in a frame.
    pub(super) fn rects_at(&self, frame: Pose) -> Vec<Rect> {
        let place = |rect: &Rect| Rect {
            pose: frame.offset(rect.pose.at.x, rect.pose.at.y, rect.pose.facing.degrees()),
            ..*rect
        };
        self.rects.iter().map(place).collect()
    }

    /// The ground it covers in a frame at the origin, for each of some facings all round from one on.
    pub(super) fn standing(&self, first: Bearing, count: usize) -> Vec<Quads> {
        let frame = |k: usize| Pose {
            facing: first.turned(k as f64 * 360.0 / count as f64),
            ..ORIGIN
        };
        (0..count)
            .map(|k| quads(&self.rects_at(frame(k))))
            .collect()
    }

    /// The middle of its box in its frame: right and ahead.
    pub(super) fn middle(&self) -> (f64, f64) {
        let b = self.bounds;
        ((b.left + b.right) / 2.0, (b.front + b.rear) / 2.0)
    }

    /// Half the diagonal of its box.
    pub(super) fn half_diagonal(&self) -> f64 {
        let b = self.bounds;
        libm::hypot(b.right - b.left, b.front - b.rear) / 2.0
    }

    /// How far its farthest corner is from the frame's origin.
    pub(super) fn radius(&self) -> f64 {
        let b = self.bounds;
        let (r, f) = (b.right.max(-b.left), b.front.max(-b.rear));
        libm::hypot(r, f)
    }
}

/// The points followed where those are points of the front edge, whichever edge that is.
fn at_front(bounds: &Bounds, corners: Corners) -> Option<Vec<(f64, f64)>> {
    let (left, right) = ((bounds.left, bounds.front), (bounds.right, bounds.front));
    match corners {
        Corners::Front => Some(vec![left, right]),
        Corners::FrontCentre => Some(vec![((left.0 + right.0) / 2.0, left.1)]),
        Corners::All => None,
    }
}

/// The corners of bases that may come to have paid most: where each lies, and where when its base turned
/// about. Where nothing was paid before in turns, and the bases are alike, those of the bases on the convex
/// hull: what turns cost a point is a convex function of where its base and where in its base it lies.
fn corners(unit: &Unit, law: &MotionLaw) -> Vec<((f64, f64), (f64, f64))> {
    let middles = unit
        .bases
        .iter()
        .map(|base| unit.pose.local(base.rect.pose.at));
    let middles: Vec<(f64, f64)> = middles.collect();
    let outer = hull(middles.clone());
    let all = !alike(unit) || (law.summing == Summing::PerCorner && turned_before(law));
    let bases = unit.bases.iter().zip(&middles);
    let kept = bases.filter(|(_, middle)| all || outer.contains(middle));
    kept.flat_map(|(base, _)| {
        let turned = Rect {
            pose: Pose {
                facing: base.rect.pose.facing.reversed(),
                ..base.rect.pose
            },
            ..base.rect
        };
        let local = |p: Point| unit.pose.local(p);
        let (now, then) = (base.rect.corners().map(local), turned.corners().map(local));
        now.into_iter().zip(then).collect::<Vec<_>>()
    })
    .collect()
}

/// Whether all bases have the same size and facing.
fn alike(unit: &Unit) -> bool {
    let Some(first) = unit.bases.first() else {
        return true;
    };
    unit.bases.iter().all(|base| {
        let (a, b) = (base.rect, first.rect);
        a.width == b.width && a.depth == b.depth && a.pose.facing.minus(b.pose.facing).abs() < 1e-9
    })
}

fn turned_before(law: &MotionLaw) -> bool {
    let turned = |arc: &f64| *arc > 0.0;
    law.prior.iter().any(|leg| leg.arcs.iter().any(turned))
}

/// What each point followed has paid in turns before, in shares of a full move.
pub(super) fn paid_before(
    unit: &Unit,
    front: (Point, Point),
    law: &MotionLaw,
    points: usize,
) -> Vec<f64> {
    let mut sums = vec![0.0; points];
    for leg in law.prior.iter().filter(|leg| !leg.arcs.is_empty()) {
        let rate = leg.per_move.to_f64();
        if rate > 0.0 {
            let ways = before(leg, unit, front, law);
            for (sum, way) in sums.iter_mut().zip(ways) {
                *sum += way / rate;
            }
        }
    }
    sums
}

/// Places nearer than this are one to a hull, mm: far below what a share of a move is told by.
const ONE_PLACE: f64 = 1e-7;

/// The corners of the convex hull of some points, as they are given. They are compared on a raster of
/// [`ONE_PLACE`], where what lies on one line does so exactly.
fn hull(points: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    let raster = |x: f64| (x / ONE_PLACE).round() as i64;
    let mut points: Vec<((i64, i64), (f64, f64))> = points
        .into_iter()
        .map(|p| ((raster(p.0), raster(p.1)), p))
        .collect();
    points.sort_by_key(|p| p.0);
    points.dedup_by_key(|p| p.0);
    if points.len() < 3 {
        return points.into_iter().map(|p| p.1).collect();
    }
    let mut out: Vec<((i64, i64), (f64, f64))> = Vec::new();
    // Once along the lower side and once back along the upper one.
    for forth in [true, false] {
        let from = out.len();
        let mut add = |p: ((i64, i64), (f64, f64))| {
            while out.len() >= from + 2
                && !turns_left(out[out.len() - 2].0, out[out.len() - 1].0, p.0)
            {
                out.pop();
            }
            out.push(p);
        };
        if forth {
            points.iter().copied().for_each(&mut add);
        } else {
            points.iter().rev().copied().for_each(&mut add);
        }
        out.pop();
    }
    out.into_iter().map(|p| p.1).collect()
}

fn turns_left(a: (i64, i64), b: (i64, i64), c: (i64, i64)) -> bool {
    let wide = |n: i64| i128::from(n);
    let (abx, aby) = (wide(b.0) - wide(a.0), wide(b.1) - wide(a.1));
    let (acx, acy) = (wide(c.0) - wide(a.0), wide(c.1) - wide(a.1));
    abx * acy > aby * acx
}

#[cfg(test)]
mod tests {
    use super::hull;

    #[test]
    fn the_hull_of_a_row_of_squares_is_four_corners() {
        let mut points = Vec::new();
        for x in 0..5 {
            for y in 0..2 {
                points.push((f64::from(x) * 10.0, f64::from(y) * 10.0));
            }
        }
        let mut found = hull(points);
        found.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        assert_eq!(found, [(0.0, 0.0), (0.0, 10.0), (40.0, 0.0), (40.0, 10.0)]);
    }

    #[test]
    fn a_row_that_noise_makes_crooked_keeps_its_ends() {
        let row = [(0.0, 0.0), (-1e-15, -10.0), (1e-15, -20.0), (0.0, -30.0)];
        let mut found = hull(row.to_vec());
        found.sort_by(|a, b| a.1.total_cmp(&b.1));
        assert_eq!(found, [(0.0, -30.0), (0.0, 0.0)]);
    }

    #[test]
    fn few_points_are_their_own_hull() {
        assert_eq!(hull(vec![(1.0, 2.0), (1.0, 2.0)]), [(1.0, 2.0)]);
    }
}
