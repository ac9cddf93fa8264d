//! `[rules.<id>]`: the scale, the ground scale, the readings and the charts of one ruleset.

use std::collections::BTreeMap;

use grognard_core::{Length, Ratio};

use super::cursor::Cursor;
use super::errors::Found;
use super::parts::{At, ChartsPart, GroundScale, RulesPart};
use super::tree::{Content, Entry, Node};

/// Reads the table `[rules]`.
pub(super) fn read(node: &Node, found: &mut Found) -> BTreeMap<String, RulesPart> {
    let Some(rules) = Cursor::open("rules".to_owned(), node, found) else {
        return BTreeMap::new();
    };
    rules
        .left()
        .filter_map(|entry| Some((entry.key.clone(), one(entry, found)?)))
        .collect()
}

fn one(entry: &Entry, found: &mut Found) -> Option<RulesPart> {
    let mut part = Cursor::open(format!("rules.{}", entry.key), &entry.node, found)?;
    let scale = part.text("scale", found);
    let ground = part.text("ground", found).and_then(|text| {
        let parsed = ground_scale(&text.value);
        if parsed.is_none() {
            let message = format!("'{}' is no ground scale", text.value);
            found.add(
                text.span,
                part.path("ground"),
                message,
                "write for example \"40 m = 1 in\"",
            );
        }
        parsed
    });
    let readings = part
        .take("readings")
        .map_or(Vec::new(), |node| readings(node, &part, found));
    let charts = part
        .take("charts")
        .and_then(|node| charts(node, &part, found));
    part.finish(found);
    Some(RulesPart {
        span: entry.span.clone(),
        scale,
        ground,
        readings,
        charts,
    })
}

/// `40 m = 1 in`, either way round.
fn ground_scale(text: &str) -> Option<GroundScale> {
    let (left, right) = text.split_once('=')?;
    let metres =
        |text: &str| -> Option<Ratio> { text.trim().strip_suffix('m')?.trim().parse().ok() };
    let (ground, table) = match metres(left) {
        Some(ground) => (ground, right),
        None => (metres(right)?, left),
    };
    let table: Length = table.parse().ok()?;
    let scale = Ratio::simplest(table.millimetres())?.checked_div(ground)?;
    (scale > Ratio::ZERO).then_some(GroundScale {
        mm_per_metre: scale,
    })
}

fn readings(node: &Node, part: &Cursor<'_>, found: &mut Found) -> Vec<(At<String>, At<String>)> {
    let Some(list) = Cursor::open(part.path("readings"), node, found) else {
        return Vec::new();
    };
    let one = |entry: &Entry| {
        let value = match &entry.node.content {
            Content::Text(text) => text.clone(),
            Content::Int(n) => n.to_string(),
            _ => {
                let message = format!("{} should be a text in quotes", entry.node.describe());
                found.add(entry.node.span.clone(), list.path(&entry.key), message, "");
                return None;
            }
        };
        Some((
            At::new(entry.key.clone(), &entry.span),
            At::new(value, &entry.node.span),
        ))
    };
    list.left().filter_map(one).collect()
}

fn charts(node: &Node, part: &Cursor<'_>, found: &mut Found) -> Option<ChartsPart> {
    match &node.content {
        Content::Text(text) if text == "printed-only" => Some(ChartsPart::PrintedOnly),
        Content::Text(text) => Some(ChartsPart::File(At::new(text.clone(), &node.span))),
        Content::Table(entries) => {
            let mut cells = Vec::new();
            flatten("", entries, &mut cells);
            Some(ChartsPart::Cells(cells))
        }
        _ => {
            let message = format!("{} sets no charts", node.describe());
            let remedy = "write \"printed-only\", the name of a chart file, or a table of cells";
            found.add(node.span.clone(), part.path("charts"), message, remedy);
            None
        }
    }
}

/// Cells may be written `"rates.line.clear" = 4` or nested; both give the full key.
fn flatten(prefix: &str, entries: &[Entry], cells: &mut Vec<(At<String>, Node)>) {
    for entry in entries {
        let key = if prefix.is_empty() {
            entry.key.clone()
        } else {
            format!("{prefix}.{}", entry.key)
        };
        match &entry.node.content {
            Content::Table(nested) => flatten(&key, nested, cells),
            _ => cells.push((At::new(key, &entry.span), entry.node.clone())),
        }
    }
}
