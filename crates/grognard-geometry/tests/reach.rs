//! Reach: every pose it gives is the end of a course that is allowed, and it misses little.

mod board;

use std::collections::HashSet;

use board::{any_corners, any_summing, area, block, empty, law, line, piece, survey, unit};
use grognard_core::{
    Board, Course, Entry, Hand, Heading, Id, Length, MotionLaw, PivotPoint, Plain, Point, Pose,
    ROption, Ratio, Step, StepKinds, Summing, Toll, TollOn,
};
use grognard_geometry::{Field, Grain, Judged, Question, Reach, ReachError, reach};
use proptest::prelude::*;

/// A ruleset in small: a course is allowed when the law can pay it, it stays on the table, passes over
/// friends without ending on them and keeps `clear` from enemies.
fn judged(board: &Board, course: &Course, law: &MotionLaw, clear: f64) -> Judged {
    let found = survey(board, 0, course, law, 0.1);
    let own = &board.units[0].side;
    let free = found.contacts.iter().all(|contact| {
        let other = &board.units[contact.unit as usize].side;
        !contact.ends_inside && (other == own || !contact.overlap)
    });
    let near = board.units.iter().enumerate().any(|(index, unit)| {
        unit.side != *own && board::least_gap(board, 0, course, index) <= clear
    });
    let forbidden = found.legs.iter().any(|leg| leg.per_move <= Ratio::ZERO);
    Judged {
        allowed: !found.total.exceeds(law.budget.into(), found.slack)
            && free
            && !near
            && !forbidden
            && found.missing.is_empty()
            && found.off_table.is_none(),
        spent: found.total.to_f64(),
        end: None,
    }
}

fn ask(
    board: &Board,
    law: &MotionLaw,
    kinds: StepKinds,
    grain: Grain,
    clear: f64,
) -> Result<Reach, ReachError> {
    let field = Field::of(board);
    let question = Question {
        board,
        field: &field,
        subject: 0,
        law,
        kinds,
        grain: Some(grain),
        tolerance: 0.1,
        rulings: usize::MAX,
    };
    reach(&question, |course| judged(board, course, law, clear))
}

fn plain(law: &mut MotionLaw, clear: f64) {
    law.plain = ROption::RSome(Plain {
        steps: StepKinds::ALL,
        about_faces: 1,
        clear,
        on_terrain: true,
        on_lines: true,
        except: Default::default(),
    });
}

fn line_of_six(pose: Pose) -> grognard_core::Unit {
    let places: Vec<_> = (0..6)
        .map(|i| (f64::from(i) * 20.0 - 50.0, -10.0, 0.0))
        .collect();
    unit("a", pose, (20.0, 20.0), &places)
}

fn crowded(x: f64, y: f64, facing: f64) -> Board {
    let mut board = empty();
    board.units.push(line_of_six(Pose::new(0.0, 0.0, facing)));
    board
        .units
        .push(block("friend", Pose::new(x, 60.0, 30.0), 60.0, 20.0));
    let mut enemy = block("enemy", Pose::new(-90.0, y, 200.0), 60.0, 20.0);
    enemy.side = Id::of("red");
    board.units.push(enemy);
    let wood = [(40.0, 20.0), (140.0, 30.0), (120.0, 120.0), (60.0, 90.0)];
    board.terrain.push(piece("wood", area(&wood)));
    board.terrain.push(piece(
        "road",
        line(25.0, &[(-300.0, y), (x, 20.0), (300.0, -y)]),
    ));
    board
        .terrain
        .push(piece("hedge", line(0.0, &[(-100.0, 40.0), (x, 45.0)])));
    board.table.min = Point::new(-130.0, -130.0);
    board.table.max = Point::new(170.0, 150.0);
    board
}

fn laws() -> impl Strategy<Value = MotionLaw> {
    (any_corners(), any_summing(), any::<bool>(), 30_i64..80).prop_map(
        |(corners, summing, whole, far)| {
            let rates = [
                ("", Ratio::int(far)),
                ("wood", Ratio::int(far / 2)),
                ("road", Ratio::int(2 * far)),
            ];
            let mut law = law(&rates);
            law.corners = corners;
            law.summing = summing;
            law.tolls.push(Toll {
                on: TollOn::AboutFace,
                share: Ratio::new(1, 4),
                cell: Id::of("face"),
                clause: Id::of("1"),
            });
            law.tolls.push(Toll {
                on: TollOn::Crossing(Id::of("hedge")),
                share: Ratio::new(1, 5),
                cell: Id::of("hedge"),
                clause: Id::of("2"),
            });
            if whole {
                plain(&mut law, 0.0);
            }
            law
        },
    )
}

