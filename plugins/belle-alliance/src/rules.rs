//! The ruleset as it is played: charts and readings in typed form.

use grognard_sdk::prelude::*;

use crate::formations::Formations;
use crate::shape::Central;
use crate::tables::Tables;

/// The ruleset, opened.
#[derive(Debug)]
pub struct BelleAlliance {
    pub(crate) tables: Tables,
    pub(crate) formations: Formations,
    pub(crate) readings: Readings,
    pub(crate) bases: Vec<(&'static str, ChartCell, ChartCell)>,
    pub(crate) passing: Passing,
    pub(crate) phases: Phases,
}

/// Who is passed through, and who passes.
#[derive(Debug)]
pub(crate) struct Passing {
    pub(crate) line: ChartCell,
    pub(crate) staff: ChartCell,
    pub(crate) formed: ChartCell,
}

/// Where the sub-phases that rules depend on come in the bound.
#[derive(Debug)]
pub(crate) struct Phases {
    ids: Vec<String>,
}

impl Phases {
    pub(crate) const WRITE: &'static str = "orders/write";
    pub(crate) const SPLIT: &'static str = "movement/split-assemble";
    pub(crate) const CHANGE: &'static str = "movement/change-formation";
    pub(crate) const MARCH: &'static str = "movement/march";
    pub(crate) const ATTACKS: &'static str = "announcement/attacks";
    pub(crate) const CONTINUED: &'static str = "continued-fire/fire";
    pub(crate) const FIRING: &'static str = "firing/fire";
    pub(crate) const MELEE: &'static str = "melee/melee";

    /// The place of a sub-phase.
    pub(crate) fn place(&self, id: &str) -> usize {
        self.ids.iter().position(|phase| phase == id).unwrap_or(0)
    }
}

/// The kinds of base that have a size in the charts.
pub(crate) const BASES: [&str; 6] = ["infantry", "cavalry", "gun", "limber", "gunners", "staff"];

impl BelleAlliance {
    pub(crate) fn read(document: &Document, book: &Rulebook) -> Result<Self, Fault> {
        let charts = Charts::new(book);
        let base = |kind: &'static str| -> Result<_, Fault> {
            let size = |side| charts.cell(&format!("bases.{kind}.{side}"));
            Ok((kind, size("width")?, size("depth")?))
        };
        Ok(Self {
            tables: Tables::read(&charts)?,
            formations: Formations::read(&charts, &document.manifest)?,
            readings: Readings::new(document, book)?,
            bases: BASES.into_iter().map(base).collect::<Result<_, _>>()?,
            passing: Passing {
                line: charts.cell("passing.skirmish-line")?,
                staff: charts.cell("passing.staff")?,
                formed: charts.cell("passing.formed")?,
            },
            phases: Phases {
                ids: document
                    .manifest
                    .phases
                    .iter()
                    .map(|phase| phase.id.clone())
                    .collect(),
            },
        })
    }

    /// Which figures of a formation that stands count as central.
    pub(crate) fn central(&self, judge: &mut Judge) -> Central {
        Central {
            block: judge.read(&self.readings, "centre-of") == "block",
            only_two: judge.read(&self.readings, "even-frontage") == "only-two",
        }
    }

    /// Whether a short last rank stands at the right.
    pub(crate) fn short_right(&self, judge: &mut Judge) -> bool {
        judge.read(&self.readings, "short-rank") == "right"
    }
}
