//! Enemy influence: formed enemies near by hamper changes and turns (S3-9 to S3-12).

use grognard_sdk::prelude::*;

use crate::GeneralDeBrigade;
use crate::march::Walk;
use crate::notes::{found, rely};
use crate::troops::{Arm, Form, Kind};
use crate::zone::{Front, half_front, rects};

impl GeneralDeBrigade {
    /// Whether a unit is formed in close order, as far as influence goes.
    fn close_order(&self, unit: &Unit) -> bool {
        if unit.is("unformed") || unit.is("wavering") {
            return false;
        }
        let form = Form::of(unit);
        self.set.any_formed || !matches!(form.kind(), Kind::Guns | Kind::Skirmish)
    }

    /// Whether an enemy near by asks for a Test to Form before a change (S3-10).
    fn hampers_change(&self, enemy: &Unit) -> bool {
        let gone = enemy.is("retreating") || enemy.is("routing");
        !(gone && self.set.waive_test) && self.close_order(enemy)
    }

    /// Whether an enemy near by forbids to turn flank or rear to him (S3-11).
    pub(crate) fn hampers_turn(&self, enemy: &Unit) -> bool {
        let gone = enemy.is("retreating") || enemy.is("routing");
        let guns =
            self.set.enemy_evading_guns && enemy.is("evading") && Arm::of(enemy).is_horse_guns();
        !gone && !guns && self.close_order(enemy)
    }

    /// The nearest enemy that asks for a Test to Form, and how near he is.
    pub(crate) fn hampering<'a>(
        &self,
        situation: &'a Situation<'_>,
        index: usize,
        unit: &Unit,
    ) -> Option<(&'a Unit, f64)> {
        let board = situation.board;
        let radius = self.numbers.influence.or_zero().to_f64() + situation.ground.tolerance();
        situation
            .ground
            .near(index as u64, radius)
            .into_iter()
            .find_map(|near| {
                let other = board.units.get(near.unit as usize)?;
                let counts = board.hostile(&unit.side, &other.side) && self.hampers_change(other);
                counts.then_some((other, near.gap))
            })
    }

    /// Whether a retreating or routing enemy is near, whom the waiver concerns (S3-12).
    pub(crate) fn broken_enemy_near(
        &self,
        situation: &Situation<'_>,
        index: usize,
        unit: &Unit,
    ) -> bool {
        let board = situation.board;
        let radius = self.numbers.influence.or_zero().to_f64() + situation.ground.tolerance();
        let near = situation.ground.near(index as u64, radius);
        near.iter().any(|near| {
            board.units.get(near.unit as usize).is_some_and(|other| {
                board.hostile(&unit.side, &other.side)
                    && (other.is("retreating") || other.is("routing"))
            })
        })
    }

    /// Refuses turns that take an enemy near by out of the front zone (S3-11).
    pub(crate) fn check_turns(&self, walk: &Walk<'_, '_>, judge: &mut Judge) {
        let turns = walk.course.steps.iter().any(is_turn);
        if !turns || Form::of(walk.unit).is_square() {
            return;
        }
        let (unit, board) = (walk.unit, walk.situation.board);
        let ground = &walk.situation.ground;
        rely(judge, &self.numbers.influence, "S3-9");
        let radius = self.numbers.influence.or_zero().to_f64() + ground.tolerance();
        let own = Extent::of(unit);
        // Measuring costs more than looking whether any of them is about.
        let far = radius + reach(unit, walk.course, 3.0 * own.far);
        let about = |other: &Unit| own.may_be_within(far, &Extent::of(other));
        let mut others = board.units.iter();
        if !others.any(|other| board.hostile(&unit.side, &other.side) && about(other)) {
            return;
        }
        let radius_of_all = radius + reach(unit, walk.course, span(unit));
        let near = ground.near(walk.index as u64, radius_of_all);
        let hampering: Vec<(u64, &Unit)> = near
            .iter()
            .filter_map(|near| Some((near.unit, board.units.get(near.unit as usize)?)))
            .filter(|(_, other)| board.hostile(&unit.side, &other.side) && self.hampers_turn(other))
            .collect();
        if hampering.is_empty() {
            return;
        }
        judge.cite(Id::of("S3-9"));
        judge.cite(Id::of("S3-11"));
        judge.read(&self.readings, "front-zone");
        for (_, other) in &hampering {
            self.lean_on_ground(other, judge);
        }
        if self.set.own_evading_guns && unit.is("evading") && Arm::of(unit).is_horse_guns() {
            judge.read(&self.readings, "evading-horse-artillery");
            judge.cite(Id::of("S3-12"));
            return;
        }
        for (at, step) in walk.course.steps.iter().enumerate() {
            if !is_turn(step) {
                continue;
            }
            let before = self.standing(walk, at);
            let after = self.standing(walk, at + 1);
            self.check_turn(walk, &hampering, &before, &after, judge);
        }
    }

    /// Where a unit stands after the first `steps` steps of its course.
    fn standing(&self, walk: &Walk<'_, '_>, steps: usize) -> (Pose, Vec<Pose>) {
        if steps == 0 {
            let bases = walk.unit.bases.iter().map(|base| base.rect.pose).collect();
            return (walk.unit.pose, bases);
        }
        let course = Course {
            steps: walk.course.steps.iter().take(steps).copied().collect(),
        };
        let law = MotionLaw {
            corners: Corners::Front,
            ..MotionLaw::default()
        };
        let survey = walk
            .situation
            .ground
            .survey(walk.index as u64, &course, &law);
        (survey.end, survey.bases.to_vec())
    }

    /// Refuses a turn from one standing to another that takes an enemy near by out of the front zone.
    pub(crate) fn check_turn(
        &self,
        walk: &Walk<'_, '_>,
        hampering: &[(u64, &Unit)],
        before: &(Pose, Vec<Pose>),
        after: &(Pose, Vec<Pose>),
        judge: &mut Judge,
    ) {
        let (unit, ground) = (walk.unit, &walk.situation.ground);
        let radius = self.numbers.influence.or_zero().to_f64();
        let body = rects(unit, &before.1);
        let front = |(pose, bases): &(Pose, Vec<Pose>)| Front {
            pose: *pose,
            half: half_front(unit, bases, *pose),
        };
        let (was, becomes) = (front(before), front(after));
        for (index, other) in hampering {
            let gap = ground.gap_from(RSlice::from_slice(&body), *index);
            if gap > radius + ground.tolerance() {
                continue;
            }
            let quarter = self.set.quarter_front;
            if was.faces(&other.footprint, quarter) && !becomes.faces(&other.footprint, quarter) {
                judge.find(
                    Finding::refuses(Id::of("turns-flank"), Id::of("S3-11"), unit.id)
                        .about(other.id)
                        .measured(
                            Measure::Length,
                            Amount::exact(self.numbers.influence.or_zero()),
                            found(gap),
                        ),
                );
            }
        }
    }

    /// The enemies near a unit that forbid turns.
    pub(crate) fn turn_hamperers<'a>(
        &self,
        situation: &'a Situation<'_>,
        index: usize,
        unit: &Unit,
    ) -> Vec<(u64, &'a Unit)> {
        let board = situation.board;
        let radius = self.numbers.influence.or_zero().to_f64() + situation.ground.tolerance();
        let near = situation.ground.near(index as u64, radius);
        near.iter()
            .filter_map(|near| Some((near.unit, board.units.get(near.unit as usize)?)))
            .filter(|(_, other)| board.hostile(&unit.side, &other.side) && self.hampers_turn(other))
            .collect()
    }
}

