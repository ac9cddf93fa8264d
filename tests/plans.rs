//! Plans: what they tell is what the rules say. Carried out in the battle itself, the orders of a plan are
//! ruled on as it says and bring the unit where it was to come; nothing changes by asking; the same battle
//! gives the same plan. `UPDATE_GOLDEN=1` writes the golden plans anew.
#![allow(clippy::expect_used, clippy::panic)] // a suite fails by panicking

mod playthrough;
mod probes;

use std::fs;

use grognard_core::{Bearing, Effect, Id, Order, Point, Pose, Ratio, Ruling};
use grognard_engine::plan::{MOST_TURNS, NoPlan};
use grognard_engine::reach::Grain;
use grognard_engine::scenario::Scenario;
use grognard_engine::{Battle, Plan, PlanAsk, ReachAsk, Setup};
use grognard_host::LoadedRuleset;
use grognard_tests::{linked, root};
use playthrough::{RULESETS, quatre_bras, start};
use probes::in_marching_phase;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

/// How many random plans a ruleset is asked for; the environment may ask for more.
const CASES: u32 = 10;

/// A plan to ask for, drawn at random.
#[derive(Clone, Debug)]
struct Wish {
    unit: prop::sample::Index,
    ahead: f64,
    aside: f64,
    facing: Option<f64>,
    formation: Option<prop::sample::Index>,
    phases: usize,
}

fn wish() -> impl Strategy<Value = Wish> {
    (
        any::<prop::sample::Index>(),
        0.0..2.5,
        -1.0..1.0,
        prop::option::of(0.0..360.0),
        prop::option::weighted(0.4, any::<prop::sample::Index>()),
        0_usize..8,
    )
        .prop_map(|(unit, ahead, aside, facing, formation, phases)| Wish {
            unit,
            ahead,
            aside,
            facing,
            formation,
            phases,
        })
}

/// How far troops go in a move, about, mm.
fn move_of(id: &str) -> f64 {
    match id {
        "horse-and-musket" => 100.0,
        "general-de-brigade" => 150.0,
        _ => 200.0,
    }
}

impl Wish {
    /// The unit, and what is asked; none when that is off the table.
    fn ask(&self, battle: &Battle) -> Option<(Id, PlanAsk)> {
        let board = battle.board();
        let unit = self.unit.get(&board.units);
        let far = move_of(battle.ruleset().id());
        let to = unit.pose.point(self.aside * far, self.ahead * far);
        let table = &board.table;
        let on = (table.min.x..=table.max.x).contains(&to.x)
            && (table.min.y..=table.max.y).contains(&to.y);
        let mut ask = PlanAsk::to(to);
        ask.turns = 3;
        ask.facing = self.facing.map(Bearing::new);
        if let Some(index) = self.formation {
            let formations = &battle.document().manifest.formations;
            ask.formation = Some(Id::from(index.get(formations).id.as_str()));
        }
        on.then_some((unit.id, ask))
    }
}

/// Carries a plan out in a battle, and compares.
fn carry_out(battle: &mut Battle, plan: &Plan) -> Result<(), String> {
    let pass = |battle: &mut Battle, phases: u32| {
        for _ in 0..phases {
            battle.end_phase(&[]).map_err(|error| error.to_string())?;
        }
        Ok::<(), String>(())
    };
    for planned in plan.orders() {
        pass(battle, planned.phases)?;
        let clock = &battle.board().clock;
        if clock.phase != planned.phase {
            return Err(format!("it is {}, not {}", clock.phase, planned.phase));
        }
        let from = battle
            .board()
            .unit(plan.unit.as_str())
            .map(|unit| unit.pose);
        if from != Some(planned.from) {
            return Err(format!("it stands at {from:?}, not at {:?}", planned.from));
        }
        let dice: Vec<u32> = faces(&planned.ruling);
        let ruling = battle
            .order(&planned.order, &dice)
            .map_err(|error| format!("{:?}: {error}", planned.order))?;
        if !dice.is_empty() || ruling != planned.ruling {
            let same = ruling.verdict == planned.ruling.verdict
                && ruling.effects == planned.ruling.effects;
            if dice.is_empty() || !same {
                return Err(format!("ruled {ruling:?}, not {:?}", planned.ruling));
            }
        }
    }
    pass(battle, plan.phases)?;
    let unit = battle.board().unit(plan.unit.as_str());
    let unit = unit.ok_or_else(|| "it is gone".to_owned())?;
    let ask = &plan.ask;
    let there = unit.pose.at.distance(ask.to) <= ask.within
        && ask
            .facing
            .is_none_or(|facing| unit.pose.facing.minus(facing).abs() <= ask.within_degrees)
        && ask
            .formation
            .as_ref()
            .is_none_or(|formation| *formation == unit.formation);
    if !there {
        return Err(format!("it is at {:?} in {}", unit.pose, unit.formation));
    }
    let last = plan.turns.last().map(|turn| turn.end);
    if last.is_some_and(|end| end != unit.pose) {
        return Err(format!("it ends at {:?}, not {last:?}", unit.pose));
    }
    Ok(())
}

