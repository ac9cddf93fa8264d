//! How long plans take on Quatre Bras: every unit is to come to a place some moves before it and to its side,
//! facing north-east, a body of several bases in line. The median of some runs, the turns and the fewest that are proved, the rulings asked for; over
//! the plans of three turns, and over all. Arguments: the id of a ruleset, how many runs (5), and a unit to be told
//! of in full.
#![allow(clippy::expect_used, clippy::panic, dead_code)] // what cannot go on ends

#[path = "../benches/support/mod.rs"]
mod support;

use std::time::Instant;

use grognard_core::{Bearing, Id, Unit};
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
    let line = |unit: &Unit| {
        let formations = &battle.document().manifest.formations;
        unit.bases.len() > 1 && formations.iter().any(|one| one.id == "line")
    };
    let mut proved = 0;
    let (mut all, mut three) = (Vec::new(), Vec::new());
    for unit in units {
        let ahead = unit.pose.offset(60.0 * far, 180.0 * far, 0.0);
        let mut ask = PlanAsk::to(ahead.at).facing(Bearing::new(45.0));
        if line(unit) && battle.rules().layout(unit, &Id::of("line")).is_ok() {
            ask = ask.formation(Id::of("line"));
        }
        let mut times = Vec::new();
        let mut plan = battle.plan(unit.id.as_str(), &ask);
        for _ in 0..runs {
            let start = Instant::now();
            plan = battle.plan(unit.id.as_str(), &ask);
            times.push(start.elapsed());
        }
        times.sort();
        let took = times[runs / 2];
        let plan = plan.expect("it can be asked");
        println!(
            "{:18} {took:>10.3?} turns {} of {} at least, rulings {:5}  {}",
            unit.id,
            plan.turns.len(),
            plan.least,
            plan.rulings,
            plan.headline(&battle),
        );
        if told.is_some() {
            println!("{}", plan.explain(&battle, "en"));
        }
        if plan.proved() {
            proved += 1;
        }
        all.push(took);
        if plan.turns.len() == 3 {
            three.push(took);
        }
    }
    println!("proved to be of the fewest turns: {proved}");
    for (name, mut times) in [("of three turns", three), ("all", all)] {
        times.sort();
        if let (Some(least), Some(most)) = (times.first(), times.last()) {
            let median = times[times.len() / 2];
            println!(
                "{name}: {}, least {least:.1?} median {median:.1?} most {most:.1?}",
                times.len()
            );
        }
    }
}
