//! Chart files that a scenario names, and the cells it sets.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Component, Path};

use grognard_core::{Cell, CellValue, Document, Provenance};
use grognard_sdk::read_chart;

use super::errors::{Found, choose};
use super::parts::{At, ChartsPart, Parts, RulesPart};
use super::tree::{Content, Node};

/// Longest chart file, in bytes.
pub(super) const LONGEST_CHART: usize = 1 << 20;

/// Reads a text file of at most `limit` bytes; the error says why it could not be.
pub(super) fn load(path: &Path, limit: usize) -> Result<String, String> {
    let mut text = String::new();
    // One byte more than the limit tells a file that is too long from one that just fits, whatever
    // the file system says of its size.
    let unopened = |error| format!("it cannot be opened: {error}");
    // Opening a pipe waits for someone to write into it.
    if !path.metadata().map_err(unopened)?.is_file() {
        return Err("it is no regular file".to_owned());
    }
    let file = File::open(path).map_err(unopened)?;
    file.take(limit as u64 + 1)
        .read_to_string(&mut text)
        .map_err(|error| format!("it cannot be read: {error}"))?;
    if text.len() > limit {
        return Err(format!("it is longer than {} MiB", limit >> 20));
    }
    Ok(text)
}

/// Fetches every chart file that the scenario names.
pub(super) fn gather(
    parts: &Parts,
    file: impl Fn(&str) -> Result<String, String>,
    found: &mut Found,
) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    for (ruleset, rules) in &parts.rules {
        let Some(ChartsPart::File(name)) = &rules.charts else {
            continue;
        };
        let field = format!("rules.{ruleset}.charts");
        let inside = Path::new(&name.value)
            .components()
            .all(|c| matches!(c, Component::Normal(_)));
        if !inside || name.value.is_empty() {
            let message = format!("'{}' is not a file beside the scenario", name.value);
            found.add(
                name.span.clone(),
                field,
                message,
                "put the chart file into the scenario's folder",
            );
            continue;
        }
        match file(&name.value) {
            Ok(text) => {
                files.insert(name.value.clone(), text);
            }
            Err(reason) => {
                let message = format!("chart file '{}': {reason}", name.value);
                found.unreadable(name.span.clone(), field, message, "");
            }
        }
    }
    files
}

/// The cells that a ruleset's settings set, all of provenance `house`.
pub(super) fn cells(
    ruleset: &str,
    rules: &RulesPart,
    files: &BTreeMap<String, String>,
    document: &Document,
    found: &mut Found,
) -> BTreeMap<String, Cell> {
    let field = format!("rules.{ruleset}.charts");
    let mut cells = BTreeMap::new();
    match &rules.charts {
        None | Some(ChartsPart::PrintedOnly) => {}
        Some(ChartsPart::Cells(list)) => {
            for (key, node) in list {
                if let Some(value) = cell_value(node, &format!("{field}.{}", key.value), found)
                    && known(key, &field, document, found)
                {
                    cells.insert(key.value.clone(), house(value));
                }
            }
        }
        Some(ChartsPart::File(name)) => {
            let text = files.get(&name.value).map_or("", String::as_str);
            match read_chart(&name.value, text) {
                // A file may bring new cells, for kinds of terrain that the ruleset has no rates for.
                Ok(chart) if document.charts.iter().any(|known| known.id == chart.id) => {
                    for (key, cell) in chart.cells {
                        let cell = Cell {
                            provenance: Provenance::House,
                            ..cell
                        };
                        cells.insert(format!("{}.{key}", chart.id), cell);
                    }
                }
                Ok(chart) => {
                    let message = format!("{ruleset} has no chart '{}'", chart.id);
                    let known = document.charts.iter().map(|chart| chart.id.as_str());
                    found.add(name.span.clone(), field, message, choose(&chart.id, known));
                }
                Err(fault) => found.add(name.span.clone(), field, fault.message.as_str(), ""),
            }
        }
    }
    cells
}

fn house(value: CellValue) -> Cell {
    Cell {
        value,
        provenance: Provenance::House,
        clause: String::new(),
        note: String::new(),
    }
}

fn cell_value(node: &Node, field: &str, found: &mut Found) -> Option<CellValue> {
    let json = match &node.content {
        Content::Int(n) => serde_json::Value::from(*n),
        Content::Number(n, _) => serde_json::Value::from(*n),
        Content::Text(text) => serde_json::Value::from(text.as_str()),
        _ => serde_json::Value::Null,
    };
    // The chart files' own reader decides what a cell may hold.
    let value = serde_json::from_value(json);
    if value.is_err() {
        let remedy = "write a number, a fraction such as \"1/2\", a word, \"na\" or \"unknown\"";
        found.add(
            node.span.clone(),
            field,
            format!("{} is no cell", node.describe()),
            remedy,
        );
    }
    value.ok()
}

fn known(key: &At<String>, field: &str, document: &Document, found: &mut Found) -> bool {
    let has = |key: &str| {
        document.charts.iter().any(|chart| {
            key.strip_prefix(chart.id.as_str())
                .and_then(|rest| rest.strip_prefix('.'))
                .is_some_and(|rest| chart.cells.contains_key(rest))
        })
    };
    if has(&key.value) {
        return true;
    }
    if found.is_full() {
        return false;
    }
    let all: Vec<String> = document
        .charts
        .iter()
        .flat_map(|chart| {
            chart
                .cells
                .keys()
                .map(move |cell| format!("{}.{cell}", chart.id))
        })
        .collect();
    let message = format!("the charts have no cell '{}'", key.value);
    found.add(
        key.span.clone(),
        field,
        message,
        choose(&key.value, all.iter().map(String::as_str)),
    );
    false
}
