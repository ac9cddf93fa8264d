//! The moves a search makes.

use grognard_core::{Hand, StepKinds};

use super::body::Body;

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
pub(super) struct Straight {
    pub(super) kind: Kind,
    pub(super) slant: f64,
}

/// The straight moves of some kinds. A slant is tried at the two ends of the front quarter; what lies
/// between comes of joining them, see the search.
pub(super) fn straights(kinds: StepKinds) -> Vec<Straight> {
    let all = [
        (Kind::Advance, 0.0),
        (Kind::Slant, -45.0),
        (Kind::Slant, 45.0),
        (Kind::Sidestep(Hand::Left), -90.0),
        (Kind::Sidestep(Hand::Right), 90.0),
        (Kind::Retire, 180.0),
    ];
    let wanted = all.into_iter().filter(|(kind, _)| kinds.has(kind.step()));
    wanted
        .map(|(kind, slant)| Straight { kind, slant })
        .collect()
}

/// A turn by one step of the grain.
pub(super) struct Turn {
    pub(super) kind: Kind,
    /// 1 clockwise, -1 counter-clockwise.
    pub(super) sense: i32,
    /// The point that stands, in the frame.
    pub(super) about: (f64, f64),
    /// What each point followed travels, mm.
    pub(super) ways: Vec<f64>,
    /// The farthest of them.
    pub(super) farthest: f64,
}

/// The turns of some kinds for a body; `per_radius` is what a point travels for each millimetre it is
/// from the centre.
pub(super) fn turns(kinds: StepKinds, body: &Body, per_radius: f64) -> Vec<Turn> {
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
            Turn {
                kind,
                sense,
                about,
                farthest: crate::followed::greatest(&ways),
                ways,
            }
        })
        .collect()
}
