//! Changing formation: what may follow what, what it costs, where the stands come to be.

use grognard_sdk::prelude::*;

use crate::HorseAndMusket;
use crate::charts::{Deed, Number};
use crate::conditions as c;
use crate::formations::{Arm, Formation};
use crate::gates::Doing;
use crate::law::{Manner, Stance};
use crate::models::Extent;
use crate::questions::Question;
use crate::travel::{note_action, subject};
use crate::troops::Troops;

impl HorseAndMusket {
    /// Rules on a change of formation.
    pub(crate) fn change_formation(&self, situation: &Situation<'_>, order: &Order) -> Ruling {
        let mut judge = Judge::new(order.subject);
        let to = order.text("to").and_then(Formation::named);
        let (Some((index, unit)), Some(to)) = (subject(situation.board, &order.subject), to) else {
            return judge.done();
        };
        let troops = self.troops(unit);
        if !fits_arm(&troops, to) {
            judge.refuse("wrong-arm-formation", "M5");
            return judge.done();
        }
        let doing = Doing {
            changes: true,
            ..Doing::default()
        };
        self.history(&mut judge, situation.board, unit, doing);
        self.morale(&mut judge, &troops, [Deed::Change]);
        self.permitted(&mut judge, &troops, to);
        let from = troops.formation;
        if from == to {
            // Line and march column are one formation, so that "change" is free; others make no sense.
            if to == Formation::Line {
                judge.cite(Id::of("M8"));
            } else {
                judge.refuse("already-so", "M5");
            }
            return judge.done();
        }
        let cost = if to.is_of_guns() {
            &self.constants.limber_change
        } else {
            &self.constants.formation_change
        };
        let after = self.pay_change(&mut judge, situation, index, troops, to, cost);
        let pose = self.anchored(unit, to, order.text("anchor").unwrap_or("front-centre"));
        let layout = self.models.layout(unit.bases.as_slice(), to);
        self.judge_room(&mut judge, situation, &layout.rects(unit, pose), &[index]);
        if judge.allowed() {
            judge.then(Effect::SetFormation {
                unit: unit.id,
                formation: to.id(),
            });
            judge.then(Effect::Place {
                unit: unit.id,
                pose,
                bases: layout.poses(pose),
            });
            if let Some(after) = after {
                self.note_change(&mut judge, &after, from.name());
            }
            note_time_in_line(&mut judge, unit, from, to);
        }
        judge.done()
    }

    /// Whether the formation may be taken from the one the unit is in.
    fn permitted(&self, judge: &mut Judge, troops: &Troops<'_>, to: Formation) {
        use Formation::{AttackColumn, Extended, Limbered, Line, Skirmish};
        if troops.is_single()
            && to != Line
            && !self.answers.asked(judge, Question::OneStandFormation)
        {
            judge.refuse("one-stand-is-line", "M9");
        }
        if to == Limbered && troops.without_horses() && !troops.spared(&self.answers) {
            judge.refuse("gun-has-no-horses", "M33a");
        }
        match (troops.formation, to) {
            (AttackColumn, Skirmish) => judge.refuse("skirmish-needs-line", "M6"),
            (Extended | Skirmish, AttackColumn) => judge.refuse("column-needs-line", "M7"),
            (AttackColumn, Extended)
                if self.answers.asked(judge, Question::AttackColumnToExtended) =>
            {
                judge.refuse("extended-needs-line", "M7");
            }
            (Line, AttackColumn) => self.long_enough_in_line(judge, troops.unit),
            _ => {}
        }
    }

    /// A unit that came into line from open order has to stay there half a turn before it forms attack
    /// column, if so read.
    fn long_enough_in_line(&self, judge: &mut Judge, unit: &Unit) {
        let Some(before) = unit.condition(c::TIME_IN_LINE).and_then(Value::as_number) else {
            return;
        };
        if !self.answers.asked(judge, Question::SkirmishToAttackColumn) {
            return;
        }
        let Some(half) = self.need(judge, &self.constants.half_in_line, "M7") else {
            return;
        };
        let line = Formation::Line.name();
        let steps = unit.track.iter().filter(|leg| leg.formation == *line);
        let time = steps.fold(Amount::exact(before), |sum, leg| sum + leg.share);
        // Shares of different rates add up to a half only within rounding.
        if Amount::exact(half).exceeds(time, 1e-9) {
            judge.find(
                Finding::refuses(Id::of("column-needs-line"), Id::of("M7"), judge.subject())
                    .measured(Measure::Share, half.into(), time),
            );
        }
    }

