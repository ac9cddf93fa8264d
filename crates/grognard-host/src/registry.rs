use std::env::consts::DLL_EXTENSION;
use std::fs;
use std::path::{Path, PathBuf};

use grognard_core::boundary::PluginRef;

use crate::document::document;
use crate::inspect::inspect;
use crate::{HostError, LoadError, LoadedRuleset, Origin, RulesetInfo, Search, library};

/// How alike two ids have to be to suggest one for the other (Jaro-Winkler, from 0 to 1).
const ALIKE: f64 = 0.75;

/// The rulesets a program knows, and the plugins that it could not take.
#[derive(Debug, Default)]
pub struct Registry {
    rulesets: Vec<LoadedRuleset>,
    problems: Vec<LoadError>,
}

impl Registry {
    /// A registry without any rulesets.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes a plugin that is linked into the program: the `plugin()` of its crate.
    ///
    /// # Errors
    /// When its document is faulty, or a ruleset of its id is there already.
    pub fn link(&mut self, plugin: PluginRef) -> Result<LoadedRuleset, LoadError> {
        let origin = Origin::Linked;
        let document = document(plugin, &origin, None)?;
        self.admit(LoadedRuleset::new(plugin, origin, document, None))
    }

    /// Loads the plugin library at `path`. A library that is loaded already is not loaded again, even
    /// when the file has changed.
    ///
    /// # Errors
    /// Every [`LoadError`]; the registry is as it was.
    pub fn load(&mut self, path: &Path) -> Result<LoadedRuleset, LoadError> {
        let real = fs::canonicalize(path).map_err(|error| LoadError::reading(path, error))?;
        if let Some(same) = self
            .rulesets
            .iter()
            .find(|ruleset| comes_from(ruleset, &real))
        {
            return Ok(same.clone());
        }
        let inspected = inspect(path)?;
        let id = inspected.handshake.ruleset();
        let origin = Origin::File(path.to_owned());
        // Looked at before the library is opened: opening cannot be undone.
        self.none_called(&id, &origin)?;
        let plugin = library::open(path, &inspected)?;
        let document = document(plugin, &origin, Some(&id))?;
        self.admit(LoadedRuleset::new(
            plugin,
            origin,
            document,
            Some(inspected.handshake),
        ))
    }

    /// Loads every plugin library in the folder at `path`, in the order of their names. What cannot be
    /// taken is added to [`Registry::problems`] and stops nothing.
    pub fn load_dir(&mut self, path: &Path) {
        match libraries(path) {
            Ok(found) => found.iter().for_each(|library| self.try_load(library)),
            Err(error) => self.problems.push(LoadError::reading(path, error)),
        }
    }

    /// Loads every plugin found at the places of `search`. What cannot be taken is added to
    /// [`Registry::problems`] and stops nothing.
    pub fn discover(&mut self, search: &Search) {
        for place in search.places() {
            if place.is_dir() {
                self.load_dir(&place);
            } else {
                self.try_load(&place);
            }
        }
    }

    /// The rulesets, ordered by id.
    pub fn rulesets(&self) -> Vec<&RulesetInfo> {
        self.rulesets.iter().map(LoadedRuleset::info).collect()
    }

    /// The plugins that [`Registry::load_dir`] and [`Registry::discover`] could not take, and why.
    pub fn problems(&self) -> &[LoadError] {
        &self.problems
    }

    /// The ruleset called `id`.
    ///
    /// # Errors
    /// When there is none; the error suggests the one that was probably meant.
    pub fn get(&self, id: &str) -> Result<&LoadedRuleset, HostError> {
        self.rulesets
            .iter()
            .find(|ruleset| ruleset.id() == id)
            .ok_or_else(|| {
                let known: Vec<String> = self
                    .rulesets
                    .iter()
                    .map(|ruleset| ruleset.id().to_owned())
                    .collect();
                let suggestion = known
                    .iter()
                    .map(|other| (strsim::jaro_winkler(id, other), other))
                    .filter(|(likeness, _)| *likeness >= ALIKE)
                    .max_by(|one, other| one.0.total_cmp(&other.0))
                    .map(|(_, other)| other.clone());
                HostError::UnknownRuleset {
                    id: id.to_owned(),
                    suggestion,
                    known,
                }
            })
    }

    fn try_load(&mut self, path: &Path) {
        if let Err(problem) = self.load(path) {
            self.problems.push(problem);
        }
    }

    fn admit(&mut self, ruleset: LoadedRuleset) -> Result<LoadedRuleset, LoadError> {
        self.none_called(ruleset.id(), &ruleset.info().origin)?;
        let place = self
            .rulesets
            .partition_point(|other| other.id() < ruleset.id());
        self.rulesets.insert(place, ruleset.clone());
        Ok(ruleset)
    }

    /// Refuses a plugin from `origin` when there is a ruleset called `id`.
    fn none_called(&self, id: &str, origin: &Origin) -> Result<(), LoadError> {
        match self.rulesets.iter().find(|ruleset| ruleset.id() == id) {
            None => Ok(()),
            Some(first) => Err(LoadError::TwoOfOneId {
                id: id.to_owned(),
                first: first.info().origin.clone(),
                second: origin.clone(),
            }),
        }
    }
}

fn comes_from(ruleset: &LoadedRuleset, real: &Path) -> bool {
    let path = ruleset.info().origin.path();
    path.and_then(|path| fs::canonicalize(path).ok())
        .is_some_and(|path| path == real)
}

/// The libraries in a folder, by name.
fn libraries(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == DLL_EXTENSION)
        {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
