//! From the tree of a TOML text to the parts of a scenario.

use std::collections::BTreeMap;

use grognard_core::LengthUnit;

use super::cursor::Cursor;
use super::errors::Found;
use super::parts::{
    Anchor, At, BrigadePart, CommanderPart, GroundUnit, Parts, ShapePart, SidePart, Stand,
    TablePart, TerrainPart, UnitPart,
};
use super::settings;
use super::tree::{Entry, Span};

const MOST_SIDES: usize = 16;
const MOST_BRIGADES: usize = 500;
const MOST_COMMANDERS: usize = 1000;
const MOST_TERRAIN: usize = 2000;
const MOST_UNITS: usize = 2000;

/// Units that coordinates can be in.
const GROUND_UNITS: [(&str, GroundUnit); 4] = [
    ("m", GroundUnit::Metre),
    ("mm", GroundUnit::Table(LengthUnit::Millimetre)),
    ("cm", GroundUnit::Table(LengthUnit::Centimetre)),
    ("in", GroundUnit::Table(LengthUnit::Inch)),
];

/// Reads the parts of a scenario.
pub(super) fn parts(entries: &[Entry], found: &mut Found) -> Parts {
    let mut file = Cursor::new("", &(0..0), entries);
    format(&mut file, found);
    let name = file
        .need_text("name", found)
        .map_or(String::new(), |name| name.value);
    let description = file
        .text("description", found)
        .map_or(String::new(), |text| text.value);
    let table = match file.take("table") {
        Some(node) => {
            Cursor::open("table".to_owned(), node, found).map(|table| read_table(table, found))
        }
        None => {
            file.missing("table", "[table] with unit, min and max", found);
            None
        }
    };
    let rules = match file.take("rules") {
        Some(node) => settings::read(node, found),
        None => BTreeMap::new(),
    };
    let sides = file
        .tables("side", MOST_SIDES, found)
        .into_iter()
        .map(|t| side(t, found))
        .collect();
    let brigades = file
        .tables("brigade", MOST_BRIGADES, found)
        .into_iter()
        .map(|t| brigade(t, found))
        .collect();
    let commanders = file
        .tables("commander", MOST_COMMANDERS, found)
        .into_iter()
        .map(|t| commander(t, found))
        .collect();
    let terrain = file
        .tables("terrain", MOST_TERRAIN, found)
        .into_iter()
        .map(|t| terrain(t, found))
        .collect();
    let units = file
        .tables("unit", MOST_UNITS, found)
        .into_iter()
        .map(|t| unit(t, found))
        .collect();
    file.finish(found);
    let table = table.unwrap_or(TablePart {
        unit: GroundUnit::Table(LengthUnit::Millimetre),
        min: (0.0, 0.0),
        max: (0.0, 0.0),
        span: 0..0,
    });
    Parts {
        name,
        description,
        table,
        rules,
        sides,
        brigades,
        commanders,
        terrain,
        units,
    }
}

fn format(file: &mut Cursor<'_>, found: &mut Found) {
    match file.take("format") {
        None => file.missing("format", "format = 1", found),
        Some(node) if node.number() == Some(1.0) => {}
        Some(node) => {
            let message = format!("{} is no format this version reads", node.describe());
            found.add(node.span.clone(), "format", message, "write format = 1");
        }
    }
}

fn read_table(mut table: Cursor<'_>, found: &mut Found) -> TablePart {
    let unit = table.word("unit", &GROUND_UNITS, found);
    if !table.has("unit") {
        table.missing("unit", "unit = \"m\", \"mm\", \"cm\" or \"in\"", found);
    }
    let mut corner = |key: &'static str| {
        let spot = table.spot(key, found);
        if !table.has(key) {
            table.missing(key, "a corner [x, y]", found);
        }
        spot.map(|spot| spot.value)
    };
    let (min, max) = (corner("min"), corner("max"));
    if let (Some(min), Some(max)) = (min, max)
        && (max.0 <= min.0 || max.1 <= min.1)
    {
        let message = "max does not lie north-east of min";
        found.add(
            table.span.clone(),
            "table",
            message,
            "give min = [west, south], max = [east, north]",
        );
    }
    let span = table.span.clone();
    table.finish(found);
    TablePart {
        unit: unit.unwrap_or(GroundUnit::Table(LengthUnit::Millimetre)),
        min: min.unwrap_or_default(),
        max: max.unwrap_or_default(),
        span,
    }
}

