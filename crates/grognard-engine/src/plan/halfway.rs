//! Marches by what is known of one move: right to the goal, or to where one more does.

use grognard_core::{Course, Id, Pose};

use super::bend::evened;
use super::fit::{Leg, Slack, fitted};
use super::forms::supposed;
use super::marches::{Marches, RULINGS, Target};
use super::repertoire::{Off, Repertoire, grain};
use super::trial::Trial;
use super::turn::Turns;
use super::ways::Aim;
use crate::error::EngineError;
use crate::reach::ReachAsk;

/// How many courses to the goal are put to the rules, and how many half-way.
const WHOLE: usize = 8;
/// How many more that are fitted to what there is to spend, by a share of what counts as there.
const FITTED: usize = 8;
const SLACK: f64 = 0.9;
/// A goal that seems to take no more than this of a move is looked for more closely.
const NEARLY: f64 = 1.1;
const HALF: usize = 12;
/// How many of those that go half-way are kept.
const KEPT: usize = 3;
/// The most moves that are looked through for such.
const LOOKED: usize = 800;
/// How far apart two places half-way are at least, in cells, where the unit faces alike, within so many degrees.
const APART: f64 = 2.0;
const ALIKE: f64 = 40.0;
/// How many cells a full move has in what is known of moves on open ground, and in a map from where the unit stands.
const CELLS: f64 = 6.0;
const FINE: f64 = 12.0;
/// How often in one turn a map is made of where the unit can get to from where it stands: it takes long among others.
const MAPS: u32 = 2;

