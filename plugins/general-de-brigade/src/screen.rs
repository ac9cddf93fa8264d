//! The skirmish screen of a brigade: bases sent forward, reinforced and taken back (S2-12). The source
//! gives costs alone; that the screen stands before its unit is assumed.

use grognard_sdk::prelude::*;

use crate::GeneralDeBrigade;
use crate::budget::Budget;
use crate::cell::Num;
use crate::notes::silent;
use crate::troops::{Arm, Form};
use crate::words::{clear, set, spend};

impl GeneralDeBrigade {
    /// The ruling on deploying, recalling or reinforcing a screen.
    pub(crate) fn rule_screen(&self, situation: &Situation<'_>, order: &Order) -> Ruling {
        let mut judge = Judge::new(order.subject);
        let Some((index, unit)) = self.found(situation, order) else {
            return Ruling::default();
        };
        let budget = self.budget(unit);
        if Arm::of(unit) != Arm::Infantry {
            judge.refuse("not-infantry", "S2-12");
        }
        if !judge.allowed() || !self.may_step(unit, budget, &mut judge) {
            return judge.done();
        }
        silent(&mut judge, &unit.id, "silent-on-screens");
        let out = unit
            .conditions
            .text("screen")
            .and_then(|id| situation.board.unit(id));
        let wanted = order.args.int("bases").unwrap_or(0);
        match (order.kind.as_str(), out) {
            ("deploy-screen", None) => {
                self.deploy(situation, (index, unit), budget, wanted, &mut judge);
            }
            ("deploy-screen", Some(_)) => judge.refuse("screen-out", "S2-12"),
            (_, None) => judge.refuse("no-screen", "S2-12"),
            ("reinforce-screen", Some(screen)) => {
                self.reinforce(situation, unit, screen, budget, wanted, &mut judge);
            }
            (_, Some(screen)) => self.recall(situation, (index, unit), screen, budget, &mut judge),
        }
        crate::notes::done(judge)
    }

    fn pay_screen(
        &self,
        unit: &Unit,
        budget: Budget,
        num: &Num,
        item: &'static str,
        judge: &mut Judge,
    ) -> bool {
        let Some(cost) = self.known(unit, num, Id::of(item), "S2-12", judge) else {
            return false;
        };
        judge.then(spend(unit, cost.share));
        self.charge_share(unit, budget, &cost, judge)
    }

    /// The bases that go and those that stay; refuses to send all or none.
    fn part_bases(
        &self,
        unit: &Unit,
        wanted: i64,
        judge: &mut Judge,
    ) -> Option<(RVec<Base>, RVec<Base>)> {
        let most = unit.bases.len() as i64 - 1;
        if wanted < 1 || wanted > most {
            judge.find(
                Finding::refuses(Id::of("too-many-bases"), Id::of("S2-12"), unit.id).measured(
                    Measure::Count,
                    Amount::exact(Ratio::int(wanted)),
                    Amount::exact(Ratio::int(most)),
                ),
            );
            return None;
        }
        let stay = unit.bases.len() - wanted as usize;
        let gone = unit.bases.iter().skip(stay).cloned().collect();
        Some((gone, unit.bases.iter().take(stay).cloned().collect()))
    }

    fn deploy(
        &self,
        situation: &Situation<'_>,
        (index, unit): (usize, &Unit),
        budget: Budget,
        wanted: i64,
        judge: &mut Judge,
    ) {
        let fits = self.pay_screen(unit, budget, &self.numbers.screen, "deploy-screen", judge);
        let Some((gone, stay)) = self.part_bases(unit, wanted, judge) else {
            return;
        };
        self.lean_on_ground(unit, judge);
        self.lean_on_layout(unit, Form::Skirmish, judge);
        let mut screen = self.with_bases(unit, gone, Form::Skirmish, unit.pose);
        screen.id = Id::from(format!("{}/screen", unit.id));
        let depth = screen.bases.first().map_or(0.0, |base| base.rect.depth);
        let ahead = unit.pose.offset(0.0, depth, 0.0);
        screen = self.with_bases(&screen, screen.bases.clone(), Form::Skirmish, ahead);
        screen.conditions = RVec::new();
        let of = Value::text(unit.id.as_str());
        screen.conditions.push(Field {
            name: Id::of("screen-of"),
            value: of,
        });
        screen.track = RVec::new();
        if !self.free(situation, index, &screen) {
            judge.refuse("no-room", "S2-27");
        }
        if !fits || !judge.allowed() {
            return;
        }
        // What the parent pays, its screen has paid too: it goes no farther this phase.
        let spent = Value::Number(budget.share);
        screen.conditions.push(Field {
            name: Id::of("spent"),
            value: spent,
        });
        judge.then(set(&unit.id, "screen", Value::text(screen.id.as_str())));
        self.shrink(unit, stay, judge);
        judge.then(Effect::AddUnit {
            unit: RBox::new(screen),
        });
    }

