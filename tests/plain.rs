//! A law's plain courses are a promise: while a ruleset allows one of them it allows them all, for what
//! the law makes them cost, to the last digit where a tariff prices them. Kept on random boards and in a battle, under every ruleset; and no empty one.
#![allow(clippy::expect_used, clippy::panic)] // a suite fails by panicking

mod boards;
mod courses;
mod playthrough;
mod probes;

use boards::{Lot, Pool, SUBJECT, lot, subject};
use courses::{Mover, Stride, strides};
use grognard_core::{Course, Id, Order, Plain, RSome, StepKinds, kinds};
use grognard_engine::{Battle, Gist};
use grognard_geometry::{Field, Tariff};
use grognard_host::LoadedRuleset;
use grognard_tests::linked;
use playthrough::{RULESETS, start};
use probes::in_marching_phase;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

/// How many random boards a ruleset is asked about; the environment may ask for more.
const CASES: u32 = 100;

/// What was looked at.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    boards: usize,
    with_plain: usize,
    allowed: usize,
    allowed_plain: usize,
    barred_plain: usize,
    /// Of those that are plain, how many get a price without a ruling.
    priced: usize,
}

impl Tally {
    /// Asks about courses of a unit: plain ones are allowed together or not at all.
    fn look(&mut self, battle: &Battle, index: usize, drawn: &[Vec<Stride>]) -> Result<(), String> {
        let (board, unit) = (battle.board(), &battle.board().units[index]);
        let Ok(law) = battle.motion(unit.id.as_str(), kinds::MARCH) else {
            return Ok(());
        };
        let mover = Mover {
            board,
            field: &Field::of(board),
            subject: index,
            law: &law,
            tolerance: battle.tolerance(),
        };
        self.boards += 1;
        let plain: Option<Plain> = law.plain.clone().into();
        self.with_plain += usize::from(plain.is_some());
        let mut courses = mover.probes(StepKinds::ALL);
        for strides in drawn {
            courses.push(mover.course(strides, StepKinds::ALL));
            if let Some(plain) = &plain {
                courses.push(mover.course(strides, plain.steps));
            }
        }
        let tariff = Tariff::of(board, mover.field, index, &law, mover.tolerance);
        let price = |course: &Course| tariff.as_ref()?.price(course);
        let mut verdict: Option<(bool, Course)> = None;
        let (mut orders, mut gists) = (Vec::new(), Vec::new());
        for course in courses {
            let order = Order::march(unit.id, course.clone());
            let ruling = battle.check(&order).map_err(|error| error.to_string())?;
            let survey = mover.survey(&course);
            let is_plain = plain
                .as_ref()
                .is_some_and(|plain| mover.is_plain(&course, &survey, plain));
            self.allowed += usize::from(ruling.allowed());
            gists.push(Gist::from(&ruling));
            orders.push(order);
            if let Some(price) = price(&course) {
                if !is_plain || price != survey.total {
                    let total = survey.total;
                    return Err(format!(
                        "{}: '{course}' priced {:?} and {}, plain: {is_plain}, surveyed {:?} and {}",
                        unit.id, price.exact, price.inexact, total.exact, total.inexact
                    ));
                }
                self.priced += 1;
            }
            if !is_plain {
                continue;
            }
            let slugs: Vec<&Id> = ruling.findings.iter().map(|found| &found.slug).collect();
            let (allowed, first) =
                verdict.get_or_insert_with(|| (ruling.allowed(), course.clone()));
            if *allowed != ruling.allowed() {
                return Err(format!(
                    "{}: '{first}' allowed: {allowed}; '{course}': {:?} {slugs:?}; {plain:?}",
                    unit.id, ruling.verdict,
                ));
            }
            if !ruling.allowed() {
                self.barred_plain += 1;
                continue;
            }
            self.allowed_plain += 1;
            let (spent, law) = (ruling.spent.to_f64(), survey.total.to_f64());
            if (spent - law).abs() > 1e-9 {
                return Err(format!("'{course}' costs {spent}, by the law {law}"));
            }
        }
        // A batch tells of each what a ruling does.
        let told = battle.snapshot().gists(&orders);
        if told.map_err(|error| error.to_string())? != gists {
            return Err(format!("{}: a batch tells otherwise: {orders:?}", unit.id));
        }
        Ok(())
    }
}

