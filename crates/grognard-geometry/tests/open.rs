//! A course that meets nothing is told as if it crossed a line that costs nothing, to the last digit.

mod board;
#[path = "same_everywhere/chance.rs"]
#[allow(dead_code)] // other tests use its other part
mod chance;
#[path = "same_everywhere/change.rs"]
#[allow(dead_code)] // the same
mod change;

use board::{any_corners, any_summing, any_turning, cases, empty, line, piece, survey, unit};
use chance::{course, laws};
use grognard_core::{
    Amount, Board, Course, Hand, Id, Length, MotionLaw, Pose, RVec, Ratio, Toll, TollOn,
};
use proptest::prelude::*;

const TOLERANCE: f64 = 0.1;

/// Laws of every kind, some with little left of the allowance.
fn any_law() -> impl Strategy<Value = MotionLaw> {
    let spent = prop_oneof![Just(Ratio::ZERO), Just(Ratio::new(1, 3))];
    let budget = prop_oneof![Just(1), Just(4), Just(40)];
    let all = (any_corners(), any_turning(), any_summing());
    (laws(), all, spent, budget).prop_map(|(mut law, all, spent, budget)| {
        law.budget = Ratio::int(budget);
        law.spent = Amount::exact(spent);
        (law.corners, law.turning, law.summing) = all;
        law.tolls.push(Toll {
            on: TollOn::AboutFace,
            share: Ratio::new(1, 4),
            cell: Id::of("cell"),
            clause: Id::of("clause"),
        });
        law
    })
}

/// One unit of some bases, in line or one behind the other, far from the edges.
fn alone() -> impl Strategy<Value = Board> {
    let places = prop_oneof![
        (1..6_u32).prop_map(|count| (0..count)
            .map(|n| (25.0 * f64::from(n) - 40.0, -10.0, 0.0))
            .collect::<Vec<_>>()),
        (1..4_u32).prop_map(|count| (0..count)
            .map(|n| (0.0, -10.0 - 20.0 * f64::from(n), 3.0 * f64::from(n)))
            .collect::<Vec<_>>()),
    ];
    (0.0..360.0, places).prop_map(|(facing, places)| {
        let mut board = empty();
        let pose = Pose::new(10.0, -20.0, facing);
        board.units.push(unit("a", pose, (25.0, 20.0), &places));
        board.table.min = board.table.min.shifted(-9_000.0, -9_000.0);
        board.table.max = board.table.max.shifted(9_000.0, 9_000.0);
        board
    })
}

proptest! {
    #![proptest_config(cases(2_000))]

    #[test]
    fn nothing_met_is_a_line_met_that_costs_nothing(
        board in alone(),
        course in course(),
        mut law in any_law(),
        before in any::<bool>(),
    ) {
        if before {
            let walked = Course::new().advance(Length::mm(20.0)).wheel(Hand::Left, 10.0);
            law.prior = survey(&board, 0, &walked, &law, TOLERANCE).legs;
        }
        let open = survey(&board, 0, &course, &law, TOLERANCE);
        let mut lined = board;
        let place = lined.units[0].bases[0].rect.pose.at;
        let ends = [(place.x - 3.0, place.y - 2.0), (place.x + 3.0, place.y + 1.0)];
        lined.terrain.push(piece("line", line(0.0, &ends)));
        let mut found = survey(&lined, 0, &course, &law, TOLERANCE);
        prop_assert!(!found.crossings.is_empty());
        found.crossings = RVec::new();
        prop_assert_eq!(open, found);
    }
}
