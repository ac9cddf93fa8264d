//! The moves a search makes.

use grognard_core::{Hand, Heading, StepKinds};

use super::body::Body;
use crate::Bounds;
use crate::hull::TOUCH;

/// A kind of move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Advance,
    Retire,
    Sidestep(Hand),
    Slant,
    Wheel(Hand),
    /// About the centre, clockwise to the right.
    Pivot(Hand),
    AboutFace,
}

impl Kind {
    pub(super) fn heading(self) -> Heading {
        match self {
            Self::Sidestep(_) => Heading::Flank,
            Self::Retire => Heading::Rear,
            _ => Heading::Front,
        }
    }

    pub(super) fn step(self) -> StepKinds {
        match self {
            Self::Advance => StepKinds::ADVANCE,
            Self::Retire => StepKinds::RETIRE,
            Self::Sidestep(_) => StepKinds::SIDESTEP,
            Self::Slant => StepKinds::OBLIQUE,
            Self::Wheel(_) => StepKinds::WHEEL,
            Self::Pivot(_) => StepKinds::PIVOT,
            Self::AboutFace => StepKinds::ABOUT_FACE,
        }
    }
}

/// A straight move: a way off straight ahead, in degrees, one cell long.
#[derive(Clone, Copy)]
pub(super) struct Straight {
    pub(super) kind: Kind,
    pub(super) slant: f64,
    /// The law alone may settle it.
    pub(super) is_plain: bool,
    /// Shares of a full move for each millimetre on open table.
    pub(super) per_mm: f64,
}

/// The straight moves of some kinds. A slant is tried at the two ends of the front quarter; what lies
/// between comes of joining them, see the search.
pub(super) fn straights(
    kinds: StepKinds,
    plain: StepKinds,
    per_mm: [Option<f64>; 3],
) -> Vec<Straight> {
    let all = [
        (Kind::Advance, 0.0),
        (Kind::Slant, -45.0),
        (Kind::Slant, 45.0),
        (Kind::Sidestep(Hand::Left), -90.0),
        (Kind::Sidestep(Hand::Right), 90.0),
        (Kind::Retire, 180.0),
    ];
    let wanted = all.into_iter().filter(|(kind, _)| kinds.has(kind.step()));
    let paid = wanted.filter_map(|(kind, slant)| {
        Some(Straight {
            kind,
            slant,
            is_plain: plain.has(kind.step()),
            per_mm: per_mm[kind.heading() as usize]?,
        })
    });
    paid.collect()
}

/// A turn by one step of the grain.
pub(super) struct Turn {
    pub(super) kind: Kind,
    /// Clockwise (1) or not (-1), about which place in the frame.
    pub(super) sense: i32,
    pub(super) about: (f64, f64),
    /// The law alone may settle it.
    pub(super) is_plain: bool,
    /// What each point followed travels, mm.
    pub(super) ways: Vec<f64>,
    /// The farthest of them.
    pub(super) farthest: f64,
    /// How far a corner of the box goes at most, mm.
    pub(super) swing: f64,
    /// How far the box swings out of the straight ways from corner to corner, at most.
    pub(super) bulge: f64,
    /// Where it leads from each facing: the new facing, and how far the frame goes.
    pub(super) to: Vec<(u16, f64, f64)>,
}

/// The turns of some kinds, and which are plain, for a body, by so many degrees, from each of some facings a turn apart, whose
/// sines and cosines are given; `per_radius` is what a point travels for each millimetre it is from the
/// centre.
pub(super) fn turns(
    (kinds, plain): (StepKinds, StepKinds),
    body: &Body,
    facings: &[(f64, f64)],
    (degrees, per_radius): (f64, f64),
) -> Vec<Turn> {
    let b = &body.bounds;
    let centre = ((b.left + b.right) / 2.0, (b.front + b.rear) / 2.0);
    let all = [
        (Kind::Wheel(Hand::Left), -1, (b.left, b.front)),
        (Kind::Wheel(Hand::Right), 1, (b.right, b.front)),
        (Kind::Pivot(Hand::Left), -1, centre),
        (Kind::Pivot(Hand::Right), 1, centre),
    ];
    let wanted = all.into_iter().filter(|(kind, ..)| kinds.has(kind.step()));
    wanted
        .map(|(kind, sense, about)| {
            let way = |p: &(f64, f64)| libm::hypot(p.0 - about.0, p.1 - about.1) * per_radius;
            let ways: Vec<f64> = body.followed.iter().map(way).collect();
            let far = farthest(b, about);
            Turn {
                kind,
                sense,
                about,
                is_plain: plain.has(kind.step()),
                farthest: crate::followed::greatest(&ways),
                ways,
                swing: far * degrees.to_radians(),
                bulge: far * (1.0 - libm::cos(degrees.to_radians() / 2.0)) + TOUCH,
                to: leading(facings, sense, about),
            }
        })
        .collect()
}

/// Where a turn about a place in the frame leads from each facing.
fn leading(facings: &[(f64, f64)], sense: i32, (right, ahead): (f64, f64)) -> Vec<(u16, f64, f64)> {
    let count = facings.len() as i32;
    let place = |(sin, cos): (f64, f64)| (right * cos + ahead * sin, ahead * cos - right * sin);
    let from = (0..count).zip(facings);
    from.map(|(facing, &was)| {
        let to = (facing + sense).rem_euclid(count) as u16;
        let (was, is) = (place(was), place(facings[usize::from(to)]));
        (to, was.0 - is.0, was.1 - is.1)
    })
    .collect()
}

/// How far the farthest corner of a box is from a place in its frame.
fn farthest(bounds: &Bounds, about: (f64, f64)) -> f64 {
    let across = (bounds.left - about.0)
        .abs()
        .max((bounds.right - about.0).abs());
    let ahead = (bounds.front - about.1)
        .abs()
        .max((bounds.rear - about.1).abs());
    libm::hypot(across, ahead)
}
