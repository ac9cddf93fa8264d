//! Playing the scripts of Quatre Bras.
#![allow(dead_code)] // each suite uses its own part

use std::fs;

use grognard_engine::scenario::Scenario;
use grognard_engine::script::{Played, Script};
use grognard_engine::{Battle, Setup};
use grognard_host::LoadedRuleset;
use grognard_tests::root;

/// The rulesets that have a script.
pub(crate) const RULESETS: [&str; 3] = ["belle-alliance", "general-de-brigade", "horse-and-musket"];

/// The scenario.
pub(crate) fn quatre_bras() -> Scenario {
    let path = root().join("scenarios/quatre_bras.toml");
    Scenario::open(&path).unwrap_or_else(|errors| panic!("{errors}"))
}

/// The script of a ruleset.
pub(crate) fn script(id: &str) -> Script {
    let path = root().join(format!("scenarios/quatre_bras/{id}.toml"));
    let text =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let script = Script::read(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert_eq!(script.ruleset, id, "{}", path.display());
    script
}

/// Quatre Bras under a ruleset, before anything has happened.
pub(crate) fn start(ruleset: &LoadedRuleset, seed: u64) -> Battle {
    let setup = Setup {
        seed,
        ..Setup::default()
    };
    Battle::start(&quatre_bras(), ruleset, &setup)
        .unwrap_or_else(|error| panic!("{}: {error}", ruleset.id()))
}

/// Plays the script of a ruleset; `each` sees every step.
pub(crate) fn play_with(
    id: &str,
    ruleset: &LoadedRuleset,
    mut each: impl FnMut(&Battle, &Played<'_>),
) -> Battle {
    let script = script(id);
    let mut battle = start(ruleset, script.seed);
    let played = script.play(&mut battle, |battle, played| each(battle, played));
    if let Err(error) = played {
        panic!("{id}: {error}");
    }
    battle
}

/// Plays the script of a ruleset to its end.
pub(crate) fn play(id: &str, ruleset: &LoadedRuleset) -> Battle {
    play_with(id, ruleset, |_, _| {})
}
