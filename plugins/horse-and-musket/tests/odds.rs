//! The forced march chart as exact odds, by effort.
#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grognard_engine::{ChartChange, Setup};
use grognard_sdk::prelude::*;
use grognard_test_support::{battle, linked, scenario};

const UNIT: &str = r#"
[[unit]]
id = "a"
side = "own"
at = [0, 0]
facing = 0
horse-and-musket = { arm = "infantry", formation = "skirmish-line" }
"#;

/// One face of the moderate effort that a house plays otherwise.
const HOUSE: &str = r#"
id = "forced-march"
title = "Our own"
unit = "die"
[cells.moderate]
12 = { value = "x", provenance = "house" }
"#;

fn odds(charts: Vec<ChartChange>, effort: &str) -> Vec<(String, Ratio)> {
    let setup = Setup {
        charts,
        ..Setup::default()
    };
    let rules = linked(horse_and_musket::plugin());
    let battle = battle(&scenario("in", UNIT), &rules, &setup).unwrap();
    let order = Order::new("forced-march", "a").with("effort", Value::text(effort));
    let odds = battle.odds(&order).unwrap();
    let mut shares: Vec<(String, Ratio)> = odds
        .outcomes
        .iter()
        .map(|outcome| {
            let rolls: Vec<&str> = outcome.rolls.iter().map(|roll| roll.as_str()).collect();
            (rolls.join(" "), outcome.probability)
        })
        .collect();
    shares.sort();
    shares
}

fn twelfths(shares: &[(&str, i64)]) -> Vec<(String, Ratio)> {
    let twelfth = Ratio::ONE.checked_div(Ratio::int(12)).unwrap();
    shares
        .iter()
        .map(|(name, faces)| ((*name).to_owned(), Ratio::int(*faces) * twelfth))
        .collect()
}

#[test]
fn every_effort_has_its_odds() {
    for (effort, shares) in [
        ("disciplined", &[("no", 6), ("x", 1), ("yes", 5)][..]),
        (
            "moderate",
            &[("lose", 1), ("no", 4), ("x", 2), ("yes", 5)][..],
        ),
        (
            "all-out",
            &[("lose", 2), ("no", 1), ("x", 4), ("yes", 5)][..],
        ),
    ] {
        assert_eq!(odds(Vec::new(), effort), twelfths(shares), "{effort}");
    }
}

#[test]
fn the_chart_drives_the_odds() {
    let file = ChartChange::File {
        name: "ours.toml".to_owned(),
        text: HOUSE.to_owned(),
    };
    let house = odds(vec![file], "moderate");
    assert_eq!(house, twelfths(&[("no", 4), ("x", 3), ("yes", 5)]));
}

#[test]
fn without_the_chart_there_are_no_odds() {
    let open = odds(vec![ChartChange::PrintedOnly], "moderate");
    assert_eq!(open, [(String::new(), Ratio::ONE)]);
}
