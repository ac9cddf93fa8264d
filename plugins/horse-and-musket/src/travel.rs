//! Following a course: measuring it, what it meets, what it costs.

use grognard_sdk::prelude::*;

use crate::HorseAndMusket;
use crate::conditions as c;
use crate::formations::Formation;
use crate::gates::missing;
use crate::law::{Manner, Stance};
use crate::passing::{Mover, Passage};
use crate::questions::Question;
use crate::rates::GroundRate;
use crate::troops::Troops;

/// A course, measured and judged.
pub(crate) struct Trip<'a> {
    pub(crate) index: u64,
    pub(crate) manner: Manner,
    pub(crate) stance: Stance<'a>,
    pub(crate) law: MotionLaw,
    pub(crate) survey: Survey,
    pub(crate) passage: Passage,
}

impl HorseAndMusket {
    /// Measures a course and judges what it meets. Passing lines lowers the rate of the whole turn, so
    /// the course is measured again when it passes one.
    pub(crate) fn travel<'a>(
        &self,
        situation: &Situation<'_>,
        index: u64,
        stance: Stance<'a>,
        course: &Course,
        manner: Manner,
        target: Option<u64>,
    ) -> Trip<'a> {
        let mut stance = stance;
        let headings = course.headings();
        let mut law = self.law_toward(&stance, manner, headings);
        let mut survey = situation.ground.survey(index, course, &law);
        let mover = Mover {
            situation,
            index,
            troops: &stance.troops,
            manner,
            target,
        };
        let passage = self.passing(&mover, &survey);
        let before = stance.price;
        if passage.price.lines != before.lines || passage.price.toll != before.toll {
            stance.price = passage.price;
            law = self.law_toward(&stance, manner, headings);
            survey = situation.ground.survey(index, course, &law);
        }
        Trip {
            index,
            manner,
            stance,
            law,
            survey,
            passage,
        }
    }

    /// Findings on passage: units met, and the rate that passing leaves.
    pub(crate) fn judge_passage(&self, judge: &mut Judge, trip: &Trip<'_>) {
        for question in &trip.passage.asked {
            self.answers.asked(judge, *question);
        }
        for finding in &trip.passage.findings {
            judge.find(finding.clone());
        }
        let price = trip.passage.price;
        if price.lines == 0 && price.toll.is_zero() {
            return;
        }
        judge.cite(Id::of("M16"));
        let Some(off) = self.need_inches(judge, &self.constants.pass_penalty, "M16") else {
            return;
        };
        let off = off * Ratio::int(price.lines);
        let walked = trip.law.prior.iter().chain(trip.survey.legs.iter());
        let lowest = walked
            .filter_map(|leg| self.rates.in_cell(&leg.cell)?.per_move)
            .min();
        if let Some(lowest) = lowest
            && price.lines > 0
            && lowest <= off
        {
            judge.find(
                Finding::refuses(
                    Id::of("pass-penalty-exceeds-rate"),
                    Id::of("M16"),
                    judge.subject(),
                )
                .measured(Measure::Length, off.into(), lowest.into()),
            );
        }
    }

    /// Findings on the allowance, and the ledger.
    pub(crate) fn judge_allowance(&self, judge: &mut Judge, trip: &Trip<'_>, course: &Course) {
        let survey = &trip.survey;
        self.enter_earlier(judge, trip);
        judge.cite(Id::of("M3"));
        judge.pay_survey(course, &trip.law, survey, Id::of("M13"));
        // Most legs lean on the cell of the one before.
        let mut last: Option<(Id, Option<&GroundRate>)> = None;
        for leg in &survey.legs {
            let known = last.filter(|(cell, _)| *cell == leg.cell);
            let (_, rate) = known.unwrap_or_else(|| (leg.cell, self.rates.in_cell(&leg.cell)));
            last = Some((leg.cell, rate));
            let Some(rate) = rate else { continue };
            judge.lean_on(rate.mention);
            if rate.per_move == Some(Ratio::ZERO) {
                judge.find(
                    Finding::refuses(Id::of("ground-forbidden"), Id::of("M3"), judge.subject())
                        .with(Id::of("ground"), Value::text(leg.terrain.as_str())),
                );
            }
        }
        for gap in &survey.missing {
            // A direction the unit does not take at all is a finding of its own.
            if let Some(key) = self.missing_key(&trip.stance, trip.manner, gap) {
                judge.find(missing("rate-missing", "M3", judge.subject(), &key));
            }
        }
        let exceeds = judge.so_far().has("pass-penalty-exceeds-rate");
        if let RSome(over) = survey.over
            && !exceeds
        {
            let by_hand = trip.stance.formation == Formation::Unlimbered;
            let clause = if by_hand { "M33a" } else { over_clause(survey) };
            judge.find(
                Finding::refuses(Id::of("over-allowance"), Id::of(clause), judge.subject())
                    .measured(Measure::Length, over.needed, over.available),
            );
        }
        if survey.legs.iter().any(|leg| !leg.arcs.is_empty()) {
            judge.cite(Id::of("M2"));
            self.answers.asked(judge, Question::WheelMeasure);
        }
        if !survey.crossings.is_empty() {
            self.answers.asked(judge, Question::TerrainExit);
            self.answers.asked(judge, Question::Straddle);
        }
    }

    /// What was spent before this order, as ledger lines.
    fn enter_earlier(&self, judge: &mut Judge, trip: &Trip<'_>) {
        let survey = &trip.survey;
        let walked = !trip.stance.troops.unit.track.is_empty();
        if !walked && trip.law.spent == Amount::ZERO {
            return;
        }
        let now = survey
            .legs
            .iter()
            .fold(Amount::ZERO, |sum, leg| sum + leg.share);
        let tolls = survey
            .tolls
            .iter()
            .fold(Ratio::ZERO, |sum, toll| sum + toll.share);
        let steps = survey.total - now - tolls.into() - trip.law.spent;
        self.enter_spent(judge, &trip.stance, Ratio::ZERO, steps);
    }

    /// Ledger lines for what was spent before: on changes but for `new`, on passing lines, by parts of
    /// the unit before they were regrouped, on steps.
    pub(crate) fn enter_spent(
        &self,
        judge: &mut Judge,
        stance: &Stance<'_>,
        new: Ratio,
        steps: Amount,
    ) {
        let unit = stance.troops.unit;
        let (change, penalty) = (
            &self.constants.formation_change,
            &self.constants.pass_penalty,
        );
        let changes = (stance.changes - new) * self.change_factor(stance);
        let none = Id::default();
        let lines = [
            (
                "earlier-changes",
                "M5",
                changes.into(),
                &change.mention.cell,
            ),
            (
                "passing",
                "M16",
                stance.price.toll.into(),
                &penalty.mention.cell,
            ),
            (
                "before-regrouping",
                "M25",
                c::share(unit, c::CARRIED).into(),
                &none,
            ),
            (
                "earlier-steps",
                "M13",
                if unit.track.is_empty() {
                    Amount::ZERO
                } else {
                    steps
                },
                &none,
            ),
        ];
        for (item, clause, share, cell) in lines {
            if share != Amount::ZERO {
                judge.enter(LedgerLine {
                    item: Id::of(item),
                    clause: Id::of(clause),
                    place: Id::default(),
                    distance: RNone,
                    rate: RNone,
                    share,
                    cell: *cell,
                });
            }
        }
    }

    /// Whether the move stays on the table.
    pub(crate) fn judge_table(&self, judge: &mut Judge, trip: &Trip<'_>) {
        if let RSome(_) = trip.survey.off_table {
            judge.refuse("unit-off-table", "");
        }
    }

    /// Carries the move out: places the unit, notes what it walked and whom it passed.
    pub(crate) fn carry_out(
        &self,
        judge: &mut Judge,
        trip: &mut Trip<'_>,
        faces: u32,
        moves: bool,
    ) {
        let unit = trip.stance.troops.unit;
        judge.then(Effect::Place {
            unit: unit.id,
            pose: trip.survey.end,
            bases: std::mem::take(&mut trip.survey.bases),
        });
        self.note_trip(judge, trip, moves);
        if faces > 0 {
            c::flag(judge, &unit.id, c::FACED);
            let tolls = trip
                .survey
                .tolls
                .iter()
                .fold(Ratio::ZERO, |sum, toll| sum + toll.share);
            let unscaled = tolls
                .checked_div(self.change_factor(&trip.stance))
                .unwrap_or(tolls);
            if !unscaled.is_zero() {
                let changes = Value::Number(trip.stance.changes + unscaled);
                c::set(judge, &unit.id, c::CHANGES, changes);
            }
        }
    }

    /// Notes what a move walked and whom it passed. The legs go over from the trip.
    pub(crate) fn note_trip(&self, judge: &mut Judge, trip: &mut Trip<'_>, moves: bool) {
        let unit = trip.stance.troops.unit;
        let id = unit.id;
        if !trip.survey.legs.is_empty() {
            judge.then(Effect::Walk {
                unit: id,
                legs: std::mem::take(&mut trip.survey.legs),
            });
        }
        note_action(judge, unit, moves);
        let passage = &trip.passage;
        if passage.passed.is_empty() {
            return;
        }
        let names = passage.passed.iter().map(Id::as_str);
        c::set(judge, &id, c::CROSSED, c::extended(unit, c::CROSSED, names));
        if passage.price.lines > 0 {
            c::set(
                judge,
                &id,
                c::LINES_CROSSED,
                Value::Int(passage.price.lines),
            );
        }
        if !passage.price.toll.is_zero() {
            c::set(
                judge,
                &id,
                c::PASSING_TOLL,
                Value::Number(passage.price.toll),
            );
        }
        for passed in &passage.passed {
            c::flag(judge, passed, c::LOCKED);
        }
    }
}

/// Notes that a unit did something.
pub(crate) fn note_action(judge: &mut Judge, unit: &Unit, moves: bool) {
    if !unit.is(c::ACTED) {
        c::flag(judge, &unit.id, c::ACTED);
    }
    if moves && !unit.is(c::MOVED) {
        c::flag(judge, &unit.id, c::MOVED);
    }
}

/// Several kinds of ground are paid in fractions; on one kind the farthest point is what counts.
fn over_clause(survey: &Survey) -> &'static str {
    let mut grounds = survey.legs.iter().map(|leg| &leg.terrain);
    let first = grounds.next();
    if grounds.any(|ground| Some(ground) != first) {
        "M13"
    } else {
        "M2"
    }
}

/// The index and the unit an order is about.
pub(crate) fn subject<'a>(board: &'a Board, id: &Id) -> Option<(u64, &'a Unit)> {
    let index = board.unit_index(id.as_str())?;
    Some((index as u64, &board.units[index]))
}

impl HorseAndMusket {
    /// The unit as these rules see it.
    pub(crate) fn troops<'a>(&self, unit: &'a Unit) -> Troops<'a> {
        Troops::of(unit, &self.answers)
    }
}
