//! Putting a scenario under a ruleset.

use grognard_core::{
    Bearing, Brigade, Commander, Document, Id, Manifest, Named, Point, Pose, RNone, ROption, RSome,
    RVec, Ratio, Shape, Side, Table, Terrain, Unit,
};

use super::attributes::Words;
use super::charts;
use super::check::side_of;
use super::cursor::Cursor;
use super::errors::{Found, choose};
use super::parse::stand;
use super::parts::{
    At, BrigadePart, ChartsPart, CommanderPart, GroundUnit, Parts, PerRules, RulesPart, ShapePart,
    SidePart, Spot, TerrainPart, Under, UnitPart,
};
use super::{Draft, DraftUnit, RulesSettings, Scenario};

/// Largest table, mm: a hundred metres.
const LARGEST_TABLE: f64 = 100_000.0;

/// The word that leaves a piece of terrain out under a ruleset.
const NO_TERRAIN: &str = "none";

/// Keys of a unit's sub-table that are no attributes.
const STAND_KEYS: [&str; 4] = ["at", "facing", "anchor", "formation"];

/// Colours of sides that name none, in order.
const COLOURS: [&str; 4] = ["#b03030", "#3050b0", "#308040", "#907020"];

/// Turns the file's coordinates into millimetres on the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ground {
    scale: Ratio,
}

impl Ground {
    /// A length of the file in millimetres. Written numbers stay as exact as a product allows.
    pub(super) fn length(self, length: f64) -> f64 {
        match Ratio::simplest(length) {
            Some(exact) => (exact * self.scale).to_f64(),
            None => length * self.scale.to_f64(),
        }
    }

    /// A point of the file in millimetres.
    pub(super) fn point(self, (x, y): Spot) -> Point {
        Point::new(self.length(x), self.length(y))
    }
}

struct Surveyor<'a> {
    parts: &'a Parts,
    manifest: &'a Manifest,
    words: Words<'a>,
    /// Where the lines of the text end, in bytes.
    line_ends: Vec<usize>,
}

/// The scenario under a ruleset; `None` only when an error was found.
pub(super) fn field(scenario: &Scenario, document: &Document, found: &mut Found) -> Option<Draft> {
    let parts = &scenario.parts;
    let manifest = &document.manifest;
    let rules = parts.rules.get(&manifest.id);
    let settings = settings(scenario, rules, document, found);
    let words = Words {
        manifest,
        ground: ground(parts, rules, manifest, found)?,
        units: parts
            .units
            .iter()
            .map(|part| part.id.value.as_str())
            .collect(),
        brigades: parts
            .brigades
            .iter()
            .map(|part| part.id.value.as_str())
            .collect(),
        commanders: parts
            .commanders
            .iter()
            .map(|part| part.id.value.as_str())
            .collect(),
        terrain: parts
            .terrain
            .iter()
            .map(|part| part.id.value.as_str())
            .collect(),
    };
    let surveyor = Surveyor {
        parts,
        manifest,
        words,
        line_ends: scenario
            .text
            .match_indices('\n')
            .map(|(at, _)| at)
            .collect(),
    };
    let mut units: Vec<DraftUnit> = parts
        .units
        .iter()
        .filter_map(|part| surveyor.unit(part, found))
        .collect();
    if !parts
        .units
        .iter()
        .any(|part| part.rules.contains_key(&manifest.id))
    {
        let message = format!("no unit has a table [unit.{}]", manifest.id);
        let others = scenario.rulesets();
        let remedy = if others.is_empty() {
            "give the units that play under it one each".to_owned()
        } else {
            format!("the scenario is written for {}", others.join(", "))
        };
        found.add(0..0, "unit", message, remedy);
    }
    let mut brigades: Vec<Brigade> = parts
        .brigades
        .iter()
        .map(|part| surveyor.brigade(part, found))
        .collect();
    let mut commanders: Vec<Commander> = parts
        .commanders
        .iter()
        .filter_map(|part| surveyor.commander(part, found))
        .collect();
    units.sort_by_key(|one| one.unit.id);
    brigades.sort_by_key(|one| one.id);
    commanders.sort_by_key(|one| one.id);
    Some(Draft {
        name: parts.name.clone(),
        table: surveyor.table(found),
        terrain: parts
            .terrain
            .iter()
            .filter_map(|part| surveyor.terrain(part, found))
            .collect(),
        sides: parts
            .sides
            .iter()
            .enumerate()
            .map(|(index, part)| side(index, part))
            .collect(),
        brigades,
        commanders,
        units,
        settings,
    })
}

fn ground(
    parts: &Parts,
    rules: Option<&RulesPart>,
    manifest: &Manifest,
    found: &mut Found,
) -> Option<Ground> {
    match parts.table.unit {
        GroundUnit::Table(unit) => Some(Ground {
            scale: unit.millimetres(),
        }),
        GroundUnit::Metre => {
            let scale = rules.and_then(|rules| rules.ground);
            if scale.is_none() {
                let span = rules.map_or(parts.table.span.clone(), |rules| rules.span.clone());
                let message = "it is missing, and the scenario's table is in metres";
                let remedy = format!("write [rules.{}] ground = \"40 m = 1 in\"", manifest.id);
                found.add(
                    span,
                    format!("rules.{}.ground", manifest.id),
                    message,
                    remedy,
                );
            }
            scale.map(|scale| Ground {
                scale: scale.mm_per_metre,
            })
        }
    }
}

