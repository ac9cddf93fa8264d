//! Where a forced march may not lead: near an enemy, or too near the stand left behind.

use grognard_sdk::prelude::*;

use crate::HorseAndMusket;
use crate::conditions as c;
use crate::fate::Fate;
use crate::law::Stance;
use crate::models::ground_at;
use crate::questions::Question;
use crate::sight::nearest_enemy;
use crate::travel::Trip;
use crate::way::Way;

impl HorseAndMusket {
    /// A forced march keeps its distance from every enemy.
    pub(crate) fn judge_zone(
        &self,
        judge: &mut Judge,
        situation: &Situation<'_>,
        trip: &Trip<'_>,
        course: &Course,
    ) {
        let unit = trip.stance.troops.unit;
        if unit
            .conditions
            .text(c::FORCED_MARCH)
            .is_some_and(Fate::doubles)
        {
            self.judge_doubled_zone(judge, situation, trip, course);
        }
    }

    /// The same, for a move whose allowance is doubled or would be.
    pub(crate) fn judge_doubled_zone(
        &self,
        judge: &mut Judge,
        situation: &Situation<'_>,
        trip: &Trip<'_>,
        course: &Course,
    ) {
        let unit = trip.stance.troops.unit;
        if course.steps.is_empty() {
            return;
        }
        let Some(safe) = self.need_inches(judge, &self.constants.safe_distance, "M22b") else {
            return;
        };
        judge.cite(Id::of("M22b"));
        let doubled = self.goes_beyond_ordinary(trip);
        let held = doubled || self.answers.asked(judge, Question::ZoneScope);
        let near = self.nearest_point(judge, situation, trip, course, safe.to_f64());
        match near {
            Some(near) if held => breach(judge, safe, near),
            Some(_) => c::flag(judge, &unit.id, c::NEAR_ENEMY),
            None if held && unit.is(c::NEAR_ENEMY) => {
                self.near_before(judge, situation, trip.index, unit);
            }
            None => {}
        }
    }

    /// What a change of formation leaves of an ordinary move was gone already, and the way led near an
    /// enemy: the change would make it a way that only the forced march pays for.
    pub(crate) fn judge_zone_of_change(
        &self,
        judge: &mut Judge,
        situation: &Situation<'_>,
        index: u64,
        after: &Stance<'_>,
        gone: Amount,
        slack: f64,
    ) {
        let unit = after.troops.unit;
        let doubled = gone.exceeds((Ratio::ONE - after.changes).into(), slack);
        if doubled && unit.is(c::NEAR_ENEMY) {
            self.near_before(judge, situation, index, unit);
        }
    }

    /// The unit came near an enemy earlier in its turn.
    fn near_before(&self, judge: &mut Judge, situation: &Situation<'_>, index: u64, unit: &Unit) {
        let Some(safe) = self.need_inches(judge, &self.constants.safe_distance, "M22b") else {
            return;
        };
        judge.cite(Id::of("M22b"));
        let Some((gap, enemy)) = nearest_enemy(situation, index, unit) else {
            return;
        };
        breach(
            judge,
            safe,
            Near {
                enemy: enemy.id,
                gap,
            },
        );
    }

    /// Whether the turn's steps go beyond what the unit could go without its forced march.
    fn goes_beyond_ordinary(&self, trip: &Trip<'_>) -> bool {
        let stance = &trip.stance;
        let factor = self.change_factor(stance);
        // A toll for facing about is spent like a change.
        let tolls = trip.survey.tolls.iter();
        let tolls = tolls.fold(Ratio::ZERO, |sum, toll| sum + toll.share);
        let changes = stance.changes + tolls.checked_div(factor).unwrap_or(tolls);
        let gone = trip.survey.total - (changes * factor).into();
        gone.exceeds((Ratio::ONE - changes).into(), trip.survey.slack)
    }

    /// The enemy that a course comes too near to, and how near.
    fn nearest_point(
        &self,
        judge: &mut Judge,
        situation: &Situation<'_>,
        trip: &Trip<'_>,
        course: &Course,
        safe: f64,
    ) -> Option<Near> {
        let unit = trip.stance.troops.unit;
        let tolerance = situation.ground.tolerance();
        let too_near = |gap: f64, inside: bool| {
            if inside {
                gap <= safe + tolerance
            } else {
                gap < safe - tolerance
            }
        };
        let mut worst: Option<Near> = None;
        for (index, other) in situation.board.units.iter().enumerate() {
            let index = index as u64;
            if !situation.board.hostile(&unit.side, &other.side) {
                continue;
            }
            let start = situation.ground.gap(trip.index, index);
            let least = if self.answers.other(Question::ZonePath) {
                let ground = ground_at(unit, &trip.survey.bases);
                situation.ground.gap_from(ground.as_rslice(), index)
            } else {
                situation.ground.least_gap(trip.index, course, index)
            };
            let inside = self.answers.other(Question::ZoneEdge);
            if !too_near(least, inside) {
                continue;
            }
            self.answers.asked(judge, Question::ZoneEdge);
            self.answers.asked(judge, Question::ZonePath);
            let started_near = too_near(start, inside) && !unit.is(c::NEAR_ENEMY);
            if started_near {
                let barred = self.answers.asked(judge, Question::ZoneStartInside);
                if !barred && least >= start - tolerance {
                    continue;
                }
            }
            if worst.as_ref().is_none_or(|near| least < near.gap) {
                worst = Some(Near {
                    enemy: other.id,
                    gap: least,
                });
            }
        }
        worst
    }

