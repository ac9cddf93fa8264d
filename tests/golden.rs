//! Golden playthroughs: the scripts of Quatre Bras, with everything observable after each step. A
//! change of rules shows as a difference of `tests/golden/<ruleset>.jsonl`; `UPDATE_GOLDEN=1` writes
//! them anew.
#![allow(clippy::expect_used, clippy::panic)] // a suite fails by panicking

mod playthrough;

use std::fs;

use grognard_core::Board;
use grognard_engine::explain::sentence;
use grognard_engine::script::Step;
use grognard_engine::{Battle, script::Played};
use grognard_tests::{linked, root};
use playthrough::{RULESETS, play_with, script};
use serde_json::json;

/// A line of a playthrough.
fn line(battle: &Battle, before: &Board, played: &Played<'_>) -> String {
    let board = battle.board();
    let changed: Vec<_> = board
        .units
        .iter()
        .filter(|unit| before.unit(unit.id.as_str()) != Some(unit))
        .collect();
    let gone: Vec<_> = before
        .units
        .iter()
        .filter(|unit| board.unit(unit.id.as_str()).is_none())
        .map(|unit| &unit.id)
        .collect();
    let sentences: Vec<String> = played
        .outcome
        .rulings
        .iter()
        .flat_map(|ruling| &ruling.findings)
        .map(|finding| sentence(battle.document(), finding, battle.length_unit(), "en"))
        .collect();
    let order = match &played.step {
        Step::Order { order, .. } | Step::Check { order, .. } => Some(order),
        _ => None,
    };
    json!({
        "step": played.number,
        "note": played.line.note,
        "clock": board.clock,
        "order": order,
        "rulings": played.outcome.rulings,
        "sentences": sentences,
        "changed": changed,
        "gone": gone,
        "written": board.written,
    })
    .to_string()
}

#[test]
fn playthroughs_come_out_as_they_did() {
    let registry = linked().expect("sound rulesets");
    let mut complaints = Vec::new();
    for id in RULESETS {
        let ruleset = registry.get(id).expect("it is linked");
        let mut before = playthrough::start(ruleset, script(id).seed).board().clone();
        let mut lines = String::new();
        let mut orders = 0;
        play_with(id, ruleset, |battle, played| {
            orders += usize::from(matches!(played.step, Step::Order { .. }));
            if !played.complaint.is_empty() {
                complaints.push(format!(
                    "{id}, step {}: {}",
                    played.number, played.complaint
                ));
            }
            lines.push_str(&line(battle, &before, played));
            lines.push('\n');
            before = battle.board().clone();
        });
        assert!(orders >= 12, "{id}: only {orders} orders");
        let path = root().join(format!("tests/golden/{id}.jsonl"));
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(&path, &lines).expect("the golden file can be written");
            continue;
        }
        let golden = fs::read_to_string(&path).unwrap_or_default();
        if let Some(difference) = first_difference(&golden, &lines) {
            complaints.push(format!("{}: {difference}", path.display()));
        }
    }
    assert!(
        complaints.is_empty(),
        "{}\nIf the change is meant, write the golden files anew: UPDATE_GOLDEN=1 cargo test -p grognard-tests --test golden",
        complaints.join("\n")
    );
}

/// Where two playthroughs first differ: the line, and the place in it.
fn first_difference(golden: &str, now: &str) -> Option<String> {
    if golden == now {
        return None;
    }
    let (then, is): (Vec<&str>, Vec<&str>) = (golden.lines().collect(), now.lines().collect());
    let index = then.iter().zip(&is).position(|(one, other)| one != other);
    let Some(index) = index else {
        return Some(format!("{} steps then, {} now", then.len(), is.len()));
    };
    let (one, other) = (then[index], is[index]);
    let at = one
        .chars()
        .zip(other.chars())
        .take_while(|(a, b)| a == b)
        .count();
    let excerpt = |text: &str| {
        text.chars()
            .skip(at.saturating_sub(60))
            .take(160)
            .collect::<String>()
    };
    Some(format!(
        "step {}:\n  then ...{}\n  now  ...{}",
        index + 1,
        excerpt(one),
        excerpt(other)
    ))
}