    /// Judges whether a change can be paid for, all steps of the turn counted again, and enters it in
    /// the ledger. Gives the unit's stance after it.
    pub(crate) fn pay_change<'a>(
        &self,
        judge: &mut Judge,
        situation: &Situation<'_>,
        index: u64,
        troops: Troops<'a>,
        to: Formation,
        cost: &Number,
    ) -> Option<Stance<'a>> {
        judge.cite(Id::of("M5"));
        let share = self.need(judge, cost, "M5")?;
        let before = self.stance(troops);
        let factor = self.change_factor(&before);
        let mut after = before.clone();
        after.changes = before.changes + share;
        if self.answers.asked(judge, Question::MidTurnRate) && to != before.formation {
            after.held.push(before.formation);
        }
        after.formation = to;
        let law = self.law(&after, Manner::March);
        let survey = situation.ground.survey(index, &Course::new(), &law);
        let steps = survey.total - law.spent;
        self.enter_spent(judge, &after, share, steps);
        let item = if to == before.formation {
            Id::of("change")
        } else {
            to.id()
        };
        judge.pay(item, Id::of("M5"), share * factor, cost.mention.cell);
        judge.account(survey.total, law.budget.into());
        if survey.total.exceeds(law.budget.into(), survey.slack) {
            judge.find(
                Finding::refuses(Id::of("no-movement-left"), Id::of("M5"), judge.subject())
                    .measured(Measure::Share, survey.total, law.budget.into()),
            );
        }
        self.judge_zone_of_change(judge, situation, index, &after, steps, survey.slack);
        Some(after)
    }

    /// Remembers a change that was paid for.
    pub(crate) fn note_change(&self, judge: &mut Judge, after: &Stance<'_>, from: &str) {
        let unit = after.troops.unit;
        c::set(judge, &unit.id, c::CHANGES, Value::Number(after.changes));
        c::set(judge, &unit.id, c::HELD, c::extended(unit, c::HELD, [from]));
        note_action(judge, unit, false);
    }

    /// The frame of the unit in its new formation, when the anchor stays where it is.
    fn anchored(&self, unit: &Unit, to: Formation, anchor: &str) -> Pose {
        let layout = self.models.layout(unit.bases.as_slice(), to);
        let old = Extent::of(unit.bases.iter().map(|base| &base.rect), unit.pose);
        let new = Extent::of(layout.rects(unit, unit.pose).iter(), unit.pose);
        let middle = |e: &Extent| (e.front + e.rear) / 2.0;
        match anchor {
            "centre" => unit.pose.offset(0.0, middle(&old) - middle(&new), 0.0),
            "front-left" => unit.pose.offset(old.left - new.left, 0.0, 0.0),
            "front-right" => unit.pose.offset(old.right - new.right, 0.0, 0.0),
            _ => unit.pose,
        }
    }

    /// Whether there is room for `ground`: no unit but those in `ignored`, and table all under it.
    pub(crate) fn judge_room(
        &self,
        judge: &mut Judge,
        situation: &Situation<'_>,
        ground: &RVec<Rect>,
        ignored: &[u64],
    ) {
        let solid: [Id; 0] = [];
        let obstacles = situation.ground.room(
            ground.as_rslice(),
            RSlice::from_slice(ignored),
            RSlice::from_slice(&solid),
        );
        let mut told = None;
        for obstacle in &obstacles {
            if told == Some((obstacle.kind, obstacle.index)) {
                continue;
            }
            told = Some((obstacle.kind, obstacle.index));
            match obstacle.kind {
                ObstacleKind::Unit => {
                    let Some(other) = situation.board.units.get(obstacle.index as usize) else {
                        continue;
                    };
                    judge.find(
                        Finding::refuses(Id::of("no-room"), Id::of("M17"), judge.subject())
                            .about(other.id),
                    );
                }
                ObstacleKind::TableEdge => judge.refuse("unit-off-table", ""),
                ObstacleKind::Terrain => {}
            }
        }
    }
}

/// Whether a formation is one of the unit's arm.
fn fits_arm(troops: &Troops<'_>, to: Formation) -> bool {
    match troops.arm {
        Arm::Artillery if troops.crew => to == Formation::Line,
        Arm::Artillery => to.is_of_guns(),
        _ => !to.is_of_guns(),
    }
}

/// Begins to count the time in line for a unit that comes from open order, and forgets it for one that
/// leaves the line.
fn note_time_in_line(judge: &mut Judge, unit: &Unit, from: Formation, to: Formation) {
    if to == Formation::Line && from.is_open() {
        c::set(judge, &unit.id, c::TIME_IN_LINE, Value::Number(Ratio::ZERO));
    } else {
        c::clear(judge, unit, c::TIME_IN_LINE);
    }
}