fn every_pose_is_allowed(board: &Board, law: &MotionLaw, found: &Reach, clear: f64) {
    for reached in found.poses().iter().skip(1) {
        let course = found.course(reached);
        let asked = judged(board, &course, law, clear);
        let seen = survey(board, 0, &course, law, 0.1);
        assert!(asked.allowed, "{course} {reached:?}");
        assert!(
            (asked.spent - reached.spent).abs() < 1e-7,
            "{course} {} {}",
            asked.spent,
            reached.spent
        );
        assert!(seen.end.at.distance(reached.pose.at) < 1e-7);
        assert!(seen.end.facing.minus(reached.pose.facing).abs() < 1e-9);
    }
}

proptest! {
    #![proptest_config(board::cases(12))]

    #[test]
    fn every_pose_comes_with_a_course_that_is_allowed(
        x in -60.0..60.0, y in -60.0..140.0, facing in 0.0..360.0, law in laws(), clear in prop_oneof![Just(0.0), 0.0..40.0],
    ) {
        let board = crowded(x, y, facing);
        let mut law = law;
        if let ROption::RSome(plain) = &mut law.plain {
            plain.clear = clear;
        }
        let grain = Grain { cell: 15.0, degrees: 20.0 };
        let found = ask(&board, &law, StepKinds::ALL, grain, clear);
        prop_assert!(found.is_ok());
        let Ok(found) = found else { return Ok(()) };
        every_pose_is_allowed(&board, &law, &found, clear);
    }
}

proptest! {
    #![proptest_config(board::cases(24))]

    /// The ground under a leading edge counts where no base stands on it.
    #[test]
    fn a_leading_edge_runs_across_the_gaps_between_bases(
        gap in 5.0..40.0, x in -40.0..40.0, tip in 2.0..30.0, half in 0.2..4.0, slow in any::<bool>(),
        entry in prop_oneof![Just(Entry::LeadingEdge), Just(Entry::FrontCentre), Just(Entry::AnyPart)],
    ) {
        let places = [-1.0, 0.0, 1.0].map(|n| (n * (20.0 + gap), -10.0, 0.0));
        let mut board = empty();
        board.units.push(unit("a", Pose::new(0.0, 0.0, 0.0), (20.0, 20.0), &places));
        let spike = [(x, tip), (x + half, 150.0), (x - half, 150.0)];
        board.terrain.push(piece("marsh", area(&spike)));
        let mut rates = vec![("", Ratio::int(60))];
        if slow {
            rates.push(("marsh", Ratio::int(20)));
        }
        let mut law = law(&rates);
        law.entry = entry;
        plain(&mut law, 0.0);
        let grain = Grain { cell: 15.0, degrees: 15.0 };
        let found = ask(&board, &law, StepKinds::ALL, grain, 0.0);
        prop_assert!(found.is_ok());
        let Ok(found) = found else { return Ok(()) };
        every_pose_is_allowed(&board, &law, &found, 0.0);
    }
}

/// The same with a small unit by itself in the middle, so that most of what it comes to is on open ground.
fn sparse(x: f64, y: f64, facing: f64) -> Board {
    let mut board = crowded(x, y, facing);
    board.units[0] = block("a", Pose::new(0.0, 0.0, facing), 40.0, 20.0);
    let (sin, cos) = facing.to_radians().sin_cos();
    board.units[1] = block("friend", Pose::new(90.0 * sin, 90.0 * cos, y), 60.0, 20.0);
    let mut enemy = block("enemy", Pose::new(-150.0, y, 200.0), 60.0, 20.0);
    enemy.side = Id::of("red");
    board.units[2] = enemy;
    board.terrain.clear();
    let wood = [
        (70.0, 20.0),
        (140.0, 30.0),
        (120.0, 120.0),
        (80.0, x + 60.0),
    ];
    board.terrain.push(piece("wood", area(&wood)));
    board
}

proptest! {
    #![proptest_config(board::cases(24))]

    #[test]
    fn on_open_ground_too_every_course_is_allowed_and_costs_what_is_told(
        x in -20.0..60.0, y in -60.0..140.0, facing in 0.0..360.0, law in laws(),
        rates in (0.5..2.0, 0.5..3.0), left_out in 0_usize..4,
    ) {
        let board = sparse(x, y, facing);
        let mut law = law;
        law.summing = Summing::PerCorner;
        plain(&mut law, 0.0);
        for rate in &mut law.rates {
            let part = match rate.heading {
                Heading::Front => 1.0,
                Heading::Flank => rates.0,
                Heading::Rear => rates.1,
            };
            let thousandths = (1000.0 / part) as i64;
            rate.per_move = rate.per_move * Ratio::new(thousandths, 1000);
        }
        let kinds = [StepKinds::NONE, StepKinds::SIDESTEP, StepKinds::RETIRE, StepKinds::ABOUT_FACE];
        if let ROption::RSome(plain) = &mut law.plain {
            plain.steps = plain.steps.without(kinds[left_out]);
        }
        let grain = Grain { cell: 7.0, degrees: 20.0 };
        let found = ask(&board, &law, StepKinds::ALL, grain, 0.0);
        prop_assert!(found.is_ok());
        let Ok(found) = found else { return Ok(()) };
        prop_assert!(found.poses().len() > 10, "{}", found.poses().len());
        every_pose_is_allowed(&board, &law, &found, 0.0);
    }
}

