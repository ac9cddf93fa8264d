//! A scenario's unit becomes figures on bases.

use grognard_sdk::prelude::*;

use crate::centre;
use crate::memory;
use crate::place;
use crate::rules::BelleAlliance;
use crate::troop::{self, Arm};

/// The most figures of a unit that are believed.
const MOST_FIGURES: i64 = 1000;

/// Makes the bases of a draft and lays them out.
pub(crate) fn enlist(rules: &BelleAlliance, mut unit: Unit) -> Result<Unit, Fault> {
    let arm = arm(&unit)?;
    let count = figures(&unit)?;
    let limbered = arm.is_artillery() && unit.attributes.has("limbered");
    let (mut width, mut depth) = base_size(rules, &unit, arm)?;
    // A gun with its limber is one base, and still a gun.
    let kind = if arm.is_artillery() { "gun" } else { "figure" };
    if limbered {
        let (limber_width, limber_depth) =
            size(rules, &unit, "limber", "limber-width", "limber-depth")?;
        (width, depth) = (width.max(limber_width), depth + limber_depth);
    }
    if unit.formation.is_empty() {
        unit.formation = Id::of("line");
    }
    let row = rules
        .formations
        .get(unit.formation.as_str())
        .ok_or_else(|| {
            Fault::unit(format!(
                "formation '{}' is none of these rules; write for example line",
                unit.formation
            ))
        })?;
    if !row.open_to(arm) {
        return Err(Fault::unit(format!(
            "formation '{}' is not open to {}; choose another",
            unit.formation,
            arm.name()
        )));
    }
    let frontage = frontage(&unit, count)?;
    // Where the chart is silent the scenario's unit stands in one rank, in base contact.
    let right = rules.readings.is("short-rank", "right");
    let shape = row.shape(arm, count, frontage, (width, depth), right);
    let mut bases: Vec<Base> = centre::poses(&shape.slots, unit.pose, 0.0, 0.0)
        .into_iter()
        .enumerate()
        .map(|(index, pose)| Base {
            serial: index as u32 + 1,
            kind: Id::of(kind),
            figures: 1,
            rect: Rect::new(pose, width, depth),
        })
        .collect();
    place::front_to(&mut bases, unit.pose);
    unit.bases = bases.into();
    row.front_from(arm, frontage.is_some()).remember(&mut unit);
    if limbered {
        unit.conditions.push(Field {
            name: Id::of(memory::LIMBERED),
            value: Value::Flag(true),
        });
    }
    Ok(unit)
}

fn arm(unit: &Unit) -> Result<Arm, Fault> {
    let word = unit.attribute_text("arm");
    Arm::named(word).ok_or_else(|| {
        let names: Vec<&str> = Arm::ALL.iter().map(|arm| arm.name()).collect();
        Fault::unit(format!(
            "the attribute arm is '{word}'; choose {}",
            names.join(", ")
        ))
    })
}

fn figures(unit: &Unit) -> Result<u32, Fault> {
    let count = unit.attributes.int("figures").unwrap_or(0);
    if !(1..=MOST_FIGURES).contains(&count) {
        return Err(Fault::unit(format!(
            "the attribute figures is {count}; give a number from 1 to {MOST_FIGURES}"
        )));
    }
    Ok(count as u32)
}

fn frontage(unit: &Unit, count: u32) -> Result<Option<u32>, Fault> {
    match unit.attributes.int("frontage") {
        None => Ok(None),
        Some(front) if (1..=i64::from(count)).contains(&front) => Ok(Some(front as u32)),
        Some(front) => Err(Fault::unit(format!(
            "the attribute frontage is {front}, but the unit has {count} figures; give 1 to {count}"
        ))),
    }
}

/// The size of a base of `unit`, a gun without its limber.
fn base_size(rules: &BelleAlliance, unit: &Unit, arm: Arm) -> Result<(f64, f64), Fault> {
    let kind = if arm.is_artillery() {
        "gun"
    } else {
        arm.family()
    };
    size(rules, unit, kind, "base-width", "base-depth")
}

/// A size the scenario gives under two attributes, or else the chart's.
pub(crate) fn size(
    rules: &BelleAlliance,
    unit: &Unit,
    kind: &str,
    width: &str,
    depth: &str,
) -> Result<(f64, f64), Fault> {
    let chart = chart_size(rules, kind);
    let side = |name: &str, chart: Option<f64>| {
        let own = unit
            .attribute(name)
            .and_then(Value::as_length)
            .map(Length::millimetres);
        match own.or(chart) {
            Some(mm) if mm.is_finite() && mm > 0.0 => Ok(mm),
            Some(mm) => Err(Fault::unit(format!(
                "the attribute {name} is {mm} mm; give a length above zero"
            ))),
            None => Err(Fault::unit(format!(
                "the attribute {name} is missing and the chart 'bases.{kind}' does not know it; give it"
            ))),
        }
    };
    Ok((
        side(width, chart.map(|size| size.0))?,
        side(depth, chart.map(|size| size.1))?,
    ))
}

/// The chart's size for a kind of base, mm.
pub(crate) fn chart_size(rules: &BelleAlliance, kind: &str) -> Option<(f64, f64)> {
    let (_, width, depth) = rules.bases.iter().find(|(id, _, _)| *id == kind)?;
    Some((width.number()?.to_f64(), depth.number()?.to_f64()))
}

/// Where the bases of a unit stand in a formation, seen from the middle of its front edge.
pub(crate) fn layout(rules: &BelleAlliance, unit: &Unit, formation: &Id) -> Result<Layout, Fault> {
    let arm = Arm::of(unit);
    let row = rules
        .formations
        .get(formation.as_str())
        .filter(|row| row.open_to(arm));
    let Some(row) = row else {
        return Err(Fault::not_possible(format!(
            "{} cannot take the formation '{formation}'",
            unit.id
        )));
    };
    if let Some(cell) = row.unknown(arm, false) {
        return Err(Fault::not_possible(format!(
            "the cell '{}' is unknown",
            cell.key
        )));
    }
    let right = rules.readings.is("short-rank", "right");
    let shape = row.shape(
        arm,
        unit.bases.len() as u32,
        None,
        troop::base_size(unit),
        right,
    );
    let frame = Pose::default();
    let mut bases = unit.bases.to_vec();
    for (base, pose) in bases
        .iter_mut()
        .zip(centre::poses(&shape.slots, frame, 0.0, 0.0))
    {
        base.rect.pose = pose;
    }
    place::front_to(&mut bases, frame);
    let places = bases.iter().map(|base| Placement {
        right: base.rect.pose.at.x,
        forward: base.rect.pose.at.y,
        turn: 0.0,
    });
    Ok(Layout {
        places: places.collect(),
    })
}
