//! What queries cost as the number of units grows.
#![allow(missing_docs)] // the macros of criterion define a function

mod support;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use grognard_geometry::{Field, near, survey};
use support::{crowd, law, march};

fn field(criterion: &mut Criterion) {
    for units in [10, 100, 1_000, 10_000] {
        let mut board = crowd(units);
        let mut field = Field::of(&board);
        let (course, law) = (march(), law());
        criterion.bench_function(&format!("survey among {units} units"), |bench| {
            bench.iter(|| survey(&board, &field, 0, black_box(&course), &law, 0.1));
        });
        criterion.bench_function(&format!("near among {units} units"), |bench| {
            bench.iter(|| near(&field, 0, black_box(300.0)));
        });
        criterion.bench_function(&format!("field worked out for {units} units"), |bench| {
            bench.iter(|| Field::of(black_box(&board)));
        });
        let mut by = 1.0;
        criterion.bench_function(&format!("a move followed among {units} units"), |bench| {
            bench.iter(|| {
                by = -by;
                board.units[0].footprint[0].pose.at.x += by;
                field.follow(&board);
            });
        });
    }
}

criterion_group!(benches, field);
criterion_main!(benches);