fn faces(ruling: &Ruling) -> Vec<u32> {
    ruling
        .rolls
        .iter()
        .flat_map(|roll| roll.faces.iter().copied())
        .collect()
}

fn asked(ruleset: &LoadedRuleset, wish: &Wish) -> Result<bool, String> {
    let mut battle = start(ruleset, 1815);
    for _ in 0..wish.phases {
        battle.end_phase(&[]).map_err(|error| error.to_string())?;
    }
    let Some((unit, ask)) = wish.ask(&battle) else {
        return Ok(false);
    };
    let before = (
        battle.board().clone(),
        battle.log().map_err(|error| error.to_string())?,
    );
    let plan = battle
        .plan(unit.as_str(), &ask)
        .map_err(|error| error.to_string())?;
    let after = (
        battle.board().clone(),
        battle.log().map_err(|error| error.to_string())?,
    );
    if before != after || battle.redoable() != 0 {
        return Err("asking for a plan changed the battle".to_owned());
    }
    let again = battle
        .plan(unit.as_str(), &ask)
        .map_err(|error| error.to_string())?;
    if plan.to_json(&battle, "en") != again.to_json(&battle, "en") {
        return Err("the same battle gave two plans".to_owned());
    }
    if !plan.found() {
        let says = plan.headline(&battle);
        return if says.contains("There is no plan") {
            Ok(false)
        } else {
            Err(says)
        };
    }
    let turns = u32::try_from(plan.turns.len()).unwrap_or(u32::MAX);
    if turns > ask.turns {
        return Err(format!("{turns} turns, of {} asked", ask.turns));
    }
    carry_out(&mut battle, &plan)?;
    Ok(true)
}

#[test]
fn a_plan_can_be_carried_out_as_it_says() {
    let registry = linked().expect("sound rulesets");
    for id in RULESETS {
        let ruleset = registry.get(id).expect("it is linked");
        let cases = std::env::var("PROPTEST_CASES")
            .ok()
            .and_then(|n| n.parse().ok());
        let config = ProptestConfig {
            cases: cases.unwrap_or(CASES),
            failure_persistence: None,
            max_shrink_iters: 20,
            ..ProptestConfig::default()
        };
        let mut runner = TestRunner::new_with_rng(
            config,
            proptest::test_runner::TestRng::deterministic_rng(
                proptest::test_runner::RngAlgorithm::ChaCha,
            ),
        );
        let found = std::cell::Cell::new(0);
        let outcome = runner.run(&wish(), |wish| {
            let done = asked(ruleset, &wish).map_err(TestCaseError::fail)?;
            found.set(found.get() + u32::from(done));
            Ok(())
        });
        outcome.unwrap_or_else(|error| panic!("{id}: {error}"));
        assert!(
            found.get() >= 1,
            "{id}: only {} plans were found",
            found.get()
        );
    }
}

/// The golden plans: who is to come where, relative to where he stands, and how.
const GOLDEN: [(&str, &str, f64, f64, f64, &str); 6] = [
    ("horse-and-musket", "1/108", 220.0, 60.0, 45.0, "line"),
    (
        "horse-and-musket",
        "1/42",
        150.0,
        -60.0,
        45.0,
        "attack-column",
    ),
    ("general-de-brigade", "1/108", 270.0, 90.0, 45.0, "line"),
    (
        "general-de-brigade",
        "bachelu-battery",
        300.0,
        0.0,
        45.0,
        "unlimbered",
    ),
    ("belle-alliance", "1/108", 430.0, 140.0, 45.0, "line"),
    (
        "belle-alliance",
        "5-lanciers",
        500.0,
        200.0,
        45.0,
        "column-of-march",
    ),
];

