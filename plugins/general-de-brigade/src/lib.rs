//! General de Brigade: its movement chapter, as a ruleset plugin.
//!
//! A unit has a phase budget: a whole move, half of one, or nothing. Distances cost their part of
//! the rate of the formation held, changes and manoeuvres cost the share the charts print, and all
//! of it adds up exactly. Two scales have two printed sets of numbers; nothing is converted.

mod area;
mod brigade_march;
mod budget;
mod catch_up;
mod cell;
mod change;
mod change_table;
mod charge;
mod charts;
mod compulsory;
mod data;
mod enlist;
mod firing;
mod footprint;
mod form_up;
mod generals;
mod guns;
mod influence;
mod initiative;
mod law;
mod layout;
mod legs;
mod long_change;
mod manoeuvre;
mod march;
mod moments;
mod notes;
mod plain;
mod price;
mod readings;
mod room;
mod screen;
mod square;
mod terrain;
mod test_to_form;
mod troops;
mod words;
mod zone;

use grognard_sdk::prelude::*;

use crate::law::{Pace, Slowed, Terms};
use crate::troops::{Arm, Form};

grognard_sdk::export_ruleset!(GeneralDeBrigade, id = "general-de-brigade");

/// The ruleset, opened for a game: its numbers in the scale chosen, its readings decided.
#[derive(Debug)]
pub struct GeneralDeBrigade {
    numbers: charts::Numbers,
    set: readings::Settings,
    readings: Readings,
    unit: LengthUnit,
}

impl Ruleset for GeneralDeBrigade {
    fn document() -> Result<Document, Fault> {
        data::document().cloned()
    }

    fn open(book: &Rulebook) -> Result<Self, Fault> {
        let document = data::document()?;
        let unit = match document
            .manifest
            .scales
            .iter()
            .find(|scale| scale.id == book.scale)
        {
            Some(scale) => scale.unit.unwrap_or(document.manifest.unit),
            None if book.scale.is_empty() => document.manifest.unit,
            None => {
                return Err(Fault::rulebook(format!(
                    "there is no scale '{}'; use 15mm or 28mm",
                    book.scale
                )));
            }
        };
        let readings = Readings::new(document, book)?;
        let set = readings::Settings::new(&readings);
        let charts = Charts::new(book);
        let bundled = Charts::new(&Rulebook::printed(document));
        let lost = |key: &str| {
            document.charts.iter().any(|chart| {
                let cell = key
                    .strip_prefix(&chart.id)
                    .and_then(|rest| rest.strip_prefix('.'));
                cell.and_then(|cell| chart.cells.get(cell))
                    .is_some_and(|c| c.note.contains("lost"))
            })
        };
        let reader = cell::Reader {
            charts: &charts,
            bundled: &bundled,
            unit,
        };
        let numbers = charts::Numbers::read(&reader, &set, &lost)?;
        Ok(Self {
            numbers,
            set,
            readings,
            unit,
        })
    }

    fn enlist(&self, draft: Unit) -> Result<Unit, Fault> {
        self.enlisted(draft)
    }

    fn layout(&self, unit: &Unit, formation: &Id) -> Result<Layout, Fault> {
        match Form::parse(formation.as_str()).filter(|form| form.suits(Arm::of(unit))) {
            Some(form) => Ok(self.places(unit, form)),
            None => Err(Fault::not_possible(format!(
                "the arm of '{}' has no formation '{formation}'",
                unit.id
            ))),
        }
    }

    fn motion(
        &self,
        situation: &Situation<'_>,
        unit: &Unit,
        manner: &Id,
    ) -> Result<MotionLaw, Fault> {
        let pace = match manner.as_str() {
            "march" => Pace::Normal,
            "march-leg" | "tactical-march" => Pace::March,
            "charge" => Pace::Charge,
            other => {
                return Err(Fault::not_possible(format!(
                    "an order '{other}' follows no course; ask for march, march-leg or charge"
                )));
            }
        };
        let safe = Form::of(unit).is_square()
            && situation
                .board
                .unit_index(unit.id.as_str())
                .is_some_and(|index| self.square_safe(situation, index, unit, None));
        let (budget, slowed) = (self.budget(unit), Slowed::default());
        let terms = Terms {
            pace,
            safe,
            budget,
            slowed,
            headings: &Heading::ALL,
        };
        let plain = match pace {
            Pace::Normal => self.plain(situation, unit, budget, safe),
            Pace::March | Pace::Charge => RNone,
        };
        Ok(MotionLaw {
            plain,
            ..self.law(unit, terms)
        })
    }

    fn rule(&self, situation: &Situation<'_>, order: &Order) -> Ruling {
        match order.kind.as_str() {
            kinds::MARCH => self.rule_march(situation, order),
            kinds::CHANGE_FORMATION => self.rule_change(situation, order),
            "limber" => self.rule_limber(situation, order, Form::Limbered),
            "unlimber" => self.rule_limber(situation, order, Form::Unlimbered),
            "rearrange" => self.rule_rearrange(situation, order),
            "fire" => self.rule_fire(situation, order),
            "charge" => self.rule_charge(situation, order),
            "quarter-turn" => self.rule_quarter_turn(situation, order),
            "form-up" => self.rule_form_up(situation, order),
            "occupy" => self.rule_occupy(situation, order),
            "leave" => self.rule_leave(situation, order),
            "deploy-screen" | "recall-screen" | "reinforce-screen" => {
                self.rule_screen(situation, order)
            }
            "bring-up" => self.rule_bring_up(situation, order),
            "retreat" => self.rule_compulsory(situation, order, "retreating"),
            "rout" => self.rule_compulsory(situation, order, "routing"),
            "pursue" => self.rule_compulsory(situation, order, "pursuing"),
            "evade" => self.rule_compulsory(situation, order, "evading"),
            "ride" => self.rule_ride(situation, order),
            "test-initiative" => self.rule_initiative(situation, order),
            "tactical-march" => self.rule_tactical(situation, order),
            // A leg by itself: a brigade marches whole.
            _ => {
                let mut judge = Judge::new(order.subject);
                judge.refuse("march-together", "S3-14");
                judge.done()
            }
        }
    }

    fn moment(&self, situation: &Situation<'_>, moment: Moment) -> Ruling {
        self.at(situation, moment)
    }
}
