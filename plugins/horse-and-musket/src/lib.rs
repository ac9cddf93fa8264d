//! Horse & Musket: the movement section of a stand-based set of rules, as a grognard ruleset.
//!
//! The words of the game are in `manifest.toml`, its clauses in `clauses.toml`, the open questions of
//! its text in `readings.toml`, every number in `charts/`. The modules carry one idea each; every
//! clause names the ones that carry it.

use grognard_sdk::prelude::*;

mod battery;
mod change;
mod charge;
mod charts;
mod combine;
mod command;
mod conditions;
mod enlist;
mod fate;
mod forced_march;
mod forced_move;
mod formations;
mod gates;
mod law;
mod losses;
mod march;
mod measure;
mod merge;
mod models;
mod mounts;
mod passing;
mod past;
mod plain;
mod questions;
mod rates;
mod rejoin;
mod roles;
mod sight;
mod stand;
mod stands;
mod straggler;
mod travel;
mod troops;
mod turns;
mod way;
mod woods;
mod zone;

#[cfg(test)]
mod tests;

use charts::{Constants, Morale};
use fate::Fates;
use law::Manner;
use models::Models;
use questions::Answers;
use rates::Rates;

static BUNDLE: Bundle = Bundle::new(FILES);

const FILES: Files = Files {
    manifest: include_str!("../manifest.toml"),
    findings: include_str!("../findings.toml"),
    clauses: include_str!("../clauses.toml"),
    readings: include_str!("../readings.toml"),
    charts: &[
        ("charts/rates.toml", include_str!("../charts/rates.toml")),
        (
            "charts/forced-march.toml",
            include_str!("../charts/forced-march.toml"),
        ),
        ("charts/morale.toml", include_str!("../charts/morale.toml")),
        (
            "charts/constants.toml",
            include_str!("../charts/constants.toml"),
        ),
        ("charts/stands.toml", include_str!("../charts/stands.toml")),
    ],
    languages: &[],
};

/// The ruleset, with the charts and readings of one game.
#[derive(Debug)]
pub struct HorseAndMusket {
    pub(crate) answers: Answers,
    pub(crate) rates: Rates,
    pub(crate) fates: Fates,
    pub(crate) morale: Morale,
    pub(crate) constants: Constants,
    pub(crate) models: Models,
}

impl Ruleset for HorseAndMusket {
    fn document() -> Result<Document, Fault> {
        BUNDLE.document().cloned()
    }

    fn open(book: &Rulebook) -> Result<Self, Fault> {
        let document = BUNDLE.document()?;
        let charts = Charts::new(book);
        let bundled = Charts::new(&Rulebook::printed(document));
        Ok(Self {
            answers: Answers::new(document, book)?,
            rates: Rates::new(&charts)?,
            fates: Fates::new(&charts)?,
            morale: Morale::new(&charts)?,
            constants: Constants::new(&charts)?,
            models: Models::new(&charts, &bundled)?,
        })
    }

    fn enlist(&self, draft: Unit) -> Result<Unit, Fault> {
        self.enlisted(draft)
    }

    fn layout(&self, unit: &Unit, formation: &Id) -> Result<Layout, Fault> {
        formations::Formation::named(formation.as_str())
            .map(|formation| self.models.layout(unit.bases.as_slice(), formation))
            .ok_or_else(|| Fault::not_possible(format!("'{}' cannot be in {formation}", unit.id)))
    }

    fn motion(
        &self,
        situation: &Situation<'_>,
        unit: &Unit,
        manner: &Id,
    ) -> Result<MotionLaw, Fault> {
        let stance = self.stance(self.troops(unit));
        let manner = match manner.as_str() {
            "march" => Manner::March,
            "fall-back" => Manner::FallBack,
            "manhandle" => Manner::Manhandle,
            "charge" => Manner::Charge,
            "forced-march" => {
                let factor = self.constants.forced_factor.value.unwrap_or(Ratio::ONE);
                return Ok(self.law(&law::Stance { factor, ..stance }, Manner::March));
            }
            _ => return Err(Fault::not_possible(format!("'{manner}' is no move"))),
        };
        Ok(MotionLaw {
            plain: self.plain(situation, &stance, manner),
            ..self.law(&stance, manner)
        })
    }

    fn rule(&self, situation: &Situation<'_>, order: &Order) -> Ruling {
        match order.kind.as_str() {
            kinds::MARCH => self.march(situation, order, Manner::March),
            kinds::CHANGE_FORMATION => self.change_formation(situation, order),
            "fall-back" => self.march(situation, order, Manner::FallBack),
            "manhandle" => self.march(situation, order, Manner::Manhandle),
            "stand" => self.stand(situation, order),
            "charge" => self.charge(situation, order),
            "forced-march" => self.forced_march(situation, order),
            "dismount" => self.dismount(situation, order, true),
            "mount" => self.dismount(situation, order, false),
            "separate-crew" => self.separate_crew(situation, order),
            "combine" => self.combine(situation, order),
            "rejoin" => self.rejoin(situation, order),
            "function-as" => self.function_as(situation, order),
            "measure" => self.measure(situation, order),
            "lose-stands" => self.lose_stands(situation, order),
            "forced-move" => self.forced_move(situation, order),
            _ => Judge::new(order.subject).done(),
        }
    }

    fn moment(&self, situation: &Situation<'_>, moment: Moment) -> Ruling {
        self.at(situation, moment)
    }
}

grognard_sdk::export_ruleset!(HorseAndMusket, id = "horse-and-musket");
