//! Straight going: which way, and what it costs.

use grognard_core::Hand;

use super::super::labels::Taken;
use super::super::moves::Kind;
use super::Place;

/// Slants shorter than this off straight ahead are none, degrees.
const STRAIGHT: f64 = 1e-9;

/// Straight stretches shorter than this are none, mm.
const LEAST: f64 = 1e-9;

/// A straight step of a kind: which way, clockwise from straight ahead, and shares of a full move for each mm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Step {
    kind: Kind,
    slant: f64,
    toward: f64,
    per_mm: f64,
}

/// How places are come to that lie within an angle of where the straight going begins.
#[derive(Clone, Copy, Debug)]
enum How {
    /// In one slant, whichever way.
    Slant(f64),
    /// In two steps, the last perhaps once all figures have turned about.
    Two(Step, Step),
}

/// The places within an angle that straight going comes to in one way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cone {
    how: How,
    /// Its sides, clockwise from straight ahead: the left one and the right one.
    sides: (f64, f64),
}

/// The cones of a unit that goes ahead, and where it may to the side and back, at so many shares a millimetre.
pub(super) fn cones(ahead: f64, flank: Option<f64>, rear: Option<f64>) -> Vec<Cone> {
    // Where going to the side is cheap, less of a slant and more to the side is cheaper than a slant alone.
    let most = flank.map_or(45.0, |flank| {
        let cheap = libm::acos((flank / ahead).min(1.0)).to_degrees();
        (90.0 - cheap).min(45.0)
    });
    let mut out = vec![Cone {
        how: How::Slant(ahead),
        sides: (-most, most),
    }];
    for (hand, sign) in [(Hand::Left, -1.0), (Hand::Right, 1.0)] {
        let slant = Step {
            kind: Kind::Slant,
            slant: sign * most,
            toward: sign * most,
            per_mm: ahead,
        };
        let aside = flank.map(|per_mm| Step {
            kind: Kind::Sidestep(hand),
            slant: 0.0,
            toward: sign * 90.0,
            per_mm,
        });
        let back = rear.map(|per_mm| Step {
            kind: Kind::Retire,
            slant: 0.0,
            toward: sign * 180.0,
            per_mm,
        });
        let steps = [Some(slant), aside, back].into_iter().flatten();
        let steps: Vec<Step> = steps.collect();
        out.extend(steps.windows(2).map(|two| Cone::of_two(two[0], two[1])));
    }
    out
}

/// The cones between going ahead and, once all figures have turned about, going back: only to the sides.
pub(super) fn both_ways(ahead: f64) -> [Cone; 2] {
    [-1.0, 1.0].map(|sign| {
        let step = |slant: f64, toward: f64| Step {
            kind: Kind::Slant,
            slant,
            toward,
            per_mm: ahead,
        };
        Cone::of_two(
            step(sign * 45.0, sign * 45.0),
            step(sign * -45.0, sign * 135.0),
        )
    })
}

impl Cone {
    fn of_two(first: Step, then: Step) -> Self {
        let sides = (first.toward.min(then.toward), first.toward.max(then.toward));
        Self {
            how: How::Two(first, then),
            sides,
        }
    }

    /// The cone of a unit that faces a way, whose sine and cosine are given.
    pub(super) fn facing(&self, facing: (f64, f64)) -> Laid {
        let (left, right) = (toward(facing, self.sides.0), toward(facing, self.sides.1));
        let cost = match self.how {
            How::Slant(per_mm) => Cost::Round(per_mm),
            How::Two(first, then) => {
                let (a, b) = (toward(facing, first.toward), toward(facing, then.toward));
                // What gives each of the two ways its price, and in between what their sum costs.
                let area = cross(a, b);
                Cost::Flat(
                    (first.per_mm * b.1 - then.per_mm * a.1) / area,
                    (then.per_mm * a.0 - first.per_mm * b.0) / area,
                )
            }
        };
        let mut laid = Laid::of((left, right), cost);
        if let How::Two(first, then) = self.how {
            laid.steps = Some((toward(facing, first.toward), toward(facing, then.toward)));
        }
        laid
    }

