//! A battle: a scenario under a ruleset, changed only by events.

mod asking;
mod phases;
mod umpire;

use std::sync::Arc;

use grognard_core::{
    Board, Document, Effect, Id, LengthUnit, Moment, Order, PhaseMode, PhaseSpec, RollSource,
    Rulebook, Ruling,
};
use grognard_host::{LoadedRuleset, OpenedRuleset};

use self::asking::dice_refusal;
pub(crate) use self::asking::unbroken;
use self::phases::first_clock;
use crate::dice::{Dice, Tray};
use crate::error::{EngineError, OrderError};
use crate::event::{Event, Happening};
use crate::input::Schemas;
use crate::muster::{Measure, muster};
use crate::patch::Patch;
use crate::scenario::Scenario;
use crate::setup::Setup;
use crate::suggest::suggestion;
use crate::surveyor::Call;
use crate::tabletop::Tabletop;
use crate::view::View;

/// The distance that counts as none, mm, unless a battle is told otherwise.
pub const TOLERANCE: f64 = 0.1;

/// A battle.
///
/// Everything that changes it is one [`Event`]: it is carried out whole or not at all, it can be
/// undone, and the list of events is the log.
#[derive(Debug)]
pub struct Battle {
    ruleset: LoadedRuleset,
    rules: OpenedRuleset,
    schemas: Arc<Schemas>,
    scenario: Arc<Scenario>,
    setup: Arc<Setup>,
    book: Arc<Rulebook>,
    unit: LengthUnit,
    tolerance: f64,
    /// Shared with snapshots, which keep it as it was when something changes.
    table: Arc<Tabletop>,
    dice: Dice,
    /// Whether dice that nobody types in stay pending: in a copy that is only tried out.
    dry: bool,
    done: Vec<Entry>,
    undone: Vec<Entry>,
}

/// An event with what is needed to take it back.
#[derive(Debug)]
pub(crate) struct Entry {
    event: Event,
    pub(crate) patches: Vec<Patch>,
    dice_before: u128,
    dice_after: u128,
}

impl Battle {
    /// Starts a battle: enlists the scenario's units under the ruleset and sets the clock.
    ///
    /// # Errors
    /// When scenario, setup or ruleset do not fit together, units overlap, or one stands off the
    /// table.
    pub fn start(
        scenario: &Scenario,
        ruleset: &LoadedRuleset,
        setup: &Setup,
    ) -> Result<Self, EngineError> {
        let document = ruleset.document();
        let draft = scenario.field_for(document)?;
        let book = setup.rulebook(document, &draft.settings)?;
        let rules = ruleset.open(&book)?;
        let unit = length_unit(document, &book);
        let clock = first_clock(document, draft.sides.first().map(|side| side.id));
        let measure = Measure {
            unit,
            tolerance: TOLERANCE,
        };
        let board = muster(draft, &rules, clock, scenario.origin(), measure)?;
        let mut battle = Self {
            schemas: Arc::new(Schemas::new(&document.manifest)),
            ruleset: ruleset.clone(),
            rules,
            scenario: Arc::new(scenario.clone()),
            setup: Arc::new(setup.clone()),
            book: Arc::new(book),
            unit,
            tolerance: TOLERANCE,
            table: Arc::new(Tabletop::new(board)),
            dice: Dice::new(setup.seed),
            dry: false,
            done: Vec::new(),
            undone: Vec::new(),
        };
        let mut step = Step::default();
        for moment in [Moment::BattleStart, Moment::TurnStart, Moment::PhaseStart] {
            battle.moment(moment, &mut step, &[])?;
        }
        Ok(battle)
    }

    /// What stands where, and what time it is.
    pub fn board(&self) -> &Board {
        self.table.board()
    }

    /// The board with its index.
    pub(crate) fn table(&self) -> &Tabletop {
        &self.table
    }

    fn table_mut(&mut self) -> &mut Tabletop {
        Arc::make_mut(&mut self.table)
    }

    /// What the ruleset says of itself.
    pub fn document(&self) -> &Document {
        self.ruleset.document()
    }

    /// The ruleset.
    pub fn ruleset(&self) -> &LoadedRuleset {
        &self.ruleset
    }

    /// The ruleset as opened for this battle.
    pub fn rules(&self) -> &OpenedRuleset {
        &self.rules
    }

    /// The charts and readings that hold.
    pub fn rulebook(&self) -> &Rulebook {
        &self.book
    }

    /// The scenario it was started from.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The setup it was started with.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The unit of length that its players use.
    pub fn length_unit(&self) -> LengthUnit {
        self.unit
    }

