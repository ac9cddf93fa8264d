use grognard_core::{Clock, Effect, LengthUnit, Ruling, Verdict};

use super::{Expect, Line, Script, ScriptError, Step, step};
use crate::{Battle, EngineError, OrderError};

/// What came of a step.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Outcome {
    /// The rulings: one for an order or a question, any number for the end of a phase.
    pub rulings: Vec<Ruling>,
    /// Whether the battle changed.
    pub done: bool,
}

/// A line of a script that was played.
#[derive(Clone, Debug)]
pub struct Played<'a> {
    /// Which step, from 1.
    pub number: usize,
    /// The line.
    pub line: &'a Line,
    /// The step it describes.
    pub step: Step,
    /// What came of it.
    pub outcome: Outcome,
    /// Where the ruling is not as the line expects; empty when it is.
    pub complaint: String,
}

/// Phases that a turn can have before ending it counts as hopeless.
const MOST_PHASES: usize = 1000;

impl Step {
    /// Does the step. An order that the rules refuse is an outcome, not an error.
    ///
    /// # Errors
    /// When the ruleset fails, or a mark, an undo or a redo is not possible.
    pub fn perform(&self, battle: &mut Battle) -> Result<Outcome, EngineError> {
        match self {
            Self::Order { order, dice } => match battle.order(order, dice) {
                Ok(ruling) => Ok(Outcome {
                    rulings: vec![ruling],
                    done: true,
                }),
                Err(OrderError::Ruled(ruling)) => Ok(Outcome {
                    rulings: vec![*ruling],
                    done: false,
                }),
                Err(OrderError::Engine(error)) => Err(error),
            },
            Self::Check { order, dice, side } => {
                let ruling = match (side.as_str(), dice.as_slice()) {
                    ("", []) => battle.check(order)?,
                    ("", dice) => battle.check_with(order, dice)?,
                    (side, []) => battle.view(side)?.check(order)?,
                    (side, dice) => battle.view(side)?.check_with(order, dice)?,
                };
                Ok(Outcome {
                    rulings: vec![ruling],
                    done: false,
                })
            }
            Self::Mark {
                on,
                condition,
                value,
            } => {
                battle.mark(on, condition, value.clone())?;
                Ok(Outcome {
                    rulings: Vec::new(),
                    done: true,
                })
            }
            Self::Place {
                commander,
                at,
                note,
            } => {
                let effect = Effect::PlaceCommander {
                    commander: *commander,
                    at: *at,
                };
                battle.adjust(vec![effect], note)?;
                Ok(Outcome {
                    rulings: Vec::new(),
                    done: true,
                })
            }
            Self::EndPhase { dice } => Ok(Outcome {
                rulings: battle.end_phase(dice)?,
                done: true,
            }),
            Self::EndTurn => {
                let start = battle.board().clock.clone();
                end_until(battle, |now| {
                    now.turn != start.turn || now.active != start.active
                })
            }
            Self::EndUntil { phase } => end_until(battle, |now| now.phase == phase.as_str()),
            Self::Undo => {
                battle.undo()?;
                Ok(Outcome {
                    rulings: Vec::new(),
                    done: true,
                })
            }
            Self::Redo => {
                battle.redo()?;
                Ok(Outcome {
                    rulings: Vec::new(),
                    done: true,
                })
            }
        }
    }
}

/// Ends phases, at least one, until the clock is where it should be.
fn end_until(battle: &mut Battle, there: impl Fn(&Clock) -> bool) -> Result<Outcome, EngineError> {
    let mut rulings = Vec::new();
    for _ in 0..MOST_PHASES {
        rulings.extend(battle.end_phase(&[])?);
        if there(&battle.board().clock) {
            break;
        }
    }
    Ok(Outcome {
        rulings,
        done: true,
    })
}

impl Script {
    /// Plays every step in order; `each` is shown the battle after each of them.
    ///
    /// # Errors
    /// When a step is not understood, or cannot be done for a reason that is not a ruling.
    pub fn play<'a>(
        &'a self,
        battle: &mut Battle,
        mut each: impl FnMut(&Battle, &Played<'a>),
    ) -> Result<Vec<Played<'a>>, ScriptError> {
        let mut played = Vec::with_capacity(self.lines.len());
        for (index, line) in self.lines.iter().enumerate() {
            let wrong = |message: String| ScriptError::Step {
                number: index + 1,
                message,
            };
            let mut step = step(&line.what, battle, LengthUnit::Millimetre).map_err(wrong)?;
            if let Step::Place { note, .. } = &mut step {
                note.clone_from(&line.note);
            }
            let outcome = step.perform(battle).map_err(|error| match error {
                EngineError::Ruleset(_) | EngineError::Effect { .. } => ScriptError::Ruleset {
                    number: index + 1,
                    message: error.to_string(),
                },
                EngineError::Internal(_) => ScriptError::Internal {
                    number: index + 1,
                    message: error.to_string(),
                },
                other => wrong(other.to_string()),
            })?;
            let complaint = line.complaint(&step, &outcome);
            let done = Played {
                number: index + 1,
                line,
                step,
                outcome,
                complaint,
            };
            each(battle, &done);
            played.push(done);
        }
        Ok(played)
    }
}

impl Line {
    /// Where the ruling is not as the line expects.
    fn complaint(&self, step: &Step, outcome: &Outcome) -> String {
        let (Step::Order { .. } | Step::Check { .. }, Some(ruling)) =
            (step, outcome.rulings.first())
        else {
            return String::new();
        };
        let wanted = match self.expect {
            Expect::Allowed => Some(Verdict::Allowed),
            Expect::Refused => Some(Verdict::Refused),
            Expect::Undetermined => Some(Verdict::Undetermined),
            Expect::Any => None,
        };
        let slugs: Vec<&str> = ruling
            .findings
            .iter()
            .map(|finding| finding.slug.as_str())
            .collect();
        if let Some(wanted) = wanted
            && wanted != ruling.verdict
        {
            let got = ruling.verdict.name();
            return format!(
                "expected {}, got {got} ({})",
                wanted.name(),
                slugs.join(", ")
            );
        }
        match self
            .findings
            .iter()
            .find(|slug| !slugs.contains(&slug.as_str()))
        {
            Some(slug) => format!("expected the finding {slug}, got {}", slugs.join(", ")),
            None => String::new(),
        }
    }
}
