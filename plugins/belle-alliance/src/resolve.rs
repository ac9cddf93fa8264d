//! Written orders carried out together.

use grognard_sdk::prelude::*;

use crate::acts;
use crate::contest;
use crate::figures;
use crate::forecast;
use crate::gates::Given;
use crate::marches;
use crate::memory;
use crate::plan::Plan;
use crate::reach::plain;
use crate::rects;
use crate::rules::{BelleAlliance, Phases};
use crate::scene::Scene;

/// Rules on the written orders of a sub-phase.
pub(crate) fn rule(
    rules: &BelleAlliance,
    situation: &Situation<'_>,
    orders: &[Order],
) -> Vec<Ruling> {
    let (board, ground) = (situation.board, &situation.ground);
    if board.clock.phase == *Phases::MARCH {
        return marches::rule(rules, board, ground, orders);
    }
    carry_out(rules, board, ground, orders, Given::Written)
        .into_iter()
        .map(Option::unwrap_or_default)
        .collect()
}

/// Carries orders out. The first order of every unit is carried out together with that of the others;
/// then the second, and so on. Of orders that are only looked at ahead those are left open that dice have to
/// settle, and those that follow on them.
pub(crate) fn carry_out(
    rules: &BelleAlliance,
    start: &Board,
    ground: &GroundRef<'_>,
    orders: &[Order],
    given: Given,
) -> Vec<Option<Ruling>> {
    let waves = waves(start, orders);
    let last = waves.iter().copied().max().unwrap_or(0);
    let mut board = start.clone();
    let mut fates = vec![None; orders.len()];
    let mut open: Vec<&Order> = Vec::new();
    for wave in 0..=last {
        let members: Vec<usize> = (0..orders.len()).filter(|n| waves[*n] == wave).collect();
        let leaving: Vec<Id> = members.iter().map(|n| orders[*n].subject).collect();
        let scene = Scene {
            board: &board,
            start,
            ground,
            leaving: &leaving,
        };
        let mut plans: Vec<Plan> = members
            .iter()
            .map(|n| acts::plan(rules, &scene, &orders[*n], given))
            .collect();
        one_name_each(&mut plans);
        let contested = if given == Given::Ahead {
            contest::linked(rules, &board, &plans, ground.tolerance())
        } else {
            contest::settle(rules, &board, ground, &mut plans);
            Vec::new()
        };
        left_standing(rules, &scene, &mut plans);
        let mut after = board.clone();
        for (place, (n, plan)) in members.into_iter().zip(plans).enumerate() {
            let order = &orders[n];
            if contested.contains(&place) || open.iter().any(|other| meet(&board, order, other)) {
                open.push(order);
                continue;
            }
            let ruling = finished(rules, plan);
            forecast::apply(&mut after, &ruling.effects);
            fates[n] = Some(ruling);
        }
        board = after;
    }
    fates
}

/// A new name is that of one unit. Where several acts want it, it goes to the unit it is formed from, else
/// to the first in the order of units: not to who wrote first.
fn one_name_each(plans: &mut [Plan]) {
    let mut wanted: Vec<(Id, bool, Id, usize)> = Vec::new();
    for (at, plan) in plans
        .iter()
        .enumerate()
        .filter(|(_, plan)| plan.judge.allowed())
    {
        let subject = plan.judge.subject();
        for effect in &plan.effects {
            if let Effect::AddUnit { unit } = effect {
                let strange = !unit.id.as_str().starts_with(&format!("{subject}-"));
                wanted.push((unit.id, strange, subject, at));
            }
        }
    }
    wanted.sort();
    for pair in wanted.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
        figures::name_taken(&mut plans[pair[1].3].judge, &pair[1].0);
    }
}

/// Whether two orders concern the same unit.
fn meet(board: &Board, one: &Order, two: &Order) -> bool {
    let of_two = concerned(board, two);
    concerned(board, one).iter().any(|id| of_two.contains(id))
}

/// The ruling of a plan; one that lost a contested place may leave the unit free for another order.
fn finished(rules: &BelleAlliance, plan: Plan) -> Ruling {
    let mut ruling = plan.done();
    if ruling.has("contest-lost")
        && rules.readings.is("contest-loser", "may-reorder")
        && let Some(finding) = ruling.findings.first()
    {
        let subject = finding.subject;
        ruling.then(memory::flag(&subject, memory::MAY_REORDER));
    }
    ruling
}

/// Ground that counted as vacated has to be: who stays after all is in the way of those who relied on
/// his going.
fn left_standing(rules: &BelleAlliance, scene: &Scene<'_, '_>, plans: &mut [Plan]) {
    if !rules.readings.is("vacated-space", "free") {
        return;
    }
    loop {
        let stays: Vec<Id> = plans
            .iter()
            .filter(|plan| !plan.judge.allowed())
            .map(|plan| plan.judge.subject())
            .collect();
        let mut changed = false;
        for plan in plans
            .iter_mut()
            .filter(|plan| plan.judge.allowed() && plan.needs_room)
        {
            let places: Vec<Rect> = plan
                .placed
                .iter()
                .flat_map(|placed| placed.rects())
                .collect();
            let standing = scene
                .board
                .units
                .iter()
                .filter(|unit| stays.contains(&unit.id));
            for unit in standing.filter(|unit| !plan.partners.contains(&unit.id)) {
                let depth = rects::deepest(&places, unit.bases.iter().map(|base| &base.rect));
                if depth > scene.ground.tolerance() {
                    let finding =
                        Finding::refuses(Id::of("no-room"), Id::of("S4-15"), plan.judge.subject());
                    plan.judge.find(finding.about(unit.id).measured(
                        Measure::Length,
                        plain(depth),
                        Amount::ZERO,
                    ));
                    changed = true;
                    break;
                }
            }
        }
        if !changed {
            return;
        }
    }
}

/// In which round each order is carried out: after every earlier order that concerns one of its units.
fn waves(board: &Board, orders: &[Order]) -> Vec<usize> {
    let mut next: Vec<(String, usize)> = Vec::new();
    let mut waves = Vec::with_capacity(orders.len());
    for order in orders {
        let concerned = concerned(board, order);
        let mut wave = 0;
        for id in &concerned {
            if let Some((_, free)) = next.iter().find(|(known, _)| known == id) {
                wave = wave.max(*free);
            }
        }
        for id in concerned {
            match next.iter_mut().find(|(known, _)| *known == id) {
                Some((_, free)) => *free = wave + 1,
                None => next.push((id, wave + 1)),
            }
        }
        waves.push(wave);
    }
    waves
}

/// The units an order concerns: its subject, the mother unit of who comes back, and those it names, as far as
/// they are of its own side. Nobody holds up another side's orders by naming its units.
pub(crate) fn concerned(board: &Board, order: &Order) -> Vec<String> {
    let subject = order.subject.to_string();
    let Some(unit) = board.unit(&subject) else {
        return vec![subject];
    };
    let mut ids = vec![subject];
    let comes_back = ["rejoin", "resize-line", "gunners-rejoin", "split-line"];
    if comes_back.contains(&order.kind.as_str()) {
        ids.push(unit.attribute_text("mother").to_owned());
    }
    for name in ["mother", "battery"] {
        ids.push(order.text(name).unwrap_or("").to_owned());
    }
    let with = order.arg("with").map_or(&[][..], Value::items);
    ids.extend(with.iter().filter_map(Value::as_str).map(str::to_owned));
    let own = |id: &str| board.unit(id).is_some_and(|other| other.side == unit.side);
    ids.retain(|id| own(id));
    ids
}
