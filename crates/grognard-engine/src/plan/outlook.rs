//! How many full moves a unit is from its goal: what is looked at first, never what is told.

use std::cell::OnceCell;

use grognard_core::{Bearing, Board, Id, Point, Pose, StepKinds};
use grognard_geometry::Field;

use super::changes::Changes;
use super::forms::{Form, Shift};
use super::goal::Goal;
use super::going::{Distance, Going};
use super::repertoire::{Off, Repertoire};
use super::ways::{Aim, Body, Gait, ways};

/// Farther off than this many times its size, a unit's turns are only guessed.
const FAR: f64 = 3.0;

/// The formations a unit can be in, and the ground between it and its goal.
#[derive(Debug)]
pub(super) struct Outlook {
    pub(super) goal: Goal,
    pub(super) round: f64,
    forms: Vec<Form>,
    going: Going,
    distances: Vec<OnceCell<Distance>>,
    /// Kinds of step that were found allowed in each formation.
    kinds: Vec<StepKinds>,
    /// What one move of each formation does, where that was looked at.
    moves: Vec<OnceCell<Option<Repertoire>>>,
}

impl Outlook {
    pub(super) fn new(
        board: &Board,
        field: &Field,
        subject: usize,
        goal: Goal,
        forms: Vec<Form>,
        round: f64,
    ) -> Self {
        Self {
            going: Going::new(board, field, subject),
            distances: forms.iter().map(|_| OnceCell::new()).collect(),
            kinds: forms.iter().map(|form| form.plain).collect(),
            moves: forms.iter().map(|_| OnceCell::new()).collect(),
            goal,
            round,
            forms,
        }
    }

    pub(super) fn forms(&self) -> &[Form] {
        &self.forms
    }

    fn index(&self, formation: &Id) -> Option<usize> {
        self.forms.iter().position(|form| form.id == *formation)
    }

    /// Millimetres of a full move ahead on open table in a formation, when that is known.
    pub(super) fn rate(&self, formation: &Id) -> Option<f64> {
        self.index(formation).map(|index| self.forms[index].open())
    }

    /// The same the way it goes farthest.
    pub(super) fn farthest(&self, formation: &Id) -> Option<f64> {
        let index = self.index(formation)?;
        Some(self.forms[index].farthest())
    }

    /// Notes kinds of step that are allowed in a formation.
    pub(super) fn learn(&mut self, formation: &Id, kinds: StepKinds) {
        if let Some(index) = self.index(formation) {
            self.kinds[index] = self.kinds[index].and(kinds);
        }
    }

    /// How the unit moves in a formation; none when it does not move in it.
    pub(super) fn gait(&self, formation: &Id) -> Option<Gait> {
        let index = self.index(formation)?;
        let kinds = self.kinds[index].without(StepKinds::TO);
        Some(self.forms[index].gait(kinds, self.round))
    }

    fn distance(&self, index: usize) -> &Distance {
        self.distances[index].get_or_init(|| self.going.distance(&self.forms[index], self.goal.at))
    }

    /// Where a unit in a formation is to go, so that it comes to the goal, a last change included.
    pub(super) fn aims(&self, changes: &Changes, formation: &Id, from: Point) -> Vec<Aim> {
        let Some(wanted) = self.goal.formation.as_ref().filter(|one| *one != formation) else {
            return vec![self.goal.aim()];
        };
        let mut aims: Vec<Aim> = Vec::new();
        for shift in changes.shifts(formation, wanted) {
            let aim = if shift == Shift::NONE {
                self.goal.aim()
            } else {
                self.goal.aim_before(shift, from)
            };
            if !aims.contains(&aim) {
                aims.push(aim);
            }
        }
        if aims.is_empty() {
            aims.push(self.goal.aim());
        }
        aims
    }

    /// Full moves to the goal, for a unit that stands so in a formation; infinite when no way is known.
    pub(super) fn left(&self, changes: &Changes, body: &Body, formation: &Id) -> f64 {
        let (Some(index), Some(gait)) = (self.index(formation), self.gait(formation)) else {
            return f64::INFINITY;
        };
        let aims = self.aims(changes, formation, body.pose.at);
        let moves = aims.iter().map(|aim| self.moves(index, &gait, body, aim));
        let moves = moves.fold(f64::INFINITY, f64::min);
        let wanted = self.goal.formation.as_ref().filter(|one| *one != formation);
        moves + wanted.map_or(0.0, |wanted| changes.share(formation, wanted))
    }

