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
    let run = check(&["--cell", "rates.infantry.line.cleer=4"]);
    assert_eq!(run.code, 64);
    assert!(
        run.err.contains("--cell rates.infantry.line.cleer=4"),
        "{run:?}"
    );
    let chart = program.write("house.toml", "id = 'rates'\n[cells");
    let run = check(&["--chart", &chart]);
    assert!(run.code == 64 && run.err.contains("house.toml"), "{run:?}");
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

#[test]
fn folders_are_made_for_what_is_written() {
    let program = Installed::new();
    let script = program.write(
        "script.toml",
        "format = 1\nruleset = \"horse-and-musket\"\n[[step]]\nend = \"phase\"\n",
    );
    let path = |name: &str| program.folder().join(name).display().to_string();
    let (map, save) = (path("out/deep/map.svg"), path("out/other/day.grog"));
    let run = program.run(&["show", SCENARIO, "--rules", RULES, "--svg", &map]);
    assert_eq!(run.code, 0, "{run:?}");
    let run = program.run(&["play", SCENARIO, &script, "--save", &save]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(fs::metadata(&map).is_ok() && fs::metadata(&save).is_ok());
    assert!(run.out.contains("1 step, all"), "{run:?}");
    // What cannot be written is told before anything is played.
    let folder = program.folder().display().to_string();
    let run = program.run(&["play", SCENARIO, &script, "--save", &folder]);
    assert!(run.code == 74 && run.out.is_empty(), "{run:?}");
}

#[test]
fn a_torn_save_says_so() {
    let program = Installed::new();
    let script = program.write(
        "script.toml",
        "format = 1\nruleset = \"horse-and-musket\"\n[[step]]\nend = \"phase\"\n[[step]]\nend = \"phase\"\n",
    );
    let save = program.folder().join("day.grog").display().to_string();
    assert_eq!(
        program
            .run(&["play", SCENARIO, &script, "--save", &save])
            .code,
        0
    );
    let whole = fs::read_to_string(&save).unwrap();
    let torn = program.write("torn.grog", &whole[..whole.len() - 4]);
    let ask = |save: &str, more: &[&str]| {
        let args = ["check", save, "--order", "1/42: advance 1 in"];
        program.run(&[&args[..], more].concat())
    };
    assert!(ask(&save, &[]).err.is_empty());
    let run = ask(&torn, &[]);
    assert!(
        run.err.contains("torn.grog") && run.err.contains("torn, and left out"),
        "{run:?}"
    );
    let run = ask(&torn, &["--json"]);
    assert!(run.out.contains("\"torn\": true"), "{run:?}");
    let broken = program.write("broken.grog", &whole.replacen("\n{", "\n}", 1));
    let run = ask(&broken, &[]);
    assert!(run.code == 64 && run.err.contains("broken.grog"), "{run:?}");
}

#[test]
fn a_plugin_that_is_named_has_to_load() {
    let program = Installed::new();
    let broken = program.write("broken.so", "this is no library");
    let check = [
        "check",
        SCENARIO,
        "--rules",
        RULES,
        "--order",
        "1/42: advance 1 in",
    ];
    for (plugin, code, words) in [
        (broken.as_str(), 74, "is not a library"),
        ("nowhere.so", 74, "there is no plugin at nowhere.so"),
    ] {
        let run = program.run(&[&check[..], &["--plugin", plugin]].concat());
        let said: Vec<&str> = run.err.split_whitespace().collect();
        assert_eq!(run.code, code, "{run:?}");
        assert!(said.join(" ").replace("│ ", "").contains(words), "{run:?}");
        let run = program.run(&["doctor", "--plugin", plugin]);
        assert!(run.code == 1 && run.out.contains("1 problem\n"), "{run:?}");
    }
    // The only copy is broken.
    let program = Installed::without_plugins();
    let folder = program.folder().join("plugins");
    fs::create_dir(&folder).unwrap();
    fs::write(
        folder.join(support::file_name("horse_and_musket")),
        "no library",
    )
    .unwrap();
    let run = program.run(&check);
    assert_eq!(run.code, 64, "{run:?}");
    let said: Vec<&str> = run.err.split_whitespace().collect();
    assert!(said.join(" ").contains("is not a library"), "{run:?}");
    assert_eq!(program.run(&["rulesets"]).code, 1);
}

#[test]
fn json_also_tells_of_a_wrong_command_line() {
    let program = Installed::new();
    for args in [
        &["frob"][..],
        &["check"],
        &["check", SCENARIO, "--seed", "x"],
    ] {
        let run = program.run(&[args, &["--json"]].concat());
        let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!(run.code, 64, "{run:?}");
        assert!(
            json["error"]
                .as_str()
                .is_some_and(|error| !error.is_empty()),
            "{run:?}"
        );
    }
}

#[test]
fn json_tells_where_a_scenario_is_wrong() {
    let program = Installed::new();
    let text = fs::read_to_string(support::root().join(SCENARIO)).unwrap();
    let wrong = program.write("wrong.toml", &format!("{text}\n[[unit]]\nid = 3\n"));
    let run = program.run(&[
        "check", &wrong, "--rules", RULES, "--order", "a: b", "--json",
    ]);
    let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let first = &json["details"][0];
    assert_eq!(run.code, 64, "{run:?}");
    assert_eq!(first["file"], wrong.as_str());
    assert!(
        first["line"].as_u64().is_some_and(|line| line > 10),
        "{run:?}"
    );
    assert!(
        first["column"].is_u64() && first["field"].is_string(),
        "{run:?}"
    );
}

#[test]
fn what_cannot_be_read_ends_with_74() {
    let program = Installed::new();
    let folder = program.folder().display().to_string();
    let bytes = program.folder().join("bytes.toml");
    fs::write(&bytes, b"name = \"\xff\"").unwrap();
    let text = fs::read_to_string(support::root().join(SCENARIO)).unwrap();
    let charts = text.replacen(
        "[rules.horse-and-musket]",
        "[rules.horse-and-musket]\ncharts = \"gone.toml\"",
        1,
    );
    let charts = program.write("charts.toml", &charts);
    for battle in [folder.as_str(), bytes.to_str().unwrap(), &charts, "nowhere"] {
        let run = program.run(&["check", battle, "--rules", RULES, "--order", "a: b"]);
        assert_eq!(run.code, 74, "{battle}: {run:?}");
        assert_eq!(run.err.matches("No such file").count().max(1), 1, "{run:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_is_no_scenario() {
    let program = Installed::new();
    let pipe = program.folder().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.is_ok_and(|status| status.success()));
    let pipe = pipe.to_str().unwrap();
    let run = program.run(&["check", pipe, "--rules", RULES, "--order", "a: b"]);
    assert_eq!(run.code, 74, "{run:?}");
}

#[test]
fn a_map_of_a_refused_order_says_so() {
    let program = Installed::new();
    let show = |order: &str, more: &[&str]| {
        let args = ["show", SCENARIO, "--rules", RULES, "--order", order];
        program.run(&[&args[..], more].concat())
    };
    let run = show("1/42: advance 40 in", &[]);
    assert!(run.code == 1 && run.out.starts_with("<svg"), "{run:?}");
    assert!(run.err.contains("over-allowance"), "{}", run.err);
    assert_eq!(show("1/43: advance 1 in", &[]).code, 64);
    let run = show("1/42: advance 40 in", &["--json"]);
    let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(json["orders"][0]["ruling"]["verdict"], "refused");
    assert_eq!(show("1/42: advance 1 in", &[]).code, 0);
}

#[test]
fn an_order_is_asked_where_it_is_carried_out() {
    let program = Installed::with_all();
    let check = ["check", SCENARIO, "--rules", "belle-alliance", "--order"];
    let run = program.run(&[&check[..], &["1/42: advance 5 cm"]].concat());
    assert!(
        run.out.starts_with("asked for turn 1, movement/march\n"),
        "{run:?}"
    );
    assert!(run.out.contains("a move spent"), "{run:?}");
}

#[test]
fn lists_of_orders_and_keys_that_come_twice() {
    let program = Installed::new();
    let check = |order: &str| {
        program.run(&[
            "check", SCENARIO, "--rules", RULES, "--json", "--order", order,
        ])
    };
    let order = |inches: u32| {
        format!(
            r#"{{"kind": "march", "subject": "1/42", "args": {{"course": "advance {inches} in"}}}}"#
        )
    };
    let run = check(&format!("[{}, {}]", order(1), order(40)));
    let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(
        (run.code, json.as_array().map(Vec::len)),
        (1, Some(2)),
        "{run:?}"
    );
    assert_eq!(check("[]").code, 64);
    let run = check(r#"{"kind": "march", "kind": "march", "subject": "1/42"}"#);
    assert!(
        run.code == 64 && run.out.contains("'kind' comes twice"),
        "{run:?}"
    );
    let run = check("1/42: advance 1,5 in");
    assert!(
        run.code == 64 && run.out.contains("have a point: 1.5"),
        "{run:?}"
    );
}

#[test]
fn a_language_has_to_be_there() {
    let program = Installed::with_all();
    for (rules, lang, code) in [
        (RULES, "xx", 64),
        (RULES, "en", 0),
        ("general-de-brigade", "ru", 0),
    ] {
        let run = program.run(&["clauses", rules, "--lang", lang]);
        assert_eq!(run.code, code, "{rules} {lang}: {run:?}");
        assert!(code == 0 || run.err.contains("there are en"), "{run:?}");
    }
}

#[test]
fn nothing_shown_has_an_unfilled_place() {
    let program = Installed::with_all();
    for rules in [RULES, "general-de-brigade", "belle-alliance"] {
        let script = format!("scenarios/quatre_bras/{rules}.toml");
        let mut shown = vec![program.run(&["play", SCENARIO, &script])];
        for order in [
            "1/42: advance 40 in",
            "1/42: change-formation to=nonsense",
            "1/43: advance 1 in",
            "1/42: unheard-of",
            "1/42: change-formation",
            "1/42: march other=3",
            "1/42: advance -1 in",
        ] {
            let more = ["check", SCENARIO, "--rules", rules, "--order", order];
            shown.push(program.run(&more));
            let run = program.run(&[&more[..], &["--json"]].concat());
            let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
            for finding in json[0]["ruling"]["findings"]
                .as_array()
                .into_iter()
                .flatten()
            {
                for text in ["sentence", "remedy"] {
                    let text = finding[text].as_str().unwrap();
                    assert!(!text.contains('{') && !text.contains(".."), "{text}");
                }
            }
        }
        for run in shown {
            assert!(!run.out.contains('{') && !run.out.contains(".."), "{run:?}");
        }
    }
}

#[test]
fn rulings_at_the_end_of_a_phase_have_sentences() {
    let program = Installed::with_all();
    let rules = ["horse-and-musket", "general-de-brigade", "belle-alliance"];
    let mut found = 0;
    for rules in rules {
        let script = format!("scenarios/quatre_bras/{rules}.toml");
        let run = program.run(&["play", SCENARIO, &script, "--json"]);
        let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        for step in json["steps"].as_array().unwrap() {
            for ruling in step["rulings"].as_array().unwrap() {
                for finding in ruling["ruling"]["findings"].as_array().unwrap() {
                    assert!(finding["sentence"].is_string() && finding["remedy"].is_string());
                    found += usize::from(ruling.get("order").is_none());
                }
            }
        }
    }
    assert!(found > 0, "no phase that ends finds anything");
}

#[test]
fn a_plugin_that_panics_ends_with_70() {
    let program = Installed::without_plugins();
    let plugin = support::plugin("misbehaving_plugin");
    let scenario = |id: &str| {
        format!(
            "format = 1\nname = \"x\"\n[table]\nunit = \"in\"\nmin = [0, 0]\nmax = [9, 9]\n\
             [[side]]\nid = \"red\"\n[[unit]]\nid = \"{id}\"\nside = \"red\"\nat = [1, 1]\nfacing = 0\n\
             [unit.misbehaving]\n"
        )
    };
    let meek = program.write("meek.toml", &scenario("meek"));
    let panic = program.write("panic.toml", &scenario("panic"));
    for (battle, reading, code) in [
        (&panic, "open=behave", 70),
        (&meek, "open=panic", 70),
        (&meek, "open=fault", 64),
    ] {
        let run = program.run(&[
            "check",
            battle,
            "--rules",
            "misbehaving",
            "--plugin",
            plugin.to_str().unwrap(),
            "--reading",
            reading,
            "--order",
            "meek: advance 1 in",
        ]);
        assert_eq!(run.code, code, "{reading}: {run:?}");
        assert!(run.err.contains("told to"), "{run:?}");
    }
}

/// Distances are the umpire's; what is told is what `within` finds again.
#[test]
fn a_measurement_is_told_to_the_umpire_alone() {
    let program = Installed::new();
    let measure = |more: &[&str]| {
        let mut args = vec!["measure", SCENARIO, "--rules", RULES, "--unit", "1/42"];
        args.extend(more);
        program.run(&args)
    };
    let run = measure(&["--to", "1/108"]);
    assert!(
        run.code == 0 && run.out.starts_with("1/42 to 1/108: "),
        "{run:?}"
    );
    let run = measure(&["--to", "1/108", "--units", "any", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert!(json["gap"].as_f64().unwrap() > 0.0, "{run:?}");
    let within = format!("{} mm", json["gap"].as_f64().unwrap() + 0.001);
    let run = measure(&["--within", &within, "--json"]);
    let near: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let found = near["near"].as_array().unwrap();
    assert!(found.iter().any(|one| one["unit"] == "1/108"), "{run:?}");
    assert!(
        measure(&["--within", "0 mm"])
            .out
            .contains("no unit is within")
    );
    for wrong in [
        &["--to", "1/108", "--side", "allied"][..],
        &["--to", "1/42"],
        &["--to", "1/109"],
        &["--within", "-1 mm"],
        &["--within", "3,5 cm"],
        &["--to", "1/108", "--eye", "tall"],
        &["--to", "1/108", "--within", "1 cm"],
        &[],
    ] {
        let run = measure(wrong);
        assert!(run.code == 64, "{wrong:?} {run:?}");
    }
}

#[test]
fn a_plan_is_told_and_its_orders_are_allowed() {
    let program = Installed::new();
    let plan = |more: &[&str]| {
        let mut args = vec!["plan", SCENARIO, "--rules", RULES, "--unit", "1/108"];
        args.extend(more);
        program.run(&args)
    };
    let there = ["--to", "640,-740", "--facing", "45", "--formation", "line"];
    let run = plan(&there);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.out.contains("1/108 comes at (640, -740) mm"), "{run:?}");
    let run = plan(&[&there[..], &["--json"]].concat());
    let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(json["found"], true);
    let first = &json["turns"][0]["orders"][0];
    // As the program prints an order, it reads one.
    let order = serde_json::json!({
        "kind": first["kind"], "subject": first["subject"], "args": first["args"],
    });
    let order = order.to_string();
    let run = program.run(&["check", SCENARIO, "--rules", RULES, "--order", &order]);
    assert_eq!(run.code, 0, "{run:?}");
    // No plan is an answer too, and so is what makes no sense.
    let run = plan(&["--to=640,-1", "--turns", "1"]);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.out.contains("There is no plan"), "{run:?}");
    for wrong in ["nan,0", "640", "1e9,0", "-1,x"] {
        assert_eq!(plan(&["--to", wrong]).code, 64, "{wrong}");
    }
    for wrong in [
        ["--turns", "0"],
        ["--turns", "999"],
        ["--within", "0 cm"],
        ["--within", "1,5 cm"],
        ["--facing", "nan"],
        ["--formation", "lin"],
        ["--side", "nobody"],
    ] {
        let run = plan(&[&["--to", "640,-740"][..], &wrong[..]].concat());
        assert_eq!(run.code, 64, "{wrong:?} {run:?}");
    }
}
