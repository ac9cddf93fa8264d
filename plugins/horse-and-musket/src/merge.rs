//! Making one unit, or two, of the stands of several.

use grognard_sdk::prelude::*;

use crate::HorseAndMusket;
use crate::conditions as c;
use crate::formations::Formation;
use crate::past::starting_and_straggled;
use crate::travel::note_action;

impl HorseAndMusket {
    /// `head` with the stands of `parts` behind its own, laid out in `formation`.
    pub(crate) fn merged(&self, head: &Unit, parts: &[&Unit], formation: Formation) -> Unit {
        let mut merged = head.clone();
        let last = head.bases.iter().map(|base| base.serial).max().unwrap_or(0);
        let joining = parts.iter().flat_map(|part| part.bases.iter());
        merged
            .bases
            .extend((last + 1..).zip(joining).map(|(serial, base)| Base {
                serial,
                ..base.clone()
            }));
        merged.formation = formation.id();
        self.lay_out(&mut merged, formation);
        merged
    }

    fn lay_out(&self, unit: &mut Unit, formation: Formation) {
        let poses = self
            .models
            .layout(unit.bases.as_slice(), formation)
            .poses(unit.pose);
        for (base, pose) in unit.bases.iter_mut().zip(poses) {
            base.rect.pose = pose;
        }
    }

    /// Moves the last `size` stands of `merged` to a second unit, which takes the place of the last
    /// part.
    pub(crate) fn second(
        &self,
        merged: &mut Unit,
        parts: &[(u64, &Unit)],
        size: usize,
        formation: Formation,
    ) -> Unit {
        let keep = merged.bases.len().saturating_sub(size);
        let mut second = parts
            .last()
            .map_or_else(|| merged.clone(), |part| part.1.clone());
        second.bases = merged.bases.iter().skip(keep).cloned().collect();
        second.formation = formation.id();
        merged.bases.truncate(keep);
        self.lay_out(merged, formation);
        self.lay_out(&mut second, formation);
        second
    }

    /// The second of two units made at once.
    pub(crate) fn place_second(
        &self,
        judge: &mut Judge,
        part: &Unit,
        second: Unit,
        past: &[(&'static str, Value)],
    ) {
        let starting = second.bases.len() as i64 + 1;
        replace(judge, part, second, starting, past);
        c::flag(judge, &part.id, c::COMBINED);
        note_action(judge, part, false);
    }

    /// Gives `head` the bases and the history of the merged unit.
    pub(crate) fn regroup(
        &self,
        judge: &mut Judge,
        head: &Unit,
        merged: Unit,
        all: &[(u64, &Unit)],
        past: &[(&'static str, Value)],
    ) {
        let (starting, straggled) = starting_and_straggled(all);
        replace(judge, head, merged, starting, past);
        if straggled > 0 {
            c::set(judge, &head.id, c::STRAGGLED, Value::Int(straggled));
        } else {
            c::clear(judge, head, c::STRAGGLED);
        }
    }
}

/// Puts `new` in the place of `old`, which keeps its name and gets the history of all parts.
fn replace(
    judge: &mut Judge,
    old: &Unit,
    new: Unit,
    starting: i64,
    past: &[(&'static str, Value)],
) {
    let id = old.id;
    judge.then(Effect::SetBases {
        unit: id,
        bases: new.bases,
    });
    judge.then(Effect::SetFormation {
        unit: id,
        formation: new.formation,
    });
    judge.then(Effect::ClearTrack { unit: id });
    c::set(judge, &id, c::STARTING, Value::Int(starting));
    // What passing cost is in what is carried over.
    c::clear(judge, old, c::PASSING_TOLL);
    for (name, value) in past {
        c::set(judge, &id, name, value.clone());
    }
}
