//! Written marches, carried out as the sub-phase of marching begins.
//!
//! Both sides march at the same time, and the text does not say who goes first. Here it matters to nobody
//! who wrote first: a march that another would bar goes before that other; where each would bar the other,
//! dice say who goes first, or nobody goes, by a reading. A march that is barred is tried again once others
//! have gone, and who would have the ground it wants waits for it; when no further one can go, those that are
//! left lapse.

use grognard_sdk::prelude::*;

use crate::acts;
use crate::ahead;
use crate::forecast;
use crate::gates::Given;
use crate::march::{self, Manner};
use crate::memory;
use crate::rules::BelleAlliance;
use crate::scene::Scene;
use crate::turns;
use crate::waiting::waiting;

/// The marches of a sub-phase, as far as they have come.
pub(crate) struct Marches<'a, 'g> {
    rules: &'a BelleAlliance,
    start: &'a Board,
    ground: &'a GroundRef<'g>,
    orders: &'a [Order],
    /// The board as those left it that have gone.
    now: Board,
    /// Those that have not gone, by unit.
    open: Vec<usize>,
    /// Whether it matters to each in which turn it goes.
    turned: Vec<bool>,
    /// What dice said of each so far.
    contests: Vec<Ruling>,
    rulings: Vec<Ruling>,
}

/// Rules on the orders due in the sub-phase of marching.
pub(crate) fn rule(
    rules: &BelleAlliance,
    start: &Board,
    ground: &GroundRef<'_>,
    orders: &[Order],
) -> Vec<Ruling> {
    let mut open: Vec<usize> = (0..orders.len()).collect();
    open.sort_by(|one, two| orders[*one].subject.cmp(&orders[*two].subject));
    let mut marches = Marches {
        rules,
        start,
        ground,
        orders,
        now: start.clone(),
        open,
        turned: vec![false; orders.len()],
        contests: vec![Ruling::default(); orders.len()],
        rulings: vec![Ruling::default(); orders.len()],
    };
    while marches.pass() {}
    marches.lapse();
    marches.rulings
}

impl Marches<'_, '_> {
    /// The board as those left it that have gone.
    pub(crate) fn now(&self) -> &Board {
        &self.now
    }

    /// Those that have not gone, by unit.
    pub(crate) fn open(&self) -> &[usize] {
        &self.open
    }

    /// Whose march it is.
    pub(crate) fn subject(&self, order: usize) -> &Id {
        &self.orders[order].subject
    }

    /// The ruling on an order on a board.
    pub(crate) fn tried(&self, order: usize, board: &Board) -> Ruling {
        let order = &self.orders[order];
        let scene = Scene {
            board,
            start: self.start,
            ground: self.ground,
            leaving: &[],
        };
        if order.kind == *kinds::MARCH {
            march::rule(self.rules, &scene, order, Manner::March, Given::Written)
        } else {
            // An act whose sub-phase has gone by.
            acts::plan(self.rules, &scene, order, Given::Written).done()
        }
    }

    /// Carries out what can be carried out now; false when that is nothing.
    fn pass(&mut self) -> bool {
        let ready: Vec<(usize, Ruling)> = self
            .open
            .iter()
            .map(|order| (*order, self.tried(*order, &self.now)))
            .filter(|(_, ruling)| ruling.allowed())
            .collect();
        let bars = self.bars(&ready);
        for (at, (order, _)) in ready.iter().enumerate() {
            self.turned[*order] |= (0..ready.len()).any(|other| bars[at][other] || bars[other][at]);
        }
        let waits = waiting(self, &ready, &bars);
        let stay = self.rules.readings.is("march-contest", "both-stay");
        let (mut gone, mut stayed) = (false, false);
        for group in turns::groups(&bars) {
            if group.iter().any(|at| waits[*at]) {
                continue;
            }
            let members: Vec<usize> = group.iter().map(|at| ready[*at].0).collect();
            if members.len() > 1 && stay {
                self.stay(&members);
                stayed = true;
            } else {
                gone |= self.go(&members);
            }
        }
        if gone {
            for order in &self.open {
                self.turned[*order] = true;
            }
        }
        gone || stayed
    }

