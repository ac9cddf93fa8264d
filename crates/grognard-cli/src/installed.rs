//! The rulesets that this program finds.

use std::path::PathBuf;

use grognard_host::{PATH_VARIABLE, Registry, Search};

use crate::bundled;

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

/// Every ruleset found at those places. Of two plugins of one ruleset the first is taken, and the
/// second is a problem.
pub(crate) fn registry(named: &[PathBuf]) -> Registry {
    let paths = places(named).into_iter().map(|(_, path)| path).collect();
    let mut registry = Registry::new();
    registry.discover(&Search {
        paths,
        variable: None,
        bundled: None,
    });
    registry
}
