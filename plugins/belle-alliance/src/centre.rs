//! A change of formation round a centre figure.

use grognard_sdk::prelude::*;

use crate::drawn_up::Front;
use crate::place::{self, Placed};
use crate::reach::plain;
use crate::rules::BelleAlliance;
use crate::shape::{Grid, Shape, Slot};
use crate::troop::{self, Arm};
use crate::wanted::Wanted;

/// Who falls in with the formation and who falls out of it while it changes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Roster<'a> {
    /// Figures that leave.
    pub(crate) leaving: &'a [u32],
    /// Figures that come in; they fall in behind the unit's own.
    pub(crate) joining: &'a [Base],
}

impl Roster<'_> {
    fn is_empty(self) -> bool {
        self.leaving.is_empty() && self.joining.is_empty()
    }
}

/// Whether it would be the same formation with the same frontage, facing the same way: no change.
fn unchanged(
    rules: &BelleAlliance,
    judge: &mut Judge,
    unit: &Unit,
    formation: &str,
    wanted: &Wanted<'_>,
    grid: &Grid,
    shape: &Shape,
) -> bool {
    unit.formation == *formation
        && grid.shape.frontage == shape.frontage
        && !(wanted.facing.is_some_and(|new| new != unit.pose.facing)
            && judge.read(&rules.readings, "new-facing") == "free")
}

/// Regroups `unit` into `formation` round a figure that stays where it is. None when a finding says
/// why not.
pub(crate) fn regroup(
    rules: &BelleAlliance,
    judge: &mut Judge,
    unit: &Unit,
    formation: &str,
    wanted: &Wanted<'_>,
    roster: Roster<'_>,
) -> Option<Placed> {
    judge.cite(Id::of("S4-1"));
    let grid = Grid::of(unit);
    let (shape, front) = target(rules, judge, unit, formation, wanted, &grid, roster)?;
    if roster.is_empty() && unchanged(rules, judge, unit, formation, wanted, &grid, &shape) {
        judge.refuse("already-so", "S4-10");
    }
    let anchor = anchor(rules, judge, unit, &grid, wanted, roster.leaving);
    let slot = new_slot(rules, judge, &shape, wanted);
    let (anchor, slot) = (anchor?, slot?);
    let base = unit.bases.iter().find(|base| base.serial == anchor)?;
    let (facing, own_facing) = facings(rules, judge, unit, base, wanted);
    judge.cite(Id::of("S4-4"));
    if let Some(at) = wanted.anchor_at {
        stays(judge, base, at);
    }
    judge.cite(Id::of("S4-6"));
    let centre = shape.slots[slot];
    let frame = Pose {
        at: base.rect.pose.at,
        facing,
    };
    let mut bases = Vec::with_capacity(shape.slots.len());
    let mut others = others(unit, &grid, anchor, roster);
    for (index, place) in shape.slots.iter().enumerate() {
        let mut figure = if index == slot {
            base.clone()
        } else {
            others.next()?.clone()
        };
        figure.rect.pose = if index == slot {
            Pose {
                at: base.rect.pose.at,
                facing: own_facing,
            }
        } else {
            frame.offset(
                place.right - centre.right,
                place.forward - centre.forward,
                0.0,
            )
        };
        bases.push(figure);
    }
    let filled = slots_filled(judge, wanted, &bases);
    let pose = place::frame(&bases, facing);
    filled.then(|| Placed {
        unit: unit.id,
        formation: Id::from(formation),
        pose,
        bases,
        front,
    })
}

/// The figures besides the centre one, in the order they fall in.
fn others<'a>(
    unit: &'a Unit,
    grid: &'a Grid,
    anchor: u32,
    roster: Roster<'a>,
) -> impl Iterator<Item = &'a Base> {
    grid.serials
        .iter()
        .filter(move |serial| **serial != anchor && !roster.leaving.contains(serial))
        .filter_map(|serial| unit.bases.iter().find(|base| base.serial == *serial))
        .chain(roster.joining)
}

