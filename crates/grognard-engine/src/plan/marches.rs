//! The marches worth trying: straight for the goal, out of a crowd first, or some way round.

use grognard_core::{Course, Effect, Length, Order, Pose, Ruling, Step, StepKinds, Unit};
use grognard_geometry as geometry;

use super::trial::Trial;
use super::turn::Turns;
use super::ways::{Aim, Body, Gait, slanted_ways, ways};
use crate::error::EngineError;
use crate::reach::{Grain, ReachAsk};

/// The most marches kept of those tried.
const KEPT: usize = 3;
/// The most ways to one place that are put to the rules, at first and behind a step out of a crowd.
const WAYS: usize = 4;
const WAYS_OUT: usize = 2;
/// The most slanted ways into a place.
const SLANTED: usize = 24;
/// A march that brings a unit less than this nearer, in full moves, has something in its way.
const STUCK: f64 = 0.3;
/// A goal no farther off than this, in full moves straight ahead, is looked for among the known ends of one move, and of two.
const ONE: f64 = 1.2;
const TWO: f64 = 2.2;
/// A goal no farther than this, in full moves, is tried for with a first and a last step.
const NEAR: f64 = 1.3;
/// How often in one turn a way round is looked for: it takes long.
const ROUNDS: u32 = 2;
/// How coarsely: cells to a full move, the least and the greatest cell, mm, and the turn, degrees.
const CELLS: f64 = 3.0;
const CELL: [f64; 2] = [50.0, 150.0];
const DEGREES: f64 = 15.0;
/// The most rulings that a map of one move asks for.
pub(super) const RULINGS: usize = 2_000;

/// Who is to march, and what was found for him.
pub(super) struct Marches<'a, 'b> {
    pub(super) trial: &'a Trial<'b>,
    pub(super) unit: &'a Unit,
    pub(super) body: Body,
    pub(super) gait: Gait,
    found: Vec<March>,
    /// From which of those found on they go half-way.
    pub(super) half: Option<usize>,
    pub(super) arrived: bool,
}

/// A march that the rules allow.
struct March {
    /// Full moves left to the goal behind it.
    left: f64,
    end: Pose,
    order: Order,
}

/// Where to march, and whether that is all there is to do.
pub(super) type Target = (Aim, bool);

