use std::fmt;
use std::path::PathBuf;

use grognard_core::Ruling;
use grognard_engine::Battle;
use grognard_engine::script::{Outcome, Step, step};
use grognard_host::{LoadedRuleset, Registry};
use toml::{Table, Value};

use crate::case::{Case, CaseFile, Try};
use crate::compare::Comparison;
use crate::given::{Given, start};
use crate::merge::merged;
use crate::then::Then;

/// A case that does not hold.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The file.
    pub path: PathBuf,
    /// The case.
    pub case: String,
    /// The try; its number when it has no name.
    pub attempt: String,
    /// Which step, from 1, and what it is; empty when the given is not sound.
    pub step: String,
    /// What differs, one line each.
    pub differences: Vec<String>,
    /// What the ruling was.
    pub ruling: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        writeln!(
            f,
            "{path}: case '{}', try {}, {}",
            self.case, self.attempt, self.step
        )?;
        for difference in &self.differences {
            writeln!(f, "    {difference}")?;
        }
        for line in self.ruling.lines() {
            writeln!(f, "    | {line}")?;
        }
        Ok(())
    }
}

/// Shown every ruling of a case, and the battle it was given in.
pub type Look<'a> = &'a mut dyn FnMut(&Battle, &Ruling);

/// Runs every case of a file. The number of tries run, and those that failed.
pub fn run_file(file: &CaseFile, registry: &Registry) -> (usize, Vec<Failure>) {
    run_file_with(file, registry, &mut |_, _| {})
}

/// The same; `look` is shown every ruling.
pub fn run_file_with(
    file: &CaseFile,
    registry: &Registry,
    look: Look<'_>,
) -> (usize, Vec<Failure>) {
    let mut failures = Vec::new();
    let mut tries = 0;
    match registry.get(&file.ruleset) {
        Ok(ruleset) => {
            for case in &file.cases {
                tries += case.tries.len();
                failures.extend(
                    run_case(case, ruleset, look)
                        .into_iter()
                        .map(|mut failure| {
                            failure.path = file.path.clone();
                            failure
                        }),
                );
            }
        }
        Err(error) => failures.push(Failure {
            path: file.path.clone(),
            case: String::new(),
            attempt: String::new(),
            step: "its ruleset".to_owned(),
            differences: vec![error.to_string()],
            ruling: String::new(),
        }),
    }
    (tries, failures)
}

/// Runs every try of a case; those that failed.
fn run_case(case: &Case, ruleset: &LoadedRuleset, look: Look<'_>) -> Vec<Failure> {
    let tries = case.tries.iter().enumerate();
    let mut failures: Vec<Failure> = tries
        .filter_map(|(index, attempt)| run_try(case, index, attempt, ruleset, look))
        .collect();
    if !case.working.is_empty() {
        for failure in &mut failures {
            let working = format!("worked out by hand:\n{}", case.working.trim());
            failure.differences.push(working);
        }
    }
    failures
}

fn run_try(
    case: &Case,
    index: usize,
    attempt: &Try,
    ruleset: &LoadedRuleset,
    look: Look<'_>,
) -> Option<Failure> {
    let name = if attempt.name.is_empty() {
        (index + 1).to_string()
    } else {
        format!("'{}'", attempt.name)
    };
    let failure = |step: String, differences: Vec<String>, ruling: String| Failure {
        path: PathBuf::new(),
        case: case.name.clone(),
        attempt: name.clone(),
        step,
        differences,
        ruling,
    };
    let mut given = match start(&case.name, &merged(&case.given, &attempt.given), ruleset) {
        Ok(given) => given,
        Err(message) => return Some(failure("given".to_owned(), vec![message], String::new())),
    };
    for (index, table) in attempt.steps.iter().enumerate() {
        let name = format!("step {} ({})", index + 1, summary(table));
        match run_step(table, &mut given, look) {
            Ok((differences, _)) if differences.is_empty() => {}
            Ok((differences, ruling)) => return Some(failure(name, differences, ruling)),
            Err(message) => return Some(failure(name, vec![message], String::new())),
        }
    }
    None
}

/// Does one step and compares; the differences, and the rulings in words.
fn run_step(
    table: &Table,
    given: &mut Given,
    look: Look<'_>,
) -> Result<(Vec<String>, String), String> {
    let mut what = table.clone();
    let then = what.remove("then");
    let then = Then::read(then.as_ref())?;
    let step = step(&what, &given.battle, given.unit)?;
    let before = given.battle.board().clone();
    let events = given.battle.events().len();
    let outcome = step
        .perform(&mut given.battle)
        .map_err(|error| error.to_string())?;
    outcome
        .rulings
        .iter()
        .for_each(|ruling| look(&given.battle, ruling));
    let mut differences = Vec::new();
    if !outcome.done && (before != *given.battle.board() || events != given.battle.events().len()) {
        differences.push("the battle changed although nothing was done".to_owned());
    }
    let comparison = Comparison {
        given,
        step: &step,
        outcome: &outcome,
        then: &then,
    };
    differences.extend(comparison.differences());
    let ruling: Vec<String> = outcome
        .rulings
        .iter()
        .map(|ruling| tell(ruling, &outcome))
        .collect();
    Ok((differences, ruling.join("\n")))
}

/// The step in a few words.
fn summary(table: &Table) -> String {
    let verbs = [
        "order", "check", "mark", "clear", "place", "end", "undo", "redo",
    ];
    let words = verbs
        .iter()
        .chain(&["subject", "on", "at", "course", "args", "dice"]);
    let shown: Vec<String> = words
        .filter_map(|key| match table.get(*key)? {
            Value::String(text) => Some(text.clone()),
            other => Some(other.to_string()),
        })
        .collect();
    shown.join(" ")
}

/// A ruling, for the eye.
fn tell(ruling: &Ruling, outcome: &Outcome) -> String {
    let mut text = format!(
        "{}{}, spent {} of {}",
        ruling.verdict.name(),
        if outcome.done { " and done" } else { "" },
        ruling.spent,
        ruling.budget
    );
    for finding in &ruling.findings {
        text.push_str(&format!(
            "\n{:?} {} [{}] {} {}: needed {:?}, available {:?}",
            finding.weight,
            finding.slug,
            finding.clause,
            finding.subject,
            finding.other,
            finding.needed,
            finding.available
        ));
    }
    for line in &ruling.ledger {
        text.push_str(&format!(
            "\npaid {} {} for {} [{}] over {:?} at {:?}, cell {}",
            line.share, line.place, line.item, line.clause, line.distance, line.rate, line.cell
        ));
    }
    for roll in &ruling.rolls {
        text.push_str(&format!(
            "\nrolled {:?} for {}: {}",
            roll.faces, roll.purpose, roll.outcome
        ));
    }
    text
}

/// Whether a step asks or gives an order.
pub(crate) fn is_ruled(step: &Step) -> bool {
    matches!(step, Step::Order { .. } | Step::Check { .. })
}
