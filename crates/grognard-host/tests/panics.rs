//! A panic inside a plugin is a fault; the ruleset rules no more, and the program lives.
#![allow(clippy::unwrap_used, clippy::panic)] // a test that cannot go on has failed

mod support;

use grognard_core::{Fault, FaultKind, Id, Moment, Order, Rulebook};
use grognard_host::{HostError, LoadedRuleset, OpenedRuleset};
use support::{Bare, board, both, situation, unit};

fn open(ruleset: &LoadedRuleset) -> OpenedRuleset {
    ruleset
        .open(&Rulebook::printed(ruleset.document()))
        .unwrap()
}

/// Opens the ruleset loaded and linked, makes it panic, and looks at what it says then and after.
fn panics<T: std::fmt::Debug>(ask: impl Fn(&OpenedRuleset) -> Result<T, Fault>, said: &str) {
    for ruleset in both() {
        let rules = open(&ruleset);
        let other = rules.clone();
        assert!(!rules.failed());
        let fault = ask(&rules).unwrap_err();
        assert_eq!(fault.kind, FaultKind::Panicked);
        assert_eq!(
            fault.message.as_str(),
            format!("misbehaving panicked while {said}")
        );

        assert!(rules.failed() && other.failed() && ruleset.failed());
        let later = other.enlist(unit("quiet")).unwrap_err();
        assert_eq!(later.kind, FaultKind::Panicked);
        assert!(later.message.contains("panicked earlier"), "{later}");
        assert!(later.message.contains("fresh process"), "{later}");
        let reopened = ruleset.open(&Rulebook::default()).unwrap_err();
        assert!(
            reopened.to_string().contains("panicked earlier"),
            "{reopened}"
        );
    }
}

#[test]
fn in_enlist() {
    panics(
        |rules| rules.enlist(unit("panic")),
        "enlisting `panic`: told to panic in enlist",
    );
}

#[test]
fn in_layout() {
    panics(
        |rules| rules.layout(&unit("one"), &Id::of("panic")),
        "laying out `one` in `panic`: told to panic in layout",
    );
}

#[test]
fn in_motion() {
    panics(
        |rules| rules.motion(&situation(&board(), &Bare), 1, &Id::of("panic")),
        "giving the law of `panic` for `two`: told to panic in motion",
    );
}

#[test]
fn in_rule() {
    for (kind, message) in [
        ("panic", "told to panic in rule"),
        ("panic-without-words", "it left no message"),
        ("panic-with-a-bomb", "it left no message"),
    ] {
        panics(
            |rules| {
                rules.rule(
                    &situation(&board(), &Bare),
                    &Order::new(Id::of(kind), Id::of("one")),
                )
            },
            &format!("ruling on `{kind}` for `one`: {message}"),
        );
    }
}

#[test]
fn in_moment() {
    panics(
        |rules| rules.moment(&situation(&board(), &Bare), Moment::TurnEnd),
        "ruling on the moment TurnEnd: told to panic in moment",
    );
}

#[test]
fn in_foresee() {
    let order = Order::new(Id::of("panic"), Id::of("one"));
    panics(
        |rules| rules.foresee(&situation(&board(), &Bare), &order),
        "foreseeing what comes before `panic` of `one`: told to panic in foresee",
    );
}

#[test]
fn in_resolve() {
    let orders = ["wait", "panic"].map(|kind| Order::new(Id::of(kind), Id::of("one")));
    panics(
        |rules| rules.resolve(&situation(&board(), &Bare), &orders),
        "ruling on 2 written orders together: told to panic in rule",
    );
}

#[test]
fn in_open() {
    for ruleset in both() {
        let mut book = Rulebook::printed(ruleset.document());
        book.readings.insert("open".into(), "panic".into());
        let HostError::NotOpened { id, fault } = ruleset.open(&book).unwrap_err() else {
            panic!("it is known")
        };
        assert_eq!(
            (id.as_str(), fault.kind),
            ("misbehaving", FaultKind::Panicked)
        );
        assert!(fault.message.ends_with("told to panic in open"), "{fault}");
        assert!(ruleset.failed());
    }
}

#[test]
fn when_dropped() {
    for ruleset in both() {
        let mut book = Rulebook::printed(ruleset.document());
        book.readings.insert("drop".into(), "panic".into());
        drop(ruleset.open(&book).unwrap());
    }
}

#[test]
fn a_fault_is_no_panic() {
    for ruleset in both() {
        let mut book = Rulebook::printed(ruleset.document());
        book.readings.insert("open".into(), "fault".into());
        let refused = ruleset.open(&book).unwrap_err();
        assert!(
            refused.to_string().contains("told to refuse the rulebook"),
            "{refused}"
        );

        let rules = open(&ruleset);
        let fault = rules.layout(&unit("one"), &Id::of("ring")).unwrap_err();
        assert_eq!(fault.kind, FaultKind::NotPossible);
        let fault = rules
            .motion(&situation(&board(), &Bare), 2, &Id::of("walk"))
            .unwrap_err();
        assert_eq!(fault.message.as_str(), "there is no unit number 2");
        assert!(!rules.failed());
        let order = Order::new(Id::of("ask-twice"), Id::of("one"));
        assert!(
            rules
                .rule(&situation(&board(), &Bare), &order)
                .unwrap()
                .allowed()
        );
    }
}

#[test]
fn two_of_a_kind_fail_apart() {
    let [loaded, linked] = both();
    let rules = open(&linked);
    open(&loaded).enlist(unit("panic")).unwrap_err();
    assert!(rules.enlist(unit("quiet")).is_ok());
}

#[test]
fn opened_rulesets_go_to_other_threads() {
    fn shared<T: Send + Sync + Clone + 'static>() {}
    shared::<OpenedRuleset>();
    shared::<LoadedRuleset>();
}
