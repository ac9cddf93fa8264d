use grognard_core::{Document, Fields, Shape, Value};

use super::*;

/// A ruleset of no game in particular.
fn document() -> Document {
    let named = |id: &str| serde_json::json!({ "id": id, "meaning": "a word" });
    let arg = |name: &str, kind: &str, required: bool| serde_json::json!({ "name": name, "meaning": "a value", "type": kind, "required": required });
    let mut arm = arg("arm", "text", true);
    arm["one_of"] = serde_json::json!(["foot", "horse"]);
    let json = serde_json::json!({
        "manifest": {
            "id": "toy", "title": "Toy", "version": "1", "summary": "", "source": "", "unit": "in",
            "scales": [named("small"), named("large")],
            "turns": "alternating",
            "phases": [named("move")],
            "formations": [named("line"), named("column")],
            "terrain": [named("wood"), named("road")],
            "unit_attributes": [
                arm, arg("strength", "int", false), arg("share", "number", false),
                arg("width", "length", false), arg("goal", "point", false), arg("way", "course", false),
                arg("friends", "units", false),
            ],
            "brigade_attributes": [arg("morale", "int", false)],
        },
        "clauses": [],
        "charts": [{ "id": "rates", "title": "Rates", "unit": "in", "cells": {
            "line.clear": { "value": 4, "provenance": "printed" } } }],
        "readings": [{ "id": "edge", "question": "?", "values": [named("inside"), named("number")] }],
    });
    serde_json::from_value(json).expect("a document")
}

const SOUND: &str = r##"
format = 1
name = "A small affair"
[table]
unit = "m"
min = [-400, -400]
max = [400, 400]
[rules.toy]
ground = "40 m = 1 in"
scale = "large"
readings = { edge = 3 }
charts = { "rates.line.clear" = "2 1/2" }
[[side]]
id = "red"
name = "Red"
colour = "#a02020"
[[side]]
id = "blue"
[[brigade]]
id = "1st"
side = "red"
toy.morale = 4
[[terrain]]
id = "copse"
kind = "forest"
area = [[0, 0], [100, 0], [100, 80]]
toy.kind = "wood"
[[terrain]]
id = "lane"
line = [[-400, 10], [400, 10]]
width = 6
[[unit]]
id = "1/1"
brigade = "1st"
at = [100, -200]
facing = 450
formation = "line"
[unit.toy]
arm = "foot"
strength = 30
share = "2/3"
width = "2 1/2 in"
goal = [0, 40]
way = "advance 2 in, wheel left 30"
friends = ["lancers"]
[[unit]]
id = "lancers"
side = "blue"
at = [0, 0]
facing = 180
anchor = "centre"
[unit.toy]
at = [40, 80]
arm = "horse"
[[unit]]
id = "elsewhere"
side = "blue"
"##;

fn errors(text: &str) -> ScenarioErrors {
    match Scenario::read(text, "small.toml") {
        Err(errors) => errors,
        Ok(scenario) => scenario
            .field_for(&document())
            .expect_err("it is not sound"),
    }
}

/// The sound scenario with one thing changed has an error whose line contains all `parts`.
#[track_caller]
fn fails(old: &str, new: &str, parts: &[&str]) {
    assert!(SOUND.contains(old), "'{old}' is not in the sound scenario");
    let told = errors(&SOUND.replacen(old, new, 1)).to_string();
    let hit = told
        .lines()
        .any(|line| parts.iter().all(|part| line.contains(part)));
    assert!(hit, "no line of\n{told}\nhas all of {parts:?}");
}

