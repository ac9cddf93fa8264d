//! What the engine promises of every ruleset: asking changes nothing, an order is one event or nothing,
//! and everything can be taken back.
#![allow(clippy::unwrap_used, clippy::panic)] // a test that cannot go on has failed

mod toy;

use grognard_core::{Effect, Id, LengthUnit, Order, Ratio, RollSource, Value, Verdict};
use grognard_engine::{Battle, EngineError, Gist, OrderError, explain};
use toy::{battle, march};

fn slugs(error: OrderError) -> Vec<String> {
    match error {
        OrderError::Ruled(ruling) => ruling.findings.iter().map(|f| f.slug.to_string()).collect(),
        OrderError::Engine(error) => panic!("not ruled on: {error}"),
    }
}

#[test]
fn asking_changes_nothing_and_doing_agrees_with_asking() {
    let mut battle = battle(1);
    let before = battle.board().clone();
    let order = march("a", "advance 4 cm, wheel left 30");
    let asked = battle.check(&order).unwrap();
    assert_eq!(battle.board(), &before);
    assert_eq!(battle.order(&order, &[]).unwrap(), asked);
    assert_ne!(battle.board(), &before);
}

#[test]
fn a_refused_order_leaves_the_battle_as_it_was() {
    let mut battle = battle(1);
    let before = battle.board().clone();
    assert_eq!(
        slugs(
            battle
                .order(&march("a", "advance 10.1 cm"), &[])
                .unwrap_err()
        ),
        ["over-allowance"]
    );
    assert_eq!(battle.board(), &before);
    assert_eq!(battle.events().len(), 0);
}

#[test]
fn an_effect_that_cannot_be_applied_takes_the_whole_ruling_back() {
    let mut battle = battle(1);
    let before = battle.board().clone();
    let error = battle.order(&Order::new("break", "a"), &[]).unwrap_err();
    assert!(
        matches!(error, OrderError::Engine(EngineError::Effect { .. })),
        "{error}"
    );
    assert!(error.to_string().contains("no unit 'nobody'"), "{error}");
    assert_eq!(battle.board(), &before);
}

#[test]
fn undo_and_redo_restore_everything_dice_included() {
    let mut battle = battle(7);
    let mut boards = vec![battle.board().clone()];
    battle.order(&march("a", "advance 4 cm"), &[]).unwrap();
    boards.push(battle.board().clone());
    battle.order(&Order::new("gamble", "a"), &[]).unwrap();
    boards.push(battle.board().clone());
    battle.mark("b", "tired", Some(Value::Int(3))).unwrap();
    boards.push(battle.board().clone());
    for _ in 0..2 {
        battle.end_phase(&[]).unwrap();
        boards.push(battle.board().clone());
    }
    let log = battle.log().unwrap();
    for board in boards.iter().rev().skip(1) {
        battle.undo().unwrap();
        assert_eq!(battle.board(), board);
    }
    assert!(battle.undo().is_err());
    for board in boards.iter().skip(1) {
        battle.redo().unwrap();
        assert_eq!(battle.board(), board);
    }
    assert!(battle.redo().is_err());
    assert_eq!(battle.log().unwrap(), log);
}

#[test]
fn dice_undone_fall_the_same_way_again() {
    let mut battle = battle(11);
    let gamble = Order::new("gamble", "a");
    let first = battle.order(&gamble, &[]).unwrap();
    battle.undo().unwrap();
    assert_eq!(battle.order(&gamble, &[]).unwrap(), first);
}

#[test]
fn a_check_leaves_dice_pending_and_typed_dice_are_used_as_typed() {
    let mut battle = battle(1);
    let gamble = Order::new("gamble", "a");
    let asked = battle.check(&gamble).unwrap();
    assert!(asked.pending() && asked.effects.is_empty());
    let ruling = battle.order(&gamble, &[6]).unwrap();
    assert_eq!(ruling.rolls[0].source, RollSource::Typed);
    assert_eq!(ruling.rolls[0].outcome, *"won");
    for dice in [&[7][..], &[0], &[3, 3]] {
        assert_eq!(
            slugs(battle.order(&gamble, dice).unwrap_err()),
            ["die-out-of-range"],
            "{dice:?}"
        );
    }
}

