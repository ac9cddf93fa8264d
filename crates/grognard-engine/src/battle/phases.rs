//! Phases that pass: what the rules do of their own accord, and written orders carried out together.

use grognard_core::{
    Clock, Document, Id, Moment, Order, PhaseMode, RNone, RSome, RVec, Ruling, TurnOrder,
};
use grognard_host::OpenedRuleset;

use super::asking::unbroken;
use super::{Battle, Step, mark_typed};
use crate::dice::Tray;
use crate::error::EngineError;
use crate::event::Happening;
use crate::surveyor::{Call, Surveyor};

impl Battle {
    /// Ends the phase: what the ruleset does at its end and at the start of the next; written orders
    /// due in the next are carried out together.
    ///
    /// # Errors
    /// When the dice do not fit or the ruleset fails; the battle is as it was.
    pub fn end_phase(&mut self, dice: &[u32]) -> Result<Vec<Ruling>, EngineError> {
        let before = self.dice.place();
        let mut step = Step::default();
        match self.pass_phase(&mut step, dice) {
            Ok(()) => {}
            Err(error) => {
                for patch in step.patches.iter_mut().rev() {
                    self.table_mut().swap(patch);
                }
                self.dice.return_to(before);
                return Err(error);
            }
        }
        let rulings = step.rulings.clone();
        self.enter(Happening::EndPhase, step, before);
        Ok(rulings)
    }

    fn pass_phase(&mut self, step: &mut Step, dice: &[u32]) -> Result<(), EngineError> {
        self.moment(Moment::PhaseEnd, step, dice)?;
        let phases = self.document().manifest.phases.len() as u32;
        let last = self.board().clock.phase_index + 1 >= phases;
        if last {
            self.moment(Moment::TurnEnd, step, dice)?;
        }
        let next = self.next_clock(last);
        step.patches.push(self.table_mut().set_clock(next));
        if last {
            self.moment(Moment::TurnStart, step, dice)?;
        }
        self.moment(Moment::PhaseStart, step, dice)?;
        self.resolve_written(step, dice)?;
        if step.dice.len() < dice.len() {
            return Err(EngineError::Dice(format!(
                "{} dice were typed in, but the phase rolls only {}",
                dice.len(),
                step.dice.len()
            )));
        }
        step.typed = !dice.is_empty();
        Ok(())
    }

    fn next_clock(&self, turn_over: bool) -> Clock {
        let mut clock = self.board().clock.clone();
        let phases = &self.document().manifest.phases;
        clock.phase_index = if turn_over { 0 } else { clock.phase_index + 1 };
        clock.phase = phases
            .get(clock.phase_index as usize)
            .map_or(Id::default(), |p| Id::from(p.id.as_str()));
        if !turn_over {
            return clock;
        }
        let sides = &self.board().sides;
        match &clock.active {
            RSome(active) => {
                let at = sides
                    .iter()
                    .position(|side| side.id == *active)
                    .unwrap_or(0);
                let next = (at + 1) % sides.len().max(1);
                if next == 0 {
                    clock.turn += 1;
                }
                clock.active = sides.get(next).map_or(RNone, |side| RSome(side.id));
            }
            _ => clock.turn += 1,
        }
        clock
    }

    /// Asks the ruleset what it does at a moment, and does it.
    pub(super) fn moment(
        &mut self,
        moment: Moment,
        step: &mut Step,
        dice: &[u32],
    ) -> Result<(), EngineError> {
        let (rulings, rolled) = self.ask(dice, step.dice.len(), |rules, surveyor| {
            rules
                .moment(&surveyor.situation(), moment)
                .map(|ruling| vec![ruling])
        })?;
        self.take(rulings, rolled, step, false)
    }

    /// Carries out the written orders that the phase on the clock resolves.
    fn resolve_written(&mut self, step: &mut Step, dice: &[u32]) -> Result<(), EngineError> {
        let Some(phase) = self
            .phase()
            .filter(|phase| phase.mode == PhaseMode::Resolve)
        else {
            return Ok(());
        };
        let due = |order: &Order| {
            phase.orders.is_empty() || phase.orders.iter().any(|kind| order.kind == *kind.as_str())
        };
        let orders: Vec<Order> = self
            .board()
            .written
            .iter()
            .filter(|o| due(o))
            .cloned()
            .collect();
        if orders.is_empty() {
            return Ok(());
        }
        let left: RVec<Order> = self
            .board()
            .written
            .iter()
            .filter(|o| !due(o))
            .cloned()
            .collect();
        let (rulings, rolled) = self.ask(dice, step.dice.len(), |rules, surveyor| {
            rules.resolve(&surveyor.situation(), &orders)
        })?;
        step.patches.push(self.table_mut().set_written(left));
        self.take(rulings, rolled, step, true)
    }

    fn ask<F>(
        &mut self,
        dice: &[u32],
        used: usize,
        question: F,
    ) -> Result<(Vec<Ruling>, Vec<u32>), EngineError>
    where
        F: FnOnce(&OpenedRuleset, &Surveyor<'_, '_>) -> Result<Vec<Ruling>, grognard_core::Fault>,
    {
        let mut seeded = self.dice.clone();
        let rest = dice.get(used..).unwrap_or(&[]);
        let tray = if dice.is_empty() {
            self.tray(&mut seeded, dice)
        } else {
            Tray::typed(rest)
        };
        let mut rulings = {
            let (board, field) = (self.table.board(), self.table.field());
            let surveyor = Surveyor::new(board, field, &tray, self.tolerance, Call::Given);
            let rulings = question(&self.rules, &surveyor)?;
            unbroken(&surveyor)?;
            rulings
        };
        let rolled = tray.rolled().map_err(EngineError::Dice)?;
        if !dice.is_empty() {
            rulings.iter_mut().for_each(mark_typed);
        }
        self.dice = seeded;
        Ok((rulings, rolled))
    }

    /// Applies the effects of rulings in turn, and notes what was not empty. Each has to be possible,
    /// except that a refused written order simply has none.
    fn take(
        &mut self,
        rulings: Vec<Ruling>,
        rolled: Vec<u32>,
        step: &mut Step,
        keep_all: bool,
    ) -> Result<(), EngineError> {
        for ruling in rulings {
            let patch = self.table_mut().apply(&ruling.effects);
            let patch = patch.map_err(|m| self.bad_effect(m))?;
            step.patches.push(patch);
            if keep_all || ruling != Ruling::default() {
                step.rulings.push(ruling);
            }
        }
        step.dice.extend(rolled);
        Ok(())
    }
}

pub(super) fn first_clock(document: &Document, first: Option<Id>) -> Clock {
    let active = match document.manifest.turns {
        TurnOrder::Alternating => first.map_or(RNone, RSome),
        TurnOrder::Simultaneous => RNone,
    };
    let phase = document
        .manifest
        .phases
        .first()
        .map_or(Id::default(), |p| Id::from(p.id.as_str()));
    Clock {
        turn: 1,
        phase_index: 0,
        phase,
        active,
    }
}
