//! How long reach maps take on Quatre Bras, unit by unit: the median of some runs, the poses found, the
//! rulings asked for. Arguments: the id of a ruleset, how many runs (5), and the one unit to look at: then
//! its poses are not put to `check`, so that what the search costs can be counted.
#![allow(clippy::expect_used, clippy::panic, dead_code)] // what cannot go on ends

#[path = "../benches/support/mod.rs"]
mod support;

use std::time::Instant;

use grognard_engine::{Battle, ReachAsk};

fn main() {
    let id = std::env::args().nth(1).expect("the id of a ruleset");
    let runs: usize = std::env::args()
        .nth(2)
        .map_or(5, |n| n.parse().expect("a number"));
    let ruleset = support::RULESETS.into_iter().find(|known| known.id == id);
    let ruleset = ruleset.expect("a known ruleset");
    let registry = support::linked();
    let battle: Battle = support::quatre_bras(registry.get(&id).expect("it is there"), &ruleset);
    let units: Vec<String> = battle
        .board()
        .units
        .iter()
        .map(|u| u.id.to_string())
        .collect();
    let only = std::env::args().nth(3);
    for unit in units {
        if only.as_ref().is_some_and(|name| name != &unit) {
            continue;
        }
        let ask = ReachAsk::default();
        let mut times = Vec::new();
        let mut found = battle.reach(&unit, &ask).expect("a reach");
        for _ in 0..runs {
            let start = Instant::now();
            found = battle.reach(&unit, &ask).expect("a reach");
            times.push(start.elapsed());
        }
        times.sort();
        let formation = &battle.board().unit(&unit).expect("it is there").formation;
        println!(
            "{unit:24} {formation:22} {:>9.3?} by {} mm {} degrees, poses {:6} rulings {:6}",
            times[runs / 2],
            found.grain().cell,
            found.grain().degrees,
            found.poses().len(),
            found.rulings(),
        );
        if only.is_some() {
            continue;
        }
        for index in 1..found.poses().len() {
            let order = found.order(index).expect("an order");
            let ruling = battle.check(&order).expect("a ruling");
            assert!(
                ruling.allowed(),
                "{order:?} {:?} {:?}",
                found.poses()[index],
                ruling.ledger
            );
        }
    }
}
