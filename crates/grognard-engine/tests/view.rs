//! What one side writes is not shown to the other until its phase, in anything a view gives.
#![allow(clippy::unwrap_used, clippy::panic)] // a test that cannot go on has failed

mod toy;

use grognard_core::{Effect, Fields, Id, Order, Ruling, Value};
use grognard_engine::{Battle, EngineError, Happening};
use toy::{battle, ruleset};

/// A battle in the phase in which both sides write.
fn writing(seed: u64) -> Battle {
    let mut battle = battle(seed);
    battle.end_phase(&[]).unwrap();
    battle
}

/// Red and blue have each written that they gamble.
fn both_wrote() -> Battle {
    let mut battle = writing(1);
    battle.order(&Order::new("gamble", "a"), &[]).unwrap();
    battle.order(&Order::new("gamble", "b"), &[]).unwrap();
    battle
}

fn written(battle: &Battle, side: &str) -> Vec<String> {
    let view = battle.view(side).unwrap();
    let orders = view.board().written.iter();
    orders
        .map(|order| format!("{} {}", order.kind, order.subject))
        .collect()
}

fn sealed(battle: &Battle, side: &str) -> Vec<(String, usize)> {
    let view = battle.view(side).unwrap();
    let counts = view.sealed().iter();
    counts.map(|(id, n)| (id.to_string(), *n)).collect()
}

/// Which events a side may not know.
fn sealed_events(battle: &Battle, side: &str) -> Vec<u64> {
    let view = battle.view(side).unwrap();
    let shut = view
        .events()
        .filter(|event| matches!(event.what, Happening::Sealed { .. }));
    shut.map(|event| event.number).collect()
}

fn heard(ruling: &Ruling) -> Vec<&str> {
    let heard = ruling.findings.iter().filter(|f| f.slug == *"heard");
    heard.map(|finding| finding.other.as_str()).collect()
}

#[test]
fn each_side_sees_its_own_orders_and_how_many_the_other_has() {
    let battle = both_wrote();
    assert_eq!(battle.board().written.len(), 2);
    assert_eq!(written(&battle, "red"), ["gamble a"]);
    assert_eq!(written(&battle, "blue"), ["gamble b"]);
    assert_eq!(sealed(&battle, "red"), [("blue".to_owned(), 1)]);
    assert_eq!(sealed(&battle, "blue"), [("red".to_owned(), 1)]);
    assert_eq!(sealed_events(&battle, "red"), [3]);
    assert_eq!(sealed_events(&battle, "blue"), [2]);
}

