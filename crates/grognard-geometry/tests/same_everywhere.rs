//! A result does not change when the whole situation is turned, mirrored or shifted, when a step is
//! cut in two, or when it is walked backward.

mod board;

use board::{approach, area, block, empty, law, least_gap, line, near, piece, sight, survey, unit};
use grognard_core::{
    Board, Course, Edge, Entry, Hand, Length, PivotPoint, Point, Pose, ROption, Ratio, Shape, Step,
    Straddle, Survey,
};
use grognard_geometry::{Motion, footprint, gap, sector, touching};
use proptest::prelude::*;

/// A rigid change of everything: mirrored about the y axis, then turned about a point, then shifted.
#[derive(Clone, Copy, Debug)]
struct Change {
    mirror: bool,
    degrees: f64,
    by: (f64, f64),
}

impl Change {
    fn point(self, p: Point) -> Point {
        let p = if self.mirror {
            Point::new(-p.x, p.y)
        } else {
            p
        };
        p.turned_about(Point::new(3.0, -7.0), self.degrees)
            .shifted(self.by.0, self.by.1)
    }

    fn pose(self, pose: Pose) -> Pose {
        let facing = pose.facing.degrees();
        let facing = if self.mirror { -facing } else { facing };
        Pose {
            at: self.point(pose.at),
            facing: (facing + self.degrees).into(),
        }
    }

    fn board(self, board: &Board) -> Board {
        let mut out = board.clone();
        for unit in &mut out.units {
            unit.pose = self.pose(unit.pose);
            for base in &mut unit.bases {
                base.rect.pose = self.pose(base.rect.pose);
            }
            unit.footprint = footprint(&unit.bases).into();
        }
        for terrain in &mut out.terrain {
            let (Shape::Area(points) | Shape::Line { points, .. }) = &mut terrain.shape;
            for point in points {
                *point = self.point(*point);
            }
        }
        out.table.min = Point::new(-1e6, -1e6);
        out.table.max = Point::new(1e6, 1e6);
        out
    }

    fn course(self, course: &Course) -> Course {
        let flip = |hand| match (self.mirror, hand) {
            (false, hand) => hand,
            (true, Hand::Left) => Hand::Right,
            (true, Hand::Right) => Hand::Left,
        };
        let steps = course.steps.iter().map(|step| match *step {
            Step::Sidestep { hand, distance } => Step::Sidestep {
                hand: flip(hand),
                distance,
            },
            Step::Oblique {
                hand,
                angle,
                distance,
            } => Step::Oblique {
                hand: flip(hand),
                angle,
                distance,
            },
            Step::Wheel { hand, angle } => Step::Wheel {
                hand: flip(hand),
                angle,
            },
            Step::Pivot { about, angle } => {
                let about = match about {
                    PivotPoint::Front(hand) => PivotPoint::Front(flip(hand)),
                    PivotPoint::Rear(hand) => PivotPoint::Rear(flip(hand)),
                    PivotPoint::At(point) => PivotPoint::At(self.point(point)),
                    other => other,
                };
                Step::Pivot {
                    about,
                    angle: if self.mirror { -angle } else { angle },
                }
            }
            Step::To { point } => Step::To {
                point: self.point(point),
            },
            other => other,
        });
        Course {
            steps: steps.collect(),
        }
    }

    fn edge(self, edge: Edge) -> Edge {
        match (self.mirror, edge) {
            (true, Edge::Left) => Edge::Right,
            (true, Edge::Right) => Edge::Left,
            (_, edge) => edge,
        }
    }
}

fn change() -> impl Strategy<Value = Change> {
    (
        any::<bool>(),
        prop_oneof![Just(90.0), Just(180.0), -400.0..400.0],
        -300.0..300.0,
        -300.0..300.0,
    )
        .prop_map(|(mirror, degrees, x, y)| Change {
            mirror,
            degrees,
            by: (x, y),
        })
}

