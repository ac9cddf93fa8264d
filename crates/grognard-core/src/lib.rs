//! The vocabulary of grognard.
//!
//! This crate names the things every tabletop miniature game shares: a [`Table`], the
//! [`Unit`]s on it, the [`Order`]s given to them and the [`Ruling`]s that answer. It knows no
//! game. Arms, formations, order kinds, terrain kinds and conditions are open [`Id`]s that a
//! ruleset declares in its [`Manifest`].
//!
//! Three groups of types live here:
//!
//! * **Quantities**: [`Ratio`], [`Amount`], [`Length`], [`Bearing`], [`Point`], [`Pose`], [`Rect`].
//! * **The table and what is asked of it**: [`Board`], [`Order`], [`Course`], [`MotionLaw`],
//!   [`Survey`], [`Situation`], [`Ruling`]. They cross the plugin boundary as typed values.
//! * **The ruleset's document**: [`Manifest`], [`Clause`], [`Chart`], [`Reading`]. They cross
//!   once, at load, as one JSON text ([`Document`]).

mod amount;
mod angle;
mod board;
mod chart;
mod clause;
mod clock;
mod command;
mod course;
mod course_text;
mod document;
mod effect;
mod finding;
mod ground;
mod handshake;
mod id;
mod law;
mod layout;
mod ledger;
mod length;
mod manifest;
mod named;
mod order;
mod plain;
mod pose;
mod ratio;
mod reading;
mod rect;
mod roll;
mod rulebook;
mod ruleset;
mod ruling;
mod survey;
mod table;
mod unit;
mod value;

pub mod boundary;

pub use abi_stable::std_types::{RBox, RNone, ROption, RSlice, RSome, RStr, RString, RVec};

pub use amount::Amount;
pub use angle::{Bearing, sin_cos_degrees};
pub use board::Board;
pub use chart::{Cell, CellValue, Chart, Provenance};
pub use clause::Clause;
pub use clock::{Clock, Moment};
pub use command::{Brigade, Commander, Side};
pub use course::{Course, Hand, PivotPoint, Step};
pub use course_text::CourseError;
pub use document::Document;
pub use effect::Effect;
pub use finding::{Finding, Measure, Weight};
pub use ground::{
    Ground, GroundRef, Look, Near, Obstacle, ObstacleKind, Sector, Sight, TerrainHit,
};
pub use handshake::Handshake;
pub use id::Id;
pub use law::{Corners, Entry, Heading, MotionLaw, Rate, Straddle, Summing, Toll, TollOn, Turning};
pub use layout::{Layout, Placement};
pub use ledger::LedgerLine;
pub use length::{Length, LengthError, LengthUnit};
pub use manifest::{
    ArgSpec, ConditionSpec, FindingSpec, FormationSpec, Manifest, Named, OrderSpec, PhaseActor,
    PhaseMode, PhaseSpec, TurnOrder, ValueKind,
};
pub use named::named;
pub use order::{Order, kinds};
pub use plain::{Plain, StepKinds};
pub use pose::{Point, Pose};
pub use ratio::Ratio;
pub use reading::{Reading, ReadingValue};
pub use rect::{Edge, Rect};
pub use roll::{Roll, RollSource};
pub use rulebook::Rulebook;
pub use ruleset::{Fault, FaultKind, Ruleset, Situation};
pub use ruling::{CellUse, ReadingUse, Ruling, Verdict};
pub use survey::{Along, Contact, Crossing, Leg, MissingRate, Over, Survey, TollPaid};
pub use table::{Shape, Table, Terrain};
pub use unit::{Base, Unit};
pub use value::{Field, Fields, Value};
