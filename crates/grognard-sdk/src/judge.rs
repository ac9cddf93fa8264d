use grognard_core::{
    Amount, CellUse, Course, Effect, Finding, GroundRef, Id, LedgerLine, MotionLaw, RNone, RSome,
    RVec, Ratio, ReadingUse, Roll, RollSource, Ruling, Step, Survey, Verdict,
};

use crate::{ChartCell, Readings};

/// As many clauses and cells as most rulings have at most: room made once in place of growing twice.
const MANY: usize = 8;
/// As many readings as most moves lean on.
const READINGS: usize = 4;
/// As many effects as an allowed move usually has: its place, its legs, what is remembered of it.
const EFFECTS: usize = 5;

/// Builds a ruling, and keeps account of the clauses, cells and readings it leaned on.
#[derive(Debug)]
pub struct Judge {
    subject: Id,
    ruling: Ruling,
}

impl Judge {
    /// Begins a ruling about `subject`.
    pub fn new(subject: Id) -> Self {
        Self {
            subject,
            ruling: Ruling {
                clauses: RVec::with_capacity(MANY),
                ..Ruling::default()
            },
        }
    }

    /// Whom the ruling is about.
    pub fn subject(&self) -> Id {
        self.subject
    }

    /// The ruling so far.
    pub fn so_far(&self) -> &Ruling {
        &self.ruling
    }

    /// Notes a clause as consulted.
    pub fn cite(&mut self, clause: Id) {
        self.ruling.cite(clause);
    }

    /// Adds a finding; its clause counts as consulted.
    pub fn find(&mut self, finding: Finding) {
        if !finding.clause.is_empty() {
            self.ruling.cite(finding.clause);
        }
        self.ruling.find(finding);
    }

    /// Refuses, with a slug and a clause and no numbers.
    #[cold]
    pub fn refuse(&mut self, slug: &'static str, clause: &'static str) {
        self.find(Finding::refuses(
            Id::of(slug),
            Id::of(clause),
            self.subject(),
        ));
    }

    /// Leaves it undetermined, with a slug and a clause.
    #[cold]
    pub fn doubt(&mut self, slug: &'static str, clause: &'static str) {
        self.find(Finding::unsettles(
            Id::of(slug),
            Id::of(clause),
            self.subject(),
        ));
    }

    /// Tells the players something.
    pub fn note(&mut self, slug: &'static str, clause: &'static str) {
        self.find(Finding::notes(Id::of(slug), Id::of(clause), self.subject()));
    }

    /// Leans on a chart cell.
    pub fn lean(&mut self, cell: &ChartCell) {
        self.lean_on(cell.mention());
    }

    /// Leans on a chart cell already mentioned elsewhere.
    pub fn lean_on(&mut self, cell: CellUse) {
        let cells = &mut self.ruling.cells;
        if cells.is_empty() {
            *cells = RVec::with_capacity(MANY);
        }
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }

