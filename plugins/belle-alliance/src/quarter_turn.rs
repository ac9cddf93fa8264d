//! From line to column of march and back: figures turn a quarter where they stand.

use grognard_sdk::prelude::*;

use crate::centre::slots_filled;
use crate::place::Placed;
use crate::rules::BelleAlliance;
use crate::shape::{Grid, Slot};
use crate::troop::{self, Arm};
use crate::wanted::Wanted;

/// Between which formations a quarter turn leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    ToColumn,
    ToLine,
}

/// Whether the change from one formation to another is one between line and column of march.
pub(crate) fn is_quarter_turn(from: &str, to: &str) -> bool {
    matches!(
        (from, to),
        ("line", "column-of-march") | ("column-of-march", "line")
    )
}

/// Turns `unit` into `formation`. None when a finding says why not.
pub(crate) fn turn(
    rules: &BelleAlliance,
    judge: &mut Judge,
    unit: &Unit,
    formation: &str,
    wanted: &Wanted<'_>,
) -> Option<Placed> {
    judge.cite(Id::of("S4-19"));
    let turn = if formation == "line" {
        Turn::ToLine
    } else {
        Turn::ToColumn
    };
    let Some(hand) = wanted.hand else {
        ask(judge, "hand-needed", "S4-19", "hand", ["left", "right"]);
        return None;
    };
    let grid = Grid::of(unit);
    let (files, ranks) = grid.extent();
    let to = |slot: &Slot| turned(slot, turn, hand, files, ranks);
    let degrees = if hand == Hand::Right { 90.0 } else { -90.0 };
    let facing = unit.pose.facing.turned(degrees);
    let bases: Vec<((u32, u32), Base)> = if in_place(rules, judge, unit)? {
        let bases = grid
            .shape
            .slots
            .iter()
            .zip(&grid.serials)
            .filter_map(|(slot, serial)| {
                let mut base = unit
                    .bases
                    .iter()
                    .find(|base| base.serial == *serial)?
                    .clone();
                base.rect.pose.facing = facing;
                Some((to(slot), base))
            });
        bases.collect()
    } else {
        on_the_held(rules, judge, unit, &grid, turn, wanted, facing, &to)?
    };
    frontage_fits(judge, &bases, wanted);
    let placed = place_in_order(unit, formation, facing, bases);
    slots_filled(judge, wanted, &placed.bases).then_some(placed)
}

/// The file and rank that a place has after the turn.
fn turned(slot: &Slot, turn: Turn, hand: Hand, files: u32, ranks: u32) -> (u32, u32) {
    match (turn, hand) {
        (Turn::ToColumn, Hand::Right) => (slot.rank, files + 1 - slot.file),
        (Turn::ToColumn, Hand::Left) => (ranks + 1 - slot.rank, slot.file),
        (Turn::ToLine, Hand::Left) => (ranks + 1 - slot.rank, slot.file),
        (Turn::ToLine, Hand::Right) => (slot.rank, files + 1 - slot.file),
    }
}

/// Whether every figure turns on its own centre: foot on square bases. None when oblong bases of foot
/// may not turn at all.
fn in_place(rules: &BelleAlliance, judge: &mut Judge, unit: &Unit) -> Option<bool> {
    let arm = Arm::of(unit);
    if arm.is_cavalry() || arm.is_artillery() {
        return Some(false);
    }
    let (width, depth) = troop::base_size(unit);
    if width == depth {
        return Some(true);
    }
    if judge.read(&rules.readings, "oblong-infantry") == "refuse" {
        judge.refuse("oblong-bases", "S4-19");
        return None;
    }
    Some(false)
}

