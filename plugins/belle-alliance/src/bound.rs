//! What happens of itself as a bound runs.

use grognard_sdk::prelude::*;

use crate::contact;
use crate::drawn_up;
use crate::memory;
use crate::rules::{BelleAlliance, Phases};
use crate::scene::Scene;

/// Rules on a moment of the bound.
pub(crate) fn moment(rules: &BelleAlliance, scene: &Scene<'_, '_>, moment: Moment) -> Ruling {
    let mut judge = Judge::new(Id::default());
    match moment {
        Moment::TurnEnd => end(scene.board, &mut judge),
        Moment::PhaseStart => match scene.board.clock.phase.as_str() {
            Phases::FIRING => support(rules, scene, &mut judge),
            Phases::MELEE => melee(rules, scene.board, &mut judge),
            _ => {}
        },
        _ => {}
    }
    judge.done()
}

/// The bound is over: what belongs to it alone is forgotten, orders that were not needed are struck.
fn end(board: &Board, judge: &mut Judge) {
    for unit in &board.units {
        for name in memory::OF_THE_BOUND {
            if unit.condition(name).is_some() {
                judge.then(memory::clear(&unit.id, name));
            }
        }
        // Targets and attacks are remembered one bound more.
        for (now, last) in [
            (memory::FIRED_AT, memory::FIRED_AT_LAST),
            (memory::ATTACKS, memory::ATTACKED_LAST),
        ] {
            if let Some(value) = unit.condition(now) {
                judge.then(memory::set(&unit.id, last, value.clone()));
                judge.then(memory::clear(&unit.id, now));
            }
        }
        if !unit.track.is_empty() {
            judge.then(Effect::ClearTrack { unit: unit.id });
        }
    }
    let mut struck: Vec<&Id> = Vec::new();
    for order in &board.written {
        if !struck.contains(&&order.subject) {
            struck.push(&order.subject);
            judge.then(Effect::StrikeOrders {
                subject: order.subject,
                kind: Id::default(),
            });
        }
    }
}

/// Figures of a skirmish line near a formed body are supported by it.
fn support(rules: &BelleAlliance, scene: &Scene<'_, '_>, judge: &mut Judge) {
    let lines = scene
        .board
        .units
        .iter()
        .filter(|unit| unit.formation == *"skirmish-line");
    for line in lines {
        judge.cite(Id::of("3.3.0"));
        judge.lean(&rules.tables.soutien_distance);
        drawn_up::lean(rules, judge, line);
        if let Some(figures) = contact::supported(rules, scene, judge, line) {
            judge.then(memory::set(
                &line.id,
                memory::SUPPORTED,
                Value::Int(figures as i64),
            ));
        }
    }
}

/// Who split, assembled or changed formation fights worse in this bound.
fn melee(rules: &BelleAlliance, board: &Board, judge: &mut Judge) {
    let shaken = |unit: &&Unit| {
        [memory::CHANGED, memory::SPLIT_NOW, memory::ASSEMBLED_NOW]
            .iter()
            .any(|name| unit.is(name))
    };
    for unit in board.units.iter().filter(shaken) {
        judge.cite(Id::of("T8"));
        for (name, cell) in [
            (memory::MELEE_ATTACK, &rules.tables.melee_attack),
            (memory::MELEE_DEFENCE, &rules.tables.melee_defence),
        ] {
            judge.lean(cell);
            if let Some(number) = cell.number() {
                judge.then(memory::set(&unit.id, name, Value::Number(number)));
            }
        }
    }
}
