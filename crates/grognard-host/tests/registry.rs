//! Finding plugins, and telling what was found.
#![allow(clippy::unwrap_used, clippy::panic)] // a test that cannot go on has failed

mod support;

use std::fs;

use grognard_host::{HostError, LoadError, Origin, Registry, Search};
use support::{file_name, library, variant};
use tempfile::TempDir;

#[test]
fn a_sound_plugin_is_told_of() {
    let mut registry = Registry::new();
    registry.load(&library()).unwrap();
    let [info] = registry.rulesets()[..] else {
        panic!("{registry:?}")
    };
    assert_eq!(
        (info.id.as_str(), info.title.as_str()),
        ("misbehaving", "Misbehaving")
    );
    assert_eq!(info.version, "1.0.0");
    assert_eq!(info.origin, Origin::File(library()));
    assert_eq!(
        *info.document,
        misbehaving_plugin::document("misbehaving").unwrap()
    );
    let handshake = info.handshake.unwrap();
    assert_eq!(handshake.sdk(), env!("CARGO_PKG_VERSION"));
    assert!(handshake.rustc().starts_with("rustc "), "{handshake:?}");
}

#[test]
fn a_library_is_loaded_once() {
    let mut registry = Registry::new();
    registry.load(&library()).unwrap();
    registry.load(&library()).unwrap();
    assert_eq!(registry.rulesets().len(), 1);
}

#[test]
fn every_library_gives_its_own_ruleset() {
    let folder = TempDir::new().unwrap();
    for name in ["misbehaving_plugin", "twin"] {
        variant(folder.path(), name);
    }
    let mut registry = Registry::new();
    registry.load_dir(folder.path());
    assert!(registry.problems().is_empty(), "{registry:?}");
    let ids = registry
        .rulesets()
        .iter()
        .map(|info| info.id.as_str())
        .collect::<Vec<_>>();
    assert_eq!(ids, ["misbehaving", "twin"]);
}

#[test]
fn two_of_one_id_are_named_both() {
    let folders = [TempDir::new().unwrap(), TempDir::new().unwrap()];
    let [first, second] =
        [&folders[0], &folders[1]].map(|folder| variant(folder.path(), "misbehaving_plugin"));
    let mut registry = Registry::new();
    registry.load(&first).unwrap();
    let error = registry.load(&second).unwrap_err();
    assert!(matches!(error, LoadError::TwoOfOneId { .. }), "{error:?}");
    assert_eq!(error.path(), Some(second.as_path()));
    let sentence = error.to_string();
    for path in [&first, &second] {
        assert!(sentence.contains(&path.display().to_string()), "{sentence}");
    }
    let error = registry.link(misbehaving_plugin::plugin()).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("the plugin linked into this program"),
        "{error}"
    );
    assert_eq!(error.path(), None);
    assert_eq!(registry.rulesets().len(), 1);
}

#[test]
fn a_broken_plugin_stops_no_other() {
    let folder = TempDir::new().unwrap();
    let broken = variant(folder.path(), "bad_magic");
    variant(folder.path(), "document_panics");
    variant(folder.path(), "misbehaving_plugin");
    fs::write(folder.path().join(file_name("words")), "words").unwrap();
    fs::write(folder.path().join("README.txt"), "no library").unwrap();
    let mut registry = Registry::new();
    registry.load_dir(folder.path());
    assert_eq!(registry.rulesets().len(), 1);
    let problems: Vec<_> = registry
        .problems()
        .iter()
        .map(|problem| problem.path())
        .collect();
    assert_eq!(problems.len(), 3, "{problems:?}");
    assert_eq!(problems[0], Some(broken.as_path()));
}

#[test]
fn places_are_searched_in_order() {
    let [named, listed, bundled] = [(), (), ()].map(|()| TempDir::new().unwrap());
    let first = variant(named.path(), "misbehaving_plugin");
    let broken = variant(listed.path(), "older_abi");
    let last = variant(bundled.path(), "misbehaving_plugin");
    let missing = listed.path().join("missing");
    let search = Search {
        paths: vec![first.clone()],
        variable: Some(std::env::join_paths([listed.path(), &missing]).unwrap()),
        bundled: Some(bundled.path().to_owned()),
    };
    let mut registry = Registry::new();
    registry.discover(&search);
    assert_eq!(registry.rulesets()[0].origin, Origin::File(first));
    let problems: Vec<_> = registry
        .problems()
        .iter()
        .filter_map(LoadError::path)
        .collect();
    assert_eq!(problems, [&broken, &missing, &last]);
    assert!(matches!(registry.problems()[0], LoadError::WrongAbi { .. }));
    assert!(matches!(registry.problems()[1], LoadError::Missing { .. }));
    assert!(matches!(
        registry.problems()[2],
        LoadError::TwoOfOneId { .. }
    ));
}

#[test]
fn an_unknown_id_is_answered_with_what_was_meant() {
    let mut registry = Registry::new();
    let error = registry.get("misbehaving").unwrap_err();
    assert!(
        error.to_string().contains("GROGNARD_PLUGIN_PATH"),
        "{error}"
    );

    registry.link(misbehaving_plugin::plugin()).unwrap();
    assert!(registry.get("misbehaving").is_ok());
    let HostError::UnknownRuleset {
        suggestion, known, ..
    } = registry.get("misbehavin").unwrap_err()
    else {
        panic!("it is unknown")
    };
    assert_eq!(suggestion.as_deref(), Some("misbehaving"));
    assert_eq!(known, ["misbehaving"]);
    let error = registry.get("misbehavin").unwrap_err().to_string();
    assert_eq!(
        error,
        "there is no ruleset `misbehavin`: did you mean `misbehaving`?"
    );
    let error = registry.get("zz").unwrap_err().to_string();
    assert_eq!(error, "there is no ruleset `zz`: there are misbehaving");
}
