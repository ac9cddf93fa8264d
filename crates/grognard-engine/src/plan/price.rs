//! What a course costs on open table under a law, in closed form: a sum for every point followed.

use grognard_core::{Corners, Heading, MotionLaw, Summing, TollOn, Turning, Unit};
use grognard_geometry::{Bounds, bounds};

/// A point in the frame of a unit: right and forward, mm.
type Local = (f64, f64);

/// How the courses of a unit in a formation are paid for on open table.
///
/// Like all that the planner takes to be so, it only says what is worth a try.
#[derive(Clone, Debug)]
pub(super) struct Price {
    /// Shares of a full move to a millimetre ahead, to the flank and to the rear; infinite where it does not go so.
    per_mm: [f64; 3],
    /// What a turn is paid by, in the same.
    turning: f64,
    /// What an about-face costs.
    pub(super) about: f64,
    /// What is left of the allowance.
    pub(super) left: f64,
    /// The box about the unit.
    pub(super) bounds: Bounds,
    /// The points followed, and where each is after the figures turned about, in the frame before.
    points: Vec<[Local; 2]>,
    /// Whether what is followed are points of the front, whichever edge that is.
    front: bool,
    /// Whether each point keeps its own sum.
    pub(super) by_point: bool,
}

/// The points followed, in the frame that the unit has.
#[derive(Clone, Debug)]
pub(super) struct Followed {
    pub(super) bounds: Bounds,
    points: Vec<[Local; 2]>,
}

impl Price {
    /// Of a unit that stands in a formation with a law.
    pub(super) fn of(unit: &Unit, law: &MotionLaw) -> Self {
        let bounds = bounds(unit.pose, &unit.footprint);
        let per_mm = Heading::ALL.map(|heading| {
            let mut open = law
                .rates
                .iter()
                .filter(|rate| rate.heading == heading && rate.terrain.is_empty());
            let rate = open.next().map_or(0.0, |rate| rate.per_move.to_f64());
            if rate > 0.0 {
                1.0 / rate
            } else {
                f64::INFINITY
            }
        });
        let walked: f64 = law.prior.iter().map(|leg| leg.share.to_f64()).sum();
        let abouts = law.tolls.iter().filter(|toll| toll.on == TollOn::AboutFace);
        let left = bounds.left;
        let points = match law.corners {
            Corners::All => outer(unit),
            Corners::Front => front(&bounds),
            Corners::FrontCentre => vec![[((left + bounds.right) / 2.0, bounds.front); 2]],
        };
        Self {
            per_mm,
            turning: if law.turning == Turning::Free {
                0.0
            } else {
                per_mm[0]
            },
            about: abouts.map(|toll| toll.share.to_f64()).sum(),
            left: law.budget.to_f64() - law.spent.to_f64() - walked,
            bounds,
            points,
            front: law.corners != Corners::All,
            by_point: law.summing == Summing::PerCorner,
        }
    }

    /// The share a millimetre costs some way.
    pub(super) fn per_mm(&self, heading: Heading) -> f64 {
        self.per_mm[heading as usize]
    }

    /// The share that a millimetre of an arc costs.
    pub(super) fn per_arc(&self) -> f64 {
        self.turning
    }

    /// The points followed at first.
    pub(super) fn followed(&self) -> Followed {
        Followed {
            bounds: self.bounds,
            points: self.points.clone(),
        }
    }

    /// How many sums there are.
    pub(super) fn sums(&self) -> usize {
        if self.by_point { self.points.len() } else { 1 }
    }
}

impl Followed {
    /// How far each point is from another, mm.
    pub(super) fn arms(&self, hinge: [f64; 2]) -> impl Iterator<Item = f64> {
        let points = self.points.iter();
        points.map(move |[now, _]| {
            let (right, forward) = (now.0 - hinge[0], now.1 - hinge[1]);
            (right * right + forward * forward).sqrt()
        })
    }

    /// The same after every figure turned about.
    pub(super) fn faced_about(&mut self, price: &Price) {
        let b = self.bounds;
        let origin = grognard_core::Pose::default();
        let (frame, bounds) = b.faced_about(origin);
        self.bounds = bounds;
        if price.front {
            let middle = self.points.len() == 1;
            self.points = if middle {
                vec![[((bounds.left + bounds.right) / 2.0, bounds.front); 2]]
            } else {
                front(&bounds)
            };
            return;
        }
        for point in &mut self.points {
            let [now, then] = point
                .map(|(right, forward)| frame.local(grognard_core::Point::new(right, forward)));
            *point = [then, now];
        }
    }
}

fn front(bounds: &Bounds) -> Vec<[Local; 2]> {
    [bounds.left, bounds.right]
        .map(|right| [(right, bounds.front); 2])
        .to_vec()
}

/// The corners of the bases that stand farthest out.
fn outer(unit: &Unit) -> Vec<[Local; 2]> {
    let mut chosen: Vec<usize> = Vec::with_capacity(4);
    for (right, forward) in [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)] {
        let out = |index: &usize| {
            let at = unit.pose.local(unit.bases[*index].rect.pose.at);
            at.0 * right + at.1 * forward
        };
        let far = (0..unit.bases.len()).max_by(|a, b| out(a).total_cmp(&out(b)));
        if let Some(far) = far.filter(|far| !chosen.contains(far)) {
            chosen.push(far);
        }
    }
    let corners = chosen.into_iter().flat_map(|index| {
        let corners = unit.bases[index].rect.corners();
        let local = corners.map(|corner| unit.pose.local(corner));
        // Turned about, a corner lies where the one across from it was.
        [0, 1, 2, 3].map(|n| [local[n], local[(n + 2) % 4]])
    });
    corners.collect()
}
