//! Orders to try on every unit of a battle.
#![allow(dead_code)] // each suite uses its own part

use grognard_core::{Id, Order, PhaseMode, kinds};
use grognard_engine::Battle;

/// Courses to try.
pub(crate) const COURSES: [&str; 10] = [
    "advance 1 in",
    "advance 7 in",
    "retire 0.5 in",
    "wheel left 20",
    "wheel right 45, advance 1 in",
    "oblique left 15 2 in",
    "sidestep right 1 in",
    "pivot centre 30",
    "about-face, advance 1 in",
    "advance 0 in",
];

/// The battle in the first phase in which marches are carried out.
pub(crate) fn in_marching_phase(battle: Battle) -> Battle {
    let id = battle.document().manifest.id.clone();
    in_phase(battle, false).unwrap_or_else(|| panic!("{id} has no phase for marches"))
}

/// The battle in the first phase in which marches are written down, where there is one.
pub(crate) fn in_writing_phase(battle: Battle) -> Option<Battle> {
    in_phase(battle, true)
}

fn in_phase(mut battle: Battle, written: bool) -> Option<Battle> {
    let takes = |battle: &Battle| {
        battle.phase().is_some_and(|phase| {
            (phase.mode == PhaseMode::Write) == written
                && (phase.orders.is_empty() || phase.orders.iter().any(|kind| kind == kinds::MARCH))
        })
    };
    for _ in 0..battle.document().manifest.phases.len() {
        if takes(&battle) {
            return Some(battle);
        }
        battle.end_phase(&[]).expect("a phase can be ended");
    }
    None
}

/// Every march and change of formation, and every other order without arguments, for every unit.
pub(crate) fn probes(battle: &Battle) -> Vec<Order> {
    let manifest = &battle.document().manifest;
    let bare = battle
        .order_kinds()
        .iter()
        .filter(|kind| kind.subject == "unit" && !kind.args.iter().any(|arg| arg.required));
    let bare: Vec<&str> = bare.map(|kind| kind.id.as_str()).collect();
    let mut orders = Vec::new();
    for unit in &battle.board().units {
        for course in COURSES {
            orders.push(Order::march(unit.id, course.parse().expect("a course")));
        }
        for formation in &manifest.formations {
            orders.push(Order::change_formation(unit.id, &formation.id));
        }
        for kind in &bare {
            orders.push(Order::new(Id::from(*kind), unit.id));
        }
    }
    orders
}
