//! A result does not change when the whole situation is turned, mirrored or shifted, when a step is
//! cut in two, or when it is walked backward.

mod agree;
#[path = "../board/mod.rs"]
mod board;
mod chance;
mod change;

use board::law;
use chance::{change, course, laws, situation, step};
use grognard_core::{Course, Entry, Point, Ratio, Step, Straddle};
use proptest::prelude::*;

proptest! {
    #![proptest_config(board::cases(300))]

    #[test]
    fn turned_mirrored_shifted(
        board in situation(), course in course(), law in laws(), change in change(),
    ) {
        agree::moved(&board, &course, &law, change).map_err(TestCaseError::fail)?;
    }

    #[test]
    fn a_step_cut_in_two(board in situation(), step in step(), law in laws(), part in 0.05..0.95) {
        agree::cut(&board, step, &law, part).map_err(TestCaseError::fail)?;
    }

    #[test]
    fn walked_backward(board in situation(), degrees in -300.0..300.0, length in 1.0..200.0) {
        agree::backward(&board, degrees, length).map_err(TestCaseError::fail)?;
    }
}

/// A wood is cut into triangles, along other seams when it lies another way. Where the front edge crosses
/// a seam, the share of it in the wood was 1e-7 mm too great.
#[test]
fn seams_lie_elsewhere_when_the_table_is_turned() {
    let board = chance::laid(
        [
            (-31.1508082652123, 145.97904802663663, 219.03210434094916),
            (-198.84487810683135, -77.38726569745182, 132.8492314374449),
            (-192.25072502980862, 46.74219454936698, 178.6133755571337),
        ],
        -88.09939610697411,
        45.09754027971207,
    );
    let mut law = law(&[
        ("", Ratio::int(100)),
        ("wood", Ratio::int(50)),
        ("road", Ratio::int(150)),
    ]);
    (law.entry, law.straddle) = (Entry::LeadingEdge, Straddle::Majority);
    let course = Course::new().then(Step::To {
        point: Point::new(-70.807154965549, 71.22147410855219),
    });
    let change = change::Change {
        mirror: false,
        degrees: 180.0,
        by: (-117.4160264129846, -196.13556010406614),
    };
    assert_eq!(agree::moved(&board, &course, &law, change), Ok(()));
}
