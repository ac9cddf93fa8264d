//! Retreats, routs, pursuits and evading (S2-2, S2-6, S3-8).

use grognard_sdk::prelude::*;

use crate::GeneralDeBrigade;
use crate::notes::{lean, rely, silent};
use crate::troops::Arm;
use crate::words::{clear, flag, set};

/// Far enough to tell whether a move leads into what it touches, mm.
const HAIR: f64 = 1.0;

const STATES: [&str; 4] = ["retreating", "routing", "pursuing", "evading"];

impl GeneralDeBrigade {
    /// The ruling on a compulsory move; `state` is what it leaves the unit in.
    pub(crate) fn rule_compulsory(
        &self,
        situation: &Situation<'_>,
        order: &Order,
        state: &'static str,
    ) -> Ruling {
        let mut judge = Judge::new(order.subject);
        let Some((index, unit)) = self.found(situation, order) else {
            return Ruling::default();
        };
        if let Some(distance) = self.distance(situation, unit, order, &mut judge) {
            judge.find(
                Finding::notes(Id::of("compulsory-distance"), Id::of("S2-2"), unit.id).measured(
                    Measure::Length,
                    Amount::exact(distance),
                    Amount::exact(distance),
                ),
            );
            judge.enter(LedgerLine {
                item: order.kind,
                clause: Id::of("S2-2"),
                place: Id::default(),
                distance: RSome(Amount::exact(distance)),
                rate: RNone,
                share: Amount::ZERO,
                cell: self.fixed(unit).key,
            });
            let bearing = match order.arg("bearing") {
                Some(Value::Bearing(bearing)) => *bearing,
                _ if state == "pursuing" => unit.pose.facing,
                _ => unit.pose.facing.reversed(),
            };
            silent(&mut judge, &unit.id, "silent-on-compulsory");
            self.drive(situation, (index, unit), bearing, distance, &mut judge);
            self.leave_in(unit, state, &mut judge);
        }
        crate::notes::done(judge)
    }

    fn fixed(&self, unit: &Unit) -> &crate::cell::Num {
        let row = match Arm::of(unit) {
            Arm::Infantry => 0,
            Arm::Heavy => 1,
            Arm::Light => 2,
            Arm::FootGuns => 3,
            Arm::HorseGuns => 4,
            Arm::AustrianGuns => 5,
        };
        &self.numbers.retreat[row]
    }

    /// How far it goes, mm: the fixed part and the die; half of the one and all of the other.
    fn distance(
        &self,
        situation: &Situation<'_>,
        unit: &Unit,
        order: &Order,
        judge: &mut Judge,
    ) -> Option<Ratio> {
        let numbers = &self.numbers;
        let (num, arm) = (self.fixed(unit), Arm::of(unit));
        lean(judge, num);
        let Some(fixed) = num.value else {
            self.no_rate(unit, num, judge);
            return None;
        };
        let foot = arm == Arm::Infantry;
        let dice = if foot {
            &numbers.retreat_foot_dice
        } else {
            &numbers.retreat_other_dice
        };
        rely(judge, dice, "S2-2");
        if !foot {
            rely(judge, &numbers.retreat_sides, "S2-2");
        }
        let count = dice.or_zero().num().clamp(0, 20) as u32;
        let sides = numbers.retreat_sides.or_zero().num().clamp(2, 1000);
        let pips = match order.args.int("die") {
            Some(_) if count == 0 => {
                judge.refuse("die-not-wanted", "S2-2");
                return None;
            }
            Some(die) if die < 1 || die > sides * i64::from(count) => {
                judge.find(
                    Finding::refuses(Id::of("bad-die"), Id::of("S2-6"), unit.id).measured(
                        Measure::Count,
                        Amount::exact(Ratio::int(die)),
                        Amount::exact(Ratio::int(sides)),
                    ),
                );
                return None;
            }
            Some(die) => die,
            None if count == 0 => 0,
            None => {
                let purpose = order.kind;
                let rolled = judge.roll(
                    &situation.ground,
                    count,
                    sides as u32,
                    purpose,
                    Id::of("S2-2"),
                )?;
                rolled.iter().map(|face| i64::from(*face)).sum()
            }
        };
        let die = Ratio::int(pips) * self.unit.millimetres();
        if !order.args.has("half") {
            return Some(fixed + die);
        }
        judge.cite(Id::of("S2-6"));
        rely(judge, &numbers.retreat_half, "S2-6");
        judge.read(&self.readings, "half-rounding");
        let half = numbers.retreat_half.or_zero();
        if arm == Arm::FootGuns {
            judge.read(&self.readings, "half-retreat-foot-guns");
            if self.set.foot_guns_half_die {
                return Some(self.part(fixed + die, half));
            }
        }
        Some(self.part(fixed, half) + die)
    }

