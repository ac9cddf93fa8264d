//! Marches of which the law of motion says all that these rules do.

use grognard_sdk::prelude::*;

use crate::HorseAndMusket;
use crate::charts::Deed;
use crate::conditions as c;
use crate::fate::Fate;
use crate::formations::Formation;
use crate::gates::is_reforming;
use crate::law::{Manner, Stance};
use crate::questions::Question;

impl HorseAndMusket {
    /// The plain courses of a move.
    pub(crate) fn plain(
        &self,
        situation: &Situation<'_>,
        stance: &Stance<'_>,
        manner: Manner,
    ) -> ROption<Plain> {
        let unit = stance.troops.unit;
        // Of these some may turn about and do nothing else.
        if is_reforming(situation.board, unit) || unit.is(c::LOCKED) || self.owes_a_gap(unit) {
            return RNone;
        }
        let steps = self.plain_steps(stance, manner);
        let tolerance = situation.ground.tolerance();
        match self.plain_gap(unit) {
            Some(gap) if steps != StepKinds::NONE => RSome(Plain {
                steps,
                about_faces: u32::from(!unit.is(c::FACED)),
                clear: gap + tolerance,
                on_terrain: true,
                on_lines: true,
                except: RVec::new(),
            }),
            _ => RNone,
        }
    }

    /// Whether it has to get away from a stand left behind: how far cannot be said as a law.
    fn owes_a_gap(&self, unit: &Unit) -> bool {
        match unit.conditions.text(c::FORCED_MARCH) {
            Some("x") => unit.conditions.text(c::LEFT_BEHIND).is_some(),
            Some("lose") => self.answers.other(Question::LoseMustMove),
            _ => false,
        }
    }

    /// Millimetres to keep from enemies: a forced march keeps its distance, every other move may not
    /// come to touch them. None where what the unit did before decides, or the chart does not say.
    fn plain_gap(&self, unit: &Unit) -> Option<f64> {
        let doubled = unit.conditions.text(c::FORCED_MARCH);
        if !doubled.is_some_and(Fate::doubles) {
            return Some(0.0);
        }
        let safe = self.constants.safe_distance.inches()?;
        (!unit.is(c::NEAR_ENEMY)).then(|| safe.to_f64())
    }

    /// The kinds of step that it has the morale for and that go in a direction it may take.
    fn plain_steps(&self, stance: &Stance<'_>, manner: Manner) -> StepKinds {
        let able = |deed| {
            let mut trial = Judge::new(Id::default());
            self.morale(&mut trial, &stance.troops, [deed]);
            trial.allowed()
        };
        let by_hand = stance.formation == Formation::Unlimbered;
        let (going, back) = if by_hand {
            (Deed::Manhandle, Deed::Manhandle)
        } else {
            (Deed::Move, Deed::FallBack)
        };
        let retire = |steps: StepKinds| match able(back) {
            true => steps.and(StepKinds::RETIRE),
            false => steps,
        };
        match manner {
            Manner::Charge => return StepKinds::NONE,
            Manner::FallBack => return retire(StepKinds::NONE),
            Manner::March | Manner::Manhandle => {}
        }
        let mut steps = StepKinds::NONE;
        if able(going) {
            steps = StepKinds::ADVANCE
                .and(StepKinds::WHEEL)
                .and(StepKinds::PIVOT);
            if self.row_for(stance, manner, Heading::Flank).is_some() {
                steps = steps.and(StepKinds::SIDESTEP);
            }
            if !self.answers.other(Question::LegDirection) {
                steps = steps.and(StepKinds::OBLIQUE).and(StepKinds::TO);
            }
        }
        steps = retire(steps);
        if steps != StepKinds::NONE && able(Deed::AboutFace) {
            steps = steps.and(StepKinds::ABOUT_FACE);
        }
        steps
    }
}
