//! Whether plans take the fewest turns: on a small part of the field they are compared with a search of another kind: one
//! move a turn, by reach maps composed turn by turn, going on from sixteen or so of the poses of each. Where a plan takes more turns than the search, it is missed; the fewest turns
//! that a plan is told to take by proof are never more than those of the search. `LEAST_TURNS=wide` looks at more tables, from more poses, and asks
//! for more plans; `LEAST_TURNS=fine` looks more finely too.
#![allow(clippy::expect_used, clippy::panic)] // a suite fails by panicking

mod playthrough;
mod probes;

use std::collections::BTreeMap;

use grognard_core::{Effect, Id, Order, Pose};
use grognard_engine::plan::NoPlan;
use grognard_engine::reach::Grain;
use grognard_engine::{Battle, PlanAsk, ReachAsk};
use grognard_tests::linked;
use playthrough::start;
use probes::in_marching_phase;

/// How many turns the search looks at.
const TURNS: u32 = 2;

/// How much is looked at.
#[derive(Clone, Copy)]
struct Look {
    /// How finely, mm and degrees.
    cell: f64,
    turn: f64,
    /// From how many poses of a turn the search goes on.
    from: usize,
    /// How many poses of each number of turns are planned for.
    asked: usize,
    tables: usize,
}

impl Look {
    /// What the environment asks for.
    fn wanted() -> Self {
        let usual = Self {
            cell: 30.0,
            turn: 30.0,
            from: 16,
            asked: 12,
            tables: 6,
        };
        let wide = Self {
            from: 40,
            asked: 43,
            tables: TABLES.len(),
            ..usual
        };
        match std::env::var("LEAST_TURNS").as_deref() {
            Ok("wide") => wide,
            Ok("fine") => Self {
                cell: 23.0,
                turn: 36.0,
                asked: 86,
                ..wide
            },
            _ => usual,
        }
    }
}

/// A unit and those that stay about it.
const TABLES: [(&str, &str, usize); 9] = [
    ("horse-and-musket", "1/42", 3),
    ("horse-and-musket", "1/42", 0),
    ("general-de-brigade", "1/108", 3),
    ("general-de-brigade", "1/92", 0),
    ("belle-alliance", "1/108", 3),
    ("belle-alliance", "1/42", 0),
    ("horse-and-musket", "1/92", 5),
    ("general-de-brigade", "1/42", 5),
    ("belle-alliance", "1/92", 4),
];

/// The battle with a unit, those nearest to it, and nobody else.
fn small(mut battle: Battle, unit: &str, others: usize) -> Battle {
    let own = battle.board().unit(unit).expect("it is there").pose.at;
    let mut units = battle.board().units.to_vec();
    units.sort_by(|a, b| a.pose.at.distance(own).total_cmp(&b.pose.at.distance(own)));
    let gone = units.iter().skip(1 + others);
    let gone = gone.map(|unit| Effect::RemoveUnit { unit: unit.id });
    battle
        .adjust(gone.collect(), "a small table")
        .expect("they go");
    in_marching_phase(battle)
}

fn cell(pose: Pose, look: Look) -> (i64, i64, i64) {
    let coarse = |x: f64, by: f64| (x / by).round() as i64;
    let turn = coarse(pose.facing.degrees(), look.turn) % (360.0 / look.turn) as i64;
    (
        coarse(pose.at.x, look.cell),
        coarse(pose.at.y, look.cell),
        turn,
    )
}

/// A cell and a facing.
type Cell = (i64, i64, i64);

/// A pose, the fewest turns in which one of its cell was found, and the marches there.
#[derive(Clone)]
struct Found {
    turns: u32,
    pose: Pose,
    by: Vec<Order>,
}

/// Every pose found.
fn searched(battle: &mut Battle, unit: &str, look: Look) -> BTreeMap<Cell, Found> {
    let pose = battle.board().unit(unit).expect("it is there").pose;
    let own = Found {
        turns: 0,
        pose,
        by: Vec::new(),
    };
    let mut found = BTreeMap::from([(cell(pose, look), own)]);
    from_here(battle, unit, &[], look, &mut found);
    found
}

