//! A skirmish line goes out, or is enlarged.

use grognard_sdk::prelude::*;

use crate::centre::{self, Roster};
use crate::change;
use crate::drawn_up::Front;
use crate::figures;
use crate::memory;
use crate::place::{self, Placed};
use crate::plan::Plan;
use crate::reach;
use crate::record::{Class, Record};
use crate::rules::BelleAlliance;
use crate::scene::Scene;
use crate::tied::{self, When};
use crate::troop::{self, Arm};
use crate::wanted::Wanted;

const LINE: &str = "skirmish-line";

/// Plans that a unit sends out a line.
pub(crate) fn deploy(rules: &BelleAlliance, scene: &Scene<'_, '_>, order: &Order, plan: &mut Plan) {
    let Some(unit) = scene.board.unit(order.subject.as_str()) else {
        return;
    };
    let judge = &mut plan.judge;
    judge.cite(Id::of("S4-30"));
    let line = figures::name_of_new(scene.board, order, "line", unit, "sl");
    let free = figures::free_id(judge, scene.board, &line);
    let open = change::open_to(rules, judge, unit, LINE);
    let named = figures::named(judge, order, "figures", unit, false);
    let mut record = Record::of(unit);
    let tied = tied::wanted(rules, judge, order, When::Before);
    record.enter(rules, judge, Class::Exempt("out", "S4-11"));
    if let Some(tied) = &tied {
        record.enter(rules, judge, tied.class("S4-28"));
    }
    let mut own = Record::blank(&line);
    own.enter(rules, judge, Class::Exempt("out", "S4-11"));
    let Some(named) = named else { return };
    if !free || !open {
        return;
    }
    let going = figures::bases(unit, &named);
    let placed_line = line_at(rules, judge, unit, order, &line, going);
    let roster = Roster {
        leaving: &named,
        joining: &[],
    };
    let picks = Wanted::picks(order, "");
    let placed = in_turn(rules, judge, unit, tied.as_ref(), &picks, roster);
    let (Some(placed), Some(placed_line)) = (placed, placed_line) else {
        return;
    };
    reach::within(
        rules,
        judge,
        scene,
        &placed_line.bases,
        unit,
        &rules.tables.deploy_distance,
        ("deploy-too-far", "S4-11"),
    );
    plan.partners.push(line);
    plan.put(placed);
    let born = figures::offspring(unit, &line, &placed_line, "mother");
    plan.effects.push(Effect::AddUnit {
        unit: RBox::new(born),
    });
    plan.placed.push(placed_line);
    plan.effects.extend(record.effects());
    plan.effects.extend(own.effects());
    let gait = memory::gait_of_new(&line, order, "line-gait");
    plan.effects.extend(gait);
}

/// The line where the order wants it: the middle of its front at `at`.
fn line_at(
    rules: &BelleAlliance,
    judge: &mut Judge,
    unit: &Unit,
    order: &Order,
    line: &Id,
    mut going: Vec<Base>,
) -> Option<Placed> {
    let at = order.arg("at").and_then(Value::as_point)?;
    let facing = Wanted::of(order).facing.unwrap_or(unit.pose.facing);
    let row = rules.formations.get(LINE)?;
    let arm = Arm::of(unit);
    for cell in row.cells(arm, false) {
        judge.lean(cell);
    }
    if row.unknown(arm, false).is_some() {
        judge.doubt("formation-unknown", "S4-11");
        return None;
    }
    let right = rules.short_right(judge);
    let shape = row.shape(arm, going.len() as u32, None, troop::base_size(unit), right);
    let target = Pose { at, facing };
    for (base, pose) in going
        .iter_mut()
        .zip(centre::poses(&shape.slots, target, 0.0, 0.0))
    {
        base.rect.pose = pose;
    }
    place::front_to(&mut going, target);
    Some(Placed {
        unit: *line,
        formation: Id::of(LINE),
        pose: target,
        bases: going,
        front: row.front_from(arm, false),
    })
}

/// Plans that a line is enlarged by figures of its mother unit.
pub(crate) fn enlarge(
    rules: &BelleAlliance,
    scene: &Scene<'_, '_>,
    order: &Order,
    plan: &mut Plan,
) {
    let Some(line) = scene.board.unit(order.subject.as_str()) else {
        return;
    };
    let judge = &mut plan.judge;
    judge.cite(Id::of("S4-32"));
    let Some(mother) = crate::skirmish_in::mother_of(scene, judge, order, line) else {
        return;
    };
    let Some(named) = figures::named(judge, order, "gain", mother, false) else {
        return;
    };
    let tied = tied::wanted(rules, judge, order, When::Before);
    let mut records = [Record::of(line), Record::of(mother)];
    let counts = counts(rules, judge, named.len());
    if counts {
        for record in &mut records {
            record.enter(rules, judge, Class::Exempt("resize", "S4-32"));
        }
    }
    if let Some(tied) = &tied {
        records[1].enter(rules, judge, tied.class("S4-28"));
    }
    let going = figures::renumbered(line, figures::bases(mother, &named));
    let leaving = Roster {
        leaving: &named,
        joining: &[],
    };
    let joining = Roster {
        leaving: &[],
        joining: &going,
    };
    let (own, its) = (Wanted::picks(order, "line-"), Wanted::picks(order, ""));
    let mother_placed = in_turn(rules, judge, mother, tied.as_ref(), &its, leaving);
    let line_placed = centre::regroup(rules, judge, line, LINE, &own, joining);
    let (Some(mother_placed), Some(line_placed)) = (mother_placed, line_placed) else {
        return;
    };
    let gained: Vec<Base> = line_placed
        .bases
        .iter()
        .filter(|base| going.iter().any(|one| one.serial == base.serial))
        .cloned()
        .collect();
    reach::within(
        rules,
        judge,
        scene,
        &gained,
        mother,
        &rules.tables.deploy_distance,
        ("deploy-too-far", "S4-32"),
    );
    plan.partners.push(mother.id);
    plan.put(mother_placed);
    plan.put(line_placed);
    if counts {
        plan.effects.extend(records[0].effects());
    }
    if counts || tied.is_some() {
        plan.effects.extend(records[1].effects());
    }
}

/// Where a unit comes to stand by the parts of an act: it closes up round who leaves or comes in, and
/// makes the change tied to that.
pub(crate) fn in_turn(
    rules: &BelleAlliance,
    judge: &mut Judge,
    unit: &Unit,
    tied: Option<&tied::Tied<'_>>,
    picks: &Wanted<'_>,
    roster: Roster<'_>,
) -> Option<Placed> {
    let mut now = unit.clone();
    let mut last: Option<Placed> = None;
    for part in tied::sequence(tied) {
        let mut placed = match part {
            tied::Part::Tied(wanted) => change::reform(rules, judge, &now, wanted),
            tied::Part::Main => {
                let formation = now.formation.to_string();
                centre::regroup(rules, judge, &now, &formation, picks, roster)
            }
        }?;
        now = figures::stood(&now, &placed);
        // A part that keeps the frontage keeps where it came from.
        if placed.front == Front::Kept
            && let Some(before) = last
        {
            placed.front = before.front;
        }
        last = Some(placed);
    }
    last
}

/// Whether so many figures are a change of formation of both.
pub(crate) fn counts(rules: &BelleAlliance, judge: &mut Judge, figures: usize) -> bool {
    figures != 1 || judge.read(&rules.readings, "one-figure-counts") != "no"
}