/// Reads `id` and `name`; the id names the part in errors from then on.
fn id_and_name(kind: &str, part: &mut Cursor<'_>, found: &mut Found) -> (At<String>, String) {
    let span: Span = part.span.start..part.span.start;
    let id = part.need_text("id", found).unwrap_or(At {
        value: String::new(),
        span,
    });
    if !id.value.is_empty() {
        part.field = format!("{kind} '{}'", id.value);
    }
    let name = part
        .text("name", found)
        .map_or_else(|| id.value.clone(), |name| name.value);
    (id, name)
}

fn side(mut part: Cursor<'_>, found: &mut Found) -> SidePart {
    let (id, name) = id_and_name("side", &mut part, found);
    let colour = part.text("colour", found);
    if let Some(colour) = &colour {
        let hex = colour.value.strip_prefix('#').unwrap_or("");
        if hex.len() != 6 || !hex.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            let message = format!("'{}' is no colour", colour.value);
            found.add(
                colour.span.clone(),
                part.path("colour"),
                message,
                "write it as \"#a02020\"",
            );
        }
    }
    part.finish(found);
    SidePart {
        id,
        name,
        colour: colour.map_or(String::new(), |colour| colour.value),
    }
}

fn brigade(mut part: Cursor<'_>, found: &mut Found) -> BrigadePart {
    let (id, name) = id_and_name("brigade", &mut part, found);
    let side = part.need_text("side", found);
    BrigadePart {
        id,
        name,
        side,
        rules: part.per_rules(found),
    }
}

fn commander(mut part: Cursor<'_>, found: &mut Found) -> CommanderPart {
    let (id, name) = id_and_name("commander", &mut part, found);
    CommanderPart {
        id,
        name,
        side: part.text("side", found),
        rank: part.text("rank", found),
        brigade: part.text("brigade", found),
        superior: part.text("superior", found),
        at: part.spot("at", found),
        rules: part.per_rules(found),
    }
}

fn terrain(mut part: Cursor<'_>, found: &mut Found) -> TerrainPart {
    let (id, name) = id_and_name("terrain", &mut part, found);
    let kind = part.text("kind", found);
    let area = part.spots("area", 3, found);
    let line = part.spots("line", 2, found);
    let width = part.number("width", found);
    let shape = match (area, line) {
        (Some(_), Some(line)) => {
            found.add(
                line.span,
                part.path("line"),
                "a piece is an area or a line, not both",
                "drop one",
            );
            None
        }
        (Some(area), None) => Some(At {
            value: ShapePart::Area(area.value),
            span: area.span,
        }),
        (None, Some(line)) => {
            let across = width.as_ref().map_or(0.0, |width| width.value);
            Some(At {
                value: ShapePart::Line(line.value, across),
                span: line.span,
            })
        }
        (None, None) => {
            if !part.has("area") && !part.has("line") {
                part.missing(
                    "area",
                    "area = [[x, y], ...], or line = [[x, y], ...] and width",
                    found,
                );
            }
            None
        }
    };
    if let Some(width) = width {
        if width.value < 0.0 {
            found.add(
                width.span,
                part.path("width"),
                "a width cannot be negative",
                "",
            );
        } else if matches!(
            &shape,
            Some(At {
                value: ShapePart::Area(_),
                ..
            })
        ) {
            found.add(
                width.span,
                part.path("width"),
                "an area has no width",
                "drop it",
            );
        }
    }
    TerrainPart {
        id,
        name,
        kind,
        shape,
        rules: part.per_rules(found),
    }
}

fn unit(mut part: Cursor<'_>, found: &mut Found) -> UnitPart {
    let (id, name) = id_and_name("unit", &mut part, found);
    UnitPart {
        id,
        name,
        side: part.text("side", found),
        brigade: part.text("brigade", found),
        stand: stand(&mut part, found),
        rules: part.per_rules(found),
    }
}

/// Reads where and how a unit stands, of the unit itself or of a ruleset's sub-table.
pub(super) fn stand(part: &mut Cursor<'_>, found: &mut Found) -> Stand {
    let anchors = [
        ("front-centre", Anchor::FrontCentre),
        ("centre", Anchor::Centre),
    ];
    Stand {
        at: part.spot("at", found),
        facing: part.number("facing", found),
        anchor: part.word("anchor", &anchors, found),
        formation: part.text("formation", found),
    }
}
