//! What a plan of three turns costs on Quatre Bras, rulesets loaded from the libraries that cargo built beside this program:
//! to a place some moves ahead and to the side, facing north-east, into line. Beside it a way found by A*
//! (`pathfinding`, by 10 mm and 5 degrees, `geo` and `rstar` for what is in the way): one formation, no orders, no turns but by length.
#![allow(missing_docs)] // the macros of criterion define a function
#![allow(clippy::expect_used, clippy::panic, dead_code)] // a bench that cannot go on ends

mod peer;
mod support;

use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, criterion_group, criterion_main};
use grognard_core::{Bearing, Id, StepKinds};
use grognard_engine::scenario::Scenario;
use grognard_engine::{Battle, PlanAsk, Setup};
use peer::Peer;
use peer::ways::Search;
use support::{RULESETS, loaded};

const UNIT: &str = "1/108";

/// How far ahead the place lies, and what one move is, mm.
const FAR: [(f64, f64); 3] = [(180.0, 152.0), (270.0, 150.0), (432.0, 200.0)];

fn plan(criterion: &mut Criterion) {
    let registry = loaded();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/quatre_bras.toml");
    let scenario = Scenario::open(&path).expect("a scenario");
    let mut group = criterion.benchmark_group("plan");
    group.sample_size(20);
    for (ruleset, (far, allowance)) in RULESETS.iter().zip(FAR) {
        let loaded = registry.get(ruleset.id).expect("it is there");
        let battle = Battle::start(&scenario, loaded, &Setup::default()).expect("a battle");
        let unit = battle.board().unit(UNIT).expect("it is there");
        let to = unit.pose.offset(far / 3.0, far, 0.0).at;
        let ask = PlanAsk::to(to)
            .facing(Bearing::new(45.0))
            .formation(Id::of("line"));
        let found = battle.plan(UNIT, &ask).expect("it can be asked");
        assert_eq!(found.turns.len(), 3, "{}", found.headline(&battle));
        group.bench_function(ruleset.id, |bench| {
            bench.iter(|| battle.plan(black_box(UNIT), &ask))
        });
        let peer = Peer::of(battle.board(), UNIT);
        let search = Search {
            cell: 10.0,
            degrees: 5.0,
            allowance,
            kinds: StepKinds::ADVANCE.and(StepKinds::WHEEL),
        };
        println!(
            "{}: the way of A* is {:?} moves long",
            ruleset.id,
            peer.plan(to, 45.0, search)
        );
        group.bench_function(
            format!("{}/A* of geo and pathfinding", ruleset.id),
            |bench| {
                bench.iter(|| peer.plan(black_box(to), 45.0, search));
            },
        );
    }
    group.finish();
}

criterion_group!(benches, plan);
criterion_main!(benches);
