//! A linked ruleset and a loaded one are the same ruleset: they give byte-identical logs.
#![allow(clippy::expect_used, clippy::panic)] // a suite fails by panicking

mod playthrough;

use grognard_tests::{linked, loaded};
use playthrough::{RULESETS, play};

#[test]
fn linked_and_loaded_rulesets_give_the_same_log_to_the_byte() {
    let (linked, loaded) = (
        linked().expect("sound rulesets"),
        loaded().expect("sound rulesets"),
    );
    for id in RULESETS {
        let one = play(id, linked.get(id).expect("it is linked"));
        let other = play(id, loaded.get(id).expect("it is loaded"));
        assert!(
            one.events().len() >= 12,
            "{id}: the script does too little to compare"
        );
        assert_eq!(
            one.log().expect("a log"),
            other.log().expect("a log"),
            "{id}"
        );
        assert_eq!(
            one.save().expect("a save"),
            other.save().expect("a save"),
            "{id}"
        );
        assert_eq!(one.board(), other.board(), "{id}");
    }
}
