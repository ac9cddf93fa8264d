//! The ruleset's face to the engine.

use grognard_sdk::prelude::*;

use crate::acts;
use crate::bound;
use crate::data::BUNDLE;
use crate::enlist;
use crate::fire;
use crate::forced;
use crate::foresight;
use crate::gates::Given;
use crate::march::{self, Manner};
use crate::pace::Pace;
use crate::plain::plain;
use crate::resolve;
use crate::rules::{BelleAlliance, Phases};
use crate::scene::Scene;
use crate::troop::Gait;
use crate::written;

impl Ruleset for BelleAlliance {
    fn document() -> Result<Document, Fault> {
        BUNDLE.document().cloned()
    }

    fn open(book: &Rulebook) -> Result<Self, Fault> {
        Self::read(BUNDLE.document()?, book)
    }

    fn enlist(&self, draft: Unit) -> Result<Unit, Fault> {
        enlist::enlist(self, draft)
    }

    fn layout(&self, unit: &Unit, formation: &Id) -> Result<Layout, Fault> {
        enlist::layout(self, unit, formation)
    }

    fn motion(
        &self,
        situation: &Situation<'_>,
        unit: &Unit,
        manner: &Id,
    ) -> Result<MotionLaw, Fault> {
        let scene = Scene::now(situation);
        if written::blind(self, &scene) {
            return Err(Fault::not_possible(
                "nothing is measured before orders are written (measured-early, 1.1.1d); end the \
                 phase, ask for the phase movement/march, or let the umpire mark 'umpire-measures'",
            ));
        }
        let fixed = || march::fixed_gait(situation.board, unit);
        let gait = match manner.as_str() {
            "march" => fixed().unwrap_or(Gait::Normal),
            "attack" => fixed().unwrap_or(Gait::Charge),
            "follow-up" => Gait::Normal,
            "forced-move" => Gait::Forced,
            _ => {
                return Err(Fault::not_possible(format!(
                    "'{manner}' is no way of moving"
                )));
            }
        };
        let in_movement = !matches!(manner.as_str(), "follow-up" | "forced-move");
        let mut law = Pace::of(self, unit, gait, in_movement).law(self, unit, &Heading::ALL);
        if !in_movement {
            law.prior.clear();
        }
        if *manner == *kinds::MARCH {
            law.plain = RSome(plain(self, situation, unit));
        }
        Ok(law)
    }

    fn rule(&self, situation: &Situation<'_>, order: &Order) -> Ruling {
        let scene = Scene::now(situation);
        let kind = order.kind.as_str();
        if kind == "forced-move" {
            return match written::too_early(self, &scene, order) {
                Some(refused) => refused,
                None => forced::rule(self, &scene, order),
            };
        }
        if situation.board.clock.phase == *Phases::WRITE {
            return written::rule(self, &scene, order);
        }
        match kind {
            "march" => march::rule(self, &scene, order, Manner::March, Given::Direct),
            "attack" => march::rule(self, &scene, order, Manner::Attack, Given::Direct),
            "follow-up" => march::rule(self, &scene, order, Manner::FollowUp, Given::Direct),
            "fire" => fire::rule(&scene, order),
            "announce-attack" => fire::announce(self, &scene, order),
            "gait" => {
                let mut judge = Judge::new(order.subject);
                crate::gates::in_time(self, situation.board, &mut judge, Phases::WRITE);
                judge.done()
            }
            _ => acts::plan(self, &scene, order, Given::Direct).done(),
        }
    }

    fn moment(&self, situation: &Situation<'_>, moment: Moment) -> Ruling {
        bound::moment(self, &Scene::now(situation), moment)
    }

    fn foresee(&self, situation: &Situation<'_>, order: &Order) -> Vec<Effect> {
        foresight::effects(self, situation, order)
    }

    fn resolve(&self, situation: &Situation<'_>, orders: &[Order]) -> Vec<Ruling> {
        resolve::rule(self, situation, orders)
    }
}
