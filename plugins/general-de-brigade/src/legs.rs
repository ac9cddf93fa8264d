//! The parts of a brigade's march: reading them, and where a march has to end (S3-19).

use grognard_sdk::prelude::*;

use crate::GeneralDeBrigade;
use crate::march::Walk;
use crate::notes::{found, rely};
use crate::words::flag;

/// The longest distance taken seriously, mm.
const LONGEST: f64 = 100_000.0;

/// Who makes a part of a march.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Mover<'a> {
    /// A unit along a course.
    Unit {
        /// Its index on the board.
        index: usize,
        /// The unit.
        unit: &'a Unit,
    },
    /// A general to a place.
    Commander {
        /// The general.
        commander: &'a Commander,
        /// The place.
        to: Point,
    },
}

impl Mover<'_> {
    pub(crate) fn id(&self) -> &Id {
        match self {
            Self::Unit { unit, .. } => &unit.id,
            Self::Commander { commander, .. } => &commander.id,
        }
    }
}

/// One part of a march.
#[derive(Clone, Debug)]
pub(crate) struct Leg<'a> {
    pub mover: Mover<'a>,
    /// Whether it goes at the march rate; else at the normal one.
    pub march: bool,
    pub course: Course,
}

impl GeneralDeBrigade {
    /// The parts that an order gives, one a unit. What is not understood refuses the order.
    pub(crate) fn read_legs<'a>(
        &self,
        situation: &'a Situation<'_>,
        brigade: &Brigade,
        order: &Order,
        judge: &mut Judge,
    ) -> Vec<Leg<'a>> {
        let mut legs: Vec<Leg<'a>> = Vec::new();
        for part in order.arg("moves").map_or(&[] as &[Value], Value::items) {
            let subject = part.fields().text("subject").unwrap_or("");
            let belongs = |of: &ROption<Id>| matches!(of, RSome(id) if *id == brigade.id);
            let unit = situation
                .board
                .unit(subject)
                .filter(|it| belongs(&it.brigade));
            let commander = situation
                .board
                .commander(subject)
                .filter(|it| belongs(&it.brigade));
            if unit.is_none() && commander.is_none() {
                let finding =
                    Finding::refuses(Id::of("not-of-the-brigade"), Id::of("S3-14"), brigade.id);
                judge.find(finding.about(Id::from(subject)));
                continue;
            }
            let twice = legs.iter().any(|leg| leg.mover.id() == subject);
            match leg(situation, part, unit, commander).filter(|_| !twice) {
                Some(leg) => legs.push(leg),
                None => judge.find(Finding::refuses(
                    Id::of("march-steps"),
                    Id::of("S3-20"),
                    Id::from(subject),
                )),
            }
        }
        legs
    }

    /// The march of a unit ends at the first place that is as near an enemy as a march stops.
    pub(crate) fn check_stop(&self, walk: &Walk<'_, '_>, judge: &mut Judge) {
        let (unit, ground) = (walk.unit, &walk.situation.ground);
        let (board, at) = (walk.situation.board, walk.index as u64);
        let stop = self.numbers.march.stop.or_zero().to_f64();
        let lengths = lengths(unit, walk.course);
        let whole: f64 = lengths.iter().sum();
        judge.cite(Id::of("S3-19"));
        rely(judge, &self.numbers.march.stop, "S3-19");
        judge.read(&self.readings, "march-inside-35");
        for near in ground.near(at, stop + whole + ground.tolerance()) {
            let Some(enemy) = board.units.get(near.unit as usize) else {
                continue;
            };
            if !board.hostile(&unit.side, &enemy.side) {
                continue;
            }
            self.lean_on_ground(enemy, judge);
            self.lean_on_ground(unit, judge);
            let inside = near.gap <= stop + ground.tolerance();
            if inside && self.set.away_allowed {
                let least = ground.least_gap(at, walk.course, near.unit);
                if least >= near.gap - ground.tolerance() {
                    continue;
                }
            }
            let gone = if inside {
                0.0
            } else {
                match ground.approach(at, walk.course, near.unit, stop) {
                    RSome(along) => {
                        let before = lengths.iter().take(along.step as usize).sum::<f64>();
                        let step = lengths.get(along.step as usize).copied().unwrap_or(0.0);
                        before + along.amount.min(step)
                    }
                    _ => continue,
                }
            };
            if gone + ground.tolerance() < whole {
                judge.find(
                    Finding::refuses(Id::of("march-stop"), Id::of("S3-19"), unit.id)
                        .about(enemy.id)
                        .measured(Measure::Length, found(whole), found(gone)),
                );
            } else if whole > 0.0 {
                let finding = Finding::notes(Id::of("march-halted"), Id::of("S3-19"), unit.id);
                judge.find(finding.about(enemy.id));
                judge.then(flag(&unit.id, "stopped"));
            }
        }
    }
}

