//! An evening's game: eight turns with every kind of order, and everything observable after each step
//! as `tests/evening.jsonl` has it. `UPDATE_GOLDEN=1` writes that file anew.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use grognard_engine::Battle;
use grognard_engine::explain::sentence;
use grognard_engine::script::{Played, Script, Step};
use grognard_host::LoadedRuleset;
use grognard_sdk::prelude::*;
use grognard_test_support::{linked, open};
use serde_json::json;

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn script() -> Script {
    let text = fs::read_to_string(here("../../scenarios/evening/horse-and-musket.toml")).unwrap();
    Script::read(&text).unwrap()
}

fn rules() -> LoadedRuleset {
    linked(horse_and_musket::plugin())
}

fn start(seed: u64) -> Battle {
    open(&here("../../scenarios/evening.toml"), &rules(), seed)
}

/// Everything observable after a step.
fn line(battle: &Battle, before: &Board, played: &Played<'_>) -> String {
    let board = battle.board();
    let stood = |unit: &&Unit| before.unit(unit.id.as_str()) != Some(unit);
    let changed: Vec<&Unit> = board.units.iter().filter(stood).collect();
    let left = |unit: &&Unit| board.unit(unit.id.as_str()).is_none();
    let gone: Vec<&Id> = before
        .units
        .iter()
        .filter(left)
        .map(|unit| &unit.id)
        .collect();
    let findings = played
        .outcome
        .rulings
        .iter()
        .flat_map(|ruling| &ruling.findings);
    let sentences: Vec<String> = findings
        .map(|finding| sentence(battle.document(), finding, battle.length_unit(), "en"))
        .collect();
    json!({
        "step": played.number,
        "note": played.line.note,
        "clock": board.clock,
        "rulings": played.outcome.rulings,
        "sentences": sentences,
        "changed": changed,
        "gone": gone,
    })
    .to_string()
}

#[test]
fn the_evening_goes_as_it_did() {
    let script = script();
    let mut battle = start(script.seed);
    let mut before = battle.board().clone();
    let mut lines = Vec::new();
    let mut complaints = Vec::new();
    let mut kinds = BTreeSet::new();
    script
        .play(&mut battle, |battle, played| {
            lines.push(line(battle, &before, played));
            before = battle.board().clone();
            if !played.complaint.is_empty() {
                complaints.push(format!("step {}: {}", played.number, played.complaint));
            }
            if let Step::Order { order, .. } = &played.step
                && played.outcome.done
            {
                kinds.insert(order.kind.to_string());
            }
        })
        .unwrap();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    assert!(
        battle.board().clock.turn > 8,
        "it ended in turn {}",
        battle.board().clock.turn
    );
    let unused: Vec<&str> = battle
        .order_kinds()
        .iter()
        .map(|spec| spec.id.as_str())
        .filter(|kind| !kinds.contains(*kind))
        .collect();
    assert!(
        unused.is_empty(),
        "never carried out: {}",
        unused.join(", ")
    );

    let path = here("tests/evening.jsonl");
    let now = lines.join("\n") + "\n";
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &now).unwrap();
    }
    let golden = fs::read_to_string(&path).unwrap_or_default();
    for (number, (then, now)) in golden.lines().zip(now.lines()).enumerate() {
        assert_eq!(
            then,
            now,
            "step {} differs; UPDATE_GOLDEN=1 if it is meant",
            number + 1
        );
    }
    assert_eq!(
        golden.lines().count(),
        lines.len(),
        "another number of steps"
    );
}

#[test]
fn everything_can_be_undone() {
    let script = script();
    let mut battle = start(script.seed);
    let first = battle.board().clone();
    script.play(&mut battle, |_, _| {}).unwrap();
    while battle.undo().is_ok() {}
    assert_eq!(*battle.board(), first);
}

#[test]
fn it_can_be_saved_and_gone_on_with() {
    let script = script();
    let mut battle = start(script.seed);
    script.play(&mut battle, |_, _| {}).unwrap();
    let text = battle.save().unwrap();
    let mut opened = Battle::open(&text, |_| Ok(rules())).unwrap().battle;
    assert_eq!(opened.board(), battle.board());
    // What came back from the file is ruled on as before.
    let march = Order::march("b-line", "advance 1 in, wheel left 10".parse().unwrap());
    assert_eq!(opened.check(&march).unwrap(), battle.check(&march).unwrap());
    assert_eq!(
        opened.order(&march, &[]).unwrap(),
        battle.order(&march, &[]).unwrap()
    );
}
