//! How far a unit goes: its rate of march, and everything that reduces it.

use grognard_sdk::prelude::*;

use crate::memory;
use crate::rules::BelleAlliance;
use crate::troop::{Arm, Gait, GroundClass, Way};

/// What reduces a rate: its name, its clause, its cell.
pub(crate) struct Reduction<'a> {
    pub(crate) item: &'static str,
    pub(crate) clause: &'static str,
    pub(crate) cell: &'a ChartCell,
}

/// The rate of march of a unit as things stand.
pub(crate) struct Pace<'a> {
    /// The cell of the table of rates; none where the unit has no rate of march at all.
    pub(crate) rate: Option<&'a ChartCell>,
    pub(crate) class: GroundClass,
    arm: Arm,
    way: Option<Way>,
    gait: Gait,
    pub(crate) reductions: Vec<Reduction<'a>>,
    /// Whether reductions add up instead of multiplying.
    pub(crate) sum: bool,
}

impl<'a> Pace<'a> {
    /// The pace of `unit` at `gait`. Forced action knows no reduction for a change of formation.
    pub(crate) fn of(rules: &'a BelleAlliance, unit: &Unit, gait: Gait, in_movement: bool) -> Self {
        let arm = match Arm::of(unit) {
            // Foot crews that are carried go as horse artillery does.
            Arm::FootArtillery if unit.attributes.has("carried") => Arm::HorseArtillery,
            arm => arm,
        };
        let way = Way::of(unit);
        let readings = &rules.readings;
        let cells = &rules.tables.reductions;
        let mut reductions = Vec::new();
        let mut add = |item, clause, cell| reductions.push(Reduction { item, clause, cell });
        let lasts = in_movement || !readings.is("half-lasts", "movement-phase");
        if gait != Gait::Forced && lasts {
            let times = memory::count(unit, memory::HALVINGS).clamp(0, 64);
            let times = if times > 1 && readings.is("halving", "each") {
                times
            } else {
                times.min(1)
            };
            for _ in 0..times {
                add("change-formation", "S4-17", &cells.change);
            }
        }
        if unit.is(memory::SPLIT_NOW) {
            add("split", "1.1.1c", &cells.split);
        }
        if unit.is(memory::ASSEMBLED_NOW) {
            add("assembly", "1.1.1c", &cells.assembly);
        }
        match unit.conditions.text(memory::DISORDER) {
            Some("LD") => add("LD", "2.3.1d", &cells.light),
            Some("MD") => add("MD", "2.3.1d", &cells.medium),
            Some("FD") if gait != Gait::Forced => add("FD", "2.3.1d", &cells.full),
            _ => {}
        }
        let sum = reductions.len() > 1 && readings.is("reductions", "sum");
        Self {
            rate: way.and_then(|way| rules.tables.rate(arm, way, gait)),
            class: way.map_or(GroundClass::Line, |way| way.ground(arm)),
            arm,
            way,
            gait,
            reductions,
            sum,
        }
    }

    /// What the reductions leave of a rate. None when one of them is not known.
    pub(crate) fn factor(&self) -> Option<Ratio> {
        let mut factor = Ratio::ONE;
        for reduction in &self.reductions {
            let value = reduction.cell.number()?;
            factor = if self.sum {
                factor - (Ratio::ONE - value)
            } else {
                factor * value
            };
        }
        Some(factor.max(Ratio::ZERO))
    }

    /// The law of motion it makes, for a course that takes those directions.
    pub(crate) fn law(
        &self,
        rules: &BelleAlliance,
        unit: &Unit,
        headings: &[Heading],
    ) -> MotionLaw {
        let mut law = MotionLaw {
            entry: Entry::AnyPart,
            prior: unit.track.clone(),
            ..MotionLaw::default()
        };
        // Without the factor no rate is known at all.
        if let Some(factor) = self.factor() {
            law.rates = self.rates(rules, factor, headings);
        }
        if let Some(share) = rules.tables.about_face.number()
            && !share.is_zero()
        {
            law.tolls.push(Toll {
                on: TollOn::AboutFace,
                share,
                cell: rules.tables.about_face.key,
                clause: Id::of("2.4"),
            });
        }
        law
    }

    /// The rates on open table, then on every kind of ground the chart knows.
    fn rates(&self, rules: &BelleAlliance, factor: Ratio, headings: &[Heading]) -> RVec<Rate> {
        let cell = self.rate.map_or(Id::default(), |cell| cell.key);
        let many = 1 + rules.tables.terrain.len();
        let mut rates = RVec::with_capacity(many * headings.len());
        for (index, terrain) in rules.tables.grounds() {
            let full = match self.way {
                Some(way) => rules.tables.full_move(self.arm, way, self.gait, index),
                None => Some(Ratio::ZERO),
            };
            let Some(full) = full else { continue };
            let per_move = if factor == Ratio::ONE {
                full
            } else {
                full * factor
            };
            for &heading in headings {
                rates.push(Rate {
                    heading,
                    terrain: *terrain,
                    per_move,
                    cell,
                });
            }
        }
        rates
    }

    /// Notes what rate and reductions lean on. Where something reduces the rate, the ledger tells how.
    pub(crate) fn enter(&self, rules: &BelleAlliance, judge: &mut Judge) {
        let Some(rate) = self.rate else { return };
        judge.lean(rate);
        let line = |item: &'static str, clause: &'static str, full: Ratio, cell: &Id| LedgerLine {
            item: Id::of(item),
            clause: Id::of(clause),
            place: Id::default(),
            distance: RNone,
            rate: RSome(full),
            share: Amount::ZERO,
            cell: *cell,
        };
        let Some(mut full) = rate.millimetres(LengthUnit::Centimetre) else {
            return;
        };
        let start = full;
        if !self.reductions.is_empty() {
            judge.enter(line("rate-of-march", "2.3.1a", full, &rate.key));
        }
        for reduction in &self.reductions {
            judge.lean(reduction.cell);
            judge.cite(Id::of(reduction.clause));
            let value = reduction.cell.number().unwrap_or(Ratio::ONE);
            full = if self.sum {
                (full - start * (Ratio::ONE - value)).max(Ratio::ZERO)
            } else {
                full * value
            };
            judge.enter(line(
                reduction.item,
                reduction.clause,
                full,
                &reduction.cell.key,
            ));
        }
        if self.reductions.len() > 1 {
            judge.cite(Id::of("2.3.1d"));
            judge.read(&rules.readings, "reductions");
        }
        if self
            .reductions
            .iter()
            .any(|reduction| reduction.item == "change-formation")
        {
            judge.read(&rules.readings, "halving");
            judge.read(&rules.readings, "half-lasts");
        }
    }
}