#[test]
fn odds_are_exact_fractions() {
    let odds = battle(1).odds(&Order::new("gamble", "a")).unwrap();
    assert_eq!(odds.ways, 6);
    let shares: Vec<(&str, Ratio)> = odds
        .outcomes
        .iter()
        .map(|o| (o.rolls[0].as_str(), o.probability))
        .collect();
    assert_eq!(
        shares,
        [("lost", Ratio::new(2, 3)), ("won", Ratio::new(1, 3))]
    );
}

#[test]
fn written_orders_are_hidden_until_their_phase_and_then_carried_out() {
    let mut battle = battle(1);
    battle.end_phase(&[]).unwrap();
    battle.order(&Order::new("gamble", "a"), &[]).unwrap();
    assert_eq!(battle.board().written.len(), 1);
    assert!(
        battle
            .board()
            .unit("a")
            .unwrap()
            .condition("lucky")
            .is_none()
    );
    let rulings = battle.end_phase(&[5]).unwrap();
    assert_eq!(rulings.len(), 1);
    assert!(battle.board().written.is_empty());
    assert!(battle.board().unit("a").unwrap().is("lucky"));
}

#[test]
fn phases_turns_and_sides_follow_each_other() {
    let mut battle = battle(1);
    let mut seen = Vec::new();
    for _ in 0..7 {
        let clock = battle.board().clock.clone();
        let side = clock.active.into_option().unwrap();
        seen.push(format!("{} {side} {}", clock.turn, clock.phase));
        battle.end_phase(&[]).unwrap();
    }
    let wanted = [
        "1 red move",
        "1 red plan",
        "1 red deeds",
        "1 blue move",
        "1 blue plan",
        "1 blue deeds",
        "2 red move",
    ];
    assert_eq!(seen, wanted);
}

#[test]
fn orders_out_of_turn_or_phase_are_refused_by_name() {
    let mut battle = battle(1);
    assert_eq!(
        slugs(battle.order(&march("b", "advance 1 cm"), &[]).unwrap_err()),
        ["not-own-turn"]
    );
    battle.end_phase(&[]).unwrap();
    assert_eq!(
        slugs(battle.order(&march("a", "advance 1 cm"), &[]).unwrap_err()),
        ["wrong-phase"]
    );
}

#[test]
fn malformed_orders_get_a_finding_that_names_the_thing() {
    let mut battle = battle(1);
    let nan = Order::march(
        "a",
        grognard_core::Course::new().wheel(grognard_core::Hand::Left, f64::NAN),
    );
    let cases = [
        (march("aa", "advance 1 cm"), "unknown-unit"),
        (march("a", "advance -1 cm"), "negative-distance"),
        (march("a", "advance 1000000 cm"), "absurd-distance"),
        (nan, "non-finite-number"),
        (Order::new("march", "a"), "missing-argument"),
        (
            Order::new("gamble", "a").with("face", Value::Int(6)),
            "unknown-argument",
        ),
        (
            Order::new("march", "a").with("course", Value::Int(6)),
            "wrong-type",
        ),
        (Order::change_formation("a", "liine"), "unknown-formation"),
        (Order::new("gambel", "a"), "order-not-in-this-ruleset"),
    ];
    for (order, slug) in cases {
        let ruling = battle.check(&order).unwrap();
        assert_eq!(ruling.verdict, Verdict::Refused);
        assert_eq!(ruling.findings[0].slug, *slug);
        let said = explain::sentence(
            battle.document(),
            &ruling.findings[0],
            LengthUnit::Centimetre,
            "en",
        );
        assert!(!said.contains('{') && said.ends_with(['.', '?']), "{said}");
        assert_eq!(slugs(battle.order(&order, &[]).unwrap_err()), [slug]);
    }
}

#[test]
fn misspelt_words_come_with_the_word_that_was_meant() {
    let battle = battle(1);
    let ruling = battle
        .check(&Order::change_formation("a", "liine"))
        .unwrap();
    let said = explain::sentence(
        battle.document(),
        &ruling.findings[0],
        LengthUnit::Centimetre,
        "en",
    );
    assert!(said.contains("Did you mean 'line'?"), "{said}");
}

