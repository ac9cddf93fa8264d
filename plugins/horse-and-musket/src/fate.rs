//! The forced march chart: effort and die face to what comes of it.

use grognard_sdk::prelude::*;

/// What a forced march gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// No forced march.
    No,
    /// Up to twice as far.
    Yes,
    /// As yes, but a stand stays behind.
    X,
    /// As yes, but a stand is lost.
    Lose,
}

impl Fate {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::No => "no",
            Self::Yes => "yes",
            Self::X => "x",
            Self::Lose => "lose",
        }
    }

    fn named(name: &str) -> Option<Self> {
        [Self::No, Self::Yes, Self::X, Self::Lose]
            .into_iter()
            .find(|fate| fate.name() == name)
    }

    /// Whether the word kept on a unit says that it may go twice as far.
    pub(crate) fn doubles(word: &str) -> bool {
        Self::named(word).is_some_and(|fate| fate != Self::No)
    }
}

/// One face of the die under one effort.
#[derive(Clone, Debug)]
pub(crate) struct Face {
    /// What it gives; none when the chart does not say.
    pub(crate) fate: Option<Fate>,
    /// How a ruling mentions the cell.
    pub(crate) mention: CellUse,
}

/// How hard a unit tries.
pub(crate) const EFFORTS: [&str; 3] = ["disciplined", "moderate", "all-out"];

/// The chart.
#[derive(Clone, Debug)]
pub(crate) struct Fates {
    /// Faces of the die.
    pub(crate) die: u32,
    efforts: Vec<Vec<Face>>,
}

impl Fates {
    pub(crate) fn new(charts: &Charts) -> Result<Self, Fault> {
        let key = "constants.forced-die";
        let die = charts
            .cell(key)?
            .number()
            .filter(|n| n.den() == 1 && (2..=100).contains(&n.num()));
        let Some(die) = die else {
            return Err(Fault::rulebook(format!(
                "cell '{key}' should be a whole number from 2 to 100"
            )));
        };
        let die = die.num() as u32;
        let mut efforts = Vec::with_capacity(EFFORTS.len());
        for effort in EFFORTS {
            let faces =
                (1..=die).map(|face| read(charts, &format!("forced-march.{effort}.{face}")));
            efforts.push(faces.collect::<Result<_, _>>()?);
        }
        Ok(Self { die, efforts })
    }

    /// The faces of an effort, from 1; none when there is no such effort.
    pub(crate) fn effort(&self, name: &str) -> Option<&[Face]> {
        let at = EFFORTS.iter().position(|effort| *effort == name)?;
        Some(&self.efforts[at])
    }
}

fn read(charts: &Charts, key: &str) -> Result<Face, Fault> {
    let cell = charts.cell(key)?;
    let fate = match &cell.value {
        CellValue::Unknown => None,
        CellValue::Text(word) if Fate::named(word).is_some() => Fate::named(word),
        _ => {
            return Err(Fault::rulebook(format!(
                "cell '{key}' should be no, yes, x, lose or unknown"
            )));
        }
    };
    let mention = CellUse {
        cell: cell.key,
        provenance: Id::of(cell.provenance.name()),
    };
    Ok(Face { fate, mention })
}
