//! What `check` of a three-segment march costs at Quatre Bras, all units on the table, under each
//! ruleset: linked into this program, and loaded from the library that cargo built beside it; and what it costs to
//! sweep the same march with `geo` and `rstar`.
#![allow(missing_docs)] // the macros of criterion define a function
#![allow(clippy::expect_used, clippy::panic, dead_code)] // a bench that cannot go on ends

mod peer;
mod support;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use grognard_core::{Order, Verdict};
use peer::Peer;
use support::{RULESETS, crowd, linked, loaded, quatre_bras};

fn check(criterion: &mut Criterion) {
    for (registry, way) in [(loaded(), "loaded"), (linked(), "linked")] {
        for ruleset in RULESETS {
            let battle = quatre_bras(registry.get(ruleset.id).expect("it is there"), &ruleset);
            let order = Order::march("1/42", ruleset.course.parse().expect("a course"));
            let ruling = battle.check(&order).expect("a ruling");
            assert_eq!(ruling.verdict, Verdict::Allowed, "{ruleset:?}: {ruling:?}");
            criterion.bench_function(&format!("check/{}/{way}", ruleset.id), |bench| {
                bench.iter(|| battle.check(black_box(&order)));
            });
        }
    }
}

/// Advance, wheel, advance under each ruleset: mm, degrees, mm.
const MARCHES: [(f64, f64, f64); 3] = [(25.4, 5.0, 12.7), (30.0, 5.0, 20.0), (20.0, 5.0, 10.0)];

fn swept(criterion: &mut Criterion) {
    let registry = loaded();
    for (ruleset, (first, turned, second)) in RULESETS.iter().zip(MARCHES) {
        let battle = quatre_bras(registry.get(ruleset.id).expect("it is there"), ruleset);
        let peer = Peer::of(battle.board(), "1/42");
        criterion.bench_function(&format!("check/{}/swept with geo", ruleset.id), |bench| {
            bench.iter(|| peer.march(black_box(first), turned, second));
        });
    }
}

fn crowds(criterion: &mut Criterion) {
    let registry = loaded();
    let ruleset = registry.get("horse-and-musket").expect("it is there");
    for units in [10, 100, 1_000, 2_000] {
        let battle = crowd(ruleset, units);
        let order = Order::march(
            "u0",
            "advance 1 in, wheel left 5, advance 1/2 in"
                .parse()
                .expect("a course"),
        );
        let ruling = battle.check(&order).expect("a ruling");
        assert_eq!(ruling.verdict, Verdict::Allowed, "{ruling:?}");
        criterion.bench_function(&format!("check among {units} units, 20 pieces"), |bench| {
            bench.iter(|| battle.check(black_box(&order)));
        });
    }
}

criterion_group!(benches, check, swept, crowds);
criterion_main!(benches);
