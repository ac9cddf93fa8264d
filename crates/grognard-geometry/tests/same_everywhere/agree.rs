//! What must agree, and how near.

use grognard_core::{
    Board, Course, Edge, Leg, Length, Look, MotionLaw, Point, RNone, ROption, RSome, Step, Survey,
};
use grognard_geometry::{Motion, gap, sector, touching};

use crate::board::{approach, least_gap, looking, near, sight, survey};
use crate::change::Change;

/// How near two numbers are that are the same, mm and degrees.
pub(crate) const SAME: f64 = 1e-9;

type Agreed = Result<(), String>;

fn same(what: &str, a: f64, b: f64) -> Agreed {
    if (a - b).abs() <= SAME {
        Ok(())
    } else {
        Err(format!("{what}: {a:?} and {b:?}, {:e} apart", a - b))
    }
}

fn equal<T: PartialEq + std::fmt::Debug>(what: &str, a: T, b: T) -> Agreed {
    if a == b {
        Ok(())
    } else {
        Err(format!("{what}: {a:?} and {b:?}"))
    }
}

/// A situation and the same turned, mirrored and shifted.
pub(crate) fn moved(board: &Board, course: &Course, law: &MotionLaw, change: Change) -> Agreed {
    let mut wide = board.clone();
    wide.table.min = Point::new(-1e6, -1e6);
    wide.table.max = Point::new(1e6, 1e6);
    let other = change.board(board);
    let moved = change.course(course);
    let here = survey(&wide, 0, course, law, 0.1);
    let there = survey(&other, 0, &moved, law, 0.1);
    surveys(&here, &there, change)?;
    same(
        "least gap",
        least_gap(board, 0, course, 1),
        least_gap(&other, 0, &moved, 1),
    )?;
    let (a, b) = (
        approach(board, 0, course, 2, 40.0),
        approach(&other, 0, &moved, 2, 40.0),
    );
    match (a, b) {
        (Some(a), Some(b)) => {
            equal("approach, step", a.step, b.step)?;
            same("approach", a.amount, b.amount)?;
        }
        (a, b) => equal("approach", a, b)?,
    }
    equal("sight", sight(board, 0, 2).clear, sight(&other, 0, 2).clear)?;
    for units in [RNone, RSome(15.0)] {
        let look = Look {
            eye: 25.0,
            target: 5.0,
            units,
        };
        let (a, b) = (looking(board, 0, 2, &look), looking(&other, 0, 2, &look));
        equal("sight from a height", a, b)?;
    }
    equal(
        "near",
        near(board, 0, 150.0).len(),
        near(&other, 0, 150.0).len(),
    )?;
    let (a, b) = (sector(board, 0, 2), sector(&other, 0, 2));
    equal(
        "sector",
        (a.ahead, a.front_quarter),
        (b.ahead, b.front_quarter),
    )?;
    let turn = if change.mirror { -a.angle } else { a.angle };
    same(
        "angle",
        (turn - b.angle)
            .rem_euclid(360.0)
            .min((b.angle - turn).rem_euclid(360.0)),
        0.0,
    )
}

fn surveys(a: &Survey, b: &Survey, change: Change) -> Agreed {
    equal("slack", a.slack, b.slack)?;
    equal("crossings", a.crossings.len(), b.crossings.len())?;
    for (x, y) in a.crossings.iter().zip(&b.crossings) {
        equal(
            "crossing",
            (x.terrain, x.starts, x.ends, x.enter.step),
            (y.terrain, y.starts, y.ends, y.enter.step),
        )?;
        same("crossing", x.enter.amount, y.enter.amount)?;
    }
    let kinds = |s: &Survey| -> Vec<_> {
        let kind = |leg: &Leg| (leg.terrain, leg.heading);
        s.legs.iter().map(kind).collect()
    };
    equal("kinds of legs", kinds(a), kinds(b))?;
    for (x, y) in a.legs.iter().zip(&b.legs) {
        same("leg", x.farthest.to_f64(), y.farthest.to_f64())?;
    }
    same("total", a.total.to_f64(), b.total.to_f64())?;
    equal("contacts", a.contacts.len(), b.contacts.len())?;
    for (x, y) in a.contacts.iter().zip(&b.contacts) {
        let edges = |entered, left: ROption<Edge>| (entered, left.into_option());
        equal("unit met", x.unit, y.unit)?;
        equal("step of touch", x.touch.step, y.touch.step)?;
        same("touch", x.touch.amount, y.touch.amount)?;
        equal(
            "overlap, starts, ends inside",
            (x.overlap, x.starts, x.ends_inside),
            (y.overlap, y.starts, y.ends_inside),
        )?;
        equal(
            "edges",
            edges(change.edge(x.entered), x.left.map(|edge| change.edge(edge))),
            edges(y.entered, y.left),
        )?;
        match (x.clear, y.clear) {
            (ROption::RSome(p), ROption::RSome(q)) => {
                equal("step of clear", p.step, q.step)?;
                same("clear", p.amount, q.amount)?;
            }
            (p, q) => equal("clear", p.is_some(), q.is_some())?,
        }
    }
    let end = change.pose(a.end);
    same("end", end.at.distance(b.end.at), 0.0)?;
    same("facing", end.facing.minus(b.end.facing), 0.0)
}

