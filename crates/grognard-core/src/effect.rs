use abi_stable::StableAbi;
use abi_stable::std_types::{RBox, RString, RVec};
use serde::{Deserialize, Serialize};

use crate::{Base, Field, Id, Leg, Order, Point, Pose, Unit, Value};

/// A change to the board. The set is closed: it is enough for any miniature game, and the engine
/// applies all effects of a ruling or none. Holders of conditions and attributes are units,
/// brigades or commanders by id, or the battle by the empty id; attributes can be a terrain piece's too.
#[repr(u8)]
#[derive(StableAbi, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "effect")]
pub enum Effect {
    /// Put a unit and its bases somewhere.
    Place {
        /// The unit.
        unit: Id,
        /// Its new frame.
        pose: Pose,
        /// Its bases' new poses, in the unit's order.
        bases: RVec<Pose>,
    },
    /// Put a commander somewhere.
    PlaceCommander {
        /// The commander.
        commander: Id,
        /// His new place.
        at: Point,
    },
    /// Give a unit another formation.
    SetFormation {
        /// The unit.
        unit: Id,
        /// The formation.
        formation: Id,
    },
    /// Set a condition.
    SetCondition {
        /// The holder.
        on: Id,
        /// The condition.
        name: Id,
        /// Its value.
        value: Value,
    },
    /// Clear a condition.
    ClearCondition {
        /// The holder.
        on: Id,
        /// The condition.
        name: Id,
    },
    /// Set an attribute.
    SetAttribute {
        /// The holder.
        on: Id,
        /// The attribute.
        name: Id,
        /// Its value.
        value: Value,
    },
    /// Note legs walked: allowance spent.
    Walk {
        /// The unit.
        unit: Id,
        /// The legs.
        legs: RVec<Leg>,
    },
    /// Forget the legs walked: a fresh allowance.
    ClearTrack {
        /// The unit.
        unit: Id,
    },
    /// Take bases off the table.
    RemoveBases {
        /// The unit.
        unit: Id,
        /// The serials of the bases.
        serials: RVec<u32>,
    },
    /// Replace a unit's bases (figures lost, models exchanged), in the order given.
    SetBases {
        /// The unit.
        unit: Id,
        /// The bases.
        bases: RVec<Base>,
    },
    /// Take a unit off the table.
    RemoveUnit {
        /// The unit.
        unit: Id,
    },
    /// Bring a unit onto the table. Splitting off is adding a unit and removing the bases it takes;
    /// merging is the reverse.
    AddUnit {
        /// The unit. Boxed, because it is several times as large as any other effect.
        unit: RBox<Unit>,
    },
    /// Write an order down for a later phase.
    WriteOrder {
        /// The order.
        order: Order,
    },
    /// Strike out the written orders of a subject: those of a kind, or all for the empty kind.
    StrikeOrders {
        /// Whose orders.
        subject: Id,
        /// Of which kind.
        kind: Id,
    },
    /// Ask the players something the rules leave to them.
    Ask {
        /// The side that answers; empty for both.
        side: Id,
        /// The question: a finding slug of the manifest.
        question: Id,
        /// Whom it is about.
        subject: Id,
        /// What the question tells.
        details: RVec<Field>,
        /// The answers to choose from; empty when it is free.
        answers: RVec<RString>,
    },
}
