//! Orders as people write them.
//!
//! `1/95: advance 10 cm, wheel left 30` is a march. Any other kind of order is named, and its
//! arguments behind it: `1/95: change-formation to=square`. What stands there without a name is the
//! first argument: `1/95: change-formation square`. JSON does for everything.

mod json;

use grognard_core::{LengthUnit, Order, OrderSpec, ValueKind, kinds};
use grognard_engine::decimal_comma;
use grognard_engine::script::typed_order;
use serde_json::Value as Json;
use toml::{Table, Value};

use crate::failure::Failure;

/// The words that courses are made of.
const STEPS: [&str; 8] = [
    "advance",
    "retire",
    "sidestep",
    "oblique",
    "wheel",
    "pivot",
    "about-face",
    "to",
];

const REMEDY: &str = "write for example '1/95: advance 10 cm, wheel left 30', \
                      '1/95: change-formation to=square', or JSON with kind, subject and args";

/// The orders that `text` describes: one, or a JSON list of any number. As [`order`].
pub(crate) fn orders(
    text: &str,
    specs: &[OrderSpec],
    unit: LengthUnit,
) -> Result<Vec<Order>, Failure> {
    if !text.trim_start().starts_with('[') {
        return Ok(vec![order(text, specs, unit)?]);
    }
    match json::parse(text).map_err(|error| no_json(error.to_string()))? {
        Json::Array(list) if !list.is_empty() => {
            list.iter().map(|one| from_json(one, specs, unit)).collect()
        }
        _ => Err(no_json("the list is empty".to_owned())),
    }
}

/// The order that `text` describes, typed by the kinds of order there are. Numbers of points without
/// a unit count `unit`.
pub(crate) fn order(text: &str, specs: &[OrderSpec], unit: LengthUnit) -> Result<Order, Failure> {
    let text = text.trim();
    if text.starts_with('{') {
        let parsed = json::parse(text).map_err(|error| no_json(error.to_string()))?;
        return from_json(&parsed, specs, unit);
    }
    let Some((subject, rest)) = text.split_once(": ") else {
        return Err(Failure::with(
            format!("'{}' is no order", shortened(text)),
            REMEDY,
        ));
    };
    let (subject, rest) = (subject.trim(), rest.trim());
    let first = rest.split([' ', ',']).next().unwrap_or("");
    if subject.is_empty() || first.is_empty() {
        return Err(Failure::with(
            format!("'{}' is no order", shortened(text)),
            REMEDY,
        ));
    }
    let (kind, words) = if STEPS.contains(&first) {
        (kinds::MARCH, rest)
    } else {
        (first, rest[first.len()..].trim())
    };
    let args = arguments(kind, words, specs)?;
    Ok(typed_order(kind, subject, &args, specs, unit))
}

fn shortened(text: &str) -> String {
    text.chars().take(60).collect()
}

fn no_json(reason: String) -> Failure {
    Failure::with(format!("the order is no JSON order: {reason}"), REMEDY)
}

fn from_json(json: &Json, specs: &[OrderSpec], unit: LengthUnit) -> Result<Order, Failure> {
    let bad = no_json;
    let Value::Table(table) = Value::try_from(json).map_err(|error| bad(error.to_string()))? else {
        return Err(bad("it is no object".to_owned()));
    };
    let key = table
        .keys()
        .find(|key| !["kind", "subject", "args"].contains(&key.as_str()));
    if let Some(key) = key {
        return Err(bad(format!("there is no key '{key}' in an order")));
    }
    let word = |name: &str| {
        table
            .get(name)
            .and_then(Value::as_str)
            .ok_or_else(|| bad(format!("'{name}' is missing or no text")))
    };
    let args = match table.get("args") {
        None => Table::new(),
        Some(args) => args
            .as_table()
            .ok_or_else(|| bad("'args' is no object".to_owned()))?
            .clone(),
    };
    let kind = word("kind")?;
    if let (kinds::MARCH, Some(course)) = (kind, args.get("course").and_then(Value::as_str)) {
        check_course(course)?;
    }
    Ok(typed_order(kind, word("subject")?, &args, specs, unit))
}