fn settings(
    scenario: &Scenario,
    rules: Option<&RulesPart>,
    document: &Document,
    found: &mut Found,
) -> RulesSettings {
    let Some(rules) = rules else {
        return RulesSettings::default();
    };
    let manifest = &document.manifest;
    let field = format!("rules.{}", manifest.id);
    if let Some(scale) = &rules.scale {
        known(
            "scale",
            scale,
            &manifest.scales,
            &format!("{field}.scale"),
            found,
        );
    }
    for (id, value) in &rules.readings {
        let field = format!("{field}.readings.{}", id.value);
        let Some(reading) = document.reading(&id.value) else {
            let message = format!("{} has no reading '{}'", manifest.id, id.value);
            let known = document.readings.iter().map(|reading| reading.id.as_str());
            found.add(id.span.clone(), field, message, choose(&id.value, known));
            continue;
        };
        let matches = |word: &str| {
            word == value.value || (word == "number" && value.value.parse::<u32>().is_ok())
        };
        if !reading.values.iter().any(|known| matches(&known.id)) {
            let message = format!("it cannot be '{}'", value.value);
            let known = reading.values.iter().map(|known| known.id.as_str());
            found.add(
                value.span.clone(),
                field,
                message,
                choose(&value.value, known),
            );
        }
    }
    RulesSettings {
        scale: rules.scale.as_ref().map(|scale| scale.value.clone()),
        readings: rules
            .readings
            .iter()
            .map(|(id, value)| (id.value.clone(), value.value.clone()))
            .collect(),
        printed_only: matches!(rules.charts, Some(ChartsPart::PrintedOnly)),
        cells: charts::cells(&manifest.id, rules, &scenario.files, document, found),
    }
}

/// Whether a word is among those a manifest names; complains when it is not.
fn known(what: &str, word: &At<String>, named: &[Named], field: &str, found: &mut Found) -> bool {
    let known = named.iter().any(|one| one.id == word.value);
    if !known && !found.is_full() {
        let message = format!("there is no {what} '{}'", word.value);
        let remedy = choose(&word.value, named.iter().map(|one| one.id.as_str()));
        found.add(word.span.clone(), field, message, remedy);
    }
    known
}

fn side(index: usize, part: &SidePart) -> Side {
    let colour = if part.colour.is_empty() {
        COLOURS[index % COLOURS.len()]
    } else {
        &part.colour
    };
    Side {
        id: Id::from(part.id.value.as_str()),
        name: part.name.as_str().into(),
        colour: colour.into(),
    }
}

fn id_option(id: Option<&At<String>>) -> ROption<Id> {
    id.map_or(RNone, |id| RSome(Id::from(id.value.as_str())))
}