/// A step, and the same cut in two at `part` of it.
pub(crate) fn cut(board: &Board, step: Step, law: &MotionLaw, part: f64) -> Agreed {
    let both = |a: Step, b: Step| Course::new().then(a).then(b);
    let split = |l: Length| {
        let mm = l.millimetres();
        (Length::mm(mm * part), Length::mm(mm - mm * part))
    };
    let (halves, first) = match step {
        Step::Advance { distance } => {
            let (a, b) = split(distance);
            let steps = both(Step::Advance { distance: a }, Step::Advance { distance: b });
            (steps, a.millimetres())
        }
        Step::Retire { distance } => {
            let (a, b) = split(distance);
            let steps = both(Step::Retire { distance: a }, Step::Retire { distance: b });
            (steps, a.millimetres())
        }
        Step::Sidestep { hand, distance } => {
            let (a, b) = split(distance);
            let side = |distance| Step::Sidestep { hand, distance };
            (both(side(a), side(b)), a.millimetres())
        }
        Step::Oblique {
            hand,
            angle,
            distance,
        } => {
            let (a, b) = split(distance);
            let slant = |distance| Step::Oblique {
                hand,
                angle,
                distance,
            };
            (both(slant(a), slant(b)), a.millimetres())
        }
        Step::Wheel { hand, angle } => {
            let turn = |angle| Step::Wheel { hand, angle };
            (
                both(turn(angle * part), turn(angle - angle * part)),
                (angle * part).abs(),
            )
        }
        Step::Pivot { about, angle } => {
            let turn = |angle| Step::Pivot { about, angle };
            (
                both(turn(angle * part), turn(angle - angle * part)),
                (angle * part).abs(),
            )
        }
        Step::AboutFace | Step::To { .. } => return Ok(()),
    };
    let whole = survey(board, 0, &Course::new().then(step), law, 0.1);
    let two = survey(board, 0, &halves, law, 0.1);
    same("total", whole.total.to_f64(), two.total.to_f64())?;
    same("end", whole.end.at.distance(two.end.at), 0.0)?;
    equal("crossings", whole.crossings.len(), two.crossings.len())?;
    equal("contacts", whole.contacts.len(), two.contacts.len())?;
    let along = |at: grognard_core::Along| at.amount + if at.step == 0 { 0.0 } else { first };
    for (a, b) in whole.contacts.iter().zip(&two.contacts) {
        equal("unit met", a.unit, b.unit)?;
        same("touch", a.touch.amount, along(b.touch))?;
        equal(
            "overlap, ends inside, starts",
            (a.overlap, a.ends_inside, a.starts),
            (b.overlap, b.ends_inside, b.starts),
        )?;
        equal("edges", (a.entered, a.left), (b.entered, b.left))?;
        match (a.clear, b.clear) {
            (ROption::RSome(x), ROption::RSome(y)) => same("clear", x.amount, along(y))?,
            (x, y) => equal("clear", x.is_some(), y.is_some())?,
        }
    }
    Ok(())
}

/// A motion of the first unit, and the same walked backward from its end, past the second unit.
pub(crate) fn backward(board: &Board, degrees: f64, length: f64) -> Agreed {
    let rects = board.units[0].footprint.to_vec();
    let target = board.units[1].footprint.to_vec();
    let turn = |degrees| Motion::Turn {
        about: Point::new(10.0, 20.0),
        degrees,
    };
    let go = |x: f64| Motion::Straight {
        along: (0.6 * x, 0.8 * x),
        length,
    };
    for (there, back) in [(turn(degrees), turn(-degrees)), (go(1.0), go(-1.0))] {
        let moved: Vec<_> = rects.iter().map(|r| there.rect(r)).collect();
        let (a, b) = (
            touching(&rects, &there, &target),
            touching(&moved, &back, &target),
        );
        equal("stretches", a.as_slice().len(), b.as_slice().len())?;
        for (x, y) in a.as_slice().iter().zip(b.as_slice().iter().rev()) {
            same("low", x.0, there.extent() - y.1)?;
            same("high", x.1, there.extent() - y.0)?;
        }
    }
    same("gap", gap(&rects, &target), gap(&target, &rects))
}
