//! Charging.

use grognard_sdk::prelude::*;

use crate::HorseAndMusket;
use crate::charts::Deed;
use crate::conditions as c;
use crate::fate::Fate;
use crate::gates::Doing;
use crate::law::{Manner, Stance};
use crate::questions::Question;
use crate::travel::{Trip, subject};

/// The line a charge follows: the way to its target, and how far that is.
struct Line {
    /// The whole way, beyond contact.
    course: Course,
    /// Millimetres to contact.
    gap: f64,
}

impl HorseAndMusket {
    /// Rules on a charge. It is never refused for distance: out of reach, it goes its whole move at
    /// the target and reforms in its next turn.
    pub(crate) fn charge(&self, situation: &Situation<'_>, order: &Order) -> Ruling {
        let mut judge = Judge::new(order.subject);
        let board = situation.board;
        let Some((index, unit)) = subject(board, &order.subject) else {
            return judge.done();
        };
        let target = order
            .text("target")
            .and_then(|id| subject(board, &Id::from(id)));
        let Some((target_index, target)) = target.filter(|t| board.hostile(&unit.side, &t.1.side))
        else {
            judge.refuse("charge-without-target", "M10");
            return judge.done();
        };
        let troops = self.troops(unit);
        judge.cite(Id::of("M10"));
        judge.cite(Id::of("M11"));
        if c::lists(unit, c::MEASURED, target.id.as_str()) {
            judge.find(
                Finding::refuses(Id::of("measured-first"), Id::of("M11"), unit.id).about(target.id),
            );
        }
        self.history(
            &mut judge,
            board,
            unit,
            Doing {
                moves: true,
                ..Doing::default()
            },
        );
        self.morale(&mut judge, &troops, [Deed::Charge]);
        if unit
            .conditions
            .text(c::FORCED_MARCH)
            .is_some_and(Fate::doubles)
        {
            judge.refuse("forced-march-charge", "M22b");
        }
        let stance = self.stance(troops);
        let Some(line) = self.line_at(situation, index, target_index, &stance) else {
            judge.refuse("bad-direction", "M10");
            return judge.done();
        };
        let (mut trip, course, reached) = self.run(situation, index, target_index, stance, &line);
        self.charge_direction(&mut judge, &trip, &course);
        self.judge_passage(&mut judge, &trip);
        self.judge_allowance(&mut judge, &trip, &course);
        self.judge_table(&mut judge, &trip);
        self.hopeless(&mut judge, &trip, target, &line);
        // The distance is told only once nothing else speaks against the charge.
        if judge.allowed() {
            self.tell(&mut judge, board, &trip, target, &line, reached);
            let moves = trip
                .survey
                .legs
                .iter()
                .any(|leg| leg.farthest.to_f64() > 0.0);
            self.carry_out(&mut judge, &mut trip, 0, moves);
        }
        judge.done()
    }

    /// Straight ahead when that meets the target, else with the front edge's middle at the target's.
    fn line_at(
        &self,
        situation: &Situation<'_>,
        index: u64,
        target: u64,
        stance: &Stance<'_>,
    ) -> Option<Line> {
        let board = situation.board;
        let law = self.law(stance, Manner::Charge);
        let table = board.table;
        let far = table.min.distance(table.max);
        let mark = middle_of(board.units.get(target as usize)?);
        let ahead = Course::new().advance(Length::mm(far));
        let straight_at = Course::new().to(mark);
        [ahead, straight_at].into_iter().find_map(|course| {
            let survey = situation.ground.survey(index, &course, &law);
            let contact = survey
                .contacts
                .iter()
                .find(|contact| contact.unit == target)?;
            Some(Line {
                course,
                gap: contact.touch.amount,
            })
        })
    }

