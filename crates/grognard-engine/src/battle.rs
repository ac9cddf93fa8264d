//! A battle: a scenario under a ruleset, changed only by events.

use std::sync::Arc;

use grognard_core::{
    Board, Clock, Document, Effect, Finding, Id, LengthUnit, Moment, MotionLaw, Order, PhaseMode,
    PhaseSpec, RNone, RSome, RVec, RollSource, Rulebook, Ruling, TurnOrder, Value,
};
use grognard_host::{LoadedRuleset, OpenedRuleset};

use crate::dice::{Dice, Tray};
use crate::error::{EngineError, OrderError};
use crate::event::{Event, Happening};
use crate::input::{Input, Schemas};
use crate::marks;
use crate::muster::{Measure, muster};
use crate::patch::Patch;
use crate::scenario::Scenario;
use crate::setup::Setup;
use crate::suggest::suggestion;
use crate::surveyor::{Call, Surveyor};
use crate::tabletop::{Laid, Tabletop};
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
    table: Tabletop,
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
        let clock = first_clock(document, draft.sides.first().map(|side| side.id.clone()));
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
            table: Tabletop::new(board),
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
        let phases = &self.document().manifest.phases;
        self.writes()
            && phases.iter().any(|phase| {
                phase.mode != PhaseMode::Write && phase.orders.iter().any(|order| order == kind)
            })
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

    /// Rules on an order without carrying it out. Dice are not rolled: the ruling shows which would
    /// be.
    ///
    /// # Errors
    /// When the ruleset fails.
    pub fn check(&self, order: &Order) -> Result<Ruling, EngineError> {
        self.check_on(self.board(), order)
    }

    pub(crate) fn check_on(&self, board: &Board, order: &Order) -> Result<Ruling, EngineError> {
        self.rule(board, order, &Tray::none(), Call::Asked)
    }

    /// How the ruleset measures a kind of move of a unit, as things stand; in a phase that only writes such
    /// orders down, as they will stand when it is carried out.
    ///
    /// # Errors
    /// When there is no such unit, it makes no such move, or the ruleset fails.
    pub fn motion(&self, unit: &str, kind: &str) -> Result<MotionLaw, EngineError> {
        self.motion_on(self.board(), unit, &Id::from(kind))
    }

    /// The same on the battle's board, or what one side knows of it.
    pub(crate) fn motion_on(
        &self,
        board: &Board,
        unit: &str,
        kind: &Id,
    ) -> Result<MotionLaw, EngineError> {
        let foreseen = self.foreseen(board, &Order::new(kind.clone(), unit))?;
        let now = Laid {
            board,
            field: self.table.field(),
        };
        let at = foreseen.as_ref().map_or(now, Tabletop::laid);
        self.motion_at(at, unit_index(at.board, unit)?, kind)
    }

    pub(crate) fn motion_at(
        &self,
        at: Laid<'_>,
        unit: usize,
        kind: &Id,
    ) -> Result<MotionLaw, EngineError> {
        let tray = Tray::none();
        let surveyor = Surveyor::new(at.board, at.field, &tray, self.tolerance, Call::Asked);
        let law = self
            .rules
            .motion(&surveyor.situation(), unit as u64, kind)?;
        unbroken(&surveyor)?;
        Ok(law)
    }

    /// Rules on an order as if the dice had shown `dice`.
    ///
    /// # Errors
    /// When the ruleset fails.
    pub fn check_with(&self, order: &Order, dice: &[u32]) -> Result<Ruling, EngineError> {
        self.check_with_on(self.board(), order, dice)
    }

    pub(crate) fn check_with_on(
        &self,
        board: &Board,
        order: &Order,
        dice: &[u32],
    ) -> Result<Ruling, EngineError> {
        let tray = Tray::typed(dice);
        let mut ruling = self.rule(board, order, &tray, Call::Asked)?;
        match tray.finish() {
            Ok(_) => mark_typed(&mut ruling),
            Err(reason) if ruling.allowed() => return Ok(dice_refusal(order, &reason)),
            Err(_) => {}
        }
        Ok(ruling)
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
                let view = View::of(self, side.clone(), at_once && umpire);
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
        let patch = self.table.apply(&ruling.effects);
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
                    self.table.swap(patch);
                }
                self.dice.return_to(before);
                return Err(error);
            }
        }
        let rulings = step.rulings.clone();
        self.enter(Happening::EndPhase, step, before);
        Ok(rulings)
    }

    /// Tells a fact that the players settled by hand: sets a condition declared as a mark, or clears
    /// it when `value` is none.
    ///
    /// # Errors
    /// When there is no such holder or mark, the mark is kept on something else, or the value is of
    /// another type.
    pub fn mark(
        &mut self,
        on: &str,
        condition: &str,
        value: Option<Value>,
    ) -> Result<(), EngineError> {
        let conditions = &self.document().manifest.conditions;
        let Some(spec) = conditions.iter().find(|c| c.id == condition && c.mark) else {
            let known = conditions.iter().filter(|c| c.mark).map(|c| c.id.as_str());
            return Err(EngineError::request(format!(
                "{} has no mark '{condition}'{}",
                self.document().manifest.id,
                suggestion(condition, known)
            )));
        };
        if let Some(value) = &value {
            marks::value(spec, value)?;
        }
        marks::holder(self.board(), &spec.id, &spec.on, on)?;
        let (on, name) = (Id::from(on), Id::from(condition));
        let effect = match value.clone() {
            Some(value) => Effect::SetCondition {
                on: on.clone(),
                name: name.clone(),
                value,
            },
            None => Effect::ClearCondition {
                on: on.clone(),
                name: name.clone(),
            },
        };
        let before = self.dice.place();
        let patch = self.table.apply(&[effect]).map_err(EngineError::Request)?;
        let step = Step {
            patches: vec![patch],
            ..Step::default()
        };
        self.enter(
            Happening::Mark {
                on,
                condition: name,
                value,
            },
            step,
            before,
        );
        Ok(())
    }

    /// Makes changes on the umpire's authority; the log marks them as his.
    ///
    /// # Errors
    /// When a change cannot be made; none of them is then.
    pub fn adjust(&mut self, effects: Vec<Effect>, note: &str) -> Result<(), EngineError> {
        let before = self.dice.place();
        let patch = self.table.apply(&effects).map_err(EngineError::Request)?;
        let step = Step {
            patches: vec![patch],
            ..Step::default()
        };
        self.enter(
            Happening::Adjust {
                effects,
                note: note.to_owned(),
            },
            step,
            before,
        );
        Ok(())
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
            self.table.swap(patch);
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
            self.table.swap(patch);
        }
        self.dice.return_to(entry.dice_after);
        self.done.push(entry);
        Ok(&self.done[self.done.len() - 1].event)
    }

    /// A copy to try things out on, with `board` for its board: nothing has happened in it yet, and dice
    /// that nobody types in stay pending, so that it tells nothing of the battle's own.
    pub(crate) fn tried_on(&self, board: Board) -> Self {
        self.copied(Tabletop::new(board))
    }

    /// A copy of a copy.
    pub(crate) fn fork(&self) -> Self {
        self.copied(self.table.clone())
    }

    fn copied(&self, table: Tabletop) -> Self {
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

    /// Rules on an order against `board`: the battle's own, or what somebody knows of it. An order that
    /// is only written down is ruled on as things will stand when it is carried out.
    pub(crate) fn rule(
        &self,
        board: &Board,
        order: &Order,
        tray: &Tray<'_>,
        call: Call,
    ) -> Result<Ruling, EngineError> {
        let findings = self.input(board, order);
        if !findings.is_empty() {
            return Ok(refusal(findings));
        }
        let foreseen = self.foreseen(board, order)?;
        let now = Laid {
            board,
            field: self.table.field(),
        };
        let at = foreseen.as_ref().map_or(now, Tabletop::laid);
        self.ruling(at, order, tray, call)
    }

    /// Rules on an order as things stand at `at`, whatever is written there.
    pub(crate) fn check_at(&self, at: Laid<'_>, order: &Order) -> Result<Ruling, EngineError> {
        self.check_as(at, order, Call::Asked)
    }

    /// The same as if the order were given: what is only taken down then is allowed.
    pub(crate) fn try_at(&self, at: Laid<'_>, order: &Order) -> Result<Ruling, EngineError> {
        self.check_as(at, order, Call::Given)
    }

    fn check_as(&self, at: Laid<'_>, order: &Order, call: Call) -> Result<Ruling, EngineError> {
        let findings = self.input(at.board, order);
        if !findings.is_empty() {
            return Ok(refusal(findings));
        }
        self.ruling(at, order, &Tray::none(), call)
    }

    /// Rules on an order as [`order`](Self::order) would, without carrying it out or rolling.
    pub(crate) fn would(&self, order: &Order) -> Result<Ruling, EngineError> {
        self.rule(self.board(), order, &Tray::none(), Call::Given)
    }

    /// The table as it will be when an order that is only written down is carried out, as far as the rules
    /// foresee it from what is written on `board`; none when it will be as it is.
    pub(crate) fn foreseen(
        &self,
        board: &Board,
        order: &Order,
    ) -> Result<Option<Tabletop>, EngineError> {
        if !self.only_written(order.kind.as_str()) {
            return Ok(None);
        }
        let tray = Tray::none();
        let surveyor = Surveyor::new(
            board,
            self.table.field(),
            &tray,
            self.tolerance,
            Call::Asked,
        );
        let effects = self.rules.foresee(&surveyor.situation(), order)?;
        unbroken(&surveyor)?;
        if effects.is_empty() {
            return Ok(None);
        }
        let mut table = Tabletop::new(board.clone());
        table.apply(&effects).map_err(|m| self.bad_effect(m))?;
        Ok(Some(table))
    }

    /// What is wrong with an order before any rule is asked.
    fn input(&self, board: &Board, order: &Order) -> Vec<Finding> {
        let input = Input {
            board,
            document: self.document(),
            schemas: &self.schemas,
        };
        input.check(order)
    }

    fn ruling(
        &self,
        at: Laid<'_>,
        order: &Order,
        tray: &Tray<'_>,
        call: Call,
    ) -> Result<Ruling, EngineError> {
        let surveyor = Surveyor::new(at.board, at.field, tray, self.tolerance, call);
        let ruling = self.rules.rule(&surveyor.situation(), order)?;
        unbroken(&surveyor)?;
        Ok(ruling)
    }

    /// Whether orders of `kind` come at any time and are carried out at once, also while others are only
    /// written down.
    pub(crate) fn at_once(&self, kind: &Id) -> bool {
        self.schemas
            .get(kind.as_str())
            .is_some_and(|spec| spec.any_time)
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

    fn pass_phase(&mut self, step: &mut Step, dice: &[u32]) -> Result<(), EngineError> {
        self.moment(Moment::PhaseEnd, step, dice)?;
        let phases = self.document().manifest.phases.len() as u32;
        let last = self.board().clock.phase_index + 1 >= phases;
        if last {
            self.moment(Moment::TurnEnd, step, dice)?;
        }
        let next = self.next_clock(last);
        step.patches.push(self.table.set_clock(next));
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
                clock.active = sides.get(next).map_or(RNone, |side| RSome(side.id.clone()));
            }
            _ => clock.turn += 1,
        }
        clock
    }

    /// Asks the ruleset what it does at a moment, and does it.
    fn moment(&mut self, moment: Moment, step: &mut Step, dice: &[u32]) -> Result<(), EngineError> {
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
        step.patches.push(self.table.set_written(left));
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
            let patch = self.table.apply(&ruling.effects);
            let patch = patch.map_err(|m| self.bad_effect(m))?;
            step.patches.push(patch);
            if keep_all || ruling != Ruling::default() {
                step.rulings.push(ruling);
            }
        }
        step.dice.extend(rolled);
        Ok(())
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

/// A ruling is worth nothing when a query it leaned on failed.
fn unbroken(surveyor: &Surveyor<'_, '_>) -> Result<(), EngineError> {
    surveyor
        .fault()
        .map_or(Ok(()), |query| Err(EngineError::Internal(query)))
}

fn refusal(findings: Vec<Finding>) -> Ruling {
    let mut ruling = Ruling::default();
    for finding in findings {
        ruling.find(finding);
    }
    ruling
}

fn dice_refusal(order: &Order, reason: &str) -> Ruling {
    let finding = Finding::refuses(
        Id::of("die-out-of-range"),
        Id::default(),
        order.subject.clone(),
    );
    refusal(vec![finding.with(Id::of("reason"), Value::text(reason))])
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

fn first_clock(document: &Document, first: Option<Id>) -> Clock {
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
