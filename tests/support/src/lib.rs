//! What the rulesets' own tests share: battles of a few lines, units as a scenario makes them up.
#![allow(clippy::expect_used)] // a test that cannot start has failed

use std::path::Path;

use grognard_core::boundary::PluginRef;
use grognard_core::{Field, Id, Pose, RNone, RVec, Unit, Value};
use grognard_engine::scenario::Scenario;
use grognard_engine::{Battle, Setup};
use grognard_host::{LoadedRuleset, Registry};

/// The ruleset of a plugin that is linked into the test.
pub fn linked(plugin: PluginRef) -> LoadedRuleset {
    Registry::new().link(plugin).expect("a sound ruleset")
}

/// A scenario on a table of 40 by 40 of `unit` about the middle, with the side `own`; `rest` has what
/// stands on it.
pub fn scenario(unit: &str, rest: &str) -> String {
    format!(
        "format = 1\nname = 'Test'\n[table]\nunit = '{unit}'\nmin = [-20, -20]\nmax = [20, 20]\n\
         [[side]]\nid = 'own'\nname = 'Own'\n{rest}"
    )
}

/// A battle in the scenario that `text` is, or why there is none.
pub fn battle(text: &str, ruleset: &LoadedRuleset, setup: &Setup) -> Result<Battle, String> {
    let scenario = Scenario::read(text, "test.toml").map_err(|errors| errors.to_string())?;
    Battle::start(&scenario, ruleset, setup).map_err(|error| error.to_string())
}

/// A battle in the scenario at a path, with the dice of a seed.
pub fn open(path: &Path, ruleset: &LoadedRuleset, seed: u64) -> Battle {
    let scenario = Scenario::open(path).expect("a sound scenario");
    let setup = Setup {
        seed,
        ..Setup::default()
    };
    Battle::start(&scenario, ruleset, &setup).expect("a battle")
}

/// A unit `a` of the side `own` as a scenario makes it up: without bases, at the middle of the table, to the
/// north.
pub fn draft(formation: &str, attributes: &[(&str, Value)]) -> Unit {
    let field = |(name, value): &(&str, Value)| Field {
        name: Id::from(*name),
        value: value.clone(),
    };
    Unit {
        id: Id::of("a"),
        name: "A".into(),
        side: Id::of("own"),
        brigade: RNone,
        formation: Id::from(formation),
        pose: Pose::new(0.0, 0.0, 0.0),
        bases: RVec::new(),
        footprint: RVec::new(),
        attributes: attributes.iter().map(field).collect(),
        conditions: RVec::new(),
        track: RVec::new(),
    }
}
