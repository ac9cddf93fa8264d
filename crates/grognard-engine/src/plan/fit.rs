//! Courses of one or several moves, fitted to an aim and to what there is to spend.
//!
//! What courses of given steps cost on open table is linear in their lengths and turns, and where they end all but so. So
//! the least change that brings them to the aim within every allowance is looked for as if both were, a few times over.

use grognard_core::{Course, Hand, Heading, Length, PivotPoint, Point, Pose, RVec, Step};

use super::forms::Shift;
use super::price::{Followed, Price};
use super::rows::{Row, least_change, sum, undominated};
use super::ways::{Aim, rounded};

/// How often where the ways end is looked at anew.
const ROUNDS: usize = 12;
/// After so many rounds what still lacks so much, mm, is given up.
const EARLY: usize = 3;
const HOPELESS: f64 = 8.0;
/// What may lack in the end, mm.
const NOTHING: f64 = 0.02;
/// What is left of an allowance, mm: rounding must not break it.
const SPARE: f64 = 0.25;
/// The most that a length or a turn changes at once, mm.
const MOST: f64 = 60.0;
/// How far a slant goes off straight ahead, degrees.
const SLANT: f64 = 44.9;
/// A slant shorter than this is turned as if it were so long, mm.
const SHORT: f64 = 20.0;
/// Of a circle the part that eight sides inside it leave.
const EIGHT: f64 = 0.92;

/// One move of several.
#[derive(Clone, Debug)]
pub(super) struct Leg<'p> {
    /// The steps to start from.
    pub(super) steps: Vec<Step>,
    pub(super) price: &'p Price,
    /// The share there is to spend.
    pub(super) left: f64,
    /// What the steps are known to cost where they go, if that is known: other ground may be dearer.
    pub(super) known: Option<f64>,
    /// A change of formation behind it.
    pub(super) then: Option<Shift>,
}

/// What counts as there: millimetres off the place, and degrees off the facing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slack {
    pub(super) within: f64,
    pub(super) degrees: f64,
}

/// What a step does.
#[derive(Clone, Copy, Debug)]
enum Does {
    /// It goes straight some way in the frame: right and forward of one millimetre.
    Straight([f64; 2]),
    /// It goes ahead aslant, clockwise by the amount of this number, at so long an arm.
    Slanted(usize, f64),
    /// It turns about a point in the frame, clockwise at an arm that is positive.
    Turn([f64; 2], f64),
    /// Every figure turns about.
    About,
}

/// A step with the number of its amount.
#[derive(Clone, Copy, Debug)]
struct Part {
    step: Step,
    does: Does,
    amount: usize,
}

/// Moves taken apart, to fit them.
struct Fit<'l, 'p> {
    start: Pose,
    legs: &'l [Leg<'p>],
    parts: Vec<Vec<Part>>,
    /// Millimetres of each length and each turn, with the least and the most.
    amounts: Vec<f64>,
    between: Vec<[f64; 2]>,
    /// What they may come to.
    paid: Vec<Row>,
    /// How long an arm turns are measured at, mm.
    arm: f64,
}

