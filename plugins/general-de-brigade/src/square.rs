//! The two speeds of a square (S2-3): slow while enemy horse is within its charge.

use grognard_sdk::prelude::*;

use crate::GeneralDeBrigade;
use crate::notes::lean;
use crate::troops::{Arm, Form, involuntary};

impl GeneralDeBrigade {
    /// Whether no enemy horse can reach the square at `index` with a charge; along `course`, when the
    /// reading looks at the whole move and there is one.
    pub(crate) fn square_safe(
        &self,
        situation: &Situation<'_>,
        index: usize,
        unit: &Unit,
        course: Option<&Course>,
    ) -> bool {
        // A square that has moved this phase keeps the speed it began with.
        if !self.set.square_whole_move
            && let Some(leg) = unit
                .track
                .iter()
                .find(|leg| leg.formation == unit.formation)
        {
            return leg.cell == self.numbers.square_safe.key;
        }
        let tolerance = situation.ground.tolerance();
        let enemies = situation.board.units.iter().enumerate();
        !enemies
            .filter(|(_, other)| situation.board.hostile(&unit.side, &other.side))
            .any(|(at, other)| {
                let Some(reach) = self.charge_reach(other) else {
                    return false;
                };
                let gap = match course {
                    Some(course) if self.set.square_whole_move => {
                        situation.ground.least_gap(index as u64, course, at as u64)
                    }
                    _ => situation.ground.gap(index as u64, at as u64),
                };
                gap <= reach.to_f64() + tolerance
            })
    }

    /// Leans on what told whether a square is safe: the reach of every enemy horse, and the ground
    /// between.
    pub(crate) fn lean_on_horse(&self, situation: &Situation<'_>, unit: &Unit, judge: &mut Judge) {
        for other in &situation.board.units {
            let horse =
                situation.board.hostile(&unit.side, &other.side) && Arm::of(other).is_cavalry();
            if horse {
                judge.read(&self.readings, "square-check");
                judge.read(&self.readings, "square-threat");
                let arm = Arm::of(other);
                lean(judge, self.numbers.rate(arm, Form::of(other), false));
                lean(judge, &self.numbers.rates(arm).bonus);
                self.lean_on_ground(other, judge);
                self.lean_on_ground(unit, judge);
            }
        }
    }

    /// How far a charge of enemy horse reaches, mm: its rate and the bonus. None for others.
    pub(crate) fn charge_reach(&self, unit: &Unit) -> Option<Ratio> {
        let arm = Arm::of(unit);
        if !arm.is_cavalry() {
            return None;
        }
        let unable = involuntary(unit) || unit.is("unformed") || unit.is("wavering");
        if self.set.square_able_only && unable {
            return None;
        }
        let rate = self.numbers.rate(arm, Form::of(unit), false).value?;
        Some(rate + self.numbers.rates(arm).bonus.or_zero())
    }
}