    /// The distance that counts as none, mm.
    pub fn tolerance(&self) -> f64 {
        self.tolerance
    }

    /// The kinds of order there are, the core's own among them.
    pub fn order_kinds(&self) -> &[grognard_core::OrderSpec] {
        self.schemas.orders()
    }

    /// The phase on the clock.
    pub fn phase(&self) -> Option<&PhaseSpec> {
        self.document()
            .manifest
            .phases
            .get(self.board().clock.phase_index as usize)
    }

    /// Whether orders of `kind` are only written down in the phase on the clock, and carried out in
    /// another.
    pub fn only_written(&self, kind: &str) -> bool {
        self.writes() && self.schemas.are_carried_out(kind)
    }

    /// What has happened, in order.
    pub fn events(&self) -> impl ExactSizeIterator<Item = &Event> + DoubleEndedIterator {
        self.done.iter().map(|entry| &entry.event)
    }

    /// The events with what takes them back.
    pub(crate) fn entries(&self) -> impl DoubleEndedIterator<Item = &Entry> {
        self.done.iter()
    }

    /// How many events can be done again.
    pub fn redoable(&self) -> usize {
        self.undone.len()
    }

    /// Carries an order out: one event, or nothing. Dice come from `dice`, or from the battle's seeded
    /// dice when it is empty. In a phase of the mode `write` it is written down, and ruled on as its own
    /// side sees the battle: neither what another side has written nor what is the umpire's alone can show in
    /// the ruling. Of the ruling's effects only those happen then that strike out what was written before.
    ///
    /// # Errors
    /// When the rules refuse it or do not settle it ([`OrderError::Ruled`] carries the ruling), when
    /// the dice do not fit, or when the ruleset fails. The battle and its dice are as they were.
    pub fn order(&mut self, order: &Order, dice: &[u32]) -> Result<Ruling, OrderError> {
        self.carry_out(order, dice, true)
    }

    /// Carries out an order that `side` gives by itself, as [`order`](Self::order) does. While orders are written
    /// nothing is measured for it that the umpire alone may measure, not even for what is carried out at once.
    ///
    /// # Errors
    /// As [`order`](Self::order); and when there is no such side, or the subject is not its own.
    pub fn order_by(
        &mut self,
        side: &str,
        order: &Order,
        dice: &[u32],
    ) -> Result<Ruling, OrderError> {
        let view = self.view(side).map_err(OrderError::Engine)?;
        if !view.owns(order) {
            return Err(OrderError::Engine(EngineError::Request(format!(
                "'{}' is not of the side '{side}'; its own side gives it orders",
                order.subject
            ))));
        }
        self.carry_out(order, dice, false)
    }

    fn carry_out(
        &mut self,
        order: &Order,
        dice: &[u32],
        umpire: bool,
    ) -> Result<Ruling, OrderError> {
        let before = self.dice.place();
        let mut seeded = self.dice.clone();
        let tray = self.tray(&mut seeded, dice);
        let owner = self.owner(&order.kind, &order.subject);
        let at_once = self.at_once(&order.kind);
        let mut ruling = match owner.filter(|_| self.writes()) {
            Some(side) => {
                // What is carried out at once is the umpire's to measure.
                let view = View::of(self, *side, at_once && umpire);
                self.rule(view.board(), order, &tray, Call::Given)?
            }
            None => self.rule(self.board(), order, &tray, Call::Given)?,
        };
        if !ruling.allowed() {
            return Err(OrderError::Ruled(Box::new(ruling)));
        }
        let (faces, typed) = match tray.finish() {
            Ok(rolled) => rolled,
            Err(reason) => return Err(OrderError::Ruled(Box::new(dice_refusal(order, &reason)))),
        };
        if typed {
            mark_typed(&mut ruling);
        }
        if self.writes() && !at_once {
            ruling
                .effects
                .retain(|effect| matches!(effect, Effect::StrikeOrders { .. }));
            ruling.then(Effect::WriteOrder {
                order: order.clone(),
            });
        }
        let patch = self.table_mut().apply(&ruling.effects);
        let patch = patch.map_err(|m| self.bad_effect(m))?;
        self.dice = seeded;
        let step = Step {
            patches: vec![patch],
            rulings: vec![ruling.clone()],
            dice: faces,
            typed,
        };
        self.enter(Happening::Order(order.clone()), step, before);
        Ok(ruling)
    }

