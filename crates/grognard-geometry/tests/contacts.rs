//! Whatever is met is met, however fast, small or slanting; a touch is no overlap; one tolerance says
//! what is.

mod board;

use board::{block, close, empty, law, survey};
use grognard_core::{
    Board, Contact, Course, Hand, Heading, Length, PivotPoint, Point, Pose, Ratio, Rect, Step, Unit,
};
use grognard_geometry::{motions, overlap_depth};
use proptest::prelude::*;

fn sizes() -> impl Strategy<Value = (f64, f64)> {
    let side = || prop_oneof![0.01..1.0_f64, 1.0..200.0];
    (side(), side())
}

/// One step, some of them longer than any table.
fn step() -> impl Strategy<Value = Step> {
    let length = || prop_oneof![0.001..10.0_f64, 10.0..1e3, 1e3..1e6].prop_map(Length::mm);
    let hand = || prop_oneof![Just(Hand::Left), Just(Hand::Right)];
    let angle = || prop_oneof![0.001..5.0_f64, 5.0..400.0, 400.0..2000.0];
    let far = (-2000.0..2000.0, -2000.0..2000.0);
    prop_oneof![
        length().prop_map(|distance| Step::Advance { distance }),
        length().prop_map(|distance| Step::Retire { distance }),
        (hand(), 0.0..180.0, length()).prop_map(|(hand, angle, distance)| Step::Oblique {
            hand,
            angle,
            distance
        }),
        (hand(), angle()).prop_map(|(hand, angle)| Step::Wheel { hand, angle }),
        (far, angle()).prop_map(|((x, y), angle)| Step::Pivot {
            about: PivotPoint::At(Point::new(x, y)),
            angle
        }),
    ]
}

fn standing(name: &str, centre: Point, facing: f64, (width, depth): (f64, f64)) -> Unit {
    let middle = Pose {
        at: centre,
        facing: facing.into(),
    };
    block(name, middle.offset(0.0, depth / 2.0, 0.0), width, depth)
}

fn met(board: &Board, course: &Course, tolerance: f64) -> Option<Contact> {
    let found = survey(board, 0, course, &law(&[("", Ratio::int(100))]), tolerance);
    found.contacts.first().cloned()
}

fn ends(board: &Board, course: &Course) -> f64 {
    let mut rects: Vec<Rect> = board.units[0].footprint.to_vec();
    for motion in motions(&board.units[0], course) {
        for rect in &mut rects {
            *rect = motion.rect(rect);
        }
    }
    overlap_depth(&rects, &board.units[1].footprint)
}

proptest! {
    #![proptest_config(board::cases(1000))]

    /// A thing whose middle some inner point of the mover comes to is met by then, and left after.
    #[test]
    fn nothing_is_tunnelled(
        size in sizes(), thing in sizes(), facing in 0.0..360.0, turn in 0.0..360.0, step in step(),
        inner in (-0.49..0.49, -0.49..0.49), part in 0.0..1.0,
    ) {
        let mut board = empty();
        board.units.push(block("a", Pose::new(0.0, 0.0, facing), size.0, size.1));
        let course = Course::new().then(step);
        let motion = motions(&board.units[0], &course)[0];
        let point = board.units[0].pose.point(inner.0 * size.0, (inner.1 - 0.5) * size.1);
        let at = part * motion.extent();
        board.units.push(standing("b", motion.point(point, at), turn, thing));
        let contact = met(&board, &course, 0.0);
        prop_assert!(contact.is_some());
        let contact = contact.unwrap();
        let noise = 1e-9 * (1.0 + motion.extent());
        prop_assert!(contact.touch.amount <= at + noise, "{contact:?} {at}");
        if let Some(clear) = contact.clear.into_option() {
            prop_assert!(clear.amount >= at - noise, "{contact:?} {at}");
        }
        prop_assert!(contact.overlap, "{contact:?}");
    }

    /// Straight on into the side of another, `deep` mm: an overlap when that is more than the tolerance, whatever
    /// way the two look.
    #[test]
    fn an_overlap_is_what_is_deeper_than_the_tolerance(
        facing in 0.0..360.0, size in sizes(), thing in 1.0..100.0_f64, far in 0.0..500.0_f64, aside in -0.4..0.4_f64,
        quarter in 0..4_u8, tolerance in 1e-3..2.0_f64, deep in prop_oneof![Just(0.0), 0.0..4.0],
    ) {
        // No side parts them by a lesser shift than the one they meet at.
        let across: f64 = (size.0 + thing) / 2.0 - (aside * size.0).abs();
        let deep = f64::min(deep, 0.9 * across.min(size.1).min(thing));
        prop_assume!((deep - tolerance).abs() > 1e-6);
        let mut board = empty();
        let pose = Pose::new(30.0, -20.0, facing);
        board.units.push(block("a", pose, size.0, size.1));
        let centre = pose.point(aside * size.0, far + thing / 2.0);
        let turn = facing + 90.0 * f64::from(quarter);
        board.units.push(standing("b", centre, turn, (thing, thing)));
        let contact = met(&board, &Course::new().advance(Length::mm(far + deep)), tolerance);
        let contact = contact.unwrap();
        prop_assert!((contact.touch.amount - far).abs() <= 1e-9);
        let over = deep > tolerance;
        prop_assert_eq!((contact.overlap, contact.ends_inside), (over, over), "{} {}", deep, tolerance);
    }

    /// Where a turn ends, the same.
    #[test]
    fn a_turn_ends_inside_what_it_overlaps(
        facing in 0.0..360.0, size in sizes(), thing in sizes(), step in step(),
        place in (-150.0..150.0, -150.0..150.0, 0.0..360.0), tolerance in 1e-3..2.0_f64,
    ) {
        let mut board = empty();
        board.units.push(block("a", Pose::new(0.0, 0.0, facing), size.0, size.1));
        board.units.push(standing("b", Point::new(place.0, place.1), place.2, thing));
        let course = Course::new().then(step);
        let deep = ends(&board, &course);
        prop_assume!((deep - tolerance).abs() > 1e-6);
        let inside = met(&board, &course, tolerance).is_some_and(|contact| contact.ends_inside);
        prop_assert_eq!(inside, deep > tolerance, "{}", deep);
    }
}

