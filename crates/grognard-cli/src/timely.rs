//! Asking about an order at a time when such orders are given.

use grognard_core::{Clock, Order, Ruling};
use grognard_engine::Battle;

use crate::failure::Failure;

/// What says that it is not the time.
const UNTIMELY: [&str; 2] = ["wrong-phase", "not-own-turn"];

/// A ruling, and when it holds.
pub(crate) struct Asked {
    /// The ruling.
    pub ruling: Ruling,
    /// The time it was asked at, where that is not the battle's own.
    pub later: Option<Clock>,
}

/// Asks about an order as soon as it may be carried out: with `patience`, phases are let pass until one
/// takes it (where such orders are only written down, until they are carried out), and taken back
/// afterwards. An order that no phase takes is ruled on as things stand. With a `side` it is asked as
/// far as that side knows.
pub(crate) fn ask(
    battle: &mut Battle,
    side: Option<&str>,
    order: &Order,
    dice: &[u32],
    patience: bool,
) -> Result<Asked, Failure> {
    let question = |battle: &Battle| -> Result<Ruling, Failure> {
        Ok(match side {
            None if dice.is_empty() => battle.check(order)?,
            None => battle.check_with(order, dice)?,
            Some(side) if dice.is_empty() => battle.view(side)?.check(order)?,
            Some(side) => battle.view(side)?.check_with(order, dice)?,
        })
    };
    let untimely = |battle: &Battle, ruling: &Ruling| {
        battle.only_written(order.kind.as_str()) || UNTIMELY.iter().any(|slug| ruling.has(slug))
    };
    let now = question(battle)?;
    if !patience || !untimely(battle, &now) {
        return Ok(Asked {
            ruling: now,
            later: None,
        });
    }
    let phases = battle.document().manifest.phases.len() * battle.board().sides.len().max(1);
    let mut passed = 0;
    let mut later = None;
    while later.is_none() && passed < phases {
        battle.end_phase(&[])?;
        passed += 1;
        let ruling = question(battle)?;
        if !untimely(battle, &ruling) {
            later = Some(Asked {
                ruling,
                later: Some(battle.board().clock.clone()),
            });
        }
    }
    for _ in 0..passed {
        battle.undo()?;
    }
    Ok(later.unwrap_or(Asked {
        ruling: now,
        later: None,
    }))
}