    /// `bars[one][two]`: whether the first of the marches, once made, leaves no way for the second.
    fn bars(&self, ready: &[(usize, Ruling)]) -> Vec<Vec<bool>> {
        let near = |one: usize, two: usize| self.near(ready[one].0, ready[two].0);
        let of = |one: usize| {
            let mut after = self.now.clone();
            forecast::apply(&mut after, &ready[one].1.effects);
            (0..ready.len())
                .map(|two| {
                    one != two && near(one, two) && !self.tried(ready[two].0, &after).allowed()
                })
                .collect()
        };
        (0..ready.len()).map(of).collect()
    }

    /// Whether two marches may come to each other; when not, neither is in the other's way.
    pub(crate) fn near(&self, one: usize, two: usize) -> bool {
        let zone = &self.rules.tables.melee_zone;
        let zone = zone.millimetres(LengthUnit::Centimetre);
        let zone = zone.map_or(0.0, Ratio::to_f64);
        match (self.range(one), self.range(two)) {
            (Some((a, far_a)), Some((b, far_b))) => {
                (a.x - b.x).abs().max((a.y - b.y).abs()) <= far_a + far_b + zone
            }
            _ => false,
        }
    }

    /// Where a march begins, and no less than how far any part of the unit comes from there.
    fn range(&self, order: usize) -> Option<(Point, f64)> {
        let order = &self.orders[order];
        let unit = self.now.unit(order.subject.as_str())?;
        Some((unit.pose.at, ahead::range(unit, order.course()?)))
    }

    /// Lets marches go one after the other: where there are several dice say in which turn.
    fn go(&mut self, members: &[usize]) -> bool {
        let turn = if members.len() > 1 {
            self.roll(members)
        } else {
            members.to_vec()
        };
        let mut gone: Vec<usize> = Vec::new();
        for order in turn {
            let mut ruling = self.tried(order, &self.now);
            if ruling.allowed() {
                forecast::apply(&mut self.now, &ruling.effects);
                merge(&mut ruling, std::mem::take(&mut self.contests[order]));
                if self.turned[order] {
                    let subject = self.orders[order].subject;
                    let (slug, clause) = (Id::of("turn-assumed"), Id::of("1.1.1a"));
                    ruling.cite(clause);
                    ruling.find(Finding::notes(slug, clause, subject));
                }
                self.rulings[order] = ruling;
                self.open.retain(|other| *other != order);
                gone.push(order);
            } else if let Some(first) = gone.first() {
                // Who stands in the way has won; where nobody is named, who went first.
                let in_way = |other: &&usize| {
                    let mut findings = ruling.findings.iter();
                    findings.any(|finding| finding.other == self.orders[**other].subject)
                };
                let winner = *gone.iter().find(in_way).unwrap_or(first);
                self.lost(order, winner);
            }
        }
        !gone.is_empty()
    }

    /// The members in the turn that their dice give them; those that are level roll on.
    fn roll(&mut self, members: &[usize]) -> Vec<usize> {
        let dice = &self.rules.tables.contest;
        let mut totals: Vec<(Vec<u32>, usize)> =
            members.iter().map(|order| (Vec::new(), *order)).collect();
        // Dice that keep falling level are left at some point; the order of units then counts.
        for _ in 0..100 {
            let level: Vec<usize> = (0..totals.len())
                .filter(|one| {
                    (0..totals.len()).any(|two| *one != two && totals[*one].0 == totals[two].0)
                })
                .collect();
            if level.is_empty() {
                break;
            }
            for place in level {
                let order = totals[place].1;
                let mut judge = Judge::new(self.orders[order].subject);
                judge.lean(&dice.cell);
                judge.read(&self.rules.readings, "march-contest");
                let purpose = Id::of("contested-way");
                let faces = judge.roll(
                    self.ground,
                    dice.count,
                    dice.sides,
                    purpose,
                    Id::of("1.1.1a"),
                );
                let total = faces.map_or(0, |faces| faces.iter().sum::<u32>());
                judge.outcome(Id::from(total.to_string()));
                totals[place].0.push(total);
                merge(&mut self.contests[order], judge.done());
            }
        }
        totals.sort_by(|(one, _), (two, _)| two.cmp(one));
        totals.into_iter().map(|(_, order)| order).collect()
    }