#[test]
fn golden_plans_come_out_as_they_did() {
    let registry = linked().expect("sound rulesets");
    let mut text = String::new();
    for (id, unit, ahead, aside, facing, formation) in GOLDEN {
        let battle = start(registry.get(id).expect("it is linked"), 1815);
        let stands = battle.board().unit(unit).expect("it is there").pose;
        let ask = PlanAsk::to(stands.point(aside, ahead))
            .facing(Bearing::new(facing))
            .formation(Id::from(formation));
        let plan = battle.plan(unit, &ask).expect("a plan");
        assert!(plan.found(), "{}", plan.explain(&battle, "en"));
        text.push_str(&format!("== {id}\n{}\n", plan.explain(&battle, "en")));
        text.push_str(&format!("{}\n\n", plan.to_json(&battle, "en")));
    }
    let path = root().join("tests/golden/plans.txt");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &text).expect("the golden file can be written");
        return;
    }
    let golden = fs::read_to_string(&path).unwrap_or_default();
    let differs = golden
        .lines()
        .zip(text.lines())
        .find(|(then, now)| then != now);
    assert!(
        golden == text,
        "{differs:#?}\nIf the change is meant: UPDATE_GOLDEN=1 cargo test -p grognard-tests --test plans"
    );
}

fn battle(id: &str) -> Battle {
    let registry = linked().expect("sound rulesets");
    start(registry.get(id).expect("it is linked"), 1815)
}

#[test]
fn what_makes_no_sense_is_an_error_that_says_so() {
    let battle = battle("general-de-brigade");
    let ask = PlanAsk::to(Point::new(0.0, -500.0));
    let error = |unit: &str, ask: &PlanAsk| {
        let plan = battle.plan(unit, ask);
        plan.map(|plan| plan.headline(&battle))
            .expect_err("it makes no sense")
            .to_string()
    };
    assert!(
        error("1/109", &ask).contains("did you mean '1/108'")
            || error("1/109", &ask).contains("did you mean")
    );
    let at = |x: f64, y: f64| PlanAsk::to(Point::new(x, y));
    assert!(error("1/108", &at(f64::NAN, 0.0)).contains("not finite"));
    assert!(error("1/108", &at(f64::INFINITY, 0.0)).contains("not finite"));
    assert!(error("1/108", &at(1e6, 0.0)).contains("off the table"));
    assert!(error("1/108", &ask.clone().formation(Id::of("lin"))).contains("did you mean 'line'"));
    let with = |change: &dyn Fn(&mut PlanAsk)| {
        let mut ask = ask.clone();
        change(&mut ask);
        ask
    };
    assert!(error("1/108", &with(&|ask| ask.turns = 0)).contains("1 or more"));
    assert!(error("1/108", &with(&|ask| ask.turns = MOST_TURNS + 1)).contains("at most"));
    for wrong in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(error("1/108", &with(&|ask| ask.within = wrong)).contains("within"));
        assert!(
            error("1/108", &with(&|ask| ask.within_degrees = wrong)).contains("within degrees")
        );
    }
    assert!(error("1/108", &with(&|ask| ask.kind = Id::of("fire"))).contains("follows no course"));
}

#[test]
fn it_says_plainly_why_there_is_no_plan() {
    let battle = battle("general-de-brigade");
    let at = |unit: &str| battle.board().unit(unit).expect("it is there").pose.at;
    let why = |unit: &str, ask: &PlanAsk| {
        let plan = battle.plan(unit, ask).expect("it can be asked");
        let says = plan.headline(&battle);
        (plan.none.expect("there is none"), says)
    };
    // Where another unit stands.
    let amid = battle
        .board()
        .unit("1/61")
        .expect("it is there")
        .pose
        .point(0.0, -20.0);
    let (none, says) = why("1/108", &PlanAsk::to(amid));
    assert!(
        matches!(&none, NoPlan::Taken { by } if *by == *"1/61"),
        "{says}"
    );
    // Another arm's formation.
    let (none, says) = why(
        "1/108",
        &PlanAsk::to(at("1/108")).formation(Id::of("unlimbered")),
    );
    assert!(matches!(none, NoPlan::NotOpen(_)), "{says}");
    // Farther than a turn goes.
    let mut far = PlanAsk::to(at("1/108").shifted(0.0, 600.0));
    far.turns = 1;
    let (none, says) = why("1/108", &far);
    assert!(matches!(none, NoPlan::TooFar { turns: 1 }), "{says}");
    assert!(says.contains("nearest"), "{says}");
    // Water that nobody enters.
    let (none, says) = why("1/2L", &PlanAsk::to(Point::new(980.0, -945.0)));
    assert!(
        matches!(none, NoPlan::Barred { .. } | NoPlan::TooFar { .. }),
        "{says}"
    );
}

