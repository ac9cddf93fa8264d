//! Asks for the same check a hundred times and says what it took: to count instructions under
//! callgrind, which toggles collection at `asked`. With `many` behind the ruleset it asks for two
//! thousand checks of as many courses at once, forty times over; with `time` it gives the best of many short rounds.
#![allow(clippy::expect_used, clippy::panic, dead_code)] // what cannot go on ends

#[path = "../benches/support/mod.rs"]
mod support;

use std::time::Instant;

use grognard_core::{Course, Length, Order, Ratio, Verdict};
use grognard_engine::Battle;

#[inline(never)]
fn asked(battle: &Battle, order: &Order) -> bool {
    battle.check(order).expect("a ruling").allowed()
}

fn main() {
    let id = std::env::args().nth(1).expect("the id of a ruleset");
    let ruleset = support::RULESETS.into_iter().find(|known| known.id == id);
    let ruleset = ruleset.expect("a known ruleset");
    let registry = support::linked();
    let battle = support::quatre_bras(registry.get(&id).expect("it is there"), &ruleset);
    let order = Order::march("1/42", ruleset.course.parse().expect("a course"));
    match std::env::args().nth(2).as_deref() {
        Some("many") => return many(&battle, &order),
        Some("time") => return time(&battle, &order),
        _ => {}
    }
    let start = Instant::now();
    for _ in 0..100 {
        assert!(asked(&battle, &order));
    }
    println!("{id}: {:?} a check", start.elapsed() / 100);
}

/// The best of many short rounds: what a check takes when nothing else gets in its way.
fn time(battle: &Battle, order: &Order) {
    let rounds = (0..400).map(|_| {
        let start = Instant::now();
        for _ in 0..500 {
            assert!(asked(battle, order));
        }
        start.elapsed() / 500
    });
    println!("{:?} a check at best", rounds.min());
}

/// A course of the same steps, so many parts of some as long.
fn scaled(course: &Course, parts: i64, of: i64) -> Course {
    let part = Ratio::new(parts, of);
    let steps = course.steps.iter().map(|step| {
        step.resized(
            |distance| Length::mm(distance.amount().times(part).to_f64()),
            |angle| angle * part.to_f64(),
        )
    });
    Course {
        steps: steps.collect(),
    }
}

fn many(battle: &Battle, order: &Order) {
    let course = order.course().expect("a course");
    let orders: Vec<Order> = (1..=2_000)
        .map(|parts| Order::march(order.subject, scaled(course, parts, 2_000)))
        .collect();
    let rounds = (0..40).map(|_| {
        let start = Instant::now();
        let gists = battle.snapshot().gists(&orders).expect("rulings");
        assert!(gists.iter().all(|gist| gist.verdict == Verdict::Allowed));
        start.elapsed() / 2_000
    });
    let rounds: Vec<_> = rounds.collect();
    println!(
        "{:?} a check at best, {:?} at first",
        rounds.iter().min(),
        rounds.first()
    );
}
