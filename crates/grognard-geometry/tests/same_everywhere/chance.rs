//! Random situations, courses, laws and changes.

use grognard_core::{
    Board, Course, Entry, Hand, Heading, Length, MotionLaw, PivotPoint, Point, Pose, Ratio, Step,
    Straddle,
};
use proptest::prelude::*;

use crate::board::{area, block, blocking, empty, law, line, piece, unit, with_length};
use crate::change::Change;

pub(crate) fn change() -> impl Strategy<Value = Change> {
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

pub(crate) fn step() -> impl Strategy<Value = Step> {
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
        (hand(), 0.0..180.0, length()).prop_map(|(hand, angle, distance)| Step::Oblique {
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

pub(crate) fn course() -> impl Strategy<Value = Course> {
    prop::collection::vec(step(), 1..4).prop_map(|steps| Course {
        steps: steps.into(),
    })
}

pub(crate) fn situation() -> impl Strategy<Value = Board> {
    let place = || (-200.0..200.0, -200.0..200.0, 0.0..360.0);
    ([place(), place(), place()], -100.0..100.0, -100.0..100.0)
        .prop_map(|(places, x, y)| laid(places, x, y))
}

/// A block of six, a ring of four and a line of one at places `(x, y, facing)`, about a wood, a road and a
/// hedge that `x` and `y` move.
pub(crate) fn laid(places: [(f64, f64, f64); 3], x: f64, y: f64) -> Board {
    let mut board = empty();
    let pose = |i: usize| Pose::new(places[i].0, places[i].1, places[i].2);
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
    let wood = blocking(piece("wood", area(&wood)));
    let road = piece("road", line(25.0, &[(-300.0, x), (y, 20.0), (300.0, -y)]));
    let hedge = blocking(piece(
        "hedge",
        line(0.0, &[(y, -300.0), (x, 0.0), (-y, 300.0)]),
    ));
    board.terrain.extend([
        with_length(wood, "height", 20.0),
        with_length(road, "level", 12.0),
        with_length(hedge, "height", 8.0),
    ]);
    board
}

pub(crate) fn laws() -> impl Strategy<Value = MotionLaw> {
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
        for rate in &mut law.rates {
            // Each direction at its own rate.
            rate.per_move = match rate.heading {
                Heading::Front => rate.per_move,
                Heading::Flank => rate.per_move - Ratio::int(20),
                Heading::Rear => rate.per_move - Ratio::int(10),
            };
        }
        law
    })
}