/// One rank or file turns where it stands, and the others align on it.
#[expect(
    clippy::too_many_arguments,
    reason = "one step of `turn`, cut out for length"
)]
fn on_the_held(
    rules: &BelleAlliance,
    judge: &mut Judge,
    unit: &Unit,
    grid: &Grid,
    turn: Turn,
    wanted: &Wanted<'_>,
    facing: Bearing,
    to: &dyn Fn(&Slot) -> (u32, u32),
) -> Option<Vec<((u32, u32), Base)>> {
    let held = held(judge, grid, turn, wanted)?;
    judge.cite(Id::of("S4-21"));
    let inside = |slot: &&Slot| match turn {
        Turn::ToColumn => slot.file == held,
        Turn::ToLine => slot.rank == held,
    };
    // The figure that was, or becomes, of the front rank keeps its centre.
    let first = grid
        .shape
        .slots
        .iter()
        .filter(inside)
        .min_by_key(|slot| match turn {
            Turn::ToColumn => slot.rank,
            Turn::ToLine => to(slot).1,
        })?;
    let from = unit.pose.point(first.right, first.forward);
    let from = Pose { at: from, facing };
    let (width, depth) = troop::base_size(unit);
    let close = judge.read(&rules.readings, "turning-pitch") == "close-up";
    let kept = |needed: f64| {
        if close {
            needed
        } else {
            needed.max(spacing(grid, turn))
        }
    };
    let (across, behind) = match turn {
        Turn::ToColumn => (kept(width), depth),
        Turn::ToLine => (width, kept(depth)),
    };
    let (file, rank) = to(first);
    let step = |n: u32, from: u32| f64::from(n) - f64::from(from);
    let mut bases = Vec::with_capacity(grid.serials.len());
    for (slot, serial) in grid.shape.slots.iter().zip(&grid.serials) {
        let mut base = unit
            .bases
            .iter()
            .find(|base| base.serial == *serial)?
            .clone();
        let place = to(slot);
        let (right, forward) = (step(place.0, file) * across, -step(place.1, rank) * behind);
        base.rect.pose = from.offset(right, forward, 0.0);
        bases.push((place, base));
    }
    Some(bases)
}

/// Refuses an order that lacks an argument, and names the choices there are.
fn ask(
    judge: &mut Judge,
    slug: &'static str,
    clause: &'static str,
    argument: &str,
    choices: [&str; 2],
) {
    let finding = Finding::refuses(Id::of(slug), Id::of(clause), judge.subject());
    let finding = finding.with(Id::of("choices"), Value::text(&choices.join(", ")));
    judge.find(finding.with(Id::of("argument"), Value::text(argument)));
}

/// The file of a line, or the rank of a column, that turns on the spot.
fn held(judge: &mut Judge, grid: &Grid, turn: Turn, wanted: &Wanted<'_>) -> Option<u32> {
    let (files, ranks) = grid.extent();
    let (clause, last, names) = match turn {
        Turn::ToColumn => ("S4-22", files, ["left", "right"]),
        Turn::ToLine => ("S4-20", ranks, ["front", "rear"]),
    };
    judge.cite(Id::of(clause));
    let Some(word) = wanted.held else {
        ask(judge, "turning-set-needed", clause, "held", names);
        return None;
    };
    let number = match word {
        _ if word == names[0] => Some(1),
        _ if word == names[1] => Some(last),
        _ => word.parse::<u32>().ok().filter(|n| *n == 1 || *n == last),
    };
    if number.is_none() {
        let finding =
            Finding::refuses(Id::of("wrong-turning-set"), Id::of(clause), judge.subject());
        judge.find(finding.with(Id::of("held"), Value::text(word)));
    }
    number
}

/// How far apart the figures of the turning set stand.
fn spacing(grid: &Grid, turn: Turn) -> f64 {
    let along = |slot: &Slot| match turn {
        Turn::ToColumn => (slot.forward, slot.rank),
        Turn::ToLine => (slot.right, slot.file),
    };
    let places = grid.shape.slots.iter().map(along);
    let first = places.clone().min_by_key(|place| place.1);
    let last = places.max_by_key(|place| place.1);
    match (first, last) {
        (Some(first), Some(last)) if last.1 > first.1 => {
            (last.0 - first.0).abs() / f64::from(last.1 - first.1)
        }
        _ => 0.0,
    }
}

fn place_in_order(
    unit: &Unit,
    formation: &str,
    facing: Bearing,
    mut bases: Vec<((u32, u32), Base)>,
) -> Placed {
    bases.sort_by_key(|((file, rank), _)| (*rank, *file));
    let bases = bases.into_iter().map(|(_, base)| base).collect();
    Placed::standing(&unit.id, &Id::from(formation), facing, bases)
}

/// The frontage follows from the turn; an order that names another is refused.
fn frontage_fits(judge: &mut Judge, bases: &[((u32, u32), Base)], wanted: &Wanted<'_>) {
    let Some(frontage) = wanted.frontage else {
        return;
    };
    let front = bases.iter().filter(|((_, rank), _)| *rank == 1).count() as i64;
    if front != frontage {
        let finding = Finding::refuses(Id::of("slot-mismatch"), Id::of("S4-21"), judge.subject());
        judge.find(finding.with(Id::of("figure"), Value::text("-")).measured(
            Measure::Count,
            Amount::exact(Ratio::int(frontage)),
            Amount::exact(Ratio::int(front)),
        ));
    }
}
