//! What a tariff prices is plain, and the price is what a survey adds up, to the last digit.

mod board;
#[path = "same_everywhere/chance.rs"]
#[allow(dead_code)] // other tests use its other part
mod chance;
#[path = "same_everywhere/change.rs"]
#[allow(dead_code)] // the same
mod change;

use std::cell::Cell;

use board::{any_corners, any_summing, any_turning};
use chance::{course, laws, situation};
use grognard_core::{
    Board, Course, Heading, Id, Length, MotionLaw, Plain, RSome, Ratio, Shape, Step, StepKinds,
    Toll, TollOn,
};
use grognard_geometry::{Field, Tariff, least_gap, survey};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

const TOLERANCE: f64 = 0.1;

fn toll(on: TollOn, share: Ratio) -> Toll {
    Toll {
        on,
        share,
        cell: Id::of("cell"),
        clause: Id::of("clause"),
    }
}

/// Laws of every kind that tell of plain courses.
fn plain_laws() -> impl Strategy<Value = MotionLaw> {
    let spent = prop_oneof![
        Just(Ratio::ZERO),
        Just(Ratio::new(1, 3)),
        Just(Ratio::new(1, 99_991))
    ];
    let plain = (
        0..3_u32,
        prop_oneof![Just(0.0), Just(0.1), Just(60.0)],
        any::<[bool; 4]>(),
    );
    let all = (any_corners(), any_turning(), any_summing());
    (laws(), all, spent, plain).prop_map(|(mut law, all, spent, (about_faces, clear, flags))| {
        law.budget = Ratio::int(12);
        law.spent = spent.into();
        (law.corners, law.turning, law.summing) = all;
        law.tolls.push(toll(TollOn::AboutFace, Ratio::new(1, 4)));
        if flags[0] {
            law.tolls
                .push(toll(TollOn::Crossing(Id::of("hedge")), Ratio::new(1, 3)));
        }
        if flags[1] {
            // A road that is no faster than open table.
            let open = law.rates.iter().filter(|rate| rate.terrain.is_empty());
            let open: Vec<Ratio> = open.map(|rate| rate.per_move).collect();
            let roads = law.rates.iter_mut().filter(|rate| rate.terrain == "road");
            for (road, open) in roads.zip(open) {
                road.per_move = open;
            }
        }
        law.plain = RSome(Plain {
            steps: StepKinds::ALL,
            about_faces,
            clear,
            on_terrain: flags[2],
            on_lines: flags[3],
            ..Plain::default()
        });
        law
    })
}

/// The price, when it has one that is right.
fn priced(board: &Board, course: &Course, law: &MotionLaw) -> Result<bool, String> {
    let field = Field::of(board);
    let tariff = Tariff::of(board, &field, 0, law, TOLERANCE).ok_or("no tariff")?;
    let Some(price) = tariff.price(course) else {
        return Ok(false);
    };
    let found = survey(board, &field, 0, course, law, TOLERANCE);
    let RSome(plain) = &law.plain else {
        return Err("nothing is plain".into());
    };
    let holds = |index: u64| {
        let piece = &board.terrain[index as usize];
        plain.holds_on(&piece.kind, matches!(piece.shape, Shape::Line { .. }))
    };
    let own = board.units[0].side;
    let clear = (1..board.units.len())
        .filter(|other| board.hostile(&own, &board.units[*other].side))
        .all(|other| least_gap(&field, 0, course, other) > plain.clear);
    let is_plain = found.off_table.is_none()
        && found.missing.is_empty()
        && found.over.is_none()
        && found.contacts.iter().all(|contact| !contact.overlap)
        && found
            .crossings
            .iter()
            .all(|crossing| holds(crossing.terrain))
        && clear;
    if !is_plain || price != found.total {
        return Err(format!(
            "priced {:?} and {}, surveyed {:?} and {}, plain: {is_plain}",
            price.exact, price.inexact, found.total.exact, found.total.inexact
        ));
    }
    Ok(true)
}

#[test]
fn a_price_is_what_a_survey_adds_up() {
    let (tried, priced_of_them) = (Cell::new(0), Cell::new(0));
    let config = board::cases(2_000);
    let run = TestRunner::new(config).run(
        &(situation(), course(), plain_laws()),
        |(mut board, course, law)| {
            board.units[1].side = Id::of("red");
            let found = priced(&board, &course, &law).map_err(TestCaseError::fail)?;
            tried.set(tried.get() + 1);
            priced_of_them.set(priced_of_them.get() + usize::from(found));
            Ok(())
        },
    );
    run.unwrap_or_else(|error| panic!("{error}"));
    let (tried, found) = (tried.get(), priced_of_them.get());
    println!("{found} of {tried} have a price");
    assert!(found * 20 > tried, "{found} of {tried} have a price");
}

/// Lengths that no fraction says, after shares that leave no digits to spare: sums lose their last digits, and
/// the order counts.
#[test]
fn sums_that_lose_digits_lose_the_same() {
    let mut board = board::empty();
    board.units.push(board::block(
        "a",
        grognard_core::Pose::new(0.0, 0.0, 0.0),
        40.0,
        20.0,
    ));
    let mut law = board::law(&[("", Ratio::new(1_234_567, 8_191))]);
    law.spent = Ratio::new(1, 9_007_199_254_740_881).into();
    law.plain = RSome(Plain {
        steps: StepKinds::ALL,
        ..Plain::default()
    });
    law.budget = Ratio::int(12);
    let course = "advance 12.3457 mm, advance 0.1111 mm, advance 3.3333333 mm, advance 2.0001 mm";
    let course: Course = course.parse().expect("a course");
    assert_eq!(priced(&board, &course, &law), Ok(true));
    // Fractions that have nothing in common, at two rates by turns.
    law.spent = Ratio::ZERO.into();
    for rate in law
        .rates
        .iter_mut()
        .filter(|rate| rate.heading == Heading::Rear)
    {
        rate.per_move = Ratio::new(99, 7);
    }
    let mm = |num: i64, den: i64| Length::mm(Ratio::new(num, den).to_f64());
    let advance = |num, den| Step::Advance {
        distance: mm(num, den),
    };
    let retire = |num, den| Step::Retire {
        distance: mm(num, den),
    };
    let mut steps = vec![
        advance(1, 9973),
        retire(1, 9967),
        advance(1, 9949),
        retire(1, 9941),
    ];
    steps.extend([
        advance(1, 9931),
        retire(1, 9929),
        advance(1, 10),
        advance(1, 7),
        advance(1, 3),
    ]);
    let course = Course {
        steps: steps.into(),
    };
    assert_eq!(priced(&board, &course, &law), Ok(true));
}
