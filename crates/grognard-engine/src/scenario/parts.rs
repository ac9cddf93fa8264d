//! What a scenario file says, before it is put under a ruleset.

use std::collections::BTreeMap;

use grognard_core::{LengthUnit, Ratio};

use super::tree::{Entry, Node, Span};

/// A value with its place in the text.
#[derive(Clone, Debug)]
pub(super) struct At<T> {
    pub(super) value: T,
    pub(super) span: Span,
}

impl<T> At<T> {
    pub(super) fn new(value: T, span: &Span) -> Self {
        Self {
            value,
            span: span.clone(),
        }
    }
}

/// A point in the file's own coordinates.
pub(super) type Spot = (f64, f64);

/// The unit the coordinates of the file are in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GroundUnit {
    /// Metres of real ground; a ruleset's ground scale turns them into table lengths.
    Metre,
    /// Lengths on the table.
    Table(LengthUnit),
}

/// Which point of a unit its `at` gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Anchor {
    /// The middle of its front edge.
    #[default]
    FrontCentre,
    /// The middle of the ground it covers.
    Centre,
}

#[derive(Clone, Debug)]
pub(super) struct TablePart {
    pub(super) unit: GroundUnit,
    pub(super) min: Spot,
    pub(super) max: Spot,
    pub(super) span: Span,
}

/// What a file says of a part under one ruleset: the entries of its sub-table.
#[derive(Clone, Debug)]
pub(super) struct Under {
    pub(super) span: Span,
    pub(super) entries: Vec<Entry>,
}

/// Sub-tables by ruleset id.
pub(super) type PerRules = BTreeMap<String, Under>;

#[derive(Clone, Debug)]
pub(super) struct SidePart {
    pub(super) id: At<String>,
    pub(super) name: String,
    pub(super) colour: String,
}

#[derive(Clone, Debug)]
pub(super) struct BrigadePart {
    pub(super) id: At<String>,
    pub(super) name: String,
    pub(super) side: Option<At<String>>,
    pub(super) rules: PerRules,
}

#[derive(Clone, Debug)]
pub(super) struct CommanderPart {
    pub(super) id: At<String>,
    pub(super) name: String,
    pub(super) side: Option<At<String>>,
    pub(super) rank: Option<At<String>>,
    pub(super) brigade: Option<At<String>>,
    pub(super) superior: Option<At<String>>,
    pub(super) at: Option<At<Spot>>,
    pub(super) rules: PerRules,
}

#[derive(Clone, Debug)]
pub(super) enum ShapePart {
    Area(Vec<Spot>),
    Line(Vec<Spot>, f64),
}

#[derive(Clone, Debug)]
pub(super) struct TerrainPart {
    pub(super) id: At<String>,
    pub(super) name: String,
    pub(super) kind: Option<At<String>>,
    pub(super) shape: Option<At<ShapePart>>,
    pub(super) rules: PerRules,
}

#[derive(Clone, Debug)]
pub(super) struct UnitPart {
    pub(super) id: At<String>,
    pub(super) name: String,
    pub(super) side: Option<At<String>>,
    pub(super) brigade: Option<At<String>>,
    pub(super) stand: Stand,
    pub(super) rules: PerRules,
}

/// Where and how a unit stands; a ruleset's sub-table may say otherwise.
#[derive(Clone, Debug, Default)]
pub(super) struct Stand {
    pub(super) at: Option<At<Spot>>,
    pub(super) facing: Option<At<f64>>,
    pub(super) anchor: Option<Anchor>,
    pub(super) formation: Option<At<String>>,
}

impl Stand {
    /// This stand, where `other` is silent.
    pub(super) fn or(self, other: &Self) -> Self {
        Self {
            at: self.at.or_else(|| other.at.clone()),
            facing: self.facing.or_else(|| other.facing.clone()),
            anchor: self.anchor.or(other.anchor),
            formation: self.formation.or_else(|| other.formation.clone()),
        }
    }
}

/// How much ground a length on the table stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct GroundScale {
    /// Millimetres on the table for a metre of ground.
    pub(super) mm_per_metre: Ratio,
}

/// `charts` of a ruleset's settings.
#[derive(Clone, Debug)]
pub(super) enum ChartsPart {
    PrintedOnly,
    File(At<String>),
    Cells(Vec<(At<String>, Node)>),
}

/// `[rules.<id>]`.
#[derive(Clone, Debug)]
pub(super) struct RulesPart {
    pub(super) span: Span,
    pub(super) scale: Option<At<String>>,
    pub(super) ground: Option<GroundScale>,
    pub(super) readings: Vec<(At<String>, At<String>)>,
    pub(super) charts: Option<ChartsPart>,
}

/// A whole file.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    pub(super) name: String,
    pub(super) description: String,
    pub(super) table: TablePart,
    pub(super) rules: BTreeMap<String, RulesPart>,
    pub(super) sides: Vec<SidePart>,
    pub(super) brigades: Vec<BrigadePart>,
    pub(super) commanders: Vec<CommanderPart>,
    pub(super) terrain: Vec<TerrainPart>,
    pub(super) units: Vec<UnitPart>,
}
