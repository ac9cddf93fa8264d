//! Changes of formation in a turn: which are worth trying, and what comes of them.

use grognard_core::{Field, Id, RVec, Ruling, Unit};

use super::forms::Shift;
use super::trial::{Given, Trial};
use super::turn::{Act, SoFar, Turns, either};
use crate::error::EngineError;

/// The most formations tried besides the one asked for.
const OTHERS: usize = 2;
/// The most formations tried as a way to the one asked for.
const STONES: usize = 6;
/// How much nearer another formation has to bring the unit, in full moves, to be tried.
const GAIN: f64 = 0.05;

impl Turns<'_> {
    pub(super) fn try_changes(
        &mut self,
        trial: &mut Trial<'_>,
        node: usize,
        acts: &mut Vec<Act>,
        so_far: &SoFar,
    ) -> Result<(), EngineError> {
        let Some(unit) = trial.unit().cloned() else {
            return Ok(());
        };
        let mut worth = self.worth_changing(trial, &unit, so_far);
        let mut next = 0;
        while let Some(&to) = worth.get(next) {
            let went = self.try_change(trial, node, acts, so_far, (&unit, &to))?;
            next += 1;
            if !went && self.outlook.goal.formation == Some(to) {
                worth.extend(self.stones(&unit, so_far, &worth));
            }
        }
        Ok(())
    }

    /// Tries one change with all arguments that are worth it; whether any went.
    fn try_change(
        &mut self,
        trial: &mut Trial<'_>,
        node: usize,
        acts: &mut Vec<Act>,
        so_far: &SoFar,
        (unit, to): (&Unit, &Id),
    ) -> Result<bool, EngineError> {
        let mut done: Vec<RVec<Field>> = Vec::new();
        let mut went = false;
        while self.here(trial, true)
            && let Some(args) = self.changes.next(&unit.formation, to, &done)
        {
            done.push(args.clone());
            let order = trial.change(to, &args);
            match trial.give(&order)? {
                Given::Barred(ruling) => {
                    // What has to be written is refused elsewhere because it was not.
                    if trial.writes() || !trial.has_to_be_written(&self.change) {
                        self.refused(&unit.formation, to, &args, &ruling);
                    }
                    // That many arguments are refused does not make a phase barren.
                    if done.len() == 1 {
                        self.count(trial, true, false);
                    }
                }
                Given::Done(given) => {
                    went = true;
                    self.count(trial, true, true);
                    acts.push(Act::Order(order));
                    let mut so_far = so_far.clone();
                    so_far.changes += 1;
                    so_far.fails = either(so_far.fails, given.fails);
                    so_far.spent += given.ruling.spent.to_f64();
                    let spent = given.ruling.spent.to_f64();
                    self.changed(trial, node, acts, so_far, (unit, to, args, spent))?;
                    acts.pop();
                    trial.back(1)?;
                }
            }
        }
        Ok(went)
    }

    /// Formations by way of which the one asked for may be come to, where it cannot be taken at once: first those
    /// from which it is known to be.
    fn stones(&self, unit: &Unit, so_far: &SoFar, tried: &[Id]) -> Vec<Id> {
        if so_far.marched || so_far.changes > 0 {
            return Vec::new();
        }
        let goal = self.outlook.goal.formation.as_ref();
        let forms = self.outlook.forms().iter().map(|form| form.id);
        let mut stones: Vec<Id> = forms
            .filter(|id| *id != unit.formation && !tried.contains(id))
            .filter(|id| !self.changes.is_vain(&unit.formation, id))
            .collect();
        stones.sort_by_key(|id| !goal.is_some_and(|goal| self.changes.goes(id, goal)));
        stones.truncate(STONES);
        stones
    }

    /// Goes on behind a change of formation that was ordered.
    fn changed(
        &mut self,
        trial: &mut Trial<'_>,
        node: usize,
        acts: &mut Vec<Act>,
        mut so_far: SoFar,
        (unit, to, args, spent): (&Unit, &Id, RVec<Field>, f64),
    ) -> Result<(), EngineError> {
        let Some(after) = trial.unit().cloned() else {
            return Ok(());
        };
        if after.formation == *to {
            let shift = Shift::between(unit.pose, after.pose);
            let paid = unit.track.is_empty() && so_far.changes == 1;
            self.changes.went(
                &unit.formation,
                to,
                &args,
                shift,
                if paid { spent } else { 0.0 },
            );
            self.leaf(trial, node, acts, &so_far, None);
        } else if trial.writes() {
            so_far.written = Some((*to, args));
        } else {
            // It takes longer than the turn.
            self.leaf(trial, node, acts, &so_far, Some(to));
            return Ok(());
        }
        self.go_on(trial, node, acts, so_far)
    }

    /// The formations it may pay to change into.
    fn worth_changing(&self, trial: &Trial<'_>, unit: &Unit, so_far: &SoFar) -> Vec<Id> {
        let goal = &self.outlook.goal;
        let wanted = goal
            .formation
            .as_ref()
            .filter(|one| **one != unit.formation);
        let mut out: Vec<Id> = wanted.cloned().into_iter().collect();
        let Some(body) = trial
            .body()
            .filter(|_| !so_far.marched && so_far.changes == 0)
        else {
            return out;
        };
        let now = self.outlook.left(&self.changes, &body, &unit.formation);
        let others = self.outlook.forms().iter();
        let others = others.filter(|form| form.id != unit.formation && Some(&form.id) != wanted);
        let mut others: Vec<(f64, &Id)> = others
            .map(|form| {
                let share = self.changes.share(&unit.formation, &form.id);
                (
                    self.outlook.left(&self.changes, &body, &form.id) + share,
                    &form.id,
                )
            })
            .filter(|(left, _)| *left < now - GAIN)
            .collect();
        others.sort_by(|a, b| a.0.total_cmp(&b.0));
        out.extend(others.into_iter().take(OTHERS).map(|(_, id)| *id));
        out
    }

    /// Notes that a change of formation was refused.
    pub(super) fn refused(&mut self, from: &Id, to: &Id, args: &[Field], ruling: &Ruling) {
        let spec = self.spec.as_ref();
        let lacks = self.changes.refused(from, to, args, ruling, spec);
        // That an argument is wanted is no reason: others have it.
        if !lacks && self.outlook.goal.formation.as_ref() == Some(to) {
            self.unformed = Some(ruling.clone());
        }
    }
}
