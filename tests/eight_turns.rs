//! The golden playthrough of General de Brigade: the case of eight turns, with every ruling and every
//! unit it changes. A change of rules shows as a difference of
//! `tests/golden/general-de-brigade-eight-turns.jsonl`; `UPDATE_GOLDEN=1` writes it anew.
#![allow(clippy::expect_used, clippy::panic)] // a suite fails by panicking

use std::fs;

use grognard_core::Board;
use grognard_engine::Battle;
use grognard_engine::explain::sentence;
use grognard_tests::{linked, read_all, root, run_file_with};
use serde_json::json;

const RULESET: &str = "general-de-brigade";

#[test]
fn eight_turns_come_out_as_they_did_and_every_save_reopens() {
    let registry = linked().expect("sound rulesets");
    let ruleset = registry.get(RULESET).expect("it is linked");
    let files = read_all(&root().join("tests/cases")).expect("case files");
    let file = files
        .iter()
        .find(|file| file.ruleset == RULESET && file.path.ends_with("playthrough.toml"))
        .expect("the playthrough");
    let mut before: Option<Board> = None;
    let (mut lines, mut last) = (String::new(), 0);
    let (_, failures) = run_file_with(file, &registry, &mut |battle, ruling| {
        let board = battle.board();
        let changed: Vec<_> = board
            .units
            .iter()
            .filter(|unit| {
                before
                    .as_ref()
                    .is_none_or(|it| it.unit(unit.id.as_str()) != Some(unit))
            })
            .collect();
        let sentences: Vec<String> = ruling
            .findings
            .iter()
            .map(|finding| sentence(battle.document(), finding, battle.length_unit(), "en"))
            .collect();
        let line = json!({
            "clock": board.clock,
            "ruling": ruling,
            "sentences": sentences,
            "changed": changed,
        });
        lines.push_str(&line.to_string());
        lines.push('\n');
        let text = battle.save().expect("a battle can be saved");
        let opened = Battle::open(&text, |_| Ok(ruleset.clone()))
            .unwrap_or_else(|error| panic!("{:?}: {error}", board.clock));
        assert_eq!(*board, *opened.battle.board(), "{:?}", board.clock);
        last = board.clock.turn;
        before = Some(board.clone());
    });
    assert!(failures.is_empty(), "{}", failures[0]);
    assert_eq!(last, 8, "the last turn");
    let path = root().join(format!("tests/golden/{RULESET}-eight-turns.jsonl"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &lines).expect("the golden file can be written");
    }
    let golden = fs::read_to_string(&path).unwrap_or_default();
    let differs = golden
        .lines()
        .zip(lines.lines())
        .position(|(then, now)| then != now);
    assert!(
        golden == lines,
        "{} differs, first in line {differs:?}",
        path.display()
    );
}

#[test]
fn eight_turns_give_every_kind_of_order() {
    let registry = linked().expect("sound rulesets");
    let document = registry
        .get(RULESET)
        .expect("it is linked")
        .document()
        .clone();
    let path = root().join(format!("tests/cases/{RULESET}/playthrough.toml"));
    let text = fs::read_to_string(path).expect("the playthrough");
    let taken = document
        .manifest
        .phases
        .iter()
        .flat_map(|phase| &phase.orders);
    let mut missing: Vec<&String> = taken
        .filter(|kind| {
            let given = format!("order = \"{kind}\"");
            let part = format!("kind = \"{kind}\"");
            !text.contains(&given) && !text.contains(&part)
        })
        .collect();
    missing.sort();
    missing.dedup();
    assert!(missing.is_empty(), "never given: {missing:?}");
}