    /// Notes that dice let another go first, and that nothing was left for this one.
    fn lost(&mut self, order: usize, winner: usize) {
        let total = |order: usize| {
            let ruling = if self.contests[order].rolls.is_empty() {
                &self.rulings[order]
            } else {
                &self.contests[order]
            };
            let roll = ruling.rolls.last();
            let total = roll.map_or(0, |roll| roll.faces.iter().sum::<u32>());
            Amount::exact(Ratio::int(i64::from(total)))
        };
        let finding = Finding::notes(
            Id::of("march-contested"),
            Id::of("1.1.1a"),
            self.orders[order].subject,
        )
        .about(self.orders[winner].subject)
        .measured(Measure::Count, total(winner), total(order));
        self.contests[order].cite(Id::of("1.1.1a"));
        self.contests[order].find(finding);
    }

    /// Lets marches that bar each other lapse, all of them.
    fn stay(&mut self, members: &[usize]) {
        for order in members {
            let mut judge = Judge::new(self.orders[*order].subject);
            judge.read(&self.rules.readings, "march-contest");
            for other in members.iter().filter(|other| *other != order) {
                let finding = Finding::refuses(
                    Id::of("way-disputed"),
                    Id::of("1.1.1a"),
                    self.orders[*order].subject,
                );
                judge.find(finding.about(self.orders[*other].subject));
            }
            self.rulings[*order] = self.lapsed(*order, judge.done());
            self.open.retain(|open| open != order);
        }
    }

    /// Lets the marches that nothing has cleared the way for lapse.
    fn lapse(&mut self) {
        for order in std::mem::take(&mut self.open) {
            let mut ruling = self.tried(order, &self.now);
            merge(&mut ruling, std::mem::take(&mut self.contests[order]));
            self.rulings[order] = self.lapsed(order, ruling);
        }
    }

    /// A refused march lapses; the gait that was written for it stays.
    fn lapsed(&self, order: usize, mut ruling: Ruling) -> Ruling {
        let order = &self.orders[order];
        if let Some(unit) = self.now.unit(order.subject.as_str())
            && order.kind == *kinds::MARCH
        {
            let gait = march::written_gait(&self.now, unit, order);
            let finding = Finding::notes(Id::of("march-lapsed"), Id::of("T1"), order.subject);
            ruling.find(finding.with(Id::of("gait"), Value::text(gait.name())));
            ruling.then(memory::gait(&unit.id, gait));
        }
        ruling
    }
}

/// Adds what one ruling found, rolled and leaned on to another.
fn merge(ruling: &mut Ruling, more: Ruling) {
    for finding in more.findings {
        ruling.find(finding);
    }
    for clause in more.clauses {
        ruling.cite(clause);
    }
    ruling.rolls.extend(more.rolls);
    let new = more.cells.into_iter();
    let cells = new.filter(|cell| !ruling.cells.contains(cell));
    let cells: Vec<CellUse> = cells.collect();
    ruling.cells.extend(cells);
    let new = more.readings.into_iter();
    let readings = new.filter(|reading| !ruling.readings.contains(reading));
    let readings: Vec<ReadingUse> = readings.collect();
    ruling.readings.extend(readings);
}
