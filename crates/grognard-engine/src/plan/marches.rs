//! The marches worth trying: straight for the goal, out of a crowd first, or some way round.

use grognard_core::{Course, Effect, Length, Order, Pose, RVec, Ruling, Step, StepKinds, Unit};
use grognard_geometry as geometry;

use super::trial::Trial;
use super::turn::Turns;
use super::ways::{Aim, Body, Gait, ways};
use crate::error::EngineError;
use crate::reach::{Grain, ReachAsk};

/// The most marches kept of those tried.
const KEPT: usize = 3;
/// The most ways to one place that are put to the rules, at first and behind a step out of a crowd.
const WAYS: usize = 4;
const WAYS_OUT: usize = 2;
/// A march that brings a unit less than this nearer, in full moves, has something in its way.
const STUCK: f64 = 0.3;
/// How often in one turn a way round is looked for: it takes long.
const ROUNDS: u32 = 2;
/// How coarsely: cells to a full move, the least and the greatest cell, mm, and the turn, degrees.
const CELLS: f64 = 3.0;
const CELL: [f64; 2] = [50.0, 150.0];
const DEGREES: f64 = 15.0;

/// Who is to march, and what was found for him.
struct Marches<'a, 'b> {
    trial: &'a Trial<'b>,
    unit: &'a Unit,
    body: Body,
    gait: Gait,
    found: Vec<March>,
    arrived: bool,
}

/// A march that the rules allow.
struct March {
    /// Full moves left to the goal behind it.
    left: f64,
    end: Pose,
    order: Order,
}

/// Where to march, and whether that is all there is to do.
type Target = (Aim, bool);

impl Turns {
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
            arrived: false,
        };
        let targets = self.targets(unit, &body);
        for target in &targets {
            self.straight_for(&mut marches, *target, WAYS, None)?;
        }
        let now = self.outlook.left(&self.changes, &body, &unit.formation);
        if marches.stuck(now) {
            for lead in leads(&body, &gait) {
                for target in &targets {
                    self.straight_for(&mut marches, *target, WAYS_OUT, Some(lead))?;
                }
            }
        }
        if marches.stuck(now) && self.rounds < ROUNDS {
            self.rounds += 1;
            self.round_about(&mut marches)?;
        }
        let mut found = marches.found;
        found.sort_by(|a, b| a.left.total_cmp(&b.left));
        Ok(found
            .into_iter()
            .take(KEPT)
            .map(|march| march.order)
            .collect())
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

    /// Tries the shortest ways to a place, behind a first step when one is given.
    fn straight_for(
        &self,
        marches: &mut Marches<'_, '_>,
        (aim, last): Target,
        most: usize,
        lead: Option<Step>,
    ) -> Result<(), EngineError> {
        let (body, gait) = (marches.body, marches.gait);
        let start = match lead {
            Some(step) => {
                let first = Course {
                    steps: RVec::from(vec![step]),
                };
                Body {
                    pose: geometry::end_of(marches.unit, &first).0,
                    ..body
                }
            }
            None => body,
        };
        for way in ways(&start, &aim, &gait).iter().take(most) {
            let mut course = way.course(&gait);
            if let Some(step) = lead {
                course.steps.insert(0, step);
            }
            if course.steps.is_empty() {
                continue;
            }
            let trial = marches.trial;
            let Some(cut) = trial.longest(&body, &course, self.outlook.round)? else {
                continue;
            };
            let order = trial.march(cut.course);
            let Some(end) = marches.end(&order, &cut.ruling) else {
                continue;
            };
            self.keep(marches, end, order);
            if cut.whole && last {
                marches.arrived = true;
                break;
            }
        }
        Ok(())
    }

    /// Looks for a way round among everywhere the unit can get to.
    fn round_about(&self, marches: &mut Marches<'_, '_>) -> Result<(), EngineError> {
        let (trial, unit, body) = (marches.trial, marches.unit, marches.body);
        let rate = self.outlook.rate(&unit.formation).unwrap_or(0.0);
        let order = trial.march_without_course();
        let ask = ReachAsk {
            kind: order.kind.clone(),
            args: order.args,
            grain: Some(Grain {
                cell: (rate / CELLS).clamp(CELL[0], CELL[1]),
                degrees: DEGREES,
            }),
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
                self.keep(marches, reached.pose, order);
            }
        }
        Ok(())
    }

    /// Keeps a march unless another ends in the same place.
    fn keep(&self, marches: &mut Marches<'_, '_>, end: Pose, order: Order) {
        let same = |other: &March| {
            other.end.at.distance(end.at) < 1.0 && other.end.facing.minus(end.facing).abs() < 1.0
        };
        if marches.found.iter().any(same) {
            return;
        }
        let there = Body {
            pose: end,
            ..marches.body
        };
        let left = self
            .outlook
            .left(&self.changes, &there, &marches.unit.formation);
        marches.found.push(March { left, end, order });
    }
}

impl Marches<'_, '_> {
    /// Whether nothing found brings the unit well on its way.
    fn stuck(&self, now: f64) -> bool {
        let best = self.found.iter().map(|march| march.left);
        let best = best.fold(f64::INFINITY, f64::min);
        !self.arrived && best > now - STUCK.min(now / 2.0)
    }

    /// Where a march ends.
    fn end(&self, order: &Order, ruling: &Ruling) -> Option<Pose> {
        let placed = ruling.effects.iter().find_map(|effect| match effect {
            Effect::Place { unit, pose, .. } if *unit == self.unit.id => Some(*pose),
            _ => None,
        });
        placed.or_else(|| Some(geometry::end_of(self.unit, order.course()?).0))
    }
}

/// First steps that bring a unit clear of those beside it, so that it has room to turn.
fn leads(body: &Body, gait: &Gait) -> Vec<Step> {
    let b = &body.bounds;
    let (width, depth) = (b.right - b.left, b.front - b.rear);
    let half = (width * width + depth * depth).sqrt() / 2.0;
    // Past neighbours as deep as itself, and so far that it can turn right round behind them.
    let mut out = Vec::new();
    for far in [depth + 1.0, depth / 2.0 + half + 1.0] {
        let distance = Length::mm(far.ceil());
        if gait.kinds.has(StepKinds::ADVANCE) {
            out.push(Step::Advance { distance });
        }
        if gait.kinds.has(StepKinds::RETIRE) {
            out.push(Step::Retire { distance });
        }
    }
    out
}
