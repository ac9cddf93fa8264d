//! A copy of a battle that a plan is tried out on.

use std::cell::Cell;

use grognard_core::{
    Board, Course, Effect, Field, Id, Order, PhaseActor, PhaseMode, Pose, RVec, Ratio, Ruling,
    Unit, Value, Verdict,
};
use grognard_geometry::bounds;

use super::forms::{Form, forms};
use super::price::Price;
use super::turn::Act;
use super::ways::Body;
use crate::battle::Battle;
use crate::error::{EngineError, OrderError};

/// A copy of a battle in which nobody has orders but one unit.
#[derive(Debug)]
pub(super) struct Trial<'a> {
    battle: Battle,
    unit: Id,
    side: Id,
    march: &'a Order,
    asked: Cell<usize>,
}

/// What became of an order.
pub(super) enum Given {
    /// It was carried out, or written down.
    Done(Box<Done>),
    /// The rules refuse it, or do not settle it.
    Barred(Box<Ruling>),
}

/// An order that was carried out or written down.
pub(super) struct Done {
    pub(super) ruling: Ruling,
    /// How likely the dice are to bring something else about than what is counted on.
    pub(super) fails: Ratio,
}

/// Which turn of the unit's side it is.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Stamp {
    turn: u32,
    own: bool,
}

impl<'a> Trial<'a> {
    /// `march` is the kind of move without its course.
    pub(super) fn new(battle: &Battle, board: &Board, unit: &Unit, march: &'a Order) -> Self {
        let mut board = board.clone();
        board.written.retain(|order| order.subject == unit.id);
        Self {
            battle: battle.tried_on(board),
            unit: unit.id,
            side: unit.side,
            march,
            asked: Cell::new(0),
        }
    }

    /// A copy, to go on from here.
    pub(super) fn fork(&self) -> Self {
        Self {
            battle: self.battle.fork(),
            unit: self.unit,
            side: self.side,
            march: self.march,
            asked: Cell::new(0),
        }
    }

    /// How many rulings were asked for since this was last asked.
    pub(super) fn asked(&self) -> usize {
        self.asked.take()
    }

    pub(super) fn battle(&self) -> &Battle {
        &self.battle
    }

    pub(super) fn side(&self) -> &Id {
        &self.side
    }

    /// The unit; none when it has left the table.
    pub(super) fn unit(&self) -> Option<&Unit> {
        self.battle.board().unit(self.unit.as_str())
    }

    /// Whether the unit has no order written, and no condition but those that are quiet: nothing comes of itself.
    pub(super) fn settled(&self, quiet: &[Id]) -> bool {
        !self.has_written()
            && self.unit().is_some_and(|unit| {
                let mut names = unit.conditions.iter().map(|field| field.name);
                names.all(|name| quiet.contains(&name))
            })
    }

    /// Whether an order of the unit is written and not carried out.
    pub(super) fn has_written(&self) -> bool {
        let written = &self.battle.board().written;
        written.iter().any(|order| order.subject == self.unit)
    }

    /// Where the unit stands.
    pub(super) fn body(&self) -> Option<Body> {
        let unit = self.unit()?;
        Some(Body {
            pose: unit.pose,
            bounds: bounds(unit.pose, &unit.footprint),
        })
    }

    /// What its courses cost; none when it has no law to move by.
    pub(super) fn price(&self) -> Option<Price> {
        let unit = self.unit()?;
        let kind = self.march.kind.as_str();
        let law = self.battle.motion(unit.id.as_str(), kind).ok()?;
        Some(Price::of(unit, &law))
    }

    /// The order to move along a course.
    pub(super) fn march(&self, course: Course) -> Order {
        self.march
            .clone()
            .with(Id::of("course"), Value::Course(course))
    }

    /// The kind of move.
    pub(super) fn march_kind(&self) -> &Id {
        &self.march.kind
    }

    /// The order to move, before it has a course.
    pub(super) fn march_without_course(&self) -> Order {
        self.march.clone()
    }

    /// The order to take a formation.
    pub(super) fn change(&self, to: &Id, args: &[Field]) -> Order {
        let mut order = Order::change_formation(self.unit, to.as_str());
        order.args.extend(args.iter().cloned());
        order
    }

    pub(super) fn check(&self, order: &Order) -> Result<Ruling, EngineError> {
        self.asked.set(self.asked.get() + 1);
        self.battle.would(order)
    }

    /// Carries an order out, or writes it down. Dice are taken to fall as they should: so that what is
    /// likeliest of all that the rules allow comes about.
    pub(super) fn give(&mut self, order: &Order) -> Result<Given, EngineError> {
        let ruling = self.check(order)?;
        if !ruling.allowed() {
            return Ok(Given::Barred(Box::new(ruling)));
        }
        let (dice, fails) = if ruling.pending() {
            match self.fall(order)? {
                Some(fall) => fall,
                None => return Ok(Given::Barred(Box::new(ruling))),
            }
        } else {
            (Vec::new(), Ratio::ZERO)
        };
        match self.battle.order(order, &dice) {
            Ok(ruling) => Ok(Given::Done(Box::new(Done { ruling, fails }))),
            Err(OrderError::Ruled(ruling)) => Ok(Given::Barred(ruling)),
            Err(OrderError::Engine(error)) => Err(error),
        }
    }

