//! Moves along a course at the normal rate (S3-2), and what every such move has to obey.

use grognard_sdk::prelude::*;

use crate::GeneralDeBrigade;
use crate::budget::Budget;
use crate::cell::Num;
use crate::law::{Pace, Slowed, Terms};
use crate::notes::{lean, rely, silent};
use crate::troops::{Arm, Form, involuntary};
use crate::words::{set, spent};

/// A move under examination.
pub(crate) struct Walk<'a, 's> {
    /// The situation.
    pub situation: &'a Situation<'s>,
    /// The index of the unit on the board.
    pub index: usize,
    /// The unit.
    pub unit: &'a Unit,
    /// The way.
    pub course: &'a Course,
    /// The pace.
    pub pace: Pace,
    /// Units that do not stand in the way, by index: friends that have moved off, the enemy charged.
    pub ignored: &'a [u64],
}

impl GeneralDeBrigade {
    /// The ruling on an order to march.
    pub(crate) fn rule_march(&self, situation: &Situation<'_>, order: &Order) -> Ruling {
        let mut judge = Judge::new(order.subject);
        let (Some((index, unit)), Some(course)) = (self.found(situation, order), order.course())
        else {
            return Ruling::default();
        };
        let walk = Walk {
            situation,
            index,
            unit,
            course,
            pace: Pace::Normal,
            ignored: &[],
        };
        if self.may_walk(&walk, &mut judge) {
            self.walk(&walk, &mut judge);
        }
        crate::notes::done(judge)
    }

    /// Whether the unit may make a normal move at all.
    pub(crate) fn may_walk(&self, walk: &Walk<'_, '_>, judge: &mut Judge) -> bool {
        let unit = walk.unit;
        if unit.conditions.is_empty() {
            return true;
        }
        let mut budget = self.budget(unit);
        if budget.none == Some("not-voluntary") && self.evading_guns_turn(unit, walk.course) {
            judge.cite(Id::of("S3-12"));
            budget.none = None;
        }
        let mut may = self.may_act(unit, budget, judge);
        if unit.is("marched") && self.set.mix != crate::readings::Mix::Either {
            judge.read(&self.readings, "march-mix");
            judge.refuse("march-mixed", "S3-20");
            may = false;
        }
        if self.set.unformed_stays && (unit.is("unformed") || unit.is("wavering")) {
            judge.read(&self.readings, "unformed-move");
            judge.refuse("unformed-first", "S2-11");
            may = false;
        }
        if let Some(held) = unit.conditions.text("holds") {
            let finding = Finding::refuses(Id::of("inside-area"), Id::of("S2-12"), unit.id);
            judge.find(finding.about(Id::from(held)));
            may = false;
        }
        may
    }

    /// Evading horse guns may turn about, and do nothing else (S3-12).
    fn evading_guns_turn(&self, unit: &Unit, course: &Course) -> bool {
        unit.is("evading")
            && Arm::of(unit).is_horse_guns()
            && self.set.own_evading_guns
            && course
                .steps
                .iter()
                .all(|step| matches!(step, Step::AboutFace))
    }

    /// The budget of a move; evading guns that turn about have a whole one.
    fn walk_budget(&self, walk: &Walk<'_, '_>) -> Budget {
        let mut budget = self.budget(walk.unit);
        if walk.pace == Pace::Charge {
            budget = Budget::all(self.numbers.free.or_zero());
        }
        if involuntary(walk.unit) && self.evading_guns_turn(walk.unit, walk.course) {
            budget = Budget::all(self.numbers.free.or_zero());
        }
        budget
    }

