//! Writing orders, and what may be looked at before they are written.

use grognard_sdk::prelude::*;

use crate::acts;
use crate::contest;
use crate::foresight;
use crate::gates::Given;
use crate::march::{self, Manner};
use crate::plan::Plan;
use crate::rules::{BelleAlliance, Phases};
use crate::scene::Scene;

/// Whether nothing may be measured yet.
pub(crate) fn blind(rules: &BelleAlliance, scene: &Scene<'_, '_>) -> bool {
    scene.board.clock.phase == *Phases::WRITE
        && rules.readings.is("measuring", "after-orders")
        && !scene.umpire()
}

/// Refuses to measure a forced move while nothing may be measured: whoever has one to carry out then is the
/// umpire, and says so.
pub(crate) fn too_early(
    rules: &BelleAlliance,
    scene: &Scene<'_, '_>,
    order: &Order,
) -> Option<Ruling> {
    if !blind(rules, scene) {
        return None;
    }
    let mut judge = Judge::new(order.subject);
    lean(rules, &mut judge);
    judge.find(early(order, Finding::refuses));
    Some(judge.done())
}

/// Rules on an order while orders are written: it is taken down as it stands. Where measuring is open,
/// it is looked at as if it were carried out now.
pub(crate) fn rule(rules: &BelleAlliance, scene: &Scene<'_, '_>, order: &Order) -> Ruling {
    let act = acts::phase_of(order.kind.as_str()).is_some();
    let mut ruling = match order.kind.as_str() {
        "gait" => taken_down(rules, scene, order, blind(rules, scene)),
        "march" if !blind(rules, scene) => match foresight::unsettled(scene.board, order) {
            Some(other) => {
                let mut judge = begun(order);
                let finding =
                    Finding::notes(Id::of("change-unsettled"), Id::of("S4-16"), judge.subject());
                judge.find(finding.about(other.subject));
                judge.done()
            }
            None => march::rule(rules, scene, order, Manner::March, Given::Ahead),
        },
        "march" => taken_down(rules, scene, order, true),
        _ if !act => {
            let mut judge = begun(order);
            judge.refuse("wrong-sub-phase", "T1");
            judge.done()
        }
        _ if blind(rules, scene) => taken_down(rules, scene, order, true),
        _ => foreseen(rules, scene, order),
    };
    if !act {
        replace(scene.board, order, &mut ruling);
    }
    ruling
}

fn begun(order: &Order) -> Judge {
    let mut judge = Judge::new(order.subject);
    judge.cite(Id::of("T1"));
    judge
}

/// An order as it stands. Before orders are written, who asks about one that would have to be measured is
/// refused; who gives it has it taken down.
fn taken_down(
    rules: &BelleAlliance,
    scene: &Scene<'_, '_>,
    order: &Order,
    unmeasured: bool,
) -> Ruling {
    let mut judge = begun(order);
    if unmeasured {
        lean(rules, &mut judge);
    }
    if unmeasured && order.kind != *"gait" {
        judge.find(match scene.ground.is_given() {
            true => early(order, Finding::notes),
            false => early(order, Finding::refuses),
        });
    }
    judge.done()
}

/// A unit has one march and one gait: what it had written of the kind is struck out.
fn replace(board: &Board, order: &Order, ruling: &mut Ruling) {
    let before = |other: &Order| other.kind == order.kind && other.subject == order.subject;
    if ruling.allowed() && board.written.iter().any(before) {
        let subject = order.subject;
        ruling.find(Finding::notes(
            Id::of("written-anew"),
            Id::of("T1"),
            subject,
        ));
        ruling.then(Effect::StrikeOrders {
            subject,
            kind: order.kind,
        });
    }
}

/// Leans on the reading that nothing may be measured by.
fn lean(rules: &BelleAlliance, judge: &mut Judge) {
    judge.cite(Id::of("1.1.1d"));
    judge.read(&rules.readings, "measuring");
}

/// That it is too early to measure, with the sub-phase in which the order can be asked about.
fn early(order: &Order, weigh: fn(Id, Id, Id) -> Finding) -> Finding {
    let phase = acts::phase_of(order.kind.as_str()).unwrap_or(Phases::MARCH);
    let subject = order.subject;
    weigh(Id::of("measured-early"), Id::of("1.1.1d"), subject)
        .with(Id::of("phase"), Value::text(phase))
}

/// The order as it would be carried out, with a note where another written order wants the same ground.
/// Of the orders of other sides only the umpire is told: they are hidden until they are carried out.
fn foreseen(rules: &BelleAlliance, scene: &Scene<'_, '_>, order: &Order) -> Ruling {
    let mut plan = acts::plan(rules, scene, order, Given::Ahead);
    let side = |id: &Id| scene.board.unit(id.as_str()).map(|unit| &unit.side);
    let others: Vec<Plan> = scene
        .board
        .written
        .iter()
        .filter(|other| other.subject != order.subject)
        .filter(|other| scene.umpire() || side(&other.subject) == side(&order.subject))
        .filter(|other| acts::phase_of(other.kind.as_str()).is_some())
        .map(|other| acts::plan(rules, scene, other, Given::Ahead))
        .collect();
    for rival in contest::rivals(&plan, &others, scene.ground.tolerance()) {
        let finding = Finding::notes(Id::of("roll-needed"), Id::of("S4-16"), plan.judge.subject());
        plan.judge.find(finding.about(rival));
    }
    plan.done()
}
