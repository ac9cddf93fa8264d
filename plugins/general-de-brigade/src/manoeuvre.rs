//! The quarter turn between line and column (S2-12).

use grognard_sdk::prelude::*;

use crate::GeneralDeBrigade;
use crate::change::Change;
use crate::law::Pace;
use crate::march::Walk;
use crate::price::Row;
use crate::room::Standing;
use crate::test_to_form::Tested;
use crate::troops::{Form, Kind};
use crate::words::spend;

impl GeneralDeBrigade {
    /// The ruling on a quarter turn.
    pub(crate) fn rule_quarter_turn(&self, situation: &Situation<'_>, order: &Order) -> Ruling {
        let mut judge = Judge::new(order.subject);
        let Some((index, unit)) = self.found(situation, order) else {
            return Ruling::default();
        };
        let from = Form::of(unit);
        let pair = |to: Form| {
            matches!(
                (from.kind(), to.kind()),
                (Kind::Line, Kind::Column) | (Kind::Column, Kind::Line)
            )
        };
        let Some(to) = order
            .text("to")
            .and_then(Form::parse)
            .filter(|to| pair(*to))
        else {
            judge.refuse("quarter-turn-only", "S2-12");
            return judge.done();
        };
        let change = Change {
            index,
            unit,
            from,
            to,
            budget: self.budget(unit),
        };
        if self.may_change(&change, &mut judge) {
            self.quarter(
                situation,
                &change,
                order.text("hand") == Some("right"),
                &mut judge,
            );
        }
        crate::notes::done(judge)
    }

    fn quarter(
        &self,
        situation: &Situation<'_>,
        change: &Change<'_>,
        right: bool,
        judge: &mut Judge,
    ) {
        let unit = change.unit;
        let num = &self.numbers.quarter;
        let Some(cost) = self.known(unit, num, Id::of("quarter-turn"), "S2-12", judge) else {
            return;
        };
        let mut costs = vec![cost];
        costs.extend(self.surcharge(unit, Row::Manoeuvre, judge));
        let total = costs.iter().fold(Ratio::ZERO, |sum, cost| sum + cost.share);
        let fits = self.charge_all(unit, change.budget, &costs, judge);
        self.lean_on_ground(unit, judge);
        self.lean_on_layout(unit, change.to, judge);
        let pose = turned(unit, right);
        let bases = self.places_with(unit, change.to, None).poses(pose);
        if self
            .obstructed(situation, change.index, unit, &bases)
            .is_some()
        {
            judge.refuse("no-room", "S2-27");
        }
        let hampering = self.turn_hamperers(situation, change.index, unit);
        if !hampering.is_empty() {
            let course = Course::new();
            let walk = Walk {
                situation,
                index: change.index,
                unit,
                course: &course,
                pace: Pace::Normal,
                ignored: &[],
            };
            let before = (
                unit.pose,
                unit.bases.iter().map(|base| base.rect.pose).collect(),
            );
            judge.read(&self.readings, "front-zone");
            for (_, other) in &hampering {
                self.lean_on_ground(other, judge);
            }
            self.check_turn(&walk, &hampering, &before, &(pose, bases.to_vec()), judge);
        }
        if !fits || !judge.allowed() {
            return;
        }
        match self.test_to_form(situation, change.index, unit, judge) {
            Tested::Open => {}
            Tested::Failed => self.fail_test(unit, total, judge),
            Tested::Passed => {
                judge.then(spend(unit, total));
                self.take(
                    change,
                    &Standing {
                        pose,
                        bases,
                        behind: None,
                    },
                    judge,
                );
            }
        }
    }
}

/// The frame after a quarter turn: the side turned to becomes the front.
fn turned(unit: &Unit, right: bool) -> Pose {
    let (mut low, mut high, mut rear) = (f64::MAX, f64::MIN, f64::MAX);
    for corner in unit.bases.iter().flat_map(|base| base.rect.corners()) {
        let (across, along) = unit.pose.local(corner);
        (low, high, rear) = (low.min(across), high.max(across), rear.min(along));
    }
    let (side, angle) = if right { (high, 90.0) } else { (low, -90.0) };
    unit.pose.offset(side, rear / 2.0, angle)
}
