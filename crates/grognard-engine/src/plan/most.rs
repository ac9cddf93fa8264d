//! The most that a unit can do in a turn, formation by formation, as its ruleset measures it.

use std::collections::{BTreeMap, BTreeSet};

use grognard_core::{
    Corners, Course, Effect, Field, Id, Length, MotionLaw, OrderSpec, Point, Pose, RVec, Rect,
    Step, TollOn, Turning, Unit, Verdict, kinds,
};
use grognard_geometry::{self as geometry, bounds};

use super::changes::{MOST, alternatives, asked, product};
use super::forms::{Shift, each};
use super::trial::{Given, Trial};
use super::ways::Body;
use crate::battle::TOLERANCE;
use crate::error::EngineError;

/// What is as good as nothing, mm.
const NOTHING: f64 = 1e-6;
/// How much open table a unit is given on every side to see what it can do, and how finely it is looked for, mm.
const ROOM: f64 = 150.0;
const STEP: f64 = 50.0;

/// The most a unit can do in a formation.
#[derive(Clone, Debug)]
pub(super) struct Most {
    pub(super) id: Id,
    /// The allowance, in full moves.
    pub(super) budget: f64,
    /// Millimetres that a full move brings its frame on at most.
    pub(super) rate: f64,
    /// Millimetres more that a move may bring it on: what counts as no breach of its allowance, and the swing of a
    /// unit that turns about on the way.
    pub(super) slack: f64,
    /// Millimetres that an about-face moves its frame.
    pub(super) about: f64,
    /// From its frame to the farthest corner, mm.
    pub(super) radius: f64,
    /// The depth of the box about it, and from the middle of that to a corner, mm.
    pub(super) depth: f64,
    pub(super) half: f64,
    /// Whether the middle of the box goes no farther than some point that is followed, turned about or not.
    pub(super) centred: bool,
    /// Changes that were seen to go.
    pub(super) changes: BTreeMap<Id, Change>,
    /// Formations it does not change into, where it stands or alone on open ground.
    pub(super) closed: BTreeSet<Id>,
}

/// What a change of formation does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    /// How far it moves the frame at most, mm.
    pub(super) shift: f64,
    /// The same of the middle of the box about the unit.
    pub(super) centre: f64,
    /// What it takes off the allowance at least, in full moves.
    pub(super) share: f64,
}

impl Most {
    /// The more of two.
    fn or(mut self, other: &Self) -> Self {
        self.budget = self.budget.max(other.budget);
        self.rate = self.rate.max(other.rate);
        self.slack = self.slack.max(other.slack);
        for (to, change) in &other.changes {
            let known = self.changes.entry(*to).or_insert(*change);
            known.shift = known.shift.max(change.shift);
            known.centre = known.centre.max(change.centre);
            known.share = known.share.min(change.share);
        }
        self.about = self.about.max(other.about);
        self.centred &= other.centred;
        self.closed
            .retain(|to| other.closed.contains(to) && !self.changes.contains_key(to));
        self
    }
}

/// The most in every formation: as the unit stands, or alone on the table and free of conditions, whichever is
/// more. None when its law has no such bound.
pub(super) fn most(
    start: &Trial<'_>,
    alone: &Trial<'_>,
    spec: Option<&OrderSpec>,
) -> Result<Option<Vec<Most>>, EngineError> {
    let Some(here) = measured(start.fork(), spec)? else {
        return Ok(None);
    };
    let Some(alone) = measured(alone.fork(), spec)? else {
        return Ok(None);
    };
    let merged = here.into_iter().filter_map(|one| {
        let other = alone.iter().find(|other| other.id == one.id)?;
        Some(one.or(other))
    });
    let merged: Vec<Most> = merged.collect();
    Ok((merged.len() == alone.len()).then_some(merged))
}

/// The unit alone on open ground, free of conditions; none where there is no room.
pub(super) fn alone<'a>(start: &Trial<'a>) -> Option<Trial<'a>> {
    let mut alone = start.fork();
    let lonely = lonely(&alone)?;
    alone.suppose(lonely).is_ok().then_some(alone)
}

/// Takes everybody else away and every condition of the unit, and puts it on open ground; none where there is no room.
fn lonely(trial: &Trial<'_>) -> Option<RVec<Effect>> {
    let own = trial.unit()?;
    let to = open_ground(trial, own)?;
    let by = (to.x - own.pose.at.x, to.y - own.pose.at.y);
    let there = Effect::Place {
        unit: own.id,
        pose: own.pose.shifted(by.0, by.1),
        bases: own
            .bases
            .iter()
            .map(|base| base.rect.pose.shifted(by.0, by.1))
            .collect(),
    };
    let others = trial.battle().board().units.iter();
    let others = others.filter(|unit| unit.id != own.id);
    let gone = others.map(|unit| Effect::RemoveUnit { unit: unit.id });
    let cleared = own.conditions.iter().map(|field| Effect::ClearCondition {
        on: own.id,
        name: field.name,
    });
    Some(gone.chain(cleared).chain([there]).collect())
}

