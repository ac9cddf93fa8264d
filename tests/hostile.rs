//! Files that mean harm, or only slipped: every one is an error that names the thing, or a battle; never a
//! panic, and never half of anything.
#![allow(clippy::expect_used, clippy::panic)] // a suite fails by panicking

mod playthrough;

use std::collections::BTreeMap;

use grognard_engine::scenario::Scenario;
use grognard_engine::script::Script;
use grognard_engine::{Battle, EngineError, Setup};
use grognard_host::Registry;
use grognard_tests::linked;
use playthrough::{RULESETS, play, quatre_bras};
use proptest::prelude::*;

fn registry() -> Registry {
    linked().expect("sound rulesets")
}

/// The error of starting the scenario with one thing changed, under a ruleset.
#[track_caller]
fn start_error(id: &str, old: &str, new: &str) -> String {
    let text = quatre_bras().text().to_owned();
    assert!(text.contains(old), "'{old}' is not in the scenario");
    let text = text.replacen(old, new, 1);
    let registry = registry();
    let ruleset = registry.get(id).expect("it is linked");
    let started = Scenario::read(&text, "changed.toml")
        .map_err(EngineError::from)
        .and_then(|scenario| Battle::start(&scenario, ruleset, &Setup::default()));
    match started {
        Ok(_) => panic!("{id}: the battle starts all the same"),
        Err(error) => error.to_string(),
    }
}

#[track_caller]
fn names(error: &str, parts: &[&str]) {
    for part in parts {
        assert!(error.contains(part), "'{part}' is not in: {error}");
    }
}

#[test]
fn units_that_overlap_or_stand_off_the_table_are_named() {
    for id in RULESETS {
        let error = start_error(id, "at = [856, -428]", "at = [700, -350]");
        names(&error, &["1/28", "1/32", "overlaps"]);
        let error = start_error(id, "at = [856, -428]", "at = [1590, -428]");
        names(&error, &["1/32", "table"]);
    }
}

#[test]
fn what_a_ruleset_does_not_know_is_named_with_the_nearest_it_knows() {
    for id in RULESETS {
        let error = start_error(
            id,
            &format!("{id} = {{ arm = \"infantry\""),
            &format!("{id} = {{ arm = \"infntry\""),
        );
        names(&error, &["changed.toml:", "infantry"]);
        let error = start_error(
            id,
            &format!("[rules.{id}]"),
            &format!("[rules.{id}]\nreadings = {{ nonsense = \"x\" }}"),
        );
        names(&error, &["nonsense", "reading"]);
        let error = start_error(
            id,
            &format!("[rules.{id}]"),
            &format!("[rules.{id}]\ncharts = {{ nonsense = 1 }}"),
        );
        names(&error, &["nonsense", "cell"]);
    }
    let error = start_error(
        "general-de-brigade",
        "scale = \"15mm\"",
        "scale = \"nonsense\"",
    );
    names(&error, &["nonsense", "scale", "15mm"]);
}

/// The error of opening a save, and the line it names.
#[track_caller]
fn open_error(text: &str) -> (usize, String) {
    let registry = registry();
    let opened = Battle::open(text, |id| {
        registry.get(id).cloned().map_err(|error| error.to_string())
    });
    match opened {
        Ok(_) => panic!("the save opens all the same"),
        Err(EngineError::Save { line, message }) => (line, message),
        Err(error) => (0, error.to_string()),
    }
}

fn save(id: &str) -> String {
    let registry = registry();
    play(id, registry.get(id).expect("it is linked"))
        .save()
        .expect("a save")
}

#[test]
fn a_torn_last_line_is_left_out_and_nothing_else_is_forgiven() {
    let text = save("horse-and-musket");
    let lines: Vec<&str> = text.lines().collect();
    let torn = &text[..text.len() - 20];
    let registry = registry();
    let opened = Battle::open(torn, |id| {
        registry.get(id).cloned().map_err(|error| error.to_string())
    });
    let opened = opened.expect("a torn save is recovered");
    assert!(opened.torn);
    assert_eq!(opened.battle.events().len(), lines.len() - 2);

    let (line, message) = open_error(&text.replacen("\"number\":2,", "\"number\":3,", 1));
    assert_eq!(line, 3, "{message}");
    names(&message, &["number"]);
    // The first is the unit of the scenario, the others are the orders given to it.
    let (line, message) = open_error(&text.replacen("\\\"verden\\\"", "\\\"vurden\\\"", 1));
    assert_eq!(line, 2, "{message}");
    names(&message, &["unknown-unit"]);
    let without_third: String = lines
        .iter()
        .enumerate()
        .filter(|(n, _)| *n != 2)
        .map(|(_, l)| format!("{l}\n"))
        .collect();
    assert_eq!(open_error(&without_third).0, 3);
    let (line, message) = open_error("");
    assert_eq!(line, 1);
    names(&message, &["empty"]);
    let (line, _) = open_error("{\"grognard\": 99}\n");
    assert_eq!(line, 1);
    let (line, message) = open_error(&text.replacen(
        "\"id\":\"horse-and-musket\"",
        "\"id\":\"horse-and-muskett\"",
        1,
    ));
    assert_eq!(line, 1);
    names(&message, &["horse-and-musket"]);
}

