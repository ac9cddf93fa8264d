//! Boards at random: units as the case files have them, friends and enemies about one of them, terrain,
//! edges of the table, readings.

use grognard_core::{Board, LengthUnit};
use grognard_engine::Battle;
use grognard_host::LoadedRuleset;
use grognard_tests::{CaseFile, merged, read_all, root, start};
use proptest::prelude::*;
use toml::{Table, Value};

/// The unit that is looked at.
pub(crate) const SUBJECT: &str = "subject";

/// What boards of a ruleset are made of.
pub(crate) struct Pool {
    units: Vec<Table>,
    conditions: Vec<Table>,
    readings: Vec<(String, Vec<String>)>,
    terrain: Vec<String>,
    scales: Vec<String>,
}

impl Pool {
    /// What the case files of a ruleset have.
    pub(crate) fn of(ruleset: &LoadedRuleset) -> Self {
        let document = ruleset.document();
        let manifest = &document.manifest;
        let mut pool = Self {
            units: Vec::new(),
            conditions: Vec::new(),
            readings: Vec::new(),
            terrain: manifest.terrain.iter().map(|it| it.id.clone()).collect(),
            scales: manifest.scales.iter().map(|it| it.id.clone()).collect(),
        };
        for reading in &document.readings {
            let values = reading.values.iter().map(|value| value.id.clone());
            pool.readings.push((reading.id.clone(), values.collect()));
        }
        let files = read_all(&root().join("tests/cases")).expect("case files");
        for file in files.iter().filter(|file| file.ruleset == manifest.id) {
            pool.take(file, manifest.unit);
        }
        pool
    }

    fn take(&mut self, file: &CaseFile, unit: LengthUnit) {
        for case in &file.cases {
            for attempt in &case.tries {
                let given = merged(&case.given, &attempt.given);
                let own = given.get("table").and_then(|table| table.get("unit"));
                let unit = own.and_then(Value::as_str).unwrap_or(unit.symbol());
                let units = given.get("unit").and_then(Value::as_array);
                for one in units.into_iter().flatten().filter_map(Value::as_table) {
                    self.take_unit(one, unit);
                }
            }
        }
    }

    fn take_unit(&mut self, given: &Table, unit: &str) {
        let mut kept = Table::new();
        if let Some(formation) = given.get("formation") {
            kept.insert("formation".to_owned(), formation.clone());
        }
        if let Some(Value::Table(attributes)) = given.get("attributes") {
            let mut attributes = attributes.clone();
            for (name, value) in &mut attributes {
                let is_length = name.ends_with("-width") || name.ends_with("-depth");
                let number = value.as_float().or(value.as_integer().map(|n| n as f64));
                if let Some(number) = number.filter(|_| is_length) {
                    *value = Value::String(format!("{number} {unit}"));
                }
            }
            kept.insert("attributes".to_owned(), Value::Table(attributes));
        }
        if let Some(Value::Table(conditions)) = given.get("conditions") {
            for (name, value) in conditions {
                let one = Table::from_iter([(name.clone(), value.clone())]);
                if !self.conditions.contains(&one) {
                    self.conditions.push(one);
                }
            }
        }
        if kept.contains_key("formation") && !self.units.contains(&kept) {
            self.units.push(kept);
        }
    }

    /// The battle of a lot; none where its units cannot stand so.
    pub(crate) fn battle(&self, lot: &Lot, ruleset: &LoadedRuleset) -> Option<Battle> {
        let mut given = Table::new();
        let mut table = Table::from_iter([("unit".to_owned(), Value::from("mm"))]);
        let (near, far) = (lot.edges, [1600.0; 4]);
        let edge = |side: usize| near[side].map_or(far[side], f64::from);
        table.insert("min".to_owned(), point(-edge(0), -edge(1)));
        table.insert("max".to_owned(), point(edge(2), edge(3)));
        given.insert("table".to_owned(), Value::Table(table));
        if !self.scales.is_empty() {
            let scale = &self.scales[lot.scale % self.scales.len()];
            given.insert("scale".to_owned(), Value::from(scale.as_str()));
        }
        let mut readings = Table::new();
        for (reading, value) in &lot.readings {
            let (id, values) = &self.readings[reading % self.readings.len()];
            let value = &values[value % values.len()];
            readings.insert(id.clone(), Value::from(value.as_str()));
        }
        given.insert("readings".to_owned(), Value::Table(readings));
        let mut units = vec![self.unit(SUBJECT, &lot.subject)];
        for (n, draw) in lot.others.iter().enumerate() {
            units.push(self.unit(&format!("other-{n}"), draw));
        }
        given.insert("unit".to_owned(), Value::Array(units));
        let pieces = lot.terrain.iter().enumerate();
        let pieces = pieces.map(|(n, patch)| self.piece(n, patch)).collect();
        given.insert("terrain".to_owned(), Value::Array(pieces));
        Some(start("a random board", &given, ruleset).ok()?.battle)
    }

