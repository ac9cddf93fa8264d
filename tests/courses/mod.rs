//! Courses at random, and which of them are plain.

use grognard_core::{
    Bearing, Board, Course, Hand, Heading, Length, MotionLaw, PivotPoint, Plain, Point, Shape,
    Step, StepKinds, Survey,
};
use grognard_geometry::{Field, end_of, least_gap, survey};
use proptest::prelude::*;

/// A step that is drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stride {
    kind: usize,
    /// Part of what the course may go, for one step of it.
    amount: f64,
    /// From -1, far to the left, to 1.
    slant: f64,
}

/// Courses of a few steps.
pub(crate) fn strides() -> impl Strategy<Value = Vec<Vec<Stride>>> {
    let amount = prop_oneof![0.01..1.2, Just(0.5), Just(1.0)];
    let slant = prop_oneof![-1.0..1.0, Just(1.0), Just(-1.0)];
    let stride = (any::<usize>(), amount, slant).prop_map(|(kind, amount, slant)| Stride {
        kind,
        amount,
        slant,
    });
    prop::collection::vec(prop::collection::vec(stride, 1..5), 6..18)
}

const KINDS: [StepKinds; 8] = [
    StepKinds::ADVANCE,
    StepKinds::RETIRE,
    StepKinds::SIDESTEP,
    StepKinds::OBLIQUE,
    StepKinds::WHEEL,
    StepKinds::PIVOT,
    StepKinds::ABOUT_FACE,
    StepKinds::TO,
];

/// A unit on a board under a law.
pub(crate) struct Mover<'a> {
    pub(crate) board: &'a Board,
    pub(crate) field: &'a Field,
    pub(crate) subject: usize,
    pub(crate) law: &'a MotionLaw,
    pub(crate) tolerance: f64,
}