    /// Measures the move, finds what speaks against it and says what follows. Gives where it ends;
    /// the legs of an allowed move are in its effects.
    pub(crate) fn walk(&self, walk: &Walk<'_, '_>, judge: &mut Judge) -> Option<Survey> {
        let (unit, course) = (walk.unit, walk.course);
        let form = Form::of(unit);
        let budget = self.walk_budget(walk);
        let safe =
            form.is_square() && self.square_safe(walk.situation, walk.index, unit, Some(course));
        let (num, rate) = self.pace_rate(unit, walk.pace, safe);
        lean(judge, num);
        if walk.pace == Pace::March && Arm::of(unit) == Arm::AustrianGuns {
            judge.read(&self.readings, "wurst-march");
        }
        if form.is_square() {
            self.lean_on_horse(walk.situation, unit, judge);
        }
        if rate.is_zero() {
            self.no_rate(unit, num, judge);
            return None;
        }
        let law = |slowed| {
            let terms = Terms {
                pace: walk.pace,
                safe,
                budget,
                slowed,
                headings: course.headings(),
            };
            self.law(unit, terms)
        };
        let mut slowed = Slowed::default();
        let mut motion = law(slowed);
        let ground = &walk.situation.ground;
        let mut survey = ground.survey(walk.index as u64, course, &motion);
        if !survey.crossings.is_empty() {
            slowed = self.terrain(walk, &survey, judge);
            if slowed.speed.is_some() {
                judge.read(&self.readings, "half-rounding");
            }
            if slowed.speed.is_some() || !slowed.toll.is_zero() {
                motion = law(slowed);
                survey = ground.survey(walk.index as u64, course, &motion);
            }
        }
        if !slowed.toll.is_zero() {
            let pass = &self.numbers.bua_pass;
            judge.pay(Id::of("bua"), Id::of("S2-12"), slowed.toll, pass.key);
        }
        let clause = match walk.pace {
            Pace::March if matches!(Arm::of(unit), Arm::Infantry | Arm::FootGuns) => "S3-17",
            Pace::March => "S3-18",
            _ => self.rate_clause(unit, form),
        };
        let prior = motion.prior.iter();
        let used = prior.fold(Amount::exact(spent(unit)), |sum, leg| sum + leg.share);
        self.pay_before(used, judge);
        judge.pay_survey(course, &motion, &survey, Id::of(clause));
        judge.cite(Id::of("S3-2"));
        judge.cite(Id::of(clause));
        if budget.fired {
            judge.cite(Id::of("S3-5"));
        }
        self.lean_on_way(walk, &survey, budget, judge);
        self.check_allowance(walk, &survey, budget, judge);
        self.check_steps(walk, &survey, judge);
        self.check_contacts(walk, &survey, judge);
        self.check_turns(walk, judge);
        if let RSome(along) = survey.off_table {
            judge.find(
                Finding::refuses(Id::of("off-table"), Id::default(), unit.id)
                    .with(Id::of("step"), Value::Int(i64::from(along.step) + 1)),
            );
        }
        self.lean_on_others(walk.situation.board, judge);
        if judge.allowed() {
            self.move_effects(walk, &mut survey, slowed, judge);
        }
        Some(survey)
    }

    /// Leans on the cells besides the rate that say what the way costs, and on those of the unit's
    /// ground where that matters: in turns, on terrain, at others and at the edge of the table.
    fn lean_on_way(&self, walk: &Walk<'_, '_>, survey: &Survey, budget: Budget, judge: &mut Judge) {
        let unit = walk.unit;
        self.lean_on_budget(budget, judge);
        if budget.fired || unit.is("speed") {
            judge.read(&self.readings, "half-rounding");
        }
        let steps = &walk.course.steps;
        if steps.iter().any(|step| matches!(step, Step::AboutFace)) {
            if Arm::of(unit).is_guns() {
                rely(judge, &self.numbers.gun.about, "S2-13");
            } else if !Form::of(unit).is_square() {
                rely(judge, &self.numbers.about_face, "S2-12");
            }
        }
        if Form::of(unit) == Form::Unlimbered {
            self.lean_on_calibre(unit, judge);
        }
        let turns = survey.legs.iter().any(|leg| !leg.arcs.is_empty());
        let meets = !survey.crossings.is_empty() || !survey.contacts.is_empty();
        if turns || meets || survey.off_table.is_some() {
            self.lean_on_ground(unit, judge);
        }
    }

