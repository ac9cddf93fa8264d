//! A chart file of one's own gives rates for ground that the bundled charts know nothing of.
#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grognard_engine::{Battle, ChartChange, Setup};
use grognard_sdk::prelude::*;
use grognard_test_support::{self as support, linked, scenario};

const GROUND: &str = r#"
[[terrain]]
id = "m"
kind = "marsh"
area = [[-20, 1], [20, 1], [20, 20], [-20, 20]]
[[unit]]
id = "a"
side = "own"
at = [0, 0]
facing = 0
horse-and-musket = { arm = "infantry", formation = "skirmish-line" }
"#;

const CHART: &str = r#"
id = "rates"
title = "Our own ground"
unit = "in"
[cells.infantry.skirmish-line]
marsh = { value = 1, provenance = "house" }
"#;

fn battle(charts: Vec<ChartChange>) -> Battle {
    let setup = Setup {
        charts,
        ..Setup::default()
    };
    let rules = linked(horse_and_musket::plugin());
    support::battle(&scenario("in", GROUND), &rules, &setup).unwrap()
}

fn march(battle: &Battle) -> Ruling {
    battle
        .check(&Order::march("a", "advance 1.75 in".parse().unwrap()))
        .unwrap()
}

#[test]
fn a_chart_file_gives_the_rate_of_new_ground() {
    let open = march(&battle(Vec::new()));
    assert_eq!(open.verdict, Verdict::Undetermined);
    assert_eq!(
        open.findings[0].details.text("cell"),
        Some("rates.infantry.skirmish-line.marsh")
    );

    let file = ChartChange::File {
        name: "ours.toml".to_owned(),
        text: CHART.to_owned(),
    };
    let ruled = march(&battle(vec![file]));
    assert_eq!(ruled.verdict, Verdict::Allowed);
    // A quarter of a move on open ground, three quarters of one in the marsh.
    assert!((ruled.spent.to_f64() - 1.0).abs() < 1e-9, "{}", ruled.spent);
    let house = CellUse {
        cell: Id::of("rates.infantry.skirmish-line.marsh"),
        provenance: Id::of("house"),
    };
    assert!(ruled.cells.contains(&house));
}

#[test]
fn ground_that_nobody_knows_is_refused_when_the_scenario_is_read() {
    let text = scenario("in", GROUND).replace("kind = \"marsh\"", "kind = \"swamp\"");
    let rules = linked(horse_and_musket::plugin());
    let error = support::battle(&text, &rules, &Setup::default()).unwrap_err();
    assert!(error.contains("swamp"), "{error}");
}
