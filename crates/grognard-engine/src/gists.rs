//! The gists of many rulings.
//!
//! Orders that differ in their course only are told of together: where the law alone settles a course, its
//! price is the gist of the ruling, and no ruling is asked for. One ruling of each lot is, on one such
//! course, and nothing is taken from the law unless it bears the price out.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::sync::OnceLock;

use grognard_core::{Amount, Course, Id, MotionLaw, Order, Ruling, Value, Verdict};
use grognard_geometry::Tariff;
use rayon::prelude::*;

use crate::batch::SHARE;
use crate::battle::{Battle, unit_index};
use crate::error::EngineError;
use crate::input::check_course;
use crate::tabletop::{Laid, Tabletop};

/// What a ruling comes to: what is left of it when only that is kept.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gist {
    /// The answer.
    pub verdict: Verdict,
    /// Share of a full move spent once the order is done.
    pub spent: Amount,
    /// The share there was to spend.
    pub budget: Amount,
}

impl From<&Ruling> for Gist {
    fn from(ruling: &Ruling) -> Self {
        Self {
            verdict: ruling.verdict,
            spent: ruling.spent,
            budget: ruling.budget,
        }
    }
}

/// So few orders of a lot are not worth a tariff.
const FEW: usize = 4;

/// The number of no lot.
const NONE: u32 = u32::MAX;

/// Orders of one kind for one unit that say nothing but a course.
struct Lot {
    kind: Id,
    unit: Id,
    orders: usize,
}

/// What a lot is measured by.
struct Measure {
    law: MotionLaw,
    /// The table as it will be when the orders are carried out, if it will be another.
    foreseen: Option<Tabletop>,
}

/// A lot told of by its law.
struct Told<'a> {
    tariff: Tariff<'a>,
    budget: Amount,
    /// Whether a ruling on the course priced first bore the price out.
    borne_out: OnceLock<bool>,
}

impl Battle {
    /// The gists of the rulings on many orders, each by itself, on all cores.
    pub(crate) fn gists<O: Borrow<Order> + Sync>(
        &self,
        orders: &[O],
    ) -> Result<Vec<Gist>, EngineError> {
        let (lots, lot_of) = lots(orders);
        let measures: Vec<Option<Measure>> = lots.par_iter().map(|lot| self.measure(lot)).collect();
        let told: Vec<Option<Told<'_>>> = lots
            .par_iter()
            .zip(&measures)
            .map(|(lot, measure)| self.told(lot, measure.as_ref()?))
            .collect();
        let lots = lot_of.par_iter().with_min_len(SHARE);
        lots.zip(orders)
            .map(|(&lot, order)| {
                let order = order.borrow();
                let told = told.get(lot as usize).and_then(Option::as_ref);
                match told.and_then(|told| told.gist(self, order)) {
                    Some(gist) => Ok(gist),
                    None => Ok(Gist::from(&self.check(order)?)),
                }
            })
            .collect()
    }

    /// None when the orders of the lot are to be ruled on one by one, also where that will fail.
    fn measure(&self, lot: &Lot) -> Option<Measure> {
        if lot.orders < FEW {
            return None;
        }
        let order = Order::new(lot.kind, lot.unit);
        let foreseen = self.foreseen(self.board(), &order).ok()?;
        let at = self.lies(foreseen.as_ref());
        let subject = unit_index(at.board, lot.unit.as_str()).ok()?;
        let law = self.motion_at(at, subject, &lot.kind).ok()?;
        Some(Measure { law, foreseen })
    }

    fn told<'a>(&'a self, lot: &Lot, measure: &'a Measure) -> Option<Told<'a>> {
        let at = self.lies(measure.foreseen.as_ref());
        let subject = unit_index(at.board, lot.unit.as_str()).ok()?;
        let law = &measure.law;
        Some(Told {
            tariff: Tariff::of(at.board, at.field, subject, law, self.tolerance())?,
            budget: law.budget.into(),
            borne_out: OnceLock::new(),
        })
    }

    fn lies<'a>(&'a self, foreseen: Option<&'a Tabletop>) -> Laid<'a> {
        foreseen.map_or_else(|| self.laid(self.board()), Tabletop::laid)
    }
}

impl Told<'_> {
    /// None when a ruling has to be asked for.
    fn gist(&self, battle: &Battle, order: &Order) -> Option<Gist> {
        let course = only_course(order)?;
        let mut findings = Vec::new();
        check_course(course, &order.subject, &mut findings);
        if !findings.is_empty() {
            return None;
        }
        let gist = Gist {
            verdict: Verdict::Allowed,
            spent: self.tariff.price(course)?,
            budget: self.budget,
        };
        let borne_out = self.borne_out.get_or_init(|| {
            let ruling = battle.check(order);
            ruling.is_ok_and(|ruling| Gist::from(&ruling) == gist)
        });
        borne_out.then_some(gist)
    }
}

/// The lots of some orders, and which of them each order is of.
fn lots<O: Borrow<Order>>(orders: &[O]) -> (Vec<Lot>, Vec<u32>) {
    let mut lots: Vec<Lot> = Vec::new();
    let mut known: HashMap<(Id, Id), u32> = HashMap::new();
    let mut last = NONE;
    let each = orders.iter().map(|order| {
        let order = order.borrow();
        if only_course(order).is_none() {
            return NONE;
        }
        let (kind, unit) = (order.kind, order.subject);
        let same = |lot: &Lot| lot.kind == kind && lot.unit == unit;
        if !lots.get(last as usize).is_some_and(same) {
            last = *known.entry((kind, unit)).or_insert_with(|| {
                lots.push(Lot {
                    kind,
                    unit,
                    orders: 0,
                });
                lots.len() as u32 - 1
            });
        }
        lots[last as usize].orders += 1;
        last
    });
    let each = each.collect();
    (lots, each)
}

/// The course of an order that says nothing else.
fn only_course(order: &Order) -> Option<&Course> {
    match &order.args[..] {
        [arg] if arg.name == "course" => match &arg.value {
            Value::Course(course) => Some(course),
            _ => None,
        },
        _ => None,
    }
}