    /// Moves the unit straight along `bearing`: through friends, who are unformed, and up to enemies.
    fn drive(
        &self,
        situation: &Situation<'_>,
        (index, unit): (usize, &Unit),
        bearing: Bearing,
        distance: Ratio,
        judge: &mut Judge,
    ) {
        let turn = bearing.minus(unit.pose.facing);
        let start = match turn {
            0.0 => Course::new(),
            180.0 => Course::new().about_face(),
            angle => Course::new().pivot(PivotPoint::Centre, angle),
        };
        let leg = start.steps.len() as u32;
        let law = MotionLaw {
            corners: Corners::Front,
            ..MotionLaw::default()
        };
        let follow = |length: f64| {
            let course = start.clone().advance(Length::mm(length));
            situation.ground.survey(index as u64, &course, &law)
        };
        let inside = |survey: &Survey, other: u64| {
            let mut contacts = survey.contacts.iter();
            contacts.any(|contact| contact.unit == other && contact.ends_inside)
        };
        // Whether an enemy met at the start stands in the way: a hair's breadth farther on the two
        // overlap, and do not before.
        let blocks = |other: u64| inside(&follow(HAIR), other) && !inside(&follow(0.0), other);
        let mut length = distance.to_f64();
        let mut survey = follow(length);
        // A stop may leave the unit inside a friend it would have passed; then it stops before him.
        while let Some((at, other)) = survey
            .contacts
            .iter()
            .filter_map(|contact| {
                let other = situation.board.units.get(contact.unit as usize)?;
                let enemy = situation.board.hostile(&unit.side, &other.side);
                let bars = contact.overlap
                    && if enemy && contact.starts {
                        blocks(contact.unit)
                    } else {
                        enemy || contact.ends_inside
                    };
                let on_leg = contact.touch.step == leg && !contact.starts;
                let at = if on_leg { contact.touch.amount } else { 0.0 };
                (bars && at < length).then_some((at.max(0.0), other))
            })
            .min_by(|a, b| a.0.total_cmp(&b.0))
        {
            let finding = Finding::notes(Id::of("stops-at"), Id::default(), unit.id);
            judge.find(finding.about(other.id));
            length = at;
            survey = follow(length);
        }
        if turn != 0.0 || !survey.contacts.is_empty() || survey.off_table.is_some() {
            self.lean_on_ground(unit, judge);
        }
        self.break_through(situation, unit, &survey, judge);
        self.lean_on_others(situation.board, judge);
        if let RSome(_) = survey.off_table {
            judge.note("leaves-table", "");
            judge.then(Effect::RemoveUnit { unit: unit.id });
            return;
        }
        judge.then(Effect::Place {
            unit: unit.id,
            pose: survey.end,
            bases: survey.bases,
        });
    }

    /// Friends that the move goes through are unformed, and remember by whom (S3-8).
    fn break_through(
        &self,
        situation: &Situation<'_>,
        unit: &Unit,
        survey: &Survey,
        judge: &mut Judge,
    ) {
        for contact in &survey.contacts {
            let Some(other) = situation.board.units.get(contact.unit as usize) else {
                continue;
            };
            if !contact.overlap || situation.board.hostile(&unit.side, &other.side) {
                continue;
            }
            judge.find(
                Finding::notes(Id::of("breaks-through"), Id::of("S3-8"), unit.id).about(other.id),
            );
            judge.then(flag(&other.id, "unformed"));
            let mut by = other
                .condition("crossed-by")
                .map_or_else(RVec::new, |value| {
                    value.items().iter().cloned().collect::<RVec<Value>>()
                });
            by.push(Value::text(unit.id.as_str()));
            judge.then(set(&other.id, "crossed-by", Value::List(by)));
            self.drop_change(other, judge);
        }
    }

    fn leave_in(&self, unit: &Unit, state: &'static str, judge: &mut Judge) {
        let gone = judge
            .so_far()
            .effects
            .iter()
            .any(|effect| matches!(effect, Effect::RemoveUnit { .. }));
        if gone {
            return;
        }
        for other in STATES {
            if other != state && unit.is(other) {
                judge.then(clear(&unit.id, other));
            }
        }
        judge.then(flag(&unit.id, state));
        judge.then(flag(&unit.id, "compulsory"));
        if state == "evading" {
            judge.then(flag(&unit.id, "evaded"));
        }
        // Who is driven out of a built-up area holds it no longer.
        if unit.is("holds") {
            judge.then(clear(&unit.id, "holds"));
        }
        self.drop_change(unit, judge);
    }
}
