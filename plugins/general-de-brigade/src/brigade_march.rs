//! Tactical marches: one order moves a whole brigade (S3-13 to S3-22).

use grognard_sdk::prelude::*;

use crate::GeneralDeBrigade;
use crate::law::Pace;
use crate::legs::{Leg, Mover};
use crate::march::Walk;
use crate::notes::silent;
use crate::readings::{Mix, Partial};
use crate::troops::Form;
use crate::words::flag;

/// Orders under which a brigade marches.
const ORDERS: [&str; 3] = ["attack", "support", "move"];

impl GeneralDeBrigade {
    /// The ruling on a tactical march. What a to d of the march law find refuses the brigade; a unit
    /// that fails its own leg stays where it is, and the others go on.
    pub(crate) fn rule_tactical(&self, situation: &Situation<'_>, order: &Order) -> Ruling {
        let mut judge = Judge::new(order.subject);
        let Some(brigade) = situation.board.brigade(order.subject.as_str()) else {
            return Ruling::default();
        };
        for clause in [
            "S3-13", "S3-14", "S3-15", "S3-16", "S3-20", "S3-21", "S3-22", "S2-1",
        ] {
            judge.cite(Id::of(clause));
        }
        self.check_order(brigade, &mut judge);
        self.permitted(situation, brigade, &mut judge);
        let legs = self.read_legs(situation, brigade, order, &mut judge);
        self.check_whole(situation, brigade, &legs, &mut judge);
        for leg in &legs {
            self.check_leg(situation, leg, &mut judge);
        }
        if !judge.allowed() {
            return crate::notes::done(judge);
        }
        self.carry_out(situation, &legs, &mut judge);
        if judge.allowed() {
            judge.then(flag(&brigade.id, "brigade-marched"));
        }
        crate::notes::done(judge)
    }

    fn check_order(&self, brigade: &Brigade, judge: &mut Judge) {
        let now = brigade.conditions.text("brigade-order");
        let order = now
            .or_else(|| brigade.attributes.text("order"))
            .unwrap_or("");
        if !ORDERS.iter().any(|known| order.eq_ignore_ascii_case(known)) {
            judge.find(
                Finding::refuses(Id::of("march-order"), Id::of("S3-15"), brigade.id)
                    .with(Id::of("order"), Value::text(order)),
            );
        }
    }

    /// Whether one more brigade of the side may march this turn (S3-22 to S3-24).
    fn permitted(&self, situation: &Situation<'_>, brigade: &Brigade, judge: &mut Judge) {
        let board = situation.board;
        judge.read(&self.readings, "march-allowance");
        if brigade.conditions.has("march-permitted") {
            return;
        }
        if brigade.conditions.has("initiative-passed") {
            judge.cite(Id::of("S3-23"));
            judge.cite(Id::of("S3-24"));
            return;
        }
        let by_commander = board
            .commanders
            .iter()
            .filter(|it| it.side == brigade.side)
            .filter_map(|it| it.attributes.int("marches"))
            .max();
        let allowance = match self.set.march_allowance {
            Some(number) => i64::from(number),
            None => match by_commander {
                Some(number) => number,
                None => {
                    silent(judge, &brigade.id, "silent-on-permission");
                    return;
                }
            },
        };
        let marched = board.brigades.iter().filter(|other| {
            other.side == brigade.side
                && other.id != brigade.id
                && other.conditions.has("brigade-marched")
                && !other.conditions.has("initiative-passed")
        });
        let needed = marched.count() as i64 + 1;
        if needed > allowance {
            judge.find(
                Finding::refuses(Id::of("march-permission"), Id::of("S3-22"), brigade.id).measured(
                    Measure::Count,
                    Amount::exact(Ratio::int(needed)),
                    Amount::exact(Ratio::int(allowance)),
                ),
            );
        }
    }

