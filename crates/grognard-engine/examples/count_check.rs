//! Asks for the same check a hundred times and says what it took: to count instructions under
//! callgrind, which toggles collection at `asked`.
#![allow(clippy::expect_used, clippy::panic, dead_code)] // what cannot go on ends

#[path = "../benches/support/mod.rs"]
mod support;

use std::time::Instant;

use grognard_core::Order;
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
    let start = Instant::now();
    for _ in 0..100 {
        assert!(asked(&battle, &order));
    }
    println!("{id}: {:?} a check", start.elapsed() / 100);
}