#[test]
fn it_is_there_already() {
    let battle = battle("horse-and-musket");
    let unit = battle.board().unit("1/42").expect("it is there");
    let ask = PlanAsk::to(unit.pose.at)
        .facing(unit.pose.facing)
        .formation(unit.formation);
    let plan = battle.plan("1/42", &ask).expect("it can be asked");
    assert!(plan.found() && plan.turns.is_empty());
    assert!(plan.headline(&battle).contains("already"));
}

#[test]
fn a_side_that_knows_nothing_of_sealed_orders_gets_the_same_plan() {
    let registry = linked().expect("sound rulesets");
    let rules = registry.get("belle-alliance").expect("it is linked");
    let mut setup = Setup::default();
    setup
        .readings
        .insert("measuring".to_owned(), "always".to_owned());
    let mut battle = Battle::start(&quatre_bras(), rules, &setup).expect("a battle");
    let unit = battle.board().unit("1/108").expect("it is there").clone();
    let ask = PlanAsk::to(unit.pose.point(0.0, 150.0));
    let before = battle.plan("1/108", &ask).expect("it can be asked");
    let order = Order::change_formation(Id::of("1/42"), "column-of-march")
        .with(Id::of("hand"), grognard_core::Value::text("left"));
    battle.order(&order, &[]).expect("it is written down");
    for side in ["allied", "french"] {
        let view = battle.view(side).expect("it is a side");
        let seen = view.plan("1/108", &ask).expect("it can be asked");
        assert_eq!(seen.to_json(&battle, "en"), before.to_json(&battle, "en"));
    }
    let umpires = battle.plan("1/108", &ask).expect("it can be asked");
    assert_eq!(
        umpires.to_json(&battle, "en"),
        before.to_json(&battle, "en")
    );
}

#[test]
fn a_side_that_may_not_measure_yet_gets_no_plan() {
    let battle = battle("belle-alliance");
    let unit = battle.board().unit("1/108").expect("it is there");
    let ask = PlanAsk::to(unit.pose.point(0.0, 150.0));
    assert!(battle.plan("1/108", &ask).expect("it can be asked").found());
    for side in ["allied", "french"] {
        let view = battle.view(side).expect("it is a side");
        let plan = view.plan("1/108", &ask).expect("it can be asked");
        let Some(NoPlan::CannotMove(ruling)) = &plan.none else {
            panic!("{plan:?}");
        };
        assert!(ruling.has("measured-early") && ruling.has("only-taken-down"));
        assert!(!plan.found() && plan.turns.is_empty());
    }
    // What makes no sense is an error for a side too.
    let nobody = battle.view("french").expect("a side").plan("nobody", &ask);
    assert!(nobody.is_err());
}

/// Moves a unit, the umpire's way.
fn put(battle: &mut Battle, unit: &str, to: Pose) {
    let unit = battle.board().unit(unit).expect("it is there").clone();
    let bases = unit.bases.iter().map(|base| {
        let (right, forward) = unit.pose.local(base.rect.pose.at);
        to.offset(
            right,
            forward,
            base.rect.pose.facing.minus(unit.pose.facing),
        )
    });
    let place = Effect::Place {
        unit: unit.id,
        pose: to,
        bases: bases.collect(),
    };
    battle
        .adjust(vec![place], "for the test")
        .expect("it can stand there");
}

