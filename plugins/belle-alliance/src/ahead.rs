//! Enemies before the front: a unit stops where the ground just ahead of it comes to one.

use grognard_sdk::prelude::*;

use crate::drawn_up;
use crate::place;
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
    let (width, middle) = place::front(unit);
    let way = Way {
        scene,
        index,
        course,
        poses: known(unit.pose, course, survey.end),
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
    let finding = Finding::refuses(
        Id::of("stopped-at-contact"),
        Id::of("4.1.1"),
        unit.id.clone(),
    );
    let finding = finding.about(stop.by.id.clone());
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
            self.scene
                .ground
                .survey(self.index as u64, &course, &law)
                .end
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

/// The poses before each step and after the last that follow from the first and the last.
fn known(start: Pose, course: &Course, end: Pose) -> Vec<Option<Pose>> {
    let steps = &course.steps;
    let mut poses = vec![None; steps.len() + 1];
    poses[0] = Some(start);
    poses[steps.len()] = Some(end);
    for (n, step) in steps.iter().enumerate() {
        let Some(pose) = poses[n] else { break };
        let next = match step {
            Step::To { point } => Some(Pose {
                at: *point,
                facing: pose.facing,
            }),
            _ => shift(step).map(|(right, forward)| pose.offset(right, forward, 0.0)),
        };
        if n + 1 < steps.len() {
            poses[n + 1] = next;
        }
    }
    for (n, step) in steps.iter().enumerate().skip(1).rev() {
        if poses[n].is_some() {
            continue;
        }
        let (Some(after), Some((right, forward))) = (poses[n + 1], shift(step)) else {
            break;
        };
        poses[n] = Some(after.offset(-right, -forward, 0.0));
    }
    poses
}

/// How far to the right and ahead a straight step goes; none for the others.
fn shift(step: &Step) -> Option<(f64, f64)> {
    let side = |hand: &Hand| if *hand == Hand::Left { -1.0 } else { 1.0 };
    Some(match step {
        Step::Advance { distance } => (0.0, distance.millimetres()),
        Step::Retire { distance } => (0.0, -distance.millimetres()),
        Step::Sidestep { hand, distance } => (side(hand) * distance.millimetres(), 0.0),
        Step::Oblique {
            hand,
            angle,
            distance,
        } => {
            let (sin, cos) = Bearing::new(*angle).sin_cos();
            let far = distance.millimetres();
            (side(hand) * far * sin, far * cos)
        }
        _ => return None,
    })
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

/// The enemies so near that the course could come to them. Distances are taken too large rather than
/// measured: this only spares the work of looking closely.
fn near<'b>(board: &'b Board, unit: &Unit, course: &Course, zone: f64) -> Vec<&'b Unit> {
    let (own, wide) = extent(unit);
    let mut reach = zone + wide;
    for step in &course.steps {
        reach += match step {
            Step::Advance { distance }
            | Step::Retire { distance }
            | Step::Sidestep { distance, .. }
            | Step::Oblique { distance, .. } => distance.millimetres(),
            Step::To { point } => own.distance(*point) + wide,
            Step::Wheel { .. } | Step::Pivot { .. } | Step::AboutFace => 4.0 * wide,
        };
    }
    let comes_near = |other: &&Unit| {
        let (at, far) = extent(other);
        let apart = (at.x - own.x).abs().max((at.y - own.y).abs());
        apart <= reach + far && board.hostile(&unit.side, &other.side)
    };
    board.units.iter().filter(comes_near).collect()
}

/// The middle of a unit's front, and no less than how far from it any part of the unit can be.
fn extent(unit: &Unit) -> (Point, f64) {
    let at = unit.pose.at;
    let part = |rect: &Rect| {
        let middle = rect.pose.at;
        (middle.x - at.x).abs() + (middle.y - at.y).abs() + (rect.width + rect.depth) / 2.0
    };
    (at, unit.footprint.iter().map(part).fold(0.0, f64::max))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn poses_follow_from_both_ends_of_a_course() {
        let course: Course = "advance 10 mm, wheel left 30, sidestep right 4 mm, advance 5 mm"
            .parse()
            .unwrap();
        let end = Pose::new(50.0, 60.0, 0.0);
        let poses = known(Pose::default(), &course, end);
        assert_eq!(poses[1], Some(Pose::new(0.0, 10.0, 0.0)));
        assert_eq!(poses[3], Some(Pose::new(50.0, 55.0, 0.0)));
        assert_eq!(poses[2], Some(Pose::new(46.0, 55.0, 0.0)));
        let course: Course = "wheel left 30, advance 5 mm, wheel right 30"
            .parse()
            .unwrap();
        assert_eq!(known(Pose::default(), &course, end)[1..3], [None, None]);
    }
}
