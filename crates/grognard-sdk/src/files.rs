use std::collections::BTreeMap;

use grognard_core::{
    Cell, CellValue, Chart, Clause, Document, Fault, FindingSpec, Manifest, Reading,
};
use serde::Deserialize;
use toml::{Table, Value};

/// The data files of a ruleset, embedded with `include_str!`.
pub struct Files {
    /// `manifest.toml`.
    pub manifest: &'static str,
    /// `findings.toml`.
    pub findings: &'static str,
    /// `clauses.toml`.
    pub clauses: &'static str,
    /// `readings.toml`.
    pub readings: &'static str,
    /// The chart files: name for messages, text.
    pub charts: &'static [(&'static str, &'static str)],
    /// Translations: language code, text of `lang/<code>.toml`.
    pub languages: &'static [(&'static str, &'static str)],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Findings {
    finding: Vec<FindingSpec>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Clauses {
    clause: Vec<Clause>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Readings {
    reading: Vec<Reading>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Language {
    #[serde(default)]
    clauses: BTreeMap<String, String>,
    #[serde(default)]
    findings: BTreeMap<String, String>,
    #[serde(default)]
    remedies: BTreeMap<String, String>,
}

impl Files {
    /// The document these files make.
    ///
    /// # Errors
    /// When a file does not parse; the message names the file and the place in it.
    pub fn document(&self) -> Result<Document, Fault> {
        let mut manifest: Manifest = parse("manifest.toml", self.manifest)?;
        manifest.findings = parse::<Findings>("findings.toml", self.findings)?.finding;
        let mut clauses = parse::<Clauses>("clauses.toml", self.clauses)?.clause;
        let readings = parse::<Readings>("readings.toml", self.readings)?.reading;
        let charts = self
            .charts
            .iter()
            .map(|(name, text)| read_chart(name, text))
            .collect::<Result<Vec<_>, _>>()?;
        for (code, text) in self.languages {
            let language: Language = parse(&format!("lang/{code}.toml"), text)?;
            for clause in &mut clauses {
                if let Some(text) = language.clauses.get(&clause.id) {
                    clause.translations.insert((*code).to_owned(), text.clone());
                }
            }
            for finding in &mut manifest.findings {
                if let Some(text) = language.findings.get(&finding.id) {
                    finding
                        .translations
                        .insert((*code).to_owned(), text.clone());
                }
                if let Some(text) = language.remedies.get(&finding.id) {
                    finding.remedies.insert((*code).to_owned(), text.clone());
                }
            }
        }
        Ok(Document {
            manifest,
            clauses,
            charts,
            readings,
        })
    }
}

fn parse<T: serde::de::DeserializeOwned>(name: &str, text: &str) -> Result<T, Fault> {
    toml::from_str(text).map_err(|error| Fault::rulebook(format!("{name}: {error}")))
}

/// Reads one chart file: `id`, `title`, `unit`, and `cells` nested under dotted keys. A table with
/// `value` is a cell; one with `values` is a cell for each column (`cm`, `in`, ...).
///
/// # Errors
/// When the file is no chart; the message names the file and the cell.
pub fn read_chart(name: &str, text: &str) -> Result<Chart, Fault> {
    let mut table: Table = parse(name, text)?;
    let mut word = |key: &str| match table.remove(key) {
        Some(Value::String(text)) => Ok(text),
        Some(_) => Err(Fault::rulebook(format!("{name}: '{key}' must be a text"))),
        None => Err(Fault::rulebook(format!("{name}: '{key}' is missing"))),
    };
    let (id, title, unit) = (word("id")?, word("title")?, word("unit")?);
    let Some(Value::Table(nested)) = table.remove("cells") else {
        return Err(Fault::rulebook(format!(
            "{name}: the table [cells] is missing"
        )));
    };
    if let Some(key) = table.keys().next() {
        return Err(Fault::rulebook(format!(
            "{name}: '{key}' is not a key of a chart; use id, title, unit and [cells]"
        )));
    }
    let mut cells = BTreeMap::new();
    collect(name, "", nested, &mut cells)?;
    Ok(Chart {
        id,
        title,
        unit,
        cells,
    })
}

fn collect(
    name: &str,
    prefix: &str,
    table: Table,
    cells: &mut BTreeMap<String, Cell>,
) -> Result<(), Fault> {
    for (key, value) in table {
        let key = if prefix.is_empty() {
            key
        } else {
            format!("{prefix}.{key}")
        };
        let Value::Table(mut table) = value else {
            return Err(Fault::rulebook(format!(
                "{name}: '{key}' must be a cell: {{ value = ..., provenance = ... }}"
            )));
        };
        if let Some(Value::Table(columns)) = table.remove("values") {
            for (column, value) in columns {
                let mut cell = table.clone();
                cell.insert("value".to_owned(), value);
                let key = format!("{key}.{column}");
                let cell = read_cell(name, &key, cell)?;
                cells.insert(key, cell);
            }
        } else if table.contains_key("value") {
            let cell = read_cell(name, &key, table)?;
            cells.insert(key, cell);
        } else {
            collect(name, &key, table, cells)?;
        }
    }
    Ok(())
}

fn read_cell(name: &str, key: &str, table: Table) -> Result<Cell, Fault> {
    let cell: Cell = Value::Table(table)
        .try_into()
        .map_err(|error| Fault::rulebook(format!("{name}: cell '{key}': {error}")))?;
    if let CellValue::Number(number) = cell.value
        && (number.num().unsigned_abs() > 1_000_000_000 || number.den() > 1_000_000_000)
    {
        return Err(Fault::rulebook(format!(
            "{name}: cell '{key}': {number} is too large"
        )));
    }
    Ok(cell)
}
