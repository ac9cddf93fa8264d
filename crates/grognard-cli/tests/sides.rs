//! Written orders: what the program tells of them, and what it keeps from a side.

mod support;

use support::Installed;

/// Both sides write an order, and the clock goes on to where they are carried out.
const BOTH_WRITE: &str = r#"
    format = 1
    ruleset = "belle-alliance"
    [[step]]
    note = "the red plan"
    order = "change-formation"
    subject = "r2"
    args = { to = "line", frontage = 13 }
    [[step]]
    note = "the blue plan"
    order = "change-formation"
    subject = "b1"
    args = { to = "line", frontage = 25 }
    [[step]]
    note = "the blue question"
    check = "gait"
    subject = "b1"
    args = { gait = "fast" }
"#;

const TWO_BRIGADES: &str = "scenarios/two_brigades.toml";

#[test]
fn a_side_is_not_told_what_the_other_has_written() {
    let program = Installed::with_all();
    let script = program.write("script.toml", BOTH_WRITE);
    let save = program.folder().join("day.grog");
    let save = save.to_str().unwrap();
    let run = program.run(&["play", TWO_BRIGADES, &script, "--save", save]);
    assert!(
        run.code == 0 && run.out.contains("the blue plan"),
        "{run:?}"
    );

    let play = |json: &[&str]| {
        let args = [&["play", TWO_BRIGADES, &script, "--side", "red"], json].concat();
        let run = program.run(&args);
        assert_eq!(run.code, 0, "{run:?}");
        assert!(
            !run.out.contains("b1") && !run.out.contains("blue plan"),
            "{run:?}"
        );
        assert!(!run.out.contains("blue question"), "{run:?}");
        assert!(run.out.contains("the red plan"), "{run:?}");
        run.out
    };
    let text = play(&[]);
    assert!(
        text.contains("2. sealed\n") && text.contains("3. sealed\n"),
        "{text}"
    );
    assert!(text.contains("1 written order sealed by blue"), "{text}");
    let json: serde_json::Value = serde_json::from_str(&play(&["--json"])).unwrap();
    assert_eq!(json["sealed"]["blue"], 1);
    assert_eq!(json["steps"][1]["what"], "sealed");

    let board = |side: &[&str]| {
        let args = [&["show", save, "--json"], side].concat();
        let json: serde_json::Value = serde_json::from_str(&program.run(&args).out).unwrap();
        let written = json["board"]["written"].as_array().unwrap().len();
        (written, json["sealed"]["red"].as_u64())
    };
    assert_eq!(board(&[]), (2, None));
    assert_eq!(board(&["--side", "blue"]), (1, Some(1)));
}