    fn unit(&self, id: &str, draw: &Draw) -> Value {
        let mut unit = self.units[draw.pick % self.units.len()].clone();
        let (sin, cos) = draw.bearing.to_radians().sin_cos();
        let mut set = |key: &str, value: Value| unit.insert(key.to_owned(), value);
        set("id", Value::from(id));
        set("at", point(draw.away * sin, draw.away * cos));
        set("facing", Value::from(draw.facing));
        set(
            "side",
            Value::from(if draw.hostile { "enemy" } else { "own" }),
        );
        let mut conditions = Table::new();
        for pick in draw
            .conditions
            .iter()
            .filter(|_| !self.conditions.is_empty())
        {
            conditions.extend(self.conditions[pick % self.conditions.len()].clone());
        }
        set("conditions", Value::Table(conditions));
        Value::Table(unit)
    }

    fn piece(&self, n: usize, patch: &Patch) -> Value {
        let kind = &self.terrain[patch.kind % self.terrain.len()];
        let mut piece = Table::from_iter([
            ("id".to_owned(), Value::from(format!("piece-{n}"))),
            ("kind".to_owned(), Value::from(kind.as_str())),
        ]);
        let [x, y] = patch.at;
        if patch.line {
            let ends = [point(x, y), point(x + patch.size[0], y - patch.size[1])];
            piece.insert("line".to_owned(), Value::Array(ends.to_vec()));
            piece.insert("width".to_owned(), Value::from(patch.width));
        } else {
            let rect = [x, y, x + patch.size[0], y + patch.size[1]];
            piece.insert(
                "rect".to_owned(),
                Value::Array(rect.map(Value::from).to_vec()),
            );
        }
        Value::Table(piece)
    }

    /// A unit of an arm in a formation, alone on the table.
    pub(crate) fn alone(
        &self,
        ruleset: &LoadedRuleset,
        fits: impl Fn(&Table) -> bool,
    ) -> Option<Battle> {
        let pick = self.units.iter().position(fits)?;
        let lot = Lot {
            subject: Draw {
                pick,
                ..Draw::default()
            },
            ..Lot::default()
        };
        self.battle(&lot, ruleset)
    }
}

fn point(x: f64, y: f64) -> Value {
    Value::Array(vec![Value::Float(x), Value::Float(y)])
}

/// What a board is drawn from.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lot {
    subject: Draw,
    others: Vec<Draw>,
    terrain: Vec<Patch>,
    readings: Vec<(usize, usize)>,
    /// West, south, east and north edge of the table, mm from the subject; far where there is none.
    edges: [Option<u16>; 4],
    scale: usize,
}

/// A unit that is drawn.
#[derive(Clone, Debug, Default)]
struct Draw {
    pick: usize,
    conditions: Vec<usize>,
    hostile: bool,
    bearing: f64,
    away: f64,
    facing: f64,
}

/// A piece of terrain that is drawn.
#[derive(Clone, Debug)]
struct Patch {
    kind: usize,
    line: bool,
    at: [f64; 2],
    size: [f64; 2],
    width: f64,
}

fn draw() -> impl Strategy<Value = Draw> {
    let conditions = prop_oneof![
        3 => Just(Vec::new()),
        1 => prop::collection::vec(any::<usize>(), 1..3),
    ];
    let facing = prop_oneof![(0..8u8).prop_map(|n| f64::from(n) * 45.0), 0.0..360.0];
    let place = (any::<bool>(), 0.0..360.0, 40.0..900.0, facing);
    (any::<usize>(), conditions, place).prop_map(
        |(pick, conditions, (hostile, bearing, away, facing))| Draw {
            pick,
            conditions,
            hostile,
            bearing,
            away,
            facing,
        },
    )
}

fn patch() -> impl Strategy<Value = Patch> {
    let at = prop::array::uniform2(-400.0..300.0);
    let size = prop::array::uniform2(20.0..300.0);
    (any::<usize>(), any::<bool>(), at, size, 0.0..20.0).prop_map(
        |(kind, line, at, size, width)| Patch {
            kind,
            line,
            at,
            size,
            width,
        },
    )
}

/// Lots.
pub(crate) fn lot() -> impl Strategy<Value = Lot> {
    let edge = || prop::option::weighted(0.1, 150..500u16);
    let edges = (edge(), edge(), edge(), edge());
    let others = prop::collection::vec(draw(), 0..5);
    let terrain = prop_oneof![
        2 => Just(Vec::new()),
        1 => prop::collection::vec(patch(), 1..4),
    ];
    let readings = prop_oneof![
        2 => Just(Vec::new()),
        1 => prop::collection::vec((any::<usize>(), any::<usize>()), 1..6),
    ];
    (draw(), others, terrain, readings, edges, any::<usize>()).prop_map(
        |(subject, others, terrain, readings, edges, scale)| Lot {
            subject: Draw {
                hostile: false,
                away: 0.0,
                ..subject
            },
            others,
            terrain,
            readings,
            edges: edges.into(),
            scale,
        },
    )
}

/// The index of the unit that is looked at.
pub(crate) fn subject(board: &Board) -> usize {
    board.unit_index(SUBJECT).expect("it is on the board")
}
