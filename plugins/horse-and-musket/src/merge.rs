//! Making one unit, or two, of the stands of several.

use grognard_sdk::prelude::*;

use crate::HorseAndMusket;
use crate::conditions as c;
use crate::formations::Formation;
use crate::law::Manner;
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
    pub(crate) fn place_second(&self, judge: &mut Judge, part: &Unit, second: Unit) {
        let id = part.id.clone();
        judge.then(Effect::SetBases {
            unit: id.clone(),
            bases: second.bases.clone(),
        });
        judge.then(Effect::SetFormation {
            unit: id.clone(),
            formation: second.formation,
        });
        let starting = second.bases.len() as i64 + 1;
        c::set(judge, &id, c::STARTING, Value::Int(starting));
        c::flag(judge, &id, c::COMBINED);
        note_action(judge, part, false);
    }

    /// Gives `head` the bases and the history of the merged unit. What the parts walked this turn
    /// counts as spent: the most that one of them spent.
    pub(crate) fn regroup(
        &self,
        judge: &mut Judge,
        situation: &Situation<'_>,
        head_index: u64,
        head: &Unit,
        parts: &[(u64, &Unit)],
        merged: Unit,
    ) {
        let all = std::iter::once((head_index, head)).chain(parts.iter().copied());
        let (mut starting, mut carried, mut changes) = (0, Ratio::ZERO, Ratio::ZERO);
        let mut lowest_morale: Option<i64> = None;
        for (index, part) in all {
            let stance = self.stance(self.troops(part));
            let law = self.law(&stance, Manner::March);
            let survey = situation.ground.survey(index, &Course::new(), &law);
            let steps = (survey.total - law.spent).to_f64();
            // What turns cost is no exact share; a millionth of a move is near enough.
            let steps = Ratio::simplest((steps * 1e6).round() / 1e6).unwrap_or(Ratio::ZERO);
            carried = carried.max(steps + c::share(part, c::CARRIED));
            changes = changes.max(c::share(part, c::CHANGES));
            starting += c::count(part, c::STARTING).max(part.bases.len() as i64);
            let morale = part.condition(c::MORALE).and_then(Value::as_int);
            lowest_morale = match (lowest_morale, morale) {
                (Some(one), Some(other)) => Some(one.min(other)),
                (one, other) => one.or(other),
            };
        }
        let id = head.id.clone();
        judge.then(Effect::SetBases {
            unit: id.clone(),
            bases: merged.bases,
        });
        judge.then(Effect::SetFormation {
            unit: id.clone(),
            formation: merged.formation,
        });
        judge.then(Effect::ClearTrack { unit: id.clone() });
        c::set(judge, &id, c::STARTING, Value::Int(starting));
        for (name, share) in [(c::CARRIED, carried), (c::CHANGES, changes)] {
            if !share.is_zero() {
                c::set(judge, &id, name, Value::Number(share));
            }
        }
        if let Some(morale) = lowest_morale {
            c::set(judge, &id, c::MORALE, Value::Int(morale));
        }
        if parts.iter().any(|part| part.1.is(c::MOVED)) {
            c::flag(judge, &id, c::MOVED);
        }
    }
}
