//! Courses to a place in closed form: a turn, a straight way, a turn.

use grognard_core::{
    Bearing, Course, Hand, Length, PivotPoint, Point, Pose, RVec, Rect, Step, StepKinds,
    sin_cos_degrees,
};
use grognard_geometry::Bounds;

/// Turns and ways smaller than this are left out: degrees and millimetres.
const NOTHING: f64 = 1e-6;
/// How far a slanted way goes off straight ahead: as far as a slant goes, within rounding.
const SLANT: f64 = 44.8;
/// A wheel farther round than this is never the way to go, degrees.
const WIDEST: f64 = 270.0;

/// Where a unit stands: its frame and the box about it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body {
    pub(super) pose: Pose,
    pub(super) bounds: Bounds,
}

impl Body {
    /// How long an arm its turns are measured at, mm: the longer side of the box.
    pub(super) fn arm(&self) -> f64 {
        let b = &self.bounds;
        (b.right - b.left).max(b.front - b.rear)
    }

    /// The box, on the table.
    pub(super) fn rect(&self) -> Rect {
        let b = &self.bounds;
        let middle = ((b.left + b.right) / 2.0, (b.front + b.rear) / 2.0);
        let pose = self.pose.offset(middle.0, middle.1, 0.0);
        Rect::new(pose, b.right - b.left, b.front - b.rear)
    }
}

/// Where it is to come: to a place, facing some way or anyhow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Aim {
    pub(super) at: Point,
    pub(super) facing: Option<Bearing>,
}

/// How a unit can move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gait {
    /// The kinds of step it may take.
    pub(super) kinds: StepKinds,
    /// How much dearer a millimetre to the flank is than one ahead.
    pub(super) flank: f64,
    /// How much dearer a millimetre to the rear is.
    pub(super) rear: f64,
    /// Lengths are whole multiples of this, mm, and turns, degrees; zero for exact ones.
    pub(super) round: f64,
}

/// A way to an aim, before it is made a course of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    about: [bool; 2],
    turns: [(Turn, f64); 2],
    right: f64,
    forward: f64,
    /// Its length: millimetres of the corner farthest from each turn, and of the straight way, dearer
    /// ones counted so.
    pub(super) dear: f64,
}

/// A turn at one end of a way.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Turn {
    None,
    Wheel(Hand),
    Pivot,
}

const TURNS: [(Turn, StepKinds); 4] = [
    (Turn::None, StepKinds::NONE),
    (Turn::Wheel(Hand::Left), StepKinds::WHEEL),
    (Turn::Wheel(Hand::Right), StepKinds::WHEEL),
    (Turn::Pivot, StepKinds::PIVOT),
];

/// Every way of a turn, a straight way ahead and a turn that ends at the aim, an about-face before or behind
/// them included, and those that need but one turn and a slant; shortest first.
pub(super) fn ways(body: &Body, aim: &Aim, gait: &Gait) -> Vec<Way> {
    all_ways(body, aim, gait, &[0.0])
}

/// The same where the straight way goes aslant, aside or back between two turns, as steps allow.
pub(super) fn slanted_ways(body: &Body, aim: &Aim, gait: &Gait) -> Vec<Way> {
    let all = [
        (StepKinds::OBLIQUE, SLANT),
        (StepKinds::OBLIQUE, -SLANT),
        (StepKinds::SIDESTEP, 90.0),
        (StepKinds::SIDESTEP, -90.0),
        (StepKinds::RETIRE, 180.0),
    ];
    let open = all.iter().filter(|(kind, _)| gait.kinds.has(*kind));
    let slants: Vec<f64> = open.map(|(_, slant)| *slant).collect();
    all_ways(body, aim, gait, &slants)
}

fn all_ways(body: &Body, aim: &Aim, gait: &Gait, slants: &[f64]) -> Vec<Way> {
    let mut out = Vec::with_capacity(32 * slants.len());
    plain_ways(body, aim, gait, ([false, false], slants), &mut out);
    if gait.kinds.has(StepKinds::ABOUT_FACE) {
        let (pose, bounds) = body.bounds.faced_about(body.pose);
        let about = Body { pose, bounds };
        plain_ways(&about, aim, gait, ([true, false], slants), &mut out);
        if let Some(facing) = aim.facing {
            let there = Pose {
                at: aim.at,
                facing: facing.reversed(),
            };
            for (start, about_first) in [(body, false), (&about, true)] {
                // Where it has to stand so that it faces the aim's way after turning about.
                let b = &start.bounds;
                let before = there.offset(-(b.left + b.right) / 2.0, -b.rear, 0.0);
                let aim = Aim {
                    at: before.at,
                    facing: Some(before.facing),
                };
                plain_ways(start, &aim, gait, ([about_first, true], slants), &mut out);
            }
        }
    }
    out.sort_by(|a, b| a.dear.total_cmp(&b.dear));
    out
}

