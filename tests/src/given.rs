//! What a case gives: a scenario without the ceremony.

use grognard_core::{
    Document, Effect, Id, LengthUnit, Manifest, PhaseMode, PhaseSpec, ValueKind, kinds,
};
use grognard_engine::scenario::Scenario;
use grognard_engine::script::typed_condition;
use grognard_engine::{Battle, Setup};
use grognard_host::LoadedRuleset;
use toml::{Table, Value};

/// The keys of a given.
const KEYS: [&str; 14] = [
    "table",
    "phase",
    "active",
    "turn",
    "seed",
    "scale",
    "readings",
    "charts",
    "side",
    "brigade",
    "commander",
    "terrain",
    "unit",
    "conditions",
];

/// Half the side of the table that a case gets unless it gives one, mm.
const HALF_TABLE: f64 = 1524.0;

/// A battle as a case gives it.
#[derive(Debug)]
pub struct Given {
    /// The battle, with the clock in the phase the case asks for.
    pub battle: Battle,
    /// The unit that coordinates and lengths of the case count.
    pub unit: LengthUnit,
}

/// Starts a battle as a case gives it.
///
/// # Errors
/// When the given is not sound; the message says why.
pub fn start(name: &str, given: &Table, ruleset: &LoadedRuleset) -> Result<Given, String> {
    if let Some(key) = given.keys().find(|key| !KEYS.contains(&key.as_str())) {
        return Err(format!(
            "given has no key '{key}'; it can have {}",
            KEYS.join(", ")
        ));
    }
    let document = ruleset.document();
    let unit = unit(given, &document.manifest)?;
    let text = scenario(name, given, &document.manifest, unit)?;
    let scenario = Scenario::read(&text, name).map_err(|errors| format!("{errors}\n{text}"))?;
    let seed = integer(given, "seed")?.unwrap_or(1);
    let setup = Setup {
        seed: seed.unsigned_abs(),
        ..Setup::default()
    };
    let mut battle =
        Battle::start(&scenario, ruleset, &setup).map_err(|error| error.to_string())?;
    reach_phase(&mut battle, given)?;
    let effects = conditions(given, document, unit)?;
    if !effects.is_empty() {
        battle
            .adjust(effects, "given")
            .map_err(|error| error.to_string())?;
    }
    Ok(Given { battle, unit })
}

fn text<'a>(table: &'a Table, key: &str) -> Result<Option<&'a str>, String> {
    match table.get(key) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(other) => Err(format!("{key} = {other} should be a text")),
    }
}

fn integer(table: &Table, key: &str) -> Result<Option<i64>, String> {
    match table.get(key) {
        None => Ok(None),
        Some(Value::Integer(n)) => Ok(Some(*n)),
        Some(other) => Err(format!("{key} = {other} should be a whole number")),
    }
}

fn tables(given: &Table, key: &str) -> Result<Vec<Table>, String> {
    let list = match given.get(key) {
        None => return Ok(Vec::new()),
        Some(Value::Array(list)) => list,
        Some(other) => return Err(format!("{key} = {other} should be a list of tables")),
    };
    let one = |value: &Value| {
        value
            .as_table()
            .cloned()
            .ok_or_else(|| format!("{key}: {value} is no table"))
    };
    list.iter().map(one).collect()
}

fn unit(given: &Table, manifest: &Manifest) -> Result<LengthUnit, String> {
    let named = given
        .get("table")
        .and_then(Value::as_table)
        .and_then(|table| table.get("unit"));
    match named.map(|unit| unit.as_str().unwrap_or("")) {
        Some("mm") => return Ok(LengthUnit::Millimetre),
        Some("cm") => return Ok(LengthUnit::Centimetre),
        Some("in") => return Ok(LengthUnit::Inch),
        Some(_) => return Err("table.unit should be \"mm\", \"cm\" or \"in\"".to_owned()),
        None => {}
    }
    let scale = match text(given, "scale")? {
        Some(id) => manifest.scales.iter().find(|scale| scale.id == id),
        None => manifest.scales.first(),
    };
    Ok(scale.and_then(|scale| scale.unit).unwrap_or(manifest.unit))
}

/// Writes the scenario that a given stands for.
fn scenario(
    name: &str,
    given: &Table,
    manifest: &Manifest,
    unit: LengthUnit,
) -> Result<String, String> {
    let mut file = Table::new();
    file.insert("format".to_owned(), Value::Integer(1));
    file.insert("name".to_owned(), Value::from(name));
    file.insert("table".to_owned(), Value::Table(table(given, unit)));
    let mut settings = Table::new();
    for key in ["scale", "readings", "charts"] {
        if let Some(value) = given.get(key) {
            settings.insert(key.to_owned(), value.clone());
        }
    }
    let mut rules = Table::new();
    rules.insert(manifest.id.clone(), Value::Table(settings));
    file.insert("rules".to_owned(), Value::Table(rules));
    let sides = match given.get("side") {
        Some(sides) => sides.clone(),
        None => Value::Array(
            ["own", "enemy"]
                .iter()
                .map(|id| Value::Table(with_id(id)))
                .collect(),
        ),
    };
    file.insert("side".to_owned(), sides);
    for key in ["brigade", "commander", "terrain", "unit"] {
        let parts = tables(given, key)?
            .into_iter()
            .map(|part| Value::Table(whole(key, part, &manifest.id)));
        file.insert(key.to_owned(), Value::Array(parts.collect()));
    }
    toml::to_string(&file).map_err(|error| error.to_string())
}

