use std::fmt;

use abi_stable::StableAbi;
use abi_stable::std_types::RString;
use serde::{Deserialize, Serialize};

use crate::{
    Board, Document, Effect, GroundRef, Id, Layout, Moment, MotionLaw, Order, Rulebook, Ruling,
    Unit,
};

/// What an order is ruled against: the board, and the engine to ask about distances and dice.
///
/// A ruleset is a pure function of the situation, the order and the dice: everything it remembers
/// stands on the board.
#[repr(C)]
#[derive(StableAbi)]
pub struct Situation<'a> {
    /// What stands where, and what time it is.
    pub board: &'a Board,
    /// The engine: measures, finds room, rolls dice.
    pub ground: GroundRef<'a>,
}

/// What a ruleset does. Implemented once a rule system, exported by `grognard_sdk::export_ruleset!`.
pub trait Ruleset: Send + Sync + Sized + 'static {
    /// Everything the ruleset says of itself: words, clauses, charts, readings.
    ///
    /// # Errors
    /// When the embedded data does not parse; the message names file and line.
    fn document() -> Result<Document, Fault>;

    /// The ruleset as it is to be played, with the charts and readings of `book`.
    ///
    /// # Errors
    /// When a cell it cannot do without is missing or of the wrong type, or a reading has a value it
    /// does not know.
    fn open(book: &Rulebook) -> Result<Self, Fault>;

    /// Makes a unit of a scenario's draft: checks its attributes, makes its bases, sets its first
    /// conditions, and lays it out in the formation it starts in. The draft has id, name, side,
    /// brigade, pose, formation (empty when the scenario names none) and attributes.
    ///
    /// # Errors
    /// When an attribute is missing or out of range; the message names it and the remedy.
    fn enlist(&self, draft: Unit) -> Result<Unit, Fault>;

    /// Where the bases of `unit` stand in `formation`, in the unit's own frame.
    ///
    /// # Errors
    /// When the unit cannot take that formation.
    fn layout(&self, unit: &Unit, formation: &Id) -> Result<Layout, Fault>;

    /// How a move of the kind `manner` (an order kind) is measured for a unit, as things stand.
    ///
    /// # Errors
    /// When the unit makes no such move.
    fn motion(
        &self,
        situation: &Situation<'_>,
        unit: &Unit,
        manner: &Id,
    ) -> Result<MotionLaw, Fault>;

    /// Rules on an order. The engine has checked that subject and arguments are of the declared
    /// kinds and that it is a time for such orders.
    fn rule(&self, situation: &Situation<'_>, order: &Order) -> Ruling;

    /// What the rules do of their own accord at a moment: conditions that end, moves that are
    /// compulsory. Nothing, unless the ruleset says so.
    fn moment(&self, situation: &Situation<'_>, moment: Moment) -> Ruling {
        let _ = (situation, moment);
        Ruling::default()
    }

    /// What will have been carried out of the written orders of the board once `order` comes to be
    /// carried out, as far as that can be known. The engine asks in a phase of the mode `write` about
    /// orders that a later phase carries out, and rules on the order (and searches its reach) as things
    /// stand then. What it foresees as carried out it strikes out; what is left to dice stays written. Nothing,
    /// unless the ruleset says so.
    fn foresee(&self, situation: &Situation<'_>, order: &Order) -> Vec<Effect> {
        let _ = (situation, order);
        Vec::new()
    }

    /// Rules on written orders that are carried out together. One ruling an order, in their order;
    /// none of them sees the effects of another unless the ruleset says so. By default each is ruled
    /// on by itself.
    fn resolve(&self, situation: &Situation<'_>, orders: &[Order]) -> Vec<Ruling> {
        orders
            .iter()
            .map(|order| self.rule(situation, order))
            .collect()
    }
}

/// What kind of failure a ruleset reports.
#[repr(u8)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// The plugin panicked; it is not to be used any more.
    Panicked,
    /// Its own data, or a chart or reading given to it, is wrong.
    BadRulebook,
    /// What the scenario says of a unit is wrong.
    BadUnit,
    /// The unit cannot do that.
    NotPossible,
}

/// A failure of a ruleset: a kind and a sentence.
#[repr(C)]
#[derive(StableAbi, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// What kind.
    pub kind: FaultKind,
    /// One sentence that names the thing and the remedy.
    pub message: RString,
}

impl Fault {
    /// A fault of `kind`.
    pub fn new(kind: FaultKind, message: impl fmt::Display) -> Self {
        Self {
            kind,
            message: message.to_string().into(),
        }
    }

    /// A fault in charts, readings or the ruleset's own data.
    pub fn rulebook(message: impl fmt::Display) -> Self {
        Self::new(FaultKind::BadRulebook, message)
    }

    /// A fault in what a scenario says of a unit.
    pub fn unit(message: impl fmt::Display) -> Self {
        Self::new(FaultKind::BadUnit, message)
    }

    /// Something a unit cannot do.
    pub fn not_possible(message: impl fmt::Display) -> Self {
        Self::new(FaultKind::NotPossible, message)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}