impl Turns<'_> {
    /// The marches worth making, as far as the rules allow them, best first.
    pub(super) fn marches(&mut self, trial: &Trial<'_>) -> Result<Vec<Order>, EngineError> {
        let (Some(unit), Some(body)) = (trial.unit(), trial.body()) else {
            return Ok(Vec::new());
        };
        let laid = trial.battle().table().laid();
        let probe = trial.battle().probe(laid, &trial.march_without_course())?;
        self.count(trial, false, probe.kinds != StepKinds::NONE);
        if probe.kinds == StepKinds::NONE {
            self.barred.get_or_insert(probe.ruling);
            return Ok(Vec::new());
        }
        self.outlook.learn(&unit.formation, probe.kinds);
        let Some(gait) = self.outlook.gait(&unit.formation) else {
            return Ok(Vec::new());
        };
        let mut marches = Marches {
            trial,
            unit,
            body,
            gait,
            found: Vec::new(),
            half: None,
            arrived: false,
        };
        let targets = self.targets(unit, &body);
        let hinted: Vec<Course> = self.hinted(body.pose, &unit.formation).cloned().collect();
        self.first_allowed(&mut marches, hinted.into_iter())?;
        for target in &targets {
            self.straight_for(&mut marches, *target, WAYS, &[])?;
        }
        let now = self.outlook.left(&self.changes, &body, &unit.formation);
        if marches.stuck(now) {
            for lead in leads(&body, &gait) {
                for target in &targets {
                    self.straight_for(&mut marches, *target, WAYS_OUT, &lead)?;
                }
            }
        }
        let far = self.full_moves(&marches);
        if !marches.arrived && far < ONE {
            self.by_known_moves(&mut marches, &targets)?;
        }
        if !marches.arrived && now < NEAR {
            self.try_into_gap(&mut marches, &targets)?;
        }
        if marches.stuck(now) && self.rounds < ROUNDS {
            self.rounds += 1;
            self.round_about(&mut marches)?;
        }
        if !marches.arrived && far < TWO {
            marches.half = Some(marches.found.len());
            self.half_way(&mut marches)?;
        }
        let mut found = marches.found;
        let half = found.split_off(marches.half.unwrap_or(found.len()));
        found.sort_by(|a, b| a.left.total_cmp(&b.left));
        let best = found.into_iter().take(KEPT);
        Ok(best.chain(half).map(|march| march.order).collect())
    }

    /// Where to march: where the goal is met, or a change of formation meets it, and before that to a place on
    /// the way where something is in between.
    fn targets(&self, unit: &Unit, body: &Body) -> Vec<Target> {
        let from = body.pose.at;
        let mut targets = Vec::new();
        for aim in self.outlook.aims(&self.changes, &unit.formation, from) {
            let between = self.outlook.waypoint(&unit.formation, from, &aim);
            targets.extend(between.map(|aim| (aim, false)));
            targets.push((aim, true));
        }
        targets
    }

    /// Tries the shortest ways to a place, behind first steps when some are given.
    fn straight_for(
        &self,
        marches: &mut Marches<'_, '_>,
        (aim, last): Target,
        most: usize,
        lead: &[Step],
    ) -> Result<(), EngineError> {
        let (body, gait, trial) = (marches.body, marches.gait, marches.trial);
        let start = marches.behind(lead);
        for way in ways(&start, &aim, &gait).iter().take(most) {
            let course = joined(lead, way.course(&gait), None);
            if course.steps.is_empty() {
                continue;
            }
            let Some(cut) = trial.longest(&body, &course, self.outlook.round)? else {
                continue;
            };
            let order = trial.march(cut.course);
            let Some(end) = marches.end(&order, &cut.ruling) else {
                continue;
            };
            let there = cut.whole && last;
            self.keep(marches, (end, there), order);
            if there {
                break;
            }
        }
        Ok(())
    }

    /// Tries to come right into a place that is near, out of a crowd and into one: by a first step, a last
    /// one straight ahead or back, or both. Courses that are not allowed as a whole are left.
    fn try_into_gap(
        &self,
        marches: &mut Marches<'_, '_>,
        targets: &[Target],
    ) -> Result<(), EngineError> {
        let (body, gait) = (marches.body, marches.gait);
        for (aim, _) in targets.iter().filter(|(_, last)| *last) {
            let ways = slanted_ways(&body, aim, &gait);
            let courses = ways.iter().take(SLANTED).map(|way| way.course(&gait));
            if self.first_allowed(marches, courses)? {
                return Ok(());
            }
        }
        let mut firsts = vec![Vec::new()];
        firsts.extend(leads(&body, &gait));
        for lead in &firsts {
            let start = marches.behind(lead);
            for (aim, _) in targets.iter().filter(|(_, last)| *last) {
                let tails = tails(&start, aim, &gait);
                for (aim, tail) in tails.iter().skip(usize::from(lead.is_empty())) {
                    let ways = ways(&start, aim, &gait);
                    let ways = ways.iter().take(WAYS_OUT);
                    let courses = ways.map(|way| joined(lead, way.course(&gait), *tail));
                    if self.first_allowed(marches, courses)? {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// Keeps the first of some courses to the goal that the rules allow; whether there is one.
    fn first_allowed(
        &self,
        marches: &mut Marches<'_, '_>,
        courses: impl Iterator<Item = Course>,
    ) -> Result<bool, EngineError> {
        for course in courses {
            if self.put(marches, course, true)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Puts a course, to the goal if it goes `there`, to the rules, and keeps it when they allow it; whether it is kept.
    pub(super) fn put(
        &self,
        marches: &mut Marches<'_, '_>,
        course: Course,
        there: bool,
    ) -> Result<bool, EngineError> {
        let order = marches.trial.march(course);
        let ruling = marches.trial.check(&order)?;
        if !ruling.allowed() {
            return Ok(false);
        }
        let Some(end) = marches.end(&order, &ruling) else {
            return Ok(false);
        };
        self.keep(marches, (end, there), order);
        Ok(true)
    }

    /// Looks for a way round among everywhere the unit can get to.
    fn round_about(&self, marches: &mut Marches<'_, '_>) -> Result<(), EngineError> {
        let (trial, unit, body) = (marches.trial, marches.unit, marches.body);
        let rate = self.outlook.rate(&unit.formation).unwrap_or(0.0);
        let order = trial.march_without_course();
        let ask = ReachAsk {
            kind: order.kind,
            args: order.args,
            grain: Some(Grain {
                cell: (rate / CELLS).clamp(CELL[0], CELL[1]),
                degrees: DEGREES,
            }),
            rulings: RULINGS,
        };
        let reach = trial.battle().reach(unit.id.as_str(), &ask)?;
        let poses = reach.poses().iter().enumerate().skip(1);
        let mut poses: Vec<(f64, usize)> = poses
            .map(|(index, reached)| {
                let left = self.outlook.roughly(&body, &unit.formation, reached.pose);
                (left, index)
            })
            .collect();
        poses.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (_, index) in poses.into_iter().take(4 * KEPT) {
            if let (Some(order), Some(reached)) = (reach.order(index), reach.poses().get(index)) {
                self.keep(marches, (reached.pose, false), order);
            }
        }
        Ok(())
    }

    /// Keeps a march, with where it ends and whether that is all there is to do, unless another ends in the same place.
    pub(super) fn keep(
        &self,
        marches: &mut Marches<'_, '_>,
        (end, there): (Pose, bool),
        order: Order,
    ) {
        marches.arrived |= there;
        let same = |other: &March| {
            other.end.at.distance(end.at) < 1.0 && other.end.facing.minus(end.facing).abs() < 1.0
        };
        // The one that arrives is looked at first.
        if let Some(known) = marches.found.iter_mut().find(|known| same(known)) {
            if there {
                *known = March {
                    left: 0.0,
                    end,
                    order,
                };
            }
            return;
        }
        let body = Body {
            pose: end,
            ..marches.body
        };
        let left = if there {
            0.0
        } else {
            let formation = &marches.unit.formation;
            self.outlook.left(&self.changes, &body, formation)
        };
        marches.found.push(March { left, end, order });
    }
}

impl Marches<'_, '_> {
    /// Where the unit stands behind some first steps.
    fn behind(&self, lead: &[Step]) -> Body {
        let first = Course {
            steps: lead.iter().copied().collect(),
        };
        let about = lead.contains(&Step::AboutFace);
        let (pose, _) = geometry::end_of(self.unit, &first);
        let bounds = if about {
            self.body.bounds.faced_about(self.body.pose).1
        } else {
            self.body.bounds
        };
        Body { pose, bounds }
    }

    /// Whether nothing found brings the unit well on its way.
    fn stuck(&self, now: f64) -> bool {
        let best = self.found.iter().map(|march| march.left);
        let best = best.fold(f64::INFINITY, f64::min);
        !self.arrived && best > now - STUCK.min(now / 2.0)
    }

    /// Where a march ends.
    pub(super) fn end(&self, order: &Order, ruling: &Ruling) -> Option<Pose> {
        let placed = ruling.effects.iter().find_map(|effect| match effect {
            Effect::Place { unit, pose, .. } if *unit == self.unit.id => Some(*pose),
            _ => None,
        });
        placed.or_else(|| Some(geometry::end_of(self.unit, order.course()?).0))
    }
}

/// A course with steps before and a step behind it.
fn joined(lead: &[Step], way: Course, tail: Option<Step>) -> Course {
    let steps = lead.iter().copied().chain(way.steps).chain(tail);
    Course {
        steps: steps.collect(),
    }
}

/// How far a unit has to go to be clear of neighbours as deep as itself, and so far that it can turn right
/// round behind them.
fn clearances(body: &Body) -> [Length; 2] {
    let b = &body.bounds;
    let (width, depth) = (b.right - b.left, b.front - b.rear);
    let half = (width * width + depth * depth).sqrt() / 2.0;
    [depth + 1.0, depth / 2.0 + half + 1.0].map(|far| Length::mm(far.ceil()))
}

/// First steps that bring a unit clear of those beside it, so that it has room to turn.
fn leads(body: &Body, gait: &Gait) -> Vec<Vec<Step>> {
    let mut out = Vec::new();
    let kinds = gait.kinds;
    for distance in clearances(body) {
        if kinds.has(StepKinds::ADVANCE) {
            out.push(vec![Step::Advance { distance }]);
        }
        if kinds.has(StepKinds::ADVANCE) && kinds.has(StepKinds::ABOUT_FACE) {
            out.push(vec![Step::AboutFace, Step::Advance { distance }]);
        } else if kinds.has(StepKinds::RETIRE) {
            out.push(vec![Step::Retire { distance }]);
        }
    }
    out
}

/// Last steps into a place that has others beside it, each with where to come first; none first.
fn tails(body: &Body, aim: &Aim, gait: &Gait) -> Vec<(Aim, Option<Step>)> {
    let mut out = vec![(*aim, None)];
    let Some(facing) = aim.facing else {
        return out;
    };
    for distance in clearances(body) {
        let before = |far: f64| Aim {
            at: aim.at.along(facing, far),
            ..*aim
        };
        let far = distance.millimetres();
        if gait.kinds.has(StepKinds::ADVANCE) {
            out.push((before(-far), Some(Step::Advance { distance })));
        }
        if gait.kinds.has(StepKinds::RETIRE) {
            out.push((before(far), Some(Step::Retire { distance })));
        }
    }
    out
}
