//! Stands left behind, lost, and units that lose their last.

use grognard_sdk::prelude::*;

use crate::HorseAndMusket;
use crate::conditions as c;
use crate::formations::Formation;
use crate::models::frame_of;
use crate::past::LEFT;
use crate::questions::Question;
use crate::travel::Trip;

/// The stand that an X or a Lose takes: the one named, else the rearmost.
pub(crate) fn chosen_stand(
    rules: &HorseAndMusket,
    judge: &mut Judge,
    unit: &Unit,
    order: &Order,
) -> Option<u32> {
    let ahead = |base: &Base| unit.pose.local(base.rect.pose.at).1;
    // Of several equally far back, the last.
    let rearmost = unit
        .bases
        .iter()
        .rev()
        .min_by(|a, b| ahead(a).total_cmp(&ahead(b)))?;
    let Some(named) = order.arg("stand").and_then(Value::as_int) else {
        return Some(rearmost.serial);
    };
    let Some(base) = unit
        .bases
        .iter()
        .find(|base| i64::from(base.serial) == named)
    else {
        judge.refuse("stand-unknown", "M23a");
        return None;
    };
    let farther = ahead(base) > ahead(rearmost) + 1e-6;
    if rules.answers.asked(judge, Question::StragglerChoice) && farther {
        judge.refuse("not-rearmost-stand", "M23a");
    }
    Some(base.serial)
}

impl HorseAndMusket {
    /// Leaves a stand behind as a unit of its own. Gives the rest, as it stands.
    pub(crate) fn leave_behind(
        &self,
        judge: &mut Judge,
        board: &Board,
        unit: &Unit,
        stand: u32,
    ) -> Option<Unit> {
        let base = unit.bases.iter().find(|base| base.serial == stand)?.clone();
        let mut left = detached(board, unit, "straggler", vec![base]);
        left.formation = Formation::Line.id();
        for (name, value) in [
            (c::STRAGGLER, Value::text(unit.id.as_str())),
            (c::FORCED_MARCH, Value::text(LEFT)),
            (c::STARTING, Value::Int(1)),
        ] {
            left.conditions.push(Field {
                name: Id::of(name),
                value,
            });
        }
        judge.find(
            Finding::notes(Id::of("stand-left-behind"), Id::of("M23a"), unit.id).about(left.id),
        );
        c::set(
            judge,
            &unit.id,
            c::LEFT_BEHIND,
            Value::text(left.id.as_str()),
        );
        let straggled = c::count(unit, c::STRAGGLED) + 1;
        c::set(judge, &unit.id, c::STRAGGLED, Value::Int(straggled));
        let rest = self.without(judge, unit, &[stand]);
        judge.then(Effect::AddUnit {
            unit: RBox::new(left),
        });
        Some(rest)
    }

    /// Removes stands for good. Gives the rest, as it stands; none when nothing is left.
    pub(crate) fn lose(
        &self,
        judge: &mut Judge,
        board: &Board,
        unit: &Unit,
        stands: &[u32],
        clause: &'static str,
    ) -> Option<Unit> {
        if stands.len() >= unit.bases.len() {
            self.destroy(judge, board, unit, clause);
            return None;
        }
        judge.find(
            Finding::notes(Id::of("stand-removed"), Id::of(clause), unit.id)
                .with(Id::of("stands"), Value::Int(stands.len() as i64)),
        );
        Some(self.without(judge, unit, stands))
    }

    /// Removes a unit.
    pub(crate) fn destroy(
        &self,
        judge: &mut Judge,
        board: &Board,
        unit: &Unit,
        clause: &'static str,
    ) {
        judge.find(Finding::notes(
            Id::of("stand-removed"),
            Id::of(clause),
            unit.id,
        ));
        judge.find(Finding::notes(
            Id::of("unit-destroyed"),
            Id::of(clause),
            unit.id,
        ));
        judge.then(Effect::RemoveUnit { unit: unit.id });
        self.not_coming_back(judge, board, &[unit]);
    }