    fn reinforce(
        &self,
        situation: &Situation<'_>,
        unit: &Unit,
        screen: &Unit,
        budget: Budget,
        wanted: i64,
        judge: &mut Judge,
    ) {
        let num = &self.numbers.screen_reinforce;
        let fits = self.pay_screen(unit, budget, num, "reinforce-screen", judge);
        let Some((gone, stay)) = self.part_bases(unit, wanted, judge) else {
            return;
        };
        self.lean_on_ground(screen, judge);
        let mut bases = screen.bases.clone();
        bases.extend(gone);
        let grown = self.with_bases(screen, bases, Form::Skirmish, screen.pose);
        let at = situation
            .board
            .unit_index(screen.id.as_str())
            .unwrap_or(usize::MAX);
        if !self.free(situation, at, &grown) {
            judge.refuse("no-room", "S2-27");
        }
        if fits && judge.allowed() {
            self.shrink(unit, stay, judge);
            judge.then(Effect::SetBases {
                unit: screen.id,
                bases: grown.bases,
            });
        }
    }

    fn recall(
        &self,
        situation: &Situation<'_>,
        (index, unit): (usize, &Unit),
        screen: &Unit,
        budget: Budget,
        judge: &mut Judge,
    ) {
        let fits = self.pay_screen(unit, budget, &self.numbers.screen, "recall-screen", judge);
        self.lean_on_ground(unit, judge);
        let mut bases = unit.bases.clone();
        bases.extend(screen.bases.iter().cloned());
        let grown = self.with_bases(unit, bases, Form::of(unit), unit.pose);
        let rects: Vec<Rect> = grown.bases.iter().map(|base| base.rect).collect();
        let at = situation
            .board
            .unit_index(screen.id.as_str())
            .unwrap_or(index);
        let found = situation.ground.room(
            RSlice::from_slice(&rects),
            RSlice::from_slice(&[index as u64, at as u64]),
            RSlice::from_slice(&[Id::of("water")]),
        );
        if !found.is_empty() {
            judge.refuse("no-room", "S2-27");
        }
        if fits && judge.allowed() {
            judge.then(clear(&unit.id, "screen"));
            judge.then(Effect::RemoveUnit { unit: screen.id });
            judge.then(Effect::SetBases {
                unit: unit.id,
                bases: grown.bases,
            });
        }
    }

    /// The unit with other bases, laid out in a formation.
    fn with_bases(&self, unit: &Unit, bases: RVec<Base>, form: Form, pose: Pose) -> Unit {
        let mut made = unit.clone();
        made.bases = bases;
        made.formation = form.id();
        made.pose = pose;
        let places = self.places(&made, form).poses(pose);
        for (base, place) in made.bases.iter_mut().zip(places) {
            base.rect.pose = place;
        }
        made
    }

    fn shrink(&self, unit: &Unit, stay: RVec<Base>, judge: &mut Judge) {
        let made = self.with_bases(unit, stay, Form::of(unit), unit.pose);
        judge.then(Effect::SetBases {
            unit: unit.id,
            bases: made.bases,
        });
    }

    fn free(&self, situation: &Situation<'_>, index: usize, unit: &Unit) -> bool {
        let bases: Vec<Pose> = unit.bases.iter().map(|base| base.rect.pose).collect();
        self.obstructed(situation, index, unit, &bases).is_none()
    }
}
