//! Several units want the same ground: dice settle who gets it.

use grognard_sdk::prelude::*;

use crate::memory;
use crate::plan::Plan;
use crate::reach::plain;
use crate::rects;
use crate::rules::BelleAlliance;

/// A unit's claim to the ground of its new formation.
struct Claim {
    /// Which plan.
    plan: usize,
    side: Id,
    rects: Vec<Rect>,
    /// What it rolled: ties roll on.
    rolls: Vec<u32>,
}

/// Settles the contests among `plans`: those that lose are refused.
pub(crate) fn settle(
    rules: &BelleAlliance,
    board: &Board,
    ground: &GroundRef<'_>,
    plans: &mut [Plan],
) {
    let mut claims = claims(board, plans);
    let tolerance = ground.tolerance();
    let linked: Vec<bool> = (0..claims.len())
        .map(|one| (0..claims.len()).any(|two| contests(rules, &claims, one, two, tolerance)))
        .collect();
    let mut rolling: Vec<usize> = (0..claims.len()).filter(|claim| linked[*claim]).collect();
    // Nobody's dice depend on who wrote first.
    rolling.sort_by_cached_key(|claim| plans[claims[*claim].plan].judge.subject());
    if rolling.is_empty() {
        order_among_friends(rules, &claims, plans, tolerance);
        return;
    }
    if !roll(rules, ground, &mut claims, &rolling, plans) {
        return;
    }
    let mut ranked = rolling.clone();
    ranked.sort_by(|one, two| claims[*two].rolls.cmp(&claims[*one].rolls));
    let mut done: Vec<usize> = Vec::new();
    for claim in ranked {
        let stronger = done
            .iter()
            .find(|other| contests(rules, &claims, claim, **other, tolerance));
        match stronger {
            Some(other) => lose(rules, &claims, plans, claim, *other),
            None => done.push(claim),
        }
    }
    order_among_friends(rules, &claims, plans, tolerance);
}

/// Which of the plans dice would have to settle.
pub(crate) fn linked(
    rules: &BelleAlliance,
    board: &Board,
    plans: &[Plan],
    tolerance: f64,
) -> Vec<usize> {
    let claims = claims(board, plans);
    (0..claims.len())
        .filter(|one| (0..claims.len()).any(|two| contests(rules, &claims, *one, two, tolerance)))
        .map(|one| claims[one].plan)
        .collect()
}

fn claims(board: &Board, plans: &[Plan]) -> Vec<Claim> {
    let claim = |(index, plan): (usize, &Plan)| {
        let rects: Vec<Rect> = plan
            .placed
            .iter()
            .flat_map(|placed| placed.rects())
            .collect();
        let wanted = plan.judge.allowed() && plan.needs_room && !rects.is_empty();
        let side = board.unit(plan.judge.subject().as_str())?.side;
        wanted.then_some(Claim {
            plan: index,
            side,
            rects,
            rolls: Vec::new(),
        })
    };
    plans.iter().enumerate().filter_map(claim).collect()
}

fn overlap(claims: &[Claim], one: usize, two: usize, tolerance: f64) -> bool {
    one != two && rects::deepest(&claims[one].rects, claims[two].rects.iter()) > tolerance
}

/// Whether two claims are a matter for dice.
fn contests(
    rules: &BelleAlliance,
    claims: &[Claim],
    one: usize,
    two: usize,
    tolerance: f64,
) -> bool {
    let enemies_only = rules.readings.is("contest-scope", "enemies-only");
    (!enemies_only || claims[one].side != claims[two].side) && overlap(claims, one, two, tolerance)
}

/// Where dice are for enemies alone, friends get the ground in the order they were ordered to it.
fn order_among_friends(
    rules: &BelleAlliance,
    claims: &[Claim],
    plans: &mut [Plan],
    tolerance: f64,
) {
    if !rules.readings.is("contest-scope", "enemies-only") {
        return;
    }
    for two in 0..claims.len() {
        for one in 0..two {
            let both =
                plans[claims[one].plan].judge.allowed() && plans[claims[two].plan].judge.allowed();
            if both && overlap(claims, one, two, tolerance) {
                let other = plans[claims[one].plan].judge.subject();
                let depth = rects::deepest(&claims[two].rects, claims[one].rects.iter());
                let judge = &mut plans[claims[two].plan].judge;
                judge.read(&rules.readings, "contest-scope");
                let finding = Finding::refuses(Id::of("no-room"), Id::of("S4-15"), judge.subject());
                judge.find(finding.about(other).measured(
                    Measure::Length,
                    plain(depth),
                    Amount::ZERO,
                ));
            }
        }
    }
}

/// Rolls for each claim, and again for those that are level. False when the dice are not known.
fn roll(
    rules: &BelleAlliance,
    ground: &GroundRef<'_>,
    claims: &mut [Claim],
    rolling: &[usize],
    plans: &mut [Plan],
) -> bool {
    let mut again = rolling.to_vec();
    // Dice that keep falling level are left at some point; the order of units then counts.
    for _ in 0..100 {
        for claim in &again {
            let dice = &rules.tables.contest;
            let judge = &mut plans[claims[*claim].plan].judge;
            judge.lean(&dice.cell);
            judge.read(&rules.readings, "contest-scope");
            let purpose = Id::of("contested-place");
            let faces = judge.roll(ground, dice.count, dice.sides, purpose, Id::of("S4-16"));
            let Some(faces) = faces else { return false };
            let total = faces.iter().sum::<u32>();
            judge.outcome(Id::from(total.to_string()));
            claims[*claim].rolls.push(total);
        }
        let level = |one: &usize| {
            again
                .iter()
                .any(|two| two != one && claims[*two].rolls == claims[*one].rolls)
        };
        again = again.iter().copied().filter(|claim| level(claim)).collect();
        if again.is_empty() {
            break;
        }
    }
    for claim in rolling {
        let plan = &mut plans[claims[*claim].plan];
        let last = claims[*claim].rolls.last().copied().unwrap_or(0);
        let subject = plan.judge.subject();
        plan.effects.push(memory::set(
            &subject,
            memory::CONTEST,
            Value::Int(i64::from(last)),
        ));
    }
    true
}

fn lose(rules: &BelleAlliance, claims: &[Claim], plans: &mut [Plan], loser: usize, winner: usize) {
    let other = plans[claims[winner].plan].judge.subject();
    let total = |claim: usize| {
        let last = claims[claim].rolls.last().copied().unwrap_or(0);
        Amount::exact(Ratio::int(i64::from(last)))
    };
    let plan = &mut plans[claims[loser].plan];
    plan.judge.read(&rules.readings, "contest-loser");
    let finding = Finding::refuses(
        Id::of("contest-lost"),
        Id::of("S4-16"),
        plan.judge.subject(),
    );
    plan.judge.find(
        finding
            .about(other)
            .measured(Measure::Count, total(winner), total(loser)),
    );
}

/// Which of the other plans would want ground that `plan` wants.
pub(crate) fn rivals(plan: &Plan, others: &[Plan], tolerance: f64) -> Vec<Id> {
    let rects: Vec<Rect> = plan
        .placed
        .iter()
        .flat_map(|placed| placed.rects())
        .collect();
    let wants = |other: &&Plan| {
        other.judge.allowed()
            && other.needs_room
            && other.placed.iter().any(|placed| {
                rects::deepest(&rects, placed.bases.iter().map(|base| &base.rect)) > tolerance
            })
    };
    others
        .iter()
        .filter(wants)
        .map(|other| other.judge.subject())
        .collect()
}
