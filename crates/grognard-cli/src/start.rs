//! Starting the battle that a command is about.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use grognard_core::{CellValue, FaultKind};
use grognard_engine::scenario::Scenario;
use grognard_engine::script::{Script, Step};
use grognard_engine::{Battle, ChartChange, EngineError, Setup};
use grognard_host::{HostError, Registry};

use crate::args::BattleArgs;
use crate::failure::Failure;
use crate::installed;
use crate::lang;

/// The longest script or chart file that is read, in bytes.
const LONGEST: u64 = 16 << 20;

/// A battle that was started or opened.
pub(crate) struct Begun {
    /// The battle.
    pub battle: Battle,
    /// Whether it is a save whose last line was torn and left out.
    pub torn: bool,
}

impl Begun {
    /// What people should know of a torn save.
    pub(crate) fn notes(&self, path: &Path) -> String {
        if !self.torn {
            return String::new();
        }
        format!(
            "{}: the last line is torn, and left out: what was done last is not in the save\n",
            path.display()
        )
    }
}

/// The size of a regular file; a pipe would keep us waiting.
fn size(path: &Path) -> Result<u64, Failure> {
    let file = fs::metadata(path).map_err(|error| Failure::file(path, error))?;
    if file.is_file() {
        Ok(file.len())
    } else {
        Err(Failure::no_file(path))
    }
}

/// The text of a file.
pub(crate) fn text(path: &Path) -> Result<String, Failure> {
    if size(path)? > LONGEST {
        let message = format!("{} is longer than {} MiB", path.display(), LONGEST >> 20);
        return Err(Failure::BadInput(message));
    }
    fs::read_to_string(path).map_err(|error| Failure::file(path, error))
}

/// A script.
pub(crate) fn script(path: &Path) -> Result<Script, Failure> {
    let read = Script::read(&text(path)?);
    read.map_err(|error| Failure::BadInput(format!("{}: {error}", path.display())))
}

/// The battle that `args` describe, as a script wants it when there is one, at the phase they name.
pub(crate) fn battle(
    args: &BattleArgs,
    plugins: &[PathBuf],
    script: Option<&Script>,
    lang: &str,
) -> Result<Begun, Failure> {
    let mut begun = begun(args, plugins, script)?;
    let battle = &mut begun.battle;
    lang::known(battle.document(), lang)?;
    if let Some(phase) = &args.phase {
        let known = battle
            .document()
            .manifest
            .phases
            .iter()
            .map(|phase| phase.id.as_str());
        if !known.clone().any(|id| id == phase) {
            let meant = grognard_engine::suggestion(phase, known);
            return Err(Failure::BadInput(format!(
                "there is no phase '{phase}'{meant}"
            )));
        }
        if battle.board().clock.phase != *phase.as_str() {
            nothing_sealed(battle, args.side.as_deref(), "leave out --phase")?;
            Step::EndUntil {
                phase: phase.clone(),
            }
            .perform(battle)?;
        }
    }
    if let Some(side) = &args.side {
        battle.view(side)?;
    }
    // What a script writes itself it may carry out.
    if script.is_some_and(|script| {
        script
            .lines
            .iter()
            .any(|line| line.what.contains_key("end"))
    }) {
        nothing_sealed(
            battle,
            args.side.as_deref(),
            "play a script that ends no phase",
        )?;
    }
    Ok(begun)
}

/// Makes sure that nothing sealed to a side is carried out for it: then it would be told.
fn nothing_sealed(battle: &Battle, side: Option<&str>, remedy: &str) -> Result<(), Failure> {
    match side.filter(|side| holds_sealed(battle, side)) {
        None => Ok(()),
        Some(side) => Err(Failure::BadInput(format!(
            "what others have written is sealed to '{side}', and would be carried out: {remedy}, or ask as \
             the umpire without --side"
        ))),
    }
}

/// Whether there are orders that are sealed to a side.
pub(crate) fn holds_sealed(battle: &Battle, side: &str) -> bool {
    battle
        .view(side)
        .is_ok_and(|view| view.sealed().iter().any(|(_, count)| *count > 0))
}

fn begun(
    args: &BattleArgs,
    plugins: &[PathBuf],
    script: Option<&Script>,
) -> Result<Begun, Failure> {
    // A file that is not there is told from one that is no scenario.
    size(&args.battle)?;
    let registry = installed::registry(plugins)?;
    if is_save(&args.battle) {
        return reopened(args, &registry, script);
    }
    let rules = ruleset(args, script)?;
    let scenario = Scenario::open(&args.battle)?;
    let loaded = installed::ruleset(&registry, &rules)?;
    let mut setup = setup(args)?;
    if let (None, Some(script)) = (args.seed, script) {
        setup.seed = script.seed;
    }
    Ok(Begun {
        battle: Battle::start(&scenario, loaded, &setup).map_err(|error| blamed(args, error))?,
        torn: false,
    })
}

