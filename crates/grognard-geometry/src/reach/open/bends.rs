//! Turns at one place, at either end of a straight stretch.

use super::super::labels::Taken;
use super::super::moves::{Kind, Turn};
use super::Place;
use crate::followed::greatest;

/// A turn at one place: by so many degrees, perhaps with all figures turned about before or after.
#[derive(Clone, Debug)]
pub(super) struct Bend {
    /// The way round it ends: 1 when all figures have turned about.
    pub(super) to: usize,
    /// How many facings it turns by.
    pub(super) by: usize,
    /// Where the frame comes, in the frame it begins in: right and ahead.
    pub(super) shift: Place,
    /// Where it leads from the start of a course, east and north; of first turns only.
    pub(super) ends: Place,
    /// What all points pay.
    pub(super) toll: f64,
    /// What each point pays besides; of one point where the law adds up steps.
    pub(super) sums: Vec<f64>,
    pub(super) steps: [Option<Taken>; 2],
    /// How far the middle of the unit's box goes at most, mm.
    pub(super) out: f64,
    /// Which of the unit's turns it is, and by how many steps of the grain.
    pub(super) turn: (u8, u8),
    /// All figures turn about before the turn.
    pub(super) about_first: bool,
}

/// What a turn by whole steps of the grain is made of.
pub(super) struct Turning<'a> {
    pub(super) turns: &'a [Turn],
    /// The middle of the unit's box in its frame.
    pub(super) middle: Place,
    /// How many facings there are.
    pub(super) count: usize,
    pub(super) degrees: f64,
    /// How much longer a turn by a number of steps is than one by a single step.
    pub(super) longer: &'a dyn Fn(usize) -> f64,
    pub(super) per_mm: f64,
    /// Shares there are at most.
    pub(super) left: f64,
    /// Points whose sums are kept; none where the law adds up steps.
    pub(super) points: usize,
}

/// The turns of a unit one way round, none among them.
pub(super) fn turns(way: usize, turning: &Turning<'_>) -> Vec<Bend> {
    let width = turning.points.max(1);
    let mut out = vec![Bend {
        to: way,
        by: 0,
        shift: (0.0, 0.0),
        ends: (0.0, 0.0),
        toll: 0.0,
        sums: vec![0.0; width],
        steps: [None, None],
        out: 0.0,
        turn: (0, 0),
        about_first: false,
    }];
    for (index, turn) in (0..).zip(turning.turns).filter(|(_, turn)| turn.is_plain) {
        let (right, ahead) = turn.about;
        let from_middle = libm::hypot(right - turning.middle.0, ahead - turning.middle.1);
        for n in 1..=turning.count / 2 {
            let factor = (turning.longer)(n) * turning.per_mm;
            let sums: Vec<f64> = match turning.points {
                0 => vec![turn.farthest * factor],
                _ => turn.ways.iter().map(|way| way * factor).collect(),
            };
            if greatest(&sums) > turning.left {
                break;
            }
            let amount = n as f64 * turning.degrees;
            let (sin, cos) = grognard_core::sin_cos_degrees(f64::from(turn.sense) * amount);
            let by = if turn.sense < 0 { turning.count - n } else { n };
            out.push(Bend {
                to: way,
                by,
                shift: (
                    right - right * cos - ahead * sin,
                    ahead - ahead * cos + right * sin,
                ),
                ends: (0.0, 0.0),
                toll: 0.0,
                sums,
                steps: [
                    Some(Taken {
                        kind: turn.kind,
                        amount,
                        slant: 0.0,
                    }),
                    None,
                ],
                out: 2.0 * from_middle * libm::sin(amount.to_radians() / 2.0),
                turn: (index, n as u8),
                about_first: false,
            });
        }
    }
    out
}

/// The same turns with all figures turned about: before, as those of `after` go, or after a wheel of `before`.
pub(super) fn about(
    (before, after): (&[Bend], &[Bend]),
    (frame, toll): (Place, f64),
    count: usize,
    degrees: f64,
) -> Vec<Bend> {
    let face = Taken {
        kind: Kind::AboutFace,
        amount: 180.0,
        slant: 0.0,
    };
    let half = count / 2;
    let then = after.iter().map(|bend| Bend {
        by: (bend.by + half) % count,
        shift: (frame.0 - bend.shift.0, frame.1 - bend.shift.1),
        toll,
        steps: [Some(face), bend.steps[0]],
        about_first: true,
        ..bend.clone()
    });
    // A pivot about the centre is the same before and after.
    let wheels = before
        .iter()
        .filter(|bend| bend.steps[0].is_some_and(|step| matches!(step.kind, Kind::Wheel(_))));
    let first = wheels.map(|bend| {
        let (sin, cos) = grognard_core::sin_cos_degrees(bend.by as f64 * degrees);
        let turned = turned(frame, (sin, cos));
        Bend {
            to: 1,
            by: (bend.by + half) % count,
            shift: (bend.shift.0 + turned.0, bend.shift.1 + turned.1),
            toll,
            steps: [bend.steps[0], Some(face)],
            ..bend.clone()
        }
    });
    then.chain(first).collect()
}

/// A place to the right and ahead of a frame whose facing has this sine and cosine.
pub(super) fn turned((right, ahead): Place, (sin, cos): (f64, f64)) -> Place {
    (right * cos + ahead * sin, ahead * cos - right * sin)
}