/// A slant to the left is the mirror of one to the right; exactly 45 and 135 degrees are front and rear.
#[test]
fn headings_are_the_same_on_both_hands() {
    let mut board = empty();
    board
        .units
        .push(block("a", Pose::new(0.0, 0.0, 20.0), 40.0, 20.0));
    for slant in 0..=360 {
        let slant = f64::from(slant) / 2.0;
        let heading = |hand| {
            let course = Course::new().oblique(hand, slant, Length::mm(10.0));
            let found = survey(&board, 0, &course, &law(&[("", Ratio::int(100))]), 0.1);
            found.legs[0].heading
        };
        let expected = if slant <= 45.0 {
            Heading::Front
        } else if slant < 135.0 {
            Heading::Flank
        } else {
            Heading::Rear
        };
        assert_eq!(
            (heading(Hand::Left), heading(Hand::Right)),
            (expected, expected),
            "{slant}"
        );
    }
}

/// Front 120 mm in six bases of 20 by 30: the far rear corner is sqrt(120² + 30²) = 123.693 mm from the
/// pivot, the far front corner 120.
#[test]
fn a_line_of_six_wheels_a_quarter() {
    let places: Vec<_> = (0..6)
        .map(|file| (f64::from(file) * 20.0 - 50.0, -15.0, 0.0))
        .collect();
    let wheel = Course::new().wheel(Hand::Left, 90.0);
    let way = |corners| {
        let mut board = empty();
        board.units.push(board::unit(
            "a",
            Pose::new(0.0, 0.0, 0.0),
            (20.0, 30.0),
            &places,
        ));
        let mut law = law(&[("", Ratio::int(100))]);
        law.corners = corners;
        let found = survey(&board, 0, &wheel, &law, 0.1);
        found.legs[0].farthest.to_f64()
    };
    let quarter = std::f64::consts::FRAC_PI_2;
    assert!(close(
        way(grognard_core::Corners::All),
        15300.0_f64.sqrt() * quarter
    ));
    assert!(close(way(grognard_core::Corners::Front), 120.0 * quarter));
    assert!(close(
        way(grognard_core::Corners::FrontCentre),
        60.0 * quarter
    ));
}

/// Two files of 20 mm, three ranks of 30: 40 wide and 90 deep. The far rear corner is sqrt(40² + 90²) mm off.
#[test]
fn a_column_wheels_a_quarter() {
    let places: Vec<_> = (0..6)
        .map(|n| {
            (
                f64::from(n % 2) * 20.0 - 10.0,
                f64::from(n / 2) * -30.0 - 15.0,
                0.0,
            )
        })
        .collect();
    let mut board = empty();
    let pose = Pose::new(0.0, 0.0, 0.0);
    board
        .units
        .push(board::unit("a", pose, (20.0, 30.0), &places));
    let wheel = Course::new().wheel(Hand::Right, 90.0);
    let found = survey(&board, 0, &wheel, &law(&[("", Ratio::int(100))]), 0.1);
    let far = found.legs[0].farthest.to_f64();
    assert!(close(far, 9700.0_f64.sqrt() * std::f64::consts::FRAC_PI_2));
    assert!(close(found.end.at.x, 20.0) && close(found.end.at.y, 20.0));
}
