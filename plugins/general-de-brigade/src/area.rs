//! Occupying and leaving built-up areas (S2-12). The source gives a cost alone: that a unit touches
//! the area it takes, stands in its middle and comes out beside it is assumed.

use grognard_sdk::prelude::*;

use crate::GeneralDeBrigade;
use crate::law::BUA;
use crate::notes::silent;
use crate::troops::Arm;
use crate::words::{clear, set, spend};

impl GeneralDeBrigade {
    /// The ruling on occupying a built-up area.
    pub(crate) fn rule_occupy(&self, situation: &Situation<'_>, order: &Order) -> Ruling {
        let mut judge = Judge::new(order.subject);
        let Some((index, unit)) = self.found(situation, order) else {
            return Ruling::default();
        };
        let name = order.text("area").unwrap_or("");
        let found = situation
            .board
            .terrain
            .iter()
            .position(|piece| piece.id == *name);
        let Some(area) = found.filter(|at| situation.board.terrain[*at].kind == BUA) else {
            let finding = Finding::refuses(Id::of("not-a-built-up-area"), Id::of("S2-12"), unit.id);
            judge.find(finding.about(Id::from(name)));
            return judge.done();
        };
        let budget = self.budget(unit);
        if !self.may_step(unit, budget, &mut judge) || !self.on_foot(unit, &mut judge) {
            return judge.done();
        }
        let about = |slug: &'static str, other: Id| {
            Finding::refuses(Id::of(slug), Id::of("S2-12"), unit.id).about(other)
        };
        let rects: Vec<Rect> = unit.bases.iter().map(|base| base.rect).collect();
        if !beside(situation, &rects, area) {
            judge.find(about("not-beside", Id::from(name)));
        }
        let holder = situation
            .board
            .units
            .iter()
            .find(|it| it.conditions.text("holds") == Some(name));
        if let Some(holder) = holder {
            judge.find(about("area-held", holder.id));
        }
        self.lean_on_ground(unit, &mut judge);
        silent(&mut judge, &unit.id, "silent-on-areas");
        let num = &self.numbers.bua_hold;
        if let Some(cost) = self.known(unit, num, Id::of("occupy"), "S2-12", &mut judge)
            && self.charge_share(unit, budget, &cost, &mut judge)
        {
            judge.then(spend(unit, cost.share));
            judge.then(set(&unit.id, "holds", Value::text(name)));
            if let Some((pose, bases)) = self.inside(situation, index, unit, area) {
                judge.then(Effect::Place {
                    unit: unit.id,
                    pose,
                    bases,
                });
            }
        }
        crate::notes::done(judge)
    }

    /// The ruling on leaving it.
    pub(crate) fn rule_leave(&self, situation: &Situation<'_>, order: &Order) -> Ruling {
        let mut judge = Judge::new(order.subject);
        let Some((index, unit)) = self.found(situation, order) else {
            return Ruling::default();
        };
        let held = unit.conditions.text("holds");
        let area =
            held.and_then(|name| situation.board.terrain.iter().position(|it| it.id == *name));
        let Some(area) = area else {
            judge.refuse("holds-nothing", "S2-12");
            return judge.done();
        };
        let budget = self.budget(unit);
        if !self.may_act(unit, budget, &mut judge) {
            return judge.done();
        }
        let at = order
            .arg("at")
            .and_then(Value::as_point)
            .unwrap_or(unit.pose.at);
        let facing = match order.arg("facing") {
            Some(Value::Bearing(bearing)) => *bearing,
            _ => unit.pose.facing,
        };
        let pose = Pose { at, facing };
        let bases = self.places(unit, crate::troops::Form::of(unit)).poses(pose);
        let name = situation.board.terrain[area].id;
        if !beside(situation, &crate::zone::rects(unit, &bases), area) {
            let finding = Finding::refuses(Id::of("not-beside"), Id::of("S2-12"), unit.id);
            judge.find(finding.about(name));
        }
        if self.obstructed(situation, index, unit, &bases).is_some() {
            judge.refuse("no-room", "S2-27");
        }
        self.lean_on_ground(unit, &mut judge);
        silent(&mut judge, &unit.id, "silent-on-areas");
        let num = &self.numbers.bua_hold;
        if let Some(cost) = self.known(unit, num, Id::of("leave"), "S2-12", &mut judge)
            && self.charge_share(unit, budget, &cost, &mut judge)
        {
            judge.then(spend(unit, cost.share));
            judge.then(clear(&unit.id, "holds"));
            judge.then(Effect::Place {
                unit: unit.id,
                pose,
                bases,
            });
        }
        crate::notes::done(judge)
    }

    /// The row stands in the table of foot and horse.
    fn on_foot(&self, unit: &Unit, judge: &mut Judge) -> bool {
        if Arm::of(unit).is_guns() {
            judge.refuse("not-infantry", "S2-12");
        }
        judge.allowed()
    }

    /// The unit in the middle of the area, where there is room for it.
    fn inside(
        &self,
        situation: &Situation<'_>,
        index: usize,
        unit: &Unit,
        area: usize,
    ) -> Option<(Pose, RVec<Pose>)> {
        let points = match &situation.board.terrain[area].shape {
            Shape::Area(points) => points,
            Shape::Line { .. } => return None,
        };
        let (mut min, mut max) = (
            Point::new(f64::MAX, f64::MAX),
            Point::new(f64::MIN, f64::MIN),
        );
        for point in points {
            min = Point::new(min.x.min(point.x), min.y.min(point.y));
            max = Point::new(max.x.max(point.x), max.y.max(point.y));
        }
        let middle = Point::new((min.x + max.x) / 2.0, (min.y + max.y) / 2.0);
        let corners = unit.bases.iter().flat_map(|base| base.rect.corners());
        let rear = corners
            .map(|corner| unit.pose.local(corner).1)
            .fold(0.0, f64::min);
        let pose = Pose {
            at: middle,
            facing: unit.pose.facing,
        }
        .offset(0.0, -rear / 2.0, 0.0);
        let bases = self.places(unit, crate::troops::Form::of(unit)).poses(pose);
        let free = self.obstructed(situation, index, unit, &bases).is_none();
        free.then_some((pose, bases))
    }
}

/// Whether some base touches the terrain of index `area` or stands in it.
fn beside(situation: &Situation<'_>, rects: &[Rect], area: usize) -> bool {
    // A little more than the tolerance on every side turns touching into overlapping.
    let margin = 3.0 * situation.ground.tolerance();
    let grown: Vec<Rect> = rects
        .iter()
        .map(|rect| Rect::new(rect.pose, rect.width + margin, rect.depth + margin))
        .collect();
    let under = situation.ground.terrain_under(RSlice::from_slice(&grown));
    under.iter().any(|hit| hit.terrain == area as u64)
}
