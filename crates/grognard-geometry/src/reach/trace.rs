//! A way as a course.

use grognard_core::{Course, Hand, Length, PivotPoint, Point, Step};

use super::labels::{NONE, Taken, Ways};
use super::moves::Kind;
use super::open::{FAN, Open};

/// The course of a way, which may begin on open ground.
pub(super) fn course(ways: &Ways, open: Option<&Open>, way: u32) -> Course {
    course_of(&taken(ways, open, way))
}

/// The course of a way with one step more.
pub(super) fn course_on(ways: &Ways, open: Option<&Open>, way: u32, more: Taken) -> Course {
    let mut taken = taken(ways, open, way);
    taken.push(more);
    course_of(&taken)
}

fn taken(ways: &Ways, open: Option<&Open>, way: u32) -> Vec<Taken> {
    let mut taken = Vec::new();
    let mut at = way;
    while let Some(label) = ways.labels.get(at as usize) {
        if label.parent == NONE {
            break;
        }
        if label.parent & FAN != 0 {
            let steps = open.map(|open| open.steps(label.parent, Point::new(label.x, label.y)));
            taken.extend(steps.into_iter().flatten().rev());
            break;
        }
        taken.push(label.taken);
        at = label.parent;
    }
    taken.reverse();
    taken
}

/// Steps as a course; equal ones that follow each other are one.
pub(super) fn course_of(taken: &[Taken]) -> Course {
    let mut joined: Vec<Taken> = Vec::new();
    for &next in taken {
        match joined.last_mut() {
            Some(last)
                if last.kind == next.kind
                    && last.slant == next.slant
                    && next.kind != Kind::AboutFace =>
            {
                last.amount += next.amount;
            }
            _ => joined.push(next),
        }
    }
    Course {
        steps: joined.iter().map(step).collect(),
    }
}

pub(super) fn step(taken: &Taken) -> Step {
    let distance = Length::mm(taken.amount);
    let angle = taken.amount;
    match taken.kind {
        Kind::Advance => Step::Advance { distance },
        Kind::Retire => Step::Retire { distance },
        Kind::Sidestep(hand) => Step::Sidestep { hand, distance },
        Kind::Slant => Step::Oblique {
            hand: if taken.slant < 0.0 {
                Hand::Left
            } else {
                Hand::Right
            },
            angle: taken.slant.abs(),
            distance,
        },
        Kind::Wheel(hand) => Step::Wheel { hand, angle },
        Kind::Pivot(hand) => Step::Pivot {
            about: PivotPoint::Centre,
            angle: if hand == Hand::Left { -angle } else { angle },
        },
        Kind::AboutFace => Step::AboutFace,
    }
}