/// The same without about-faces but for those that `about` puts first and last.
fn plain_ways(
    body: &Body,
    aim: &Aim,
    gait: &Gait,
    (about, slants): ([bool; 2], &[f64]),
    out: &mut Vec<Way>,
) {
    let open = || {
        TURNS
            .iter()
            .filter(|(_, kind)| gait.kinds.has(*kind))
            .map(|turn| turn.0)
    };
    let end = aim.facing.map(|facing| Pose { at: aim.at, facing });
    // The last turn leaves its hinge where it is, so that is what the straight way has to bring there.
    let lasts: [Option<Point>; 4] = TURNS.map(|(last, _)| {
        let (right, forward) = body.hinge(last);
        end.map(|end| end.point(right, forward))
    });
    for first in open() {
        let (right, forward) = body.hinge(first);
        let from = body.pose.point(right, forward);
        for (index, (last, kind)) in TURNS.iter().enumerate() {
            if !gait.kinds.has(*kind) || (end.is_none() && *last != Turn::None) {
                continue;
            }
            let hinge = lasts[index].unwrap_or(aim.at);
            // Between no turn and another there is but one way to face.
            let free = first != Turn::None && (*last != Turn::None || aim.facing.is_none());
            for slant in if free { slants } else { &slants[..1] } {
                out.extend(body.way((first, from), (*last, hinge), aim, gait, (about, *slant)));
            }
        }
    }
}

impl Body {
    /// A turn, a straight way, a turn; none when that does not lead to the aim.
    fn way(
        &self,
        (first, from): (Turn, Point),
        (last, hinge): (Turn, Point),
        aim: &Aim,
        gait: &Gait,
        (about, slant): ([bool; 2], f64),
    ) -> Option<Way> {
        let start = self.pose;
        let (a, b) = (self.hinge(first), self.hinge(last));
        let along = match (first, last, aim.facing) {
            (Turn::None, _, _) => start.facing,
            (_, Turn::None, Some(facing)) => facing,
            _ => {
                // From hinge to hinge it is what one lies off the other, and the straight way.
                let (dx, dy) = (hinge.x - from.x, hinge.y - from.y);
                let (aside, ahead) = (b.0 - a.0, b.1 - a.1);
                let (sin, cos) = sin_cos_degrees(slant);
                let half = aside * sin + ahead * cos;
                let root = half * half - (aside * aside + ahead * ahead) + dx * dx + dy * dy;
                let far = root.max(0.0).sqrt() - half;
                if root < 0.0 || far < 0.0 {
                    return None;
                }
                let off = Bearing::of_vector(aside + far * sin, ahead + far * cos);
                Bearing::of_vector(dx, dy).turned(-off.degrees())
            }
        };
        let one = first.round_to(rounded(along.minus(start.facing), gait.round))?;
        let along = start.facing.turned(one);
        let other = match aim.facing {
            Some(facing) => last.round_to(rounded(facing.minus(along), gait.round))?,
            None => 0.0,
        };
        // From where the frame stands after the first turn to where it has to before the last.
        let frame = Pose {
            at: from,
            facing: along,
        };
        let (right, forward) = frame.local(hinge);
        let (right, forward) = (
            rounded(right + a.0 - b.0, gait.round),
            rounded(forward + a.1 - b.1, gait.round),
        );
        // Less than the eye sees is no slant.
        let right = if right.abs() <= gait.round {
            0.0
        } else {
            right
        };
        let dear = self.straight(right, forward, gait)?;
        Some(Way {
            about,
            turns: [(first, one), (last, other)],
            right,
            forward,
            dear: dear + self.arc(first, one) + self.arc(last, other),
        })
    }

    /// What a turn turns about, in the unit's frame.
    fn hinge(&self, turn: Turn) -> (f64, f64) {
        let b = &self.bounds;
        match turn {
            Turn::None => (0.0, 0.0),
            Turn::Wheel(Hand::Left) => (b.left, b.front),
            Turn::Wheel(Hand::Right) => (b.right, b.front),
            Turn::Pivot => ((b.left + b.right) / 2.0, (b.front + b.rear) / 2.0),
        }
    }