impl Surveyor<'_> {
    fn under<'p>(&self, rules: &'p PerRules) -> Option<&'p Under> {
        rules.get(&self.manifest.id)
    }

    fn path(&self, kind: &str, id: &At<String>) -> String {
        format!("{kind} '{}'.{}", id.value, self.manifest.id)
    }

    fn table(&self, found: &mut Found) -> Table {
        let table = &self.parts.table;
        let (min, max) = (
            self.words.ground.point(table.min),
            self.words.ground.point(table.max),
        );
        if max.x - min.x > LARGEST_TABLE || max.y - min.y > LARGEST_TABLE {
            let message = format!(
                "the table would be {:.0} by {:.0} mm",
                max.x - min.x,
                max.y - min.y
            );
            let remedy = format!("keep it below {LARGEST_TABLE} mm; check unit and ground scale");
            found.add(table.span.clone(), "table", message, remedy);
        }
        Table { min, max }
    }

    fn brigade(&self, part: &BrigadePart, found: &mut Found) -> Brigade {
        let field = self.path("brigade", &part.id);
        let (span, entries) = split(self.under(&part.rules), &part.id);
        let specs = &self.manifest.brigade_attributes;
        Brigade {
            id: Id::from(part.id.value.as_str()),
            name: part.name.as_str().into(),
            side: part
                .side
                .as_ref()
                .map_or(Id::default(), |side| Id::from(side.value.as_str())),
            attributes: self
                .words
                .attributes(&field, &span, entries, &[], specs, found),
            conditions: RVec::new(),
        }
    }

    fn commander(&self, part: &CommanderPart, found: &mut Found) -> Option<Commander> {
        let field = self.path("commander", &part.id);
        let (span, entries) = split(self.under(&part.rules), &part.id);
        let mut own = Cursor::new(field.clone(), &span, entries);
        let rank = own.text("rank", found).or_else(|| part.rank.clone());
        let at = own.spot("at", found).or_else(|| part.at.clone());
        let specs = &self.manifest.commander_attributes;
        let attributes =
            self.words
                .attributes(&field, &span, entries, &["rank", "at"], specs, found);
        let Some(at) = at else {
            found.add(
                part.id.span.clone(),
                format!("{field}.at"),
                "it is missing",
                "say where he stands",
            );
            return None;
        };
        let (west, south) = self.parts.table.min;
        let (east, north) = self.parts.table.max;
        let (x, y) = at.value;
        if !(west..=east).contains(&x) || !(south..=north).contains(&y) {
            found.add(
                at.span.clone(),
                format!("{field}.at"),
                "he stands off the table",
                "move him onto it",
            );
        }
        let side = side_of(self.parts, part.side.as_ref(), part.brigade.as_ref()).unwrap_or("");
        Some(Commander {
            id: Id::from(part.id.value.as_str()),
            name: part.name.as_str().into(),
            side: Id::from(side),
            rank: rank.map_or(Id::default(), |rank| Id::from(rank.value.as_str())),
            brigade: id_option(part.brigade.as_ref()),
            superior: id_option(part.superior.as_ref()),
            at: self.words.ground.point(at.value),
            attributes,
            conditions: RVec::new(),
        })
    }

    fn terrain(&self, part: &TerrainPart, found: &mut Found) -> Option<Terrain> {
        let field = self.path("terrain", &part.id);
        let (span, entries) = split(self.under(&part.rules), &part.id);
        let mut own = Cursor::new(field.clone(), &span, entries);
        let kind = own.text("kind", found).or_else(|| part.kind.clone())?;
        if kind.value == NO_TERRAIN {
            return None;
        }
        if !known(
            "kind of terrain",
            &kind,
            &self.manifest.terrain,
            &format!("{field}.kind"),
            found,
        ) {
            return None;
        }
        let specs = &self.manifest.terrain_attributes;
        let attributes = self
            .words
            .attributes(&field, &span, entries, &["kind"], specs, found);
        let ground = self.words.ground;
        let points = |spots: &[Spot]| spots.iter().map(|spot| ground.point(*spot)).collect();
        let shape = match &part.shape.as_ref()?.value {
            ShapePart::Area(spots) => Shape::Area(points(spots)),
            ShapePart::Line(spots, width) => Shape::Line {
                points: points(spots),
                width: ground.length(*width),
            },
        };
        Some(Terrain {
            id: Id::from(part.id.value.as_str()),
            name: part.name.as_str().into(),
            kind: Id::from(kind.value.as_str()),
            shape,
            attributes,
        })
    }

    fn unit(&self, part: &UnitPart, found: &mut Found) -> Option<DraftUnit> {
        let under = self.under(&part.rules)?;
        let field = self.path("unit", &part.id);
        let mut own = Cursor::new(field.clone(), &under.span, &under.entries);
        let stands = stand(&mut own, found).or(&part.stand);
        let specs = &self.manifest.unit_attributes;
        let attributes = self.words.attributes(
            &field,
            &under.span,
            &under.entries,
            &STAND_KEYS,
            specs,
            found,
        );
        let mut missing = |key: &str, what: &str| {
            found.add(
                part.id.span.clone(),
                format!("{field}.{key}"),
                "it is missing",
                what,
            );
        };
        if stands.at.is_none() {
            missing("at", "say where it stands: at = [x, y]");
        }
        if stands.facing.is_none() {
            missing(
                "facing",
                "say which way it faces: a compass bearing in degrees",
            );
        }
        if let Some(formation) = &stands.formation
            && !self
                .manifest
                .formations
                .iter()
                .any(|one| one.id == formation.value)
        {
            let message = format!(
                "{} has no formation '{}'",
                self.manifest.id, formation.value
            );
            let known = self.manifest.formations.iter().map(|one| one.id.as_str());
            let remedy = choose(&formation.value, known);
            found.add(
                formation.span.clone(),
                format!("{field}.formation"),
                message,
                remedy,
            );
        }
        let (at, facing) = (stands.at?, stands.facing?);
        let side = side_of(self.parts, part.side.as_ref(), part.brigade.as_ref()).unwrap_or("");
        let unit = Unit {
            id: Id::from(part.id.value.as_str()),
            name: part.name.as_str().into(),
            side: Id::from(side),
            brigade: id_option(part.brigade.as_ref()),
            formation: stands
                .formation
                .map_or(Id::default(), |word| Id::from(word.value.as_str())),
            pose: Pose {
                at: self.words.ground.point(at.value),
                facing: Bearing::new(facing.value),
            },
            bases: RVec::new(),
            footprint: RVec::new(),
            attributes,
            conditions: RVec::new(),
            track: RVec::new(),
        };
        let start = part.id.span.start;
        let line = self.line_ends.partition_point(|end| *end < start) + 1;
        Some(DraftUnit {
            unit,
            anchor: stands.anchor.unwrap_or_default(),
            line,
        })
    }
}

/// The place and the entries of a sub-table; the part's id and nothing when it has none.
fn split<'p>(
    under: Option<&'p Under>,
    id: &At<String>,
) -> (super::tree::Span, &'p [super::tree::Entry]) {
    match under {
        Some(under) => (under.span.clone(), &under.entries),
        None => (id.span.clone(), &[]),
    }
}
