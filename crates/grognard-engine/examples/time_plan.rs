//! How long plans take on Quatre Bras: every unit is to come to a place some way before it and to its side,
//! facing north-east, in the formation it has; once as the crow flies farther than two turns take it. The median
//! of some runs, the turns, the rulings asked for. Arguments: the id of a ruleset, how many runs (5), and
//! a unit to be told of in full.
#![allow(clippy::expect_used, clippy::panic, dead_code)] // what cannot go on ends

#[path = "../benches/support/mod.rs"]
mod support;

use std::time::Instant;

use grognard_core::Bearing;
use grognard_engine::scenario::Scenario;
use grognard_engine::{Battle, PlanAsk, Setup};

fn main() {
    let id = std::env::args().nth(1).expect("the id of a ruleset");
    let runs: usize = std::env::args()
        .nth(2)
        .map_or(5, |n| n.parse().expect("a number"));
    let told = std::env::args().nth(3);
    let registry = support::linked();
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = path.join("../../scenarios/quatre_bras.toml");
    let scenario = Scenario::open(&path).expect("a scenario");
    let ruleset = registry.get(&id).expect("a known ruleset");
    let battle = Battle::start(&scenario, ruleset, &Setup::default()).expect("a battle");
    let units = battle
        .board()
        .units
        .iter()
        .filter(|unit| told.as_ref().is_none_or(|told| *told == unit.id.as_str()));
    let far = match id.as_str() {
        "horse-and-musket" => 1.0,
        "general-de-brigade" => 1.5,
        _ => 2.4,
    };
    let mut all = Vec::new();
    for unit in units {
        let ahead = unit.pose.offset(60.0 * far, 180.0 * far, 0.0);
        let line = if battle
            .document()
            .manifest
            .formations
            .iter()
            .any(|f| f.id == "line")
            && unit.bases.len() > 4
        {
            Some("line")
        } else {
            None
        };
        let mut ask = PlanAsk::to(ahead.at).facing(Bearing::new(45.0));
        if let Some(line) = line {
            ask = ask.formation(line);
        }
        let mut times = Vec::new();
        let mut plan = None;
        for _ in 0..runs {
            let start = Instant::now();
            plan = Some(battle.plan(unit.id.as_str(), &ask));
            times.push(start.elapsed());
        }
        times.sort();
        let took = times[runs / 2];
        match plan.expect("a plan") {
            Ok(plan) => {
                all.push(took);
                println!(
                    "{:18} {:18} {took:>10.3?} turns {} rulings {:5}  {}",
                    unit.id,
                    unit.formation.as_str(),
                    plan.turns.len(),
                    plan.rulings,
                    plan.headline(&battle),
                );
                if told.is_some() {
                    println!("{}", plan.explain(&battle, "en"));
                }
            }
            Err(error) => println!("{:18} {error}", unit.id),
        }
    }
    all.sort();
    println!(
        "least {:?} median {:?} most {:?}",
        all[0],
        all[all.len() / 2],
        all[all.len() - 1]
    );
}
