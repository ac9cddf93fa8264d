//! Written marches on random tables: it matters to nobody who wrote first, and nobody ends on another.
#![allow(clippy::expect_used)] // a suite that cannot start has failed

use std::fmt::Write as _;

use grognard_engine::{Battle, Setup};
use grognard_sdk::prelude::*;
use grognard_test_support::{battle, linked};

const TABLE: &str = "format = 1\nname = 'Crowd'\n[table]\nunit = 'mm'\nmin = [-900, -900]\n\
    max = [900, 900]\n[[side]]\nid = 'own'\nname = 'Own'\n[[side]]\nid = 'enemy'\nname = 'Enemy'\n";

/// Numbers that look thrown: a linear congruence.
struct Thrown(u64);

impl Thrown {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }

    fn among<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len() as u64) as usize]
    }
}

/// Small units close together, so that their marches meet, and a march for each.
fn crowd(seed: u64) -> (String, Vec<Order>) {
    let mut thrown = Thrown(seed);
    let mut units = String::from(TABLE);
    let mut orders = Vec::new();
    for row in 0..3 {
        for column in 0..3 {
            let id = format!("u{row}{column}");
            let side = thrown.among(&["own", "enemy"]);
            let facing = thrown.among(&[0, 90, 180, 270]);
            let formation = thrown.among(&["line", "battalion-mass", "column-of-march"]);
            let (x, y) = (column * 180 - 180, row * 180 - 180);
            writeln!(
                units,
                "[[unit]]\nid = '{id}'\nside = '{side}'\nat = [{x}, {y}]\nanchor = 'centre'\n\
                 facing = {facing}\nformation = '{formation}'\n[unit.belle-alliance]\n\
                 arm = 'infantry'\nfigures = 8\nfrontage = 4"
            )
            .expect("text");
            let far = 2 * thrown.below(10) + 1;
            let course = match thrown.below(4) {
                0 => format!("wheel left 45, advance {far} mm"),
                1 => format!("oblique right 30 {}0 mm", far / 2),
                _ => format!("advance {far}0 mm"),
            };
            orders.push(Order::march(id, course.parse().expect("a course")));
        }
    }
    (units, orders)
}

/// The table once the marches are made, and what every ruling came to, by unit.
fn marched(text: &str, seed: u64, orders: &[Order]) -> (Battle, Vec<(String, Ruling)>) {
    let setup = Setup {
        seed,
        ..Setup::default()
    };
    let mut battle = battle(text, &linked(belle_alliance::plugin()), &setup).expect("a battle");
    for order in orders {
        battle.order(order, &[]).expect("it is written");
    }
    let mut rulings = Vec::new();
    while battle.board().clock.phase != *"movement/march" {
        rulings = battle.end_phase(&[]).expect("a phase ends");
    }
    let told = rulings.split_off(rulings.len() - orders.len());
    let mut told: Vec<(String, Ruling)> = orders
        .iter()
        .map(|order| order.subject.to_string())
        .zip(told)
        .collect();
    told.sort_by(|one, two| one.0.cmp(&two.0));
    (battle, told)
}

/// How deep two rectangles overlap, mm, by their axes.
fn deep(one: &Rect, two: &Rect) -> f64 {
    let mut least = f64::INFINITY;
    for facing in [one.pose.facing, two.pose.facing] {
        for axis in [facing, facing.turned(90.0)] {
            let (x, y) = axis.direction();
            let span = |rect: &Rect| {
                let along = rect.corners().map(|p| p.x * x + p.y * y);
                along
                    .into_iter()
                    .fold((f64::MAX, f64::MIN), |(low, high), at| {
                        (low.min(at), high.max(at))
                    })
            };
            let ((low_a, high_a), (low_b, high_b)) = (span(one), span(two));
            least = least.min((high_a - low_b).min(high_b - low_a));
        }
    }
    least
}

#[test]
fn it_matters_to_nobody_who_wrote_first_and_nobody_ends_on_another() {
    let (mut gone, mut lapsed, mut rolled, mut waited) = (0, 0, 0, 0);
    for seed in 0..60 {
        let (text, mut orders) = crowd(seed);
        let (first, told) = marched(&text, seed, &orders);
        orders.reverse();
        orders.rotate_left(seed as usize % 9);
        let (second, told_again) = marched(&text, seed, &orders);
        assert_eq!(first.board(), second.board(), "seed {seed}");
        assert_eq!(told, told_again, "seed {seed}");
        let units = &first.board().units;
        for (at, one) in units.iter().enumerate() {
            for two in &units[at + 1..] {
                let pairs = one
                    .footprint
                    .iter()
                    .flat_map(|a| two.footprint.iter().map(move |b| deep(a, b)));
                let deepest = pairs.fold(f64::MIN, f64::max);
                assert!(deepest <= 0.2, "seed {seed}: {} on {}", one.id, two.id);
            }
        }
        for (unit, ruling) in &told {
            assert_eq!(
                ruling.allowed(),
                !ruling.has("march-lapsed"),
                "seed {seed}: {unit}"
            );
            gone += usize::from(ruling.allowed());
            lapsed += usize::from(!ruling.allowed());
            rolled += usize::from(!ruling.rolls.is_empty());
            waited += usize::from(ruling.has("turn-assumed"));
        }
    }
    // The tables are crowded enough for everything to happen.
    assert!(
        gone > 150 && lapsed > 50 && rolled > 10 && waited > 30,
        "{gone} {lapsed} {rolled} {waited}"
    );
}
