//! Boards for the tests.
#![allow(dead_code)] // each test file uses its own part

use grognard_core::{
    Along, Base, Board, Clock, Corners, Course, Field, Heading, Id, Length, Look, MotionLaw, Near,
    Obstacle, Point, Pose, RNone, RVec, Rate, Ratio, Rect, Shape, Sight, Summing, Survey, Table,
    Terrain, TerrainHit, Turning, Unit, Value,
};
use grognard_geometry as geometry;
use grognard_geometry::footprint;
use proptest::prelude::*;

/// How a property is tested: `usual` cases, or as many as the environment asks for in `PROPTEST_CASES`.
pub(crate) fn cases(usual: u32) -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES").ok();
    ProptestConfig::with_cases(asked.and_then(|n| n.parse().ok()).unwrap_or(usual))
}

/// Every choice of points to follow.
pub(crate) fn any_corners() -> impl Strategy<Value = Corners> {
    prop_oneof![
        Just(Corners::All),
        Just(Corners::Front),
        Just(Corners::FrontCentre)
    ]
}

/// Every length of a turn.
pub(crate) fn any_turning() -> impl Strategy<Value = Turning> {
    prop_oneof![
        Just(Turning::Arc),
        Just(Turning::Chord),
        Just(Turning::Free)
    ]
}

/// Every way to add up.
pub(crate) fn any_summing() -> impl Strategy<Value = Summing> {
    prop_oneof![Just(Summing::PerCorner), Just(Summing::PerStep)]
}

/// A table of 2 m by 2 m about the origin with nothing on it.
pub(crate) fn empty() -> Board {
    Board {
        name: "test".into(),
        table: Table {
            min: Point::new(-1000.0, -1000.0),
            max: Point::new(1000.0, 1000.0),
        },
        terrain: RVec::new(),
        sides: RVec::new(),
        brigades: RVec::new(),
        commanders: RVec::new(),
        units: RVec::new(),
        clock: Clock {
            turn: 1,
            phase_index: 0,
            phase: Id::default(),
            active: RNone,
        },
        written: RVec::new(),
        conditions: RVec::new(),
    }
}

/// A unit of bases whose centres lie (right, forward) of the middle of its front.
pub(crate) fn unit(id: &str, pose: Pose, size: (f64, f64), places: &[(f64, f64, f64)]) -> Unit {
    let bases: RVec<Base> = (1..)
        .zip(places)
        .map(|(serial, &(right, forward, turn))| Base {
            serial,
            kind: Id::of("base"),
            figures: 4,
            rect: Rect::new(pose.offset(right, forward, turn), size.0, size.1),
        })
        .collect();
    Unit {
        id: id.into(),
        name: id.into(),
        side: Id::of("blue"),
        brigade: RNone,
        formation: Id::of("line"),
        pose,
        footprint: footprint(&bases).into(),
        bases,
        attributes: RVec::new(),
        conditions: RVec::new(),
        track: RVec::new(),
    }
}

/// A unit of one base, `width` by `depth`.
pub(crate) fn block(id: &str, pose: Pose, width: f64, depth: f64) -> Unit {
    unit(id, pose, (width, depth), &[(0.0, -depth / 2.0, 0.0)])
}

/// A piece of terrain.
pub(crate) fn piece(kind: &str, shape: Shape) -> Terrain {
    Terrain {
        id: kind.into(),
        name: kind.into(),
        kind: kind.into(),
        shape,
        attributes: RVec::new(),
    }
}

/// The same piece, blocking sight.
pub(crate) fn blocking(mut terrain: Terrain) -> Terrain {
    terrain.attributes.push(Field {
        name: Id::of("blocks-sight"),
        value: Value::Flag(true),
    });
    terrain
}

/// The same piece, with a length as an attribute.
pub(crate) fn with_length(mut terrain: Terrain, name: &'static str, mm: f64) -> Terrain {
    terrain.attributes.push(Field {
        name: Id::of(name),
        value: Value::Length(Length::mm(mm)),
    });
    terrain
}

/// An area through points.
pub(crate) fn area(points: &[(f64, f64)]) -> Shape {
    Shape::Area(points.iter().map(|&(x, y)| Point::new(x, y)).collect())
}

/// A line through points.
pub(crate) fn line(width: f64, points: &[(f64, f64)]) -> Shape {
    Shape::Line {
        width,
        points: points.iter().map(|&(x, y)| Point::new(x, y)).collect(),
    }
}

/// A law with the same rates every way.
pub(crate) fn law(rates: &[(&'static str, Ratio)]) -> MotionLaw {
    let mut law = MotionLaw::default();
    for heading in [Heading::Front, Heading::Flank, Heading::Rear] {
        for &(terrain, per_move) in rates {
            let cell = Id::from(format!("rate.{terrain}"));
            law.rates.push(Rate {
                heading,
                terrain: Id::of(terrain),
                per_move,
                cell,
            });
        }
    }
    law
}

/// Whether two numbers are the same to 1e-9 of their size.
pub(crate) fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * (1.0 + a.abs().max(b.abs()))
}

// The queries of a board that is asked once and worked out for it.

pub(crate) fn survey(
    board: &Board,
    subject: usize,
    course: &Course,
    law: &MotionLaw,
    tolerance: f64,
) -> Survey {
    geometry::survey(
        board,
        &geometry::Field::of(board),
        subject,
        course,
        law,
        tolerance,
    )
}

pub(crate) fn least_gap(board: &Board, unit: usize, course: &Course, other: usize) -> f64 {
    geometry::least_gap(&geometry::Field::of(board), unit, course, other)
}

pub(crate) fn approach(
    board: &Board,
    unit: usize,
    course: &Course,
    other: usize,
    radius: f64,
) -> Option<Along> {
    geometry::approach(&geometry::Field::of(board), unit, course, other, radius)
}

pub(crate) fn sight(board: &Board, from: usize, to: usize) -> Sight {
    looking(board, from, to, &Look::default())
}

pub(crate) fn looking(board: &Board, from: usize, to: usize, look: &Look) -> Sight {
    geometry::sight(board, &geometry::Field::of(board), from, to, look)
}

pub(crate) fn near(board: &Board, unit: usize, radius: f64) -> Vec<Near> {
    geometry::near(&geometry::Field::of(board), unit, radius)
}

pub(crate) fn room(
    board: &Board,
    rects: &[Rect],
    ignored: &[u64],
    solid: &[Id],
    tolerance: f64,
) -> Vec<Obstacle> {
    geometry::room(
        board,
        &geometry::Field::of(board),
        rects,
        ignored,
        solid,
        tolerance,
    )
}

pub(crate) fn terrain_under(board: &Board, rects: &[Rect]) -> Vec<TerrainHit> {
    geometry::terrain_under(&geometry::Field::of(board), rects)
}
