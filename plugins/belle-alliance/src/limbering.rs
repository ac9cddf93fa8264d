//! Unlimbering and limbering, each with the change between column and line that belongs to it.

use grognard_sdk::prelude::*;

use crate::drawn_up;
use crate::memory;
use crate::place::{self, Placed};
use crate::plan::Plan;
use crate::quarter_turn;
use crate::reach::plain;
use crate::record::{Class, Record};
use crate::room;
use crate::rules::BelleAlliance;
use crate::scene::Scene;
use crate::troop::Arm;
use crate::wanted::Wanted;

/// Which of the two acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    Limber,
    Unlimber,
}

impl Act {
    fn clause(self) -> &'static str {
        match self {
            Self::Limber => "S4-34",
            Self::Unlimber => "S4-33",
        }
    }

    /// The formation it starts in.
    fn starts(self) -> &'static str {
        match self {
            Self::Limber => "line",
            Self::Unlimber => "column-of-march",
        }
    }
}

/// Plans that a battery limbers or unlimbers.
pub(crate) fn plan(
    rules: &BelleAlliance,
    scene: &Scene<'_, '_>,
    order: &Order,
    act: Act,
    plan: &mut Plan,
) {
    let Some(unit) = scene.board.unit(order.subject.as_str()) else {
        return;
    };
    let judge = &mut plan.judge;
    judge.cite(Id::of("S4-13"));
    if !Arm::of(unit).is_artillery() {
        judge.refuse("no-guns", "S4-13");
        return;
    }
    if unit.is(memory::LIMBERED) == (act == Act::Limber) {
        judge.refuse("already-so", "S4-13");
        return;
    }
    let record = recorded(rules, judge, unit, act);
    let Some(to) = target(rules, judge, unit, act) else {
        return;
    };
    let wanted = Wanted::of(order);
    if wanted.hand.is_none() {
        judge.refuse("limber-change-missing", act.clause());
        return;
    }
    let effects = match act {
        Act::Unlimber => unlimber(rules, unit, to, &wanted, plan),
        Act::Limber => limber(rules, scene, unit, to, &wanted, plan),
    };
    if let Some(effects) = effects {
        plan.effects.extend(effects);
        plan.effects.extend(record.effects());
    }
}

fn recorded(rules: &BelleAlliance, judge: &mut Judge, unit: &Unit, act: Act) -> Record {
    let mut record = Record::of(unit);
    let kind = if act == Act::Limber {
        "limber"
    } else {
        "unlimber"
    };
    let classes = [Class::Exempt(kind, "S4-13"), Class::Tied(act.clause())];
    let halves = judge.read(&rules.readings, "limber-halves") != "no";
    // The act and its change are one: the rate is halved once for both.
    record.enter(rules, judge, classes[0]);
    record.enter_at_full_rate(rules, judge, classes[1]);
    if !halves {
        record.spare();
    }
    record
}

/// The formation the battery comes to; none when it is in the wrong one.
fn target(rules: &BelleAlliance, judge: &mut Judge, unit: &Unit, act: Act) -> Option<&'static str> {
    let formation = unit.formation.as_str();
    let either = judge.read(&rules.readings, "limber-direction") == "either";
    match formation {
        "line" if either || act.starts() == "line" => Some("column-of-march"),
        "column-of-march" if either || act.starts() == "column-of-march" => Some("line"),
        _ => {
            let finding = Finding::refuses(
                Id::of("limber-wrong-formation"),
                Id::of(act.clause()),
                unit.id,
            );
            judge.find(finding.with(Id::of("formation"), Value::text(act.starts())));
            None
        }
    }
}

/// The elements change formation, then their limbers leave the table.
fn unlimber(
    rules: &BelleAlliance,
    unit: &Unit,
    to: &str,
    wanted: &Wanted<'_>,
    plan: &mut Plan,
) -> Option<Vec<Effect>> {
    let elements = quarter_turn::turn(rules, &mut plan.judge, unit, to, wanted)?;
    plan.judge.cite(Id::of("S4-35"));
    let limber = limber_size(rules, unit)?.1;
    let mut guns = elements.bases.clone();
    for base in &mut guns {
        base.rect.pose = base.rect.pose.offset(0.0, limber / 2.0, 0.0);
        base.rect.depth -= limber;
    }
    let pose = place::frame(&guns, elements.pose.facing);
    let stands = Placed {
        pose,
        bases: guns,
        ..elements.clone()
    };
    plan.placed.push(elements);
    let mut effects = stands.effects();
    effects.push(memory::clear(&unit.id, memory::LIMBERED));
    Some(effects)
}

/// Limbers come behind their guns, then the elements change formation.
fn limber(
    rules: &BelleAlliance,
    scene: &Scene<'_, '_>,
    unit: &Unit,
    to: &str,
    wanted: &Wanted<'_>,
    plan: &mut Plan,
) -> Option<Vec<Effect>> {
    let (width, depth) = limber_size(rules, unit)?;
    drawn_up::limber(rules, &mut plan.judge, unit);
    plan.judge.cite(Id::of("S4-36"));
    let mut elements = unit.clone();
    for base in &mut elements.bases {
        let gun = base.rect;
        let behind = gun.pose.offset(0.0, -(gun.depth + depth) / 2.0, 0.0);
        let rect = Rect::new(behind, width, depth);
        limber_fits(rules, scene, plan, unit, base.serial, rect);
        base.rect.pose = gun.pose.offset(0.0, -depth / 2.0, 0.0);
        base.rect.depth += depth;
        base.rect.width = gun.width.max(width);
    }
    elements.pose = place::frame(&elements.bases, unit.pose.facing);
    let placed = quarter_turn::turn(rules, &mut plan.judge, &elements, to, wanted)?;
    let mut effects = placed.effects();
    plan.placed.push(placed);
    effects.push(memory::flag(&unit.id, memory::LIMBERED));
    Some(effects)
}

fn limber_fits(
    rules: &BelleAlliance,
    scene: &Scene<'_, '_>,
    plan: &mut Plan,
    unit: &Unit,
    gun: u32,
    rect: Rect,
) {
    let blocked = room::blockers(
        rules,
        scene,
        &mut plan.judge,
        &[rect],
        &plan.partners,
        &plan.enters,
    );
    for blocked in blocked {
        let finding = Finding::refuses(Id::of("no-room-limber"), Id::of("S4-36"), unit.id)
            .about(blocked.by)
            .with(Id::of("figure"), Value::Int(i64::from(gun)));
        let depth = plain(blocked.depth);
        plan.judge
            .find(finding.measured(Measure::Length, depth, Amount::ZERO));
    }
}

/// Width and depth of a limber.
pub(crate) fn limber_size(rules: &BelleAlliance, unit: &Unit) -> Option<(f64, f64)> {
    crate::enlist::size(rules, unit, "limber", "limber-width", "limber-depth").ok()
}
