use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::path::{Path, PathBuf};

use grognard_host::Registry;

/// The crates of the rulesets.
const CRATES: [&str; 3] = ["horse_and_musket", "general_de_brigade", "belle_alliance"];

/// The root of the project.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// Every ruleset, linked into this program.
///
/// # Errors
/// When one of them is not sound; the message says which and why.
pub fn linked() -> Result<Registry, String> {
    let mut registry = Registry::new();
    let plugins = [
        horse_and_musket::plugin(),
        general_de_brigade::plugin(),
        belle_alliance::plugin(),
    ];
    for plugin in plugins {
        registry.link(plugin).map_err(|error| error.to_string())?;
    }
    Ok(registry)
}

/// Every ruleset, loaded from the libraries that cargo built beside this program.
///
/// # Errors
/// When a library is missing or not sound; the message says which and why.
pub fn loaded() -> Result<Registry, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut registry = Registry::new();
    for name in CRATES {
        let file = format!("{DLL_PREFIX}{name}{DLL_SUFFIX}");
        let found = program
            .ancestors()
            .skip(1)
            .map(|folder| folder.join(&file))
            .find(|path| path.is_file());
        let path =
            found.ok_or_else(|| format!("{file} was not built beside {}", program.display()))?;
        registry.load(&path).map_err(|error| error.to_string())?;
    }
    Ok(registry)
}
