//! One turn of a unit: every order it could usefully be given, tried out.

use std::collections::BTreeMap;

use grognard_core::{Field, Id, Order, OrderSpec, RVec, Ratio, Ruling, Unit, Verdict, kinds};

use super::bound::Bound;
use super::changes::Changes;
use super::forms::Shift;
use super::meet::Hint;
use super::outlook::Outlook;
use super::trial::{Given, Stamp, Trial};
use super::ways::Body;
use crate::error::EngineError;

/// The most changes of formation in one turn.
pub(super) const CHANGES: u32 = 2;
/// So often asked in vain, a phase is not asked again.
const PATIENCE: u32 = 3;

/// What is done in a plan.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Act {
    /// An order is given.
    Order(Order),
    /// The phase is ended.
    Pass,
}

/// What a unit can come to in a turn.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    /// From which of the turn's starts.
    pub(super) node: usize,
    pub(super) acts: Vec<Act>,
    pub(super) body: Body,
    /// The formation, or the one it is changing into.
    pub(super) formation: Id,
    /// Full moves left to the goal, as far as can be told.
    pub(super) left: f64,
    /// The share of one more move that does, on open ground; none when one does not.
    pub(super) soon: Option<f64>,
    /// Whether the goal is met.
    pub(super) met: bool,
    /// How likely some dice of this turn are to fall otherwise.
    pub(super) fails: Ratio,
    /// The share of a move spent.
    pub(super) spent: f64,
    /// Whether it stands in its formation, and no change is under way.
    pub(super) whole: bool,
    /// The conditions it has.
    pub(super) conditions: Vec<Id>,
}

impl Leaf {
    /// The fewest turns from there to the goal.
    pub(super) fn least(&self, bound: &Bound) -> u32 {
        let quiet = |name: &Id| bound.quiet.contains(name);
        let settled = self.whole && self.conditions.iter().all(quiet);
        bound.turns(&self.body, &self.formation, settled)
    }
}

/// What was done so far in a turn.
#[derive(Clone, Debug, Default)]
pub(super) struct SoFar {
    pub(super) changes: u32,
    pub(super) marched: bool,
    pub(super) fails: Ratio,
    pub(super) spent: f64,
    /// A change that was written, with how the unit stood before.
    pub(super) written: Option<(Id, RVec<Field>)>,
}

/// Tries the orders of a turn.
#[derive(Debug)]
pub(super) struct Turns<'a> {
    pub(super) outlook: Outlook,
    /// The unit alone on open ground, where there is any.
    pub(super) alone: Option<Trial<'a>>,
    pub(super) changes: Changes,
    pub(super) change: Id,
    pub(super) spec: Option<OrderSpec>,
    /// How often each phase was asked for a change or a move, and how often it allowed one.
    asked: BTreeMap<(u32, bool), (u32, u32)>,
    pub(super) leaves: Vec<Leaf>,
    /// Second moves that were found together with first ones.
    pub(super) hints: Vec<Hint>,
    /// How often a way round was looked for in the turn that is tried.
    pub(super) rounds: u32,
    /// How often a map was made of where the unit can get to, in that turn.
    pub(super) maps: u32,
    /// Why the unit could not move where it first was asked to.
    pub(super) barred: Option<Ruling>,
    /// Whether any order was ever allowed.
    pub(super) acted: bool,
    /// Whether the unit ever came into the formation asked for, and why it was refused last.
    pub(super) formed: bool,
    pub(super) unformed: Option<Ruling>,
    pub(super) rulings: usize,
}

impl<'a> Turns<'a> {
    pub(super) fn new(outlook: Outlook, spec: Option<OrderSpec>, alone: Option<Trial<'a>>) -> Self {
        Self {
            outlook,
            alone,
            changes: Changes::default(),
            change: Id::of(kinds::CHANGE_FORMATION),
            spec,
            asked: BTreeMap::new(),
            leaves: Vec::new(),
            hints: Vec::new(),
            rounds: 0,
            maps: 0,
            barred: None,
            acted: false,
            formed: false,
            unformed: None,
            rulings: 0,
        }
    }

    /// Tries everything from where a trial stands, to the end of the turn. The trial is left as it was.
    pub(super) fn explore(
        &mut self,
        trial: &mut Trial<'_>,
        node: usize,
    ) -> Result<(), EngineError> {
        let before = self.leaves.len();
        let mut acts = Vec::new();
        self.go_on(trial, node, &mut acts, SoFar::default())?;
        if self.leaves.len() == before {
            // Nothing can be done: the turn goes by.
            self.leaf(trial, node, &[], &SoFar::default(), None);
        }
        self.rulings += trial.asked();
        Ok(())
    }

    pub(super) fn go_on(
        &mut self,
        trial: &mut Trial<'_>,
        node: usize,
        acts: &mut Vec<Act>,
        mut so_far: SoFar,
    ) -> Result<(), EngineError> {
        let stamp = trial.stamp();
        let mut passed = 0;
        loop {
            if so_far.written.is_none() && so_far.changes < CHANGES && trial.takes(&self.change) {
                self.try_changes(trial, node, acts, &so_far)?;
            }
            if !so_far.marched && trial.takes_march() {
                self.try_marches(trial, node, acts, &so_far)?;
            }
            if !self.more(trial, &stamp, &so_far) {
                break;
            }
            let Some(before) = trial.unit().cloned() else {
                break;
            };
            let rulings = trial.pass()?;
            passed += 1;
            acts.push(Act::Pass);
            let Some(after) = trial.unit().cloned() else {
                break;
            };
            if !self.note(trial, node, acts, &mut so_far, (&before, &after), &rulings) {
                break;
            }
            if trial.stamp() != stamp {
                break;
            }
        }
        acts.truncate(acts.len() - passed);
        trial.back(passed)
    }

