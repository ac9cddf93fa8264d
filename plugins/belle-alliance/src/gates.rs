//! What every movement but marching asks first: was it ordered, is it time, may the unit move at all.

use grognard_sdk::prelude::*;

use crate::memory;
use crate::plan::Plan;
use crate::rules::{BelleAlliance, Phases};
use crate::scene::Scene;

/// How an order comes to be ruled on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Given {
    /// It was written, and its sub-phase carries it out.
    Written,
    /// It is given by hand in its sub-phase.
    Direct,
    /// It is being written, and only looked at beforehand.
    Ahead,
}

/// Tests the gates of an order that belongs to the sub-phase `phase`.
pub(crate) fn test(
    rules: &BelleAlliance,
    scene: &Scene<'_, '_>,
    plan: &mut Plan,
    order: &Order,
    phase: &'static str,
    given: Given,
) {
    let Some(unit) = scene.board.unit(order.subject.as_str()) else {
        plan.judge.refuse("unit-gone", "T1");
        return;
    };
    plan.judge.cite(Id::of("T1"));
    if given == Given::Direct && !ordered(scene.board, unit, order) {
        plan.judge.refuse("not-ordered", "T1");
    }
    if given != Given::Ahead {
        in_time(rules, scene.board, &mut plan.judge, phase);
    }
    if unit.is(memory::MARCHED) && !returning(rules, plan, order) {
        plan.judge.refuse("wrong-sub-phase", "T1");
    }
    not_firing(plan, unit);
}

/// Gunners may be let back to the guns after marching, when a reading says so.
fn returning(rules: &BelleAlliance, plan: &mut Plan, order: &Order) -> bool {
    order.kind == *"gunners-rejoin"
        && plan.judge.read(&rules.readings, "gunners-return") == "same-bound"
}

fn ordered(board: &Board, unit: &Unit, order: &Order) -> bool {
    unit.is(memory::ORDERED)
        || unit.is(memory::MAY_REORDER)
        || board
            .written
            .iter()
            .any(|o| o.kind == order.kind && o.subject == order.subject)
}

/// A sub-phase that has not come, or has gone by within its phase, is the wrong one; a phase that has
/// gone by is closed.
pub(crate) fn in_time(
    rules: &BelleAlliance,
    board: &Board,
    judge: &mut Judge,
    phase: &'static str,
) {
    let now = board.clock.phase.as_str();
    if now == phase || may_return_now(rules, now, phase) {
        return;
    }
    judge.cite(Id::of("1.1.1a"));
    let stage = |id: &str| id.split('/').next().unwrap_or("").to_owned();
    let gone = rules.phases.place(now) > rules.phases.place(phase);
    let slug = if gone && stage(now) != stage(phase) {
        "phase-closed"
    } else {
        "wrong-sub-phase"
    };
    let clause = if slug == "phase-closed" {
        "1.1.1a"
    } else {
        "T1"
    };
    let finding = Finding::refuses(Id::of(slug), Id::of(clause), judge.subject());
    judge.find(finding.with(Id::of("phase"), Value::text(phase)));
}

fn may_return_now(rules: &BelleAlliance, now: &str, phase: &str) -> bool {
    phase == Phases::CHANGE
        && now == Phases::MARCH
        && rules.readings.is("gunners-return", "same-bound")
}

fn not_firing(plan: &mut Plan, unit: &Unit) {
    plan.judge.cite(Id::of("1.1.1b"));
    if unit.is(memory::FIRED_CONTINUED) {
        plan.judge.refuse("fired-continued", "1.1.1b");
    }
}
