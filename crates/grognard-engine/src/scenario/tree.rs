//! TOML as a tree of owned values that know where they stand in the text.

use std::ops::Range;

use grognard_core::Ratio;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::errors::Found;

/// A stretch of the text, in bytes.
pub(super) type Span = Range<usize>;

/// A value and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) span: Span,
    pub(super) content: Content,
}

/// A value.
#[derive(Clone, Debug)]
pub(super) enum Content {
    Flag(bool),
    Int(i64),
    Number(f64, Ratio),
    Text(String),
    List(Vec<Node>),
    Table(Vec<Entry>),
}

/// A key and its value.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) span: Span,
    pub(super) node: Node,
}

impl Node {
    /// What it is, in an error's words.
    pub(super) fn describe(&self) -> String {
        match &self.content {
            Content::Flag(flag) => format!("{flag}"),
            Content::Int(n) => format!("{n}"),
            Content::Number(n, _) => format!("{n}"),
            Content::Text(text) => format!("'{}'", text.chars().take(40).collect::<String>()),
            Content::List(_) => "a list".to_owned(),
            Content::Table(_) => "a table".to_owned(),
        }
    }

    pub(super) fn number(&self) -> Option<f64> {
        match self.content {
            Content::Int(n) => Some(n as f64),
            Content::Number(n, _) => Some(n),
            _ => None,
        }
    }

    pub(super) fn ratio(&self) -> Option<Ratio> {
        match &self.content {
            Content::Int(n) => Some(Ratio::int(*n)),
            Content::Number(_, ratio) => Some(*ratio),
            _ => None,
        }
    }

    pub(super) fn text(&self) -> Option<&str> {
        match &self.content {
            Content::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// Parses a text. Whatever can be read is, so that several errors can be told at once.
pub(super) fn parse(text: &str, found: &mut Found) -> Vec<Entry> {
    let (document, errors) = DeTable::parse_recoverable(text);
    let mut told = None;
    for error in errors {
        let span = error.span().unwrap_or(0..0);
        // Each of many open brackets misses its other half in the same place.
        if told.replace(span.clone()).as_ref() == Some(&span) {
            continue;
        }
        found.add(
            span,
            "scenario",
            format!("this is not TOML: {}", error.message()),
            "",
        );
    }
    entries(document.into_inner(), "", found)
}

fn entries(table: DeTable<'_>, path: &str, found: &mut Found) -> Vec<Entry> {
    let mut list: Vec<Entry> = table
        .into_iter()
        .filter_map(|(key, value)| {
            let span = key.span();
            let key = key.into_inner().into_owned();
            let field = if path.is_empty() {
                key.clone()
            } else {
                format!("{path}.{key}")
            };
            Some(Entry {
                span,
                node: node(value, &field, found)?,
                key,
            })
        })
        .collect();
    list.sort_by_key(|entry| entry.span.start);
    list
}

fn node(value: Spanned<DeValue<'_>>, field: &str, found: &mut Found) -> Option<Node> {
    let span = value.span();
    let content = match value.into_inner() {
        DeValue::String(text) => Content::Text(text.into_owned()),
        DeValue::Boolean(flag) => Content::Flag(flag),
        DeValue::Integer(digits) => match i64::from_str_radix(digits.as_str(), digits.radix()) {
            Ok(n) if n.unsigned_abs() <= LARGEST => Content::Int(n),
            _ => {
                return refuse(
                    found,
                    span,
                    field,
                    "the number is too large",
                    "write a smaller one",
                );
            }
        },
        DeValue::Float(digits) => match digits
            .as_str()
            .parse::<f64>()
            .ok()
            .filter(|n| n.is_finite())
        {
            None => {
                return refuse(
                    found,
                    span,
                    field,
                    "the number is not finite",
                    "write a plain number",
                );
            }
            Some(n) => match Ratio::simplest(n) {
                Some(ratio) => Content::Number(n, ratio),
                None => {
                    return refuse(
                        found,
                        span,
                        field,
                        "the number is too large or too fine",
                        "round it",
                    );
                }
            },
        },
        DeValue::Datetime(_) => {
            return refuse(
                found,
                span,
                field,
                "a date has no place here",
                "write it in quotes",
            );
        }
        DeValue::Array(items) => Content::List(
            items
                .into_iter()
                .enumerate()
                .filter_map(|(index, item)| node(item, &format!("{field}[{index}]"), found))
                .collect(),
        ),
        DeValue::Table(table) => Content::Table(entries(table, field, found)),
    };
    Some(Node { span, content })
}

/// Whole numbers beyond this lose digits as floating-point numbers.
const LARGEST: u64 = 1 << 53;

fn refuse(found: &mut Found, span: Span, field: &str, message: &str, remedy: &str) -> Option<Node> {
    found.add(span, field, message, remedy);
    None
}