    /// Takes the last event back, dice included.
    ///
    /// # Errors
    /// When nothing has happened yet.
    pub fn undo(&mut self) -> Result<&Event, EngineError> {
        let Some(mut entry) = self.done.pop() else {
            return Err(EngineError::request("there is nothing to undo"));
        };
        for patch in entry.patches.iter_mut().rev() {
            self.table_mut().swap(patch);
        }
        self.dice.return_to(entry.dice_before);
        self.undone.push(entry);
        Ok(&self.undone[self.undone.len() - 1].event)
    }

    /// Does the last event taken back again.
    ///
    /// # Errors
    /// When nothing was undone, or something has happened since.
    pub fn redo(&mut self) -> Result<&Event, EngineError> {
        let Some(mut entry) = self.undone.pop() else {
            return Err(EngineError::request("there is nothing to redo"));
        };
        for patch in &mut entry.patches {
            self.table_mut().swap(patch);
        }
        self.dice.return_to(entry.dice_after);
        self.done.push(entry);
        Ok(&self.done[self.done.len() - 1].event)
    }

    /// A copy to try things out on, with `board` for its board: nothing has happened in it yet, and dice
    /// that nobody types in stay pending, so that it tells nothing of the battle's own.
    pub(crate) fn tried_on(&self, board: Board) -> Self {
        self.copied(Arc::new(Tabletop::new(board)))
    }

    /// A copy of a copy.
    pub(crate) fn fork(&self) -> Self {
        self.copied(Arc::clone(&self.table))
    }

    fn copied(&self, table: Arc<Tabletop>) -> Self {
        Self {
            ruleset: self.ruleset.clone(),
            rules: self.rules.clone(),
            schemas: self.schemas.clone(),
            scenario: self.scenario.clone(),
            setup: self.setup.clone(),
            book: self.book.clone(),
            unit: self.unit,
            tolerance: self.tolerance,
            table,
            dice: self.dice.clone(),
            dry: true,
            done: Vec::new(),
            undone: Vec::new(),
        }
    }

    fn tray<'a>(&self, seeded: &'a mut Dice, dice: &'a [u32]) -> Tray<'a> {
        match dice {
            [] if self.dry => Tray::none(),
            [] => Tray::seeded(seeded),
            faces => Tray::typed(faces),
        }
    }

    /// Whether orders of `kind` come at any time and are carried out at once, also while others are only
    /// written down.
    pub(crate) fn at_once(&self, kind: &Id) -> bool {
        self.schemas.get(kind).is_some_and(|spec| spec.any_time)
    }

    /// Whether orders are only written down in the phase on the clock.
    pub(crate) fn writes(&self) -> bool {
        self.phase()
            .is_some_and(|phase| phase.mode == PhaseMode::Write)
    }

    fn enter(&mut self, what: Happening, step: Step, dice_before: u128) {
        let clock = match step.patches.iter().find_map(Patch::clock) {
            Some(before) => before.clone(),
            None => self.board().clock.clone(),
        };
        let event = Event {
            number: self.done.len() as u64 + 1,
            clock,
            what,
            dice: step.dice,
            typed: step.typed,
            rulings: step.rulings,
        };
        let dice_after = self.dice.place();
        self.done.push(Entry {
            event,
            patches: step.patches,
            dice_before,
            dice_after,
        });
        self.undone.clear();
    }

    fn bad_effect(&self, message: String) -> EngineError {
        EngineError::Effect {
            ruleset: self.document().manifest.id.clone(),
            message,
        }
    }
}

/// What one event gathers while it is made.
#[derive(Debug, Default)]
struct Step {
    patches: Vec<Patch>,
    rulings: Vec<Ruling>,
    dice: Vec<u32>,
    typed: bool,
}

/// The index of a unit on a board.
pub(crate) fn unit_index(board: &Board, unit: &str) -> Result<usize, EngineError> {
    board.unit_index(unit).ok_or_else(|| {
        let known = board.units.iter().map(|unit| unit.id.as_str());
        let hint = suggestion(unit, known);
        EngineError::request(format!("there is no unit '{unit}'{hint}"))
    })
}

fn mark_typed(ruling: &mut Ruling) {
    for roll in &mut ruling.rolls {
        if roll.source == RollSource::Seeded {
            roll.source = RollSource::Typed;
        }
    }
}

/// The unit of length of the scale played, else the manifest's.
fn length_unit(document: &Document, book: &Rulebook) -> LengthUnit {
    let scale = document
        .manifest
        .scales
        .iter()
        .find(|scale| scale.id == book.scale);
    scale
        .and_then(|scale| scale.unit)
        .unwrap_or(document.manifest.unit)
}