    /// After an X the rest get away from the stand left behind; after a Lose too, if so read.
    pub(crate) fn judge_straggler_gap(
        &self,
        judge: &mut Judge,
        situation: &Situation<'_>,
        trip: &Trip<'_>,
        way: &Way,
    ) {
        let unit = trip.stance.troops.unit;
        if !way.moves {
            return;
        }
        let (clause, behind) = match unit.conditions.text(c::FORCED_MARCH) {
            Some("x") => ("M23a", unit.conditions.text(c::LEFT_BEHIND)),
            Some("lose") if self.answers.asked(judge, Question::LoseMustMove) => ("M24", None),
            _ => return,
        };
        if clause == "M23a" && behind.is_none() {
            return;
        }
        judge.cite(Id::of(clause));
        let number = &self.constants.straggler_gap;
        let Some(needed) = self.need_inches(judge, number, clause) else {
            return;
        };
        let by_distance = clause == "M24" || self.answers.asked(judge, Question::GapMeasure);
        let gap = if by_distance {
            let legs = unit.track.iter().chain(trip.survey.legs.iter());
            legs.fold(Amount::ZERO, |sum, leg| sum + leg.farthest)
        } else {
            let Some(index) = behind.and_then(|id| situation.board.unit_index(id)) else {
                return;
            };
            let ground = ground_at(unit, &trip.survey.bases);
            Amount::measured(situation.ground.gap_from(ground.as_rslice(), index as u64))
        };
        too_near(judge, situation, clause, behind.map(Id::from), needed, gap);
    }

    /// The same for a roll whose way is walked at once: the stand left behind is no unit yet.
    pub(crate) fn judge_split_gap(
        &self,
        judge: &mut Judge,
        situation: &Situation<'_>,
        unit: &Unit,
        rest: &Unit,
        word: &str,
        trip: &Trip<'_>,
    ) {
        let clause = match word {
            "x" => "M23a",
            "lose" if self.answers.asked(judge, Question::LoseMustMove) => "M24",
            _ => return,
        };
        let number = &self.constants.straggler_gap;
        let Some(needed) = self.need_inches(judge, number, clause) else {
            return;
        };
        let gap = if clause == "M24" || self.answers.asked(judge, Question::GapMeasure) {
            trip.survey
                .legs
                .iter()
                .fold(Amount::ZERO, |sum, leg| sum + leg.farthest)
        } else {
            let goes_on = |base: &Base| rest.bases.iter().any(|b| b.serial == base.serial);
            let ends = ground_at(unit, &trip.survey.bases);
            let pairs = || unit.bases.iter().zip(ends.iter());
            let going: Vec<Rect> = pairs().filter(|p| goes_on(p.0)).map(|p| *p.1).collect();
            let left: Vec<Rect> = pairs()
                .filter(|p| !goes_on(p.0))
                .map(|p| p.0.rect)
                .collect();
            let (going, left) = (RSlice::from_slice(&going), RSlice::from_slice(&left));
            Amount::measured(situation.ground.gap_between(going, left))
        };
        too_near(judge, situation, clause, None, needed, gap);
    }
}

/// Refuses a move that does not get far enough from the stand left behind.
fn too_near(
    judge: &mut Judge,
    situation: &Situation<'_>,
    clause: &'static str,
    behind: Option<Id>,
    needed: Ratio,
    gap: Amount,
) {
    if Amount::exact(needed).exceeds(gap, situation.ground.tolerance()) {
        judge.find(
            Finding::refuses(Id::of("straggler-gap"), Id::of(clause), judge.subject())
                .about(behind.unwrap_or_default())
                .measured(Measure::Length, needed.into(), gap),
        );
    }
}

/// An enemy that a way leads too near to.
struct Near {
    enemy: Id,
    gap: f64,
}

/// Refuses a way that leads too near to an enemy.
fn breach(judge: &mut Judge, safe: Ratio, near: Near) {
    judge.find(
        Finding::refuses(Id::of("enemy-zone"), Id::of("M22b"), judge.subject())
            .about(near.enemy)
            .measured(Measure::Length, safe.into(), Amount::measured(near.gap)),
    );
}
