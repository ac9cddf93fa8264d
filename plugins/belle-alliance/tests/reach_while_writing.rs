//! Where a unit gets to, asked while orders are written: as the march will be ruled on, what is written
//! before it carried out.
#![allow(clippy::expect_used)] // a suite that cannot start has failed

use grognard_engine::scenario::Scenario;
use grognard_engine::{Battle, OrderError, PlanAsk, ReachAsk, Setup};
use grognard_sdk::prelude::*;
use grognard_test_support::linked;

const SCENARIO: &str = r##"
    format = 1
    name = "Two masses"
    [table]
    unit = "mm"
    min = [-1500, -1500]
    max = [1500, 1500]
    [[side]]
    id = "red"
    name = "Red"
    colour = "#aa0000"
    [[side]]
    id = "blue"
    name = "Blue"
    colour = "#0000aa"
    [[unit]]
    id = "a"
    name = "First"
    side = "red"
    at = [0, 10]
    facing = 0
    formation = "battalion-mass"
    [unit.belle-alliance]
    arm = "infantry"
    figures = 15
    frontage = 5
    [[unit]]
    id = "c"
    name = "Second"
    side = "red"
    at = [290, 10]
    facing = 0
    formation = "battalion-mass"
    [unit.belle-alliance]
    arm = "infantry"
    figures = 15
    frontage = 5
    [[unit]]
    id = "e"
    name = "Foe"
    side = "blue"
    at = [0, 1200]
    facing = 180
    formation = "line"
    [unit.belle-alliance]
    arm = "infantry"
    figures = 5
    frontage = 5
"##;

fn battle(measuring: &str) -> Battle {
    let mut setup = Setup::default();
    setup
        .readings
        .insert("measuring".to_owned(), measuring.to_owned());
    let scenario = Scenario::read(SCENARIO, "two_masses.toml").expect("a sound scenario");
    Battle::start(&scenario, &linked(belle_alliance::plugin()), &setup).expect("a battle")
}

fn into_line(unit: &str) -> Order {
    Order::change_formation(unit, "line").with(Id::of("frontage"), Value::Int(15))
}

/// How far forward `a` gets, mm, as far as a side knows, or the umpire.
fn forward(battle: &Battle, side: Option<&str>, ask: &ReachAsk) -> f64 {
    let reach = match side {
        None => battle.reach("a", ask),
        Some(side) => battle.view(side).expect("a side").reach("a", ask),
    };
    let reach = reach.expect("a reach");
    let ahead = reach.poses().iter().map(|found| found.pose.at.y);
    let check = |order: &Order| match side {
        None => battle.check(order),
        Some(side) => battle.view(side).expect("a side").check(order),
    };
    // Every pose has an order that is allowed now.
    for index in (0..reach.poses().len()).step_by(reach.poses().len() / 20 + 1) {
        if let Some(order) = reach.order(index) {
            assert!(check(&order).expect("a ruling").allowed());
        }
    }
    ahead.fold(f64::NEG_INFINITY, f64::max) - reach.start().at.y
}

/// Within the grain of a reach.
fn near(one: f64, other: f64) -> bool {
    (one - other).abs() <= 10.0
}

#[test]
fn a_written_change_halves_the_reach_and_gives_it_its_ground() {
    let mut battle = battle("always");
    let ask = ReachAsk::default();
    assert!(near(forward(&battle, None, &ask), 200.0));
    battle.order(&into_line("a"), &[]).expect("it is written");
    assert!(near(forward(&battle, None, &ask), 100.0));
    assert!(near(forward(&battle, Some("red"), &ask), 100.0));
    // What is red's secret does not shorten what blue sees.
    assert!(near(forward(&battle, Some("blue"), &ask), 200.0));
    let law = battle.motion("a", "march").expect("a law");
    assert!(law.rates.iter().all(|rate| rate.per_move.to_f64() <= 100.0));
    battle.undo().expect("the change is taken back");
    assert!(near(forward(&battle, None, &ask), 200.0));
}

