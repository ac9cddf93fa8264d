//! Reach maps under the rulesets themselves: what they offer is allowed, and what is allowed they offer, also where the law
//! is not all there is to be said.
#![allow(clippy::expect_used, clippy::panic)] // a suite fails by panicking

mod playthrough;
mod probes;

use std::collections::HashSet;

use grognard_core::{Course, Effect, Hand, Length, Order, StepKinds};
use grognard_engine::reach::Grain;
use grognard_engine::scenario::Scenario;
use grognard_engine::{Battle, ReachAsk, Setup};
use grognard_tests::linked;
use playthrough::start;
use probes::in_marching_phase;

/// A column with an enemy line in front of it that faces it, so many millimetres off.
fn faced(gap: f64) -> Battle {
    let line =
        "formation = \"line\", arm = \"infantry\", class = \"veteran\", figures = 24, bases = 6";
    let column = line.replace("\"line\"", "\"division-column\"");
    let sized = "base-width = \"18 mm\", base-depth = \"15 mm\"";
    let text = format!(
        "format = 1\nname = \"faced\"\n[table]\nunit = \"mm\"\nmin = [-500, -500]\nmax = [500, 500]\n\
         [[side]]\nid = \"own\"\nname = \"own\"\ncolour = \"#000000\"\n\
         [[side]]\nid = \"enemy\"\nname = \"enemy\"\ncolour = \"#ffffff\"\n\
         [[unit]]\nid = \"x\"\nname = \"x\"\nside = \"own\"\nat = [0, 0]\nfacing = 0\n\
         general-de-brigade = {{ {column}, {sized} }}\n\
         [[unit]]\nid = \"e\"\nname = \"e\"\nside = \"enemy\"\nat = [0, {gap}]\nfacing = 180\n\
         general-de-brigade = {{ {line}, {sized} }}\n"
    );
    let scenario = Scenario::read(&text, "faced").unwrap_or_else(|errors| panic!("{errors}"));
    let registry = linked().expect("sound rulesets");
    let ruleset = registry.get("general-de-brigade").expect("it is there");
    let mut battle = Battle::start(&scenario, ruleset, &Setup::default()).expect("a battle");
    let own = |battle: &Battle| {
        let clock = &battle.board().clock;
        clock.phase == "movement"
            && clock
                .active
                .as_ref()
                .into_option()
                .is_none_or(|side| *side == "own")
    };
    while !own(&battle) {
        battle.end_phase(&[]).expect("the phase ends");
    }
    battle
}

/// Coarse, so that a debug build takes no minute.
const GRAIN: Grain = Grain {
    cell: 15.0,
    degrees: 5.0,
};

/// A wheel, straight ahead, a wheel, by coarse measures.
fn courses() -> Vec<Course> {
    let turns = [-40.0, -15.0, 0.0, 15.0, 40.0];
    let turned = |course: Course, angle: f64| match angle {
        0.0 => course,
        left if left < 0.0 => course.wheel(Hand::Left, -left),
        right => course.wheel(Hand::Right, right),
    };
    let mut out = Vec::new();
    for first in turns {
        for ahead in [0.0, 10.0, 30.0, 60.0, 90.0] {
            for last in turns {
                let mut course = turned(Course::new(), first);
                if ahead > 0.0 {
                    course = course.advance(Length::mm(ahead));
                }
                out.push(turned(course, last));
            }
        }
    }
    out.retain(|course| !course.steps.is_empty());
    out
}

/// Within 10 cm of an enemy every turn is asked about; moves that mix turns and straight ways are to be found all the
/// same.
#[test]
fn reach_is_whole_near_an_enemy() {
    for gap in [100.0, 60.0] {
        let battle = faced(gap);
        let ask = ReachAsk {
            grain: Some(GRAIN),
            ..ReachAsk::default()
        };
        let reach = battle.reach("x", &ask).expect("a reach");
        assert!(reach.alone() == StepKinds::NONE && !reach.is_cut_short());
        let (mut allowed, mut had) = (HashSet::new(), 0);
        for course in courses() {
            let ruling = battle
                .check(&Order::march("x", course.clone()))
                .expect("a ruling");
            let end = ruling.effects.iter().find_map(|effect| match effect {
                Effect::Place { pose, .. } => Some(*pose),
                _ => None,
            });
            let Some(end) = end.filter(|_| ruling.allowed()) else {
                continue;
            };
            if allowed.insert(course.to_string()) {
                // Within a cell and a half, and a turn.
                let near = reach.poses().iter().any(|found| {
                    found.pose.at.distance(end.at) <= 1.5 * reach.grain().cell
                        && found.pose.facing.minus(end.facing).abs() <= reach.grain().degrees
                });
                had += usize::from(near);
            }
        }
        println!(
            "{gap} mm: {} poses, {} rulings, {had} of {} courses",
            reach.poses().len(),
            reach.rulings(),
            allowed.len()
        );
        assert!(allowed.len() > 30, "{gap}: {}", allowed.len());
        assert!(
            had * 100 >= allowed.len() * 95,
            "{gap}: {had} of {}",
            allowed.len()
        );
        for index in (1..reach.poses().len()).step_by(97) {
            let order = reach.order(index).expect("an order");
            assert!(
                battle.check(&order).expect("a ruling").allowed(),
                "{order:?}"
            );
        }
    }
}

/// Large reaches are worked out on all cores: which one comes first is nowhere to be seen.
#[test]
fn a_reach_is_the_same_each_time() {
    let registry = linked().expect("sound rulesets");
    for (id, unit) in [("horse-and-musket", "verden"), ("belle-alliance", "1/108")] {
        let ruleset = registry.get(id).expect("it is there");
        let battle = in_marching_phase(start(ruleset, 1815));
        let reach = || battle.reach(unit, &ReachAsk::default()).expect("a reach");
        let first = reach();
        assert!(first.poses().len() > 4_000, "{id}: {}", first.poses().len());
        for _ in 0..3 {
            let again = reach();
            assert!(first.poses() == again.poses(), "{id}: {unit}");
            for index in (1..first.poses().len()).step_by(37) {
                assert_eq!(first.order(index), again.order(index), "{id}: {unit}");
            }
        }
    }
}
