//! The plugins that come with the program.

use std::env::consts::DLL_EXTENSION;
use std::fs;
use std::path::{Path, PathBuf};

/// Where they are: the folder `plugins` beside the program, or `lib/grognard/plugins` beside its
/// folder; in a build tree, the libraries that cargo built out of its folder `plugins`.
pub(crate) fn places() -> Vec<PathBuf> {
    let Some(folder) = program_folder() else {
        return Vec::new();
    };
    let beside = folder.join("plugins");
    if beside.is_dir() {
        return vec![beside];
    }
    let installed = folder
        .parent()
        .map(|prefix| prefix.join("lib").join("grognard").join("plugins"));
    match installed.filter(|path| path.is_dir()) {
        Some(installed) => vec![installed],
        None => built(&folder),
    }
}

fn program_folder() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    let program = fs::canonicalize(&program).unwrap_or(program);
    program.parent().map(Path::to_owned)
}

/// The plugin libraries in a folder that cargo builds into. Other libraries lie there as well; the
/// list of sources that cargo keeps beside each tells them apart.
fn built(folder: &Path) -> Vec<PathBuf> {
    if !folder.join(".fingerprint").is_dir() {
        return Vec::new();
    }
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == DLL_EXTENSION)
        })
        .filter(|path| is_plugin(path))
        .collect();
    found.sort();
    found
}

fn is_plugin(library: &Path) -> bool {
    let sources = fs::read_to_string(library.with_extension("d")).unwrap_or_default();
    let mut parts = sources.split(['/', '\\']);
    parts.any(|part| part == "plugins")
}
