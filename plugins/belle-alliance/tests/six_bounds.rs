//! A playthrough of six bounds that gives every kind of order, told step by step. A change of rules
//! shows as a difference of `tests/data/six_bounds.txt`; `UPDATE_GOLDEN=1` writes it anew.
#![allow(clippy::expect_used)] // a suite that cannot start has failed

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use grognard_engine::Battle;
use grognard_engine::explain::sentence;
use grognard_engine::script::{Script, Step};
use grognard_sdk::prelude::{Board, Unit};
use grognard_test_support::{linked, open};

fn plugin(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn script() -> Script {
    let path = plugin("../../scenarios/two_brigades/belle-alliance.toml");
    let text = fs::read_to_string(path).expect("the script");
    Script::read(&text).expect("a sound script")
}

fn start(seed: u64) -> Battle {
    open(
        &plugin("../../scenarios/two_brigades.toml"),
        &linked(belle_alliance::plugin()),
        seed,
    )
}

/// A unit as it stands, in one line.
fn tell(unit: &Unit) -> String {
    let mut held: Vec<String> = unit
        .conditions
        .iter()
        .map(|field| format!("{}={:?}", field.name, field.value))
        .collect();
    held.sort();
    let at = unit.pose.at;
    format!(
        "    {} {} {} figures at {:.1} {:.1} facing {} [{}]",
        unit.id,
        unit.formation,
        unit.bases.len(),
        at.x,
        at.y,
        unit.pose.facing,
        held.join(", ")
    )
}

fn changes(before: &Board, after: &Board) -> Vec<String> {
    let changed = after
        .units
        .iter()
        .filter(|unit| before.unit(unit.id.as_str()) != Some(*unit));
    let gone = before
        .units
        .iter()
        .filter(|unit| after.unit(unit.id.as_str()).is_none());
    changed
        .map(tell)
        .chain(gone.map(|unit| format!("    {} is gone", unit.id)))
        .collect()
}

#[test]
fn six_bounds_give_every_order_and_come_out_as_they_did() {
    let script = script();
    let mut battle = start(script.seed);
    let kinds: BTreeSet<String> = battle
        .order_kinds()
        .iter()
        .map(|spec| spec.id.clone())
        .collect();
    let mut before = battle.board().clone();
    let mut told = Vec::new();
    let mut given = BTreeSet::new();
    let mut written = BTreeSet::new();
    let mut marched = BTreeSet::new();
    let mut contested = false;
    let mut complaints = Vec::new();
    let played = script.play(&mut battle, |battle, played| {
        if let Step::Order { order, .. } = &played.step {
            told.push(format!(
                "{}. {} {}",
                played.number, order.kind, order.subject
            ));
            if played.outcome.done {
                given.insert(order.kind.to_string());
            }
            written.extend(battle.only_written("march").then(|| order.kind.to_string()));
        } else {
            let clock = &battle.board().clock;
            told.push(format!(
                "{}. bound {}, {}",
                played.number, clock.turn, clock.phase
            ));
        }
        for ruling in &played.outcome.rulings {
            // Nobody orders at the end of a phase: these marches were written.
            if !matches!(played.step, Step::Order { .. })
                && battle.board().clock.phase == *"movement/march"
            {
                marched.insert(ruling.verdict.name());
                contested |= ruling.has("march-contested");
            }
            told.push(format!(
                "  {}, spent {}",
                ruling.verdict.name(),
                ruling.spent
            ));
            for roll in &ruling.rolls {
                told.push(format!(
                    "  {} rolls {:?}: {}",
                    roll.subject, roll.faces, roll.outcome
                ));
            }
            for finding in &ruling.findings {
                let said = sentence(battle.document(), finding, battle.length_unit(), "en");
                told.push(format!("  {} [{}] {said}", finding.slug, finding.clause));
            }
        }
        told.extend(changes(&before, battle.board()));
        if !played.complaint.is_empty() {
            complaints.push(format!("step {}: {}", played.number, played.complaint));
        }
        before = battle.board().clone();
    });
    played.expect("a script that can be played");
    let now = told.join("\n") + "\n";
    let path = plugin("tests/data/six_bounds.txt");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &now).expect("the golden file can be written");
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    let missing: Vec<&String> = kinds.difference(&given).collect();
    assert!(missing.is_empty(), "orders never carried out: {missing:?}");
    let unwritten = [
        "announce-attack",
        "attack",
        "fire",
        "follow-up",
        "forced-move",
    ];
    let missing: Vec<&String> = kinds.difference(&written).collect();
    assert_eq!(missing, unwritten);
    assert_eq!(
        marched.into_iter().collect::<Vec<_>>(),
        ["allowed", "refused"]
    );
    assert!(contested, "no written marches met");
    assert_eq!(battle.board().clock.turn, 7);
    let golden = fs::read_to_string(&path).unwrap_or_default();
    let difference = golden
        .lines()
        .zip(now.lines())
        .position(|(then, now)| then != now);
    assert!(
        golden == now,
        "the playthrough differs from line {difference:?} of {}",
        path.display()
    );
}

#[test]
fn six_bounds_can_be_undone_and_done_again() {
    let script = script();
    let mut battle = start(script.seed);
    let first = battle.board().clone();
    script
        .play(&mut battle, |_, _| {})
        .expect("a script that can be played");
    let last = battle.board().clone();
    while battle.undo().is_ok() {}
    assert_eq!(*battle.board(), first);
    while battle.redo().is_ok() {}
    assert_eq!(*battle.board(), last);
}

#[test]
fn six_bounds_can_be_saved_and_reopened_in_the_middle_of_each() {
    let script = script();
    let mut battle = start(script.seed);
    let rules = linked(belle_alliance::plugin());
    let mut saved = 0;
    let played = script.play(&mut battle, |battle, played| {
        // In the middle of the orders, of the movement, and wherever else a third step falls.
        if played.number % 3 != 0 {
            return;
        }
        let text = battle.save().expect("a save");
        let opened = Battle::open(&text, |_| Ok(rules.clone())).expect("a sound save");
        assert_eq!(opened.battle.board(), battle.board());
        saved += 1;
    });
    played.expect("a script that can be played");
    assert!(saved > 10);
}
