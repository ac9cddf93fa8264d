//! A way as a course.

use grognard_core::{Course, Hand, Length, PivotPoint, Step};

use super::labels::{Taken, Ways};
use super::moves::Kind;

/// The course of a way.
pub(super) fn course(ways: &Ways, way: u32) -> Course {
    course_of(&taken(ways, way))
}

/// The course of a way with one step more.
pub(super) fn course_on(ways: &Ways, way: u32, more: Taken) -> Course {
    let mut taken = taken(ways, way);
    taken.push(more);
    course_of(&taken)
}

fn taken(ways: &Ways, way: u32) -> Vec<Taken> {
    let mut taken = Vec::new();
    let mut at = way;
    while let Some(label) = ways.labels.get(at as usize) {
        if label.parent == super::labels::NONE {
            break;
        }
        taken.push(label.taken);
        at = label.parent;
    }
    taken.reverse();
    taken
}

/// Steps as a course; equal ones that follow each other are one.
fn course_of(taken: &[Taken]) -> Course {
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