fn step() -> impl Strategy<Value = Step> {
    let hand = || prop_oneof![Just(Hand::Left), Just(Hand::Right)];
    let length = || (1.0..150.0_f64).prop_map(Length::mm);
    let about = prop_oneof![
        Just(PivotPoint::Centre),
        Just(PivotPoint::FrontCentre),
        hand().prop_map(PivotPoint::Front),
        hand().prop_map(PivotPoint::Rear),
        (-50.0..50.0, -50.0..50.0).prop_map(|(x, y)| PivotPoint::At(Point::new(x, y))),
    ];
    prop_oneof![
        length().prop_map(|distance| Step::Advance { distance }),
        length().prop_map(|distance| Step::Retire { distance }),
        (hand(), length()).prop_map(|(hand, distance)| Step::Sidestep { hand, distance }),
        (hand(), 1.0..44.0, length()).prop_map(|(hand, angle, distance)| Step::Oblique {
            hand,
            angle,
            distance
        }),
        (hand(), -200.0..200.0).prop_map(|(hand, angle)| Step::Wheel { hand, angle }),
        (about, -200.0..200.0).prop_map(|(about, angle)| Step::Pivot { about, angle }),
        Just(Step::AboutFace),
        (-200.0..200.0, -200.0..200.0).prop_map(|(x, y)| Step::To {
            point: Point::new(x, y)
        }),
    ]
}

fn course() -> impl Strategy<Value = Course> {
    prop::collection::vec(step(), 1..4).prop_map(|steps| Course {
        steps: steps.into(),
    })
}

fn situation() -> impl Strategy<Value = Board> {
    let place = || (-200.0..200.0, -200.0..200.0, 0.0..360.0);
    (
        prop::collection::vec(place(), 3),
        -100.0..100.0,
        -100.0..100.0,
    )
        .prop_map(|(p, x, y)| {
            let mut board = empty();
            let pose = |i: usize| Pose::new(p[i].0, p[i].1, p[i].2);
            let six = [
                (-20.0, -10.0),
                (0.0, -10.0),
                (20.0, -10.0),
                (-20.0, -30.0),
                (0.0, -30.0),
                (20.0, -30.0),
            ];
            let six: Vec<_> = six.iter().map(|&(r, f)| (r, f, 0.0)).collect();
            board.units.push(unit("a", pose(0), (20.0, 20.0), &six));
            let ring = [
                (0.0, -10.0, 0.0),
                (20.0, -30.0, 90.0),
                (0.0, -50.0, 180.0),
                (-20.0, -30.0, 270.0),
            ];
            board.units.push(unit("b", pose(1), (20.0, 20.0), &ring));
            board.units.push(block("c", pose(2), 90.0, 20.0));
            let wood = [
                (x, y),
                (x + 90.0, y + 10.0),
                (x + 40.0, y + 45.0),
                (x + 80.0, y + 90.0),
                (x, y + 70.0),
            ];
            board
                .terrain
                .push(board::blocking(piece("wood", area(&wood))));
            board.terrain.push(piece(
                "road",
                line(25.0, &[(-300.0, x), (y, 20.0), (300.0, -y)]),
            ));
            board.terrain.push(piece(
                "hedge",
                line(0.0, &[(y, -300.0), (x, 0.0), (-y, 300.0)]),
            ));
            board
        })
}

fn laws() -> impl Strategy<Value = grognard_core::MotionLaw> {
    let entry = prop_oneof![
        Just(Entry::LeadingEdge),
        Just(Entry::AnyPart),
        Just(Entry::FrontCentre)
    ];
    let straddle = prop_oneof![Just(Straddle::Slowest), Just(Straddle::Majority)];
    (entry, straddle).prop_map(|(entry, straddle)| {
        let rates = [
            ("", Ratio::int(100)),
            ("wood", Ratio::int(50)),
            ("road", Ratio::int(150)),
        ];
        let mut law = law(&rates);
        law.entry = entry;
        law.straddle = straddle;
        law
    })
}

