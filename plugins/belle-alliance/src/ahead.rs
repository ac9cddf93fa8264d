//! Enemies before the front: a unit stops where the ground just ahead of it comes to one.

use grognard_sdk::prelude::*;

use crate::drawn_up;
use crate::place;
use crate::poses::{Ground, known};
use crate::reach::plain;
use crate::rects;
use crate::rules::BelleAlliance;
use crate::scene::Scene;

/// Where a unit is stopped.
struct Stop<'a> {
    by: &'a Unit,
    /// How far the step goes, and how far it may.
    wanted: f64,
    free: f64,
    measure: Measure,
}

/// Refuses a course that goes on where an enemy stops it.
pub(crate) fn rule(
    rules: &BelleAlliance,
    scene: &Scene<'_, '_>,
    judge: &mut Judge,
    index: usize,
    course: &Course,
    survey: &Survey,
) {
    let unit = &scene.board.units[index];
    let cell = &rules.tables.melee_zone;
    let Some(depth) = cell.millimetres(LengthUnit::Centimetre) else {
        return;
    };
    let enemies = near(scene.board, unit, course, depth.to_f64());
    if enemies.is_empty() {
        return;
    }
    judge.cite(Id::of("4.1.1"));
    judge.lean(cell);
    let ground = place::ground(unit);
    let Ground { middle, width, .. } = ground;
    let way = Way {
        scene,
        index,
        course,
        poses: known(unit.pose, course, survey.end),
        ground,
        zone: |pose: Pose| {
            let depth = depth.to_f64();
            Rect::new(pose.offset(middle, depth / 2.0, 0.0), width, depth)
        },
        enemies,
    };
    let stop = (0..course.steps.len()).find_map(|step| way.stop(step));
    let Some(stop) = stop.or_else(|| run_into(scene.board, unit, course, survey)) else {
        return;
    };
    drawn_up::lean(rules, judge, stop.by);
    let finding = Finding::refuses(Id::of("stopped-at-contact"), Id::of("4.1.1"), unit.id);
    let finding = finding.about(stop.by.id);
    judge.find(match stop.measure {
        Measure::None => finding,
        measure => finding.measured(measure, plain(stop.wanted), plain(stop.free)),
    });
}

/// A course among enemies.
struct Way<'s, 'b, 'g, Z> {
    scene: &'s Scene<'b, 'g>,
    index: usize,
    course: &'s Course,
    /// Where the unit stands before each step and after the last, as far as that is known.
    poses: Vec<Option<Pose>>,
    /// The ground the unit covers.
    ground: Ground,
    /// The ground before the front of the unit at a pose.
    zone: Z,
    enemies: Vec<&'b Unit>,
}