    /// Notes what became of a unit while a phase passed; whether it is worth going on.
    fn note(
        &mut self,
        trial: &Trial<'_>,
        node: usize,
        acts: &[Act],
        so_far: &mut SoFar,
        (before, after): (&Unit, &Unit),
        rulings: &[Ruling],
    ) -> bool {
        let changed = before.formation != after.formation;
        match so_far.written.take() {
            Some((to, args)) if changed && after.formation == to => {
                let shift = Shift::between(before.pose, after.pose);
                self.changes.went(&before.formation, &to, &args, shift, 0.0);
                self.leaf(trial, node, acts, so_far, None);
            }
            Some((to, args)) => {
                let refused = rulings.iter().find(|ruling| {
                    ruling.verdict != Verdict::Allowed
                        && ruling.findings.iter().any(|one| one.subject == after.id)
                });
                if let Some(ruling) = refused {
                    self.refused(&before.formation, &to, &args, ruling);
                    return false;
                }
                so_far.written = Some((to, args));
            }
            None if changed => self.leaf(trial, node, acts, so_far, None),
            None => {}
        }
        true
    }

    /// Whether anything can still be done in the turn.
    fn more(&self, trial: &Trial<'_>, stamp: &Stamp, so_far: &SoFar) -> bool {
        if trial.stamp() != *stamp {
            return false;
        }
        if so_far.written.is_some() {
            return true;
        }
        let battle = trial.battle();
        let now = battle.board().clock.phase_index;
        let named = |orders: &[String], kind: &Id| {
            orders.is_empty() || orders.iter().any(|one| *kind == *one.as_str())
        };
        let phases = (0_u32..).zip(&battle.document().manifest.phases);
        let wanted = |unit: &Unit| !so_far.marched || !self.outlook.goal.takes(&unit.formation);
        let changes = so_far.changes < CHANGES && trial.unit().is_some_and(wanted);
        phases
            .filter(|(index, _)| *index > now)
            .any(|(index, phase)| {
                (changes && named(&phase.orders, &self.change) && self.fertile(index, true))
                    || (!so_far.marched
                        && named(&phase.orders, trial.march_kind())
                        && self.fertile(index, false))
            })
    }

    /// Whether a phase has ever allowed a change, or a move, or was not asked often enough to tell.
    fn fertile(&self, phase: u32, change: bool) -> bool {
        let (asked, allowed) = self
            .asked
            .get(&(phase, change))
            .copied()
            .unwrap_or_default();
        allowed > 0 || asked < PATIENCE
    }

    pub(super) fn count(&mut self, trial: &Trial<'_>, change: bool, allowed: bool) {
        let phase = trial.battle().board().clock.phase_index;
        let count = self.asked.entry((phase, change)).or_default();
        count.0 += 1;
        count.1 += u32::from(allowed);
    }

    pub(super) fn here(&self, trial: &Trial<'_>, change: bool) -> bool {
        self.fertile(trial.battle().board().clock.phase_index, change)
    }

    fn try_marches(
        &mut self,
        trial: &mut Trial<'_>,
        node: usize,
        acts: &mut Vec<Act>,
        so_far: &SoFar,
    ) -> Result<(), EngineError> {
        if !self.here(trial, false) {
            return Ok(());
        }
        for order in self.marches(trial)? {
            let Given::Done(given) = trial.give(&order)? else {
                continue;
            };
            acts.push(Act::Order(order));
            let mut so_far = so_far.clone();
            so_far.marched = true;
            so_far.fails = either(so_far.fails, given.fails);
            so_far.spent += given.ruling.spent.to_f64();
            self.leaf(trial, node, acts, &so_far, None);
            let last = trial
                .unit()
                .is_none_or(|unit| self.outlook.goal.takes(&unit.formation));
            if !last {
                self.go_on(trial, node, acts, so_far)?;
            }
            acts.pop();
            trial.back(1)?;
        }
        Ok(())
    }

    /// Whether anything can be ordered from where a trial stands to the end of the turn.
    pub(super) fn anything(&self, trial: &Trial<'_>) -> bool {
        trial.takes(&self.change)
            || trial.takes_march()
            || self.more(trial, &trial.stamp(), &SoFar::default())
    }

    pub(super) fn leaf(
        &mut self,
        trial: &Trial<'_>,
        node: usize,
        acts: &[Act],
        so_far: &SoFar,
        into: Option<&Id>,
    ) {
        let (Some(unit), Some(body)) = (trial.unit(), trial.body()) else {
            return;
        };
        let formation = into.unwrap_or(&unit.formation);
        self.acted |= !acts.is_empty();
        self.formed |= self.outlook.goal.takes(&unit.formation);
        let left = self.outlook.left(&self.changes, &body, formation);
        let soon = if self.is_half_way(body.pose, formation) {
            Some(0.0)
        } else {
            self.outlook.in_a_move(&self.changes, body.pose, formation)
        };
        self.leaves.push(Leaf {
            node,
            acts: acts.to_vec(),
            body,
            formation: *formation,
            left,
            soon,
            met: self.outlook.goal.met(unit),
            fails: so_far.fails,
            spent: so_far.spent,
            whole: into.is_none() && !trial.has_written(),
            conditions: unit.conditions.iter().map(|field| field.name).collect(),
        });
    }
}

/// The chance that one or the other happens, of two that have nothing to do with each other.
pub(super) fn either(one: Ratio, other: Ratio) -> Ratio {
    Ratio::ONE - (Ratio::ONE - one) * (Ratio::ONE - other)
}
