//! Units that a scenario makes up wrongly are refused with the field and the remedy.

use grognard_engine::Setup;
use grognard_test_support::{battle, linked, scenario};

/// Why a battle with one unit of these attributes cannot start.
fn refused(attributes: &str) -> String {
    let unit = "[[unit]]\nid = 'a'\nside = 'own'\nat = [0, 0]\nfacing = 0\n[unit.belle-alliance]";
    let text = scenario("in", &format!("{unit}\n{attributes}\n"));
    let rules = linked(belle_alliance::plugin());
    battle(&text, &rules, &Setup::default())
        .err()
        .unwrap_or_default()
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
