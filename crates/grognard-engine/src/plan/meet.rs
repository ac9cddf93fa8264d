//! Two moves fitted together: the first to where the second just does.

use grognard_core::{Course, Id, Pose, Step};

use super::fit::{Leg, Slack, fitted};
use super::forms::Shift;
use super::marches::Marches;
use super::repertoire::{Off, Repertoire};
use super::turn::Turns;
use super::ways::Aim;
use crate::error::EngineError;

/// How many first moves are kept.
const KEPT: usize = 3;
/// The most pairs that are fitted, and of those that are made of the same steps.
const FITTED: usize = 16;
const ALIKE: usize = 2;
/// The most first moves that are looked through.
const LOOKED: usize = 3_000;
/// Pairs that seem to take more than this of what there is are not fitted: what a map tells is coarse.
const DEAR: f64 = 1.25;
/// What of all that counts as there is used: rounding takes a little.
const SLACK: f64 = 0.9;
const ALL: f64 = 0.97;
/// Poses nearer than this are one, mm and degrees.
const SAME: f64 = 1e-3;

/// A second move that was found together with the first.
#[derive(Clone, Debug)]
pub(super) struct Hint {
    from: Pose,
    formation: Id,
    /// None where a change of formation comes before it.
    course: Option<Course>,
}

impl Hint {
    /// Whether it is one for a unit that stands so.
    pub(super) fn fits(&self, pose: Pose, formation: &Id) -> bool {
        self.formation == *formation
            && self.from.at.distance(pose.at) < SAME
            && self.from.facing.minus(pose.facing).abs() < SAME
    }
}

/// What came of fitting pairs of moves.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Met {
    /// How many do on open table.
    pub(super) fitted: usize,
    /// How many first moves the rules allow.
    pub(super) kept: usize,
}

/// What may follow a first move: perhaps a change of formation, and a second move.
struct Then {
    /// What a change takes off the first move and off the second.
    taken: [f64; 2],
    /// A change between them.
    shift: Option<Shift>,
    formation: Id,
    aim: Aim,
}