#[test]
fn dice_are_taken_to_fall_as_they_should_and_their_odds_are_told() {
    let registry = linked().expect("sound rulesets");
    let ruleset = registry.get("general-de-brigade").expect("it is linked");
    let setup = |seed| Setup {
        seed,
        readings: [("test-to-form".to_owned(), "assumed-2d6".to_owned())].into(),
        ..Setup::default()
    };
    let begin = |seed| {
        let mut battle = Battle::start(&quatre_bras(), ruleset, &setup(seed)).expect("a battle");
        let pose = battle.board().unit("1/108").expect("it is there").pose;
        put(&mut battle, "1/42", pose.offset(0.0, 80.0, 180.0));
        battle
    };
    let mut battle = begin(1);
    let unit = battle.board().unit("1/108").expect("it is there").clone();
    let ask = PlanAsk::to(unit.pose.at).formation(Id::of("line"));
    let plan = battle.plan("1/108", &ask).expect("it can be asked");
    assert!(plan.found(), "{}", plan.explain(&battle, "en"));
    let [order] = plan.orders().collect::<Vec<_>>()[..] else {
        panic!("one order is enough: {}", plan.explain(&battle, "en"));
    };
    assert!(plan.fails > Ratio::ZERO && plan.fails == order.fails);
    assert!(plan.danger.is_some_and(|gap| gap < 81.0));
    let told = plan.explain(&battle, "en");
    assert!(
        told.contains(&format!("chance of {}", plan.fails)),
        "{told}"
    );
    // Whatever the battle's own dice are going to show, the plan is the same.
    let other = begin(99);
    let same = other.plan("1/108", &ask).expect("it can be asked");
    assert_eq!(same.to_json(&other, "en"), plan.to_json(&battle, "en"));
    // The odds are those that the battle itself gives.
    for _ in 0..order.phases {
        battle.end_phase(&[]).expect("the phase ends");
    }
    let odds = battle.odds(&order.order).expect("exact odds");
    let forms = |ruling: &Ruling| {
        let mut effects = ruling.effects.iter();
        effects.any(|effect| matches!(effect, Effect::SetFormation { .. }))
    };
    let good = odds.outcomes.iter().filter(|one| forms(&one.example));
    let chance = good.fold(Ratio::ZERO, |sum, one| sum + one.probability);
    assert_eq!(plan.fails, Ratio::ONE - chance);
    let done = battle.order(&order.order, &faces(&order.ruling));
    assert_eq!(done.expect("it is allowed").effects, order.ruling.effects);
}

/// How often a plan comes in one turn to where a reach map says that the unit can.
#[test]
fn most_of_what_can_be_reached_in_a_turn_is_planned_in_one() {
    let registry = linked().expect("sound rulesets");
    for id in RULESETS {
        let ruleset = registry.get(id).expect("it is linked");
        let battle = in_marching_phase(start(ruleset, 1815));
        let clock = &battle.board().clock;
        let own = battle
            .board()
            .units
            .iter()
            .filter(|unit| clock.acts(&unit.side));
        let (mut asked, mut found) = (0, 0);
        for unit in own.step_by(7) {
            let ask = ReachAsk {
                grain: Some(Grain {
                    cell: 25.0,
                    degrees: 15.0,
                }),
                ..ReachAsk::default()
            };
            let reach = battle
                .reach(unit.id.as_str(), &ask)
                .expect("it can be asked");
            let stride = (reach.poses().len() / 6).max(1);
            for reached in reach.poses().iter().skip(stride / 2 + 1).step_by(stride) {
                let mut ask = PlanAsk::to(reached.pose.at).facing(reached.pose.facing);
                ask.turns = 1;
                let plan = battle
                    .plan(unit.id.as_str(), &ask)
                    .expect("it can be asked");
                asked += 1;
                found += u32::from(plan.found());
            }
        }
        println!("{id}: {found} of {asked} poses");
        assert!(found * 20 >= asked * 19, "{id}: {found} of {asked}");
    }
}

/// Where the rules let a unit take a formation only out of another, the plan goes by way of it.
#[test]
fn a_formation_is_come_to_by_way_of_another() {
    let registry = linked().expect("sound rulesets");
    let ruleset = registry.get("horse-and-musket").expect("it is there");
    for (from, to) in [
        ("attack-column", "skirmish-line"),
        ("skirmish-line", "attack-column"),
        ("extended-line", "attack-column"),
    ] {
        let text = format!(
            "format = 1\nname = \"alone\"\n[table]\nunit = \"in\"\nmin = [-20, -20]\nmax = [20, 20]\n\
             [[side]]\nid = \"own\"\nname = \"own\"\ncolour = \"#000000\"\n\
             [[unit]]\nid = \"x\"\nname = \"x\"\nside = \"own\"\nat = [0, 0]\nfacing = 0\n\
             horse-and-musket = {{ arm = \"infantry\", stands = 3, formation = \"{from}\" }}\n"
        );
        let scenario = Scenario::read(&text, "alone").expect("a scenario");
        let mut battle = Battle::start(&scenario, ruleset, &Setup::default()).expect("a battle");
        let ask = PlanAsk::to(Point::new(0.0, 60.0)).formation(Id::of(to));
        let plan = battle.plan("x", &ask).expect("it can be asked");
        assert!(
            plan.found(),
            "{from} to {to}: {}",
            plan.explain(&battle, "en")
        );
        let by_way = plan.orders().filter(|one| one.rates.is_some()).count();
        assert!(by_way >= 2, "{}", plan.explain(&battle, "en"));
        carry_out(&mut battle, &plan).expect("it can be carried out");
    }
}