#[test]
fn a_save_of_another_version_or_other_charts_is_refused() {
    let text = save("horse-and-musket");
    let (line, message) = open_error(&text.replacen("\"version\":\"", "\"version\":\"9", 1));
    assert_eq!(line, 1);
    names(&message, &["horse-and-musket", "version"]);
    let at = text.find("\"digest\":\"").expect("a digest") + "\"digest\":\"".len();
    let mut other = text.clone();
    other.replace_range(at..at + 8, "00000000");
    let (line, message) = open_error(&other);
    assert_eq!(line, 1);
    names(&message, &["changed"]);
}

#[test]
fn scripts_that_are_none_say_why() {
    let error = |text: &str| Script::read(text).expect_err("it is no script").to_string();
    names(&error("format = 2\nruleset = \"x\""), &["format = 1"]);
    names(&error("ruleset = 3"), &["script"]);
    names(&error(&"#".repeat(5 << 20)), &["longer"]);
    let registry = registry();
    let ruleset = registry.get("horse-and-musket").expect("it is linked");
    let mut battle = playthrough::start(ruleset, 1);
    for (step, part) in [
        (
            "order = \"march\"\nsubject = \"1/95\"\ncourse = \"advence 3 in\"",
            "advence",
        ),
        (
            "order = \"march\"\nsubject = \"1/95\"\ncorse = \"advance 3 in\"",
            "did you mean 'course'",
        ),
        (
            "order = \"march\"\ncourse = \"advance 3 in\"",
            "subject is missing",
        ),
        ("order = \"march\"\nend = \"phase\"", "exactly one"),
        ("end = \"moovement\"", "movement"),
        ("undo = true", "nothing to undo"),
    ] {
        let text = format!("format = 1\nruleset = \"horse-and-musket\"\n[[step]]\n{step}");
        let script = Script::read(&text).expect("it is a script in form");
        let error = script
            .play(&mut battle, |_, _| {})
            .expect_err("it cannot be played")
            .to_string();
        names(&error, &["step 1", part]);
    }
}

/// What is done to a text.
#[derive(Clone, Debug)]
enum Harm {
    Cut(usize, usize),
    Put(usize, String),
    Twice(usize, usize),
    End(usize),
}

fn harm() -> impl Strategy<Value = Harm> {
    let words = prop::sample::select(vec![
        "nan",
        "-1",
        "1e308",
        "\"",
        "[",
        "]",
        "{",
        "}",
        "=",
        "\n[[unit]]\n",
        "\u{0}",
        "é",
        "99999999999999999999",
        "0",
        "id = \"1/95\"\n",
        ".",
        "inf",
        "''''",
        "# ",
        "true",
    ]);
    prop_oneof![
        (any::<usize>(), 1..40usize).prop_map(|(at, length)| Harm::Cut(at, length)),
        (any::<usize>(), words).prop_map(|(at, word)| Harm::Put(at, word.to_owned())),
        (any::<usize>(), 1..400usize).prop_map(|(at, length)| Harm::Twice(at, length)),
        any::<usize>().prop_map(Harm::End),
    ]
}

fn harmed(text: &str, harms: &[Harm]) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for harm in harms {
        let count = chars.len().max(1);
        match harm {
            Harm::Cut(at, length) => {
                let from = at % count;
                chars.drain(from.min(chars.len())..(from + length).min(chars.len()));
            }
            Harm::Put(at, word) => {
                let at = (at % count).min(chars.len());
                chars.splice(at..at, word.chars());
            }
            Harm::Twice(at, length) => {
                let from = (at % count).min(chars.len());
                let piece: Vec<char> = chars[from..(from + length).min(chars.len())].to_vec();
                chars.splice(from..from, piece);
            }
            Harm::End(at) => chars.truncate(at % count),
        }
    }
    chars.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_harmed_scenario_is_an_error_or_a_battle(harms in prop::collection::vec(harm(), 1..4)) {
        let text = harmed(quatre_bras().text(), &harms);
        match Scenario::read_with(&text, "harmed.toml", &BTreeMap::new()) {
            Err(errors) => {
                prop_assert!(!errors.errors().is_empty());
                prop_assert!(errors.to_string().contains("harmed.toml:"));
                for error in errors.errors() {
                    prop_assert!(error.span.offset() + error.span.len() <= text.len());
                }
            }
            Ok(scenario) => {
                let registry = registry();
                for id in RULESETS {
                    let ruleset = registry.get(id).expect("it is linked");
                    if let Err(error) = Battle::start(&scenario, ruleset, &Setup::default()) {
                        prop_assert!(!error.to_string().is_empty());
                    }
                    prop_assert!(!ruleset.failed(), "{id} panicked");
                }
            }
        }
    }

    #[test]
    fn a_harmed_save_is_an_error_or_the_battle_it_tells(harms in prop::collection::vec(harm(), 1..3)) {
        let text = harmed(&save("horse-and-musket"), &harms);
        let registry = registry();
        let find = |id: &str| registry.get(id).cloned().map_err(|error| error.to_string());
        match Battle::open(&text, find) {
            Err(error) => prop_assert!(!error.to_string().is_empty()),
            Ok(opened) => {
                let told = opened.battle.save().expect("a save");
                prop_assert!(opened.torn || told.lines().count() == text.lines().count());
            }
        }
        prop_assert!(registry.get("horse-and-musket").is_ok_and(|ruleset| !ruleset.failed()));
    }
}