#[test]
fn a_sound_scenario_becomes_a_draft_in_millimetres() {
    let scenario = Scenario::read(SOUND, "small.toml").expect("it is sound");
    assert_eq!(scenario.rulesets(), ["toy"]);
    let draft = scenario.field_for(&document()).expect("it is sound");
    assert_eq!(draft.table.max, grognard_core::Point::new(254.0, 254.0));
    let ids: Vec<&str> = draft
        .units
        .iter()
        .map(|unit| unit.unit.id.as_str())
        .collect();
    assert_eq!(
        ids,
        ["1/1", "lancers"],
        "a unit without a sub-table is not in the battle"
    );
    assert_eq!(draft.units[0].line, 33);
    let foot = &draft.units[0].unit;
    assert_eq!(
        (foot.side.as_str(), foot.formation.as_str()),
        ("red", "line")
    );
    assert_eq!(
        (foot.pose.at.x, foot.pose.at.y, foot.pose.facing.degrees()),
        (63.5, -127.0, 90.0)
    );
    assert_eq!(foot.attributes.int("strength"), Some(30));
    assert_eq!(
        foot.attributes.number("share"),
        Some(grognard_core::Ratio::new(2, 3))
    );
    assert_eq!(
        foot.attribute("width")
            .and_then(Value::as_length)
            .map(|l| l.millimetres()),
        Some(63.5)
    );
    assert_eq!(
        foot.attribute("goal")
            .and_then(Value::as_point)
            .map(|p| p.y),
        Some(25.4)
    );
    assert_eq!(
        foot.attribute("way")
            .and_then(Value::as_course)
            .map(|c| c.steps.len()),
        Some(2)
    );
    assert_eq!(
        draft.units[1].unit.pose.at.x, 25.4,
        "the sub-table's place wins"
    );
    assert_eq!(draft.units[1].anchor, Anchor::Centre);
    assert_eq!(draft.terrain.len(), 1, "a piece without a kind is left out");
    assert!(matches!(&draft.terrain[0].shape, Shape::Area(points) if points[2].y == 50.8));
    assert_eq!(draft.brigades[0].attributes.int("morale"), Some(4));
    assert_eq!(draft.settings.readings["edge"], "3");
    assert_eq!(
        draft.settings.cells["rates.line.clear"].value.clone(),
        two_and_a_half()
    );
}

fn two_and_a_half() -> grognard_core::CellValue {
    grognard_core::CellValue::Number(grognard_core::Ratio::new(5, 2))
}

#[test]
fn every_error_names_line_field_and_remedy() {
    fails(
        "facing = 450",
        "facng = 450",
        &[
            "small.toml:36:1",
            "unit '1/1'.facng",
            "did you mean 'facing'?",
        ],
    );
    fails(
        "brigade = \"1st\"\nat",
        "brigade = \"2nd\"\nat",
        &["unit '1/1'.brigade", "no brigade '2nd'", "choose 1st"],
    );
    fails(
        "id = \"lancers\"",
        "id = \"1/1\"",
        &["unit '1/1'", "taken already, by a unit"],
    );
    fails(
        "[100, 80]]",
        "[100, 80], [0, 80], [100, -20]]",
        &["terrain 'copse'.area", "crosses itself"],
    );
    fails(
        "at = [100, -200]",
        "at = [nan, -200]",
        &[":35:", "unit", "not finite"],
    );
    fails("at = [100, -200]", "at = [1e400, -200]", &["not finite"]);
    fails("at = [100, -200]", "at = [1e12, -200]", &["absurdly far"]);
    fails("at = [100, -200]", "", &["unit '1/1'.toy.at", "missing"]);
    fails("width = 6", "width = -6", &["width", "negative"]);
    fails(
        "max = [400, 400]",
        "max = [-400, 400]",
        &["table", "north-east"],
    );
    fails("format = 1", "format = 2", &["format", "write format = 1"]);
    fails("#a02020", "red", &["side 'red'.colour", "#a02020"]);
    fails("name = \"A small affair\"", "", &["name", "missing"]);
    fails("[table]", "[tabel]", &["tabel", "did you mean 'table'?"]);
    fails(
        "\"40 m = 1 in\"",
        "\"large\"",
        &["rules.toy.ground", "40 m = 1 in"],
    );
    fails(
        "toy.morale",
        "tiy.morale",
        &["brigade '1st'.tiy", "choose toy"],
    );
}