impl Turns<'_> {
    /// How far off the goal is, in full moves of the formation that goes farther, the unit's or the one asked for.
    pub(super) fn full_moves(&self, marches: &Marches<'_, '_>) -> f64 {
        let own = self.outlook.farthest(&marches.unit.formation);
        let wanted = self.outlook.goal.formation;
        let wanted = wanted.and_then(|wanted| self.outlook.farthest(&wanted));
        let rate = own.into_iter().chain(wanted).fold(0.0, f64::max);
        marches.body.pose.at.distance(self.outlook.goal.at) / rate
    }

    /// Tries to come to the goal in this move, as the unit is known to be able to on open ground; where what it knows does not go
    /// here, as a map of where it can get to from here tells.
    pub(super) fn by_known_moves(
        &mut self,
        marches: &mut Marches<'_, '_>,
        targets: &[Target],
    ) -> Result<(), EngineError> {
        let formation = marches.unit.formation;
        self.know(&formation)?;
        let Some(known) = self.outlook.known_moves(&formation) else {
            return Ok(());
        };
        let arm = marches.body.arm();
        let whole = targets.iter().filter(|(_, last)| *last);
        let mut does = false;
        for (aim, _) in whole.clone() {
            let nearly = known.nearly(&Off::of(marches.body.pose, aim), arm);
            does |= nearly.is_some_and(|(_, share)| share <= NEARLY);
            self.right_there(marches, known, aim)?;
            if marches.arrived {
                return Ok(());
            }
        }
        if !does || self.maps >= MAPS {
            return Ok(());
        }
        self.maps += 1;
        let Some(map) = self.map(marches, FINE)? else {
            return Ok(());
        };
        for (aim, _) in whole {
            self.right_there(marches, &map, aim)?;
            if marches.arrived {
                break;
            }
        }
        Ok(())
    }

    /// What one move does from where a unit stands, among others; none when it does not move.
    fn map(
        &self,
        marches: &Marches<'_, '_>,
        cells: f64,
    ) -> Result<Option<Repertoire>, EngineError> {
        let (trial, unit) = (marches.trial, marches.unit);
        let Some(price) = trial.price() else {
            return Ok(None);
        };
        let ask = self.ask(trial, &unit.formation, cells);
        let map = trial.battle().reach(unit.id.as_str(), &ask)?;
        Ok(map.moves().then(|| Repertoire::new(map, price)))
    }

    /// What is asked of a map of one move.
    fn ask(&self, trial: &Trial<'_>, formation: &Id, cells: f64) -> ReachAsk {
        let order = trial.march_without_course();
        ReachAsk {
            kind: order.kind,
            args: order.args,
            grain: Some(grain(self.outlook.rate(formation).unwrap_or(0.0), cells)),
            rulings: RULINGS,
        }
    }

    /// Courses that end near the aim, bent so that they end there.
    fn right_there(
        &self,
        marches: &mut Marches<'_, '_>,
        known: &Repertoire,
        aim: &Aim,
    ) -> Result<(), EngineError> {
        let body = marches.body;
        let arm = body.arm();
        let near = known.near(&Off::of(body.pose, aim), arm);
        let goal = &self.outlook.goal;
        let slack = Slack {
            within: SLACK * goal.within,
            degrees: SLACK * goal.degrees,
        };
        let mut tried: Vec<Course> = Vec::new();
        for (most, fit) in [(WHOLE, false), (WHOLE + FITTED, true)] {
            for number in &near {
                if tried.len() >= most {
                    break;
                }
                let Some(course) = known.course(*number) else {
                    continue;
                };
                let round = self.outlook.round;
                let there = if fit {
                    let leg = Leg {
                        steps: course.steps.into_vec(),
                        price: &known.price,
                        left: known.price.left,
                        known: Some(known.spent(*number)),
                        then: None,
                    };
                    fitted(body.pose, &[leg], aim, slack, round)
                        .and_then(|courses| courses.into_iter().next())
                } else {
                    body.bent(&course, aim, round)
                };
                let Some(course) = there.filter(|course| !tried.contains(course)) else {
                    continue;
                };
                tried.push(course.clone());
                if self.put(marches, course, true)? {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Marches to where one more move brings the unit to the goal.
    pub(super) fn half_way(&mut self, marches: &mut Marches<'_, '_>) -> Result<(), EngineError> {
        let (body, formation) = (marches.body, marches.unit.formation);
        for formation in self.outlook.goal.formation.iter().chain([&formation]) {
            self.know(formation)?;
        }
        let met = self.meet(marches, None)?;
        if met.kept == 0 && met.fitted > 0 && self.maps < MAPS {
            // What does on open table is barred or dearer here.
            self.maps += 1;
            if let Some(map) = self.map(marches, CELLS)? {
                self.meet(marches, Some(&map))?;
            }
        }
        let Some(known) = self.outlook.known_moves(&formation) else {
            return Ok(());
        };
        let wanted = self.outlook.goal.formation.filter(|one| *one != formation);
        let stride = known.len().div_ceil(LOOKED).max(1);
        let mut ways: Vec<(f64, u32, Pose)> = Vec::new();
        for (number, pose, share) in known.all(body.pose).step_by(stride) {
            let mut then = self.outlook.in_a_move(&self.changes, pose, &formation);
            // It may change at the end of this move too.
            if let Some(wanted) = &wanted
                && share + self.changes.share(&formation, wanted) <= 1.0
            {
                for shift in self.changes.shifts(&formation, wanted) {
                    let pose = shift.after(pose);
                    let changed = self.outlook.in_a_move(&self.changes, pose, wanted);
                    then = then.into_iter().chain(changed).min_by(f64::total_cmp);
                }
            }
            if let Some(then) = then {
                ways.push((share.max(then), number, pose));
            }
        }
        ways.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let (mut tried, mut kept): (usize, Vec<Pose>) = (0, Vec::new());
        for (_, number, pose) in ways {
            if tried >= HALF || kept.len() >= KEPT {
                break;
            }
            let apart = APART * known.cell();
            let alike = |other: &Pose| {
                other.at.distance(pose.at) < apart && other.facing.minus(pose.facing).abs() < ALIKE
            };
            if kept.iter().any(alike) {
                continue;
            }
            let Some(course) = known.course(number) else {
                continue;
            };
            tried += 1;
            let course = evened(&course, self.outlook.round);
            if self.put(marches, course, false)? {
                kept.push(pose);
            }
        }
        Ok(())
    }

    /// Looks at what one move of a formation does on open ground, once.
    fn know(&self, formation: &Id) -> Result<(), EngineError> {
        let Some(cell) = self.outlook.unknown_moves(formation) else {
            return Ok(());
        };
        let mut known = None;
        if let Some(alone) = &self.alone {
            let ask = self.ask(alone, formation, CELLS);
            let found = alone.fork().measured(|trial| {
                let mut found = Vec::new();
                supposed(trial, *formation, |trial, unit, _| {
                    let battle = trial.battle();
                    let reach = battle.reach(unit.id.as_str(), &ask)?;
                    if let (true, Some(price)) = (reach.moves(), trial.price()) {
                        found.push(Repertoire::new(reach, price));
                    }
                    Ok(())
                })?;
                Ok(found)
            })?;
            known = found.into_iter().next();
        }
        let _ = cell.set(known);
        Ok(())
    }
}
