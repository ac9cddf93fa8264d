use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::Table;

/// A file of cases.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseFile {
    /// Where it was read from.
    #[serde(skip)]
    pub path: PathBuf,
    /// The ruleset the cases belong to.
    pub ruleset: String,
    /// The cases.
    #[serde(rename = "case")]
    pub cases: Vec<Case>,
}

/// One rule, protected.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Its name, unique in the ruleset.
    pub name: String,
    /// The clauses it protects.
    pub clauses: Vec<String>,
    /// One sentence that says what rule it protects.
    pub rule: String,
    /// The arithmetic behind its numbers, where they were worked out by hand.
    #[serde(default)]
    pub working: String,
    /// What stands where.
    #[serde(default)]
    pub given: Table,
    /// The tries; each starts anew from what is given.
    #[serde(rename = "try")]
    pub tries: Vec<Try>,
}

/// One run from what is given.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Try {
    /// Its name, for messages.
    #[serde(default)]
    pub name: String,
    /// What is given differently, merged over the case's.
    #[serde(default)]
    pub given: Table,
    /// What is done, and what has to come of it.
    #[serde(rename = "do")]
    pub steps: Vec<Table>,
}

/// Reads every case file below `tests/cases`, in the order of their paths.
///
/// # Errors
/// When a folder or a file cannot be read, or a file is not of the format.
pub fn read_all(cases: &Path) -> Result<Vec<CaseFile>, String> {
    let mut paths = Vec::new();
    walk(cases, &mut paths).map_err(|error| format!("{}: {error}", cases.display()))?;
    paths.sort();
    paths.iter().map(|path| read(path)).collect()
}

fn read(path: &Path) -> Result<CaseFile, String> {
    let wrong = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let text = fs::read_to_string(path).map_err(|error| wrong(&error))?;
    let mut file: CaseFile = toml::from_str(&text).map_err(|error| wrong(&error))?;
    file.path = path.to_owned();
    Ok(file)
}

fn walk(folder: &Path, paths: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            walk(&path, paths)?;
        } else if path
            .extension()
            .is_some_and(|extension| extension == "toml")
        {
            paths.push(path);
        }
    }
    Ok(())
}
