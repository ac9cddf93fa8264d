//! The board as it will be when rulings are carried out, to plan later rounds against.

use grognard_sdk::prelude::*;

/// Carries out the effects that acts of these rules have. The engine does so in earnest afterwards.
pub(crate) fn apply(board: &mut Board, effects: &[Effect]) {
    for effect in effects {
        match effect {
            Effect::Place { unit, pose, bases } => {
                if let Some(unit) = unit_mut(board, unit) {
                    unit.pose = *pose;
                    for (base, pose) in unit.bases.iter_mut().zip(bases) {
                        base.rect.pose = *pose;
                    }
                    stretch(unit);
                }
            }
            Effect::SetBases { unit, bases } => {
                if let Some(unit) = unit_mut(board, unit) {
                    unit.bases = bases.clone();
                    stretch(unit);
                }
            }
            Effect::SetFormation { unit, formation } => {
                if let Some(unit) = unit_mut(board, unit) {
                    unit.formation = *formation;
                }
            }
            Effect::SetCondition { on, name, value } => {
                if let Some(unit) = unit_mut(board, on) {
                    unit.conditions.retain(|field| field.name != *name);
                    unit.conditions.push(Field {
                        name: *name,
                        value: value.clone(),
                    });
                }
            }
            Effect::ClearCondition { on, name } => {
                if let Some(unit) = unit_mut(board, on) {
                    unit.conditions.retain(|field| field.name != *name);
                }
            }
            Effect::RemoveUnit { unit } => board.units.retain(|other| other.id != *unit),
            Effect::AddUnit { unit } => {
                let mut unit = Unit::clone(unit);
                stretch(&mut unit);
                let at = board.units.iter().position(|other| other.id > unit.id);
                match at {
                    Some(index) => board.units.insert(index, unit),
                    None => board.units.push(unit),
                }
            }
            _ => {}
        }
    }
}

fn unit_mut<'a>(board: &'a mut Board, id: &Id) -> Option<&'a mut Unit> {
    let index = board.unit_index(id.as_str())?;
    Some(&mut board.units[index])
}

/// Every base by itself is a footprint too, if not the shortest.
fn stretch(unit: &mut Unit) {
    unit.footprint = unit.bases.iter().map(|base| base.rect).collect();
}
