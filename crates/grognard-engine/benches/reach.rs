//! What the reach of a unit costs by the centimetre and five degrees on Quatre Bras, rulesets loaded from the libraries that
//! cargo built beside this program; beside it a flood of the same grain with `pathfinding`, `geo` and `rstar`.
#![allow(missing_docs)] // the macros of criterion define a function
#![allow(clippy::expect_used, clippy::panic, dead_code)] // a bench that cannot go on ends

mod peer;
mod support;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use grognard_engine::reach::{Grain, Reach, ReachAsk};
use peer::Peer;
use peer::ways::Search;
use support::{RULESETS, loaded, quatre_bras};

/// A gun, a line among others and a column in the open.
const UNITS: [(&str, [&str; 3]); 3] = [
    ("horse-and-musket", ["rogers-1", "1/28", "verden"]),
    ("general-de-brigade", ["rettberg", "1/28", "1/61"]),
    ("belle-alliance", ["rettberg", "1/28", "luneburg"]),
];

const CELL: f64 = 10.0;
const DEGREES: f64 = 5.0;

/// As far as the unit gets straight, mm.
fn farthest(reach: &Reach) -> f64 {
    let far = reach
        .poses()
        .iter()
        .map(|one| one.pose.at.distance(reach.start().at));
    far.fold(0.0, f64::max)
}

fn reach(criterion: &mut Criterion) {
    let registry = loaded();
    let mut group = criterion.benchmark_group("reach");
    group.sample_size(10);
    for (id, units) in UNITS {
        let ruleset = RULESETS
            .iter()
            .find(|known| known.id == id)
            .expect("a known ruleset");
        let battle = quatre_bras(registry.get(id).expect("it is there"), ruleset);
        let ask = ReachAsk {
            grain: Some(Grain {
                cell: CELL,
                degrees: DEGREES,
            }),
            ..ReachAsk::default()
        };
        for unit in units {
            let found = battle.reach(unit, &ask).expect("a reach");
            assert!(
                found.moves(),
                "{id}: {unit} cannot move: {:?}",
                found.ruling()
            );
            let peer = Peer::of(battle.board(), unit);
            let search = Search {
                cell: CELL,
                degrees: DEGREES,
                allowance: farthest(&found),
                kinds: found.kinds(),
            };
            let poses = (found.poses().len(), peer.reach(search));
            println!("{id}, {unit}: {} poses, the flood {}", poses.0, poses.1);
            group.bench_function(format!("{id}/{unit}"), |bench| {
                bench.iter(|| battle.reach(black_box(unit), &ask));
            });
            group.bench_function(
                format!("{id}/{unit}/flood of geo and pathfinding"),
                |bench| {
                    bench.iter(|| peer.reach(black_box(search)));
                },
            );
        }
    }
    group.finish();
}

criterion_group!(benches, reach);
criterion_main!(benches);