/// The places of the new formation, and where its frontage comes from.
fn target(
    rules: &BelleAlliance,
    judge: &mut Judge,
    unit: &Unit,
    formation: &str,
    wanted: &Wanted<'_>,
    grid: &Grid,
    roster: Roster<'_>,
) -> Option<(Shape, Front)> {
    let row = rules.formations.get(formation)?;
    let arm = Arm::of(unit);
    let count = unit.bases.len() + roster.joining.len() - roster.leaving.len();
    if count == 0 {
        judge.refuse("no-figure-left", "S4-32");
        return None;
    }
    let count = count as u32;
    let ordered = match wanted.frontage {
        Some(frontage) if (1..=i64::from(count)).contains(&frontage) => Some(frontage as u32),
        Some(frontage) => {
            let finding = Finding::refuses(Id::of("frontage-out-of-range"), Id::default(), unit.id);
            judge.find(finding.measured(
                Measure::Count,
                Amount::exact(Ratio::int(frontage)),
                Amount::exact(Ratio::int(i64::from(count))),
            ));
            return None;
        }
        // A formation that is kept keeps its ranks.
        None if unit.formation == *formation && !row.is_ring() => {
            Some(count.div_ceil(grid.shape.ranks.max(1)))
        }
        None => None,
    };
    for cell in row.cells(arm, ordered.is_some()) {
        judge.lean(cell);
    }
    if let Some(cell) = row.unknown(arm, ordered.is_some()) {
        let finding = Finding::unsettles(Id::of("formation-unknown"), Id::of("S4-15"), unit.id);
        judge.find(finding.about(cell.key));
        return None;
    }
    let right = rules.short_right(judge);
    let front = match (wanted.frontage, ordered) {
        (None, Some(_)) => Front::Kept,
        _ => row.front_from(arm, ordered.is_some()),
    };
    let shape = row.shape(arm, count, ordered, troop::base_size(unit), right);
    Some((shape, front))
}

/// The figure it is built on: the only central one, or the one that was picked.
fn anchor(
    rules: &BelleAlliance,
    judge: &mut Judge,
    unit: &Unit,
    grid: &Grid,
    wanted: &Wanted<'_>,
    leaving: &[u32],
) -> Option<u32> {
    let central = rules.central(judge);
    let mut set = grid.centre(central);
    set.retain(|serial| !leaving.contains(serial));
    let clause = if grid.shape.frontage == 2 {
        "S4-3"
    } else {
        "S4-2"
    };
    let list = || {
        let names: Vec<String> = set.iter().map(u32::to_string).collect();
        Value::text(&names.join(", "))
    };
    let found = |slug: &'static str| {
        Finding::refuses(Id::of(slug), Id::of(clause), unit.id).with(Id::of("choices"), list())
    };
    let Some(picked) = wanted.anchor else {
        return match set.as_slice() {
            [only] => Some(*only),
            [] => {
                judge.find(found("centre-not-eligible").with(Id::of("picked"), Value::text("-")));
                None
            }
            _ => {
                judge.find(
                    found("centre-choice-needed").with(Id::of("argument"), Value::text("anchor")),
                );
                None
            }
        };
    };
    let known = u32::try_from(picked)
        .ok()
        .filter(|s| unit.bases.iter().any(|b| b.serial == *s));
    let Some(serial) = known else {
        let finding = Finding::refuses(Id::of("no-such-figure"), Id::default(), unit.id);
        judge.find(finding.with(Id::of("figure"), Value::Int(picked)));
        return None;
    };
    if set.contains(&serial) {
        return Some(serial);
    }
    judge.find(
        found("centre-not-eligible").with(Id::of("picked"), Value::text(&picked.to_string())),
    );
    None
}

/// The place of the new formation that it comes to fill.
fn new_slot(
    rules: &BelleAlliance,
    judge: &mut Judge,
    shape: &Shape,
    wanted: &Wanted<'_>,
) -> Option<usize> {
    judge.cite(Id::of("S4-5"));
    let central = rules.central(judge);
    let mut set = shape.centre(central);
    if set.len() > 1 {
        let reading = judge.read(&rules.readings, "new-even-centre");
        let file = |index: &usize| shape.slots[*index].file;
        let wanted_file = match reading {
            "left" => set.iter().map(file).min(),
            "right" => set.iter().map(file).max(),
            _ => None,
        };
        set.retain(|index| wanted_file.is_none_or(|wanted| file(index) == wanted));
    }
    let fits = |index: &usize| {
        let slot = &shape.slots[*index];
        wanted.file.is_none_or(|file| file == i64::from(slot.file))
            && wanted.rank.is_none_or(|rank| rank == i64::from(slot.rank))
    };
    let picked: Vec<usize> = set.iter().copied().filter(fits).collect();
    let files = set.iter().map(|index| shape.slots[*index].file.to_string());
    let choices = files.collect::<Vec<_>>().join(", ");
    match picked.as_slice() {
        [only] => Some(*only),
        [] => {
            let finding = Finding::refuses(
                Id::of("centre-not-centre-in-new"),
                Id::of("S4-5"),
                judge.subject(),
            );
            let needs = set
                .first()
                .map_or(0, |index| i64::from(shape.slots[*index].file));
            let finding = finding
                .with(Id::of("choices"), Value::text(&choices))
                .measured(
                    Measure::Count,
                    Amount::exact(Ratio::int(wanted.file.unwrap_or(0))),
                    Amount::exact(Ratio::int(needs)),
                );
            judge.find(finding);
            None
        }
        _ => {
            let finding = Finding::refuses(
                Id::of("centre-choice-needed"),
                Id::of("S4-5"),
                judge.subject(),
            );
            let finding = finding.with(Id::of("choices"), Value::text(&choices));
            judge.find(finding.with(Id::of("argument"), Value::text("file")));
            None
        }
    }
}

