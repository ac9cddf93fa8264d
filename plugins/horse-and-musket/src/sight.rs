//! Out of the enemy's sight.

use grognard_sdk::prelude::*;

use crate::HorseAndMusket;
use crate::conditions as c;
use crate::questions::Question;

impl HorseAndMusket {
    /// Whether a unit is out of the enemy's sight: it sees no enemy, or the nearest is far off and it
    /// was not fired upon in the enemy's latest turn.
    pub(crate) fn out_of_sight(
        &self,
        judge: &mut Judge,
        situation: &Situation<'_>,
        index: u64,
        unit: &Unit,
    ) {
        judge.cite(Id::of("M20a"));
        let enemies = || {
            let all = situation.board.units.iter().enumerate();
            all.filter(|(_, other)| situation.board.hostile(&unit.side, &other.side))
        };
        let sees = |look: &Look| {
            enemies().any(|(other, _)| situation.ground.sight(index, other as u64, look).clear)
        };
        let mut seen = sees(&Look::default());
        if !situation.board.terrain.is_empty() {
            self.answers.asked(judge, Question::WoodsBlockSight);
        }
        if seen && !sees(&self.past_units()) {
            // Nothing but units hides it from all it would see.
            seen = !self.answers.asked(judge, Question::UnitsBlockSight);
            if !seen {
                self.need(judge, &self.constants.unit_height, "M20a");
            }
        }
        if !seen {
            return;
        }
        judge.cite(Id::of("M20b"));
        let Some(safe) = self.need_inches(judge, &self.constants.safe_distance, "M20b") else {
            return;
        };
        let Some((gap, enemy)) = nearest_enemy(situation, index, unit) else {
            return;
        };
        let (far, tolerance) = (safe.to_f64(), situation.ground.tolerance());
        let off = if self.answers.asked(judge, Question::ZoneEdge) {
            gap > far + tolerance
        } else {
            gap >= far - tolerance
        };
        let shot_at = unit.is(c::SHOT_AT);
        if off && !shot_at {
            return;
        }
        judge.find(
            Finding::refuses(Id::of("forced-march-in-sight"), Id::of("M20b"), unit.id)
                .about(enemy.id)
                .measured(Measure::Length, safe.into(), Amount::measured(gap))
                .with(Id::of("fired-upon"), Value::Flag(shot_at)),
        );
    }

    /// A look past units as high as the chart says; at any height when it does not say.
    fn past_units(&self) -> Look {
        let height = self.constants.unit_height.inches();
        Look {
            units: RSome(height.map_or(f64::INFINITY, Ratio::to_f64)),
            ..Look::default()
        }
    }
}

/// The enemy that is nearest to a unit, and how near.
pub(crate) fn nearest_enemy<'a>(
    situation: &Situation<'a>,
    index: u64,
    unit: &Unit,
) -> Option<(f64, &'a Unit)> {
    let all = situation.board.units.iter().enumerate();
    all.filter(|(_, other)| situation.board.hostile(&unit.side, &other.side))
        .map(|(other, enemy)| (situation.ground.gap(index, other as u64), enemy))
        .min_by(|one, other| one.0.total_cmp(&other.0))
}