fn from_here(
    battle: &mut Battle,
    unit: &str,
    by: &[Order],
    look: Look,
    found: &mut BTreeMap<Cell, Found>,
) {
    let turn = by.len() as u32 + 1;
    let ask = ReachAsk {
        grain: Some(Grain {
            cell: look.cell,
            degrees: look.turn,
        }),
        ..ReachAsk::default()
    };
    let reach = battle.reach(unit, &ask).expect("it can be asked");
    let mut new = Vec::new();
    for (index, reached) in reach.poses().iter().enumerate().skip(1) {
        let cell = cell(reached.pose, look);
        if found.get(&cell).is_none_or(|known| turn < known.turns) {
            let order = reach.order(index).expect("another pose than its own");
            let new_one = Found {
                turns: turn,
                pose: reached.pose,
                by: by.iter().cloned().chain([order]).collect(),
            };
            found.insert(cell, new_one);
            new.push(index);
        }
    }
    if turn == TURNS {
        return;
    }
    let stride = (new.len() / look.from).max(1);
    for index in new.into_iter().step_by(stride) {
        let order = reach.order(index).expect("another pose than its own");
        battle.order(&order, &[]).expect("a pose of the map");
        let (clock, mut passed) = (battle.board().clock.clone(), 0);
        let again = |battle: &Battle| {
            let now = &battle.board().clock;
            now.turn > clock.turn && now.active == clock.active && now.phase == clock.phase
        };
        while !again(battle) && passed < 40 {
            battle.end_phase(&[]).expect("a phase can be ended");
            passed += 1;
        }
        if again(battle) {
            from_here(battle, unit, &[by, &[order]].concat(), look, found);
        }
        for _ in 0..=passed {
            battle.undo().expect("it was done");
        }
    }
}

#[test]
fn plans_mostly_take_the_fewest_turns_and_proofs_hold() {
    let registry = linked().expect("sound rulesets");
    let (mut all, mut missed, mut proved) = (0, 0, 0);
    let look = Look::wanted();
    for (id, unit, others) in TABLES.into_iter().take(look.tables) {
        let ruleset = registry.get(id).expect("it is linked");
        let mut battle = small(start(ruleset, 1815), unit, others);
        let found = searched(&mut battle, unit, look);
        for turns in 1..=TURNS {
            let poses: Vec<&Found> = found.values().filter(|one| one.turns == turns).collect();
            let stride = (poses.len() / look.asked).max(1);
            let (mut asked, mut longer, mut sure) = (0, 0, 0);
            for one in poses.iter().step_by(stride) {
                let pose = one.pose;
                let ask = PlanAsk::to(pose.at).facing(pose.facing);
                let plan = battle.plan(unit, &ask).expect("it can be asked");
                assert!(
                    plan.least <= turns,
                    "{id}: {unit} comes to {pose:?} in {turns}, not {} at least",
                    plan.least
                );
                asked += 1;
                let fewest = plan.found() && plan.turns.len() <= turns as usize;
                if !fewest {
                    let by: Vec<String> = one
                        .by
                        .iter()
                        .filter_map(Order::course)
                        .map(ToString::to_string)
                        .collect();
                    println!(
                        "{id}, {unit} among {others}: {pose:?} takes {}, and {}",
                        plan.turns.len(),
                        by.join("; ")
                    );
                }
                longer += u32::from(!fewest);
                sure += u32::from(plan.proved());
            }
            println!(
                "{id}, {unit} among {others}, {turns} turns: {} cells; of {asked} planned for {longer} took more turns, \
                 {sure} are proved to take the fewest",
                poses.len()
            );
            (all, missed, proved) = (all + asked, missed + longer, proved + sure);
        }
    }
    println!("{missed} of {all} plans took more turns than they need, {proved} are proved");
    assert!(all >= 150 && missed * 150 <= all, "{missed} of {all}");
}

/// What is far out of reach is told so without a look at every turn.
#[test]
fn what_is_out_of_reach_is_proved_to_be() {
    let registry = linked().expect("sound rulesets");
    for id in ["horse-and-musket", "general-de-brigade"] {
        let battle = start(registry.get(id).expect("it is linked"), 1815);
        let unit = battle.board().unit("1/108").expect("it is there").clone();
        let mut ask = PlanAsk::to(unit.pose.point(0.0, 700.0)).formation(Id::of("line"));
        ask.turns = 2;
        let plan = battle.plan("1/108", &ask).expect("it can be asked");
        assert!(
            plan.out_of_reach() && plan.least > 2,
            "{id}: {}",
            plan.least
        );
        assert!(matches!(plan.none, Some(NoPlan::TooFar { turns: 2 })));
        let says = plan.headline(&battle);
        assert!(
            says.contains("at least") && says.contains("nearest"),
            "{says}"
        );
        ask.turns = plan.least;
        let plan = battle.plan("1/108", &ask).expect("it can be asked");
        assert!(!plan.out_of_reach());
    }
}
