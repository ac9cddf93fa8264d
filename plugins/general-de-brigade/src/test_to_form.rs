//! The Test to Form (S3-10). The source gives it no numbers; those of the charts are assumed.

use grognard_sdk::prelude::*;

use crate::GeneralDeBrigade;
use crate::cell::Num;
use crate::notes::{found, lean, rely};
use crate::readings::TestBy;

/// How a Test to Form came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tested {
    /// None was needed, or it was passed.
    Passed,
    /// It was failed.
    Failed,
    /// The dice are not known yet, or nobody said how it went.
    Open,
}

impl GeneralDeBrigade {
    /// Tests a unit that wants to change near a formed enemy.
    pub(crate) fn test_to_form(
        &self,
        situation: &Situation<'_>,
        index: usize,
        unit: &Unit,
        judge: &mut Judge,
    ) -> Tested {
        rely(judge, &self.numbers.influence, "S3-9");
        if self.broken_enemy_near(situation, index, unit) {
            judge.cite(Id::of("S3-12"));
            judge.read(&self.readings, "exemption-scope");
        }
        let Some((enemy, gap)) = self.hampering(situation, index, unit) else {
            return Tested::Passed;
        };
        judge.cite(Id::of("S3-9"));
        self.lean_on_ground(unit, judge);
        self.lean_on_ground(enemy, judge);
        judge.read(&self.readings, "influence-sources");
        judge.read(&self.readings, "test-to-form");
        let radius = Amount::exact(self.numbers.influence.or_zero());
        let needed = Finding::notes(Id::of("test-needed"), Id::of("S3-10"), unit.id)
            .about(enemy.id)
            .measured(Measure::Length, radius, found(gap));
        match self.set.test_by {
            TestBy::Pass => Tested::Passed,
            TestBy::Caller if unit.is("test-passed") => Tested::Passed,
            TestBy::Caller if unit.is("test-failed") => Tested::Failed,
            TestBy::Caller => {
                judge.find(Finding {
                    weight: Weight::Unsettles,
                    ..needed
                });
                Tested::Open
            }
            TestBy::Dice => {
                judge.find(needed);
                let target = self.test_target(unit);
                self.throw(
                    situation,
                    unit.id,
                    target,
                    [&self.numbers.test_count, &self.numbers.test_sides],
                    ["test-to-form", "S3-10"],
                    judge,
                )
            }
        }
    }

    /// Rolls dice that have to reach a number.
    pub(crate) fn throw(
        &self,
        situation: &Situation<'_>,
        subject: Id,
        target: &Num,
        dice: [&Num; 2],
        [purpose, clause]: [&'static str; 2],
        judge: &mut Judge,
    ) -> Tested {
        for num in [target, dice[0], dice[1]] {
            lean(judge, num);
            if num.value.is_none() {
                judge.find(
                    Finding::unsettles(Id::of("cell-unknown"), Id::of(clause), subject)
                        .about(num.key),
                );
                return Tested::Open;
            }
        }
        let count = dice[0].or_zero().num().clamp(1, 20) as u32;
        let sides = dice[1].or_zero().num().clamp(2, 1000) as u32;
        let rolled = judge.roll(
            &situation.ground,
            count,
            sides,
            Id::of(purpose),
            Id::of(clause),
        );
        let Some(faces) = rolled else {
            return Tested::Open;
        };
        let sum: u32 = faces.iter().sum();
        let passed = Ratio::int(i64::from(sum)) >= target.or_zero();
        judge.outcome(Id::of(if passed { "yes" } else { "no" }));
        if passed {
            Tested::Passed
        } else {
            Tested::Failed
        }
    }

    fn test_target(&self, unit: &Unit) -> &Num {
        let class = match unit.attribute_text("class") {
            "guard" => 0,
            "elite" => 1,
            "veteran" => 2,
            "second-line" => 4,
            "conscript" => 5,
            _ => 3,
        };
        &self.numbers.test[class]
    }

    /// What a failed test does: the cost is gone and, by default, the order of the unit too.
    pub(crate) fn fail_test(&self, unit: &Unit, paid: Ratio, judge: &mut Judge) {
        judge.read(&self.readings, "test-fail");
        judge.note("test-failed", "S3-10");
        judge.then(crate::words::spend(unit, paid));
        judge.then(crate::words::flag(&unit.id, "test-failed"));
        if self.set.fail_unforms {
            judge.then(crate::words::flag(&unit.id, "unformed"));
        }
    }
}