    /// The way of the corner farthest from the hinge.
    fn arc(&self, turn: Turn, degrees: f64) -> f64 {
        if degrees == 0.0 {
            return 0.0;
        }
        let b = &self.bounds;
        let (right, forward) = self.hinge(turn);
        let aside = (b.right - right).max(right - b.left);
        let behind = (b.front - forward).max(forward - b.rear);
        degrees.abs().to_radians() * (aside * aside + behind * behind).sqrt()
    }

    /// The length of a straight way, facing kept; none when it cannot be gone.
    fn straight(&self, right: f64, forward: f64, gait: &Gait) -> Option<f64> {
        let kinds = gait.kinds;
        let (aside, ahead) = (right.abs(), forward.abs());
        if slants(right, forward, kinds) {
            return Some((right * right + forward * forward).sqrt());
        }
        let lacks = (forward > NOTHING && !kinds.has(StepKinds::ADVANCE))
            || (forward < -NOTHING && !kinds.has(StepKinds::RETIRE))
            || (aside > NOTHING && !kinds.has(StepKinds::SIDESTEP));
        if lacks {
            return None;
        }
        let back = if forward < 0.0 { gait.rear } else { 1.0 };
        Some(ahead * back + aside * gait.flank)
    }
}

/// Whether a straight way is gone in one slant.
fn slants(right: f64, forward: f64, kinds: StepKinds) -> bool {
    right.abs() > NOTHING && forward >= right.abs() && kinds.has(StepKinds::OBLIQUE)
}

impl Turn {
    /// The turn by `degrees` clockwise, or round the other way where it only goes one; none when that is too
    /// far, or it does not turn.
    fn round_to(self, degrees: f64) -> Option<f64> {
        if degrees.abs() <= NOTHING {
            return Some(0.0);
        }
        let degrees = match self {
            Self::None => return None,
            Self::Wheel(Hand::Left) if degrees > 0.0 => degrees - 360.0,
            Self::Wheel(Hand::Right) if degrees < 0.0 => degrees + 360.0,
            _ => degrees,
        };
        (degrees.abs() <= WIDEST).then_some(degrees)
    }

    fn step(self, degrees: f64) -> Option<Step> {
        match self {
            _ if degrees == 0.0 => None,
            Self::None => None,
            Self::Wheel(hand) => Some(Step::Wheel {
                hand,
                angle: degrees.abs(),
            }),
            Self::Pivot => Some(Step::Pivot {
                about: PivotPoint::Centre,
                angle: degrees,
            }),
        }
    }
}

impl Way {
    /// The course.
    pub(super) fn course(&self, gait: &Gait) -> Course {
        let mut steps = RVec::new();
        if self.about[0] {
            steps.push(Step::AboutFace);
        }
        let [(first, one), (last, other)] = self.turns;
        steps.extend(first.step(one));
        let (right, forward) = (self.right, self.forward);
        let hand = if right < 0.0 { Hand::Left } else { Hand::Right };
        if slants(right, forward, gait.kinds) {
            let far = (right * right + forward * forward).sqrt();
            let distance = Length::mm(rounded(far, gait.round));
            let angle = rounded(
                Bearing::of_vector(right.abs(), forward).degrees(),
                gait.round,
            );
            steps.push(if angle > 0.0 {
                Step::Oblique {
                    hand,
                    angle,
                    distance,
                }
            } else {
                Step::Advance { distance }
            });
        } else {
            let distance = Length::mm(forward.abs());
            if forward > NOTHING {
                steps.push(Step::Advance { distance });
            } else if forward < -NOTHING {
                steps.push(Step::Retire { distance });
            }
            if right.abs() > NOTHING {
                let distance = Length::mm(right.abs());
                steps.push(Step::Sidestep { hand, distance });
            }
        }
        steps.extend(last.step(other));
        if self.about[1] {
            steps.push(Step::AboutFace);
        }
        Course { steps }
    }
}

/// To a whole multiple of `round`, written as the nearest number to that decimal; unchanged when zero.
pub(super) fn rounded(x: f64, round: f64) -> f64 {
    if round > 0.0 {
        let per = (1.0 / round).round();
        (x * per).round() / per
    } else {
        x
    }
}
