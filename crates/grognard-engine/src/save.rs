//! Saves: JSON lines, one header and then one event a line. Opening one plays it again and compares.

use std::collections::BTreeMap;
use std::fmt::Write;

use grognard_core::Document;
use grognard_host::LoadedRuleset;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::battle::Battle;
use crate::error::{EngineError, OrderError};
use crate::event::{Event, Happening};
use crate::scenario::Scenario;
use crate::setup::Setup;

/// The number of the save format.
const FORMAT: u32 = 1;
/// The longest save that is read, in bytes.
const LONGEST: usize = 256 << 20;

/// The first line of a save.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SaveHeader {
    /// The number of the format.
    pub grognard: u32,
    /// The ruleset played.
    pub ruleset: SavedRuleset,
    /// What a script set of the rules, and the seed.
    pub setup: Setup,
    /// The scenario.
    pub scenario: SavedScenario,
}

/// Which ruleset a save was played under.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedRuleset {
    /// Its id.
    pub id: String,
    /// Its version.
    pub version: String,
    /// SHA-256 of its document: words, clauses, charts, readings.
    pub digest: String,
}

/// The scenario as it was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedScenario {
    /// What errors call it.
    pub origin: String,
    /// Its text.
    pub text: String,
    /// The chart files it names.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
}

/// A save that was opened.
#[derive(Debug)]
pub struct Opened {
    /// The battle, as it stood.
    pub battle: Battle,
    /// Whether the last line was torn (the program stopped while writing it) and left out.
    pub torn: bool,
}

impl SavedRuleset {
    /// The ruleset as it is installed now.
    pub fn of(document: &Document) -> Self {
        let text = serde_json::to_vec(document).unwrap_or_default();
        let mut digest = String::with_capacity(64);
        for byte in Sha256::digest(&text) {
            let _ = write!(digest, "{byte:02x}");
        }
        Self {
            id: document.manifest.id.clone(),
            version: document.manifest.version.clone(),
            digest,
        }
    }
}

impl Battle {
    /// The log: one event a line, as JSON.
    ///
    /// # Errors
    /// When an event cannot be written as JSON, which no event made by the engine is.
    pub fn log(&self) -> Result<String, EngineError> {
        let mut out = String::new();
        for event in self.events() {
            line(&mut out, event)?;
        }
        Ok(out)
    }

    /// The save: a header line, then the log.
    ///
    /// # Errors
    /// As [`log`](Self::log).
    pub fn save(&self) -> Result<String, EngineError> {
        let header = SaveHeader {
            grognard: FORMAT,
            ruleset: SavedRuleset::of(self.document()),
            setup: self.setup().clone(),
            scenario: SavedScenario {
                origin: self.scenario().origin().to_owned(),
                text: self.scenario().text().to_owned(),
                files: self.scenario().files().clone(),
            },
        };
        let mut out = String::new();
        line(&mut out, &header)?;
        out.push_str(&self.log()?);
        Ok(out)
    }

    /// Opens a save: starts the battle anew under the ruleset that `find` gives for its id, plays every
    /// event again, and compares each with what was written. A torn last line is left out.
    ///
    /// # Errors
    /// When the text is no save, the ruleset is not the one it was played under, or an event does not
    /// come out as written; the message names the line.
    pub fn open<F>(text: &str, find: F) -> Result<Opened, EngineError>
    where
        F: FnOnce(&str) -> Result<LoadedRuleset, String>,
    {
        if text.len() > LONGEST {
            return Err(bad(
                1,
                format!("the save is longer than {} MiB", LONGEST >> 20),
            ));
        }
        let mut lines = text
            .split_inclusive('\n')
            .enumerate()
            .map(|(n, l)| (n + 1, l));
        let Some((_, first)) = lines.next() else {
            return Err(bad(
                1,
                "the save is empty; give a file that was saved by grognard",
            ));
        };
        let header = header(first)?;
        let ruleset = find(&header.ruleset.id).map_err(|message| bad(1, message))?;
        same_ruleset(&header.ruleset, &SavedRuleset::of(ruleset.document()))?;
        let saved = &header.scenario;
        let scenario = Scenario::read_with(&saved.text, &saved.origin, &saved.files)?;
        let mut battle = Self::start(&scenario, &ruleset, &header.setup)?;
        let mut torn = false;
        for (number, text) in lines {
            if text.trim().is_empty() {
                return Err(bad(number, "the line is empty; take it out"));
            }
            let event: Event = match serde_json::from_str(text) {
                Ok(event) => event,
                Err(_) if !text.ends_with('\n') => {
                    torn = true;
                    break;
                }
                Err(error) => return Err(bad(number, format!("this is no event: {error}"))),
            };
            battle.replay(&event, number)?;
        }
        Ok(Opened { battle, torn })
    }

