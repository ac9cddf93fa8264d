//! Every kind of order that splits, assembles or changes formation: its sub-phase, and who plans it.

use grognard_sdk::prelude::*;

use crate::drawn_up;
use crate::gates::{self, Given};
use crate::limbering::{self, Act};
use crate::plan::Plan;
use crate::room;
use crate::rules::{BelleAlliance, Phases};
use crate::scene::Scene;
use crate::{building, change, gunners, skirmish_in, skirmish_out, splitting};

/// The sub-phase a kind of order belongs to; none for those that are no such act.
pub(crate) fn phase_of(kind: &str) -> Option<&'static str> {
    match kind {
        "split" | "split-line" | "assemble" => Some(Phases::SPLIT),
        "change-formation" | "deploy-line" | "rejoin" | "resize-line" | "unlimber" | "limber"
        | "gunners-leave" | "gunners-rejoin" | "regroup-gunners" | "occupy" | "leave-building" => {
            Some(Phases::CHANGE)
        }
        _ => None,
    }
}

/// Thinks an act through. Room is tested against the board as it is; who else wants it is not.
pub(crate) fn plan(
    rules: &BelleAlliance,
    scene: &Scene<'_, '_>,
    order: &Order,
    given: Given,
) -> Plan {
    let mut plan = Plan::new(order);
    if let Some(phase) = phase_of(order.kind.as_str()) {
        gates::test(rules, scene, &mut plan, order, phase, given);
    }
    if let Some(unit) = scene.board.unit(order.subject.as_str()) {
        drawn_up::lean(rules, &mut plan.judge, unit);
    }
    match order.kind.as_str() {
        "split" => splitting::split(rules, scene, order, &mut plan),
        "split-line" => splitting::split_line(rules, scene, order, &mut plan),
        "assemble" => splitting::assemble(rules, scene, order, &mut plan),
        "change-formation" => change::plan(rules, scene, order, &mut plan),
        "deploy-line" => skirmish_out::deploy(rules, scene, order, &mut plan),
        "rejoin" => skirmish_in::rejoin(rules, scene, order, "figures", &mut plan),
        "resize-line" if order.arg("gain").is_some() => {
            skirmish_out::enlarge(rules, scene, order, &mut plan);
        }
        "resize-line" => skirmish_in::rejoin(rules, scene, order, "give", &mut plan),
        "unlimber" => limbering::plan(rules, scene, order, Act::Unlimber, &mut plan),
        "limber" => limbering::plan(rules, scene, order, Act::Limber, &mut plan),
        "gunners-leave" => gunners::leave(rules, scene, order, &mut plan),
        "gunners-rejoin" => gunners::rejoin(rules, scene, order, &mut plan),
        "regroup-gunners" => gunners::regroup(rules, scene, order, &mut plan),
        "occupy" => building::occupy(rules, scene, order, &mut plan),
        "leave-building" => building::leave(rules, scene, order, &mut plan),
        _ => {}
    }
    room::test(rules, scene, &mut plan);
    plan
}