const SAME: f64 = 1e-6;

fn same(a: f64, b: f64) -> bool {
    (a - b).abs() <= SAME
}

fn legs(survey: &Survey) -> String {
    let leg = |l: &grognard_core::Leg| format!("{} {} {:?}; ", l.step, l.terrain, l.farthest);
    survey.legs.iter().map(leg).collect()
}

/// Everything in two surveys that must agree, as words when it does not.
fn compare(a: &Survey, b: &Survey, change: Change) -> Result<(), String> {
    let say = |what: &str| Err(format!("{what}: {a:#?}\n{b:#?}"));
    if !same(a.total.to_f64(), b.total.to_f64()) {
        return say("total");
    }
    if a.legs.len() != b.legs.len() || a.crossings.len() != b.crossings.len() {
        return say("number of legs or crossings");
    }
    for (x, y) in a.legs.iter().zip(&b.legs) {
        if x.terrain != y.terrain || !same(x.farthest.to_f64(), y.farthest.to_f64()) {
            return say("leg");
        }
    }
    if a.contacts.len() != b.contacts.len() {
        return say("number of contacts");
    }
    for (x, y) in a.contacts.iter().zip(&b.contacts) {
        let left = match (x.left, y.left) {
            (ROption::RSome(p), ROption::RSome(q)) => change.edge(p) == q,
            (p, q) => p.is_none() && q.is_none(),
        };
        if x.unit != y.unit
            || x.touch.step != y.touch.step
            || !same(x.touch.amount, y.touch.amount)
            || (x.overlap, x.starts, x.ends_inside) != (y.overlap, y.starts, y.ends_inside)
            || change.edge(x.entered) != y.entered
            || !left
            || x.clear.is_some() != y.clear.is_some()
        {
            return say("contact");
        }
    }
    let end = change.pose(a.end);
    if end.at.distance(b.end.at) > SAME || end.facing.minus(b.end.facing).abs() > SAME {
        return say("end");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30000))]

    #[test]
    fn turned_mirrored_shifted(
        board in situation(), course in course(), law in laws(), change in change(),
    ) {
        let mut wide = board.clone();
        wide.table.min = Point::new(-1e6, -1e6);
        wide.table.max = Point::new(1e6, 1e6);
        let here = survey(&wide, 0, &course, &law, 0.1);
        let other = change.board(&board);
        let moved = change.course(&course);
        let there = survey(&other, 0, &moved, &law, 0.1);
        prop_assert!(here.slack == there.slack);
        if let Err(words) = compare(&here, &there, change) {
            prop_assert!(false, "{}", words);
        }
        prop_assert!(same(least_gap(&board, 0, &course, 1), least_gap(&other, 0, &moved, 1)));
        let (a, b) = (approach(&board, 0, &course, 2, 40.0), approach(&other, 0, &moved, 2, 40.0));
        prop_assert_eq!(a.is_some(), b.is_some());
        if let (Some(a), Some(b)) = (a, b) {
            prop_assert!(a.step == b.step && same(a.amount, b.amount));
        }
        prop_assert_eq!(sight(&board, 0, 2).clear, sight(&other, 0, 2).clear);
        prop_assert_eq!(near(&board, 0, 150.0).len(), near(&other, 0, 150.0).len());
        let (a, b) = (sector(&board, 0, 2), sector(&other, 0, 2));
        prop_assert_eq!((a.ahead, a.front_quarter), (b.ahead, b.front_quarter));
    }

    #[test]
    fn a_step_cut_in_two(board in situation(), step in step(), law in laws(), part in 0.05..0.95) {
        let mut board = board;
        // A road that both halves of a step lie along may give the majority away; widths do not.
        board.terrain.truncate(2);
        let both = |a: Step, b: Step| Course::new().then(a).then(b);
        let cut = |l: Length| {
            let mm = l.millimetres();
            (Length::mm(mm * part), Length::mm(mm - mm * part))
        };
        let halves = match step {
            Step::Advance { distance } => {
                let (a, b) = cut(distance);
                both(Step::Advance { distance: a }, Step::Advance { distance: b })
            }
            Step::Retire { distance } => {
                let (a, b) = cut(distance);
                both(Step::Retire { distance: a }, Step::Retire { distance: b })
            }
            Step::Sidestep { hand, distance } => {
                let (a, b) = cut(distance);
                both(Step::Sidestep { hand, distance: a }, Step::Sidestep { hand, distance: b })
            }
            Step::Wheel { hand, angle } => both(
                Step::Wheel { hand, angle: angle * part },
                Step::Wheel { hand, angle: angle - angle * part },
            ),
            Step::Pivot { about, angle } => both(
                Step::Pivot { about, angle: angle * part },
                Step::Pivot { about, angle: angle - angle * part },
            ),
            _ => return Ok(()),
        };
        let whole = survey(&board, 0, &Course::new().then(step), &law, 0.1);
        let two = survey(&board, 0, &halves, &law, 0.1);
        prop_assert!(same(whole.total.to_f64(), two.total.to_f64()), "{} {} {} {}", whole.total, two.total, legs(&whole), legs(&two));
        prop_assert!(whole.end.at.distance(two.end.at) < SAME);
        prop_assert_eq!(whole.contacts.len(), two.contacts.len());
        prop_assert_eq!(whole.crossings.len(), two.crossings.len());
        let extent = |step: Step| match step {
            Step::Wheel { angle, .. } | Step::Pivot { angle, .. } => angle.abs(),
            Step::Advance { distance } | Step::Retire { distance } | Step::Sidestep { distance, .. } => {
                distance.millimetres()
            }
            _ => 0.0,
        };
        let before = |step: u32| if step == 0 { 0.0 } else { extent(halves.steps[0]) };
        for (a, b) in whole.contacts.iter().zip(&two.contacts) {
            prop_assert_eq!(a.unit, b.unit);
            prop_assert!(same(a.touch.amount, before(b.touch.step) + b.touch.amount));
            prop_assert_eq!((a.overlap, a.ends_inside, a.starts), (b.overlap, b.ends_inside, b.starts));
            prop_assert_eq!(a.left, b.left, "\nDBG {:?} {:?}\nDBG {:?}\nDBG {:?}\nDBG {:?}\n", step, part, board.units.iter().map(|u| (u.pose.at.x,u.pose.at.y,u.pose.facing)).collect::<Vec<_>>(), a, b);
            if let (ROption::RSome(x), ROption::RSome(y)) = (a.clear, b.clear) {
                prop_assert!(same(x.amount, before(y.step) + y.amount));
            }
        }
    }

    #[test]
    fn walked_backward(board in situation(), degrees in -300.0..300.0, length in 1.0..200.0) {
        let rects = board.units[0].footprint.to_vec();
        let target = board.units[1].footprint.to_vec();
        let turn = |degrees| Motion::Turn { about: Point::new(10.0, 20.0), degrees };
        let go = |x: f64| Motion::Straight { along: (0.6 * x, 0.8 * x), length };
        for (there, back) in [(turn(degrees), turn(-degrees)), (go(1.0), go(-1.0))] {
            let moved: Vec<_> = rects.iter().map(|r| there.rect(r)).collect();
            let (a, b) = (touching(&rects, &there, &target), touching(&moved, &back, &target));
            prop_assert_eq!(a.as_slice().len(), b.as_slice().len());
            for (x, y) in a.as_slice().iter().zip(b.as_slice().iter().rev()) {
                prop_assert!(same(x.0, there.extent() - y.1) && same(x.1, there.extent() - y.0));
            }
        }
        prop_assert!(same(gap(&rects, &target), gap(&target, &rects)));
    }
}
