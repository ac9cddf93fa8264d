//! Orders over several turns: how a unit comes to a place, facing as asked, in the formation asked.
//!
//! A plan is tried out on a copy of the battle: each of its orders is one that [`Battle::order`] carries out
//! when its time comes, as long as nobody else moves. The search takes what promises most and tries no
//! everything, so that a plan is found quickly and one with fewer turns could be missed; what it tells is
//! always what the rules say.

mod ask;
mod bend;
mod bound;
mod changes;
mod cut;
mod danger;
mod fit;
mod forms;
mod goal;
mod going;
mod halfway;
mod json;
mod marches;
mod meet;
mod most;
mod outlook;
mod price;
mod reform;
mod repertoire;
mod rows;
mod search;
mod tell;
mod trial;
mod turn;
mod ways;
mod why_not;
mod words;

use grognard_core::{Board, Id, Order, Pose, RVec, Ratio, Ruling, StepKinds, Unit, kinds};

pub use ask::{MOST_TURNS, PlanAsk};
pub use why_not::{Nearest, NoPlan};

use crate::battle::{Battle, unit_index};
use crate::error::EngineError;
use ask::validated;
use bound::{Bound, quiet};
use outlook::Outlook;
use search::{Found, search, to_next_turn};
use tell::tell;
use trial::Trial;
use turn::{Act, Turns};

/// Orders that bring a unit to a place, turn by turn; or why there are none.
///
/// It tells of the battle as it was when it was asked, and holds while nobody else moves.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The unit.
    pub unit: Id,
    /// What was asked.
    pub ask: PlanAsk,
    /// Where the unit stands.
    pub start: Pose,
    /// What to do, turn by turn; empty when the unit is there already, or there is no plan.
    pub turns: Vec<PlannedTurn>,
    /// How many phases to end behind the last order, until all of it is carried out.
    pub phases: u32,
    /// The chance that some dice fall otherwise than the plan counts on.
    pub fails: Ratio,
    /// How near the nearest enemy is at the end of a turn of the plan, mm; none when there is no enemy.
    ///
    /// This is the planner's own measure of risk, and no rule.
    pub danger: Option<f64>,
    /// Why there is no plan; none when there is one.
    pub none: Option<NoPlan>,
    /// The nearest to the place that the unit was brought; none when nothing was looked at.
    pub nearest: Option<Nearest>,
    /// The fewest turns that any plan of moves of the kind asked for and changes of formation can take, as far as that
    /// is proved: by the ruleset's greatest rates, and what changes were seen to do. It holds for what the unit is ordered to do, and not
    /// for what happens to it. Nothing when the unit is there already; one when nothing more is proved.
    pub least: u32,
    /// How many rulings were asked for.
    pub rulings: usize,
}

/// One turn of a plan.
#[derive(Clone, Debug)]
pub struct PlannedTurn {
    /// The turn on the clock.
    pub turn: u32,
    /// The orders, in their order; none in a turn that is waited through.
    pub orders: Vec<PlannedOrder>,
    /// What happens to the unit of itself as phases end, written orders that are carried out among it.
    pub follows: Vec<Follows>,
    /// Where the unit stands at the end of it.
    pub end: Pose,
    /// Its bases then.
    pub bases: RVec<Pose>,
    /// Its formation then.
    pub formation: Id,
    /// How far it is from the place then, mm.
    pub distance: f64,
    /// The nearest enemy then, and how far off it is, mm.
    pub enemy: Option<(Id, f64)>,
}

/// One order of a plan.
#[derive(Clone, Debug)]
pub struct PlannedOrder {
    /// The order.
    pub order: Order,
    /// How many phases to end before it, behind the order before it.
    pub phases: u32,
    /// The phase in which it is given.
    pub phase: Id,
    /// Whether it is only written down then.
    pub written: bool,
    /// The ruling on it, the dice as the plan counts on them.
    pub ruling: Ruling,
    /// The chance that the dice fall otherwise.
    pub fails: Ratio,
    /// Where the unit stands before it.
    pub from: Pose,
    /// Where it stands behind it.
    pub end: Pose,
    /// The formation it is in before.
    pub formation: Id,
    /// For a change of formation: millimetres of a full move ahead on open table before and after it.
    pub rates: Option<(f64, f64)>,
}

/// What happens to a unit as a phase ends.
#[derive(Clone, Debug)]
pub struct Follows {
    /// Behind how many of the turn's orders.
    pub orders: usize,
    /// The phase that begins.
    pub phase: Id,
    /// The ruling.
    pub ruling: Ruling,
}

impl Plan {
    /// Nothing planned for a unit yet.
    fn blank(unit: &Unit, ask: &PlanAsk) -> Self {
        Self {
            unit: unit.id,
            ask: ask.clone(),
            start: unit.pose,
            turns: Vec::new(),
            phases: 0,
            fails: Ratio::ZERO,
            danger: None,
            none: None,
            nearest: None,
            least: 1,
            rulings: 0,
        }
    }

    /// Whether there is a plan.
    pub fn found(&self) -> bool {
        self.none.is_none()
    }

