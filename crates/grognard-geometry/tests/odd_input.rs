//! Nothing that can be written down makes the geometry panic or run for ever.

mod board;

use board::{
    approach, area, block, blocking, empty, law, least_gap, line, looking, near, piece, room,
    sight, survey, terrain_under, with_length,
};
use grognard_core::{
    Course, Entry, Hand, Length, Look, MotionLaw, PivotPoint, Plain, Point, Pose, RNone, RSome,
    Ratio, Step, StepKinds, Straddle,
};
use grognard_geometry::{Field, Tariff, sector};
use proptest::prelude::*;

fn odd() -> impl Strategy<Value = f64> {
    prop_oneof![
        Just(0.0),
        Just(-1.0),
        Just(1e-300),
        Just(1e300),
        Just(f64::NAN),
        Just(f64::INFINITY),
        Just(f64::NEG_INFINITY),
        Just(720.0),
        -100.0..100.0,
        -1e6..1e6,
    ]
}

fn step() -> impl Strategy<Value = Step> {
    let about = prop_oneof![
        Just(PivotPoint::Centre),
        (odd(), odd()).prop_map(|(x, y)| PivotPoint::At(Point::new(x, y))),
    ];
    prop_oneof![
        odd().prop_map(|mm| Step::Advance {
            distance: Length::mm(mm)
        }),
        (odd(), odd()).prop_map(|(angle, mm)| Step::Oblique {
            hand: Hand::Left,
            angle,
            distance: Length::mm(mm)
        }),
        odd().prop_map(|angle| Step::Wheel {
            hand: Hand::Right,
            angle
        }),
        (about, odd()).prop_map(|(about, angle)| Step::Pivot { about, angle }),
        (odd(), odd()).prop_map(|(x, y)| Step::To {
            point: Point::new(x, y)
        }),
        Just(Step::AboutFace),
    ]
}

proptest! {
    #![proptest_config(board::cases(200))]

    #[test]
    fn never_panics(
        steps in prop::collection::vec(step(), 0..4),
        numbers in prop::collection::vec(odd(), 12),
        tolerance in odd(),
        which in 0..6_usize,
    ) {
        let n = |i: usize| numbers[i];
        let mut board = empty();
        board.units.push(block("a", Pose::new(0.0, 0.0, 0.0), 40.0, 20.0));
        board.units.push(block("b", Pose::new(n(0), n(1), n(2)), n(3), n(4)));
        let points = [(n(5), n(6)), (n(7), n(8)), (50.0, 50.0), (n(9), n(10)), (50.0, 50.0)];
        board.terrain.push(blocking(piece("wood", area(&points))));
        board.terrain.push(blocking(piece("road", line(n(11), &points))));
        board.terrain[0] = with_length(board.terrain[0].clone(), "height", n(2));
        board.terrain[1] = with_length(board.terrain[1].clone(), "level", n(0));
        board.terrain.push(piece("none", area(&[])));
        board.terrain.push(piece("none", line(5.0, &[])));
        let mut law: MotionLaw = law(&[("", Ratio::int(100)), ("wood", Ratio::ZERO), ("road", Ratio::int(150))]);
        law.entry = [Entry::LeadingEdge, Entry::AnyPart, Entry::FrontCentre][which % 3];
        law.straddle = [Straddle::Slowest, Straddle::Majority][which / 3];
        let course = Course { steps: steps.into() };
        for subject in 0..3 {
            let found = survey(&board, subject, &course, &law, tolerance);
            let again = survey(&board, subject, &course, &law, tolerance);
            prop_assert_eq!(format!("{:?}", found), format!("{:?}", again));
            least_gap(&board, subject, &course, 1);
            approach(&board, subject, &course, 1, tolerance);
            near(&board, subject, tolerance);
            sight(&board, subject, 1);
            sector(&board, subject, 1);
        }
        law.plain = RSome(Plain {
            steps: StepKinds::ALL,
            clear: n(11),
            on_terrain: true,
            ..Plain::default()
        });
        if let Some(tariff) = Tariff::of(&board, &Field::of(&board), 0, &law, tolerance) {
            tariff.price(&course);
        }
        let look = Look {
            eye: n(1),
            target: n(3),
            units: if which % 2 == 0 { RSome(n(4)) } else { RNone },
        };
        looking(&board, 0, 1, &look);
        let rects = board.units[1].footprint.to_vec();
        room(&board, &rects, &[1], &["wood".into(), "road".into()], tolerance);
        terrain_under(&board, &rects);
    }
}