impl<'b, Z: Fn(Pose) -> Rect> Way<'_, 'b, '_, Z> {
    /// Where a step is stopped.
    fn stop(&self, step: usize) -> Option<Stop<'b>> {
        let ahead = |step: &Step| matches!(step, Step::Advance { distance } if distance.millimetres() > 0.0);
        match &self.course.steps[step] {
            Step::Advance { .. } => self.straight(step, true),
            // Who goes back, or turns his back, goes away.
            Step::Retire { .. } | Step::AboutFace => None,
            turn @ (Step::Wheel { .. } | Step::Pivot { .. })
                if let Some(stop) = self.turn(step, turn) =>
            {
                Some(stop)
            }
            // The step ahead that follows looks from the same place.
            _ if self.course.steps.get(step + 1).is_some_and(ahead) => None,
            Step::Sidestep { .. } | Step::Oblique { .. } | Step::To { .. }
                if self.overlapping(self.pose(step)).is_none() =>
            {
                self.straight(step, false)
            }
            // Where the ground ahead comes to be by a turn, or by a slant out of a contact.
            _ => self.overlapping(self.pose(step + 1)).map(|by| Stop {
                by,
                wanted: 0.0,
                free: 0.0,
                measure: Measure::None,
            }),
        }
    }

    /// Where the unit stands before a step.
    fn pose(&self, step: usize) -> Pose {
        self.poses[step].unwrap_or_else(|| {
            let course = Course {
                steps: self.course.steps[..step].iter().copied().collect(),
            };
            let law = MotionLaw::default();
            self.scene.survey(self.index, &course, &law).end
        })
    }

    /// An enemy on the ground ahead of a pose.
    fn overlapping(&self, pose: Pose) -> Option<&'b Unit> {
        let zone = [(self.zone)(pose)];
        let tolerance = self.scene.ground.tolerance();
        self.enemies
            .iter()
            .copied()
            .find(|enemy| rects::deepest(&zone, enemy.footprint.iter()) > tolerance)
    }

    /// Where a turn comes to an enemy.
    fn turn(&self, step: usize, turn: &Step) -> Option<Stop<'b>> {
        let from = self.pose(step);
        let turn = self.ground.turn(from, turn)?;
        let zone = (self.zone)(from);
        let tolerance = self.scene.ground.tolerance();
        let first = self.enemies.iter().filter_map(|by| {
            let met = turn.first_met(&zone, &by.footprint, tolerance)?;
            Some((met, *by))
        });
        let (free, by) = first.min_by(|one, other| one.0.total_cmp(&other.0))?;
        Some(Stop {
            by,
            wanted: turn.degrees.abs(),
            free,
            measure: Measure::Degrees,
        })
    }

    /// Where a straight step comes to an enemy. Ahead, an enemy whose side the ground only brushes
    /// counts as touched.
    fn straight(&self, step: usize, brushing: bool) -> Option<Stop<'b>> {
        let (from, to) = (self.pose(step), self.pose(step + 1));
        let wanted = from.at.distance(to.at);
        if wanted <= 0.0 {
            return None;
        }
        let along = (
            (to.at.x - from.at.x) / wanted,
            (to.at.y - from.at.y) / wanted,
        );
        let zone = (self.zone)(from);
        let tolerance = self.scene.ground.tolerance();
        let grace = if brushing { -1.0e-6 } else { tolerance };
        let touches = |enemy: &&'b Unit| {
            let rects = enemy.footprint.iter();
            let first = rects.filter_map(|rect| rects::first_touch(&zone, along, rect, grace));
            first.min_by(f64::total_cmp)
        };
        let first = self
            .enemies
            .iter()
            .filter_map(|by| Some((touches(by)?, *by)));
        let (free, by) = first.min_by(|one, other| one.0.total_cmp(&other.0))?;
        (wanted > free + tolerance).then_some(Stop {
            by,
            wanted,
            free,
            measure: Measure::Length,
        })
    }
}

/// A turn or a slant whose way runs into an enemy is stopped as well.
fn run_into<'b>(
    board: &'b Board,
    unit: &Unit,
    course: &Course,
    survey: &Survey,
) -> Option<Stop<'b>> {
    let overlaps = survey.contacts.iter().filter(|contact| contact.overlap);
    let mut met = overlaps.filter_map(|contact| {
        let other = board.units.get(contact.unit as usize)?;
        board
            .hostile(&unit.side, &other.side)
            .then_some((contact, other))
    });
    let (contact, by) = met.next()?;
    let (wanted, measure) = match course.steps.get(contact.touch.step as usize) {
        Some(
            Step::Advance { distance }
            | Step::Retire { distance }
            | Step::Sidestep { distance, .. }
            | Step::Oblique { distance, .. },
        ) => (distance.millimetres(), Measure::Length),
        Some(Step::Wheel { angle, .. } | Step::Pivot { angle, .. }) => {
            (angle.abs(), Measure::Degrees)
        }
        _ => (0.0, Measure::None),
    };
    Some(Stop {
        by,
        wanted,
        free: contact.touch.amount,
        measure,
    })
}

/// The enemies so near that the course could come to them.
fn near<'b>(board: &'b Board, unit: &Unit, course: &Course, zone: f64) -> Vec<&'b Unit> {
    let own = Extent {
        at: unit.pose.at,
        far: range(unit, course),
    };
    let comes_near = |other: &&Unit| {
        board.hostile(&unit.side, &other.side) && own.may_be_within(zone, &Extent::of(other))
    };
    let mut enemies = Vec::new();
    for other in &board.units {
        if comes_near(&other) {
            enemies.push(other);
        }
    }
    enemies
}

/// No less than how far from the middle of its front any part of a unit comes on a course, mm. Distances are
/// taken too large rather than measured: this only spares the work of looking closely.
pub(crate) fn range(unit: &Unit, course: &Course) -> f64 {
    let Extent { at: own, far: wide } = Extent::of(unit);
    let step = |step: &Step| match step {
        Step::Advance { distance }
        | Step::Retire { distance }
        | Step::Sidestep { distance, .. }
        | Step::Oblique { distance, .. } => distance.millimetres(),
        Step::To { point } => own.distance(*point) + wide,
        // Round a point it comes as far beyond it as it stood before it.
        Step::Pivot {
            about: PivotPoint::At(point),
            ..
        } => 2.0 * own.distance(*point) + 4.0 * wide,
        Step::Wheel { .. } | Step::Pivot { .. } | Step::AboutFace => 4.0 * wide,
    };
    wide + course.steps.iter().map(step).sum::<f64>()
}
