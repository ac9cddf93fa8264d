//! The program as people and scripts run it.
#![allow(clippy::unwrap_used, clippy::panic)] // a test that cannot go on has failed

mod support;

use std::fs;

use support::Installed;

const SCENARIO: &str = "scenarios/quatre_bras.toml";
const RULES: &str = "horse-and-musket";

#[test]
fn rulesets_beside_the_program_are_found() {
    let program = Installed::with_all();
    let run = program.run(&["rulesets"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.out.contains(RULES), "{run:?}");
    let run = program.run(&["doctor"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.out.contains("0 problems"), "{run:?}");
}

#[test]
fn the_doctor_names_a_broken_plugin() {
    let program = Installed::new();
    let broken = program
        .folder()
        .join("plugins")
        .join(support::file_name("broken"));
    fs::write(&broken, "this is no library").unwrap();
    let run = program.run(&["doctor"]);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(
        run.out.contains("broken") && run.out.contains("not a library"),
        "{run:?}"
    );
    assert!(
        run.out.contains(RULES),
        "a broken plugin stops no other: {run:?}"
    );
}

#[test]
fn a_plugin_can_be_named() {
    let program = Installed::without_plugins();
    assert_eq!(program.run(&["rulesets"]).out.lines().count(), 1);
    assert_eq!(program.run(&["doctor"]).code, 1, "no ruleset is a problem");
    let plugin = support::plugin("horse_and_musket");
    let run = program.run(&["rulesets", "--plugin", plugin.to_str().unwrap()]);
    assert!(run.out.contains(RULES), "{run:?}");
}

#[test]
fn exit_codes_tell_the_answer() {
    let program = Installed::new();
    let check = |order: &str| program.run(&["check", SCENARIO, "--rules", RULES, "--order", order]);
    for (order, code, words) in [
        ("1/42: advance 1 in", 0, "allowed"),
        ("1/42: advance 40 in", 1, "refused"),
        ("1/42: change-formation to=square", 64, "unknown-formation"),
        ("1/43: advance 1 in", 64, "Did you mean '1/42'?"),
        ("1/42: unheard-of", 1, "order-not-in-this-ruleset"),
        ("1/42: advance NaN in", 64, "not understood"),
        ("1/42: advance -1 in", 64, "negative"),
        ("advance 1 in", 64, "no order"),
    ] {
        let run = check(order);
        assert_eq!(run.code, code, "{order}: {run:?}");
        assert!(
            format!("{}{}", run.out, run.err).contains(words),
            "{order}: {run:?}"
        );
    }
    assert_eq!(
        program.run(&["check", SCENARIO, "--rules", RULES]).code,
        64,
        "no order"
    );
    assert_eq!(
        program
            .run(&["check", "nowhere.toml", "--rules", RULES, "--order", "a: b"])
            .code,
        74
    );
    assert_eq!(
        program.run(&["check", SCENARIO, "--order", "a: b"]).code,
        64,
        "no ruleset"
    );
    assert_eq!(
        program
            .run(&["check", "Cargo.toml", "--rules", RULES, "--order", "a: b"])
            .code,
        64
    );
    assert_eq!(program.run(&["charts", "horse-and-muskett"]).code, 64);
    assert_eq!(program.run(&["no-such-command"]).code, 64);
    assert_eq!(program.run(&["--help"]).code, 0);
}

#[test]
fn json_is_one_document_whatever_happens() {
    let program = Installed::new();
    let check = ["check", SCENARIO, "--rules", RULES, "--order"];
    for args in [
        vec!["rulesets"],
        vec!["doctor"],
        vec!["clauses", RULES],
        vec!["readings", RULES],
        vec!["charts", RULES],
        vec!["charts", "nonsense"],
        vec!["show", SCENARIO, "--rules", RULES],
        [&check[..], &["1/42: advance 1 in"]].concat(),
        [&check[..], &["1/42: advance 1 km"]].concat(),
        vec!["check", "Cargo.toml", "--rules", RULES, "--order", "a: b"],
        vec!["check", "nowhere.toml", "--rules", RULES, "--order", "a: b"],
    ] {
        let run = program.run(&[&args[..], &["--json"]].concat());
        let parsed: Result<serde_json::Value, _> = serde_json::from_str(&run.out);
        assert!(parsed.is_ok(), "{args:?}: {run:?}");
    }
}

#[test]
fn a_battle_is_played_saved_and_taken_up_again() {
    let program = Installed::new();
    let script = program.write(
        "script.toml",
        r#"
        format = 1
        ruleset = "horse-and-musket"
        [[step]]
        order = "march"
        subject = "1/42"
        course = "advance 3 in"
        [[step]]
        order = "march"
        subject = "1/42"
        course = "advance 3 in"
        expect = "refused"
        findings = ["over-allowance"]
        "#,
    );
    let save = program.folder().join("day.grog");
    let save = save.to_str().unwrap();
    let run = program.run(&["play", SCENARIO, &script, "--save", save]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(
        run.out.contains("2 steps, all as the script expects"),
        "{run:?}"
    );
    let run = program.run(&["check", save, "--order", "1/42: advance 1 in"]);
    assert_eq!(run.code, 1, "its move is spent: {run:?}");
    assert_eq!(
        program
            .run(&[
                "check",
                save,
                "--seed",
                "1",
                "--order",
                "1/42: advance 1 in"
            ])
            .code,
        64
    );
    assert_eq!(program.run(&["show", save, "--rules", "other"]).code, 64);

    let wrong = program.write(
        "wrong.toml",
        "format = 1\nruleset = \"horse-and-musket\"\n[[step]]\norder = \"march\"\nsubject = \"1/42\"\n\
         course = \"advance 30 in\"\n",
    );
    let run = program.run(&["play", SCENARIO, &wrong]);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.out.contains("expected allowed"), "{run:?}");
}

#[test]
fn the_map_is_svg() {
    let program = Installed::new();
    let map = program.folder().join("map.svg");
    let order = "1/42: advance 2 in";
    let path = map.to_str().unwrap();
    let run = program.run(&[
        "show",
        SCENARIO,
        "--rules",
        RULES,
        "--order",
        order,
        "--highlight",
        "1/42",
        "--svg",
        path,
    ]);
    assert_eq!(run.code, 0, "{run:?}");
    let svg = fs::read_to_string(&map).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("data-unit=\"1/42\""));
    let run = program.run(&["show", SCENARIO, "--rules", RULES, "--highlight", "1/43"]);
    assert_eq!(run.code, 64, "{run:?}");
    assert!(run.err.contains("did you mean '1/42'"), "{run:?}");
}

#[test]
fn numbers_and_readings_can_be_changed() {
    let program = Installed::new();
    let check = |more: &[&str]| {
        let args = [
            "check",
            SCENARIO,
            "--rules",
            RULES,
            "--order",
            "1/42: advance 4 in",
        ];
        program.run(&[&args[..], more].concat())
    };
    assert_eq!(check(&[]).code, 1);
    assert_eq!(check(&["--cell", "rates.infantry.line.clear=4"]).code, 0);
    assert_eq!(check(&["--printed-only"]).code, 2, "the rate was assumed");
    assert_eq!(check(&["--cell", "rates.infantry.line.cleer=4"]).code, 64);
    assert_eq!(check(&["--reading", "nonsense=1"]).code, 64);
    assert_eq!(check(&["--reading", "nonsense"]).code, 64);
    assert_eq!(check(&["--scale", "nonsense"]).code, 64);
    assert_eq!(check(&["--phase", "nonsense"]).code, 64);
}

#[test]
fn clauses_are_counted_over_the_cases() {
    let program = Installed::new();
    let run = program.run(&["clauses", RULES]);
    assert_eq!(run.code, 0, "{run:?}");
    let run = program.run(&["clauses", RULES, "--coverage", "tests/cases"]);
    assert!(
        run.code <= 1 && run.out.contains("clauses have a case"),
        "{run:?}"
    );
    assert_eq!(
        program
            .run(&["clauses", RULES, "--coverage", "nowhere"])
            .code,
        74
    );
}

#[test]
fn no_order_makes_it_panic() {
    let program = Installed::new();
    let long = "advance 1 in, ".repeat(2000);
    let deep = "[".repeat(5000);
    let mut orders: Vec<String> = [
        "",
        ":",
        ": ",
        "=: =",
        "1/42: =",
        "1/42: to",
        "1/42: to 1e308 -1e308",
        "1/42: wheel left 1e308",
        "1/42: advance 1e300 in",
        "1/42: advance 999999999999999999999 in",
        "1/42: pivot 1/0 4",
        "1/42: change-formation",
        "1/42: change-formation to=\"",
        "1/42: ✗=✗",
        "\u{0}: \u{0}",
        "{\"kind\":\"march\",\"subject\":\"1/42\",\"args\":{\"course\":[{\"to\":[1]}]}}",
        "{\"kind\":\"\",\"subject\":\"\",\"args\":{\"\":[[[]]]}}",
    ]
    .map(str::to_owned)
    .to_vec();
    orders.push(format!("1/42: {long}"));
    orders.push(format!("{{\"kind\":{deep}"));
    for order in orders {
        // A NUL cannot stand in an argument of a program.
        let order = order.replace('\0', "\u{1}");
        let run = program.run(&["check", SCENARIO, "--rules", RULES, "--order", &order]);
        let short: String = order.chars().take(60).collect();
        assert!(matches!(run.code, 0 | 1 | 2 | 64), "{short}: {run:?}");
        assert!(!run.err.contains("panicked"), "{short}: {run:?}");
    }
}