/// The length of every step, mm; turns count none.
fn lengths(unit: &Unit, course: &Course) -> Vec<f64> {
    let mut from = unit.pose.at;
    course
        .steps
        .iter()
        .map(|step| match step {
            Step::Advance { distance }
            | Step::Retire { distance }
            | Step::Sidestep { distance, .. }
            | Step::Oblique { distance, .. } => distance.millimetres(),
            Step::To { point } => {
                let length = from.distance(*point);
                from = *point;
                length
            }
            Step::Wheel { .. } | Step::Pivot { .. } | Step::AboutFace => 0.0,
        })
        .collect()
}

fn leg<'a>(
    situation: &'a Situation<'_>,
    part: &Value,
    unit: Option<&'a Unit>,
    commander: Option<&'a Commander>,
) -> Option<Leg<'a>> {
    let fields = part.fields();
    let arg = |name: &str| {
        let args = Fields::get(fields, "args").map_or(&[] as &[Field], Value::fields);
        Fields::get(args, name).or_else(|| Fields::get(fields, name))
    };
    let kind = fields.text("kind").unwrap_or("");
    if let Some(commander) = commander {
        let to = arg("to").and_then(point)?;
        let mover = Mover::Commander { commander, to };
        return (kind == "ride").then(|| Leg {
            mover,
            march: true,
            course: Course::new(),
        });
    }
    let unit = unit?;
    let course = match arg("course")? {
        Value::Course(course) => course.clone(),
        Value::Text(text) => text.parse().ok()?,
        _ => return None,
    };
    let march = match kind {
        "march-leg" => true,
        "march" => false,
        _ => return None,
    };
    let index = situation.board.unit_index(unit.id.as_str())?;
    sound(&course).then(|| Leg {
        mover: Mover::Unit { index, unit },
        march,
        course,
    })
}

fn point(value: &Value) -> Option<Point> {
    let found = match value {
        Value::Point(point) => *point,
        Value::List(items) => {
            let [x, y] = items.as_slice() else {
                return None;
            };
            Point::new(x.as_number()?.to_f64(), y.as_number()?.to_f64())
        }
        _ => return None,
    };
    found.is_finite().then_some(found)
}

/// Whether a course holds sensible numbers alone. The engine looks at the courses of orders, not at
/// those inside their arguments.
fn sound(course: &Course) -> bool {
    let fine = |mm: f64| mm.is_finite() && (0.0..=LONGEST).contains(&mm);
    course.steps.len() <= 1000
        && course.steps.iter().all(|step| match step {
            Step::Advance { distance }
            | Step::Retire { distance }
            | Step::Sidestep { distance, .. } => fine(distance.millimetres()),
            Step::Oblique {
                distance, angle, ..
            } => fine(distance.millimetres()) && angle.is_finite(),
            Step::Wheel { angle, .. } => angle.is_finite(),
            Step::Pivot { about, angle } => {
                let at = !matches!(about, PivotPoint::At(point) if !point.is_finite());
                at && angle.is_finite()
            }
            Step::To { point } => point.is_finite(),
            Step::AboutFace => true,
        })
}
