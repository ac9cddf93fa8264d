//! Boards of any size, built in code: a scenario file holds two thousand units at most.
#![allow(dead_code)] // each program uses its own part

use grognard_core::{
    Base, Board, Clock, Course, Hand, Heading, Id, Length, MotionLaw, Point, Pose, RNone, RVec,
    Rate, Ratio, Rect, Shape, Table, Terrain, Unit,
};
use grognard_geometry::footprint;

/// Between one unit and the next, mm.
const APART: f64 = 200.0;

/// Lines of four bases in rows, `APART` from one another, and twenty woods, every other one not convex. The
/// first unit stands in a corner, with neighbours on two sides.
pub(crate) fn crowd(units: usize) -> Board {
    let rows = (units as f64).sqrt().ceil();
    let side = rows * APART + 500.0;
    let place = |index: usize| {
        let (x, y) = (index as f64 % rows, (index as f64 / rows).floor());
        Pose::new(x * APART, y * APART, 0.0)
    };
    Board {
        name: "crowd".into(),
        table: Table {
            min: Point::new(-500.0, -500.0),
            max: Point::new(side, side),
        },
        terrain: (0..20).map(|index| wood(index, side)).collect(),
        sides: RVec::new(),
        brigades: RVec::new(),
        commanders: RVec::new(),
        units: (0..units).map(|index| line(index, place(index))).collect(),
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

fn line(index: usize, pose: Pose) -> Unit {
    let base = |serial: u32| Base {
        serial,
        kind: Id::of("base"),
        figures: 4,
        rect: Rect::new(
            pose.offset(20.0 * (f64::from(serial) - 2.5), -7.5, 0.0),
            20.0,
            15.0,
        ),
    };
    let bases: RVec<Base> = (1..=4).map(base).collect();
    let id = format!("u{index:05}");
    Unit {
        id: id.as_str().into(),
        name: id.into(),
        side: Id::of("own"),
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

fn wood(index: usize, side: f64) -> Terrain {
    let x = (index % 5) as f64 * side / 5.0 - 400.0;
    let y = (index / 5) as f64 * side / 4.0 + 50.0;
    let mut points = vec![(x, y), (x + 125.0, y), (x + 100.0, y + 75.0)];
    if index % 2 == 1 {
        points.push((x + 50.0, y + 25.0));
    }
    Terrain {
        id: format!("t{index}").as_str().into(),
        name: "wood".into(),
        kind: Id::of("woods"),
        shape: Shape::Area(points.iter().map(|&(x, y)| Point::new(x, y)).collect()),
        attributes: RVec::new(),
    }
}

/// Advance, wheel, advance.
pub(crate) fn march() -> Course {
    Course::new()
        .advance(Length::mm(25.0))
        .wheel(Hand::Left, 5.0)
        .advance(Length::mm(12.5))
}

/// A rate on open table and one in woods, the same every way.
pub(crate) fn law() -> MotionLaw {
    let mut law = MotionLaw::default();
    for heading in [Heading::Front, Heading::Flank, Heading::Rear] {
        for (terrain, mm) in [("", 200), ("woods", 100)] {
            law.rates.push(Rate {
                heading,
                terrain: Id::of(terrain),
                per_move: Ratio::int(mm),
                cell: Id::of("rate"),
            });
        }
    }
    law
}
