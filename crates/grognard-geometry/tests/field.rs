//! A field that follows its board is the field made anew, whatever changed.

mod board;

use board::{area, block, empty, line, piece, unit};
use grognard_core::{Board, Course, Length, Pose};
use grognard_geometry::{Field, near};
use proptest::prelude::*;

#[derive(Clone, Debug)]
enum Change {
    Move(usize, f64, f64),
    Add(u32, f64, f64),
    Remove(usize),
    Terrain(usize, f64),
    Wild(usize, f64),
}

fn change() -> impl Strategy<Value = Change> {
    let place = || -900.0..900.0;
    prop_oneof![
        (any::<usize>(), place(), place()).prop_map(|(i, x, y)| Change::Move(i, x, y)),
        (0_u32..1000, place(), place()).prop_map(|(i, x, y)| Change::Add(i, x, y)),
        any::<usize>().prop_map(Change::Remove),
        (any::<usize>(), place()).prop_map(|(i, x)| Change::Terrain(i, x)),
        (any::<usize>(), 1e12..1e15).prop_map(|(i, x)| Change::Wild(i, x)),
    ]
}

fn make(board: &mut Board, change: &Change) {
    let count = board.units.len();
    match *change {
        Change::Move(i, x, y) if count > 0 => {
            let id = board.units[i % count].id;
            board.units[i % count] = block(id.as_str(), Pose::new(x, y, x), 40.0, 20.0);
        }
        Change::Add(i, x, y) => {
            let places = [(-20.0, -10.0, 0.0), (20.0, -10.0, 0.0), (0.0, -60.0, 30.0)];
            board.units.push(unit(
                &format!("{i}"),
                Pose::new(x, y, y),
                (20.0, 20.0),
                &places,
            ));
            board.units.sort_by_key(|a| a.id);
        }
        Change::Remove(i) if count > 0 => {
            board.units.remove(i % count);
        }
        Change::Terrain(i, x) => {
            let shape = if i % 2 == 0 {
                line(6.0, &[(x, 0.0), (0.0, x)])
            } else {
                area(&[(x, 0.0), (x + 50.0, 0.0), (x + 20.0, 10.0), (x, 50.0)])
            };
            let at = i % (board.terrain.len() + 1);
            if at == board.terrain.len() {
                board.terrain.push(piece("t", shape));
            } else {
                board.terrain[at].shape = shape;
            }
        }
        Change::Wild(i, x) if count > 0 => {
            board.units[i % count].bases[0].rect.pose.at.x = x;
            board.units[i % count].footprint.clear();
        }
        _ => {}
    }
}

proptest! {
    #![proptest_config(board::cases(64))]

    #[test]
    fn following_is_as_good_as_starting_anew(changes in prop::collection::vec(change(), 1..40)) {
        let mut board = empty();
        let mut field = Field::of(&board);
        for change in &changes {
            make(&mut board, change);
            field.follow(&board);
            prop_assert!(field.fits(&board), "{change:?}");
        }
        let anew = Field::of(&board);
        for index in 0..board.units.len() {
            prop_assert_eq!(near(&field, index, 200.0), near(&anew, index, 200.0));
            // No unit that the box of the mover reaches is left out.
            let course = Course::new().advance(Length::mm(150.0));
            let met = board::survey(&board, index, &course, &board::law(&[]), 0.1).contacts;
            let all: Vec<u64> = (0..board.units.len())
                .filter(|&other| other != index && board::least_gap(&board, index, &course, other) == 0.0)
                .map(|other| other as u64)
                .collect();
            let mut met: Vec<u64> = met.iter().map(|contact| contact.unit).collect();
            met.sort_unstable();
            prop_assert_eq!(met, all);
        }
    }
}

#[test]
fn a_field_of_another_board_does_not_fit() {
    let mut board = empty();
    board
        .units
        .push(block("a", Pose::new(0.0, 0.0, 0.0), 40.0, 20.0));
    let field = Field::of(&board);
    assert!(field.fits(&board));
    board.units[0] = block("a", Pose::new(1.0, 0.0, 0.0), 40.0, 20.0);
    assert!(!field.fits(&board));
}
