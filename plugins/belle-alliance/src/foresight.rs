//! What will have been carried out of the written orders when a unit comes to march.

use grognard_sdk::prelude::*;

use crate::acts;
use crate::forecast;
use crate::gates::Given;
use crate::march;
use crate::memory;
use crate::resolve;
use crate::rules::{BelleAlliance, Phases};
use crate::scene::Scene;
use crate::written;

/// What comes before a march that is being written: splitting and assembly, then the changes of
/// formation. Those that dice have to settle stay written.
pub(crate) fn effects(
    rules: &BelleAlliance,
    situation: &Situation<'_>,
    order: &Order,
) -> Vec<Effect> {
    let scene = Scene::now(situation);
    let writing = scene.board.clock.phase == *Phases::WRITE;
    if !writing || order.kind != *kinds::MARCH || written::blind(rules, &scene) {
        return Vec::new();
    }
    let mut effects = Vec::new();
    let before = [Phases::SPLIT, Phases::CHANGE];
    let acts = |written: &Order| {
        acts::phase_of(written.kind.as_str()).is_some_and(|phase| before.contains(&phase))
    };
    // With a course the order is ruled on and says its gait itself.
    let law = order.course().is_none() && order.text("gait").is_some();
    if !scene.board.written.iter().any(acts) {
        if law {
            effects.extend(gait_of(scene.board, order));
        }
        return effects;
    }
    let mut board = scene.board.clone();
    for phase in before {
        let of_phase = |order: &&Order| acts::phase_of(order.kind.as_str()) == Some(phase);
        let due: Vec<Order> = board.written.iter().filter(of_phase).cloned().collect();
        let fates = resolve::carry_out(rules, &board, &situation.ground, &due, Given::Ahead);
        for fate in fates.iter().flatten() {
            forecast::apply(&mut board, &fate.effects);
            effects.extend(fate.effects.iter().cloned());
        }
        strike(&due, &fates, &mut effects);
    }
    if law {
        effects.extend(gait_of(&board, order));
    }
    effects
}

/// The law of motion is asked for without the order, and has to know its gait.
fn gait_of(board: &Board, order: &Order) -> Option<Effect> {
    let unit = board.unit(order.subject.as_str())?;
    let gait = march::written_gait(board, unit, order);
    Some(memory::gait(&unit.id, gait))
}

/// Strikes out what is settled: carried out, or refused and lapsed.
fn strike(due: &[Order], fates: &[Option<Ruling>], effects: &mut Vec<Effect>) {
    let open = |order: &Order| {
        let mut all = due.iter().zip(fates);
        all.any(|(other, fate)| {
            fate.is_none() && other.subject == order.subject && other.kind == order.kind
        })
    };
    for order in due.iter().filter(|order| !open(order)) {
        effects.push(Effect::StrikeOrders {
            subject: order.subject,
            kind: order.kind,
        });
    }
}

/// An order that is still written where all that can be foreseen is carried out, and that decides from where
/// and how `order` marches.
pub(crate) fn unsettled<'b>(board: &'b Board, order: &Order) -> Option<&'b Order> {
    board.written.iter().find(|other| {
        acts::phase_of(other.kind.as_str()).is_some()
            && resolve::concerned(board, other).contains(&order.subject.to_string())
    })
}