/// The error, with the options that can have brought it about.
fn blamed(args: &BattleArgs, error: EngineError) -> Failure {
    let refused = match &error {
        EngineError::Setup(_) => true,
        EngineError::Host(HostError::NotOpened { fault, .. }) => fault.kind != FaultKind::Panicked,
        _ => false,
    };
    let scale = args.scale.iter().map(|scale| format!("--scale {scale}"));
    let readings = args.readings.iter().map(|one| format!("--reading {one}"));
    let cells = args.cells.iter().map(|cell| format!("--cell {cell}"));
    let charts = args.charts.iter();
    let charts = charts.map(|path| format!("--chart {}", path.display()));
    let options: Vec<String> = scale.chain(readings).chain(charts).chain(cells).collect();
    if refused && !options.is_empty() {
        let remedy = format!("look at what was changed: {}", options.join(" "));
        Failure::with(error.to_string(), remedy)
    } else {
        error.into()
    }
}

/// Whether the file is a save: its first line is JSON.
pub(crate) fn is_save(path: &Path) -> bool {
    use std::io::Read;
    let mut first = [0_u8; 1];
    fs::File::open(path)
        .and_then(|mut file| file.read_exact(&mut first))
        .is_ok()
        && first == *b"{"
}

fn reopened(
    args: &BattleArgs,
    registry: &Registry,
    script: Option<&Script>,
) -> Result<Begun, Failure> {
    let changed = args.scale.is_some()
        || args.seed.is_some()
        || args.printed_only
        || !(args.readings.is_empty() && args.charts.is_empty() && args.cells.is_empty());
    if changed {
        return Err(Failure::with(
            "a save keeps its scale, seed, readings and charts",
            "leave these options out, or start from the scenario",
        ));
    }
    let text =
        fs::read_to_string(&args.battle).map_err(|error| Failure::file(&args.battle, error))?;
    // Why there is no such ruleset is told better than the save can.
    let mut missing = None;
    let opened = Battle::open(&text, |id| {
        installed::ruleset(registry, id)
            .cloned()
            .map_err(|failure| {
                let message = failure.to_string();
                missing = Some(failure);
                message
            })
    });
    let opened = match (opened, missing) {
        (Ok(opened), _) => opened,
        (Err(_), Some(failure)) => return Err(failure),
        (Err(EngineError::Save { line, message }), None) => {
            return Err(Failure::BadInput(format!(
                "{}, line {line}: {message}",
                args.battle.display()
            )));
        }
        (Err(error), None) => return Err(error.into()),
    };
    let id = opened.battle.ruleset().id();
    let wanted = args
        .rules
        .as_deref()
        .or(script.map(|script| script.ruleset.as_str()));
    match wanted.filter(|wanted| *wanted != id) {
        Some(wanted) => Err(Failure::BadInput(format!(
            "the save is played under {id}, not {wanted}"
        ))),
        None => Ok(Begun {
            battle: opened.battle,
            torn: opened.torn,
        }),
    }
}

fn ruleset(args: &BattleArgs, script: Option<&Script>) -> Result<String, Failure> {
    match (&args.rules, script) {
        (Some(rules), Some(script)) if *rules != script.ruleset => Err(Failure::with(
            format!(
                "the script is written for {}, not for {rules}",
                script.ruleset
            ),
            "leave --rules out, or give another script",
        )),
        (Some(rules), _) => Ok(rules.clone()),
        (None, Some(script)) => Ok(script.ruleset.clone()),
        (None, None) => Err(Failure::with(
            "no ruleset is named",
            "name one with --rules; `grognard rulesets` lists them",
        )),
    }
}

fn setup(args: &BattleArgs) -> Result<Setup, Failure> {
    let mut charts = Vec::new();
    if args.printed_only {
        charts.push(ChartChange::PrintedOnly);
    }
    for path in &args.charts {
        let name = path.display().to_string();
        charts.push(ChartChange::File {
            name,
            text: text(path)?,
        });
    }
    let mut cells = BTreeMap::new();
    for cell in &args.cells {
        let (key, value) = pair(cell, "--cell")?;
        let value: CellValue = serde_json::from_value(serde_json::Value::from(value))
            .map_err(|error| Failure::BadInput(format!("--cell {key}: {error}")))?;
        cells.insert(key.to_owned(), value);
    }
    if !cells.is_empty() {
        charts.push(ChartChange::Cells(cells));
    }
    let mut readings = BTreeMap::new();
    for reading in &args.readings {
        let (id, value) = pair(reading, "--reading")?;
        readings.insert(id.to_owned(), value.to_owned());
    }
    Ok(Setup {
        seed: args.seed.unwrap_or(0),
        scale: args.scale.clone(),
        readings,
        charts,
    })
}

fn pair<'a>(text: &'a str, option: &str) -> Result<(&'a str, &'a str), Failure> {
    text.split_once('=')
        .map(|(name, value)| (name.trim(), value.trim()))
        .ok_or_else(|| {
            Failure::BadInput(format!(
                "{option} {text}: write a name, an equals sign and a value"
            ))
        })
}