#[test]
fn sentences_come_in_the_players_unit_and_language() {
    let battle = battle(1);
    let ruling = battle.check(&march("a", "advance 12.5 cm")).unwrap();
    let finding = &ruling.findings[0];
    let say = |lang| explain::sentence(battle.document(), finding, battle.length_unit(), lang);
    assert_eq!(say("en"), "a wants 12.5 cm, has 10 cm: -2.5 cm.");
    assert_eq!(say("ru"), "a: нужно 12.5 см, есть 10 см.");
    assert_eq!(say("xx"), say("en"));
}

#[test]
fn only_marks_can_be_told_and_only_with_their_type() {
    let mut battle = battle(1);
    for (on, mark, value, said) in [
        ("a", "lucky", Value::Flag(true), "no mark 'lucky'"),
        ("a", "tierd", Value::Int(1), "did you mean 'tired'"),
        ("a", "tired", Value::Flag(true), "whole number"),
        ("a", "tired", Value::Int(10), "from 0 to 9, not 10"),
        ("nobody", "tired", Value::Int(1), "'nobody'"),
        ("", "tired", Value::Int(1), "say which with `on`"),
        ("red", "tired", Value::Int(1), "no unit 'red'"),
        ("a", "rain", Value::Flag(true), "kept on the battle"),
    ] {
        let error = battle.mark(on, mark, Some(value)).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
    assert_eq!(battle.events().len(), 0);
    battle.mark("", "rain", Some(Value::Flag(true))).unwrap();
    battle.mark("a", "tired", Some(Value::Int(1))).unwrap();
    battle.mark("a", "tired", None).unwrap();
    assert!(
        battle
            .board()
            .unit("a")
            .unwrap()
            .condition("tired")
            .is_none()
    );
}

#[test]
fn the_umpire_may_change_anything_and_the_log_says_so() {
    let mut battle = battle(1);
    let removal = Effect::RemoveUnit {
        unit: Id::from("b"),
    };
    let nonsense = Effect::RemoveUnit {
        unit: Id::from("c"),
    };
    assert!(
        battle
            .adjust(vec![removal.clone(), nonsense], "no")
            .is_err()
    );
    assert_eq!(battle.board().units.len(), 2);
    battle.adjust(vec![removal], "it fled").unwrap();
    assert_eq!(battle.board().units.len(), 1);
    assert!(battle.log().unwrap().contains("it fled"));
}

#[test]
fn what_was_walked_counts_until_the_turn_is_over() {
    let mut battle = battle(1);
    battle.order(&march("a", "advance 6 cm"), &[]).unwrap();
    let asked = battle.check(&march("a", "advance 5 cm")).unwrap();
    assert_eq!(
        asked.findings[0].available,
        grognard_core::RSome(grognard_core::Amount::exact(Ratio::int(40)))
    );
    for _ in 0..6 {
        battle.end_phase(&[]).unwrap();
    }
    assert!(battle.check(&march("a", "advance 5 cm")).unwrap().allowed());
}

#[test]
fn two_battles_of_one_seed_have_one_log() {
    let play = |seed| -> Battle {
        let mut battle = battle(seed);
        for _ in 0..20 {
            battle.order(&Order::new("gamble", "a"), &[]).unwrap();
        }
        battle
    };
    assert_eq!(play(5).log().unwrap(), play(5).log().unwrap());
    assert_ne!(play(5).log().unwrap(), play(6).log().unwrap());
}

#[test]
fn many_orders_are_ruled_on_as_each_would_be() {
    let battle = battle(1);
    let orders: Vec<Order> = (0..500)
        .map(|n| {
            march(
                "a",
                &format!("advance {} mm, wheel left {}", n % 130, n % 40),
            )
        })
        .collect();
    let each: Vec<_> = orders
        .iter()
        .map(|order| battle.check(order).unwrap())
        .collect();
    assert_eq!(battle.check_many(&orders).unwrap(), each);
    assert!(each.iter().any(|r| r.allowed()) && each.iter().any(|r| !r.allowed()));
}

#[test]
fn a_snapshot_stays_as_the_battle_was() {
    let mut battle = battle(1);
    let order = march("a", "advance 20 mm");
    let before = battle.check(&order).unwrap();
    let snapshot = battle.snapshot();
    let gists = snapshot.gists(&[&order, &order]).unwrap();
    assert_eq!(gists, [Gist::from(&before); 2]);
    battle.order(&order, &[]).unwrap();
    assert_ne!(battle.check(&order).unwrap(), before);
    assert_eq!(snapshot.check(&order).unwrap(), before);
    battle.undo().unwrap();
    assert_eq!(battle.check(&order).unwrap(), before);
    assert_eq!(snapshot.check(&order).unwrap(), before);
}

#[test]
fn every_finding_of_the_engine_is_told_in_every_language_without_loose_ends() {
    for spec in explain::engine_findings() {
        assert!(
            !spec.text.is_empty() && !spec.remedy.is_empty(),
            "{}",
            spec.id
        );
        assert!(spec.translations.contains_key("ru"), "{}", spec.id);
        assert!(spec.remedies.contains_key("ru"), "{}", spec.id);
    }
    let battle = battle(1);
    for (order, said) in [
        (Order::change_formation("a", "wedge"), "(line, heap)"),
        (march("x", "advance 1 cm"), "(a, b)"),
        (
            Order::new("march", "a").with("course", Value::text("")),
            "of that type",
        ),
    ] {
        let ruling = battle.check(&order).unwrap();
        let unit = battle.length_unit();
        let remedy = explain::remedy(battle.document(), &ruling.findings[0], unit, "en");
        assert!(remedy.contains(said) && !remedy.contains('{'), "{remedy}");
    }
}

#[test]
fn a_unit_out_of_place_is_told_once_with_file_and_line() {
    let fails = |from: &str, to: &str| {
        let text = toy::SCENARIO.replace(from, to);
        let scenario = grognard_engine::scenario::Scenario::read(&text, "two.toml").unwrap();
        let started = Battle::start(
            &scenario,
            &toy::ruleset(),
            &grognard_engine::Setup::default(),
        );
        started.unwrap_err().to_string()
    };
    let said = fails("at = [0, 30]", "at = [0, 61]");
    assert!(
        said.starts_with("two.toml:25: unit 'b': it stands "),
        "{said}"
    );
    assert!(said.contains(" cm beyond the edge"), "{said}");
    let said = fails("at = [0, 30]", "at = [0, -1]");
    assert_eq!(said.matches("unit '").count(), 1, "{said}");
    assert!(
        said.contains("overlaps") && said.contains(" cm; move"),
        "{said}"
    );
    let said = fails("bases = 4\n    [[unit]]", "bases = 0\n    [[unit]]");
    assert!(said.starts_with("two.toml:17: unit 'a': 'bases'"), "{said}");
}

#[test]
fn what_a_phase_only_writes_is_known() {
    let mut battle = battle(1);
    assert!(!battle.only_written("gamble"));
    battle.end_phase(&[]).unwrap();
    assert_eq!(battle.board().clock.phase, *"plan");
    assert!(battle.only_written("gamble") && !battle.only_written("break"));
    battle.end_phase(&[]).unwrap();
    assert!(!battle.only_written("gamble"));
}

#[test]
fn undo_false_undoes_nothing() {
    let mut battle = battle(1);
    battle.order(&march("a", "advance 1 cm"), &[]).unwrap();
    for verb in ["undo", "redo"] {
        let text = format!("format = 1\nruleset = \"toy\"\n[[step]]\n{verb} = false\n");
        let script = grognard_engine::script::Script::read(&text).unwrap();
        let error = script.play(&mut battle, |_, _| {}).unwrap_err().to_string();
        assert!(error.contains("should be true"), "{error}");
    }
    assert_eq!(battle.events().len(), 1);
}

#[test]
fn a_decimal_comma_is_found() {
    let hint = grognard_engine::decimal_comma;
    assert_eq!(hint("advance 1,5 in"), "; decimals have a point: 1.5");
    assert_eq!(hint("é2,25 in"), "; decimals have a point: 2.25");
    for fine in ["", ",", "advance 1 in, wheel left 3", "1,", ",5"] {
        assert_eq!(hint(fine), "");
    }
}
