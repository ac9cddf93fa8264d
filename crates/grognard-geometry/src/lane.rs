//! The strip of the table that a course keeps to, to put aside early what cannot meet.

use grognard_core::Point;

use crate::Motion;
use crate::hull::{Hull, Sides, dot, greater};
use crate::reach_box::ReachBox;
use crate::sweep::Around;
use crate::walk::Walked;

/// A box about everything that is swept on the way, square to the way the unit faces as it starts: mostly it goes
/// ahead, and an upright box about that is far too wide.
pub(crate) struct Lane {
    /// Sine and cosine of the facing.
    facing: (f64, f64),
    /// The box, in millimetres right and ahead.
    held: ReachBox,
}

impl Lane {
    /// That of a course; none where a step turns far, or about a point far off the table.
    pub(crate) fn of(walked: &[Walked<'_>]) -> Option<Self> {
        let start = walked.first()?;
        let facing = start.stage.facing;
        // The box about the unit where a step begins, and about all so far.
        let mut at = seen_about(facing, &start.corners);
        let mut held = at;
        for walk in walked {
            let stage = &walk.stage;
            match stage.motion {
                Motion::Stay => {}
                Motion::Straight { along, length } => {
                    at = at.shifted(seen(facing, Point::new(along.0 * length, along.1 * length)));
                    held = held.joined(at);
                }
                Motion::Turn { about, degrees } => {
                    if degrees.abs() >= 90.0 || !ReachBox::about(&[about]).is_small() {
                        return None;
                    }
                    let (sin, cos) = stage.turn;
                    let (mut far, mut ended) = (0.0, ReachBox::EMPTY);
                    for corner in &walk.corners {
                        let (dx, dy) = (corner.x - about.x, corner.y - about.y);
                        far = greater(far, dx.abs() + dy.abs());
                        let end = about.shifted(dx * cos + dy * sin, dy * cos - dx * sin);
                        ended = ended.with(seen(facing, end));
                    }
                    // No arc bulges out farther than that between its ends.
                    let bulge = far * (1.0 - cos);
                    held = held.joined(at.joined(ended).grown(bulge));
                    at = ended;
                }
            }
        }
        held.is_small().then_some(Self { facing, held })
    }

    /// The sides of an outline that everything on the way plainly stays within; none when it plainly stays away from
    /// all of the outline, beyond touching.
    pub(crate) fn passed(&self, target: Hull<'_>) -> Option<Sides> {
        let about = seen_about(self.facing, target.points);
        if !self.held.grown(CLEAR).meets(&about) && about.is_small() {
            return None;
        }
        let around = Around::known(&self.held);
        let mut within = Sides::NONE;
        for (side, (&n, &point)) in target.normals.iter().zip(target.points).enumerate() {
            let normal = seen(self.facing, Point::new(n.0, n.1));
            match around.stays_within((normal.x, normal.y), dot(n, point)) {
                Some(true) => within.add(side),
                Some(false) => return None,
                None => {}
            }
        }
        Some(within)
    }
}

/// More than the noise of numbers of a table, mm.
const CLEAR: f64 = 1e-6;

/// A point, or a vector, as somebody sees it who faces that way: to the right, and ahead.
fn seen((sin, cos): (f64, f64), point: Point) -> Point {
    let Point { x, y } = point;
    Point::new(x * cos - y * sin, x * sin + y * cos)
}

fn seen_about(facing: (f64, f64), points: &[Point]) -> ReachBox {
    points
        .iter()
        .fold(ReachBox::EMPTY, |all, &point| all.with(seen(facing, point)))
}

#[cfg(test)]
mod tests {
    use grognard_core::{Course, Hand, Length, PivotPoint, Pose, Rect, Step};
    use proptest::prelude::*;

    use super::*;
    use crate::hull::Quad;
    use crate::stage::Start;
    use crate::sweep::{Rule, sweep_quads};

    fn rect() -> impl Strategy<Value = Rect> {
        let place = (-150.0..150.0, -150.0..150.0, 0.0..360.0);
        (place, 1.0..80.0, 1.0..80.0)
            .prop_map(|((x, y, facing), w, d)| Rect::new(Pose::new(x, y, facing), w, d))
    }

    fn step() -> impl Strategy<Value = Step> {
        let hand = prop_oneof![Just(Hand::Left), Just(Hand::Right)];
        let length = (0.0..90.0).prop_map(Length::mm);
        let point = (-200.0..200.0, -200.0..200.0).prop_map(|(x, y)| Point::new(x, y));
        prop_oneof![
            length
                .clone()
                .prop_map(|distance| Step::Advance { distance }),
            (hand.clone(), 0.0..180.0, length).prop_map(|(hand, angle, distance)| {
                Step::Oblique {
                    hand,
                    angle,
                    distance,
                }
            }),
            (hand, -95.0..95.0).prop_map(|(hand, angle)| Step::Wheel { hand, angle }),
            (point.clone(), -95.0..95.0).prop_map(|(point, angle)| Step::Pivot {
                about: PivotPoint::At(point),
                angle,
            }),
            Just(Step::AboutFace),
            point.prop_map(|point| Step::To { point }),
        ]
    }

    proptest! {
        #[test]
        fn what_a_lane_misses_is_never_touched(
            own in rect(),
            steps in prop::collection::vec(step(), 1..4),
            target in rect(),
        ) {
            let quad = Quad::of(&own);
            let start = Start::of(own.pose, &[quad]);
            let course = Course { steps: steps.into() };
            let mut stages = Vec::new();
            start.each_stage(&course, |stage| {
                stages.push(*stage);
                true
            });
            let walked: Vec<Walked<'_>> = stages.iter().map(|stage| Walked::with(stage, &[])).collect();
            let target = Quad::of(&target);
            let missed = Lane::of(&walked).is_some_and(|lane| lane.passed(target.hull()).is_none());
            if missed {
                let mut own = own;
                for stage in &stages {
                    let quad = [Quad::of(&own)];
                    let [met] = sweep_quads(&quad, &[target], &stage.motion, [Rule::Touch], Around::UNKNOWN);
                    prop_assert!(met.is_empty(), "{met:?}");
                    own.pose = stage.carried(own.pose, &mut None);
                }
            }
        }
    }
}