    /// The steps to a place within it, from a pose whose facing has this sine and cosine.
    pub(super) fn steps(&self, facing: (f64, f64), by: Place) -> [Option<Taken>; 2] {
        let taken = |kind, amount, slant| {
            (amount > LEAST).then_some(Taken {
                kind,
                amount,
                slant,
            })
        };
        match self.how {
            How::Slant(_) => {
                let ahead = by.0 * facing.0 + by.1 * facing.1;
                let right = by.0 * facing.1 - by.1 * facing.0;
                let length = (by.0 * by.0 + by.1 * by.1).sqrt();
                let slant = libm::atan2(right, ahead).to_degrees();
                let slant = slant.clamp(self.sides.0, self.sides.1);
                let one = if slant.abs() <= STRAIGHT {
                    taken(Kind::Advance, length, 0.0)
                } else {
                    taken(Kind::Slant, length, slant)
                };
                [one, None]
            }
            How::Two(first, then) => {
                let (a, b) = (toward(facing, first.toward), toward(facing, then.toward));
                let area = cross(a, b);
                let parts = (cross(by, b) / area, cross(a, by) / area);
                [
                    taken(first.kind, parts.0, first.slant),
                    taken(then.kind, parts.1, then.slant),
                ]
            }
        }
    }
}

/// A cone as it lies on the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Laid {
    pub(super) left: Place,
    pub(super) right: Place,
    pub(super) cost: Cost,
    /// How far it comes for a full move along both sides and between, mm.
    pub(super) rays: [Place; 5],
    /// Which ways its two steps go, where it has two.
    steps: Option<(Place, Place)>,
}

/// What going to a place within a cone costs.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cost {
    /// So much for each millimetre.
    Round(f64),
    /// So much for each millimetre east and north.
    Flat(f64, f64),
}

impl Laid {
    fn of((left, right): (Place, Place), cost: Cost) -> Self {
        let mut laid = Self {
            left,
            right,
            cost,
            rays: [(0.0, 0.0); 5],
            steps: None,
        };
        laid.rays = [0.0, 0.25, 0.5, 0.75, 1.0].map(|part| {
            let way = |l: f64, r: f64| l + (r - l) * part;
            let way = (way(left.0, right.0), way(left.1, right.1));
            let cost = laid.cost(way);
            (way.0 / cost, way.1 / cost)
        });
        laid
    }

    /// Whether places in it are come to in one step.
    pub(super) fn is_one_step(&self) -> bool {
        self.steps.is_none()
    }

    /// Whether a place lies within it, seen from where it begins.
    pub(super) fn has(&self, by: Place) -> bool {
        cross(self.right, by) >= 0.0 && cross(by, self.left) >= 0.0
    }

    /// How far the two steps to a place within it go.
    pub(super) fn legs(&self, by: Place) -> [Place; 2] {
        let Some((a, b)) = self.steps else {
            return [by, (0.0, 0.0)];
        };
        let part = cross(by, b) / cross(a, b);
        let first = (a.0 * part, a.1 * part);
        [first, (by.0 - first.0, by.1 - first.1)]
    }

    /// What going to a place within it costs.
    #[inline]
    pub(super) fn cost(&self, by: Place) -> f64 {
        match self.cost {
            Cost::Round(per_mm) => per_mm * (by.0 * by.0 + by.1 * by.1).sqrt(),
            Cost::Flat(east, north) => east * by.0 + north * by.1,
        }
    }

