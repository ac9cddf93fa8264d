//! Attributes: giving the values of a sub-table the types that a manifest declares.

use std::collections::BTreeSet;

use grognard_core::{
    ArgSpec, Bearing, Course, Field, Id, Length, Manifest, RVec, Value, ValueKind,
};

use super::cursor::spot;
use super::errors::{Found, choose, nearest};
use super::field::Ground;
use super::tree::{Content, Entry, Node, Span};
use crate::suggest::decimal_comma;

/// What values may refer to.
pub(super) struct Words<'a> {
    pub(super) manifest: &'a Manifest,
    pub(super) ground: Ground,
    pub(super) units: BTreeSet<&'a str>,
    pub(super) brigades: BTreeSet<&'a str>,
    pub(super) commanders: BTreeSet<&'a str>,
    pub(super) terrain: BTreeSet<&'a str>,
}

impl Words<'_> {
    /// Types the entries of a sub-table. `common` are keys that the reader took itself.
    pub(super) fn attributes(
        &self,
        field: &str,
        span: &Span,
        entries: &[Entry],
        common: &[&str],
        specs: &[ArgSpec],
        found: &mut Found,
    ) -> RVec<Field> {
        for entry in entries
            .iter()
            .filter(|entry| !common.contains(&entry.key.as_str()))
        {
            if !specs.iter().any(|spec| spec.name == entry.key) && !found.is_full() {
                let known = || {
                    specs
                        .iter()
                        .map(|spec| spec.name.as_str())
                        .chain(common.iter().copied())
                };
                let remedy = match nearest(&entry.key, known()) {
                    Some(near) => format!("did you mean '{near}'?"),
                    None => format!(
                        "the keys here are {}",
                        known().collect::<Vec<_>>().join(", ")
                    ),
                };
                let message = format!("{} has no attribute '{}' here", self.manifest.id, entry.key);
                found.add(
                    entry.span.clone(),
                    format!("{field}.{}", entry.key),
                    message,
                    remedy,
                );
            }
        }
        let mut fields = RVec::new();
        for spec in specs {
            let at = format!("{field}.{}", spec.name);
            match entries.iter().find(|entry| entry.key == spec.name) {
                Some(entry) => {
                    if let Some(value) = self.value(&entry.node, spec, &at, found) {
                        fields.push(Field {
                            name: Id::from(spec.name.as_str()),
                            value,
                        });
                    }
                }
                None if spec.required => {
                    let remedy = format!("give it: {}", spec.meaning);
                    let message = format!("{} needs it", self.manifest.id);
                    found.add(span.clone(), at, message, remedy);
                }
                None => {}
            }
        }
        fields
    }

    /// One value of a declared type.
    fn value(&self, node: &Node, spec: &ArgSpec, field: &str, found: &mut Found) -> Option<Value> {
        let texts = |node: &Node| node.text().map(str::to_owned);
        let value = match spec.kind {
            ValueKind::Flag => match node.content {
                Content::Flag(flag) => Some(Value::Flag(flag)),
                _ => None,
            },
            ValueKind::Int => match node.content {
                Content::Int(n) => {
                    if let Some([least, most]) = spec.within
                        && !(least..=most).contains(&n)
                    {
                        let message = format!("{n} is out of range");
                        let remedy = format!("give {least} to {most}");
                        found.add(node.span.clone(), field, message, remedy);
                        return None;
                    }
                    Some(Value::Int(n))
                }
                _ => None,
            },
            ValueKind::Number => match &node.content {
                Content::Text(text) => text.parse().ok().map(Value::Number),
                _ => node.ratio().map(Value::Number),
            },
            ValueKind::Length => match node.text().map(str::parse::<Length>) {
                Some(Ok(length)) => Some(Value::Length(length)),
                Some(Err(error)) => {
                    found.add(node.span.clone(), field, explained(&error, node), "");
                    return None;
                }
                None => None,
            },
            ValueKind::Bearing => node
                .number()
                .map(|degrees| Value::Bearing(Bearing::new(degrees))),
            ValueKind::Point => {
                return spot(node, field, found).map(|at| Value::Point(self.ground.point(at)));
            }
            ValueKind::Text => texts(node)
                .filter(|text| self.allowed(text, spec, node, field, found))
                .map(text),
            ValueKind::Unit => return self.reference(node, "unit", &self.units, field, found),
            ValueKind::Brigade => {
                return self.reference(node, "brigade", &self.brigades, field, found);
            }
            ValueKind::Commander => {
                return self.reference(node, "commander", &self.commanders, field, found);
            }
            ValueKind::Terrain => {
                return self.reference(node, "terrain", &self.terrain, field, found);
            }
            ValueKind::Formation => {
                let known = self
                    .manifest
                    .formations
                    .iter()
                    .map(|formation| formation.id.as_str())
                    .collect();
                return self.reference(node, "formation", &known, field, found);
            }
            ValueKind::Course => match node.text().map(str::parse::<Course>) {
                Some(Ok(course)) => Some(Value::Course(course)),
                Some(Err(error)) => {
                    found.add(node.span.clone(), field, explained(&error, node), "");
                    return None;
                }
                None => None,
            },
            ValueKind::Ints => list(node, |item| match item.content {
                Content::Int(n) => Some(Value::Int(n)),
                _ => None,
            }),
            ValueKind::Texts => list(node, |item| texts(item).map(text)),
            ValueKind::Units => list(node, |item| {
                texts(item)
                    .filter(|id| self.units.contains(id.as_str()))
                    .map(text)
            }),
            ValueKind::Records | ValueKind::Orders => list(node, |item| match item.content {
                Content::Table(_) => Some(plain(item)),
                _ => None,
            }),
        };
        // `allowed` has told its own story.
        if value.is_none() && !(spec.kind == ValueKind::Text && node.text().is_some()) {
            let message = format!("{} should be {}", node.describe(), article(spec.kind));
            found.add(node.span.clone(), field, message, "");
        }
        value
    }

    fn allowed(
        &self,
        text: &str,
        spec: &ArgSpec,
        node: &Node,
        field: &str,
        found: &mut Found,
    ) -> bool {
        let allowed = spec.one_of.is_empty() || spec.one_of.iter().any(|word| word == text);
        if !allowed {
            let message = format!("{} is not among the words allowed here", node.describe());
            let remedy = choose(text, spec.one_of.iter().map(String::as_str));
            found.add(node.span.clone(), field, message, remedy);
        }
        allowed
    }

    fn reference(
        &self,
        node: &Node,
        what: &str,
        known: &BTreeSet<&str>,
        field: &str,
        found: &mut Found,
    ) -> Option<Value> {
        let Some(id) = node.text() else {
            let message = format!("{} should be the id of a {what}", node.describe());
            found.add(node.span.clone(), field, message, "");
            return None;
        };
        if known.contains(id) {
            return Some(Value::text(id));
        }
        let message = format!("there is no {what} '{id}'");
        found.add(
            node.span.clone(),
            field,
            message,
            choose(id, known.iter().copied()),
        );
        None
    }
}

