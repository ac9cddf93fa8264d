//! The rulesets that this program finds.

use std::path::PathBuf;

use grognard_host::{LoadError, LoadedRuleset, PATH_VARIABLE, Registry, Search};

use crate::bundled;
use crate::failure::Failure;

/// Where plugins are looked for, in order: the places named on the command line, those of the
/// environment, those that come with the program.
pub(crate) fn places(named: &[PathBuf]) -> Vec<(&'static str, PathBuf)> {
    let variable = std::env::var_os(PATH_VARIABLE).unwrap_or_default();
    let variable = std::env::split_paths(&variable).filter(|path| !path.as_os_str().is_empty());
    let mut places: Vec<(&'static str, PathBuf)> = named
        .iter()
        .map(|path| ("--plugin", path.clone()))
        .collect();
    places.extend(variable.map(|path| (PATH_VARIABLE, path)));
    places.extend(bundled::places().into_iter().map(|path| ("bundled", path)));
    places
}

/// Every ruleset found at those places. A plugin named on the command line has to be taken; of two
/// others of one ruleset the first is taken, and the second is a problem.
pub(crate) fn registry(named: &[PathBuf]) -> Result<Registry, Failure> {
    let mut registry = Registry::new();
    for path in named {
        if path.is_dir() {
            registry.load_dir(path);
        } else {
            registry.load(path)?;
        }
    }
    discover(&mut registry, places(&[]));
    Ok(registry)
}

/// The same, but whatever cannot be taken is only a problem.
pub(crate) fn whatever_loads(named: &[PathBuf]) -> Registry {
    let mut registry = Registry::new();
    discover(&mut registry, places(named));
    registry
}

fn discover(registry: &mut Registry, places: Vec<(&'static str, PathBuf)>) {
    let paths = places.into_iter().map(|(_, path)| path).collect();
    registry.discover(&Search {
        paths,
        variable: None,
        bundled: None,
    });
}

/// The ruleset called `id`. When there is none, the plugins that could not be taken are named: it may
/// be one of them.
pub(crate) fn ruleset<'a>(registry: &'a Registry, id: &str) -> Result<&'a LoadedRuleset, Failure> {
    registry.get(id).map_err(|error| {
        let broken = registry.problems().iter();
        let broken = broken.filter(|problem| !matches!(problem, LoadError::TwoOfOneId { .. }));
        let mut remedy: Vec<String> = broken.map(ToString::to_string).collect();
        remedy.push("`grognard doctor` tells where plugins are looked for".to_owned());
        Failure::with(error.to_string(), remedy.join("\n"))
    })
}
