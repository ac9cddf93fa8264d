//! Making a unit of a scenario's draft.

use grognard_sdk::prelude::*;

use crate::HorseAndMusket;
use crate::conditions as c;
use crate::formations::{Arm, Formation};
use crate::stands::{
    CAVALRY, CREW_FOOT, CREW_HORSE, DRAGOON, GUN, HORSES, INFANTRY, LIGHT_CAVALRY, LIGHT_INFANTRY,
};

/// The most stands taken seriously.
const MOST_STANDS: i64 = 60;

impl HorseAndMusket {
    /// Makes bases and first conditions of a draft, and lays it out.
    pub(crate) fn enlisted(&self, draft: Unit) -> Result<Unit, Fault> {
        let mut unit = draft;
        let arm = Arm::named(unit.attribute_text("arm")).ok_or_else(|| {
            Fault::unit(format!(
                "'{}' has no arm; give infantry, cavalry or artillery",
                unit.id
            ))
        })?;
        let kinds = self.kinds(&unit, arm)?;
        let size = |name: &str, default: f64| match unit.attribute(name).and_then(Value::as_length)
        {
            Some(length) if length.millimetres() > 0.0 && length.millimetres().is_finite() => {
                Ok(length.millimetres())
            }
            Some(_) => Err(Fault::unit(format!(
                "'{}': '{name}' should be more than nothing",
                unit.id
            ))),
            None => Ok(default),
        };
        let (width, depth) = (
            size("stand-width", self.models.width)?,
            size("stand-depth", self.models.depth)?,
        );
        let bases = kinds.iter().zip(1..).map(|(kind, serial)| Base {
            serial,
            kind: *kind,
            figures: 0,
            rect: Rect::new(unit.pose, width, depth),
        });
        unit.bases = bases.collect();
        let formation = first_formation(&unit, arm)?;
        unit.formation = formation.id();
        let poses = self
            .models
            .layout(unit.bases.as_slice(), formation)
            .poses(unit.pose);
        for (base, pose) in unit.bases.iter_mut().zip(poses) {
            base.rect.pose = pose;
        }
        self.first_conditions(&mut unit, arm)?;
        Ok(unit)
    }

    /// The kind of every stand.
    fn kinds(&self, unit: &Unit, arm: Arm) -> Result<Vec<Id>, Fault> {
        if let Some(list) = unit.attribute("stand-kinds") {
            let names: Vec<&str> = list.items().iter().filter_map(Value::as_str).collect();
            if names.is_empty() || names.len() as i64 > MOST_STANDS {
                return Err(Fault::unit(format!(
                    "'{}': 'stand-kinds' should name 1 to {MOST_STANDS} stands",
                    unit.id
                )));
            }
            return names.iter().map(|name| kind_of(unit, arm, name)).collect();
        }
        let told = unit.attribute_text("kind");
        if arm == Arm::Artillery {
            let crew = match told {
                "" | "foot" => CREW_FOOT,
                "horse" => CREW_HORSE,
                _ => return Err(wrong_kind(unit, "foot or horse")),
            };
            return Ok([GUN, crew, HORSES].map(Id::of).to_vec());
        }
        let kind = match (arm, told) {
            (Arm::Infantry, "" | "line") => INFANTRY,
            (Arm::Infantry, "light") => LIGHT_INFANTRY,
            (Arm::Infantry, _) => return Err(wrong_kind(unit, "line or light")),
            (_, "" | "plain") => CAVALRY,
            (_, "light") => LIGHT_CAVALRY,
            (_, "dragoon") => DRAGOON,
            _ => return Err(wrong_kind(unit, "plain, light or dragoon")),
        };
        let count = match unit.attribute("stands") {
            Some(value) => value.as_int().unwrap_or(0),
            None => self.models.count,
        };
        if !(1..=MOST_STANDS).contains(&count) {
            return Err(Fault::unit(format!(
                "'{}': 'stands' is {count}; give 1 to {MOST_STANDS}",
                unit.id
            )));
        }
        Ok(vec![Id::of(kind); count as usize])
    }

    fn first_conditions(&self, unit: &mut Unit, arm: Arm) -> Result<(), Fault> {
        let losses = unit
            .attribute("losses")
            .and_then(Value::as_int)
            .unwrap_or(0);
        if !(0..=MOST_STANDS).contains(&losses) {
            return Err(Fault::unit(format!(
                "'{}': 'losses' is {losses}; give 0 to {MOST_STANDS}",
                unit.id
            )));
        }
        let mut first = vec![(c::STARTING, Value::Int(unit.bases.len() as i64 + losses))];
        if let Some(morale) = unit.attribute("morale") {
            first.push((c::MORALE, morale.clone()));
        }
        if unit.attributes.has("dismounted") {
            if arm != Arm::Cavalry {
                return Err(Fault::unit(format!(
                    "'{}' is not cavalry and cannot be dismounted",
                    unit.id
                )));
            }
            first.push((c::DISMOUNTED, Value::Flag(true)));
        }
        for (name, value) in first {
            unit.conditions.push(Field {
                name: Id::of(name),
                value,
            });
        }
        Ok(())
    }
}

fn wrong_kind(unit: &Unit, choices: &str) -> Fault {
    Fault::unit(format!("'{}': 'kind' should be {choices}", unit.id))
}

fn kind_of(unit: &Unit, arm: Arm, name: &str) -> Result<Id, Fault> {
    let known: &[&'static str] = match arm {
        Arm::Infantry => &[INFANTRY, LIGHT_INFANTRY],
        Arm::Cavalry => &[CAVALRY, LIGHT_CAVALRY, DRAGOON],
        Arm::Artillery => &[GUN, CREW_FOOT, CREW_HORSE, HORSES],
    };
    known
        .iter()
        .find(|kind| **kind == name)
        .map(|kind| Id::of(kind))
        .ok_or_else(|| {
            Fault::unit(format!(
                "'{}': '{name}' is no stand of {}; choose {}",
                unit.id,
                arm.name(),
                known.join(", ")
            ))
        })
}

fn first_formation(unit: &Unit, arm: Arm) -> Result<Formation, Fault> {
    if unit.formation.is_empty() {
        return Ok(if arm == Arm::Artillery {
            Formation::Limbered
        } else {
            Formation::Line
        });
    }
    let name = unit.formation.as_str();
    let formation = Formation::named(name)
        .ok_or_else(|| Fault::unit(format!("'{}': there is no formation '{name}'", unit.id)))?;
    let crew = arm == Arm::Artillery && !unit.bases.iter().any(|base| base.kind == *GUN);
    let fits = if crew {
        formation == Formation::Line
    } else {
        formation.is_of_guns() == (arm == Arm::Artillery)
    };
    if !fits {
        return Err(Fault::unit(format!(
            "'{}': {} cannot be in {name}",
            unit.id,
            arm.name()
        )));
    }
    Ok(formation)
}