    /// The dice that make an order succeed, and how likely others are; none when none do.
    fn fall(&self, order: &Order) -> Result<Option<(Vec<u32>, Ratio)>, EngineError> {
        let odds = self.battle.odds(order)?;
        let allowed = || {
            let outcomes = odds.outcomes.iter();
            outcomes.filter(|outcome| outcome.verdict == Verdict::Allowed)
        };
        // An order succeeds when it moves the unit or changes its formation; where every outcome does, or
        // none, the likeliest is counted on.
        let acts = |ruling: &Ruling| self.deed(ruling) != (None, None);
        let best = allowed().find(|one| acts(&one.example));
        let Some(best) = best.or_else(|| allowed().next()) else {
            return Ok(None);
        };
        let deed = self.deed(&best.example);
        let alike = allowed().filter(|one| self.deed(&one.example) == deed);
        let chance = alike.fold(Ratio::ZERO, |sum, one| sum + one.probability);
        let rolls = best.example.rolls.iter();
        let dice = rolls.flat_map(|roll| roll.faces.iter().copied()).collect();
        Ok(Some((dice, Ratio::ONE - chance)))
    }

    /// Where a ruling puts the unit, and in which formation.
    fn deed(&self, ruling: &Ruling) -> (Option<Pose>, Option<Id>) {
        let mut deed = (None, None);
        for effect in &ruling.effects {
            match effect {
                Effect::Place { unit, pose, .. } if *unit == self.unit => deed.0 = Some(*pose),
                Effect::SetFormation { unit, formation } if *unit == self.unit => {
                    deed.1 = Some(*formation);
                }
                _ => {}
            }
        }
        deed
    }

    /// Does something; whether the rules allow it.
    pub(super) fn does(&mut self, act: &Act) -> Result<bool, EngineError> {
        match act {
            Act::Pass => self.pass().map(|_| true),
            Act::Order(order) => Ok(matches!(self.give(order)?, Given::Done(_))),
        }
    }

    /// Ends the phase.
    pub(super) fn pass(&mut self) -> Result<Vec<Ruling>, EngineError> {
        self.battle.end_phase(&[])
    }

    /// Takes the last events back.
    pub(super) fn back(&mut self, events: usize) -> Result<(), EngineError> {
        for _ in 0..events {
            self.battle.undo()?;
        }
        Ok(())
    }

    /// The turn it is, and whether it is one in which the unit's side acts.
    pub(super) fn stamp(&self) -> Stamp {
        let clock = &self.battle.board().clock;
        Stamp {
            turn: clock.turn,
            own: clock.acts(&self.side),
        }
    }

    /// The phase on the clock takes orders of a kind from the unit's side.
    pub(super) fn takes(&self, kind: &Id) -> bool {
        let clock = &self.battle.board().clock;
        self.battle.phase().is_some_and(|phase| {
            (phase.actor == PhaseActor::Both || clock.acts(&self.side))
                && (phase.orders.is_empty()
                    || phase.orders.iter().any(|one| *kind == *one.as_str()))
        })
    }

    /// The same for moves. What can be ordered when it is carried out is not written down before.
    pub(super) fn takes_march(&self) -> bool {
        self.takes(&self.march.kind) && !self.battle.only_written(self.march.kind.as_str())
    }

    /// Whether orders are only written down in the phase on the clock.
    pub(super) fn writes(&self) -> bool {
        self.battle.writes()
    }

    /// How the unit goes in each formation, by the next phase that measures moves; nothing when none does.
    pub(super) fn forms(self) -> Result<Vec<Form>, EngineError> {
        let kind = self.march.kind;
        self.measured(|trial| forms(trial, &kind))
    }

    /// What is found in the next phase that takes the kind of move and in which there is anything; nothing when
    /// there is none.
    pub(super) fn measured<T>(
        mut self,
        mut look: impl FnMut(&mut Self) -> Result<Vec<T>, EngineError>,
    ) -> Result<Vec<T>, EngineError> {
        let phases = self.battle.document().manifest.phases.len();
        let sides = self.battle.board().sides.len();
        for _ in 0..=2 * phases * sides.max(1) {
            if self.takes_march() {
                let found = look(&mut self)?;
                if !found.is_empty() {
                    return Ok(found);
                }
            }
            self.pass()?;
        }
        Ok(Vec::new())
    }

    /// Whether some phase takes written orders of a kind.
    pub(super) fn has_to_be_written(&self, kind: &Id) -> bool {
        let phases = &self.battle.document().manifest.phases;
        let mut writing = phases.iter().filter(|phase| phase.mode == PhaseMode::Write);
        writing.any(|phase| phase.orders.iter().any(|one| *kind == *one.as_str()))
    }

    /// Effects on the umpire's authority, to see what would be.
    pub(super) fn suppose(&mut self, effects: RVec<Effect>) -> Result<(), EngineError> {
        self.battle.adjust(effects.into(), "supposed")
    }
}

impl Stamp {
    /// Whether the unit's side acts in it.
    pub(super) fn own(&self) -> bool {
        self.own
    }
}
