//! What a plugin costs: once, when it is loaded and checked, and at every call across.
#![allow(missing_docs)] // the macros of criterion define a function
#![allow(clippy::expect_used)] // a bench that cannot go on ends

#[path = "../tests/support/mod.rs"]
mod support;

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use grognard_core::{Id, Order, Rulebook, Ruleset};
use grognard_host::Registry;
use misbehaving_plugin::Misbehaving;
use support::{Bare, board, both, library, situation, variant};
use tempfile::TempDir;

fn load(criterion: &mut Criterion) {
    // The system keeps a library that it has opened, so every round opens a copy of its own.
    let mut folders = Vec::new();
    criterion.bench_function("load a plugin and check it", |bench| {
        bench.iter_batched(
            || {
                let folder = TempDir::new().expect("a folder");
                let path = variant(folder.path(), "misbehaving_plugin");
                folders.push(folder);
                path
            },
            |path| Registry::new().load(&path).expect("it is sound"),
            BatchSize::PerIteration,
        );
    });
    criterion.bench_function("load a plugin that is open already", |bench| {
        bench.iter(|| Registry::new().load(&library()).expect("it is sound"));
    });
}

fn call(criterion: &mut Criterion) {
    let (board, ground) = (board(), Bare);
    let situation = situation(&board, &ground);
    let order = Order::new(Id::of("ask-twice"), Id::of("one"));
    // What the ruling itself costs, made, asked for and dropped: the rest is the price of crossing.
    let document = Misbehaving::document().expect("it is sound");
    let direct = Misbehaving::open(&Rulebook::printed(&document)).expect("it opens");
    criterion.bench_function("a ruling with two call-backs, called directly", |bench| {
        bench.iter(|| black_box(&direct).rule(black_box(&situation), black_box(&order)));
    });
    for (ruleset, name) in both().iter().zip(["loaded", "linked"]) {
        let rules = ruleset
            .open(&Rulebook::printed(ruleset.document()))
            .expect("it opens");
        criterion.bench_function(&format!("a ruling with two call-backs, {name}"), |bench| {
            bench.iter(|| rules.rule(black_box(&situation), black_box(&order)));
        });
    }
}

criterion_group!(benches, load, call);
criterion_main!(benches);
