//! Carrying out effects: all of them or none.

use grognard_core::{Board, Effect, Field, Id, Pose, RVec, Unit, Value};
use grognard_geometry as geometry;

use crate::patch::Patch;

/// Applies `effects` to `board`. On success the patch that undoes them; on failure the board is as it
/// was, and the message says which effect cannot be applied.
pub(crate) fn apply(board: &mut Board, effects: &[Effect]) -> Result<Patch, String> {
    let mut patch = Patch::default();
    for effect in effects {
        if let Err(message) = apply_one(board, &mut patch, effect) {
            patch.swap(board);
            return Err(message);
        }
    }
    let touched: Vec<Id> = patch.units().cloned().collect();
    for id in touched {
        if let Some(index) = board.unit_index(id.as_str()) {
            let footprint = geometry::footprint(&board.units[index].bases);
            board.units[index].footprint = footprint.into();
        }
    }
    Ok(patch)
}

fn apply_one(board: &mut Board, patch: &mut Patch, effect: &Effect) -> Result<(), String> {
    match effect {
        Effect::Place { unit, pose, bases } => place(unit_mut(board, patch, unit)?, *pose, bases),
        Effect::PlaceCommander { commander, at } => {
            if !at.is_finite() {
                return Err(format!("commander '{commander}' would stand nowhere"));
            }
            patch.note_commander(board, commander);
            let found = board.commanders.iter_mut().find(|c| c.id == *commander);
            found
                .ok_or_else(|| format!("there is no commander '{commander}'"))?
                .at = *at;
            Ok(())
        }
        Effect::SetFormation { unit, formation } => {
            unit_mut(board, patch, unit)?.formation = *formation;
            Ok(())
        }
        Effect::SetCondition { on, name, value } => {
            set(
                fields_mut(board, patch, on, Kept::Conditions)?,
                name,
                value.clone(),
            );
            Ok(())
        }
        Effect::ClearCondition { on, name } => {
            fields_mut(board, patch, on, Kept::Conditions)?.retain(|field| field.name != *name);
            Ok(())
        }
        Effect::SetAttribute { on, name, value } => {
            set(
                fields_mut(board, patch, on, Kept::Attributes)?,
                name,
                value.clone(),
            );
            Ok(())
        }
        Effect::Walk { unit, legs } => {
            unit_mut(board, patch, unit)?
                .track
                .extend(legs.iter().cloned());
            Ok(())
        }
        Effect::ClearTrack { unit } => {
            unit_mut(board, patch, unit)?.track.clear();
            Ok(())
        }
        Effect::RemoveBases { unit, serials } => {
            let unit = unit_mut(board, patch, unit)?;
            for serial in serials {
                if !unit.bases.iter().any(|base| base.serial == *serial) {
                    return Err(format!("'{}' has no base {serial}", unit.id));
                }
            }
            if serials.len() >= unit.bases.len() {
                return Err(format!(
                    "'{}' would have no base left; remove the unit",
                    unit.id
                ));
            }
            unit.bases.retain(|base| !serials.contains(&base.serial));
            Ok(())
        }
        Effect::SetBases { unit, bases } => {
            let unit = unit_mut(board, patch, unit)?;
            unit.bases = bases.clone();
            check_bases(unit)
        }
        Effect::RemoveUnit { unit } => {
            let index = known(board, unit)?;
            patch.note_unit(board, unit);
            board.units.remove(index);
            Ok(())
        }
        Effect::AddUnit { unit } => add(board, patch, unit),
        Effect::WriteOrder { order } => {
            patch.note_written(board);
            board.written.push(order.clone());
            Ok(())
        }
        Effect::StrikeOrders { subject, kind } => {
            patch.note_written(board);
            board
                .written
                .retain(|o| o.subject != *subject || !(kind.is_empty() || o.kind == *kind));
            Ok(())
        }
        Effect::Ask { .. } => Ok(()),
    }
}

