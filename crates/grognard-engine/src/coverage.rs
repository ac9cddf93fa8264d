//! Which cases protect which clause.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::EngineError;

/// The part of a case file that matters here.
#[derive(Deserialize)]
struct CaseFile {
    ruleset: String,
    #[serde(default)]
    case: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    #[serde(default)]
    clauses: Vec<String>,
}

/// The names of the cases that protect each clause of a ruleset, by clause, from every case file
/// below `folder`.
///
/// # Errors
/// When the folder or a file cannot be read, or a file is no case file.
pub fn coverage(
    folder: &Path,
    ruleset: &str,
) -> Result<BTreeMap<String, Vec<String>>, EngineError> {
    let mut files = Vec::new();
    toml_files(folder, &mut files).map_err(|source| unreadable(folder, source))?;
    files.sort();
    let mut clauses: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in files {
        let text = fs::read_to_string(&path).map_err(|source| unreadable(&path, source))?;
        let file: CaseFile = toml::from_str(&text)
            .map_err(|error| EngineError::request(format!("{}: {error}", path.display())))?;
        for case in file.case.iter().filter(|_| file.ruleset == ruleset) {
            for clause in &case.clauses {
                clauses
                    .entry(clause.clone())
                    .or_default()
                    .push(case.name.clone());
            }
        }
    }
    Ok(clauses)
}

fn unreadable(path: &Path, source: io::Error) -> EngineError {
    EngineError::Io {
        path: path.display().to_string(),
        source,
    }
}

/// Every TOML file in a folder and the folders in it.
fn toml_files(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            toml_files(&path, files)?;
        } else if path
            .extension()
            .is_some_and(|extension| extension == "toml")
        {
            files.push(path);
        }
    }
    Ok(())
}