/// The arguments in `words`: one without a name, then any with names.
fn arguments(kind: &str, words: &str, specs: &[OrderSpec]) -> Result<Table, Failure> {
    let declared = specs
        .iter()
        .find(|spec| spec.id == kind)
        .map_or(&[][..], |spec| &spec.args);
    let (unnamed, named) = split_named(words);
    let mut args = Table::new();
    if !unnamed.is_empty() {
        let first = declared
            .iter()
            .find(|arg| arg.required)
            .or(declared.first());
        // A kind nobody declared is the engine's to refuse.
        let name = first.map_or("argument", |arg| arg.name.as_str());
        args.insert(name.to_owned(), given(unnamed, first.map(|arg| arg.kind))?);
    }
    for (name, words) in named {
        let kind = declared
            .iter()
            .find(|arg| arg.name == name)
            .map(|arg| arg.kind);
        args.insert(name.to_owned(), given(words, kind)?);
    }
    Ok(args)
}

/// Splits `a b name=c d other=e` into `a b` and the named pieces. An equals sign in quotes does not
/// count.
fn split_named(words: &str) -> (&str, Vec<(&str, &str)>) {
    let mut marks = Vec::new();
    let (mut quoted, mut word) = (false, 0);
    for (at, c) in words.char_indices() {
        match c {
            '"' => quoted = !quoted,
            ' ' | ',' | ';' if !quoted => word = at + 1,
            '=' if !quoted && at > word => {
                marks.push((word, at));
                // A second sign belongs to the value.
                word = words.len();
            }
            _ => {}
        }
    }
    let trim = |piece: &'_ str| -> (usize, usize) {
        let start = piece.len() - piece.trim_start().len();
        (start, piece.trim_end_matches([' ', ',', ';']).len())
    };
    let cut = |from: usize, to: usize| {
        let piece = &words[from..to];
        let (start, end) = trim(piece);
        piece.get(start..end).unwrap_or("")
    };
    let first = marks.first().map_or(words.len(), |(start, _)| *start);
    let ends = marks
        .iter()
        .skip(1)
        .map(|(start, _)| *start)
        .chain([words.len()]);
    let named = marks
        .iter()
        .zip(ends)
        .map(|((start, sign), end)| (&words[*start..*sign], cut(sign + 1, end)));
    (cut(0, first), named.collect())
}

/// A value written on the command line, as TOML that fits its declared type.
fn given(words: &str, kind: Option<ValueKind>) -> Result<Value, Failure> {
    let words = words
        .strip_prefix('"')
        .and_then(|w| w.strip_suffix('"'))
        .unwrap_or(words);
    let text = |word: &str| Value::String(word.trim().to_owned());
    let list = |one: &dyn Fn(&str) -> Value| Value::Array(words.split(',').map(one).collect());
    let number = |word: &str| match (word.trim().parse::<i64>(), word.trim().parse::<f64>()) {
        (Ok(whole), _) => Value::Integer(whole),
        (_, Ok(number)) if number.is_finite() => Value::Float(number),
        _ => text(word),
    };
    Ok(match kind {
        Some(ValueKind::Flag) => match words {
            "yes" | "true" => Value::Boolean(true),
            "no" | "false" => Value::Boolean(false),
            other => text(other),
        },
        Some(ValueKind::Int | ValueKind::Bearing) => number(words),
        Some(ValueKind::Ints) => list(&number),
        Some(ValueKind::Texts | ValueKind::Units) => list(&text),
        Some(ValueKind::Point) => {
            let parts = words.split([',', ' ']).filter(|part| !part.is_empty());
            Value::Array(parts.map(number).collect())
        }
        Some(ValueKind::Course) => {
            check_course(words)?;
            text(words)
        }
        _ => text(words),
    })
}

fn check_course(words: &str) -> Result<(), Failure> {
    let course: Result<grognard_core::Course, _> = words.parse();
    course
        .map(|_| ())
        .map_err(|error| Failure::BadInput(format!("{error}{}", decimal_comma(words))))
}

#[cfg(test)]
mod tests;