    /// Follows the line to contact, or as far as the allowance goes.
    fn run<'a>(
        &self,
        situation: &Situation<'_>,
        index: u64,
        target: u64,
        stance: Stance<'a>,
        line: &Line,
    ) -> (Trip<'a>, Course, bool) {
        let unit = stance.troops.unit;
        let go = |distance: f64| -> Course {
            match line.course.steps.first() {
                Some(Step::To { point }) => {
                    let (from, whole) = (unit.pose.at, unit.pose.at.distance(*point));
                    let part = if whole > 0.0 { distance / whole } else { 0.0 };
                    let (dx, dy) = (point.x - from.x, point.y - from.y);
                    Course::new().to(from.shifted(dx * part, dy * part))
                }
                _ => Course::new().advance(Length::mm(tidy(distance))),
            }
        };
        let follow = |stance: Stance<'a>, course: &Course| {
            self.travel(
                situation,
                index,
                stance,
                course,
                Manner::Charge,
                Some(target),
            )
        };
        let course = go(line.gap);
        let trip = follow(stance.clone(), &course);
        let RSome(over) = trip.survey.over else {
            return (trip, course, true);
        };
        let mut gone = over.available.to_f64();
        let mut course = go(gone);
        let mut trip = follow(stance.clone(), &course);
        // It is never refused for distance: where its move would end among skirmishers that it may pass,
        // it halts before them.
        while let Some(before) = self.ends_among(&trip).filter(|before| *before < gone) {
            gone = before;
            course = go(gone);
            trip = follow(stance.clone(), &course);
        }
        (trip, course, false)
    }

    /// How far it is to the unit that a charge would end inside, when nothing else bars it.
    fn ends_among(&self, trip: &Trip<'_>) -> Option<f64> {
        let findings = &trip.passage.findings;
        let inside = |finding: &Finding| finding.slug == *"ends-inside-unit";
        if findings.is_empty() || !findings.iter().all(inside) {
            return None;
        }
        let ends = trip.survey.contacts.iter();
        ends.filter(|contact| contact.ends_inside && !contact.starts)
            .map(|contact| contact.touch.amount)
            .min_by(f64::total_cmp)
    }

    fn charge_direction(&self, judge: &mut Judge, trip: &Trip<'_>, course: &Course) {
        let slanted = course
            .steps
            .iter()
            .any(|step| matches!(step, Step::To { .. }));
        let barred = trip
            .survey
            .legs
            .iter()
            .any(|leg| leg.heading != Heading::Front)
            || (slanted && self.answers.asked(judge, Question::LegDirection));
        if barred {
            judge.refuse("bad-direction", "M10");
        }
    }

    /// A charge that cannot be expected to make contact, if so read.
    fn hopeless(&self, judge: &mut Judge, trip: &Trip<'_>, target: &Unit, line: &Line) {
        if !self.answers.asked(judge, Question::ChargeExpectation) {
            return;
        }
        let number = &self.constants.hopeless_factor;
        let Some(factor) = self.need(judge, number, "M10") else {
            return;
        };
        let gone = trip
            .survey
            .legs
            .iter()
            .fold(Amount::ZERO, |sum, leg| sum + leg.farthest);
        let most = gone.times(factor);
        if Amount::measured(line.gap).exceeds(most, 1e-6) {
            judge.find(
                Finding::refuses(Id::of("charge-hopeless"), Id::of("M10"), judge.subject())
                    .about(target.id)
                    .measured(Measure::Length, Amount::measured(line.gap), most),
            );
        }
    }

    /// What came of it, for the players, and the turn of reforming after a miss.
    fn tell(
        &self,
        judge: &mut Judge,
        board: &Board,
        trip: &Trip<'_>,
        target: &Unit,
        line: &Line,
        reached: bool,
    ) {
        let unit = trip.stance.troops.unit;
        let gone = trip
            .survey
            .legs
            .iter()
            .fold(Amount::ZERO, |sum, leg| sum + leg.farthest);
        for enemy in &trip.passage.ridden {
            judge.find(
                Finding::notes(Id::of("defensive-fire-possible"), Id::of("M18b"), unit.id)
                    .about(*enemy),
            );
            judge.then(Effect::Ask {
                side: target.side,
                question: Id::of("defensive-fire-possible"),
                subject: *enemy,
                details: RVec::new(),
                answers: RVec::new(),
            });
        }
        if reached {
            judge.find(Finding::notes(Id::of("contact"), Id::of("M10"), unit.id).about(target.id));
            return;
        }
        let gap = Length::mm(tidy(line.gap)).amount();
        judge.find(
            Finding::notes(Id::of("charge-fell-short"), Id::of("M11b"), unit.id)
                .about(target.id)
                .measured(Measure::Length, gap, gone),
        );
        judge.cite(Id::of("M12"));
        let next = i64::from(board.clock.turn) + 1;
        c::set(judge, &unit.id, c::REFORMING, Value::Int(next));
    }
}

/// A measured distance without the last digits of noise, so that what is a plain number of tenths of a
/// micrometre stays one.
fn tidy(distance: f64) -> f64 {
    (distance * 1e4).round() / 1e4
}

fn middle_of(unit: &Unit) -> Point {
    let extent = crate::models::Extent::of(unit.bases.iter().map(|base| &base.rect), unit.pose);
    unit.pose.point(
        (extent.left + extent.right) / 2.0,
        (extent.front + extent.rear) / 2.0,
    )
}
