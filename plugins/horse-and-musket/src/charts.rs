//! The other charts, parsed once.

use grognard_sdk::prelude::*;

/// One number, with the way a ruling mentions it.
#[derive(Clone, Debug)]
pub(crate) struct Number {
    /// The number; none when it is not known.
    pub(crate) value: Option<Ratio>,
    /// How a ruling mentions the cell.
    pub(crate) mention: CellUse,
}

impl Number {
    fn read(charts: &Charts, key: &str) -> Result<Self, Fault> {
        let cell = charts.cell(key)?;
        let value = match cell.value {
            CellValue::Number(number) if number >= Ratio::ZERO => Some(number),
            CellValue::Unknown => None,
            _ => {
                return Err(Fault::rulebook(format!(
                    "cell '{key}' should be a number of zero or more, or \"unknown\""
                )));
            }
        };
        let mention = CellUse {
            cell: cell.key,
            provenance: Id::of(cell.provenance.name()),
        };
        Ok(Self { value, mention })
    }

    /// The number of millimetres, when the cell counts inches.
    pub(crate) fn inches(&self) -> Option<Ratio> {
        self.value
            .map(|number| number * LengthUnit::Inch.millimetres())
    }
}

/// A kind of move that asks for morale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    Stand,
    FallBack,
    AboutFace,
    Manhandle,
    Change,
    Move,
    ForcedMarch,
    Charge,
}

impl Deed {
    pub(crate) const ALL: [Self; 8] = [
        Self::Stand,
        Self::FallBack,
        Self::AboutFace,
        Self::Manhandle,
        Self::Change,
        Self::Move,
        Self::ForcedMarch,
        Self::Charge,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Stand => "stand",
            Self::FallBack => "fall-back",
            Self::AboutFace => "about-face",
            Self::Manhandle => "manhandle",
            Self::Change => "change-formation",
            Self::Move => "move",
            Self::ForcedMarch => "forced-march",
            Self::Charge => "charge",
        }
    }
}

/// The least morale of every kind of move.
#[derive(Clone, Debug)]
pub(crate) struct Morale {
    least: Vec<Number>,
}

impl Morale {
    pub(crate) fn new(charts: &Charts) -> Result<Self, Fault> {
        let least = Deed::ALL
            .iter()
            .map(|deed| Number::read(charts, &format!("morale.{}", deed.name())))
            .collect::<Result<_, _>>()?;
        Ok(Self { least })
    }

    pub(crate) fn least(&self, deed: Deed) -> &Number {
        &self.least[deed as usize]
    }
}

/// The single numbers of the rules.
#[derive(Clone, Debug)]
pub(crate) struct Constants {
    pub(crate) pass_penalty: Number,
    pub(crate) formation_change: Number,
    pub(crate) limber_change: Number,
    pub(crate) mount_change: Number,
    pub(crate) safe_distance: Number,
    pub(crate) unit_height: Number,
    pub(crate) forced_factor: Number,
    pub(crate) straggler_gap: Number,
    pub(crate) commander_reach: Number,
    pub(crate) max_combined: Number,
    pub(crate) min_combined: Number,
    pub(crate) half_in_line: Number,
    pub(crate) hopeless_factor: Number,
}

impl Constants {
    pub(crate) fn new(charts: &Charts) -> Result<Self, Fault> {
        let read = |name: &str| Number::read(charts, &format!("constants.{name}"));
        Ok(Self {
            pass_penalty: read("pass-penalty")?,
            formation_change: read("formation-change")?,
            limber_change: read("limber-change")?,
            mount_change: read("mount-change")?,
            safe_distance: read("safe-distance")?,
            unit_height: read("unit-height")?,
            forced_factor: read("forced-factor")?,
            straggler_gap: read("straggler-gap")?,
            commander_reach: read("commander-reach")?,
            max_combined: read("max-combined")?,
            min_combined: read("min-combined")?,
            half_in_line: read("half-in-line")?,
            hopeless_factor: read("hopeless-factor")?,
        })
    }
}