fn place(unit: &mut Unit, pose: Pose, bases: &[Pose]) -> Result<(), String> {
    if bases.len() != unit.bases.len() {
        return Err(format!(
            "'{}' has {} bases, but {} places were given",
            unit.id,
            unit.bases.len(),
            bases.len()
        ));
    }
    if !pose.at.is_finite() || bases.iter().any(|pose| !pose.at.is_finite()) {
        return Err(format!("'{}' would stand nowhere", unit.id));
    }
    unit.pose = pose;
    for (base, pose) in unit.bases.iter_mut().zip(bases) {
        base.rect.pose = *pose;
    }
    Ok(())
}

fn add(board: &mut Board, patch: &mut Patch, unit: &Unit) -> Result<(), String> {
    if board.side(unit.side.as_str()).is_none() {
        return Err(format!(
            "'{}' would fight for no side: '{}'",
            unit.id, unit.side
        ));
    }
    check_bases(unit)?;
    match board.units.binary_search_by(|other| other.id.cmp(&unit.id)) {
        Ok(_) => Err(format!("there is a unit '{}' already", unit.id)),
        Err(index) => {
            patch.note_unit(board, &unit.id);
            board.units.insert(index, unit.clone());
            Ok(())
        }
    }
}

/// A unit has at least one base, and every base covers ground somewhere.
pub(crate) fn check_bases(unit: &Unit) -> Result<(), String> {
    if unit.bases.is_empty() {
        return Err(format!("'{}' has no base", unit.id));
    }
    for base in &unit.bases {
        let size_ok = [base.rect.width, base.rect.depth]
            .iter()
            .all(|s| s.is_finite() && *s > 0.0);
        if !size_ok || !base.rect.pose.at.is_finite() {
            return Err(format!(
                "base {} of '{}' covers no ground",
                base.serial, unit.id
            ));
        }
    }
    Ok(())
}

fn known(board: &Board, id: &Id) -> Result<usize, String> {
    board
        .unit_index(id.as_str())
        .ok_or_else(|| format!("there is no unit '{id}'"))
}

fn unit_mut<'a>(board: &'a mut Board, patch: &mut Patch, id: &Id) -> Result<&'a mut Unit, String> {
    let index = known(board, id)?;
    patch.note_unit(board, id);
    Ok(&mut board.units[index])
}

fn set(fields: &mut RVec<Field>, name: &Id, value: Value) {
    match fields.iter_mut().find(|field| field.name == *name) {
        Some(field) => field.value = value,
        None => fields.push(Field { name: *name, value }),
    }
}

/// What a holder keeps: its conditions or its attributes.
#[derive(Clone, Copy)]
enum Kept {
    Conditions,
    Attributes,
}

/// The fields that the holder `on` keeps, noted in the patch before they change.
fn fields_mut<'a>(
    board: &'a mut Board,
    patch: &mut Patch,
    on: &Id,
    kept: Kept,
) -> Result<&'a mut RVec<Field>, String> {
    macro_rules! kept_by {
        ($holder:expr) => {{
            let holder = $holder;
            match kept {
                Kept::Conditions => &mut holder.conditions,
                Kept::Attributes => &mut holder.attributes,
            }
        }};
    }
    let same = |id: &Id| id.cmp(on);
    if let (true, Kept::Conditions) = (on.is_empty(), kept) {
        patch.note_conditions(board);
        return Ok(&mut board.conditions);
    }
    if board.unit_index(on.as_str()).is_some() {
        return unit_mut(board, patch, on).map(|unit| kept_by!(unit));
    }
    if let Ok(index) = board.brigades.binary_search_by(|b| same(&b.id)) {
        patch.note_brigade(board, on);
        return Ok(kept_by!(&mut board.brigades[index]));
    }
    if let Ok(index) = board.commanders.binary_search_by(|c| same(&c.id)) {
        patch.note_commander(board, on);
        return Ok(kept_by!(&mut board.commanders[index]));
    }
    let piece = board.terrain.iter().position(|piece| piece.id == *on);
    if let (Some(index), Kept::Attributes) = (piece, kept) {
        patch.note_terrain(board);
        return Ok(&mut board.terrain[index].attributes);
    }
    Err(format!("there is no unit, brigade or commander '{on}'"))
}
