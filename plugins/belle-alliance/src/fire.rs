//! Fire, as far as moving depends on it: who may fire, and what firing forbids afterwards.

use grognard_sdk::prelude::*;

use crate::memory;
use crate::rules::Phases;
use crate::scene::Scene;

/// Rules on fire.
pub(crate) fn rule(scene: &Scene<'_, '_>, order: &Order) -> Ruling {
    let mut judge = Judge::new(order.subject);
    judge.cite(Id::of("1.1.1b"));
    let Some(unit) = scene.board.unit(order.subject.as_str()) else {
        return judge.done();
    };
    let phase = scene.board.clock.phase.as_str();
    let continued = phase == Phases::CONTINUED;
    if !continued && phase != Phases::FIRING {
        judge.refuse("wrong-sub-phase", "1.1.1a");
    }
    if unit.is(memory::PASSED_THROUGH) {
        judge.refuse("passed-through", "1.1.1b");
    }
    if unit.is(memory::FIRED_CONTINUED) {
        judge.refuse("fired-continued", "1.1.1b");
    }
    let target = order.text("target").unwrap_or("");
    if continued {
        judge.then(memory::flag(&unit.id, memory::FIRED_CONTINUED));
    }
    judge.then(memory::set(&unit.id, memory::FIRED_AT, Value::text(target)));
    judge.done()
}

/// Rules on the announcement of an attack.
pub(crate) fn announce(
    rules: &crate::rules::BelleAlliance,
    scene: &Scene<'_, '_>,
    order: &Order,
) -> Ruling {
    let mut judge = Judge::new(order.subject);
    let Some(unit) = scene.board.unit(order.subject.as_str()) else {
        return judge.done();
    };
    crate::gates::in_time(rules, scene.board, &mut judge, Phases::ATTACKS);
    let target = order.text("target").unwrap_or("");
    if let Some(enemy) = scene.board.unit(target)
        && !scene.board.hostile(&unit.side, &enemy.side)
    {
        let finding = Finding::refuses(Id::of("not-an-enemy"), Id::of("T1"), unit.id);
        judge.find(finding.about(enemy.id));
    }
    judge.then(memory::set(&unit.id, memory::ATTACKS, Value::text(target)));
    judge.done()
}
