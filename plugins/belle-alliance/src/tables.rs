//! The charts, read once.

use grognard_sdk::prelude::*;

use crate::troop::{Arm, Gait, GroundClass, Way};

/// Everything the rules read off their charts.
#[derive(Debug)]
pub(crate) struct Tables {
    pub(crate) changes_per_bound: ChartCell,
    pub(crate) rejoin_distance: ChartCell,
    pub(crate) deploy_distance: ChartCell,
    pub(crate) soutien_distance: ChartCell,
    pub(crate) melee_zone: ChartCell,
    pub(crate) split_above: ChartCell,
    pub(crate) split_parts: ChartCell,
    pub(crate) building_distance: ChartCell,
    pub(crate) assembly_distance: ChartCell,
    pub(crate) about_face: ChartCell,
    pub(crate) melee_attack: ChartCell,
    pub(crate) melee_defence: ChartCell,
    pub(crate) contest: ContestDice,
    pub(crate) reductions: Reductions,
    pub(crate) terrain: Vec<GroundKind>,
    /// Which of them is open ground.
    open: usize,
    pub(crate) solid: Vec<Id>,
    pub(crate) crew: ChartCell,
    pub(crate) squadron: ChartCell,
    rates: Vec<Option<[ChartCell; 4]>>,
    /// Millimetres a full move goes, by rate and by kind of ground; none where a number is not known.
    full: Vec<Option<Ratio>>,
}

/// The dice that settle a contested place.
#[derive(Debug)]
pub(crate) struct ContestDice {
    pub(crate) count: u32,
    pub(crate) sides: u32,
    pub(crate) cell: ChartCell,
}

/// What reduces a rate of march.
#[derive(Debug)]
pub(crate) struct Reductions {
    pub(crate) change: ChartCell,
    pub(crate) split: ChartCell,
    pub(crate) assembly: ChartCell,
    pub(crate) light: ChartCell,
    pub(crate) medium: ChartCell,
    pub(crate) full: ChartCell,
}

/// A kind of ground.
#[derive(Debug)]
pub(crate) struct GroundKind {
    pub(crate) kind: Id,
    factors: [ChartCell; 6],
}

impl GroundKind {
    /// What it multiplies a rate by.
    pub(crate) fn factor(&self, class: GroundClass) -> &ChartCell {
        &self.factors[class as usize]
    }
}

impl Tables {
    pub(crate) fn read(charts: &Charts) -> Result<Self, Fault> {
        let constant = |key: &str| number(charts, &format!("constants.{key}"));
        let reduction = |key: &str| number(charts, &format!("reductions.{key}"));
        let (terrain, solid) = read_terrain(charts)?;
        let open = terrain.iter().position(|ground| ground.kind == *"open");
        let open =
            open.ok_or_else(|| Fault::rulebook("the terrain chart has no row 'open'; add it"))?;
        let rates = read_rates(charts)?;
        let full = full_moves(&rates, &terrain);
        Ok(Self {
            changes_per_bound: constant("changes-per-bound")?,
            rejoin_distance: constant("rejoin-distance")?,
            deploy_distance: constant("deploy-distance")?,
            soutien_distance: constant("soutien-distance")?,
            melee_zone: constant("melee-zone-depth")?,
            split_above: constant("split-above")?,
            split_parts: constant("split-parts")?,
            building_distance: constant("building-distance")?,
            assembly_distance: constant("assembly-distance")?,
            about_face: constant("about-face")?,
            melee_attack: constant("change-melee.attack")?,
            melee_defence: constant("change-melee.defence")?,
            contest: read_dice(charts.cell("constants.contest-dice")?)?,
            reductions: Reductions {
                change: reduction("change-formation")?,
                split: reduction("split")?,
                assembly: reduction("assembly")?,
                light: reduction("disorder.LD")?,
                medium: reduction("disorder.MD")?,
                full: reduction("disorder.FD")?,
            },
            terrain,
            open,
            solid,
            crew: number(charts, "bases.count.crew")?,
            squadron: number(charts, "bases.count.squadron")?,
            rates,
            full,
        })
    }

    /// The rate of an arm; none where the chart has no row for it, which is no rate of march.
    pub(crate) fn rate(&self, arm: Arm, way: Way, gait: Gait) -> Option<&ChartCell> {
        let row = self
            .rates
            .get(arm as usize * Way::ALL.len() + way as usize)?;
        row.as_ref().map(|cells| &cells[gait as usize])
    }

    /// Which kind of ground that is; open ground for the empty id.
    pub(crate) fn kind(&self, kind: &Id) -> Option<usize> {
        if kind.is_empty() {
            return Some(self.open);
        }
        self.terrain.iter().position(|ground| ground.kind == *kind)
    }