    /// Whether no plan takes fewer turns: it is proved. A plan of which it is not has the fewest that were found.
    pub fn proved(&self) -> bool {
        self.found() && self.turns.len() <= self.least as usize
    }

    /// Whether it is proved that there is no plan in as many turns as were asked for.
    pub fn out_of_reach(&self) -> bool {
        !self.found() && self.least > self.ask.turns
    }

    /// Every order, in the order they are given.
    pub fn orders(&self) -> impl Iterator<Item = &PlannedOrder> {
        self.turns.iter().flat_map(|turn| &turn.orders)
    }
}

impl Battle {
    /// How a unit comes to a place, in the fewest turns and then with the least risk. Nothing changes and
    /// nothing is rolled: a plan depends on the battle alone, and not on how its dice are going to fall.
    ///
    /// A plan that there is none is no error: see [`Plan::none`].
    ///
    /// # Errors
    /// When there is no such unit, formation or kind of move, the place is not on the table, a number makes no
    /// sense, or the ruleset fails.
    pub fn plan(&self, unit: &str, ask: &PlanAsk) -> Result<Plan, EngineError> {
        self.plan_on(self.board(), unit, ask)
    }

    /// The same for one side, on what it knows of the board. A plan measures: where the side's marches are only
    /// taken down yet, there is none.
    pub(crate) fn plan_for(
        &self,
        board: &Board,
        unit: &str,
        ask: &PlanAsk,
    ) -> Result<Plan, EngineError> {
        let unit_now = &board.units[unit_index(board, unit)?];
        let mut march = Order::new(ask.kind, unit_now.id);
        march.args = ask.args.clone();
        if self.only_written(ask.kind.as_str()) {
            validated(self, board, ask)?;
            let probe = self.probe(self.laid(board), &march)?;
            if probe.kinds == StepKinds::NONE && probe.ruling.has("only-taken-down") {
                return Ok(Plan {
                    none: Some(NoPlan::CannotMove(Box::new(probe.ruling))),
                    rulings: 1,
                    ..Plan::blank(unit_now, ask)
                });
            }
            // A kind of move that nobody writes down has no ruling that tells of it.
            self.motion_on(board, unit, &ask.kind)?;
        }
        self.plan_on(board, unit, ask)
    }

    /// The same on the battle's board, or what one side knows of it.
    pub(crate) fn plan_on(
        &self,
        board: &Board,
        unit: &str,
        ask: &PlanAsk,
    ) -> Result<Plan, EngineError> {
        let subject = unit_index(board, unit)?;
        let goal = validated(self, board, ask)?;
        let unit = &board.units[subject];
        let mut march = Order::new(ask.kind, unit.id);
        march.args = ask.args.clone();
        let mut plan = Plan::blank(unit, ask);
        if goal.met(unit) {
            plan.least = 0;
            return Ok(plan);
        }
        if let Some(none) = why_not::not_open(self, unit, &goal)? {
            plan.none = Some(none);
            return Ok(plan);
        }
        let start = Trial::new(self, board, unit, &march);
        let mut trial = start.fork();
        let mut acts: Vec<Act> = Vec::new();
        to_next_turn(&mut trial, &mut acts, |_| true)?;
        let mut specs = self.order_kinds().iter();
        let spec = specs
            .find(|spec| spec.id == kinds::CHANGE_FORMATION)
            .cloned();
        let forms = start.fork().forms()?;
        // The rates of other kinds of move may hang on arguments.
        let alone = most::alone(&start);
        let bound = match &alone {
            Some(alone) if ask.args.is_empty() && ask.kind == kinds::MARCH => {
                most::most(&start, alone, spec.as_ref())?
                    .map(|most| Ok::<_, EngineError>(Bound::new(&most, &goal, quiet(&start)?)))
                    .transpose()?
            }
            _ => None,
        };
        if let (Some(bound), Some(body)) = (&bound, start.body()) {
            let settled = start.settled(&bound.quiet);
            plan.least = bound.turns(&body, &unit.formation, settled).max(1);
        }
        let round = ask.round();
        let outlook = {
            let table = trial.battle().table();
            Outlook::new(table.board(), table.field(), subject, goal, forms, round)
        };
        let mut turns = Turns::new(outlook, spec, alone);
        if !turns.anything(&trial) {
            let stamp = trial.stamp();
            to_next_turn(&mut trial, &mut acts, |now| now != stamp)?;
        }
        let board = trial.battle().board().clone();
        let found = search(&mut turns, trial, ask.turns, bound.as_ref())?;
        plan.rulings = turns.rulings;
        let Found {
            acts: then,
            turns: looked,
            nearest,
        } = found;
        plan.nearest = nearest;
        let nearest = plan.nearest.clone();
        match then {
            Some(then) => {
                acts.extend(then);
                tell(&mut plan, start, &acts, &turns)?;
            }
            None => {
                plan.none = Some(why_not::why_not(
                    self,
                    &board,
                    subject,
                    &turns,
                    (looked, nearest.as_ref()),
                ))
            }
        }
        Ok(plan)
    }
}
