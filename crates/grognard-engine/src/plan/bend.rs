//! A course that comes near an aim, bent so that it ends there.

use grognard_core::{Course, Hand, Length, PivotPoint, Pose, RVec, Step};
use grognard_geometry::Bounds;

use super::ways::{Aim, Body, rounded};

/// How often a course is bent before it is given up.
const ROUNDS: usize = 5;
/// What is as good as there, mm.
const THERE: f64 = 0.01;
/// A little more of a length, mm, to see where that leads.
const LITTLE: f64 = 0.01;
/// What a length or a turn may come out below nothing and count as nothing, mm.
const NOTHING: f64 = 0.05;
/// How far a slant goes off straight ahead, degrees.
const SLANT: f64 = 45.0;

impl Body {
    /// Where it stands behind a course; none when a step is not one that is planned for.
    pub(super) fn behind(&self, steps: &[Step]) -> Option<Self> {
        let mut body = *self;
        for step in steps {
            body = body.stepped(step)?;
        }
        Some(body)
    }

    fn stepped(&self, step: &Step) -> Option<Self> {
        let Self { pose, bounds: b } = *self;
        let beside = |right: f64, forward: f64| Self {
            pose: pose.offset(right, forward, 0.0),
            bounds: b,
        };
        let about = |right: f64, forward: f64, degrees: f64| Self {
            pose: pose.turned_about(pose.point(right, forward), degrees),
            bounds: b,
        };
        Some(match *step {
            Step::Advance { distance } => beside(0.0, distance.millimetres()),
            Step::Retire { distance } => beside(0.0, -distance.millimetres()),
            Step::Sidestep { hand, distance } => beside(sense(hand) * distance.millimetres(), 0.0),
            Step::Oblique {
                hand,
                angle,
                distance,
            } => {
                let (sin, cos) = grognard_core::sin_cos_degrees(angle);
                let far = distance.millimetres();
                beside(sense(hand) * far * sin, far * cos)
            }
            Step::Wheel {
                hand: Hand::Left,
                angle,
            } => about(b.left, b.front, -angle),
            Step::Wheel {
                hand: Hand::Right,
                angle,
            } => about(b.right, b.front, angle),
            Step::Pivot {
                about: PivotPoint::Centre,
                angle,
            } => about((b.left + b.right) / 2.0, (b.front + b.rear) / 2.0, angle),
            Step::AboutFace => {
                let (pose, bounds) = b.faced_about(pose);
                Self { pose, bounds }
            }
            Step::Pivot { .. } | Step::To { .. } => return None,
        })
    }

    /// Bends a course so that it ends at an aim, changing its lengths and turns as little as that takes; none when that
    /// cannot be. Lengths and turns are whole multiples of `round`.
    pub(super) fn bent(&self, course: &Course, aim: &Aim, round: f64) -> Option<Course> {
        let mut steps: Vec<Step> = course.steps.to_vec();
        let arm = arm(&self.bounds);
        let places = places(&steps);
        for _ in 0..ROUNDS {
            let end = self.behind(&steps)?.pose;
            let off = off(end, aim, arm);
            if off.iter().all(|x| x.abs() < THERE) {
                break;
            }
            let mut leads: Vec<[f64; 3]> = Vec::with_capacity(places.len());
            for place in &places {
                let was = steps[place.step];
                steps[place.step] = place.more(was, LITTLE, arm);
                let then = self::off(self.behind(&steps)?.pose, aim, arm);
                steps[place.step] = was;
                leads.push([0, 1, 2].map(|row| (off[row] - then[row]) / LITTLE));
            }
            let pull = least(&leads, off)?;
            for (place, lead) in places.iter().zip(&leads) {
                let by = dot(lead, &pull);
                steps[place.step] = place.more(steps[place.step], by, arm);
            }
        }
        let lacks = off(self.behind(&steps)?.pose, aim, arm);
        if lacks.iter().any(|x| x.abs() > 10.0 * THERE) {
            return None;
        }
        let steps: Option<Vec<Option<Step>>> =
            steps.iter().map(|step| settled(step, round, arm)).collect();
        let steps: RVec<Step> = steps?.into_iter().flatten().collect();
        (!steps.is_empty()).then_some(Course { steps })
    }
}

/// A course with lengths and slants that are whole multiples of `round`: no longer than it was.
pub(super) fn evened(course: &Course, round: f64) -> Course {
    let down = |distance: Length| {
        let far = distance.millimetres();
        let even = rounded(far, round);
        let even = if even > far { even - round } else { even };
        Length::mm(rounded(even, round))
    };
    let steps = course.steps.iter().map(|step| {
        let mut step = step.resized(down, |turn| turn);
        if let Step::Oblique { angle, .. } = &mut step {
            *angle = rounded(*angle, round);
        }
        step
    });
    Course {
        steps: steps.collect(),
    }
}