impl Turns<'_> {
    /// The moves on that were found with the one that led where a unit stands.
    pub(super) fn hinted(&self, pose: Pose, formation: &Id) -> impl Iterator<Item = &Course> {
        let fit = self
            .hints
            .iter()
            .filter(move |hint| hint.fits(pose, formation));
        fit.filter_map(|hint| hint.course.as_ref())
    }

    /// Whether one more move is known to do where a unit stands so.
    pub(super) fn is_half_way(&self, pose: Pose, formation: &Id) -> bool {
        self.hints.iter().any(|hint| hint.fits(pose, formation))
    }

    fn what_follows(&self, from: Pose, formation: &Id) -> Vec<Then> {
        let goal = &self.outlook.goal;
        let none = Then {
            taken: [0.0; 2],
            shift: None,
            formation: *formation,
            aim: goal.aim(),
        };
        let Some(wanted) = goal.formation.filter(|wanted| wanted != formation) else {
            return vec![none];
        };
        let share = self.changes.share(formation, &wanted);
        let mut out = Vec::new();
        for shift in self.changes.shifts(formation, &wanted) {
            for taken in [[share, 0.0], [0.0, share]] {
                out.push(Then {
                    taken,
                    shift: Some(shift),
                    formation: wanted,
                    aim: goal.aim(),
                });
            }
            out.push(Then {
                taken: [0.0, share],
                aim: goal.aim_before(shift, from.at),
                ..none
            });
        }
        out
    }

    /// Marches to where one more move brings the unit to the goal, to the last millimetre of both: by a map of first moves, or by what is known
    /// of them.
    pub(super) fn meet(
        &mut self,
        marches: &mut Marches<'_, '_>,
        map: Option<&Repertoire>,
    ) -> Result<Met, EngineError> {
        let (body, formation) = (marches.body, marches.unit.formation);
        let thens = self.what_follows(body.pose, &formation);
        let Some(first) = map.or_else(|| self.outlook.known_moves(&formation)) else {
            return Ok(Met::default());
        };
        let seconds: Vec<Option<&Repertoire>> = thens
            .iter()
            .map(|then| self.outlook.known_moves(&then.formation))
            .collect();
        let mut pairs: Vec<(f64, u32, u32, usize)> = Vec::new();
        let (arm, b) = (body.arm(), &body.bounds);
        // Farther than this from its aim no second move is worth a look.
        let farthest = thens.iter().map(|then| {
            let far = self.outlook.farthest(&then.formation).unwrap_or(0.0);
            DEAR * far + 2.0 * (b.front - b.rear) + self.outlook.goal.within
        });
        let farthest: Vec<f64> = farthest.collect();
        let stride = first.len().div_ceil(LOOKED).max(1);
        for (number, pose, share) in first.all(body.pose).step_by(stride) {
            for (index, (then, second)) in thens.iter().zip(&seconds).enumerate() {
                let Some(second) = second else { continue };
                if pose.at.distance(then.aim.at) > farthest[index] {
                    continue;
                }
                let pose = then.shift.map_or(pose, |shift| shift.after(pose));
                let Some((next, last)) = second.nearly(&Off::of(pose, &then.aim), arm) else {
                    continue;
                };
                let dear = (share / (first.price.left - then.taken[0]))
                    .max(last / (second.price.left - then.taken[1]));
                if (0.0..=DEAR).contains(&dear) {
                    pairs.push((dear, number, next, index));
                }
            }
        }
        let own = (!pairs.is_empty()).then(|| marches.trial.price()).flatten();
        let Some(price) = &own else {
            return Ok(Met::default());
        };
        pairs.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)).then(a.3.cmp(&b.3)));
        let goal = &self.outlook.goal;
        let slack = |part: f64| Slack {
            within: part * goal.within,
            degrees: part * goal.degrees,
        };
        let mut alike: Vec<Vec<u8>> = Vec::new();
        let (mut tried, mut met) = (0, Met::default());
        for (_, number, next, index) in pairs {
            if tried >= FITTED || met.kept >= KEPT {
                break;
            }
            let then = &thens[index];
            let (Some(second), Some(course)) = (seconds[index], first.course(number)) else {
                continue;
            };
            let last = second.course(next).unwrap_or_default();
            let made = made_of(&[&course, &last], index);
            if alike.iter().filter(|other| **other == made).count() >= ALIKE {
                continue;
            }
            alike.push(made);
            tried += 1;
            let one = Leg {
                steps: course.steps.to_vec(),
                price,
                left: price.left - then.taken[0],
                known: Some(first.spent(number)),
                then: then.shift,
            };
            let two = Leg {
                steps: last.steps.to_vec(),
                price: &second.price,
                left: second.price.left - then.taken[1],
                known: None,
                then: None,
            };
            let round = self.outlook.round;
            let legs = [one, two];
            let Some(courses) = fitted(body.pose, &legs, &then.aim, slack(SLACK), round) else {
                continue;
            };
            met.fitted += 1;
            let Some(course) = courses.into_iter().next() else {
                continue;
            };
            let order = marches.trial.march(course.clone());
            let ruling = marches.trial.check(&order)?;
            let Some(end) = marches.end(&order, &ruling).filter(|_| ruling.allowed()) else {
                continue;
            };
            // The second sets out from where the first ends, rounded.
            let from = then.shift.map_or(end, |shift| shift.after(end));
            let [_, two] = legs;
            let Some(last) = fitted(from, &[two], &then.aim, slack(ALL), round) else {
                continue;
            };
            self.keep(marches, (end, false), order);
            met.kept += 1;
            let hints = last.into_iter().map(|course| Hint {
                from,
                formation: then.formation,
                course: Some(course),
            });
            self.hints.extend(hints);
            if then.shift.is_some() {
                self.hints.push(Hint {
                    from: end,
                    formation,
                    course: None,
                });
            }
        }
        Ok(met)
    }
}

/// The steps that courses are made of, and what they are of.
fn made_of(courses: &[&Course], of: usize) -> Vec<u8> {
    let mut out = vec![of as u8];
    for course in courses {
        out.extend(course.steps.iter().map(|step| match step {
            Step::Advance { .. } => 1,
            Step::Retire { .. } => 2,
            Step::Sidestep { hand, .. } => 3 + *hand as u8,
            Step::Oblique { hand, .. } => 5 + *hand as u8,
            Step::Wheel { hand, .. } => 7 + *hand as u8,
            Step::Pivot { angle, .. } => 9 + u8::from(*angle > 0.0),
            Step::AboutFace => 11,
            Step::To { .. } => 12,
        }));
        out.push(0);
    }
    out
}
