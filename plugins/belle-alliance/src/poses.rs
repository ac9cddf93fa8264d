//! Where a unit stands between the steps of a course, and what it turns about.

use grognard_sdk::prelude::*;

use crate::turning::Turn;

/// The poses before each step and after the last that follow from the first and the last.
pub(crate) fn known(start: Pose, course: &Course, end: Pose) -> Vec<Option<Pose>> {
    let steps = &course.steps;
    let mut poses = vec![None; steps.len() + 1];
    poses[0] = Some(start);
    poses[steps.len()] = Some(end);
    for (n, step) in steps.iter().enumerate() {
        let Some(pose) = poses[n] else { break };
        let next = match step {
            Step::To { point } => Some(Pose {
                at: *point,
                facing: pose.facing,
            }),
            _ => shift(step).map(|(right, forward)| pose.offset(right, forward, 0.0)),
        };
        if n + 1 < steps.len() {
            poses[n + 1] = next;
        }
    }
    for (n, step) in steps.iter().enumerate().skip(1).rev() {
        if poses[n].is_some() {
            continue;
        }
        let (Some(after), Some((right, forward))) = (poses[n + 1], shift(step)) else {
            break;
        };
        poses[n] = Some(after.offset(-right, -forward, 0.0));
    }
    poses
}

/// How far to the right and ahead a straight step goes; none for the others.
fn shift(step: &Step) -> Option<(f64, f64)> {
    let side = |hand: &Hand| if *hand == Hand::Left { -1.0 } else { 1.0 };
    Some(match step {
        Step::Advance { distance } => (0.0, distance.millimetres()),
        Step::Retire { distance } => (0.0, -distance.millimetres()),
        Step::Sidestep { hand, distance } => (side(hand) * distance.millimetres(), 0.0),
        Step::Oblique {
            hand,
            angle,
            distance,
        } => {
            let (sin, cos) = Bearing::new(*angle).sin_cos();
            let far = distance.millimetres();
            (side(hand) * far * sin, far * cos)
        }
        _ => return None,
    })
}

/// The ground that a unit covers, in its frame: its front edge is the frame's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ground {
    /// The middle of the front edge, to the right.
    pub(crate) middle: f64,
    pub(crate) width: f64,
    pub(crate) depth: f64,
}

impl Ground {
    /// The turn that a step makes of a unit at `pose`; none for the others.
    pub(crate) fn turn(self, pose: Pose, step: &Step) -> Option<Turn> {
        let corner = |hand: Hand, forward: f64| {
            let half = self.width / 2.0;
            let side = if hand == Hand::Left { -half } else { half };
            pose.point(self.middle + side, forward)
        };
        let (about, degrees) = match *step {
            Step::Wheel { hand, angle } => {
                let degrees = if hand == Hand::Left { -angle } else { angle };
                (corner(hand, 0.0), degrees)
            }
            Step::Pivot { about, angle } => {
                let about = match about {
                    PivotPoint::Centre => pose.point(self.middle, -self.depth / 2.0),
                    PivotPoint::FrontCentre => pose.point(self.middle, 0.0),
                    PivotPoint::Front(hand) => corner(hand, 0.0),
                    PivotPoint::Rear(hand) => corner(hand, -self.depth),
                    PivotPoint::At(point) => point,
                };
                (about, angle)
            }
            _ => return None,
        };
        Some(Turn { about, degrees })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn poses_follow_from_both_ends_of_a_course() {
        let course: Course = "advance 10 mm, wheel left 30, sidestep right 4 mm, advance 5 mm"
            .parse()
            .unwrap();
        let end = Pose::new(50.0, 60.0, 0.0);
        let poses = known(Pose::default(), &course, end);
        assert_eq!(poses[1], Some(Pose::new(0.0, 10.0, 0.0)));
        assert_eq!(poses[3], Some(Pose::new(50.0, 55.0, 0.0)));
        assert_eq!(poses[2], Some(Pose::new(46.0, 55.0, 0.0)));
        let course: Course = "wheel left 30, advance 5 mm, wheel right 30"
            .parse()
            .unwrap();
        assert_eq!(known(Pose::default(), &course, end)[1..3], [None, None]);
    }

    #[test]
    fn turns_are_about_corners_middles_and_points() {
        let ground = Ground {
            middle: 0.0,
            width: 40.0,
            depth: 20.0,
        };
        let about = |text: &str| {
            let course: Course = text.parse().unwrap();
            let turn = ground.turn(Pose::new(100.0, 50.0, 90.0), &course.steps[0]);
            turn.map(|turn| (turn.about, turn.degrees))
        };
        assert_eq!(
            about("wheel left 30"),
            Some((Point::new(100.0, 70.0), -30.0))
        );
        assert_eq!(
            about("wheel right 30"),
            Some((Point::new(100.0, 30.0), 30.0))
        );
        assert_eq!(
            about("pivot centre 30"),
            Some((Point::new(90.0, 50.0), 30.0))
        );
        assert_eq!(about("advance 3 mm"), None);
    }
}