#[test]
fn a_reach_at_a_gait_is_that_of_the_march_written_so() {
    let mut battle = battle("always");
    let ask = ReachAsk {
        args: RVec::from(vec![Field {
            name: Id::of("gait"),
            value: Value::text("fast"),
        }]),
        ..ReachAsk::default()
    };
    assert!(near(forward(&battle, None, &ask), 300.0));
    battle.order(&into_line("a"), &[]).expect("it is written");
    assert!(near(forward(&battle, None, &ask), 150.0));
    let gait = Order::new("gait", "a").with(Id::of("gait"), Value::text("fast"));
    battle.order(&gait, &[]).expect("it is written");
    assert!(near(forward(&battle, None, &ReachAsk::default()), 150.0));
}

#[test]
fn what_dice_have_to_settle_leaves_no_reach_and_says_so() {
    let mut battle = battle("always");
    for unit in ["a", "c"] {
        battle.order(&into_line(unit), &[]).expect("it is written");
    }
    let reach = battle.reach("a", &ReachAsk::default()).expect("an answer");
    assert!(!reach.moves() && reach.ruling().has("change-unsettled"));
    assert!(reach.ruling().has("only-taken-down") && !reach.ruling().allowed());
}

#[test]
fn only_the_umpire_reaches_before_orders_are_written() {
    let mut battle = battle("after-orders");
    let ask = ReachAsk::default();
    let blind = |reach: grognard_engine::Reach| {
        !reach.moves() && !reach.ruling().allowed() && reach.ruling().has("measured-early")
    };
    assert!(blind(battle.reach("a", &ask).expect("an answer")));
    battle
        .mark("", "umpire-measures", Some(Value::Flag(true)))
        .expect("a mark");
    battle.order(&into_line("a"), &[]).expect("it is written");
    assert!(near(forward(&battle, None, &ask), 100.0));
    let red = battle.view("red").expect("a side");
    assert!(blind(red.reach("a", &ask).expect("an answer")));
    assert!(
        !red.board()
            .conditions
            .iter()
            .any(|field| field.name == *"umpire-measures")
    );
}

#[test]
fn a_side_has_no_plan_before_orders_are_written() {
    let mut blind = battle("after-orders");
    // The umpire's leave is not the side's.
    blind
        .mark("", "umpire-measures", Some(Value::Flag(true)))
        .expect("a mark");
    for kind in ["march", "attack", "follow-up", "forced-move"] {
        let args = [
            ("target", Value::text("e")),
            ("action", Value::text("retreat")),
        ];
        let taken = |name: &str| match kind {
            "attack" => name == "target",
            "forced-move" => name == "action",
            _ => false,
        };
        let args = args.into_iter().filter(|(name, _)| taken(name));
        let ask = PlanAsk {
            turns: 2,
            kind: Id::of(kind),
            args: args
                .map(|(name, value)| Field {
                    name: Id::of(name),
                    value,
                })
                .collect(),
            ..PlanAsk::to(Point::new(0.0, 310.0))
        };
        let red = blind.view("red").expect("a side");
        match red.plan("a", &ask) {
            Ok(plan) => assert!(!plan.found() && plan.nearest.is_none(), "{kind}: {plan:?}"),
            Err(why) => assert!(why.to_string().contains("measured-early"), "{kind}: {why}"),
        }
        let reach = ReachAsk {
            kind: ask.kind,
            args: ask.args.clone(),
            ..ReachAsk::default()
        };
        if let Ok(reach) = red.reach("a", &reach) {
            assert!(!reach.moves(), "{kind}");
        }
    }
}

#[test]
fn a_side_does_not_measure_by_what_is_carried_out_at_once() {
    let mut battle = battle("after-orders");
    battle
        .mark("", "umpire-measures", Some(Value::Flag(true)))
        .expect("a mark");
    let order = |far: &str| {
        Order::new("forced-move", "a")
            .with(Id::of("action"), Value::text("retreat"))
            .with(
                Id::of("course"),
                Value::Course(far.parse().expect("a course")),
            )
    };
    for far in ["retire 5 cm", "retire 500 cm"] {
        let Err(OrderError::Ruled(ruling)) = battle.order_by("red", &order(far), &[]) else {
            panic!("{far} is not refused");
        };
        assert!(ruling.has("measured-early") && ruling.findings.len() == 1);
    }
    assert!(matches!(
        battle.order_by("blue", &order("retire 5 cm"), &[]),
        Err(OrderError::Engine(_))
    ));
    battle
        .order(&order("retire 5 cm"), &[])
        .expect("the umpire carries it out");
}
