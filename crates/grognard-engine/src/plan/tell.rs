//! A plan told from what is to be done: everything is tried out once more from the start.

use grognard_core::{Id, Ruling, kinds};

use super::danger::nearest_enemy;
use super::trial::{Given, Trial};
use super::turn::{Act, Turns, either};
use super::{Follows, Plan, PlannedOrder, PlannedTurn};
use crate::error::EngineError;

/// Fills a plan with the turns in which the acts are done.
pub(super) fn tell(
    plan: &mut Plan,
    mut trial: Trial<'_>,
    acts: &[Act],
    turns: &Turns<'_>,
) -> Result<(), EngineError> {
    let lost = || EngineError::Internal("plan");
    let first = acts.iter().position(|act| matches!(act, Act::Order(_)));
    let mut turn: Option<(super::trial::Stamp, PlannedTurn)> = None;
    let mut phases = 0;
    for (index, act) in acts.iter().enumerate() {
        // Turns that go by before the first order are no part of the plan.
        let begun = first.is_some_and(|first| index >= first);
        let stamp = trial.stamp();
        if begun && stamp.own() && turn.as_ref().is_none_or(|(known, _)| *known != stamp) {
            if let Some((_, done)) = turn.take() {
                plan.turns.push(done);
            }
            let number = trial.battle().board().clock.turn;
            turn = Some((stamp, planned(number, &trial, plan).ok_or_else(lost)?));
        }
        let before = trial.unit().cloned().ok_or_else(lost)?;
        match act {
            Act::Pass => {
                let rulings = trial.pass()?;
                phases += 1;
                if let Some((_, turn)) = &mut turn {
                    let phase = trial.battle().board().clock.phase;
                    let about = rulings
                        .into_iter()
                        .filter(|ruling| concerns(ruling, &plan.unit));
                    let orders = turn.orders.len();
                    turn.follows.extend(about.map(|ruling| Follows {
                        orders,
                        phase,
                        ruling,
                    }));
                }
            }
            Act::Order(order) => {
                let phase = trial.battle().board().clock.phase;
                let written = trial.writes();
                let Given::Done(done) = trial.give(order)? else {
                    return Err(lost());
                };
                plan.fails = either(plan.fails, done.fails);
                let to = order
                    .text("to")
                    .filter(|_| order.kind == *kinds::CHANGE_FORMATION);
                let rate = |id: &Id| turns.outlook.rate(id);
                let rates =
                    to.and_then(|to| Some((rate(&before.formation)?, rate(&Id::from(to))?)));
                let end = trial.unit().ok_or_else(lost)?.pose;
                if let Some((_, turn)) = &mut turn {
                    turn.orders.push(PlannedOrder {
                        order: order.clone(),
                        phases,
                        phase,
                        written,
                        ruling: done.ruling,
                        fails: done.fails,
                        from: before.pose,
                        end,
                        formation: before.formation,
                        rates,
                    });
                }
                phases = 0;
            }
        }
        if let (Some((known, turn)), true) = (&mut turn, begun)
            && *known == trial.stamp()
        {
            end(turn, &trial, plan).ok_or_else(lost)?;
        }
    }
    if let Some((_, mut done)) = turn {
        end(&mut done, &trial, plan).ok_or_else(lost)?;
        plan.turns.push(done);
    }
    plan.phases = phases;
    let near = plan
        .turns
        .iter()
        .filter_map(|turn| turn.enemy.as_ref().map(|near| near.1));
    plan.danger = near.min_by(f64::total_cmp);
    Ok(())
}

fn planned(number: u32, trial: &Trial<'_>, plan: &Plan) -> Option<PlannedTurn> {
    let unit = trial.unit()?;
    let mut turn = PlannedTurn {
        turn: number,
        orders: Vec::new(),
        follows: Vec::new(),
        end: unit.pose,
        bases: Vec::new().into(),
        formation: unit.formation,
        distance: 0.0,
        enemy: None,
    };
    end(&mut turn, trial, plan)?;
    Some(turn)
}

/// Notes how the unit stands.
fn end(turn: &mut PlannedTurn, trial: &Trial<'_>, plan: &Plan) -> Option<()> {
    let unit = trial.unit()?;
    turn.end = unit.pose;
    turn.bases = unit.bases.iter().map(|base| base.rect.pose).collect();
    turn.formation = unit.formation;
    turn.distance = unit.pose.at.distance(plan.ask.to);
    turn.enemy = nearest_enemy(trial, &trial.body()?);
    Some(())
}

/// Whether a ruling tells of a unit.
fn concerns(ruling: &Ruling, unit: &Id) -> bool {
    ruling
        .findings
        .iter()
        .any(|finding| finding.subject == *unit)
        || ruling.rolls.iter().any(|roll| roll.subject == *unit)
        || acts_on(ruling, unit)
}

fn acts_on(ruling: &Ruling, unit: &Id) -> bool {
    use grognard_core::Effect::{Place, SetFormation};
    ruling.effects.iter().any(|effect| match effect {
        Place { unit: one, .. } | SetFormation { unit: one, .. } => one == unit,
        _ => false,
    })
}