    /// The clause that gives a unit its rate.
    fn rate_clause(&self, unit: &Unit, form: Form) -> &'static str {
        match (Arm::of(unit), form) {
            (_, Form::Unlimbered) => self.hand(unit).1,
            (Arm::AustrianGuns, _) => "S2-5",
            (Arm::Infantry, _) if form.is_square() => "S2-3",
            (Arm::Heavy, _) if unit.attribute_text("arm") == "dragoons" => "S2-4",
            (Arm::Light, _) if unit.attribute_text("arm") == "lancers" => "S2-4",
            _ => "S2-2",
        }
    }

    /// Says why there is no rate: the arm has no such formation, or the number is not known.
    pub(crate) fn no_rate(&self, unit: &Unit, num: &Num, judge: &mut Judge) {
        let at = Id::of("S2-2");
        if num.value.is_none() && !num.barred {
            judge.find(Finding::unsettles(Id::of("cell-unknown"), at, unit.id).about(num.key));
        } else {
            judge.find(
                Finding::refuses(Id::of("no-such-formation"), at, unit.id).about(unit.formation),
            );
        }
    }

    fn check_allowance(
        &self,
        walk: &Walk<'_, '_>,
        survey: &Survey,
        granted: Budget,
        judge: &mut Judge,
    ) {
        let budget = Amount::exact(granted.share);
        let over = survey.total.exceeds(budget, survey.slack);
        if !over {
            return;
        }
        let RSome(over) = survey.over else {
            judge.find(self.over_share(walk, survey.total, budget));
            return;
        };
        let step = walk.course.steps.get(over.step as usize);
        if matches!(step, None | Some(Step::AboutFace)) {
            judge.find(self.over_share(walk, survey.total, budget));
            return;
        }
        let clause = if granted.fired { "S3-5" } else { "S3-2" };
        judge.find(
            Finding::refuses(Id::of("over-allowance"), Id::of(clause), walk.unit.id)
                .measured(Measure::Length, over.needed, over.available)
                .with(Id::of("step"), Value::Int(i64::from(over.step) + 1)),
        );
    }

    fn over_share(&self, walk: &Walk<'_, '_>, total: Amount, budget: Amount) -> Finding {
        let clause = if Arm::of(walk.unit).is_guns() {
            "S2-13"
        } else {
            "S2-12"
        };
        Finding::refuses(Id::of("over-allowance"), Id::of(clause), walk.unit.id).measured(
            Measure::Share,
            total,
            budget,
        )
    }

    /// Steps that are limited or forbidden in themselves.
    fn check_steps(&self, walk: &Walk<'_, '_>, survey: &Survey, judge: &mut Judge) {
        let unit = walk.unit;
        let mut turned = false;
        let mut sideways = false;
        let mut moved = false;
        for step in &walk.course.steps {
            match step {
                Step::Wheel { .. } | Step::Pivot { .. } => turned = true,
                Step::AboutFace => {}
                Step::Sidestep { .. } | Step::Oblique { .. } | Step::To { .. } => {
                    sideways = true;
                    moved = true;
                }
                Step::Advance { distance } | Step::Retire { distance } => {
                    moved |= distance.millimetres() > 0.0;
                }
            }
        }
        if (turned || sideways) && Form::of(unit) != Form::Unlimbered {
            silent(judge, &unit.id, "silent-on-turns");
        }
        if moved && Form::of(unit) == Form::Unlimbered && self.pivots_only(unit) {
            judge.refuse("gun-may-not-move", "S2-14");
        }
        let backward = |legs: &[Leg]| {
            let rear = legs.iter().filter(|leg| leg.heading == Heading::Rear);
            rear.fold(Amount::ZERO, |sum, leg| sum + leg.farthest)
        };
        let now = backward(&survey.legs);
        if now == Amount::ZERO || Form::of(unit) == Form::Unlimbered {
            return;
        }
        judge.read(&self.readings, "step-back");
        rely(judge, &self.numbers.step_back, "S2-12");
        judge.cite(Id::of("S2-12"));
        let cap = Amount::exact(self.numbers.step_back.or_zero());
        let total = now + backward(&unit.track);
        if total.exceeds(cap, walk.situation.ground.tolerance()) {
            judge.find(
                Finding::refuses(Id::of("over-allowance"), Id::of("S2-12"), unit.id).measured(
                    Measure::Length,
                    total,
                    cap,
                ),
            );
        }
    }

    /// Enemies are not met (S3-7); whether friends are passed is a reading.
    fn check_contacts(&self, walk: &Walk<'_, '_>, survey: &Survey, judge: &mut Judge) {
        let unit = walk.unit;
        for contact in &survey.contacts {
            let Some(other) = walk.situation.board.units.get(contact.unit as usize) else {
                continue;
            };
            if walk.ignored.contains(&contact.unit) {
                continue;
            }
            if walk.situation.board.hostile(&unit.side, &other.side) {
                if contact.overlap || !contact.starts {
                    judge.find(
                        Finding::refuses(Id::of("base-contact"), Id::of("S3-7"), unit.id)
                            .about(other.id)
                            .with(
                                Id::of("step"),
                                Value::Int(i64::from(contact.touch.step) + 1),
                            ),
                    );
                }
                continue;
            }
            if !contact.overlap {
                continue;
            }
            silent(judge, &unit.id, "silent-on-friends");
            judge.read(&self.readings, "passing-friends");
            if !self.set.pass_friends || contact.ends_inside {
                judge.find(
                    Finding::refuses(Id::of("friends-in-the-way"), Id::default(), unit.id)
                        .about(other.id),
                );
            }
        }
    }

    /// Puts the unit at the end of its way and notes what it walked; the legs go over from the survey.
    fn move_effects(
        &self,
        walk: &Walk<'_, '_>,
        survey: &mut Survey,
        slowed: Slowed,
        judge: &mut Judge,
    ) {
        let unit = walk.unit;
        let mut legs = std::mem::take(&mut survey.legs);
        if let Some(speed) = slowed.speed
            && !unit.is("speed")
        {
            judge.then(set(&unit.id, "speed", Value::Number(speed)));
            judge.then(Effect::ClearTrack { unit: unit.id });
            let mut all = unit.track.clone();
            self.slow_down(unit, &mut all, slowed);
            all.extend(legs);
            legs = all;
        }
        let (pose, bases, joined) = self.join_base(walk, survey, judge);
        judge.then(Effect::Place {
            unit: unit.id,
            pose,
            bases,
        });
        if walk.pace == Pace::Charge {
            return;
        }
        judge.then(Effect::Walk {
            unit: unit.id,
            legs,
        });
        if joined {
            judge.then(crate::words::clear(&unit.id, "base-behind"));
        }
        let paid: Ratio = survey
            .tolls
            .iter()
            .fold(slowed.toll, |sum, toll| sum + toll.share);
        if !paid.is_zero() {
            let sum = spent(unit) + paid;
            judge.then(set(&unit.id, "spent", Value::Number(sum)));
        }
    }

    /// The unit an order is about, with its index.
    pub(crate) fn found<'a>(
        &self,
        situation: &'a Situation<'_>,
        order: &Order,
    ) -> Option<(usize, &'a Unit)> {
        let index = situation.board.unit_index(order.subject.as_str())?;
        Some((index, &situation.board.units[index]))
    }
}
