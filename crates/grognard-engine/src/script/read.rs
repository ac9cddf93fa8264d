use grognard_core::{Id, LengthUnit, Order, Value, ValueKind, kinds};
use serde::Deserialize;
use toml::Table;

use super::Step;
use super::typed::{typed_condition, typed_order};
use crate::Battle;
use crate::suggest::{decimal_comma, suggestion};

/// Longest text of a script, in bytes.
const LONGEST: usize = 4 << 20;

/// A script as it was read. Its steps get their types when it is played, from the ruleset's manifest.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Script {
    /// The number of the format: 1.
    format: u32,
    /// What it is about.
    #[serde(default)]
    pub title: String,
    /// The ruleset it is written for.
    pub ruleset: String,
    /// The scenario it is played in, as a path beside the script; may be empty.
    #[serde(default)]
    pub scenario: String,
    /// The seed of the dice.
    #[serde(default)]
    pub seed: u64,
    /// The steps.
    #[serde(default, rename = "step")]
    pub lines: Vec<Line>,
}

/// A step with what goes with it.
#[derive(Clone, Debug, Deserialize)]
pub struct Line {
    /// Why it is done.
    #[serde(default)]
    pub note: String,
    /// What its ruling should be; an order is expected to be allowed unless it says otherwise.
    #[serde(default)]
    pub expect: Expect,
    /// Findings that its ruling should have.
    #[serde(default)]
    pub findings: Vec<String>,
    /// What is done.
    #[serde(flatten)]
    pub what: Table,
}

/// What the ruling on a step should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Expect {
    /// It may be done.
    #[default]
    Allowed,
    /// It may not.
    Refused,
    /// The rules as known do not settle it.
    Undetermined,
    /// Whatever comes.
    Any,
}

/// Why a script cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScriptError {
    /// The text is no script.
    #[error("this is no script: {0}")]
    NotAScript(String),
    /// A step is not understood.
    #[error("step {number} of the script: {message}")]
    Step {
        /// Which step, from 1.
        number: usize,
        /// What is wrong, and the remedy.
        message: String,
    },
    /// The engine itself failed at a step.
    #[error("step {number} of the script: {message}")]
    Internal {
        /// Which step, from 1.
        number: usize,
        /// What it said.
        message: String,
    },
    /// The ruleset failed at a step.
    #[error("step {number} of the script: {message}")]
    Ruleset {
        /// Which step, from 1.
        number: usize,
        /// What it said.
        message: String,
    },
}

impl Script {
    /// Reads a script.
    ///
    /// # Errors
    /// When the text is no script; the message names line and key.
    pub fn read(text: &str) -> Result<Self, ScriptError> {
        if text.len() > LONGEST {
            let message = format!("it is longer than {} MiB", LONGEST >> 20);
            return Err(ScriptError::NotAScript(message));
        }
        let script: Self =
            toml::from_str(text).map_err(|error| ScriptError::NotAScript(error.to_string()))?;
        if script.format != 1 {
            let message = format!("it has format {}; write format = 1", script.format);
            return Err(ScriptError::NotAScript(message));
        }
        Ok(script)
    }
}

/// The step that a table describes, typed by the words of the battle's ruleset. Numbers of points
/// count `unit`.
///
/// # Errors
/// When the table is no step; the message names the key.
pub fn step(table: &Table, battle: &Battle, unit: LengthUnit) -> Result<Step, String> {
    let verbs = [
        "order", "check", "mark", "clear", "place", "end", "undo", "redo",
    ];
    let found: Vec<&str> = verbs
        .into_iter()
        .filter(|verb| table.contains_key(*verb))
        .collect();
    let [verb] = found.as_slice() else {
        return Err(format!("give exactly one of {}", verbs.join(", ")));
    };
    let keys: &[&str] = match *verb {
        "order" => &["subject", "course", "args", "dice"],
        "check" => &["subject", "course", "args", "dice", "side"],
        "mark" => &["on", "value"],
        "clear" => &["on"],
        "place" => &["at"],
        "end" => &["dice"],
        _ => &[],
    };
    if let Some(key) = table
        .keys()
        .find(|key| key != verb && !keys.contains(&key.as_str()))
    {
        return Err(format!(
            "there is no key '{key}' here{}",
            suggestion(key, keys.iter().copied())
        ));
    }
    match *verb {
        "order" => Ok(Step::Order {
            order: order(verb, table, battle, unit)?,
            dice: dice(table)?,
        }),
        "check" => Ok(Step::Check {
            order: order(verb, table, battle, unit)?,
            dice: dice(table)?,
            side: match table.contains_key("side") {
                true => text(table, "side")?.to_owned(),
                false => String::new(),
            },
        }),
        "mark" | "clear" => mark(verb, table, battle, unit),
        "place" => place(table, battle, unit),
        "end" => match text(table, "end")? {
            "phase" => Ok(Step::EndPhase { dice: dice(table)? }),
            "turn" => Ok(Step::EndTurn),
            other => until(other, battle),
        },
        _ if table.get(*verb).and_then(toml::Value::as_bool) != Some(true) => Err(format!(
            "{verb} should be true; leave the step out when nothing is to be done"
        )),
        "undo" => Ok(Step::Undo),
        _ => Ok(Step::Redo),
    }
}