#[test]
fn words_the_ruleset_does_not_know_are_errors() {
    fails(
        "formation = \"line\"",
        "formation = \"lime\"",
        &["no formation 'lime'", "did you mean 'line'?"],
    );
    fails(
        "arm = \"foot\"",
        "arm = \"fot\"",
        &["unit '1/1'.toy.arm", "did you mean 'foot'?"],
    );
    fails(
        "arm = \"foot\"",
        "",
        &["unit '1/1'.toy.arm", "toy needs it"],
    );
    fails(
        "strength = 30",
        "strenght = 30",
        &["no attribute 'strenght'", "did you mean 'strength'?"],
    );
    fails(
        "strength = 30",
        "strength = \"many\"",
        &["should be a whole number"],
    );
    fails(
        "width = \"2 1/2 in\"",
        "width = \"2 1/2\"",
        &["has no unit"],
    );
    fails(
        "way = \"advance 2 in,",
        "way = \"advence 2 in,",
        &["step 1", "advence"],
    );
    fails(
        "friends = [\"lancers\"]",
        "friends = [\"lancer\"]",
        &["list of ids of units"],
    );
    fails("toy.kind = \"wood\"", "", &["no kind of terrain 'forest'"]);
    fails(
        "scale = \"large\"",
        "scale = \"lrge\"",
        &["no scale 'lrge'", "did you mean 'large'?"],
    );
    fails(
        "{ edge = 3 }",
        "{ edge = \"outside\" }",
        &["rules.toy.readings.edge", "inside"],
    );
    fails(
        "{ edge = 3 }",
        "{ egde = 3 }",
        &["no reading 'egde'", "did you mean 'edge'?"],
    );
    fails(
        "rates.line.clear",
        "rates.line.cler",
        &["no cell", "did you mean 'rates.line.clear'?"],
    );
}

#[test]
fn all_errors_are_told_at_once_in_the_order_of_the_text() {
    let text = SOUND
        .replace("facing = 450", "facng = 450")
        .replace("width = 6", "width = -6");
    let errors = errors(&text);
    let fields: Vec<&str> = errors
        .errors()
        .iter()
        .map(|error| error.field.as_str())
        .collect();
    assert_eq!(fields, ["terrain 'lane'.width", "unit '1/1'.facng"]);
    let report = format!("{:?}", miette::Report::new(errors.diagnostic()));
    assert!(report.contains("facng = 450"), "{report}");
}

#[test]
fn metres_need_a_ground_scale() {
    fails(
        "ground = \"40 m = 1 in\"\n",
        "",
        &["rules.toy.ground", "missing", "40 m = 1 in"],
    );
}

#[test]
fn an_unknown_ruleset_is_told_what_the_scenario_is_written_for() {
    let mut other = document();
    other.manifest.id = "chess".to_owned();
    let scenario =
        Scenario::read(&SOUND.replace("\"m\"", "\"mm\""), "small.toml").expect("it is sound");
    let told = scenario
        .field_for(&other)
        .expect_err("no unit plays")
        .to_string();
    assert!(
        told.contains("[unit.chess]") && told.contains("written for toy"),
        "{told}"
    );
}

#[test]
fn chart_files_lie_beside_the_scenario() {
    let table = "charts = { \"rates.line.clear\" = \"2 1/2\" }";
    fails(
        table,
        "charts = \"../secret.toml\"",
        &["rules.toy.charts", "not a file beside"],
    );
    fails(
        table,
        "charts = \"house.toml\"",
        &["house.toml", "not given"],
    );
    let text = SOUND.replace(table, "charts = \"house.toml\"");
    let house = "id = 'rates'\ntitle = 'Ours'\nunit = 'in'\n\
                 [cells.line]\nclear = { value = '5/2', provenance = 'assumed' }";
    let files = [("house.toml".to_owned(), house.to_owned())].into();
    let scenario = Scenario::read_with(&text, "small.toml", &files).expect("it is sound");
    let draft = scenario.field_for(&document()).expect("it is sound");
    assert_eq!(
        draft.settings.cells["rates.line.clear"].value,
        two_and_a_half()
    );
    assert_eq!(
        draft.settings.cells["rates.line.clear"].provenance,
        grognard_core::Provenance::House
    );
}

