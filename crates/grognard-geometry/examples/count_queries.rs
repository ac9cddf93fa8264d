//! Asks a thousand times for the same survey among some units: to count instructions under callgrind,
//! which toggles collection at `asked`.
//!
//! `count_queries UNITS [near | floor]`: a survey, what stands near, or the bare arithmetic of the survey.
#![allow(clippy::expect_used)] // what cannot go on ends

#[path = "../benches/support/mod.rs"]
mod support;

use std::hint::black_box;

use grognard_core::{Board, Course, MotionLaw};
use grognard_geometry::{Field, near, survey};

#[inline(never)]
fn asked(board: &Board, field: &Field, course: &Course, law: &MotionLaw, what: &str) -> f64 {
    match what {
        "near" => near(field, 0, 300.0).len() as f64,
        "floor" => floor(board, course),
        _ => survey(board, field, 0, course, law, 0.1).slack,
    }
}

/// What no survey of advance, wheel, advance can do without: sine and cosine of a facing, of the turn, and of
/// the facing after it; where bases and frame come; how far the corners travel; a share for each leg.
fn floor(board: &Board, course: &Course) -> f64 {
    let unit = &board.units[0];
    let (first, turn) = (
        unit.pose.facing.sin_cos(),
        grognard_core::sin_cos_degrees(5.0),
    );
    let after = unit.pose.facing.turned(-5.0).sin_cos();
    let about = unit.pose.at.shifted(-40.0, 25.0);
    let mut most = 0.0_f64;
    for base in &unit.bases {
        let at = base.rect.pose.at.shifted(first.0 * 25.0, first.1 * 25.0);
        for (right, forward) in [(-10.0, 7.5), (10.0, 7.5), (10.0, -7.5), (-10.0, -7.5)] {
            let corner = at.shifted(
                right * first.1 + forward * first.0,
                forward * first.1 - right * first.0,
            );
            most = most.max(corner.distance(about) * 0.087);
        }
        let (dx, dy) = (at.x - about.x, at.y - about.y);
        let end = at.shifted(dx * turn.1 - dy * turn.0, dx * turn.0 + dy * turn.1);
        most += black_box(end.shifted(after.0 * 12.5, after.1 * 12.5)).x * 0.0;
    }
    let straight = grognard_core::Length::mm(37.5).amount();
    let share = straight.over(grognard_core::Ratio::int(200));
    most / 200.0 + share.map_or(0.0, grognard_core::Amount::to_f64) + course.steps.len() as f64
}

fn main() {
    let mut told = std::env::args().skip(1);
    let units = told.next().and_then(|units| units.parse().ok());
    let units = units.expect("a number of units");
    let what = told.next().unwrap_or_default();
    let board = support::crowd(units);
    let field = Field::of(&board);
    let (course, law) = (support::march(), support::law());
    let mut sum = 0.0;
    for _ in 0..1_000 {
        sum += asked(&board, &field, black_box(&course), &law, &what);
    }
    println!("{sum}");
}