fn each(mut test: impl FnMut(&str, &LoadedRuleset)) {
    let registry = linked().expect("sound rulesets");
    for id in RULESETS {
        test(id, registry.get(id).expect("it is linked"));
    }
}

/// A short move that the subject has made before, when it may.
fn after(mut battle: Battle, warm_up: Option<&str>) -> Battle {
    if let Some(course) = warm_up {
        let order = Order::march(Id::of(SUBJECT), course.parse().expect("a course"));
        // What is refused leaves the board as it was.
        let _ = battle.order(&order, &[]);
    }
    battle
}

fn warm_up() -> impl Strategy<Value = Option<&'static str>> {
    let courses = vec![
        "advance 20 mm",
        "about-face",
        "retire 10 mm",
        "wheel left 10, advance 5 mm",
        "sidestep right 12 mm",
    ];
    prop::option::weighted(0.25, prop::sample::select(courses))
}

#[test]
fn plain_courses_are_allowed_together_on_random_boards() {
    let cases = std::env::var("PROPTEST_CASES").ok();
    let cases = cases.and_then(|text| text.parse().ok()).unwrap_or(CASES);
    each(|id, ruleset| {
        let pool = Pool::of(ruleset);
        let config = ProptestConfig {
            cases,
            failure_persistence: None,
            ..ProptestConfig::default()
        };
        let tally = std::cell::Cell::new(Tally::default());
        let one = |(lot, drawn, warm_up): (Lot, Vec<Vec<Stride>>, Option<&str>)| {
            let Some(battle) = pool.battle(&lot, ruleset) else {
                return Ok(());
            };
            let battle = after(battle, warm_up);
            let mut sum = tally.get();
            let looked = sum.look(&battle, subject(battle.board()), &drawn);
            tally.set(sum);
            looked.map_err(TestCaseError::fail)
        };
        let run = TestRunner::new(config).run(&(lot(), strides(), warm_up()), one);
        let tally = tally.get();
        println!("{id}: {tally:?}");
        if let Err(error) = run {
            panic!("{id}: {error}");
        }
        let share = tally.allowed_plain as f64 / tally.allowed as f64;
        assert!(tally.boards * 4 > cases as usize, "{id}: {tally:?}");
        assert!(
            share > 0.1,
            "{id}: of what is allowed too little is plain: {tally:?}"
        );
        let plain = tally.allowed_plain + tally.barred_plain;
        assert!(
            tally.priced * 2 > plain,
            "{id}: of what is plain too little has a price: {tally:?}"
        );
    });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn plain_courses_are_allowed_together_at_quatre_bras(drawn in strides()) {
        let registry = linked().expect("sound rulesets");
        for id in RULESETS {
            let battle = in_marching_phase(start(registry.get(id).expect("it is linked"), 7));
            let mut tally = Tally::default();
            for index in (0..battle.board().units.len()).step_by(3) {
                if let Err(error) = tally.look(&battle, index, &drawn[..4]) {
                    prop_assert!(false, "{id}: {error}");
                }
            }
            prop_assert!(tally.allowed_plain > 0, "{id}: {tally:?}");
        }
    }
}

#[test]
fn the_march_of_an_ordinary_line_is_plain() {
    each(|id, ruleset| {
        let infantry_line = |unit: &toml::Table| {
            let text =
                |at: Option<&toml::Value>| at.and_then(toml::Value::as_str).map(str::to_owned);
            let arm = unit.get("attributes").and_then(|all| all.get("arm"));
            text(arm).as_deref() == Some("infantry")
                && text(unit.get("formation")).as_deref() == Some("line")
        };
        let battle = Pool::of(ruleset).alone(ruleset, infantry_line);
        let battle = battle.unwrap_or_else(|| panic!("{id} has a line of infantry in its cases"));
        let law = battle.motion(SUBJECT, kinds::MARCH).expect("a law");
        let RSome(plain) = law.plain else {
            panic!("{id}: nothing is plain");
        };
        let some = StepKinds::ADVANCE
            .and(StepKinds::OBLIQUE)
            .and(StepKinds::WHEEL);
        assert!(plain.steps.has(some), "{id}: {plain:?}");
        assert!(plain.about_faces > 0, "{id}: {plain:?}");
    });
}
