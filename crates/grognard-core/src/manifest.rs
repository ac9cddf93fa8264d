use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::LengthUnit;

/// What a ruleset declares of itself: the words of its game and how a turn runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The ruleset's id, kebab-case.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its version; a save remembers it.
    pub version: String,
    /// What it covers, in a line or two.
    pub summary: String,
    /// Where the rules come from.
    pub source: String,
    /// The unit of length its players use; scales may name their own.
    pub unit: LengthUnit,
    /// The scales it knows; the first is the default. Empty when it has but one.
    #[serde(default)]
    pub scales: Vec<Named>,
    /// Whether sides act in turn or together.
    pub turns: TurnOrder,
    /// The phases of a turn, in order.
    pub phases: Vec<PhaseSpec>,
    /// Arms and kinds of troops.
    #[serde(default)]
    pub arms: Vec<Named>,
    /// Kinds of bases that maps draw in a way of their own, whatever the formation.
    #[serde(default)]
    pub bases: Vec<Named>,
    /// Formations.
    pub formations: Vec<FormationSpec>,
    /// Kinds of orders, besides the core's own.
    #[serde(default)]
    pub orders: Vec<OrderSpec>,
    /// Kinds of terrain.
    #[serde(default)]
    pub terrain: Vec<Named>,
    /// Conditions it keeps on units, brigades, commanders or the battle.
    #[serde(default)]
    pub conditions: Vec<ConditionSpec>,
    /// What a scenario says of a unit.
    #[serde(default)]
    pub unit_attributes: Vec<ArgSpec>,
    /// What a scenario says of a brigade.
    #[serde(default)]
    pub brigade_attributes: Vec<ArgSpec>,
    /// What a scenario says of a commander.
    #[serde(default)]
    pub commander_attributes: Vec<ArgSpec>,
    /// What a scenario says of a piece of terrain.
    #[serde(default)]
    pub terrain_attributes: Vec<ArgSpec>,
    /// The findings it can give.
    #[serde(default)]
    pub findings: Vec<FindingSpec>,
}

/// An id and what it means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Named {
    /// The id.
    pub id: String,
    /// What it means, in a line.
    pub meaning: String,
    /// The length unit of a scale, where it differs from the manifest's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<LengthUnit>,
    /// How to draw it, for maps: `wood`, `water`, `road`, `building`, `hedge`, `wall`, `hill`, `crops` ...;
    /// an arm by a symbol across its units: `slash`, `cross`, or none; a kind of base as `gun`, or like any other.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub draw: String,
}

/// A formation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FormationSpec {
    /// The id.
    pub id: String,
    /// What it means, in a line.
    pub meaning: String,
    /// The arms that can take it; empty for all.
    #[serde(default)]
    pub arms: Vec<String>,
    /// How to draw it: `block`, `gun`, `dispersed`, `ring`.
    #[serde(default)]
    pub draw: String,
}

/// Whether sides act in turn or together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TurnOrder {
    /// One side runs through the phases, then the other.
    Alternating,
    /// Both run through the phases together.
    Simultaneous,
}

/// A phase of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PhaseSpec {
    /// The id; sub-phases write it with a slash: `movement/march`.
    pub id: String,
    /// What happens in it.
    pub meaning: String,
    /// Who acts in it.
    #[serde(default)]
    pub actor: PhaseActor,
    /// What an order given in it does.
    #[serde(default)]
    pub mode: PhaseMode,
    /// The order kinds it takes; empty for all.
    #[serde(default)]
    pub orders: Vec<String>,
    /// Kinds of written order that are hidden no longer once it begins, besides those it takes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opens: Vec<String>,
}

/// Who acts in a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PhaseActor {
    /// The side whose turn it is; both where turns are simultaneous.
    #[default]
    Active,
    /// Either side.
    Both,
}

/// What an order given in a phase does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PhaseMode {
    /// It is ruled on and carried out at once.
    #[default]
    Act,
    /// It is written down, hidden from the other side, and carried out in a later phase.
    Write,
    /// The written orders of the phase's kinds are carried out together when the phase begins; one that is
    /// given in it is carried out at once.
    Resolve,
}

/// A kind of order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OrderSpec {
    /// The id, kebab-case.
    pub id: String,
    /// What it tells the subject to do.
    pub meaning: String,
    /// Who it is given to: `unit` (default), `brigade` or `commander`.
    #[serde(default = "unit_subject")]
    pub subject: String,
    /// Its arguments.
    #[serde(default)]
    pub args: Vec<ArgSpec>,
    /// Whether either side may give it at any time (compulsory moves, things done in answer).
    #[serde(default)]
    pub any_time: bool,
}

fn unit_subject() -> String {
    "unit".to_owned()
}

/// An argument of an order, or an attribute.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArgSpec {
    /// The name.
    pub name: String,
    /// What it means.
    pub meaning: String,
    /// The type of its value.
    #[serde(rename = "type")]
    pub kind: ValueKind,
    /// Whether it has to be given.
    #[serde(default)]
    pub required: bool,
    /// For texts: the words allowed; empty for any.
    #[serde(default)]
    pub one_of: Vec<String>,
    /// For whole numbers: the least and the greatest allowed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<[i64; 2]>,
}

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ValueKind {
    /// Yes or no.
    Flag,
    /// A whole number.
    Int,
    /// An exact number.
    Number,
    /// A length.
    Length,
    /// A bearing in degrees.
    Bearing,
    /// A point of the table.
    Point,
    /// Words.
    Text,
    /// The id of a unit.
    Unit,
    /// The id of a brigade.
    Brigade,
    /// The id of a commander.
    Commander,
    /// The id of a piece of terrain.
    Terrain,
    /// The id of a formation.
    Formation,
    /// A course.
    Course,
    /// A list of whole numbers.
    Ints,
    /// A list of texts.
    Texts,
    /// A list of unit ids.
    Units,
    /// A list of records.
    Records,
    /// A list of orders: records of `kind`, `subject`, `args`.
    Orders,
}

/// A condition a ruleset keeps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConditionSpec {
    /// The id.
    pub id: String,
    /// What it means.
    pub meaning: String,
    /// The type of its value.
    #[serde(rename = "type")]
    pub kind: ValueKind,
    /// Whether players may set it by hand, to tell what happened outside the rules covered.
    #[serde(default)]
    pub mark: bool,
    /// What it is kept on: `unit` (default), `brigade`, `commander` or `battle`.
    #[serde(default = "unit_subject")]
    pub on: String,
    /// Whether it is the umpire's alone: no side's view of a battle has it, nor tells that it was set.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub umpire: bool,
    /// For whole numbers: the least and the greatest that players may tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<[i64; 2]>,
}

/// A finding a ruleset can give.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FindingSpec {
    /// The slug.
    pub id: String,
    /// The sentence for people. `{subject}`, `{needed}`, `{available}`, `{margin}`, `{other}` and the
    /// names of details stand for the finding's own.
    pub text: String,
    /// What to do about it; its placeholders are those of the sentence.
    #[serde(default)]
    pub remedy: String,
    /// The family it belongs to, when it is one of several of a sort (`bad-input`).
    #[serde(default)]
    pub family: String,
    /// The sentence in other languages.
    #[serde(default)]
    pub translations: BTreeMap<String, String>,
    /// The remedy in other languages.
    #[serde(default)]
    pub remedies: BTreeMap<String, String>,
}