    /// The share of a move that brings a unit to the goal in one, changes of formation included, as far as is known of
    /// moves on open ground; none when one does not do.
    pub(super) fn in_a_move(&self, changes: &Changes, pose: Pose, formation: &Id) -> Option<f64> {
        let mut best: Option<f64> = None;
        let mut note = |share: Option<f64>, more: f64| {
            let share = share.map(|share| share + more);
            if let Some(share) = share.filter(|share| best.is_none_or(|best| *share < best)) {
                best = Some(share);
            }
        };
        let wanted = self.goal.formation.as_ref().filter(|one| *one != formation);
        let change = wanted.map_or(0.0, |wanted| changes.share(formation, wanted));
        if let Some(moves) = self.known_moves(formation) {
            for aim in self.aims(changes, formation, pose.at) {
                note(moves.share(&Off::of(pose, &aim)), change);
            }
        }
        if let Some(wanted) = wanted
            && let Some(moves) = self.known_moves(wanted)
        {
            for shift in changes.shifts(formation, wanted) {
                let off = Off::of(shift.after(pose), &self.goal.aim());
                note(moves.share(&off), change);
            }
        }
        best
    }

    /// What one move of a formation does; none when it is not known.
    pub(super) fn known_moves(&self, formation: &Id) -> Option<&Repertoire> {
        self.moves[self.index(formation)?].get()?.as_ref()
    }

    /// Where to keep what one move of a formation does, when it was not looked at.
    pub(super) fn unknown_moves(&self, formation: &Id) -> Option<&OnceCell<Option<Repertoire>>> {
        let cell = &self.moves[self.index(formation)?];
        cell.get().is_none().then_some(cell)
    }

    fn moves(&self, index: usize, gait: &Gait, body: &Body, aim: &Aim) -> f64 {
        let (distance, open) = (self.distance(index), self.forms[index].open());
        let from = body.pose.at;
        if open <= 0.0 {
            return if self.there(body, aim) {
                0.0
            } else {
                f64::INFINITY
            };
        }
        if let Some(price) = self.going.clear(distance, from, aim.at, open) {
            let far = from.distance(aim.at);
            let known = self.moves[index].get().and_then(Option::as_ref);
            if let Some(share) = known.and_then(|moves| moves.share(&Off::of(body.pose, aim))) {
                return share;
            }
            let b = &body.bounds;
            if far > FAR * (b.right - b.left + b.front - b.rear) {
                let along = Bearing::of_vector(aim.at.x - from.x, aim.at.y - from.y);
                let last = aim.facing.map_or(0.0, |facing| facing.minus(along));
                let turns =
                    turn(body, gait, along.minus(body.pose.facing)) + turn(body, gait, last);
                return (far + turns) * price;
            }
            if let Some(way) = ways(body, aim, gait).first() {
                return way.dear * price;
            }
            return far * price + 1.0;
        }
        let left = self.going.left(distance, from);
        let way = self.going.waypoint(distance, from, open);
        let turns = way.map_or(0.0, |at| {
            let along = Bearing::of_vector(at.x - from.x, at.y - from.y);
            turn(body, gait, along.minus(body.pose.facing))
        });
        left + turns / open
    }

    /// What is left for a unit at a pose, roughly: only to tell which poses are worth a closer look.
    pub(super) fn roughly(&self, body: &Body, formation: &Id, pose: Pose) -> f64 {
        let Some(index) = self.index(formation) else {
            return f64::INFINITY;
        };
        let (distance, open) = (self.distance(index), self.forms[index].open());
        let to = self.goal.at;
        let along = Bearing::of_vector(to.x - pose.at.x, to.y - pose.at.y);
        let off = along.minus(pose.facing).abs().to_radians();
        let arm = (body.bounds.right - body.bounds.left) / 2.0;
        self.going.left(distance, pose.at) + off * arm / open
    }

    fn there(&self, body: &Body, aim: &Aim) -> bool {
        body.pose.at.distance(aim.at) <= self.goal.within
            && aim
                .facing
                .is_none_or(|facing| body.pose.facing.minus(facing).abs() <= self.goal.degrees)
    }

    /// A place on the way, when something is in the way to the aim.
    pub(super) fn waypoint(&self, formation: &Id, from: Point, aim: &Aim) -> Option<Aim> {
        let index = self.index(formation)?;
        let (distance, open) = (self.distance(index), self.forms[index].open());
        if open <= 0.0 || self.going.clear(distance, from, aim.at, open).is_some() {
            return None;
        }
        let at = self.going.waypoint(distance, from, open)?;
        Some(Aim { at, facing: None })
    }
}

/// The length of a turn, roughly, about-faces thought of.
fn turn(body: &Body, gait: &Gait, degrees: f64) -> f64 {
    let turn = degrees.abs();
    let turn = if gait.kinds.has(StepKinds::ABOUT_FACE) {
        turn.min(180.0 - turn)
    } else {
        turn
    };
    let width = body.bounds.right - body.bounds.left;
    let arm = if gait.kinds.has(StepKinds::PIVOT) {
        width / 2.0
    } else {
        width
    };
    turn.to_radians() * arm
}
