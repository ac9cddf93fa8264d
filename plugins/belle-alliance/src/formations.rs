//! The formations of the chart: who may take them, and how they are laid out.

use grognard_sdk::prelude::*;

use crate::drawn_up;
use crate::shape::Shape;
use crate::troop::Arm;

/// The formation chart.
#[derive(Debug)]
pub(crate) struct Formations {
    rows: Vec<Row>,
}

/// A formation.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) id: Id,
    arms: ChartCell,
    front: Front,
    pitch: ChartCell,
}

/// How the front of a formation is found.
#[derive(Debug)]
enum Front {
    /// So many ranks, by kind of troops.
    Ranks([ChartCell; 3]),
    /// So many figures in the front rank.
    Files([ChartCell; 3]),
    /// On the rim of a square.
    Ring(ChartCell),
    /// As nearly square as can be.
    Square(ChartCell),
}

const COLUMNS: [&str; 3] = ["foot", "horse", "guns"];

impl Formations {
    /// Reads the chart for the formations the manifest names.
    pub(crate) fn read(charts: &Charts, manifest: &Manifest) -> Result<Self, Fault> {
        let rows = manifest
            .formations
            .iter()
            .map(|spec| Row::read(charts, &spec.id));
        Ok(Self {
            rows: rows.collect::<Result<_, _>>()?,
        })
    }

    pub(crate) fn get(&self, id: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.id == *id)
    }

    /// The cell of that key, when it gives a formation its front.
    pub(crate) fn front(&self, key: &str) -> Option<&ChartCell> {
        let fronts = self.rows.iter().flat_map(|row| match &row.front {
            Front::Ranks(cells) | Front::Files(cells) => cells.as_slice(),
            Front::Ring(cell) | Front::Square(cell) => std::slice::from_ref(cell),
        });
        fronts.into_iter().find(|cell| cell.key == *key)
    }
}

impl Row {
    fn read(charts: &Charts, id: &str) -> Result<Self, Fault> {
        let cell = |key: &str| charts.cell(&format!("formations.{id}.{key}"));
        let three = |key: &str| -> Result<[ChartCell; 3], Fault> {
            let [foot, horse, guns] = COLUMNS.map(|column| {
                let cell = cell(&format!("{key}.{column}"))?;
                positive(&cell).map(|_| cell)
            });
            Ok([foot?, horse?, guns?])
        };
        let has = |key: &str| charts.get(&format!("formations.{id}.{key}")).is_some();
        let front = if has("ranks.foot") {
            Front::Ranks(three("ranks")?)
        } else if has("frontage.foot") {
            Front::Files(three("frontage")?)
        } else {
            let shape = cell("shape")?;
            match shape.text() {
                Some("ring") => Front::Ring(shape),
                Some("ceil-sqrt") => Front::Square(shape),
                None if shape.is_unknown() => Front::Square(shape),
                _ => {
                    return Err(Fault::rulebook(format!(
                        "the cell '{}' must be ring or ceil-sqrt",
                        shape.key
                    )));
                }
            }
        };
        let pitch = cell("pitch")?;
        positive(&pitch)?;
        Ok(Self {
            id: Id::from(id),
            arms: cell("arms")?,
            front,
            pitch,
        })
    }

    /// Whether an arm may take it.
    pub(crate) fn open_to(&self, arm: Arm) -> bool {
        self.arms
            .text()
            .unwrap_or("all")
            .split(',')
            .map(str::trim)
            .any(|word| word == "all" || word == arm.family() || word == arm.name())
    }

    /// Whether it is a ring, whose front follows from its figures.
    pub(crate) fn is_ring(&self) -> bool {
        matches!(self.front, Front::Ring(_))
    }

    /// The cells that say how far apart its figures stand.
    pub(crate) fn spacing(&self) -> impl Iterator<Item = &ChartCell> {
        let ring = match &self.front {
            Front::Ring(cell) => Some(cell),
            _ => None,
        };
        std::iter::once(&self.pitch).chain(ring)
    }

    /// The cell its frontage comes from when nobody names one; none for a ring, whose front follows
    /// from its figures.
    pub(crate) fn front_cell(&self, arm: Arm) -> Option<&ChartCell> {
        match &self.front {
            Front::Ranks(cells) | Front::Files(cells) => Some(&cells[column(arm)]),
            Front::Square(cell) => Some(cell),
            Front::Ring(_) => None,
        }
    }

    /// Where the frontage comes from when `named` says whether anybody named one.
    pub(crate) fn front_from(&self, arm: Arm, named: bool) -> drawn_up::Front {
        match self.front_cell(arm) {
            Some(cell) if !named => drawn_up::Front::Chart(cell.key),
            _ => drawn_up::Front::Named,
        }
    }

    /// The cells a layout without an ordered frontage leans on.
    pub(crate) fn cells(&self, arm: Arm, ordered: bool) -> Vec<&ChartCell> {
        let mut cells = vec![&self.pitch];
        match &self.front {
            Front::Ranks(cell) | Front::Files(cell) if !ordered => {
                cells.push(&cell[column(arm)]);
            }
            Front::Square(cell) if !ordered => cells.push(cell),
            Front::Ring(cell) => cells.push(cell),
            _ => {}
        }
        cells
    }

    /// The cell that says who may take it.
    pub(crate) fn arms_cell(&self) -> &ChartCell {
        &self.arms
    }

    /// The cell without which the layout is not known.
    pub(crate) fn unknown(&self, arm: Arm, ordered: bool) -> Option<&ChartCell> {
        self.cells(arm, ordered)
            .into_iter()
            .find(|cell| cell.is_unknown())
    }

    /// The places of `count` figures of `width` by `depth`.
    pub(crate) fn shape(
        &self,
        arm: Arm,
        count: u32,
        frontage: Option<u32>,
        (width, depth): (f64, f64),
        short_right: bool,
    ) -> Shape {
        let whole = |cell: &ChartCell| {
            cell.number()
                .map_or(1, |n| (n.num() / n.den()).clamp(1, 10_000) as u32)
        };
        let own = match &self.front {
            Front::Ring(_) => return Shape::ring(count, width.max(depth)),
            Front::Ranks(cells) => count.div_ceil(whole(&cells[column(arm)])),
            Front::Files(cells) => whole(&cells[column(arm)]),
            Front::Square(_) => ceil_sqrt(count),
        };
        let pitch = width * self.pitch.number().unwrap_or(Ratio::ONE).to_f64();
        Shape::packed(count, frontage.unwrap_or(own), pitch, depth, short_right)
    }
}

fn column(arm: Arm) -> usize {
    COLUMNS
        .iter()
        .position(|column| *column == arm.column())
        .unwrap_or(0)
}

/// A formation has to have some shape: its numbers are known and above zero.
fn positive(cell: &ChartCell) -> Result<(), Fault> {
    match cell.number() {
        Some(number) if number > Ratio::ZERO => Ok(()),
        None if cell.is_unknown() => Ok(()),
        _ => Err(Fault::rulebook(format!(
            "the cell '{}' must be a number above zero",
            cell.key
        ))),
    }
}

/// The least whole number whose square is at least `count`.
fn ceil_sqrt(count: u32) -> u32 {
    (1..=count.max(1))
        .find(|n| n.saturating_mul(*n) >= count)
        .unwrap_or(1)
}