fn text(text: String) -> Value {
    Value::Text(text.into())
}

fn list(node: &Node, one: impl Fn(&Node) -> Option<Value>) -> Option<Value> {
    match &node.content {
        Content::List(items) => items
            .iter()
            .map(one)
            .collect::<Option<RVec<Value>>>()
            .map(Value::List),
        _ => None,
    }
}

/// A value whose type nothing declares: as it is written.
fn plain(node: &Node) -> Value {
    match &node.content {
        Content::Flag(flag) => Value::Flag(*flag),
        Content::Int(n) => Value::Int(*n),
        Content::Number(_, ratio) => Value::Number(*ratio),
        Content::Text(text) => Value::text(text),
        Content::List(items) => Value::List(items.iter().map(plain).collect()),
        Content::Table(entries) => Value::Record(
            entries
                .iter()
                .map(|entry| Field {
                    name: Id::from(entry.key.as_str()),
                    value: plain(&entry.node),
                })
                .collect(),
        ),
    }
}

/// What a value of a kind looks like.
fn article(kind: ValueKind) -> &'static str {
    match kind {
        ValueKind::Flag => "true or false",
        ValueKind::Int => "a whole number",
        ValueKind::Number => "a number or a fraction such as \"1/2\"",
        ValueKind::Length => "a length in quotes, such as \"10 cm\"",
        ValueKind::Bearing => "a bearing in degrees",
        ValueKind::Point => "a point [x, y]",
        ValueKind::Text => "a text in quotes",
        ValueKind::Unit => "the id of a unit",
        ValueKind::Brigade => "the id of a brigade",
        ValueKind::Commander => "the id of a commander",
        ValueKind::Terrain => "the id of a piece of terrain",
        ValueKind::Formation => "the id of a formation",
        ValueKind::Course => "a course in quotes, such as \"advance 10 cm, wheel left 30\"",
        ValueKind::Ints => "a list of whole numbers",
        ValueKind::Texts => "a list of texts",
        ValueKind::Units => "a list of ids of units",
        ValueKind::Records => "a list of tables",
        ValueKind::Orders => "a list of orders: tables with kind, subject and args",
    }
}

/// Why a text is no length or course.
fn explained(error: &dyn std::error::Error, node: &Node) -> String {
    let hint = decimal_comma(node.text().unwrap_or(""));
    format!("{error}{hint}")
}