#[test]
fn hostile_texts_are_refused_and_nothing_panics() {
    let deep = format!("x = {}{}", "[".repeat(100_000), "]".repeat(100_000));
    for text in [
        "",
        "\0",
        "= =",
        "[[unit]]\nid = 3",
        "format = 1\nunit = 3",
        &deep,
        "table = []",
    ] {
        let told = errors(text);
        assert!(!told.errors().is_empty());
        assert!(told.errors().len() <= 100);
    }
    let report = format!("{:?}", miette::Report::new(errors(&deep).diagnostic()));
    assert!(report.len() < 10_000, "{} bytes", report.len());
    assert!(!report.contains("help:"), "there is none: {report}");
    let long = "#".repeat(LONGEST_TEXT + 1);
    assert!(errors(&long).to_string().contains("MiB"));
    let many = format!("{SOUND}{}", "[[side]]\nid = \"x\"\n".repeat(20));
    assert!(errors(&many).to_string().contains("at most 16"));
}

#[test]
fn lists_have_their_limits() {
    let units = "[[unit]]\nid = \"x\"\nside = \"red\"\n".repeat(2001);
    let told = errors(&format!("{SOUND}{units}")).to_string();
    assert!(
        told.contains("2004 tables [[unit]]") && told.contains("at most 2000"),
        "{told}"
    );
}

#[test]
fn a_broken_text_is_only_called_broken() {
    let told = errors(&format!("{SOUND}\n[[unit]\nid = 3\n"));
    let not_toml = |error: &ScenarioError| error.message.contains("not TOML");
    assert!(told.errors().iter().all(not_toml), "{told}");
}

#[test]
fn overlong_lines_are_left_out_of_reports() {
    let long = format!("# {}\n{SOUND}", "x".repeat(1000)).replace("facing = 450", "facng = 450");
    let report = format!("{:?}", miette::Report::new(errors(&long).diagnostic()));
    assert!(
        report.contains("facng = 450") && !report.contains("xxxx"),
        "{report}"
    );
    assert!(report.contains(": 1 error"), "{report}");
    let wide = SOUND.replace(
        "name = \"A small affair\"",
        &format!("nme = \"{}\"", "x".repeat(1000)),
    );
    let report = format!("{:?}", miette::Report::new(errors(&wide).diagnostic()));
    assert!(
        report.contains("(line 3, column 1)") && !report.contains("xxxx"),
        "{report}"
    );
}

#[test]
fn commanders_stand_on_the_table() {
    let marshal =
        |at: &str| format!("{SOUND}\n[[commander]]\nid = \"marshal\"\nside = \"red\"\nat = {at}\n");
    let told = errors(&marshal("[401, 0]")).to_string();
    assert!(
        told.contains("commander 'marshal'") && told.contains("off the table"),
        "{told}"
    );
    let scenario = Scenario::read(&marshal("[400, 0]"), "small.toml").expect("it is sound");
    assert!(scenario.field_for(&document()).is_ok());
}

#[test]
fn a_decimal_comma_is_pointed_out() {
    fails(
        "\"2 1/2 in\"",
        "\"2,5 in\"",
        &["unit '1/1'", "have a point: 2.5"],
    );
}

#[test]
fn what_cannot_be_read_is_told_from_what_is_no_scenario() {
    let folder = std::env::temp_dir();
    assert!(Scenario::open(&folder).is_err_and(|errors| errors.unreadable()));
    assert!(Scenario::open(&folder.join("no such.toml")).is_err_and(|e| e.unreadable()));
    assert!(!errors("format = 1").unreadable());
    let charts = "charts = { \"rates.line.clear\" = \"2 1/2\" }";
    assert!(errors(&SOUND.replace(charts, "charts = \"gone.toml\"")).unreadable());
}
