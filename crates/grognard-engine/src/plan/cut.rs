//! How much of a course a unit may go at once.

use grognard_core::{Course, Length, RVec, Ruling, Step};

use super::trial::Trial;
use super::ways::Body;
use crate::error::EngineError;

/// How many rulings are asked for at most on parts of one course.
const ASKED: usize = 9;
/// A part that leaves less than this share of the course is as good as the longest.
const NEAR: f64 = 0.01;

/// A part of a course that is allowed.
#[derive(Clone, Debug)]
pub(super) struct Cut {
    pub(super) course: Course,
    /// Whether it is the whole course.
    pub(super) whole: bool,
    pub(super) ruling: Ruling,
}

impl Trial<'_> {
    /// The course, or the longest first part of it that was found allowed; none when none was.
    pub(super) fn longest(
        &self,
        body: &Body,
        course: &Course,
        round: f64,
    ) -> Result<Option<Cut>, EngineError> {
        let ruling = self.check(&self.march(course.clone()))?;
        if ruling.allowed() {
            return Ok(Some(Cut {
                course: course.clone(),
                whole: true,
                ruling,
            }));
        }
        let mut found: Option<Cut> = None;
        // Shares of the course with what they cost: the longest that is allowed, the shortest that is not.
        let (mut least, mut most) = ((0.0, None), (1.0, over_budget(&ruling)));
        for _ in 1..ASKED {
            let guess = guess(least, most);
            let cut = part(course, body, guess, round);
            if cut.steps.is_empty() {
                break;
            }
            let ruling = self.check(&self.march(cut.clone()))?;
            if !ruling.allowed() {
                most = (guess, over_budget(&ruling));
            } else {
                let (spent, budget) = (ruling.spent.to_f64(), ruling.budget.to_f64());
                least = (guess, (budget > 0.0).then(|| spent / budget));
                found = Some(Cut {
                    course: cut,
                    whole: false,
                    ruling,
                });
            }
            let full = least.1.is_some_and(|spent| spent > 1.0 - NEAR);
            if most.0 - least.0 < NEAR || (full && most.1.is_some()) {
                break;
            }
        }
        Ok(found)
    }
}
/// What a course refused would cost, over what there is; none when it was not refused for its cost.
fn over_budget(ruling: &Ruling) -> Option<f64> {
    let (spent, budget) = (ruling.spent.to_f64(), ruling.budget.to_f64());
    (budget > 0.0 && spent > budget).then(|| spent / budget)
}

/// The next share to try. What a part costs is nearly in proportion to its length, so where the allowance
/// is what ends it, the place is all but known; else it is looked for half-way.
fn guess(least: (f64, Option<f64>), most: (f64, Option<f64>)) -> f64 {
    let width = most.0 - least.0;
    let share = match (least.1, most.1) {
        (Some(low), Some(high)) if high > low => (1.0 - low) / (high - low),
        (None, Some(high)) => 1.0 / high,
        _ => 0.5,
    };
    least.0 + width * (share - NEAR / 4.0).clamp(0.02, 0.98)
}

/// The first part of a course: a share of its length.
pub(super) fn part(course: &Course, body: &Body, share: f64, round: f64) -> Course {
    let b = &body.bounds;
    let arm = (b.right - b.left).max(b.front - b.rear);
    let weight = |step: &Step| match step {
        Step::Advance { distance }
        | Step::Retire { distance }
        | Step::Sidestep { distance, .. }
        | Step::Oblique { distance, .. } => distance.millimetres(),
        Step::Wheel { angle, .. } | Step::Pivot { angle, .. } => angle.abs().to_radians() * arm,
        Step::AboutFace | Step::To { .. } => 0.0,
    };
    let whole: f64 = course.steps.iter().map(weight).sum();
    let mut left = whole * share;
    let mut steps = RVec::new();
    for step in &course.steps {
        let weight = weight(step);
        if weight <= left {
            left -= weight;
            steps.push(*step);
            continue;
        }
        let share = left / weight;
        let down = |x: f64| {
            if round > 0.0 {
                let per = (1.0 / round).round();
                (x * share * per).trunc() / per
            } else {
                x * share
            }
        };
        let cut = |distance: Length| Length::mm(down(distance.millimetres()));
        let step = step.resized(cut, down);
        let empty = match step {
            Step::Advance { distance }
            | Step::Retire { distance }
            | Step::Sidestep { distance, .. }
            | Step::Oblique { distance, .. } => distance.millimetres() <= 0.0,
            Step::Wheel { angle, .. } | Step::Pivot { angle, .. } => angle == 0.0,
            _ => false,
        };
        if !empty {
            steps.push(step);
        }
        break;
    }
    Course { steps }
}