    /// Every unit of the brigade has its part.
    fn check_whole(
        &self,
        situation: &Situation<'_>,
        brigade: &Brigade,
        legs: &[Leg<'_>],
        judge: &mut Judge,
    ) {
        for unit in &situation.board.units {
            let belongs = matches!(&unit.brigade, RSome(id) if *id == brigade.id);
            let listed = legs.iter().any(|leg| leg.mover.id() == &unit.id);
            if belongs && !listed {
                judge.find(Finding::refuses(
                    Id::of("march-not-whole"),
                    Id::of("S3-14"),
                    unit.id,
                ));
            }
        }
    }

    /// Whether a unit may have such a part: march formation for a march, nearness to the enemy for a
    /// normal move.
    fn check_leg(&self, situation: &Situation<'_>, leg: &Leg<'_>, judge: &mut Judge) {
        let Mover::Unit { index, unit } = leg.mover else {
            return;
        };
        let form = Form::of(unit);
        let mut refuse = |slug: &'static str, clause: &'static str| {
            let finding = Finding::refuses(Id::of(slug), Id::of(clause), unit.id);
            judge.find(finding.about(unit.formation));
        };
        if leg.march {
            if !form.marches() {
                refuse("march-formation", "S3-16");
            }
            let stepped = !unit.track.is_empty() || unit.is("spent");
            if self.set.mix == Mix::Forbidden && stepped {
                judge.read(&self.readings, "march-mix");
                judge.refuse("march-mixed", "S3-20");
            }
            return;
        }
        let allowed = match self.set.partial {
            Partial::Any => true,
            Partial::Nobody => false,
            Partial::Near => self.near_enemy(situation, index, unit),
        };
        if !allowed && !form.marches() {
            refuse("march-formation", "S3-16");
        } else if !allowed {
            refuse("march-not-whole", "S3-21");
        }
        judge.read(&self.readings, "partial-march");
    }

    /// Whether a unit stands as near an enemy as a march stops.
    pub(crate) fn near_enemy(&self, situation: &Situation<'_>, index: usize, unit: &Unit) -> bool {
        let radius = self.numbers.march.stop.or_zero().to_f64() + situation.ground.tolerance();
        let board = situation.board;
        situation
            .ground
            .near(index as u64, radius)
            .iter()
            .any(|near| {
                let other = board.units.get(near.unit as usize);
                other.is_some_and(|other| board.hostile(&unit.side, &other.side))
            })
    }

    /// Moves every unit that can make its leg. A unit whose way is barred by friends of the march is
    /// looked at again once they have moved off, so the order of the list does not matter. When nobody
    /// can make his leg, there is no march.
    fn carry_out(&self, situation: &Situation<'_>, legs: &[Leg<'_>], judge: &mut Judge) {
        let mut waiting: Vec<&Leg<'_>> = legs.iter().collect();
        let mut gone: Vec<u64> = Vec::new();
        let mut taken: Vec<Rect> = Vec::new();
        let mut ruled: Vec<(&Leg<'_>, Ruling)> = Vec::new();
        while !waiting.is_empty() {
            let before = waiting.len();
            let mut barred = Vec::new();
            for leg in waiting {
                let (ruling, ground) = self.try_leg(situation, leg, &gone, &taken);
                if ruling.allowed() {
                    taken.extend(ground);
                    if let Mover::Unit { index, .. } = leg.mover {
                        gone.push(index as u64);
                    }
                } else if ruling.has("friends-in-the-way") {
                    barred.push((leg, ruling));
                    continue;
                }
                ruled.push((leg, ruling));
            }
            if barred.len() == before {
                ruled.append(&mut barred);
            }
            waiting = barred.into_iter().map(|(leg, _)| leg).collect();
        }
        let anybody = ruled.iter().any(|(_, ruling)| ruling.allowed());
        for (leg, ruling) in ruled {
            merge(judge, &self.readings, leg, ruling, anybody);
        }
    }

    /// The ruling on one leg, and the ground the unit would cover.
    fn try_leg(
        &self,
        situation: &Situation<'_>,
        leg: &Leg<'_>,
        gone: &[u64],
        taken: &[Rect],
    ) -> (Ruling, Vec<Rect>) {
        let mut judge = Judge::new(*leg.mover.id());
        match leg.mover {
            Mover::Commander { commander, to } => {
                let rate = (&self.numbers.march.general, "S3-18");
                self.ride(situation, commander, to, rate, &mut judge);
                (judge.done(), Vec::new())
            }
            Mover::Unit { index, unit } => {
                let pace = if leg.march { Pace::March } else { Pace::Normal };
                let course = &leg.course;
                let walk = Walk {
                    situation,
                    index,
                    unit,
                    course,
                    pace,
                    ignored: gone,
                };
                let mut ground = Vec::new();
                if self.may_walk(&walk, &mut judge) {
                    if leg.march {
                        self.check_stop(&walk, &mut judge);
                    }
                    if let Some(survey) = self.walk(&walk, &mut judge) {
                        ground = crate::zone::rects(unit, &survey.bases);
                        self.check_taken(situation, unit, &ground, taken, &mut judge);
                    }
                    if leg.march {
                        judge.then(flag(&unit.id, "marched"));
                    }
                }
                (judge.done(), ground)
            }
        }
    }

    /// Two units of the march do not end on the same ground.
    fn check_taken(
        &self,
        situation: &Situation<'_>,
        unit: &Unit,
        ground: &[Rect],
        taken: &[Rect],
        judge: &mut Judge,
    ) {
        // Shrunk by the tolerance on every side: touching is no overlap.
        let margin = 2.0 * situation.ground.tolerance();
        let body: Vec<Rect> = ground
            .iter()
            .map(|rect| {
                Rect::new(
                    rect.pose,
                    (rect.width - margin).max(0.0),
                    (rect.depth - margin).max(0.0),
                )
            })
            .collect();
        let (body, taken) = (RSlice::from_slice(&body), RSlice::from_slice(taken));
        if !taken.is_empty() && situation.ground.gap_between(body, taken) <= 0.0 {
            judge.find(Finding::refuses(
                Id::of("friends-in-the-way"),
                Id::default(),
                unit.id,
            ));
        }
    }
}

/// Takes the ruling on one leg into the brigade's: effects and costs when it is made. Else its reasons
/// are notes, when `anybody` of the brigade marches, or refuse the march.
fn merge(judge: &mut Judge, readings: &Readings, leg: &Leg<'_>, ruling: Ruling, anybody: bool) {
    let made = ruling.allowed();
    for clause in ruling.clauses {
        judge.cite(clause);
    }
    for cell in ruling.cells {
        judge.lean_on(cell);
    }
    for reading in &ruling.readings {
        judge.read(readings, reading.reading.as_str());
    }
    for finding in ruling.findings {
        let weight = if anybody {
            Weight::Notes
        } else {
            finding.weight
        };
        judge.find(Finding { weight, ..finding });
    }
    if !made && anybody {
        judge.find(Finding::notes(
            Id::of("march-blocked"),
            Id::of("S3-19"),
            *leg.mover.id(),
        ));
        return;
    }
    let spent = judge.so_far().spent + ruling.spent;
    // What each has of its own adds up, as the lines do.
    judge.account(spent, judge.so_far().budget + ruling.budget);
    for line in ruling.ledger {
        let place = if line.place.is_empty() {
            *leg.mover.id()
        } else {
            line.place
        };
        judge.enter(LedgerLine { place, ..line });
    }
    for effect in ruling.effects {
        judge.then(effect);
    }
}