/// The nearest place with nothing but open table about it.
fn open_ground(trial: &Trial<'_>, unit: &Unit) -> Option<Point> {
    let table = trial.battle().table();
    let (min, max) = (table.board().table.min, table.board().table.max);
    let mut best: Option<(f64, Point)> = None;
    let count = |from: f64, to: f64| ((to - from - 2.0 * ROOM) / STEP).floor().max(-1.0) as i64;
    for row in 0..=count(min.y, max.y) {
        for column in 0..=count(min.x, max.x) {
            let at = min.shifted(ROOM + column as f64 * STEP, ROOM + row as f64 * STEP);
            let far = at.distance(unit.pose.at);
            if best.is_some_and(|(nearest, _)| nearest <= far) {
                continue;
            }
            let pose = Pose {
                at,
                ..Pose::default()
            };
            let square = [Rect::new(pose, 2.0 * ROOM, 2.0 * ROOM)];
            if geometry::terrain_under(table.field(), &square).is_empty() {
                best = Some((far, at));
            }
        }
    }
    best.map(|(_, at)| at)
}

fn measured(trial: Trial<'_>, spec: Option<&OrderSpec>) -> Result<Option<Vec<Most>>, EngineError> {
    let mut bounded = true;
    let found = trial.measured(|trial| {
        let mut out = Vec::new();
        each(trial, |trial, _, id| {
            let (Some(unit), kind) = (trial.unit().cloned(), *trial.march_kind()) else {
                return Ok(());
            };
            let law = trial.battle().motion(unit.id.as_str(), kind.as_str()).ok();
            match at_most(trial, &unit, id, law.as_ref()) {
                Some(mut one) => {
                    changes(trial, &unit, law.as_ref(), spec, &mut one)?;
                    out.push(one);
                }
                None => bounded = false,
            }
            Ok(())
        })?;
        Ok(out)
    })?;
    Ok((bounded && !found.is_empty()).then_some(found))
}

fn at_most(trial: &Trial<'_>, unit: &Unit, id: Id, law: Option<&MotionLaw>) -> Option<Most> {
    let b = bounds(unit.pose, &unit.footprint);
    let depth = b.front - b.rear;
    let far = |x: f64, y: f64| x.hypot(y);
    let radius = far(
        b.left.abs().max(b.right.abs()),
        b.rear.abs().max(b.front.abs()),
    );
    let mut out = Most {
        id,
        budget: 0.0,
        rate: 0.0,
        slack: 0.0,
        about: far((b.left + b.right) / 2.0, b.rear),
        radius,
        depth,
        half: far((b.right - b.left) / 2.0, depth / 2.0),
        centred: true,
        changes: BTreeMap::new(),
        closed: BTreeSet::new(),
    };
    // In a formation without a law it does not move.
    let Some(law) = law else {
        return Some(out);
    };
    let middle = (b.left + b.right).abs() <= NOTHING && b.front.abs() <= NOTHING;
    if law.turning == Turning::Free || !middle || !edge_is_held(unit, b.front) {
        return None;
    }
    // Between its two edges, where corners hold both.
    out.centred = law.corners == Corners::All && edge_is_held(unit, b.rear);
    let kinds = trial.battle().board().terrain.iter();
    let kinds: Vec<Id> = kinds.map(|piece| piece.kind).collect();
    let here = law.rates.iter();
    let here = here.filter(|rate| rate.terrain.is_empty() || kinds.contains(&rate.terrain));
    let here: Vec<f64> = here.map(|rate| rate.per_move.to_f64()).collect();
    let most = here.iter().copied().fold(0.0, f64::max);
    let positive = here.iter().copied().filter(|rate| *rate > 0.0);
    let least = positive.fold(f64::INFINITY, f64::min);
    // The middle of the front goes no farther than the farthest of two corners beside it. Where only the corners
    // in front are followed, turning about takes the front to where the rear was, for what the law asks.
    let about = turns_about(trial);
    let swing = match law.corners {
        Corners::Front if about => flips(law, most, (b.right - b.left, depth)),
        Corners::All | Corners::Front => 0.0,
        // Others may swing about a middle that stands still.
        Corners::FrontCentre => return None,
    };
    if !about {
        out.about = 0.0;
    }
    out.budget = law.budget.to_f64();
    out.rate = most;
    out.slack = swing + TOLERANCE * (1.0 + most / least);
    out.slack.is_finite().then_some(out)
}