/// Courses of the same steps that bring a unit from a pose to an aim, or near enough, each for no more than there is to spend; none when
/// they are not found. Lengths and turns are whole multiples of `round`.
pub(super) fn fitted(
    start: Pose,
    legs: &[Leg<'_>],
    aim: &Aim,
    slack: Slack,
    round: f64,
) -> Option<Vec<Course>> {
    let mut fit = Fit::of(start, legs)?;
    if !fit.solve(aim, slack) {
        return None;
    }
    let courses: Option<Vec<Course>> = fit
        .parts
        .iter()
        .map(|parts| fit.course(parts, round))
        .collect();
    courses
}

impl<'l, 'p> Fit<'l, 'p> {
    fn of(start: Pose, legs: &'l [Leg<'p>]) -> Option<Self> {
        let arm = legs.iter().map(|leg| {
            let b = leg.price.bounds;
            (b.right - b.left).max(b.front - b.rear)
        });
        let mut fit = Self {
            start,
            legs,
            parts: Vec::with_capacity(legs.len()),
            amounts: Vec::new(),
            between: Vec::new(),
            paid: Vec::new(),
            arm: arm.fold(1.0, f64::max),
        };
        for leg in legs {
            fit.take_apart(leg)?;
        }
        for row in &mut fit.paid {
            row.of.resize(fit.amounts.len(), 0.0);
        }
        Some(fit)
    }

    fn amount(&mut self, amount: f64, between: [f64; 2]) -> usize {
        self.amounts.push(amount);
        self.between.push(between);
        self.amounts.len() - 1
    }

    /// Adds a leg; nothing when it has a step that is not planned for.
    fn take_apart(&mut self, leg: &Leg<'p>) -> Option<()> {
        let price = leg.price;
        let mut followed = price.followed();
        let mut rows: Vec<Vec<f64>> = vec![Vec::new(); price.sums()];
        let (mut parts, mut tolls) = (Vec::with_capacity(leg.steps.len()), 0.0);
        for step in &leg.steps {
            let part = self.part(*step, &followed)?;
            match part.does {
                Does::About => {
                    tolls += price.about;
                    followed.faced_about(price);
                }
                Does::Turn(hinge, _) => {
                    let per = price.per_arc() / self.arm;
                    let mut arms = followed.arms(hinge).map(|arm| arm * per);
                    if price.by_point {
                        pay(&mut rows, part.amount, arms);
                    } else {
                        let most = arms.by_ref().fold(0.0, f64::max);
                        pay(&mut rows, part.amount, std::iter::once(most));
                    }
                }
                Does::Straight(_) | Does::Slanted(..) => {
                    let heading = match step {
                        Step::Retire { .. } => Heading::Rear,
                        Step::Sidestep { .. } => Heading::Flank,
                        _ => Heading::Front,
                    };
                    let per = price.per_mm(heading);
                    pay(&mut rows, part.amount, std::iter::repeat(per));
                }
            }
            parts.push(part);
        }
        let scale = 1.0 / price.per_mm(Heading::Front);
        let sums = rows.iter().map(|of| sum(of, &self.amounts));
        let open = sums.fold(0.0, f64::max) + tolls;
        let dearer = leg.known.map_or(0.0, |known| (known - open).max(0.0));
        let most = (leg.left - tolls - dearer) * scale - SPARE;
        let rows = rows.into_iter().map(|of| Row {
            of: of.into_iter().map(|of| of * scale).collect(),
            most,
        });
        let rows: Vec<Row> = rows.collect();
        let sound = rows.iter().flat_map(|row| &row.of).all(|of| of.is_finite());
        if !sound || !most.is_finite() {
            return None;
        }
        self.paid.extend(undominated(rows));
        self.parts.push(parts);
        Some(())
    }

    fn part(&mut self, step: Step, followed: &Followed) -> Option<Part> {
        let b = followed.bounds;
        let long = [0.0, f64::INFINITY];
        let (does, amount) = match step {
            Step::Advance { distance } => (Does::Straight([0.0, 1.0]), distance.millimetres()),
            Step::Retire { distance } => (Does::Straight([0.0, -1.0]), distance.millimetres()),
            Step::Sidestep { hand, distance } => {
                (Does::Straight([sense(hand), 0.0]), distance.millimetres())
            }
            Step::Oblique {
                hand,
                angle,
                distance,
            } => {
                let arm = distance.millimetres().max(SHORT);
                let most = SLANT.to_radians() * arm;
                let slant = sense(hand) * angle.to_radians() * arm;
                let slant = self.amount(slant, [-most, most]);
                (Does::Slanted(slant, arm), distance.millimetres())
            }
            Step::Wheel { hand, angle } => {
                let side = if hand == Hand::Left { b.left } else { b.right };
                let does = Does::Turn([side, b.front], sense(hand) * self.arm);
                (does, angle.to_radians() * self.arm)
            }
            Step::Pivot {
                about: PivotPoint::Centre,
                angle,
            } => {
                let middle = [(b.left + b.right) / 2.0, (b.front + b.rear) / 2.0];
                let does = Does::Turn(middle, angle.signum() * self.arm);
                (does, angle.abs().to_radians() * self.arm)
            }
            Step::AboutFace => {
                let does = Does::About;
                return Some(Part {
                    step,
                    does,
                    amount: usize::MAX,
                });
            }
            Step::Pivot { .. } | Step::To { .. } => return None,
        };
        let amount = self.amount(amount, long);
        Some(Part { step, does, amount })
    }

    /// Where the courses end, and what a little more of each amount does to that: millimetres east and north, and radians
    /// clockwise.
    fn end(&self) -> (Pose, Vec<[f64; 3]>) {
        let mut pose = self.start;
        // What each does by itself: some way straight on, and a turn about a point.
        let mut pulls = vec![(Point::default(), [0.0; 2], 0.0); self.amounts.len()];
        for (leg, parts) in self.legs.iter().zip(&self.parts) {
            let mut bounds = leg.price.bounds;
            for part in parts {
                let far = self.amounts.get(part.amount).copied().unwrap_or(0.0);
                let way = |right: f64, forward: f64| {
                    let to = pose.point(right, forward);
                    [to.x - pose.at.x, to.y - pose.at.y]
                };
                match part.does {
                    Does::Straight([right, forward]) => {
                        let along = way(right, forward);
                        pulls[part.amount].1 = along;
                        pose.at = pose.at.shifted(along[0] * far, along[1] * far);
                    }
                    Does::Slanted(slant, arm) => {
                        let degrees = (self.amounts[slant] / arm).to_degrees();
                        let (sin, cos) = grognard_core::sin_cos_degrees(degrees);
                        let (along, across) = (way(sin, cos), way(cos, -sin));
                        pulls[part.amount].1 = along;
                        pulls[slant].1 = across.map(|x| x * far / arm);
                        pose.at = pose.at.shifted(along[0] * far, along[1] * far);
                    }
                    Does::Turn([right, forward], arm) => {
                        let hinge = pose.point(right, forward);
                        pulls[part.amount] = (hinge, [0.0; 2], 1.0 / arm);
                        pose = pose.turned_about(hinge, (far / arm).to_degrees());
                    }
                    Does::About => (pose, bounds) = bounds.faced_about(pose),
                }
            }
            if let Some(shift) = leg.then {
                pose = shift.after(pose);
            }
        }
        let leads = pulls.iter().map(|(hinge, way, turn)| {
            let (dx, dy) = (pose.at.x - hinge.x, pose.at.y - hinge.y);
            [way[0] + dy * turn, way[1] - dx * turn, *turn]
        });
        (pose, leads.collect())
    }

    /// Changes the amounts until everything holds; whether it does.
    fn solve(&mut self, aim: &Aim, slack: Slack) -> bool {
        for round in 0..ROUNDS {
            let rows = self.rows(aim, slack);
            let lacks = rows.iter().fold(0.0_f64, |most, row| most.max(-row.most));
            if lacks <= NOTHING {
                return true;
            }
            if round >= EARLY && lacks > HOPELESS {
                return false;
            }
            let between = self.amounts.iter().zip(&self.between);
            let between: Vec<[f64; 2]> = between
                .map(|(now, [least, most])| [(least - now).max(-MOST), (most - now).min(MOST)])
                .collect();
            let by = least_change(&rows, &between);
            for (amount, by) in self.amounts.iter_mut().zip(by) {
                *amount += by;
            }
        }
        false
    }

    /// What has to hold of changes of the amounts.
    fn rows(&self, aim: &Aim, slack: Slack) -> Vec<Row> {
        let (end, leads) = self.end();
        let (dx, dy) = (end.at.x - aim.at.x, end.at.y - aim.at.y);
        let mut rows: Vec<Row> = Vec::with_capacity(10 + self.paid.len());
        for side in 0..8 {
            let (sin, cos) = grognard_core::sin_cos_degrees(f64::from(side) * 45.0);
            let of = leads.iter().map(|lead| lead[0] * sin + lead[1] * cos);
            rows.push(Row {
                of: of.collect(),
                most: EIGHT * slack.within - (dx * sin + dy * cos),
            });
        }
        if let Some(facing) = aim.facing {
            let turn = end.facing.minus(facing);
            for sense in [1.0, -1.0] {
                let of = leads.iter().map(|lead| lead[2] * self.arm * sense);
                rows.push(Row {
                    of: of.collect(),
                    most: (slack.degrees - turn * sense).to_radians() * self.arm,
                });
            }
        }
        let paid = self.paid.iter().map(|row| Row {
            of: row.of.clone(),
            most: row.most - sum(&row.of, &self.amounts),
        });
        rows.extend(paid);
        rows
    }

    /// The course of a leg; none when nothing is left of it.
    fn course(&self, parts: &[Part], round: f64) -> Option<Course> {
        // No longer than it was found.
        let length = |far: f64| {
            let even = rounded(far, round);
            let even = if even > far { even - round } else { even };
            Length::mm(rounded(even.max(0.0), round))
        };
        let mut steps = RVec::new();
        for part in parts {
            let far = self.amounts.get(part.amount).copied().unwrap_or(0.0);
            let (distance, mut gone) = (length(far), true);
            let mut step = part.step.resized(
                |_| {
                    gone = distance.millimetres() > 0.0;
                    distance
                },
                |turn| rounded((far / self.arm).to_degrees(), round) * turn.signum(),
            );
            match &mut step {
                Step::Oblique { hand, angle, .. } => {
                    if let Does::Slanted(slant, arm) = part.does {
                        let slant = rounded((self.amounts[slant] / arm).to_degrees(), round);
                        *hand = if slant < 0.0 { Hand::Left } else { Hand::Right };
                        *angle = slant.abs();
                    }
                    if *angle == 0.0 {
                        step = Step::Advance { distance };
                    }
                }
                Step::Wheel { angle, .. } | Step::Pivot { angle, .. } => gone = *angle != 0.0,
                _ => {}
            }
            if gone {
                steps.push(step);
            }
        }
        (!steps.is_empty()).then_some(Course { steps })
    }
}

/// Adds what an amount costs to each sum.
fn pay(rows: &mut [Vec<f64>], amount: usize, each: impl Iterator<Item = f64>) {
    for (row, each) in rows.iter_mut().zip(each) {
        row.resize(amount + 1, 0.0);
        row[amount] = each;
    }
}

fn sense(hand: Hand) -> f64 {
    match hand {
        Hand::Left => -1.0,
        Hand::Right => 1.0,
    }
}