impl Mover<'_> {
    /// A course of the steps drawn, of some kinds.
    pub(crate) fn course(&self, strides: &[Stride], of: StepKinds) -> Course {
        let kinds: Vec<StepKinds> = KINDS.into_iter().filter(|kind| of.has(*kind)).collect();
        let part = self.farthest() / strides.len() as f64;
        let mut course = Course::new();
        for stride in strides {
            let kind = kinds[stride.kind % kinds.len()];
            let step = self.step(&course, kind, stride, part);
            course = course.then(step);
        }
        course
    }

    /// A course of one short step for each of some kinds.
    pub(crate) fn probes(&self, of: StepKinds) -> Vec<Course> {
        let short = Stride {
            kind: 0,
            amount: 1.0,
            slant: 0.01,
        };
        let kinds = KINDS.into_iter().filter(|kind| of.has(*kind));
        let steps = kinds.map(|kind| self.step(&Course::new(), kind, &short, 1.0));
        steps.map(|step| Course::new().then(step)).collect()
    }

    fn step(&self, before: &Course, kind: StepKinds, stride: &Stride, part: f64) -> Step {
        let mm = part * stride.amount;
        let distance = Length::mm(mm);
        let hand = if stride.slant < 0.0 {
            Hand::Left
        } else {
            Hand::Right
        };
        match kind {
            StepKinds::ADVANCE => Step::Advance { distance },
            StepKinds::RETIRE => Step::Retire { distance },
            StepKinds::SIDESTEP => Step::Sidestep { hand, distance },
            StepKinds::OBLIQUE => Step::Oblique {
                hand,
                angle: stride.slant.abs() * 45.0,
                distance,
            },
            StepKinds::WHEEL => Step::Wheel {
                hand,
                angle: stride.slant.abs() * 90.0 * stride.amount.min(1.0),
            },
            StepKinds::PIVOT => Step::Pivot {
                about: [
                    PivotPoint::Centre,
                    PivotPoint::FrontCentre,
                    PivotPoint::Front(hand),
                    PivotPoint::Rear(hand),
                    PivotPoint::At(Point::new(mm, part)),
                ][stride.kind % 5],
                angle: stride.slant * 60.0,
            },
            StepKinds::ABOUT_FACE => Step::AboutFace,
            _ => {
                let pose = end_of(&self.board.units[self.subject], before).0;
                // A shade less than 45 degrees: a point between two numbers lies a shade beside.
                let (sin, cos) = (stride.slant * 44.999).to_radians().sin_cos();
                Step::To {
                    point: pose.point(mm * sin, mm * cos),
                }
            }
        }
    }

    /// How far the unit goes straight ahead on open table, mm; something where the law does not say.
    fn farthest(&self) -> f64 {
        let open =
            |rate: &&grognard_core::Rate| rate.heading == Heading::Front && rate.terrain.is_empty();
        let rate = self.law.rates.iter().find(open);
        let rate = rate.map_or(0.0, |rate| rate.per_move.to_f64());
        let left = self.law.budget.to_f64() - self.law.spent.to_f64();
        (rate * left).clamp(20.0, 1000.0)
    }

    /// What the law makes of a course.
    pub(crate) fn survey(&self, course: &Course) -> Survey {
        survey(
            self.board,
            self.field,
            self.subject,
            course,
            self.law,
            self.tolerance,
        )
    }

    /// Whether a course is of some length, and plain word by word.
    pub(crate) fn is_plain(&self, course: &Course, survey: &Survey, plain: &Plain) -> bool {
        let faces = |step: &&Step| matches!(step, Step::AboutFace);
        let faces = course.steps.iter().filter(faces).count();
        self.has_length(course)
            && course
                .steps
                .iter()
                .all(|step| plain.steps.has(StepKinds::of(step)))
            && faces <= plain.about_faces as usize
            && self.slants_little(course)
            && self.law_pays(survey)
            && self.meets_nothing(survey, plain)
            && self.keeps_clear(course, plain.clear)
    }

    fn has_length(&self, course: &Course) -> bool {
        course.steps.iter().any(|step| match step {
            Step::Advance { distance }
            | Step::Retire { distance }
            | Step::Sidestep { distance, .. }
            | Step::Oblique { distance, .. } => distance.millimetres() > 0.0,
            Step::Wheel { angle, .. } | Step::Pivot { angle, .. } => *angle != 0.0,
            Step::To { .. } => true,
            Step::AboutFace => false,
        })
    }

    /// No slant over 45 degrees, no wheel that swings back.
    fn slants_little(&self, course: &Course) -> bool {
        let mut before = Course::new();
        course.steps.iter().all(|step| {
            let fits = match step {
                Step::Oblique { angle, .. } => (0.0..=45.0).contains(angle),
                Step::Wheel { angle, .. } => *angle >= 0.0,
                Step::To { point } => {
                    let pose = end_of(&self.board.units[self.subject], &before).0;
                    let (dx, dy) = (point.x - pose.at.x, point.y - pose.at.y);
                    Bearing::of_vector(dx, dy).minus(pose.facing).abs() <= 45.0
                }
                _ => true,
            };
            before = before.clone().then(*step);
            fits
        })
    }

    /// There is a rate for all of the way, and the budget has it.
    fn law_pays(&self, survey: &Survey) -> bool {
        survey.missing.is_empty()
            && survey.legs.iter().all(|leg| !leg.per_move.is_zero())
            && !survey.total.exceeds(self.law.budget.into(), 0.0)
    }

    fn meets_nothing(&self, survey: &Survey, plain: &Plain) -> bool {
        let may_cross = |crossing: &grognard_core::Crossing| {
            let piece = &self.board.terrain[crossing.terrain as usize];
            plain.holds_on(&piece.kind, matches!(piece.shape, Shape::Line { .. }))
        };
        survey.off_table.is_none()
            && survey.contacts.iter().all(|contact| !contact.overlap)
            && survey.crossings.iter().all(may_cross)
    }

    fn keeps_clear(&self, course: &Course, clear: f64) -> bool {
        let own = &self.board.units[self.subject].side;
        (0..self.board.units.len())
            .filter(|other| self.board.hostile(own, &self.board.units[*other].side))
            .all(|other| least_gap(self.field, self.subject, course, other) > clear)
    }
}