/// How much farther than its allowance the front of a unit, `wide` and `deep`, may come that turns about again and again, mm.
///
/// Turning about takes the front to where the rear was. To come on by the depth once more the unit has to turn round
/// first, so that between two about-faces its corners in front go as far as it is wide, at least; and what about-faces
/// cost is lost. `rate` is millimetres of a full move.
fn flips(law: &MotionLaw, rate: f64, (wide, deep): (f64, f64)) -> f64 {
    let tolls = law.tolls.iter();
    let about = tolls.filter(|toll| toll.on == TollOn::AboutFace);
    let toll: f64 = about.map(|toll| toll.share.to_f64() * rate).sum();
    let times = law.budget.to_f64() * rate / (wide + toll);
    deep + times * (deep - toll).max(0.0)
}

/// Whether the rules let it turn about in a move.
fn turns_about(trial: &Trial<'_>) -> bool {
    let little = Step::Advance {
        distance: Length::mm(1.0),
    };
    let steps = [Step::AboutFace, little].into_iter().collect();
    let ruling = trial.check(&trial.march(Course { steps }));
    ruling.is_ok_and(|ruling| ruling.verdict != Verdict::Refused)
}

/// Whether corners of bases hold both ends of an edge across the unit, so that its middle lies between two of them.
fn edge_is_held(unit: &Unit, edge: f64) -> bool {
    let corners = unit.bases.iter().flat_map(|base| base.rect.corners());
    let mut front = corners
        .map(|corner| unit.pose.local(corner))
        .filter(|(_, forward)| (forward - edge).abs() <= 10.0 * NOTHING);
    front.clone().any(|(right, _)| right < NOTHING) && front.any(|(right, _)| right > -NOTHING)
}

/// What changes to other formations do, where the phase on the clock takes them.
fn changes(
    trial: &mut Trial<'_>,
    unit: &Unit,
    law: Option<&MotionLaw>,
    spec: Option<&OrderSpec>,
    most: &mut Most,
) -> Result<(), EngineError> {
    // What has to be written is refused here for that alone.
    let change = Id::of(kinds::CHANGE_FORMATION);
    if !trial.takes(&change) || trial.has_to_be_written(&change) {
        return Ok(());
    }
    let before = law.map_or(0.0, gone);
    let specs = trial.battle().document().manifest.formations.iter();
    let others: Vec<Id> = specs.map(|spec| Id::from(spec.id.as_str())).collect();
    for to in others {
        if to == unit.formation || trial.battle().rules().layout(unit, &to).is_err() {
            continue;
        }
        let mut sets: Vec<RVec<Field>> = vec![RVec::new()];
        sets.extend(alternatives(spec));
        let (mut next, mut went) = (0, false);
        while next < sets.len() {
            let args = sets[next].clone();
            next += 1;
            let order = trial.change(&to, &args);
            match trial.give(&order)? {
                Given::Barred(ruling) => {
                    if let Some(asked) = asked(&ruling, spec) {
                        let more = product(&args, &asked).into_iter();
                        let more: Vec<_> = more.filter(|set| !sets.contains(set)).collect();
                        sets.extend(more);
                        sets.truncate(MOST);
                    }
                }
                Given::Done(_) => {
                    went = true;
                    if let Some(after) = trial.unit().filter(|after| after.formation == to) {
                        let shift = Shift::between(unit.pose, after.pose).far();
                        let centre = middle(unit).distance(middle(after));
                        let kind = trial.march_kind().as_str();
                        let law = trial.battle().motion(unit.id.as_str(), kind);
                        let share = law.map_or(0.0, |law| (gone(&law) - before).max(0.0));
                        let new = Change {
                            shift,
                            centre,
                            share,
                        };
                        let known = most.changes.entry(to).or_insert(new);
                        known.shift = known.shift.max(shift);
                        known.centre = known.centre.max(centre);
                        known.share = known.share.min(share);
                    }
                    trial.back(1)?;
                }
            }
        }
        if !went {
            most.closed.insert(to);
        }
    }
    Ok(())
}

/// The middle of the box about a unit.
fn middle(unit: &Unit) -> Point {
    let body = Body {
        pose: unit.pose,
        bounds: bounds(unit.pose, &unit.footprint),
    };
    body.rect().pose.at
}

/// The part of an allowance that is gone, in full moves.
fn gone(law: &MotionLaw) -> f64 {
    law.spent.to_f64()
}