    /// The value of a reading; notes that the ruling leaned on it.
    pub fn read<'a>(&mut self, readings: &'a Readings, id: &str) -> &'a str {
        let Some(mention) = readings.mention(id) else {
            return "";
        };
        self.lean_on_reading(mention);
        mention.value.as_str()
    }

    /// Leans on a reading already looked up.
    pub fn lean_on_reading(&mut self, mention: ReadingUse) {
        let known = &mut self.ruling.readings;
        if known.is_empty() {
            *known = RVec::with_capacity(READINGS);
        }
        if !known.contains(&mention) {
            known.push(mention);
        }
    }

    /// Enters a line in the ledger that is no distance.
    pub fn pay(&mut self, item: Id, clause: Id, share: Ratio, cell: Id) {
        self.ruling.ledger.push(LedgerLine {
            item,
            clause,
            place: Id::default(),
            distance: RNone,
            rate: RNone,
            share: Amount::exact(share),
            cell,
        });
    }

    /// Enters a ledger line as it is.
    pub fn enter(&mut self, line: LedgerLine) {
        self.ruling.ledger.push(line);
    }

    /// Enters the legs and tolls of a survey, and the budget and what is spent. `clause` is the one
    /// that charges distance; each leg names its chart cell.
    pub fn pay_survey(&mut self, course: &Course, law: &MotionLaw, survey: &Survey, clause: Id) {
        let lines = survey.legs.len() + survey.tolls.len();
        // Making a list with room is cheaper than giving room to one.
        if self.ruling.ledger.is_empty() {
            self.ruling.ledger = RVec::with_capacity(lines);
        } else {
            self.ruling.ledger.reserve(lines);
        }
        for leg in &survey.legs {
            // Of a turn, the way of the point that pays; so that distance over rate is the share.
            let distance = if leg.arcs.is_empty() {
                leg.farthest
            } else {
                leg.share.times(leg.per_move)
            };
            self.ruling.ledger.push(LedgerLine {
                item: Id::of(step_name(course, leg.step)),
                clause,
                place: leg.terrain,
                distance: RSome(distance),
                rate: RSome(leg.per_move),
                share: leg.share,
                cell: leg.cell,
            });
        }
        for paid in &survey.tolls {
            if let Some(toll) = law.tolls.get(paid.toll as usize) {
                self.ruling.ledger.push(LedgerLine {
                    item: Id::of(step_name(course, paid.step)),
                    clause: toll.clause,
                    place: Id::default(),
                    distance: RNone,
                    rate: RNone,
                    share: Amount::exact(paid.share),
                    cell: toll.cell,
                });
            }
        }
        self.account(survey.total, Amount::exact(law.budget));
    }

    /// States what is spent once the order is done, and what there was to spend.
    pub fn account(&mut self, spent: Amount, budget: Amount) {
        self.ruling.spent = spent;
        self.ruling.budget = budget;
    }

    /// Rolls `count` dice of `sides` faces. `None` when the ruling is only asked for and the dice are
    /// not known; the ruling then shows the roll as pending and should be finished as it stands.
    pub fn roll(
        &mut self,
        ground: &GroundRef<'_>,
        count: u32,
        sides: u32,
        purpose: Id,
        clause: Id,
    ) -> Option<Vec<u32>> {
        let mut faces = Vec::with_capacity(count as usize);
        for _ in 0..count {
            match ground.roll(sides) {
                RSome(face) => faces.push(face),
                RNone => break,
            }
        }
        let known = faces.len() == count as usize;
        self.ruling.cite(clause);
        self.ruling.rolls.push(Roll {
            purpose,
            clause,
            subject: self.subject(),
            sides,
            faces: if known {
                faces.iter().copied().collect()
            } else {
                RVec::new()
            },
            count,
            source: if known {
                RollSource::Seeded
            } else {
                RollSource::Pending
            },
            outcome: Id::default(),
        });
        known.then_some(faces)
    }

    /// Names what the last roll gave.
    pub fn outcome(&mut self, outcome: Id) {
        if let Some(roll) = self.ruling.rolls.last_mut() {
            roll.outcome = outcome;
        }
    }

    /// Adds an effect.
    pub fn then(&mut self, effect: Effect) {
        let effects = &mut self.ruling.effects;
        if effects.is_empty() {
            *effects = RVec::with_capacity(EFFECTS);
        }
        effects.push(effect);
    }

    /// Whether nothing speaks against it so far.
    pub fn allowed(&self) -> bool {
        self.ruling.allowed()
    }

    /// The ruling. Only an allowed one whose dice are known keeps its effects.
    pub fn done(mut self) -> Ruling {
        if self.ruling.verdict != Verdict::Allowed || self.ruling.pending() {
            self.ruling.effects.clear();
        }
        self.ruling
    }
}

/// What a step is called in a ledger.
fn step_name(course: &Course, step: u32) -> &'static str {
    match course.steps.get(step as usize) {
        Some(Step::Advance { .. }) => "advance",
        Some(Step::Retire { .. }) => "retire",
        Some(Step::Sidestep { .. }) => "sidestep",
        Some(Step::Oblique { .. }) => "oblique",
        Some(Step::Wheel { .. }) => "wheel",
        Some(Step::Pivot { .. }) => "pivot",
        Some(Step::AboutFace) => "about-face",
        Some(Step::To { .. }) => "to",
        None => "move",
    }
}