/// The way the new formation faces, and the way its centre figure does.
fn facings(
    rules: &BelleAlliance,
    judge: &mut Judge,
    unit: &Unit,
    base: &Base,
    wanted: &Wanted<'_>,
) -> (Bearing, Bearing) {
    let old = unit.pose.facing;
    let mut facing = old;
    if let Some(new) = wanted.facing.filter(|new| *new != old) {
        if judge.read(&rules.readings, "new-facing") == "free" {
            facing = new;
        } else {
            turned(judge, old, new);
        }
    }
    let mut own = base.rect.pose.facing;
    if facing != old && judge.read(&rules.readings, "stationary") == "position" {
        own = facing;
    }
    if let Some(new) = wanted.anchor_facing.filter(|new| *new != own) {
        if judge.read(&rules.readings, "stationary") == "position" {
            own = new;
        } else {
            turned(judge, own, new);
        }
    }
    (facing, own)
}

fn turned(judge: &mut Judge, old: Bearing, new: Bearing) {
    let finding = Finding::refuses(Id::of("centre-turned"), Id::of("S4-4"), judge.subject());
    judge.find(finding.measured(Measure::Degrees, plain(new.minus(old).abs()), Amount::ZERO));
}

fn stays(judge: &mut Judge, base: &Base, at: Point) {
    let moved = base.rect.pose.at.distance(at);
    if moved > 0.0 {
        let finding = Finding::refuses(Id::of("centre-moved"), Id::of("S4-4"), judge.subject());
        judge.find(finding.measured(Measure::Length, plain(moved), Amount::ZERO));
    }
}

/// Whether figures that the player placed himself stand where the formation has them.
pub(crate) fn slots_filled(judge: &mut Judge, wanted: &Wanted<'_>, bases: &[Base]) -> bool {
    // Only the noise of turned frames is forgiven.
    let judged_equal = 1.0e-6;
    let mut filled = true;
    for place in wanted.places {
        let fields = place.fields();
        let figure = fields
            .iter()
            .find(|f| f.name == *"figure")
            .and_then(|f| f.value.as_int());
        let at = fields
            .iter()
            .find(|f| f.name == *"at")
            .and_then(|f| point(&f.value));
        let (Some(figure), Some(at)) = (figure, at) else {
            judge.refuse("place-not-understood", "");
            return false;
        };
        let base = bases.iter().find(|base| i64::from(base.serial) == figure);
        let off = base.map(|base| base.rect.pose.at.distance(at));
        if off.is_some_and(|off| off <= judged_equal) {
            continue;
        }
        filled = false;
        let finding = Finding::refuses(Id::of("slot-mismatch"), Id::of("S4-6"), judge.subject());
        let finding = finding.with(Id::of("figure"), Value::Int(figure));
        judge.find(match off {
            Some(off) => finding.measured(Measure::Length, plain(off), Amount::ZERO),
            None => finding,
        });
    }
    filled
}

/// A point, or two numbers of millimetres.
fn point(value: &Value) -> Option<Point> {
    value.as_point().or_else(|| match value.items() {
        [x, y] => Some(Point::new(x.as_number()?.to_f64(), y.as_number()?.to_f64())),
        _ => None,
    })
}

/// The slots of a formation put at a point of the table: its own point `(right, forward)` at `at`.
pub(crate) fn poses(slots: &[Slot], at: Pose, right: f64, forward: f64) -> Vec<Pose> {
    slots
        .iter()
        .map(|slot| at.offset(slot.right - right, slot.forward - forward, 0.0))
        .collect()
}
