use std::collections::BTreeMap;

use grognard_core::{Length, LengthUnit, Ratio};
use serde::Deserialize;
use toml::Value;

/// What has to come of a step. What is not said is not looked at, save the verdict: an order is to
/// be allowed unless `then` says otherwise or names findings.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Then {
    /// The verdict.
    pub(crate) verdict: Option<String>,
    /// Exactly the slugs, or families, that refuse or unsettle.
    pub(crate) findings: Option<Vec<String>>,
    /// Notes that are among those given.
    #[serde(default)]
    pub(crate) notes: Vec<String>,
    /// Notes that are not given.
    #[serde(default)]
    pub(crate) silent: Vec<String>,
    /// Clauses that were consulted.
    #[serde(default)]
    pub(crate) clauses: Vec<String>,
    /// The share of a move that is spent.
    pub(crate) spent: Option<Number>,
    /// The share that is left.
    pub(crate) left: Option<Number>,
    /// What the first refusing finding says is needed.
    pub(crate) needed: Option<Number>,
    /// What it says there is.
    pub(crate) available: Option<Number>,
    /// What single findings say.
    #[serde(default)]
    pub(crate) finding: BTreeMap<String, Told>,
    /// The outcomes of the rolls, in order.
    pub(crate) rolls: Option<Vec<String>>,
    /// Whether dice are still to be rolled.
    pub(crate) pending: Option<bool>,
    /// Whether a number or reading below `derived` was leaned on.
    pub(crate) assumed: Option<bool>,
    /// Cells leaned on.
    #[serde(default)]
    pub(crate) cells: Vec<String>,
    /// Readings leaned on, with their values.
    #[serde(default)]
    pub(crate) readings: BTreeMap<String, String>,
    /// How the board stands afterwards.
    #[serde(flatten)]
    pub(crate) board: BoardThen,
}

impl Then {
    /// Whether it expects what a single ruling alone can have.
    pub(crate) fn of_one_ruling(&self) -> bool {
        self.verdict.is_some()
            || self.findings.is_some()
            || self.spent.is_some()
            || self.left.is_some()
            || self.needed.is_some()
            || self.available.is_some()
            || self.pending.is_some()
    }
}

/// How the board has to stand.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct BoardThen {
    /// The middle of a unit's front edge, or a commander's place.
    #[serde(default)]
    pub(crate) at: BTreeMap<String, [f64; 2]>,
    /// Facings in degrees.
    #[serde(default)]
    pub(crate) facing: BTreeMap<String, f64>,
    /// Formations.
    #[serde(default)]
    pub(crate) formation: BTreeMap<String, String>,
    /// Conditions that hold: a list of names, or names with values.
    #[serde(default)]
    pub(crate) conditions: BTreeMap<String, Value>,
    /// Conditions that do not hold.
    #[serde(default)]
    pub(crate) without: BTreeMap<String, Vec<String>>,
    /// Attributes.
    #[serde(default)]
    pub(crate) attributes: BTreeMap<String, toml::Table>,
    /// How many bases.
    #[serde(default)]
    pub(crate) bases: BTreeMap<String, usize>,
    /// How many figures on all bases.
    #[serde(default)]
    pub(crate) figures: BTreeMap<String, u32>,
    /// Centres of bases by serial.
    #[serde(default)]
    pub(crate) base_at: BTreeMap<String, BTreeMap<String, [f64; 2]>>,
    /// West and east end of the ground covered.
    #[serde(default)]
    pub(crate) front: BTreeMap<String, [f64; 2]>,
    /// Extent across the facing.
    #[serde(default)]
    pub(crate) width: BTreeMap<String, f64>,
    /// Extent along the facing.
    #[serde(default)]
    pub(crate) depth: BTreeMap<String, f64>,
    /// Units that are no longer there.
    #[serde(default)]
    pub(crate) gone: Vec<String>,
    /// Units that are there.
    #[serde(default)]
    pub(crate) present: Vec<String>,
    /// How many orders are written.
    pub(crate) written: Option<usize>,
    /// How many written orders of the others are sealed to a side.
    #[serde(default)]
    pub(crate) sealed: BTreeMap<String, usize>,
    /// The phase on the clock.
    pub(crate) phase: Option<String>,
    /// The turn.
    pub(crate) turn: Option<u32>,
    /// The side whose turn it is.
    pub(crate) active: Option<String>,
}

/// What a finding has to say.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Told {
    pub(crate) needed: Option<Number>,
    pub(crate) available: Option<Number>,
    pub(crate) margin: Option<Number>,
    pub(crate) other: Option<String>,
    pub(crate) subject: Option<String>,
    pub(crate) clause: Option<String>,
}

/// A number as a case writes it: `1`, `2.5`, `"31/30"`, `"3.75 in"`.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Number {
    Int(i64),
    Float(f64),
    Text(String),
}

/// A number that was read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Read {
    /// Exact.
    Exact(Ratio),
    /// A length, mm.
    Length(f64),
}

impl Number {
    pub(crate) fn read(&self) -> Result<Read, String> {
        match self {
            Self::Int(n) => Ok(Read::Exact(Ratio::int(*n))),
            Self::Float(n) => Ratio::simplest(*n)
                .map(Read::Exact)
                .ok_or_else(|| format!("{n} is no number to expect")),
            Self::Text(text) => match text.parse::<Ratio>() {
                Ok(exact) => Ok(Read::Exact(exact)),
                Err(_) => text
                    .parse::<Length>()
                    .map(|length| Read::Length(length.millimetres()))
                    .map_err(|e| e.to_string()),
            },
        }
    }
}

impl Read {
    /// Millimetres, when it is a length: a bare number counts `unit`.
    pub(crate) fn millimetres(self, unit: LengthUnit) -> f64 {
        match self {
            Self::Exact(number) => (number * unit.millimetres()).to_f64(),
            Self::Length(mm) => mm,
        }
    }
}

impl Then {
    /// Reads `then`; nothing is expected beyond the verdict when it is absent.
    pub(crate) fn read(value: Option<&Value>) -> Result<Self, String> {
        let Some(value) = value else {
            return Ok(Self::default());
        };
        let table = value.as_table().ok_or("then should be a table")?;
        if let Some(key) = table.keys().find(|key| !KEYS.contains(&key.as_str())) {
            return Err(format!(
                "then has no key '{key}'; it can have {}",
                KEYS.join(", ")
            ));
        }
        table
            .clone()
            .try_into()
            .map_err(|error: toml::de::Error| format!("then: {}", error.message()))
    }
}

/// The keys of `then`; flattened structures cannot refuse unknown ones by themselves.
const KEYS: [&str; 34] = [
    "verdict",
    "findings",
    "notes",
    "silent",
    "clauses",
    "spent",
    "left",
    "needed",
    "available",
    "finding",
    "rolls",
    "pending",
    "assumed",
    "cells",
    "readings",
    "at",
    "facing",
    "formation",
    "conditions",
    "without",
    "attributes",
    "bases",
    "figures",
    "base_at",
    "front",
    "width",
    "depth",
    "gone",
    "present",
    "written",
    "sealed",
    "phase",
    "turn",
    "active",
];