    /// The place within it nearest to one, or near that: no farther than `left` goes.
    pub(super) fn nearest(&self, by: Place, left: f64) -> Place {
        let mut by = by;
        if !self.has(by) {
            let along = |side: Place| by.0 * side.0 + by.1 * side.1;
            let (l, r) = (along(self.left), along(self.right));
            let (side, far) = if l > r {
                (self.left, l)
            } else {
                (self.right, r)
            };
            by = (side.0 * far.max(0.0), side.1 * far.max(0.0));
        }
        self.clipped(by, left)
    }

    /// A place within it, or as far toward it as `left` goes.
    pub(super) fn clipped(&self, by: Place, left: f64) -> Place {
        let cost = self.cost(by);
        if cost > left {
            let part = left.max(0.0) / cost;
            return (by.0 * part, by.1 * part);
        }
        by
    }
}

fn cross(a: Place, b: Place) -> f64 {
    a.0 * b.1 - a.1 * b.0
}

/// The way that lies so many degrees clockwise from a facing.
fn toward((sin, cos): (f64, f64), degrees: f64) -> Place {
    let (s, c) = grognard_core::sin_cos_degrees(degrees);
    (sin * c + cos * s, cos * c - sin * s)
}

#[cfg(test)]
mod tests {
    use super::{Cone, both_ways, cones};

    /// What going to a place costs that lies so far to the right and ahead, facing north.
    fn cost(cones: &[Cone], by: (f64, f64)) -> Option<f64> {
        let laid = cones.iter().map(|cone| cone.facing((0.0, 1.0)));
        let costs = laid.filter(|laid| laid.has(by)).map(|laid| laid.cost(by));
        costs.reduce(f64::min)
    }

    fn is(found: Option<f64>, wanted: f64) -> bool {
        found.is_some_and(|found| (found - wanted).abs() < 1e-12)
    }

    #[test]
    fn one_slant_where_it_goes_and_two_steps_beside() {
        let cones = cones(0.1, Some(0.1), None);
        assert!(is(cost(&cones, (30.0, 40.0)), 5.0));
        // 30 ahead in a slant of 45 degrees takes it 30 to the right; 10 more are to the side.
        assert!(is(
            cost(&cones, (40.0, 30.0)),
            0.1 * (30.0 * 2.0_f64.sqrt() + 10.0)
        ));
        assert_eq!(cost(&cones, (0.0, -1.0)), None);
    }

    #[test]
    fn where_the_side_is_cheap_less_of_a_slant_is_cheapest() {
        let cones = cones(0.1, Some(0.06), None);
        let by = (40.0, 40.0);
        let slants = (0..=450).map(|tenths| {
            let slant = (f64::from(tenths) / 10.0).to_radians();
            40.0 / slant.cos() * 0.1 + (40.0 - 40.0 * slant.tan()) * 0.06
        });
        let least = slants.fold(f64::INFINITY, f64::min);
        assert!(cost(&cones, by).is_some_and(|found| (found - least).abs() < 1e-4));
    }

    #[test]
    fn a_step_to_the_side_once_about_is_two_slants() {
        let aside = cost(&both_ways(0.1), (-20.0, 0.0));
        assert!(is(aside, 0.1 * 20.0 * 2.0_f64.sqrt()));
    }

    #[test]
    fn steps_lead_where_they_are_to() {
        for cone in cones(0.1, Some(0.06), Some(0.2)) {
            let laid = cone.facing((0.6, 0.8));
            let by = (
                laid.left.0 + 2.0 * laid.right.0,
                laid.left.1 + 2.0 * laid.right.1,
            );
            let steps = cone.steps((0.6, 0.8), by);
            let paid = |step: &super::Taken| match step.kind {
                super::Kind::Sidestep(_) => 0.06,
                super::Kind::Retire => 0.2,
                _ => 0.1,
            };
            let paid: f64 = steps
                .iter()
                .flatten()
                .map(|step| step.amount * paid(step))
                .sum();
            assert!((paid - laid.cost(by)).abs() < 1e-12, "{steps:?}");
        }
    }
}
