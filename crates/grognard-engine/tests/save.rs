//! A save opens to the battle it was made of, or says which line is wrong.
#![allow(clippy::unwrap_used, clippy::panic)] // a test that cannot go on has failed

mod toy;

use grognard_core::Order;
use grognard_engine::Battle;
use toy::{battle, march, ruleset};

fn played() -> Battle {
    let mut battle = battle(3);
    battle
        .order(&march("a", "advance 4 cm, wheel right 17.3"), &[])
        .unwrap();
    battle.order(&Order::new("gamble", "a"), &[]).unwrap();
    battle.order(&Order::new("gamble", "a"), &[4]).unwrap();
    battle.end_phase(&[]).unwrap();
    battle
}

fn open(text: &str) -> Result<grognard_engine::Opened, grognard_engine::EngineError> {
    Battle::open(text, |_| Ok(ruleset()))
}

#[test]
fn a_save_opens_to_the_same_battle() {
    let battle = played();
    let opened = open(&battle.save().unwrap()).unwrap();
    assert!(!opened.torn);
    assert_eq!(opened.battle.board(), battle.board());
    assert_eq!(opened.battle.save().unwrap(), battle.save().unwrap());
}

#[test]
fn dice_go_on_as_they_would_have() {
    let mut battle = played();
    let mut opened = open(&battle.save().unwrap()).unwrap().battle;
    for _ in 0..6 {
        battle.end_phase(&[]).unwrap();
        opened.end_phase(&[]).unwrap();
    }
    let gamble = Order::new("gamble", "b");
    assert_eq!(
        battle.check(&gamble).unwrap(),
        opened.check(&gamble).unwrap()
    );
    assert_eq!(battle.save().unwrap(), opened.save().unwrap());
}

#[test]
fn a_torn_last_line_is_left_out_and_reported() {
    let battle = played();
    let text = battle.save().unwrap();
    let last = text.lines().last().unwrap().len();
    for cut in 1..=last {
        let opened = open(&text[..text.len() - cut]).unwrap();
        assert_eq!(opened.torn, cut > 1, "cut {cut}");
        assert_eq!(opened.battle.events().len(), if cut > 1 { 3 } else { 4 });
    }
}

#[test]
fn anything_else_wrong_names_its_line() {
    let text = played().save().unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let with = |n: usize, line: &str| {
        let mut lines = lines.clone();
        lines[n] = line;
        lines.join("\n") + "\n"
    };
    let changed_dice = lines[2].replacen("\"dice\":[", "\"dice\":[9,", 1);
    let other_version = lines[0].replacen("1.0.0", "2.0.0", 1);
    let cases = [
        (String::new(), 1, "empty"),
        ("hello\n".to_owned(), 1, "no save"),
        ("{}\n".to_owned(), 1, "'grognard' is missing"),
        ("{\"grognard\":9}\n".to_owned(), 1, "format 9"),
        (with(0, &other_version), 1, "install that version"),
        (with(2, "{"), 3, "no event"),
        (with(2, ""), 3, "empty"),
        (with(2, &changed_dice), 3, "'dice' differs"),
        (with(1, lines[4]), 2, "differs"),
    ];
    for (text, line, said) in cases {
        let error = open(&text).unwrap_err().to_string();
        assert!(error.starts_with(&format!("save, line {line}:")), "{error}");
        assert!(error.contains(said), "{error}");
    }
}
