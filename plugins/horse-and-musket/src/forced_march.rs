//! Forced marches: who may try, the die, what it gives.

use grognard_sdk::prelude::*;

use crate::HorseAndMusket;
use crate::charts::Deed;
use crate::conditions as c;
use crate::fate::{Face, Fate};
use crate::formations::Arm;
use crate::gates::{Doing, STAYS, missing};
use crate::law::{Manner, Stance};
use crate::questions::Question;
use crate::straggler::chosen_stand;
use crate::travel::subject;
use crate::troops::Troops;
use crate::way::Way;

impl HorseAndMusket {
    /// Rules on a forced march. It may be tried when a way that Yes would allow is ordered, or none;
    /// then the die is rolled and the move carried out as far as the roll allows.
    pub(crate) fn forced_march(&self, situation: &Situation<'_>, order: &Order) -> Ruling {
        let mut judge = Judge::new(order.subject);
        let board = situation.board;
        let Some((index, unit)) = subject(board, &order.subject) else {
            return judge.done();
        };
        let Some(effort) = order.text("effort") else {
            judge.refuse("effort-required", "M21");
            return judge.done();
        };
        let Some(faces) = self.fates.effort(effort) else {
            judge.find(
                Finding::refuses(Id::of("unknown-effort"), Id::of("M21"), unit.id)
                    .with(Id::of("effort"), Value::text(effort)),
            );
            return judge.done();
        };
        let troops = self.troops(unit);
        if unit.condition(c::FORCED_MARCH).is_some() {
            judge.refuse("forced-march-rolled", "M21");
        } else if !unit.track.is_empty() || !c::share(unit, c::CARRIED).is_zero() {
            judge.refuse("forced-march-too-late", "M21");
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
        self.morale(&mut judge, &troops, [Deed::ForcedMarch]);
        judge.cite(Id::of("M19"));
        if troops.arm != Arm::Infantry {
            judge.refuse("forced-march-arm", "M19");
        }
        self.out_of_sight(&mut judge, situation, index, unit);
        let stand = chosen_stand(self, &mut judge, unit, order);
        known(&mut judge, faces);
        let doubled = self.doubled(&mut judge, troops);
        if judge.allowed()
            && let Some(course) = order.course()
            && let Some(stance) = &doubled
        {
            self.judge_way(&mut judge, situation, index, stance.clone(), course);
        }
        if !judge.allowed() {
            return judge.done();
        }
        let die = self.fates.die;
        let Some(rolled) = judge.roll(
            &situation.ground,
            1,
            die,
            Id::of("forced-march"),
            Id::of("M21"),
        ) else {
            return judge.done();
        };
        let face = rolled
            .first()
            .and_then(|face| faces.get(*face as usize - 1));
        let Some(Face {
            fate: Some(fate),
            mention,
        }) = face
        else {
            return judge.done();
        };
        judge.lean_on(*mention);
        judge.outcome(Id::of(fate.name()));
        judge.find(
            Finding::notes(
                Id::of("forced-march-result"),
                Id::of(clause_of(*fate)),
                unit.id,
            )
            .with(Id::of("result"), Value::text(fate.name()))
            .with(Id::of("effort"), Value::text(effort)),
        );
        self.carry_out_fate(&mut judge, situation, order, *fate, stand);
        judge.done()
    }

    /// The unit's stance after a Yes.
    fn doubled<'a>(&self, judge: &mut Judge, troops: Troops<'a>) -> Option<Stance<'a>> {
        let factor = self.need(judge, &self.constants.forced_factor, "M22b")?;
        Some(Stance {
            factor,
            ..self.stance(troops)
        })
    }

    /// Whether a way is one that Yes allows. What it costs is told only once the die is known.
    fn judge_way(
        &self,
        judge: &mut Judge,
        situation: &Situation<'_>,
        index: u64,
        stance: Stance<'_>,
        course: &Course,
    ) {
        let unit = stance.troops.unit;
        let way = Way::of(course, unit.pose);
        let doing = Doing {
            faces: way.faces,
            ..Doing::default()
        };
        let mut trial = Judge::new(unit.id);
        self.history(&mut trial, situation.board, unit, doing);
        self.morale(&mut trial, &stance.troops, way.deeds(false));
        let trip = self.travel(situation, index, stance, course, Manner::March, None);
        self.direction(&mut trial, &trip, &way);
        self.judge_passage(&mut trial, &trip);
        self.judge_allowance(&mut trial, &trip, course);
        self.judge_doubled_zone(&mut trial, situation, &trip, course);
        self.judge_table(&mut trial, &trip);
        let trial = trial.done();
        self.adopt(judge, &trial);
        for finding in trial.findings {
            judge.find(finding);
        }
    }

    /// What a trial leaned on, the ruling leans on.
    fn adopt(&self, judge: &mut Judge, trial: &Ruling) {
        for cell in &trial.cells {
            judge.lean_on(*cell);
        }
        for clause in &trial.clauses {
            judge.cite(*clause);
        }
        for reading in &trial.readings {
            self.answers.told(judge, reading.reading.as_str());
        }
    }

    /// What the roll gives.
    fn carry_out_fate(
        &self,
        judge: &mut Judge,
        situation: &Situation<'_>,
        order: &Order,
        fate: Fate,
        stand: Option<u32>,
    ) {
        let Some((_, unit)) = subject(situation.board, &order.subject) else {
            return;
        };
        let single = unit.bases.len() == 1;
        let word = match fate {
            Fate::X if single && !self.answers.asked(judge, Question::OneStandX) => STAYS,
            Fate::X if single => Fate::Yes.name(),
            Fate::Lose if single => {
                if self.answers.asked(judge, Question::OneStandLose) {
                    STAYS
                } else {
                    self.destroy(judge, situation.board, unit, "M24");
                    return;
                }
            }
            fate => fate.name(),
        };
        c::set(judge, &unit.id, c::FORCED_MARCH, Value::text(word));
        crate::travel::note_action(judge, unit, false);
        let rest = match word {
            "x" => stand.and_then(|stand| self.leave_behind(judge, situation.board, unit, stand)),
            "lose" => {
                stand.and_then(|stand| self.lose(judge, situation.board, unit, &[stand], "M24"))
            }
            STAYS => return,
            _ => Some(unit.clone()),
        };
        if let (Some(rest), Some(course)) = (rest, order.course()) {
            self.walk_on(judge, situation, &rest, word, course);
        }
    }

    /// Carries out the way ordered as far as the roll allows it, or tells that it does not.
    fn walk_on(
        &self,
        judge: &mut Judge,
        situation: &Situation<'_>,
        rest: &Unit,
        word: &str,
        course: &Course,
    ) {
        let Some(index) = situation.board.unit_index(rest.id.as_str()) else {
            return;
        };
        let Some(unit) = situation.board.units.get(index) else {
            return;
        };
        let way = Way::of(course, unit.pose);
        let mut stance = self.stance(self.troops(unit));
        if Fate::doubles(word)
            && let Some(factor) = self.constants.forced_factor.value
        {
            stance.factor = factor;
        }
        let mut trial = Judge::new(unit.id);
        let split = rest.bases.len() != unit.bases.len();
        if word == Fate::No.name() && self.answers.asked(judge, Question::ForcedMarchNo) {
            trial.refuse("forced-march-failed", "M22a");
        }
        let mut trip = self.travel(situation, index as u64, stance, course, Manner::March, None);
        self.judge_allowance(&mut trial, &trip, course);
        if split && (way.turns || way.faces > 0) {
            // Stands that turn without the one left behind go another way than all together.
            trial.refuse("course-not-walked", "M23a");
        }
        if split && way.moves {
            self.judge_split_gap(&mut trial, situation, unit, rest, word, &trip);
        }
        if Fate::doubles(word) {
            // That the way may be gone was judged before the roll; how near it leads is noted.
            self.judge_doubled_zone(&mut trial, situation, &trip, course);
        }
        let trial = trial.done();
        self.adopt(judge, &trial);
        if !trial.allowed() {
            judge.find(Finding::notes(
                Id::of("course-not-walked"),
                Id::of(clause_of_word(word)),
                unit.id,
            ));
            return;
        }
        for line in &trial.ledger {
            judge.enter(line.clone());
        }
        judge.account(trial.spent, trial.budget);
        for effect in trial.effects {
            judge.then(effect);
        }
        if split {
            self.carry_out_rest(judge, unit, rest, trip);
        } else {
            self.carry_out(judge, &mut trip, way.faces, way.moves);
        }
    }
}

/// Leaves it undetermined when the chart does not say what a face gives.
fn known(judge: &mut Judge, faces: &[Face]) {
    if let Some(face) = faces.iter().find(|face| face.fate.is_none()) {
        judge.lean_on(face.mention);
        judge.find(missing(
            "cell-missing",
            "M21",
            judge.subject(),
            face.mention.cell.as_str(),
        ));
    }
}

fn clause_of(fate: Fate) -> &'static str {
    match fate {
        Fate::No => "M22a",
        Fate::Yes => "M22b",
        Fate::X => "M23a",
        Fate::Lose => "M24",
    }
}

fn clause_of_word(word: &str) -> &'static str {
    match word {
        "no" => "M22a",
        "x" => "M23a",
        "lose" => "M24",
        _ => "M22b",
    }
}