fn with_id(id: &str) -> Table {
    Table::from_iter([("id".to_owned(), Value::from(id))])
}

fn table(given: &Table, unit: LengthUnit) -> Table {
    let half = HALF_TABLE / unit.millimetres().to_f64();
    let corner = |at: f64| Value::Array(vec![Value::Float(at), Value::Float(at)]);
    let mut table = Table::from_iter([
        ("unit".to_owned(), Value::from(unit.symbol())),
        ("min".to_owned(), corner(-half)),
        ("max".to_owned(), corner(half)),
    ]);
    if let Some(Value::Table(own)) = given.get("table") {
        table.extend(own.clone());
    }
    table
}

/// A part as a scenario wants it: with the defaults filled in and its attributes in the ruleset's
/// sub-table.
fn whole(key: &str, mut part: Table, ruleset: &str) -> Table {
    let attributes = part
        .remove("attributes")
        .unwrap_or_else(|| Value::Table(Table::new()));
    part.remove("conditions");
    let mut default = |key: &str, value: Value| {
        part.entry(key.to_owned()).or_insert(value);
    };
    let origin = || Value::Array(vec![Value::Integer(0), Value::Integer(0)]);
    match key {
        "unit" => {
            default("at", origin());
            default("facing", Value::Integer(0));
        }
        "commander" => default("at", origin()),
        _ => {}
    }
    if key != "terrain" && !part.contains_key("side") && !part.contains_key("brigade") {
        part.insert("side".to_owned(), Value::from("own"));
    }
    if let Some(Value::Array(rect)) = part.get("rect")
        && let [west, south, east, north] = rect.as_slice()
    {
        let corner = |x: &Value, y: &Value| Value::Array(vec![x.clone(), y.clone()]);
        let area = [
            corner(west, south),
            corner(east, south),
            corner(east, north),
            corner(west, north),
        ];
        part.insert("area".to_owned(), Value::Array(area.to_vec()));
        part.remove("rect");
    }
    part.insert(ruleset.to_owned(), attributes);
    part
}

/// Ends phases until the clock is where the case wants it.
fn reach_phase(battle: &mut Battle, given: &Table) -> Result<(), String> {
    let manifest = &battle.document().manifest;
    let wanted = match text(given, "phase")? {
        Some(phase) => {
            if !manifest.phases.iter().any(|known| known.id == phase) {
                let known: Vec<&str> = manifest
                    .phases
                    .iter()
                    .map(|phase| phase.id.as_str())
                    .collect();
                return Err(format!(
                    "there is no phase '{phase}'; there are {}",
                    known.join(", ")
                ));
            }
            phase.to_owned()
        }
        None => marching_phase(manifest).to_owned(),
    };
    let (active, turn) = (text(given, "active")?, integer(given, "turn")?);
    for _ in 0..10_000 {
        let clock = &battle.board().clock;
        let there = clock.phase == *wanted.as_str()
            && active.is_none_or(|side| clock.acts(&Id::from(side)))
            && turn.is_none_or(|turn| i64::from(clock.turn) >= turn);
        if there {
            return Ok(());
        }
        battle.end_phase(&[]).map_err(|error| error.to_string())?;
    }
    Err(format!(
        "the clock never reaches the phase '{wanted}' as given"
    ))
}

/// The first phase in which orders to march are carried out or written.
fn marching_phase(manifest: &Manifest) -> &str {
    let takes =
        |orders: &[String]| orders.is_empty() || orders.iter().any(|kind| kind == kinds::MARCH);
    let find = |written: bool| {
        let writes = |phase: &PhaseSpec| phase.mode == PhaseMode::Write;
        let mut phases = manifest.phases.iter();
        phases.find(|phase| writes(phase) == written && takes(&phase.orders))
    };
    let phase = find(false)
        .or_else(|| find(true))
        .or(manifest.phases.first());
    phase.map_or("", |phase| phase.id.as_str())
}

/// The conditions that hold where the case begins, as changes by the umpire.
fn conditions(given: &Table, document: &Document, unit: LengthUnit) -> Result<Vec<Effect>, String> {
    let mut effects = Vec::new();
    let mut add = |on: &str, conditions: Option<&Value>| -> Result<(), String> {
        let Some(conditions) = conditions else {
            return Ok(());
        };
        let Value::Table(conditions) = conditions else {
            return Err(format!("conditions of '{on}' should be a table"));
        };
        for (name, value) in conditions {
            let spec = document
                .manifest
                .conditions
                .iter()
                .find(|spec| spec.id == *name);
            let Some(spec) = spec else {
                return Err(format!(
                    "{} has no condition '{name}'",
                    document.manifest.id
                ));
            };
            let kind: ValueKind = spec.kind;
            let value = typed_condition(value, kind, unit);
            effects.push(Effect::SetCondition {
                on: Id::from(on),
                name: Id::from(name.as_str()),
                value,
            });
        }
        Ok(())
    };
    add("", given.get("conditions"))?;
    for key in ["unit", "brigade", "commander"] {
        for part in tables(given, key)? {
            let id = text(&part, "id")?.unwrap_or("").to_owned();
            add(&id, part.get("conditions"))?;
        }
    }
    Ok(effects)
}
