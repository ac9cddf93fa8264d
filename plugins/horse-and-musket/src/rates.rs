//! The movement rates, parsed once: millimetres a turn by arm, row and ground.

use grognard_sdk::prelude::*;

use crate::formations::Arm;

/// A row of the chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Row {
    Skirmish,
    Extended,
    Line,
    MarchColumn,
    AttackColumn,
    Charge,
    FallBack,
    LimberedFoot,
    LimberedHorse,
    Manhandle,
}

impl Row {
    const ALL: [Self; 10] = [
        Self::Skirmish,
        Self::Extended,
        Self::Line,
        Self::MarchColumn,
        Self::AttackColumn,
        Self::Charge,
        Self::FallBack,
        Self::LimberedFoot,
        Self::LimberedHorse,
        Self::Manhandle,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Skirmish => "skirmish-line",
            Self::Extended => "extended-line",
            Self::Line => "line",
            Self::MarchColumn => "march-column",
            Self::AttackColumn => "attack-column",
            Self::Charge => "charge",
            Self::FallBack => "fall-back",
            Self::LimberedFoot => "limbered-foot",
            Self::LimberedHorse => "limbered-horse",
            Self::Manhandle => "manhandle",
        }
    }
}

/// A rate for one kind of ground.
#[derive(Clone, Debug)]
pub(crate) struct GroundRate {
    /// The terrain kind; empty for open table.
    pub(crate) terrain: Id,
    /// Millimetres a turn; zero where the chart says it cannot be done; none where no number is known.
    pub(crate) per_move: Option<Ratio>,
    /// How a ruling mentions the cell.
    pub(crate) mention: CellUse,
}

/// The chart.
#[derive(Clone, Debug)]
pub(crate) struct Rates {
    rows: Vec<Vec<GroundRate>>,
}

/// The terrain kind that stands for open table too.
const CLEAR: &str = "clear";

impl Rates {
    pub(crate) fn new(charts: &Charts) -> Result<Self, Fault> {
        let mut rows = Vec::with_capacity(Arm::ALL.len() * Row::ALL.len());
        for arm in Arm::ALL {
            for row in Row::ALL {
                rows.push(read(charts, arm, row)?);
            }
        }
        Ok(Self { rows })
    }

    /// The rates of a row; none when the chart has no such row.
    pub(crate) fn row(&self, arm: Arm, row: Row) -> &[GroundRate] {
        &self.rows[arm as usize * Row::ALL.len() + row as usize]
    }

    /// The rate that stands in the cell with this key.
    pub(crate) fn in_cell(&self, cell: &Id) -> Option<&GroundRate> {
        if cell.is_empty() {
            return None;
        }
        let mut all = self.rows.iter().flatten();
        all.find(|rate| rate.mention.cell == *cell)
    }

    /// The key under which the chart should give a rate.
    pub(crate) fn key(arm: Arm, row: Row, terrain: &str) -> String {
        let terrain = if terrain.is_empty() { CLEAR } else { terrain };
        format!("rates.{}.{}.{terrain}", arm.name(), row.name())
    }
}

fn read(charts: &Charts, arm: Arm, row: Row) -> Result<Vec<GroundRate>, Fault> {
    let prefix = format!("rates.{}.{}.", arm.name(), row.name());
    let mut out = Vec::new();
    for cell in charts.under(&prefix) {
        let key = cell.key.as_str();
        let per_move = match cell.value {
            CellValue::Number(inches) if inches >= Ratio::ZERO => {
                Some(inches * LengthUnit::Inch.millimetres())
            }
            CellValue::NotAllowed => Some(Ratio::ZERO),
            CellValue::Unknown => None,
            _ => {
                return Err(Fault::rulebook(format!(
                    "cell '{key}' should be a number of inches of zero or more, \"na\" or \"unknown\""
                )));
            }
        };
        let mention = CellUse {
            cell: cell.key,
            provenance: Id::of(cell.provenance.name()),
        };
        let terrain = &key[prefix.len()..];
        if terrain == CLEAR {
            out.push(GroundRate {
                terrain: Id::default(),
                per_move,
                mention,
            });
        }
        out.push(GroundRate {
            terrain: Id::from(terrain),
            per_move,
            mention,
        });
    }
    Ok(out)
}
