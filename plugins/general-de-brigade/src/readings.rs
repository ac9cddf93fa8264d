//! The readings of the game at hand, as plain switches.

use grognard_sdk::prelude::Readings;

/// How the Test to Form is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TestBy {
    Dice,
    Caller,
    Pass,
}

/// Which changes a large unit pays more for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LargeScope {
    Changes,
    Table,
    All,
}

/// How march and normal movement combine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mix {
    Before,
    Either,
    Forbidden,
}

/// Which units of a marching brigade may go at the normal rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Partial {
    Near,
    Any,
    Nobody,
}

/// Every reading, decided once when the ruleset is opened.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub rows_are_taken: bool,
    pub lost_unknown: bool,
    pub half_is_column_to_line: bool,
    pub dashes_forbid: bool,
    pub count_original: bool,
    pub large_scope: LargeScope,
    pub half_distance_only: bool,
    pub charge_bars: bool,
    pub multi_phase: bool,
    pub move_after_change: bool,
    pub interrupted_kept: bool,
    pub new_while_changing: bool,
    pub changing_never_fires: bool,
    pub slower_rate: bool,
    pub round_down: bool,
    pub any_formed: bool,
    pub test_all: bool,
    pub test_by: TestBy,
    pub fail_unforms: bool,
    pub waive_test: bool,
    pub own_evading_guns: bool,
    pub enemy_evading_guns: bool,
    pub quarter_front: bool,
    pub mix: Mix,
    pub partial: Partial,
    pub away_allowed: bool,
    pub march_allowance: Option<u32>,
    pub wurst_as_foot: bool,
    pub square_whole_move: bool,
    pub square_able_only: bool,
    pub foot_guns_half_die: bool,
    pub step_back_phase: bool,
    pub obstacle_speed: bool,
    pub bua_phase: bool,
    pub half_speed_stretch: bool,
    pub calibre_lighter: bool,
    pub exactly_six: bool,
    pub catch_up_any_time: bool,
    pub centre_only: bool,
    pub unformed_stays: bool,
    pub crossing_only: bool,
    pub pass_friends: bool,
    pub amended: bool,
}

impl Settings {
    pub(crate) fn new(readings: &Readings) -> Self {
        let is = |id: &str, value: &str| readings.is(id, value);
        Self {
            rows_are_taken: is("formation-table", "to"),
            lost_unknown: is("lost-cells", "unknown"),
            half_is_column_to_line: is("second-half-cell", "column-line"),
            dashes_forbid: is("dash-cells", "forbidden"),
            count_original: is("large-unit-count", "original"),
            large_scope: match readings.get("large-unit-scope") {
                "table-only" => LargeScope::Table,
                "all-rows" => LargeScope::All,
                _ => LargeScope::Changes,
            },
            half_distance_only: is("half-move-change", "distance-only"),
            charge_bars: !is("charge-phase-action", "ignored"),
            multi_phase: !is("multi-phase", "refused"),
            move_after_change: !is("after-change", "none"),
            interrupted_kept: is("interrupted-change", "kept"),
            new_while_changing: is("formation-while-changing", "new"),
            changing_never_fires: is("fire-mid-change", "barred"),
            slower_rate: is("mixed-rate", "slower"),
            round_down: is("half-rounding", "down"),
            any_formed: is("influence-sources", "any-formed"),
            test_all: is("test-scope", "all"),
            test_by: match readings.get("test-to-form") {
                "caller" => TestBy::Caller,
                "auto-pass" => TestBy::Pass,
                _ => TestBy::Dice,
            },
            fail_unforms: !is("test-fail", "unchanged"),
            waive_test: !is("exemption-scope", "flank-only"),
            own_evading_guns: !is("evading-horse-artillery", "enemy"),
            enemy_evading_guns: !is("evading-horse-artillery", "own"),
            quarter_front: is("front-zone", "quarter"),
            mix: match readings.get("march-mix") {
                "either-order" => Mix::Either,
                "forbidden" => Mix::Forbidden,
                _ => Mix::Before,
            },
            partial: match readings.get("partial-march") {
                "any" => Partial::Any,
                "none" => Partial::Nobody,
                _ => Partial::Near,
            },
            away_allowed: is("march-inside-35", "away-allowed"),
            march_allowance: readings.get("march-allowance").parse().ok(),
            wurst_as_foot: is("wurst-march", "foot"),
            square_whole_move: is("square-check", "whole-move"),
            square_able_only: is("square-threat", "able-to-charge"),
            foot_guns_half_die: is("half-retreat-foot-guns", "half-die"),
            step_back_phase: is("step-back", "whole-phase"),
            obstacle_speed: is("obstacle-half", "half-speed"),
            bua_phase: is("bua-half", "half-phase"),
            half_speed_stretch: is("half-speed-span", "stretch"),
            calibre_lighter: is("calibre-gap", "lighter"),
            exactly_six: is("big-battery", "exactly-six"),
            catch_up_any_time: is("base-catch-up", "any-time"),
            centre_only: is("anchor-flank", "centre-only"),
            unformed_stays: is("unformed-move", "form-up-only"),
            crossing_only: is("form-up-cause", "crossing-only"),
            pass_friends: is("passing-friends", "allowed"),
            amended: is("amendment-2006-09-17", "on"),
        }
    }
}