fn sense(hand: Hand) -> f64 {
    match hand {
        Hand::Left => -1.0,
        Hand::Right => 1.0,
    }
}

/// How far a turn of a radian is taken to go, mm.
fn arm(b: &Bounds) -> f64 {
    (b.right - b.left).max(b.front - b.rear).max(1.0)
}

/// What lacks to an aim: millimetres east and north, and those of the turn.
fn off(end: Pose, aim: &Aim, arm: f64) -> [f64; 3] {
    let turn = aim
        .facing
        .map_or(0.0, |facing| facing.minus(end.facing).to_radians() * arm);
    [aim.at.x - end.at.x, aim.at.y - end.at.y, turn]
}

/// A length or a turn of a step that can be bent.
struct Place {
    step: usize,
    /// The slant of an oblique, in place of its length.
    slant: bool,
}

fn places(steps: &[Step]) -> Vec<Place> {
    let mut out = Vec::with_capacity(steps.len() + 2);
    for (step, one) in steps.iter().enumerate() {
        match one {
            Step::AboutFace | Step::To { .. } => {}
            Step::Oblique { .. } => {
                out.push(Place { step, slant: false });
                out.push(Place { step, slant: true });
            }
            _ => out.push(Place { step, slant: false }),
        }
    }
    out
}

impl Place {
    /// The step with so much more of it, mm.
    fn more(&self, step: Step, by: f64, arm: f64) -> Step {
        if let (
            true,
            Step::Oblique {
                hand,
                angle,
                distance,
            },
        ) = (self.slant, step)
        {
            return Step::Oblique {
                hand,
                angle: angle + (by / distance.millimetres().max(1.0)).to_degrees(),
                distance,
            };
        }
        step.resized(
            |distance| Length::mm(distance.millimetres() + by),
            |angle| angle + (by / arm).to_degrees(),
        )
    }
}

/// What pulls along each way, so that the least changes together bring what lacks; none when they do not reach so far.
fn least(leads: &[[f64; 3]], off: [f64; 3]) -> Option<[f64; 3]> {
    let mut m = [[0.0; 3]; 3];
    for lead in leads {
        for row in 0..3 {
            for column in 0..3 {
                m[row][column] += lead[row] * lead[column];
            }
        }
    }
    // Where something cannot be changed, nothing is.
    for (row, line) in m.iter_mut().enumerate() {
        line[row] += 1e-6;
    }
    let cross = |a: &[f64; 3], b: &[f64; 3]| {
        [
            a[1] * b[2] - a[2] * b[1],
            a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0],
        ]
    };
    let (a, b, c) = (
        cross(&m[1], &m[2]),
        cross(&m[2], &m[0]),
        cross(&m[0], &m[1]),
    );
    let whole = dot(&m[0], &a);
    let pull = [0, 1, 2].map(|row| (a[row] * off[0] + b[row] * off[1] + c[row] * off[2]) / whole);
    pull.iter().all(|x| x.is_finite()).then_some(pull)
}

fn dot(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// A step that was bent, rounded; nothing when nothing is left of it, none at all when it has become none.
fn settled(step: &Step, round: f64, arm: f64) -> Option<Option<Step>> {
    let length = |distance: Length| {
        let far = rounded(distance.millimetres(), round);
        (far >= -NOTHING).then(|| Length::mm(far.max(0.0)))
    };
    let turn = |angle: f64| rounded(angle, round);
    let some = |step: Step, far: f64| (far > 0.0).then_some(step);
    Some(match *step {
        Step::Advance { distance } => {
            let distance = length(distance)?;
            some(Step::Advance { distance }, distance.millimetres())
        }
        Step::Retire { distance } => {
            let distance = length(distance)?;
            some(Step::Retire { distance }, distance.millimetres())
        }
        Step::Sidestep { hand, distance } => {
            let distance = length(distance)?;
            some(Step::Sidestep { hand, distance }, distance.millimetres())
        }
        Step::Oblique {
            hand,
            angle,
            distance,
        } => {
            let (distance, angle) = (length(distance)?, turn(angle));
            let hand = match hand {
                Hand::Left if angle < 0.0 => Hand::Right,
                Hand::Right if angle < 0.0 => Hand::Left,
                hand => hand,
            };
            let angle = angle.abs();
            if angle > SLANT {
                return None;
            }
            let step = if angle > 0.0 {
                Step::Oblique {
                    hand,
                    angle,
                    distance,
                }
            } else {
                Step::Advance { distance }
            };
            some(step, distance.millimetres())
        }
        Step::Wheel { hand, angle } => {
            let angle = turn(angle);
            if angle.to_radians() * arm < -NOTHING {
                return None;
            }
            some(Step::Wheel { hand, angle }, angle)
        }
        Step::Pivot { about, angle } => {
            let angle = turn(angle);
            some(Step::Pivot { about, angle }, angle.abs())
        }
        other => Some(other),
    })
}