/// All courses of up to `DEPTH` steps whose amounts are multiples of some grains, that a law can pay.
const DEPTH: usize = 3;

fn exhaustive(board: &Board, law: &MotionLaw, visit: &mut impl FnMut(&Course, Pose)) {
    let mut steps = Vec::new();
    for n in 1..=4 {
        let distance = Length::mm(f64::from(n) * 20.0);
        steps.push(Step::Advance { distance });
        for hand in [Hand::Left, Hand::Right] {
            for angle in [20.0, 45.0] {
                steps.push(Step::Oblique {
                    hand,
                    angle,
                    distance,
                });
            }
        }
    }
    for n in 1..=4 {
        let angle = f64::from(n) * 15.0;
        for hand in [Hand::Left, Hand::Right] {
            steps.push(Step::Wheel { hand, angle });
        }
        for angle in [angle, -angle] {
            steps.push(Step::Pivot {
                about: PivotPoint::Centre,
                angle,
            });
        }
    }
    deeper(board, law, &steps, &mut Course::new(), visit);
}

fn deeper(
    board: &Board,
    law: &MotionLaw,
    steps: &[Step],
    course: &mut Course,
    visit: &mut impl FnMut(&Course, Pose),
) {
    if course.steps.len() == DEPTH {
        return;
    }
    for &step in steps {
        if course
            .steps
            .last()
            .is_some_and(|last| StepKinds::of(last) == StepKinds::of(&step))
        {
            continue;
        }
        course.steps.push(step);
        let found = survey(board, 0, course, law, 0.1);
        if !found.total.exceeds(law.budget.into(), 0.0) {
            if judged(board, course, law, 0.0).allowed {
                visit(course, found.end);
            }
            deeper(board, law, steps, course, visit);
        }
        course.steps.pop();
    }
}

/// The share of the cells and facings an exhaustive search comes to that a reach has, or has a neighbour
/// of: one cell and one turn off.
fn completeness(board: &Board, law: &MotionLaw) -> Result<(usize, f64), ReachError> {
    let grain = Grain {
        cell: 10.0,
        degrees: 5.0,
    };
    let kinds = StepKinds::ALL
        .without(StepKinds::RETIRE)
        .without(StepKinds::SIDESTEP)
        .without(StepKinds::ABOUT_FACE);
    let found = ask(board, law, kinds, grain, 0.0)?;
    let start = board.units[0].pose;
    let key = |pose: Pose| {
        let turned = pose.facing.minus(start.facing) / grain.degrees;
        let at = |d: f64| (d / grain.cell).round() as i32;
        (
            at(pose.at.x - start.at.x),
            at(pose.at.y - start.at.y),
            (turned.round() as i32).rem_euclid(72),
        )
    };
    let have: HashSet<_> = found.poses().iter().map(|r| key(r.pose)).collect();
    let mut wanted = HashSet::new();
    exhaustive(board, law, &mut |_, end| {
        wanted.insert(key(end));
    });
    let near = |&(x, y, f): &(i32, i32, i32)| {
        (-1..=1).any(|dx| {
            (-1..=1).any(|dy| {
                (-1..=1).any(|df| have.contains(&(x + dx, y + dy, (f + df).rem_euclid(72))))
            })
        })
    };
    let got = wanted.iter().filter(|k| near(k)).count();
    Ok((wanted.len(), got as f64 / wanted.len() as f64))
}

#[test]
fn little_is_missed() -> Result<(), ReachError> {
    for per_corner in [true, false] {
        for crowd in [false, true] {
            let mut board = if crowd {
                crowded(10.0, 100.0, 0.0)
            } else {
                empty()
            };
            board.units.retain(|unit| unit.id != "a");
            let small = block("a", Pose::new(0.0, 0.0, 0.0), 40.0, 20.0);
            board.units.insert(0, small);
            let mut law = law(&[
                ("", Ratio::int(70)),
                ("wood", Ratio::int(35)),
                ("road", Ratio::int(70)),
            ]);
            if !per_corner {
                law.summing = Summing::PerStep;
            }
            plain(&mut law, 0.0);
            let (wanted, share) = completeness(&board, &law)?;
            println!(
                "per corner {per_corner}, crowd {crowd}: {wanted} cells and facings, {:.2} % had",
                share * 100.0
            );
            assert!(wanted > 100);
            assert!(share > 0.98, "{share}");
        }
    }
    Ok(())
}
