//! What one side may know of a battle.

use std::borrow::{Borrow, Cow};

use grognard_core::{Board, Id, Order, Ruling};

use crate::battle::Battle;
use crate::error::EngineError;
use crate::event::{Event, Happening};
use crate::odds::Odds;
use crate::plan::{Plan, PlanAsk};
use crate::reach::{Reach, ReachAsk};
use crate::suggest::suggestion;

/// A battle as one side sees it: everything that stands on the table, and of the written orders only its
/// own until the others are open.
///
/// The battle itself, its log and its save are the umpire's, and complete. A view hides the other sides'
/// sealed orders, and conditions declared as the umpire's alone, from everything it gives: the board, the
/// log, and the rulings, for which they are not there at all.
#[derive(Debug)]
pub struct View<'a> {
    battle: &'a Battle,
    side: Id,
    /// The board without what the side may not know; none when it may know everything.
    board: Option<Board>,
    sealed: Vec<(Id, usize)>,
}

impl Battle {
    /// The battle as `side` sees it.
    ///
    /// # Errors
    /// When there is no such side.
    pub fn view(&self, side: &str) -> Result<View<'_>, EngineError> {
        let sides = &self.board().sides;
        match sides.iter().find(|known| known.id == *side) {
            Some(known) => Ok(View::of(self, known.id, false)),
            None => Err(EngineError::Request(format!(
                "there is no side '{side}'{}",
                suggestion(side, sides.iter().map(|known| known.id.as_str()))
            ))),
        }
    }
}

impl<'a> View<'a> {
    /// With `as_umpire` the side's orders are looked at by the umpire: what is his alone stays.
    pub(crate) fn of(battle: &'a Battle, side: Id, as_umpire: bool) -> Self {
        let board = battle.board();
        let others = board.sides.iter().filter(|other| other.id != side);
        let mut sealed: Vec<(Id, usize)> = others.map(|other| (other.id, 0)).collect();
        let mut open = Vec::with_capacity(board.written.len());
        for (order, shut) in board.written.iter().zip(battle.sealed_orders()) {
            let owner = battle.owner(&order.kind, &order.subject);
            if !shut || owner == Some(&side) {
                open.push(order);
            } else if let Some((_, count)) = sealed.iter_mut().find(|(id, _)| Some(id) == owner) {
                *count += 1;
            }
        }
        let private = !as_umpire && battle.has_private(board);
        let board = (private || open.len() < board.written.len()).then(|| {
            let mut board = Board {
                written: open.into_iter().cloned().collect(),
                ..board.clone()
            };
            if private {
                battle.leave_out_private(&mut board);
            }
            board
        });
        Self {
            battle,
            side,
            board,
            sealed,
        }
    }

    /// The side that looks.
    pub fn side(&self) -> &Id {
        &self.side
    }

    /// The board as the side sees it: its `written` are the side's own orders and those that are open.
    pub fn board(&self) -> &Board {
        self.board.as_ref().unwrap_or_else(|| self.battle.board())
    }

    /// A copy of the battle with the side's board.
    pub(crate) fn own_copy(&self) -> Battle {
        match &self.board {
            None => self.battle.fork(),
            Some(board) => self.battle.tried_on(board.clone()),
        }
    }

    /// How many written orders of each other side are sealed.
    pub fn sealed(&self) -> &[(Id, usize)] {
        &self.sealed
    }

    /// Whether the subject of an order is the side's.
    pub fn owns(&self, order: &Order) -> bool {
        self.battle.owner(&order.kind, &order.subject) == Some(&self.side)
    }

    /// Whether an order, given or asked about now, is another side's secret: orders are being written,
    /// and its subject is not the side's.
    pub fn hides(&self, order: &Order) -> bool {
        self.battle.writes() && !self.battle.at_once(&order.kind) && !self.owns(order)
    }

    /// Whether a mark of that condition is the umpire's alone.
    pub fn hides_mark(&self, condition: &str) -> bool {
        self.battle.is_private(&Id::from(condition))
    }

    /// What has happened, in order. An event that is another side's secret, or the umpire's alone, is there
    /// with its number and its time only, as [`Happening::Sealed`].
    pub fn events(&self) -> impl ExactSizeIterator<Item = Cow<'a, Event>> {
        let (battle, side) = (self.battle, self.side);
        battle.events().map(move |event| seen(battle, &side, event))
    }

    /// The event at an index.
    pub fn event(&self, index: usize) -> Option<Cow<'a, Event>> {
        let event = self.battle.events().nth(index)?;
        Some(seen(self.battle, &self.side, event))
    }

    /// Rules on an order without carrying it out, as [`Battle::check`] does, knowing what the side
    /// knows.
    ///
    /// # Errors
    /// When the ruleset fails.
    pub fn check(&self, order: &Order) -> Result<Ruling, EngineError> {
        self.battle.check_on(self.board(), order)
    }

    /// Rules on an order as if the dice had shown `dice`.
    ///
    /// # Errors
    /// When the ruleset fails.
    pub fn check_with(&self, order: &Order, dice: &[u32]) -> Result<Ruling, EngineError> {
        self.battle.check_with_on(self.board(), order, dice)
    }

    /// Rules on many orders, each by itself, on all cores.
    ///
    /// # Errors
    /// When the ruleset fails on one of them.
    pub fn check_many<O: Borrow<Order> + Sync>(
        &self,
        orders: &[O],
    ) -> Result<Vec<Ruling>, EngineError> {
        self.battle.check_many_on(self.board(), orders)
    }

    /// Where a unit can get to, as far as the side knows.
    ///
    /// # Errors
    /// As [`Battle::reach`].
    pub fn reach(&self, unit: &str, ask: &ReachAsk) -> Result<Reach, EngineError> {
        self.battle.reach_on(self.board(), unit, ask)
    }

    /// How a unit comes to a place, as far as the side knows. While orders are only taken down, and nothing may
    /// be measured, no plan is made.
    ///
    /// # Errors
    /// As [`Battle::plan`].
    pub fn plan(&self, unit: &str, ask: &PlanAsk) -> Result<Plan, EngineError> {
        self.battle.plan_for(self.board(), unit, ask)
    }

    /// What an order can come to, as far as the side knows. `go_on` is asked as in
    /// [`Battle::odds_while`].
    ///
    /// # Errors
    /// As [`Battle::odds_while`].
    pub fn odds_while(
        &self,
        order: &Order,
        go_on: impl FnMut() -> bool,
    ) -> Result<Odds, EngineError> {
        self.battle.odds_on(self.board(), order, go_on)
    }

    /// The log as the side may read it: one event a line, as JSON.
    ///
    /// # Errors
    /// As [`Battle::log`].
    pub fn log(&self) -> Result<String, EngineError> {
        let mut out = String::new();
        for event in self.events() {
            crate::save::line(&mut out, &event)?;
        }
        Ok(out)
    }
}

/// An event as a side sees it.
fn seen<'a>(battle: &Battle, side: &Id, event: &'a Event) -> Cow<'a, Event> {
    match battle.secret_from(side, event) {
        Some(secret) => Cow::Owned(Event {
            number: event.number,
            clock: event.clock.clone(),
            what: Happening::Sealed {
                side: secret.owner.cloned().unwrap_or_default(),
            },
            dice: Vec::new(),
            typed: false,
            rulings: Vec::new(),
        }),
        _ => Cow::Borrowed(event),
    }
}