    /// Takes stands from a unit; the rest stay where they are, in a frame of their own.
    pub(crate) fn without(&self, judge: &mut Judge, unit: &Unit, stands: &[u32]) -> Unit {
        let mut rest = unit.clone();
        let stays: Vec<bool> = unit
            .bases
            .iter()
            .map(|base| !stands.contains(&base.serial))
            .collect();
        rest.bases.retain(|base| !stands.contains(&base.serial));
        rest.pose = frame_of(&rest.bases, unit.pose.facing);
        let id = unit.id;
        judge.then(Effect::RemoveBases {
            unit: id,
            serials: stands.iter().copied().collect(),
        });
        judge.then(Effect::Place {
            unit: id,
            pose: rest.pose,
            bases: rest.bases.iter().map(|base| base.rect.pose).collect(),
        });
        // Turns are remembered corner by corner, so the corners of the stands gone are forgotten.
        if unit.track.iter().any(|leg| !leg.arcs.is_empty()) {
            for leg in &mut rest.track {
                let arcs = leg.arcs.chunks(4).zip(&stays).filter(|(_, stays)| **stays);
                leg.arcs = arcs.flat_map(|(arcs, _)| arcs.iter().copied()).collect();
            }
            judge.then(Effect::ClearTrack { unit: id });
            judge.then(Effect::Walk {
                unit: id,
                legs: rest.track.clone(),
            });
        }
        self.settle_formation(judge, &rest);
        rest
    }

    /// A single stand of foot or horse counts as line (M9), and a gun without horses as unlimbered
    /// (M33a). What is written on the unit follows; no stand leaves its place for it.
    pub(crate) fn settle_formation(&self, judge: &mut Judge, unit: &Unit) {
        let counts = self.troops(unit).formation;
        if unit.formation == counts.id() {
            return;
        }
        let clause = if counts.is_of_guns() { "M33a" } else { "M9" };
        judge.cite(Id::of(clause));
        judge.then(Effect::SetFormation {
            unit: unit.id,
            formation: counts.id(),
        });
    }

    /// Carries out a straight move for the stands that go on.
    pub(crate) fn carry_out_rest(
        &self,
        judge: &mut Judge,
        unit: &Unit,
        rest: &Unit,
        mut trip: Trip<'_>,
    ) {
        let mut moved = rest.clone();
        for base in &mut moved.bases {
            let at = unit.bases.iter().position(|b| b.serial == base.serial);
            if let Some(pose) = at.and_then(|at| trip.survey.bases.get(at)) {
                base.rect.pose = *pose;
            }
        }
        judge.then(Effect::Place {
            unit: unit.id,
            pose: frame_of(&moved.bases, trip.survey.end.facing),
            bases: moved.bases.iter().map(|base| base.rect.pose).collect(),
        });
        self.note_trip(judge, &mut trip, true);
    }
}

/// A unit made of some stands of another, where they stand.
pub(crate) fn detached(board: &Board, unit: &Unit, what: &str, bases: Vec<Base>) -> Unit {
    // What it did this turn as part of the unit, it did.
    let kept = [
        c::ACTED,
        c::CHANGES,
        c::COMBINED,
        c::DISMOUNTED,
        c::FACED,
        c::FIRED_UPON,
        c::HELD,
        c::LINES_CROSSED,
        c::MEASURED,
        c::MORALE,
        c::MOVED,
        c::SHOT_AT,
    ];
    let known = ["arm", "kind", "stand-width", "stand-depth"];
    let attributes = unit
        .attributes
        .iter()
        .filter(|field| known.contains(&field.name.as_str()))
        .cloned();
    let conditions = unit
        .conditions
        .iter()
        .filter(|field| kept.contains(&field.name.as_str()))
        .cloned();
    Unit {
        id: free_id(board, unit, what),
        name: format!("{} ({what})", unit.name).into(),
        pose: frame_of(&bases, unit.pose.facing),
        bases: bases.into(),
        footprint: RVec::new(),
        attributes: attributes.collect(),
        conditions: conditions.collect(),
        track: RVec::new(),
        ..unit.clone()
    }
}

fn free_id(board: &Board, unit: &Unit, what: &str) -> Id {
    let first = format!("{}-{what}", unit.id);
    if board.unit(&first).is_none() {
        return Id::from(first);
    }
    // There are fewer units than numbers to try.
    (2..=board.units.len() + 2)
        .map(|number| format!("{first}-{number}"))
        .find(|id| board.unit(id).is_none())
        .map_or_else(|| Id::from(first), Id::from)
}
