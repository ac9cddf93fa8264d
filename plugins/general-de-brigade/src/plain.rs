//! Marches of which the law of motion says all that these rules do.

use grognard_sdk::prelude::*;

use crate::GeneralDeBrigade;
use crate::budget::Budget;
use crate::law::{BUA, OBSTACLES, WATER};
use crate::troops::{Arm, Form, involuntary};

/// The turns, which enemy influence forbids (S3-11).
const TURNS: StepKinds = StepKinds::WHEEL
    .and(StepKinds::PIVOT)
    .and(StepKinds::ABOUT_FACE);

impl GeneralDeBrigade {
    /// The plain courses of a march at the normal rate; `safe` as the law has it.
    pub(crate) fn plain(
        &self,
        situation: &Situation<'_>,
        unit: &Unit,
        budget: Budget,
        safe: bool,
    ) -> ROption<Plain> {
        // Of these some may turn about and do nothing else (S3-12).
        if involuntary(unit) {
            return RNone;
        }
        let Some(index) = situation.board.unit_index(unit.id.as_str()) else {
            return RNone;
        };
        let tolerance = situation.ground.tolerance();
        let mut steps = self.plain_steps(unit, budget);
        let mut clear = 0.0;
        if safe && self.set.square_whole_move {
            clear = self.longest_charge(situation, unit);
        }
        if !Form::of(unit).is_square() && self.some_hampers(situation, unit) {
            match self.clear_of_influence(situation, index, unit) {
                Some(radius) => clear = radius,
                None => steps = steps.without(TURNS),
            }
        }
        if steps == StepKinds::NONE {
            return RNone;
        }
        RSome(Plain {
            steps,
            about_faces: u32::MAX,
            clear: clear + tolerance,
            on_terrain: true,
            on_lines: true,
            except: self.not_plain(situation.board, unit),
        })
    }

    /// The kinds of step that are not limited in themselves.
    fn plain_steps(&self, unit: &Unit, budget: Budget) -> StepKinds {
        let (arm, form) = (Arm::of(unit), Form::of(unit));
        let by_hand = form == Form::Unlimbered;
        let mut steps = TURNS;
        if !(by_hand && self.pivots_only(unit)) {
            steps = steps
                .and(StepKinds::ADVANCE)
                .and(StepKinds::SIDESTEP)
                .and(StepKinds::OBLIQUE)
                .and(StepKinds::TO);
            if by_hand || self.law_caps_step_back(unit, budget) {
                steps = steps.and(StepKinds::RETIRE);
            }
        }
        let toll = match (arm.is_guns(), form.is_square()) {
            (true, _) => self.numbers.gun.about.value,
            (false, true) => Some(Ratio::ZERO),
            (false, false) => self.numbers.about_face.value,
        };
        if toll.is_none() {
            steps = steps.without(StepKinds::ABOUT_FACE);
        }
        if self.numbers.influence.value.is_none() && !form.is_square() {
            steps = steps.without(TURNS);
        }
        steps
    }

    /// Whether the allowance runs out before more is stepped back than may be: under a reading its
    /// distance is what a whole phase buys.
    fn law_caps_step_back(&self, unit: &Unit, budget: Budget) -> bool {
        let Some(cap) = self.numbers.step_back.value else {
            return false;
        };
        let mut back = unit.track.iter().filter(|leg| leg.heading == Heading::Rear);
        self.set.step_back_phase
            && budget.share <= Ratio::ONE
            && back.all(|leg| leg.per_move <= cap)
    }

    /// How far the longest charge of enemy horse reaches, mm: a square that keeps beyond it stays safe.
    fn longest_charge(&self, situation: &Situation<'_>, unit: &Unit) -> f64 {
        let board = situation.board;
        let enemies = board
            .units
            .iter()
            .filter(|other| board.hostile(&unit.side, &other.side));
        enemies
            .filter_map(|other| self.charge_reach(other))
            .fold(0.0, |most, reach| reach.to_f64().max(most))
    }

    /// Whether any enemy would forbid turns if he were near.
    fn some_hampers(&self, situation: &Situation<'_>, unit: &Unit) -> bool {
        let board = situation.board;
        board
            .units
            .iter()
            .any(|other| board.hostile(&unit.side, &other.side) && self.hampers_turn(other))
    }

    /// How far to keep from enemies to turn freely, mm; none when one is nearer as the unit stands, so
    /// that only a march without turns is plain.
    fn clear_of_influence(
        &self,
        situation: &Situation<'_>,
        index: usize,
        unit: &Unit,
    ) -> Option<f64> {
        let board = situation.board;
        let radius = self.numbers.influence.value?.to_f64();
        let near = situation
            .ground
            .near(index as u64, radius + situation.ground.tolerance());
        let hostile = |other: &Unit| board.hostile(&unit.side, &other.side);
        let free = !near
            .iter()
            .any(|near| board.units.get(near.unit as usize).is_some_and(hostile));
        free.then_some(radius)
    }

    /// The kinds of terrain on the board that are more than their rate: what slows the whole phase, or bars a
    /// formation, is no part of the law.
    fn not_plain(&self, board: &Board, unit: &Unit) -> RVec<Id> {
        let mut kinds = RVec::new();
        for kind in board.terrain.iter().map(|piece| &piece.kind) {
            let is_plain = match kind.as_str() {
                BUA => self.streets_are_plain(unit),
                WATER => false,
                kind => !OBSTACLES.contains(&kind) && kind != "gate",
            };
            if !is_plain && !kinds.contains(kind) {
                kinds.push(*kind);
            }
        }
        kinds
    }

    fn streets_are_plain(&self, unit: &Unit) -> bool {
        Form::of(unit) == Form::CompanyColumn
            && !Arm::of(unit).is_guns()
            && self.set.half_speed_stretch
            && !self.set.bua_phase
            && self.numbers.bua_pass.value.is_some()
    }
}