    /// Plays one event again and compares.
    fn replay(&mut self, event: &Event, line: usize) -> Result<(), EngineError> {
        let dice: &[u32] = if event.typed { &event.dice } else { &[] };
        match &event.what {
            Happening::Order(order) => match self.order(order, dice) {
                Ok(_) => {}
                Err(OrderError::Engine(error)) => return Err(bad(line, error)),
                Err(refused @ OrderError::Ruled(_)) => {
                    return Err(bad(
                        line,
                        format!("it was carried out then, but now {refused}"),
                    ));
                }
            },
            Happening::EndPhase => {
                self.end_phase(dice).map_err(|error| bad(line, error))?;
            }
            Happening::Mark {
                on,
                condition,
                value,
            } => {
                self.mark(on.as_str(), condition.as_str(), value.clone())
                    .map_err(|error| bad(line, error))?;
            }
            Happening::Adjust { effects, note } => {
                self.adjust(effects.clone(), note)
                    .map_err(|error| bad(line, error))?;
            }
            Happening::Sealed { .. } => {
                return Err(bad(
                    line,
                    "a sealed order cannot be played; open the umpire's save",
                ));
            }
        }
        match self.events().last() {
            Some(now) if now == event => Ok(()),
            Some(now) => Err(bad(line, difference(event, now))),
            None => Err(bad(line, "nothing happened")),
        }
    }
}

pub(crate) fn line<T: Serialize>(out: &mut String, value: &T) -> Result<(), EngineError> {
    let text = serde_json::to_string(value)
        .map_err(|error| EngineError::request(format!("this cannot be written: {error}")))?;
    out.push_str(&text);
    out.push('\n');
    Ok(())
}

fn header(text: &str) -> Result<SaveHeader, EngineError> {
    let value: serde_json::Value = serde_json::from_str(text)
        .map_err(|error| bad(1, format!("this is no save of grognard: {error}")))?;
    match value.get("grognard").and_then(serde_json::Value::as_u64) {
        Some(format) if format == u64::from(FORMAT) => {}
        Some(format) => {
            return Err(bad(
                1,
                format!("the save has format {format}, this program reads format {FORMAT}"),
            ));
        }
        None => {
            return Err(bad(
                1,
                "this is no save of grognard: the field 'grognard' is missing",
            ));
        }
    }
    serde_json::from_value(value).map_err(|error| bad(1, format!("the header is damaged: {error}")))
}

fn same_ruleset(saved: &SavedRuleset, now: &SavedRuleset) -> Result<(), EngineError> {
    if saved.version != now.version {
        return Err(bad(
            1,
            format!(
                "it was played under {} {}, but {} is installed; install that version",
                saved.id, saved.version, now.version
            ),
        ));
    }
    if saved.digest != now.digest {
        return Err(bad(
            1,
            format!(
                "the words or charts of {} {} have changed since it was saved; install the ruleset it \
                 was played under",
                saved.id, saved.version
            ),
        ));
    }
    Ok(())
}

/// Which field of an event came out differently.
fn difference(then: &Event, now: &Event) -> String {
    let field = if then.number != now.number {
        "number"
    } else if then.clock != now.clock {
        "clock"
    } else if then.dice != now.dice || then.typed != now.typed {
        "dice"
    } else if then.what != now.what {
        "what"
    } else {
        "rulings"
    };
    format!("the event does not come out as it was written: '{field}' differs")
}

fn bad(line: usize, message: impl std::fmt::Display) -> EngineError {
    EngineError::Save {
        line,
        message: message.to_string(),
    }
}