#[test]
fn a_sealed_event_keeps_its_number_and_its_time_only() {
    let battle = both_wrote();
    let view = battle.view("blue").unwrap();
    let event = view.events().nth(1).unwrap();
    assert_eq!((event.number, event.clock.phase.as_str()), (2, "plan"));
    assert_eq!(
        event.what,
        Happening::Sealed {
            side: Id::from("red")
        }
    );
    assert!(event.dice.is_empty() && event.rulings.is_empty() && !event.typed);
    let log = view.log().unwrap();
    assert_eq!(log.lines().count(), 3);
    assert!(!log.contains(r#""subject":"a""#), "{log}");
    assert!(log.contains(r#""subject":"b""#), "{log}");
}

#[test]
fn orders_are_open_once_their_phase_begins_and_sealed_again_when_it_is_taken_back() {
    let mut battle = both_wrote();
    battle.end_phase(&[]).unwrap();
    let open = battle.log().unwrap();
    for side in ["red", "blue"] {
        assert_eq!(battle.view(side).unwrap().log().unwrap(), open);
        assert_eq!(sealed(&battle, side)[0].1, 0);
    }
    battle.undo().unwrap();
    assert_eq!(sealed_events(&battle, "red"), [3]);
    assert_eq!(written(&battle, "red"), ["gamble a"]);
    battle.undo().unwrap();
    assert_eq!(sealed(&battle, "red"), [("blue".to_owned(), 0)]);
    battle.redo().unwrap();
    battle.redo().unwrap();
    assert_eq!(battle.view("red").unwrap().log().unwrap(), open);
}

#[test]
fn a_kind_is_open_when_a_phase_opens_it_or_the_phases_start_over() {
    let mut battle = writing(1);
    battle.order(&Order::new("listen", "a"), &[]).unwrap();
    battle.order(&Order::new("boast", "a"), &[]).unwrap();
    assert_eq!(sealed_events(&battle, "blue"), [2, 3]);
    battle.end_phase(&[]).unwrap();
    // Nothing has carried either out, but one is spoken of now.
    assert_eq!(battle.board().written.len(), 2);
    assert_eq!(sealed_events(&battle, "blue"), [3]);
    assert_eq!(written(&battle, "blue"), ["listen a"]);
    battle.end_phase(&[]).unwrap();
    assert!(sealed_events(&battle, "blue").is_empty());
    assert_eq!(written(&battle, "blue"), ["listen a", "boast a"]);
}

#[test]
fn the_same_order_of_a_later_turn_is_a_secret_of_its_own() {
    let mut battle = writing(1);
    let order = Order::new("listen", "a");
    battle.order(&order, &[]).unwrap();
    for _ in 0..6 {
        battle.end_phase(&[]).unwrap();
    }
    battle.order(&order, &[]).unwrap();
    assert_eq!(battle.board().written.len(), 2);
    assert_eq!(written(&battle, "blue"), ["listen a"]);
    assert_eq!(sealed_events(&battle, "blue"), [9]);
}

#[test]
fn a_ruling_for_one_side_knows_nothing_of_the_other() {
    let battle = both_wrote();
    let ask = |order: Order| {
        let asked = battle.view("red").unwrap().check(&order).unwrap();
        heard(&asked)
            .iter()
            .map(|id| (*id).to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(ask(Order::new("listen", "a")), ["a"]);
    // Nor does asking in the other's name find anything out.
    assert_eq!(ask(Order::new("listen", "b")), ["a"]);
    let umpire = battle.check(&Order::new("listen", "a")).unwrap();
    assert_eq!(heard(&umpire), ["a", "b"]);
    let view = battle.view("red").unwrap();
    let many = view
        .check_many(&vec![Order::new("listen", "a"); 3])
        .unwrap();
    assert!(many.iter().all(|ruling| heard(ruling) == ["a"]));
    let odds = view
        .odds_while(&Order::new("listen", "a"), || true)
        .unwrap();
    assert_eq!(heard(&odds.outcomes[0].example), ["a"]);
    let typed = view.check_with(&Order::new("gamble", "a"), &[6]).unwrap();
    assert_eq!(typed.rolls[0].outcome, *"won");
}

#[test]
fn writing_an_order_down_does_not_tell_of_the_others_either() {
    let mut battle = both_wrote();
    let ruling = battle.order(&Order::new("listen", "a"), &[]).unwrap();
    assert_eq!(heard(&ruling), ["a"]);
    let log = battle.view("red").unwrap().log().unwrap();
    assert!(!log.contains(r#""other":"b""#), "{log}");
}

#[test]
fn what_the_umpire_writes_or_strikes_for_a_side_is_its_secret() {
    let mut battle = writing(1);
    let write = Effect::WriteOrder {
        order: Order::new("gamble", "a"),
    };
    battle.adjust(vec![write], "he forgot").unwrap();
    let strike = |kind: &str| Effect::StrikeOrders {
        subject: Id::from("a"),
        kind: Id::from(kind),
    };
    assert_eq!(sealed(&battle, "blue"), [("red".to_owned(), 1)]);
    battle.adjust(vec![strike("gamble")], "no").unwrap();
    battle.adjust(vec![strike("")], "none at all").unwrap();
    assert_eq!(sealed_events(&battle, "blue"), [2, 3, 4]);
    assert!(sealed_events(&battle, "red").is_empty());
    battle.end_phase(&[]).unwrap();
    assert_eq!(sealed_events(&battle, "blue"), [4]);
    battle.end_phase(&[]).unwrap();
    assert!(sealed_events(&battle, "blue").is_empty());
}

#[test]
fn what_the_umpire_writes_for_both_sides_is_a_secret_from_both() {
    let mut battle = writing(1);
    let write = |unit: &str| Effect::WriteOrder {
        order: Order::new("gamble", unit),
    };
    battle
        .adjust(vec![write("a"), write("b")], "both forgot")
        .unwrap();
    assert_eq!(sealed_events(&battle, "red"), [2]);
    assert_eq!(sealed_events(&battle, "blue"), [2]);
}

#[test]
fn a_unit_that_left_the_table_takes_its_secret_along() {
    let mut battle = writing(1);
    battle.order(&Order::new("gamble", "a"), &[]).unwrap();
    let gone = Effect::RemoveUnit {
        unit: Id::from("a"),
    };
    battle.adjust(vec![gone], "lost at sea").unwrap();
    assert_eq!(sealed_events(&battle, "blue"), [2]);
    assert!(sealed_events(&battle, "red").is_empty());
}

#[test]
fn a_view_hides_what_is_asked_in_the_others_name_while_orders_are_written() {
    let battle = writing(1);
    let view = battle.view("red").unwrap();
    assert!(view.hides(&Order::new("gamble", "b")));
    assert!(!view.hides(&Order::new("gamble", "a")));
    let moving = toy::battle(1);
    assert!(
        !moving
            .view("red")
            .unwrap()
            .hides(&Order::new("gamble", "b"))
    );
}

#[test]
fn only_the_umpires_log_can_be_played_again() {
    let battle = both_wrote();
    let find = |_: &str| Ok(ruleset());
    let save = battle.save().unwrap();
    assert!(Battle::open(&save, find).is_ok());
    let header = save.lines().next().unwrap();
    let sealed = format!("{header}\n{}", battle.view("red").unwrap().log().unwrap());
    let error = Battle::open(&sealed, find).unwrap_err();
    assert!(
        matches!(error, EngineError::Save { line: 4, .. }),
        "{error}"
    );
    assert!(error.to_string().contains("umpire's save"), "{error}");
}

#[test]
fn an_unknown_side_is_refused_with_a_suggestion() {
    let error = battle(1).view("reds").unwrap_err().to_string();
    assert!(error.contains("'reds'") && error.contains("red"), "{error}");
}

#[test]
fn odds_stop_when_they_are_told_to() {
    let battle = battle(1);
    let mut asked = 0;
    let stopped = battle.odds_while(&Order::new("gamble", "a"), || {
        asked += 1;
        asked < 3
    });
    assert!(matches!(stopped, Err(EngineError::Stopped)));
    assert_eq!(asked, 3);
}

#[test]
fn what_is_the_umpires_alone_is_in_no_view() {
    let mut battle = writing(1);
    battle.mark("a", "doubt", Some(Value::Flag(true))).unwrap();
    battle
        .adjust(
            vec![Effect::SetCondition {
                on: Id::from("b"),
                name: Id::from("doubt"),
                value: Value::Flag(true),
            }],
            "both are",
        )
        .unwrap();
    battle.mark("a", "tired", Some(Value::Int(2))).unwrap();
    let listen = Order::new("listen", "a");
    assert!(battle.check(&listen).unwrap().has("doubted"));
    for side in ["red", "blue"] {
        let view = battle.view(side).unwrap();
        let unit = view.board().unit("a").unwrap();
        assert!(!unit.is("doubt") && unit.conditions.has("tired"));
        assert!(!view.check(&listen).unwrap().has("doubted"));
        assert_eq!(sealed_events(&battle, side), [2, 3]);
        assert!(!view.log().unwrap().contains("doubt"));
        assert!(view.hides_mark("doubt") && !view.hides_mark("tired"));
    }
    // Nor does what is written then tell of it.
    let ruling = battle.order(&listen, &[]).unwrap();
    assert!(!ruling.has("doubted"));
    // It never comes out.
    for _ in 0..6 {
        battle.end_phase(&[]).unwrap();
    }
    assert!(!battle.view("red").unwrap().log().unwrap().contains("doubt"));
}

#[test]
fn an_order_that_is_written_may_take_the_place_of_another() {
    let mut battle = writing(1);
    battle.order(&Order::new("listen", "a"), &[]).unwrap();
    for unit in ["a", "b", "a"] {
        battle.order(&Order::new("boast", unit), &[]).unwrap();
    }
    assert_eq!(written(&battle, "red"), ["listen a", "boast a"]);
    assert_eq!(sealed(&battle, "red"), [("blue".to_owned(), 1)]);
    assert_eq!(sealed(&battle, "blue"), [("red".to_owned(), 2)]);
    let first = battle.board().clone();
    battle.undo().unwrap();
    battle.redo().unwrap();
    assert_eq!(*battle.board(), first);
}
