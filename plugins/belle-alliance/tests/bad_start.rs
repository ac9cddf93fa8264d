//! Units that a scenario makes up wrongly are refused with the field and the remedy.
#![allow(clippy::expect_used)] // a suite that cannot start has failed

use grognard_engine::scenario::Scenario;
use grognard_engine::{Battle, Setup};
use grognard_host::Registry;

/// Why a battle with one unit of these attributes cannot start.
fn refused(attributes: &str) -> String {
    let text = format!(
        "format = 1\nname = 'one'\n[table]\nunit = 'mm'\nmin = [-500, -500]\nmax = [500, 500]\n\
         [[side]]\nid = 'own'\nname = 'Own'\n[[unit]]\nid = 'a'\nside = 'own'\nat = [0, 0]\nfacing = 0\n\
         [unit.belle-alliance]\n{attributes}\n"
    );
    let mut registry = Registry::new();
    registry
        .link(belle_alliance::plugin())
        .expect("a sound ruleset");
    let ruleset = registry.get("belle-alliance").expect("it is linked");
    let scenario = match Scenario::read(&text, "one.toml") {
        Ok(scenario) => scenario,
        Err(errors) => return errors.to_string(),
    };
    match Battle::start(&scenario, ruleset, &Setup::default()) {
        Ok(_) => String::new(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_sound_unit_is_enlisted() {
    assert_eq!(refused("arm = 'infantry'\nfigures = 6"), "");
}

#[test]
fn what_is_wrong_is_named() {
    for (attributes, named) in [
        ("arm = 'infantry'\nfigures = 0", "figures"),
        ("arm = 'infantry'\nfigures = 100000", "figures"),
        (
            "arm = 'infantry'\nfigures = 6\nbase-width = '0 mm'",
            "base-width",
        ),
        (
            "arm = 'infantry'\nfigures = 6\nbase-depth = '-20 mm'",
            "base-depth",
        ),
        ("arm = 'infantry'\nfigures = 6\nfrontage = 7", "frontage"),
        ("arm = 'elephants'\nfigures = 6", "arm"),
        ("figures = 6", "arm"),
        ("arm = 'infantry'", "figures"),
        (
            "arm = 'infantry'\nfigures = 6\nformation = 'wedge'",
            "wedge",
        ),
        (
            "arm = 'light-cavalry'\nfigures = 6\nformation = 'square'",
            "square",
        ),
        ("arm = 'infantry'\nfigures = 6\nat = [nan, 0]", "at"),
        ("arm = 'infantry'\nfigures = 6\nhats = 3", "hats"),
    ] {
        let message = refused(attributes);
        assert!(message.contains(named), "{attributes}\ngave: {message}");
    }
}
