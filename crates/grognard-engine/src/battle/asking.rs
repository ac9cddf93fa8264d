//! Asking about orders: nothing happens.

use grognard_core::{Board, Finding, Id, MotionLaw, Order, Ruling, Value};

use super::{Battle, mark_typed, unit_index};
use crate::dice::Tray;
use crate::error::EngineError;
use crate::input::Input;
use crate::surveyor::{Call, Surveyor};
use crate::tabletop::{Laid, Tabletop};

impl Battle {
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
        let foreseen = self.foreseen(board, &Order::new(*kind, unit))?;
        let at = foreseen
            .as_ref()
            .map_or_else(|| self.laid(board), Tabletop::laid);
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
        let at = foreseen
            .as_ref()
            .map_or_else(|| self.laid(board), Tabletop::laid);
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

    /// A board with the index of the battle's own: what somebody knows of it, with fewer written orders.
    pub(crate) fn laid<'a>(&'a self, board: &'a Board) -> Laid<'a> {
        Laid {
            board,
            field: self.table.field(),
        }
    }
}

/// A ruling is worth nothing when a query it leaned on failed.
pub(crate) fn unbroken(surveyor: &Surveyor<'_, '_>) -> Result<(), EngineError> {
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

pub(super) fn dice_refusal(order: &Order, reason: &str) -> Ruling {
    let finding = Finding::refuses(Id::of("die-out-of-range"), Id::default(), order.subject);
    refusal(vec![finding.with(Id::of("reason"), Value::text(reason))])
}