#[test]
fn what_was_written_is_told_once_it_is_carried_out() {
    let program = Installed::with_all();
    let end = "[[step]]\nend = \"movement/change-formation\"\n";
    let script = program.write("script.toml", &format!("{BOTH_WRITE}\n{end}"));
    let run = program.run(&["play", TWO_BRIGADES, &script, "--side", "red"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.out.contains("r2") && run.out.contains("b1"), "{run:?}");
    assert!(!run.out.contains("sealed by"), "{run:?}");
}

#[test]
fn a_question_of_one_side_is_not_answered_from_the_others_orders() {
    let program = Installed::with_all();
    let script = BOTH_WRITE.replace(
        "[[step]]\n    note = \"the red",
        "[[step]]\n    mark = \"umpire-measures\"\n    [[step]]\n    note = \"the red",
    );
    let script = program.write("script.toml", &script);
    let save = program.folder().join("day.grog");
    let save = save.to_str().unwrap();
    let run = program.run(&["play", TWO_BRIGADES, &script, "--save", save]);
    assert_eq!(run.code, 0, "{run:?}");
    let rival = r#"b2: change-formation to=line frontage=25"#;
    let ask = |side: &[&str]| program.run(&[&["check", save, "--order", rival], side].concat());
    assert!(ask(&[]).out.contains("roll-needed"));
    // The umpire measures, the sides do not.
    let blue = ask(&["--side", "blue"]);
    assert!(blue.out.contains("measured-early") && !blue.out.contains("roll-needed"));
    let red = ask(&["--side", "red"]);
    assert!(
        red.code == 1 && red.out.contains("measured-early") && !red.out.contains("roll-needed"),
        "{red:?}"
    );
    // Phases that pass carry out what is sealed, so a side cannot let them.
    let phase = ["--phase", "movement/march"];
    let run = program.run(&[&["show", save, "--side", "red"][..], &phase].concat());
    assert!(run.code == 64 && run.err.contains("sealed"), "{run:?}");
    let run = program.run(&[&["show", save, "--json"][..], &phase].concat());
    assert_eq!(run.code, 0, "{run:?}");
    // Nor by a script.
    let pass = program.write(
        "pass.toml",
        "format = 1\nruleset = 'belle-alliance'\n[[step]]\nend = 'movement/march'\n",
    );
    for args in [
        &["play", save, &pass][..],
        &["show", save, "--after", &pass],
    ] {
        let run = program.run(&[args, &["--side", "red"]].concat());
        assert!(run.code == 64 && run.err.contains("sealed"), "{run:?}");
        assert_eq!(program.run(args).code, 0);
    }
}

#[test]
fn a_side_has_to_be_there_and_gets_no_save() {
    let program = Installed::with_all();
    let script = program.write("script.toml", BOTH_WRITE);
    let run = program.run(&["play", TWO_BRIGADES, &script, "--side", "rad"]);
    assert!(
        run.code == 64 && run.err.contains("there are red, blue"),
        "{run:?}"
    );
    let run = program.run(&[
        "play",
        TWO_BRIGADES,
        &script,
        "--side",
        "red",
        "--save",
        "x",
    ]);
    assert!(run.code == 64 && run.err.contains("--save"), "{run:?}");
}

/// A script in which the umpire measures while both sides write, and expects what only he is told.
const UMPIRE_ASKS: &str = r#"
    format = 1
    ruleset = "belle-alliance"
    [[step]]
    note = "the umpire's ruler"
    mark = "umpire-measures"
    [[step]]
    order = "change-formation"
    subject = "b1"
    args = { to = "line", frontage = 25 }
    [[step]]
    note = "the blue question"
    check = "change-formation"
    subject = "b2"
    args = { to = "line", frontage = 25 }
    expect = "refused"
    [[step]]
    note = "too far"
    check = "march"
    subject = "r2"
    course = "advance 25 cm"
    expect = "refused"
    findings = ["rate-exceeded"]
    [[step]]
    note = "red asks himself"
    check = "march"
    side = "red"
    subject = "r2"
    course = "advance 25 cm"
    expect = "refused"
    findings = ["measured-early"]
"#;

#[test]
fn questions_of_a_side_are_answered_from_what_it_sees() {
    let program = Installed::with_all();
    let script = program.write("script.toml", UMPIRE_ASKS);
    let play = |side: &[&str]| program.run(&[&["play", TWO_BRIGADES, &script], side].concat());
    let umpire = play(&[]);
    assert!(
        umpire.code == 1 && umpire.out.contains("5 steps, 1 not"),
        "{umpire:?}"
    );
    assert!(umpire.out.contains("rate-exceeded"), "{umpire:?}");
    // Red is not told how far 25 cm is too far, that blue was asked about, nor that something went amiss there.
    let red = play(&["--side", "red"]);
    assert_eq!(red.code, 0, "{red:?}");
    assert!(
        red.out.contains("5 steps, all as the script expects"),
        "{red:?}"
    );
    for secret in [
        "rate-exceeded",
        "20 cm",
        "blue question",
        "b2",
        "umpire's ruler",
        "not as",
    ] {
        assert!(!red.out.contains(secret), "{secret}: {red:?}");
    }
    assert!(
        red.out.contains("too far") && red.out.contains("red asks himself"),
        "{red:?}"
    );
    let json: serde_json::Value =
        serde_json::from_str(&play(&["--side", "red", "--json"]).out).unwrap();
    assert_eq!(json["complaints"], 0);
    let slug =
        |step: usize| json["steps"][step]["rulings"][0]["ruling"]["findings"][0]["slug"].as_str();
    assert_eq!(
        (slug(3), slug(4)),
        (Some("measured-early"), Some("measured-early"))
    );
    assert_eq!(json["steps"][0]["what"], "sealed");
}

#[test]
fn a_side_is_told_where_its_own_answers_are_not_as_the_script_expects() {
    let program = Installed::with_all();
    let script = UMPIRE_ASKS.replace("[\"measured-early\"]", "[\"rate-exceeded\"]");
    let script = program.write("script.toml", &script);
    let red = program.run(&["play", TWO_BRIGADES, &script, "--side", "red"]);
    assert!(
        red.code == 1 && red.out.contains("5 steps, 1 not"),
        "{red:?}"
    );
    assert!(
        red.out.contains("expected the finding rate-exceeded"),
        "{red:?}"
    );
    let blue = program.run(&["play", TWO_BRIGADES, &script, "--side", "blue"]);
    assert!(blue.code == 0, "{blue:?}");
}

#[test]
fn rulings_at_the_end_of_a_phase_are_printed_too() {
    let program = Installed::with_all();
    let end = "[[step]]\nnote = \"on\"\nend = \"movement/change-formation\"\n";
    let script = program.write("script.toml", &format!("{BOTH_WRITE}\n{end}"));
    let run = program.run(&["play", TWO_BRIGADES, &script]);
    let (_, told) = run
        .out
        .split_once("on to movement/change-formation")
        .unwrap();
    assert!(
        told.contains("by the clauses:") && told.contains("S4-10"),
        "{told}"
    );
}