fn is_turn(step: &Step) -> bool {
    matches!(
        step,
        Step::AboutFace | Step::Wheel { .. } | Step::Pivot { .. }
    )
}

/// No less than how far apart two points of a unit lie, mm, and no more than thrice as far as its [`Extent`] goes.
fn span(unit: &Unit) -> f64 {
    let (mut across, mut along) = (0.0_f64, 0.0_f64);
    let local = unit.pose.locals();
    for corner in unit.footprint.iter().flat_map(Rect::corners) {
        let (right, forward) = local(corner);
        (across, along) = (across.max(right.abs()), along.max(forward.abs()));
    }
    2.0 * across + along
}

/// How far a course can take any part of a unit of this [`span`], mm; never less than it does.
fn reach(unit: &Unit, course: &Course, span: f64) -> f64 {
    course.steps.iter().fold(0.0, |gone, step| {
        gone + match step {
            Step::Advance { distance }
            | Step::Retire { distance }
            | Step::Sidestep { distance, .. }
            | Step::Oblique { distance, .. } => distance.millimetres(),
            Step::To { point } => unit.pose.at.distance(*point) + span,
            Step::Pivot {
                about: PivotPoint::At(point),
                angle,
            } => (unit.pose.at.distance(*point) + gone + span) * angle.to_radians().abs(),
            Step::Wheel { angle, .. } | Step::Pivot { angle, .. } => {
                span * angle.to_radians().abs()
            }
            Step::AboutFace => 0.0,
        }
    })
}