    /// A kind of ground; open ground for the empty id.
    pub(crate) fn ground(&self, kind: &Id) -> Option<&GroundKind> {
        self.kind(kind).map(|index| &self.terrain[index])
    }

    /// Every kind of ground of the chart.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = &GroundKind> {
        self.terrain.iter()
    }

    /// Every kind of ground: open table, then those of the chart.
    pub(crate) fn grounds(&self) -> impl Iterator<Item = (usize, &Id)> {
        static OPEN: Id = Id::of("");
        let named = self.terrain.iter().map(|ground| &ground.kind).enumerate();
        std::iter::once((self.open, &OPEN)).chain(named)
    }

    /// Millimetres a full move goes on a kind of ground, before reductions; none where a number is not
    /// known.
    pub(crate) fn full_move(&self, arm: Arm, way: Way, gait: Gait, kind: usize) -> Option<Ratio> {
        let row = (arm as usize * Way::ALL.len() + way as usize) * Gait::ALL.len() + gait as usize;
        self.full
            .get(row * self.terrain.len() + kind)
            .copied()
            .flatten()
    }
}

/// Every rate on every kind of ground.
fn full_moves(rates: &[Option<[ChartCell; 4]>], terrain: &[GroundKind]) -> Vec<Option<Ratio>> {
    let mut full = Vec::with_capacity(rates.len() * Gait::ALL.len() * terrain.len());
    for (index, row) in rates.iter().enumerate() {
        let arm = Arm::ALL[index / Way::ALL.len()];
        let class = Way::ALL[index % Way::ALL.len()].ground(arm);
        for gait in Gait::ALL {
            let rate = match row {
                Some(cells) => cells[gait as usize].millimetres(LengthUnit::Centimetre),
                None => Some(Ratio::ZERO),
            };
            let on = |ground: &GroundKind| Some(rate? * ground.factor(class).number()?);
            full.extend(terrain.iter().map(on));
        }
    }
    full
}

/// A cell that holds a number or is unknown.
fn number(charts: &Charts, key: &str) -> Result<ChartCell, Fault> {
    let cell = charts.cell(key)?;
    if cell.number().is_none() && !cell.is_unknown() {
        return Err(Fault::rulebook(format!(
            "the cell '{key}' must be a number or unknown"
        )));
    }
    Ok(cell)
}

fn read_rates(charts: &Charts) -> Result<Vec<Option<[ChartCell; 4]>>, Fault> {
    let mut rates = Vec::with_capacity(Arm::ALL.len() * Way::ALL.len());
    for arm in Arm::ALL {
        for way in Way::ALL {
            let own = format!("rates.{}.{}", arm.name(), way.name());
            let shared = format!("rates.{}.{}", arm.family(), way.name());
            let row = [own, shared]
                .into_iter()
                .find(|row| charts.get(&format!("{row}.normal")).is_some());
            rates.push(match row {
                Some(row) => {
                    let cell = |gait: Gait| number(charts, &format!("{row}.{}", gait.name()));
                    let [normal, fast, charge, forced] = Gait::ALL.map(cell);
                    Some([normal?, fast?, charge?, forced?])
                }
                None => None,
            });
        }
    }
    Ok(rates)
}

fn read_terrain(charts: &Charts) -> Result<(Vec<GroundKind>, Vec<Id>), Fault> {
    let mut kinds = Vec::new();
    let mut solid = Vec::new();
    for cell in charts.under("terrain.") {
        let Some(kind) = cell
            .key
            .as_str()
            .strip_prefix("terrain.")
            .and_then(|rest| rest.strip_suffix(".solid"))
        else {
            continue;
        };
        let factor =
            |class: GroundClass| number(charts, &format!("terrain.{kind}.factor.{}", class.name()));
        let [line, column, closed, skirmish, cavalry, guns] = GroundClass::ALL.map(factor);
        if cell.text() == Some("yes") {
            solid.push(Id::from(kind));
        }
        kinds.push(GroundKind {
            kind: Id::from(kind),
            factors: [line?, column?, closed?, skirmish?, cavalry?, guns?],
        });
    }
    Ok((kinds, solid))
}

/// Reads dice such as `3d6`.
fn read_dice(cell: ChartCell) -> Result<ContestDice, Fault> {
    let read = |text: &str| {
        let (count, sides) = text.split_once('d')?;
        let (count, sides) = (count.parse::<u32>().ok()?, sides.parse::<u32>().ok()?);
        ((1..=100).contains(&count) && (2..=1000).contains(&sides)).then_some((count, sides))
    };
    match cell.text().and_then(read) {
        Some((count, sides)) => Ok(ContestDice { count, sides, cell }),
        None => Err(Fault::rulebook(format!(
            "the cell '{}' must be dice such as 3d6",
            cell.key
        ))),
    }
}