fn until(phase: &str, battle: &Battle) -> Result<Step, String> {
    let known = battle
        .document()
        .manifest
        .phases
        .iter()
        .map(|phase| phase.id.as_str());
    if known.clone().any(|id| id == phase) {
        return Ok(Step::EndUntil {
            phase: phase.to_owned(),
        });
    }
    let known = known.chain(["phase", "turn"]);
    Err(format!(
        "end = '{phase}' is no phase{}",
        suggestion(phase, known)
    ))
}

fn order(verb: &str, table: &Table, battle: &Battle, unit: LengthUnit) -> Result<Order, String> {
    let kind = text(table, verb)?;
    let subject = text(table, "subject")?;
    let mut args = match table.get("args") {
        None => Table::new(),
        Some(args) => args.as_table().ok_or("args should be a table")?.clone(),
    };
    if let Some(course) = table.get("course") {
        // A course that is no course is a mistake of the file; as an argument it would be the ruling's.
        if let Some(text) = course.as_str() {
            text.parse::<grognard_core::Course>()
                .map_err(|error| format!("{error}{}", decimal_comma(text)))?;
        }
        args.insert("course".to_owned(), course.clone());
    }
    if kind == kinds::MARCH && !args.contains_key("course") {
        return Err("a march needs a course".to_owned());
    }
    Ok(typed_order(
        kind,
        subject,
        &args,
        battle.order_kinds(),
        unit,
    ))
}

fn mark(verb: &str, table: &Table, battle: &Battle, unit: LengthUnit) -> Result<Step, String> {
    let condition = text(table, verb)?.to_owned();
    let on = if table.contains_key("on") {
        text(table, "on")?.to_owned()
    } else {
        String::new()
    };
    if verb == "clear" {
        return Ok(Step::Mark {
            on,
            condition,
            value: None,
        });
    }
    let spec = battle
        .document()
        .manifest
        .conditions
        .iter()
        .find(|spec| spec.id == condition);
    let kind = spec.map_or(ValueKind::Flag, |spec| spec.kind);
    let value = table.get("value").unwrap_or(&toml::Value::Boolean(true));
    Ok(Step::Mark {
        on,
        condition,
        value: Some(typed_condition(value, kind, unit)),
    })
}

fn place(table: &Table, battle: &Battle, unit: LengthUnit) -> Result<Step, String> {
    let commander = text(table, "place")?;
    let known = battle.board().commanders.iter().map(|one| one.id.as_str());
    if !known.clone().any(|id| id == commander) {
        return Err(format!(
            "there is no commander '{commander}'{}",
            suggestion(commander, known)
        ));
    }
    let at = table.get("at").ok_or("at is missing")?;
    match typed_condition(at, ValueKind::Point, unit) {
        Value::Point(at) if at.is_finite() => Ok(Step::Place {
            commander: Id::from(commander),
            at,
            note: String::new(),
        }),
        _ => Err("at should be a place: [x, y]".to_owned()),
    }
}

fn text<'a>(table: &'a Table, key: &str) -> Result<&'a str, String> {
    match table.get(key) {
        Some(value) => value
            .as_str()
            .ok_or_else(|| format!("{key} should be a text")),
        None => Err(format!("{key} is missing")),
    }
}

fn dice(table: &Table) -> Result<Vec<u32>, String> {
    let Some(dice) = table.get("dice") else {
        return Ok(Vec::new());
    };
    let face = |face: &toml::Value| face.as_integer().and_then(|face| u32::try_from(face).ok());
    let faces = dice
        .as_array()
        .and_then(|faces| faces.iter().map(face).collect());
    faces.ok_or_else(|| "dice should be a list of whole numbers".to_owned())
}
