use std::borrow::Cow;
use std::fmt::Write as _;
use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use grognard_core::Ruling;
use grognard_engine::draw::{DrawOptions, board_svg};
use grognard_engine::script::{Played, Step};
use grognard_engine::{Battle, EngineError};
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::args::Play;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;
use crate::report::Report;
use crate::table::counted;
use crate::{sealed, start};

/// `grognard play`.
pub(super) fn run(args: &Play, plugins: &[PathBuf], lang: &str) -> Result<Answer, Failure> {
    let script = start::script(&args.script)?;
    let side = args.battle.side.as_deref();
    if let (Some(side), Some(_)) = (side, &args.save) {
        return Err(Failure::with(
            format!("a save holds what every side has written, not only what {side} may know"),
            "leave --side or --save out",
        ));
    }
    let save = args.save.as_deref().map(Output::prepare).transpose()?;
    let svg = args.svg.as_deref().map(Output::prepare).transpose()?;
    let begun = start::battle(&args.battle, plugins, Some(&script), lang)?;
    let (notes, torn) = (begun.notes(&args.battle.battle), begun.torn);
    let mut battle = begun.battle;
    let mut text = String::new();
    let mut steps = Vec::new();
    let mut complaints = 0;
    let mut failed = None;
    let played = script.play(&mut battle, |battle, played| {
        let told = match Told::to(side, battle, played, lang) {
            Ok(told) => told,
            Err(error) => {
                failed.get_or_insert(error);
                return;
            }
        };
        complaints += usize::from(told.complains());
        if told.sealed {
            told.sealed_text(&mut text);
            steps.push(told.sealed_json());
        } else {
            told.text(&mut text);
            steps.push(told.json());
        }
    })?;
    if let Some(error) = failed {
        return Err(error.into());
    }
    let count = played.len();
    drop(played);
    let steps_taken = counted(count, "step");
    let _ = match complaints {
        0 => writeln!(text, "{steps_taken}, all as the script expects"),
        n => writeln!(text, "{steps_taken}, {n} not as the script expects"),
    };
    if let Some(save) = save {
        save.write(&battle.save()?)?;
    }
    if let Some(svg) = svg {
        let options = DrawOptions {
            unit: Some(battle.length_unit()),
            ..DrawOptions::default()
        };
        svg.write(&board_svg(battle.board(), battle.document(), &options))?;
    }
    let mut json = json!({ "ruleset": script.ruleset, "steps": steps, "complaints": complaints });
    if torn {
        json["torn"] = json!(true);
    }
    if let Some(side) = side {
        let view = battle.view(side)?;
        text.push_str(&sealed::text(&view));
        json["sealed"] = sealed::json(&view);
    }
    let exit = if complaints == 0 {
        Exit::Good
    } else {
        Exit::No
    };
    Ok(Answer {
        text,
        notes,
        json,
        exit,
    })
}

/// A step of the script as it is told.
struct Told<'a, 's> {
    battle: &'a Battle,
    played: &'a Played<'s>,
    rulings: Cow<'a, [Ruling]>,
    /// Where the rulings told are not as the script expects.
    complaint: &'a str,
    /// Whether the step is a secret still to whom it is told.
    sealed: bool,
    lang: &'a str,
}

impl<'a, 's> Told<'a, 's> {
    /// A step as it is told to a side, or to the umpire. A side is answered as far as it knows: then the script's
    /// expectations of what the umpire or another side is answered are not held against it.
    fn to(
        side: Option<&str>,
        battle: &'a Battle,
        played: &'a Played<'s>,
        lang: &'a str,
    ) -> Result<Self, EngineError> {
        let mut told = Self {
            battle,
            played,
            rulings: Cow::Borrowed(&played.outcome.rulings),
            complaint: &played.complaint,
            sealed: false,
            lang,
        };
        let Some(side) = side else { return Ok(told) };
        let view = battle.view(side)?;
        match &played.step {
            Step::Check { side: asks, .. } if asks == side => {}
            Step::Order { order, .. } | Step::Check { order, .. } if view.hides(order) => {
                told.sealed = true;
            }
            Step::Mark { condition, .. } if view.hides_mark(condition) => told.sealed = true,
            Step::Check { order, dice, .. } => {
                let ruling = if dice.is_empty() {
                    view.check(order)?
                } else {
                    view.check_with(order, dice)?
                };
                told.rulings = Cow::Owned(vec![ruling]);
                told.complaint = "";
            }
            _ => {}
        }
        Ok(told)
    }

    fn complains(&self) -> bool {
        !self.sealed && !self.complaint.is_empty()
    }

    fn sealed_text(&self, out: &mut String) {
        let faint = Style::new().dimmed();
        let _ = writeln!(out, "{}. {faint}sealed{faint:#}", self.played.number);
    }

    fn sealed_json(&self) -> Value {
        json!({ "step": self.played.number, "what": "sealed", "clock": self.battle.board().clock })
    }

    fn text(&self, out: &mut String) {
        let (battle, played) = (self.battle, self.played);
        let faint = Style::new().dimmed();
        let _ = writeln!(
            out,
            "{}. {faint}{}{faint:#}",
            played.number, played.line.note
        );
        if !matches!(played.step, Step::Order { .. } | Step::Check { .. }) {
            let clock = &battle.board().clock;
            let _ = writeln!(
                out,
                "  {}: turn {}, {}",
                what(&played.step),
                clock.turn,
                clock.phase
            );
        }
        for report in self.reports() {
            out.push_str(&report.text());
        }
        if self.complains() {
            let red = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
            let _ = writeln!(out, "  {red}! {}{red:#}", self.complaint);
        }
    }

    fn json(&self) -> Value {
        let (battle, played) = (self.battle, self.played);
        let rulings: Vec<Value> = self.reports().map(|report| report.json()).collect();
        json!({
            "step": played.number,
            "note": played.line.note,
            "what": what(&played.step),
            "done": played.outcome.done,
            "rulings": rulings,
            "complaint": self.complaint,
            "clock": battle.board().clock,
        })
    }

    /// The rulings of the step, each with the order it is about where it is about one.
    fn reports(&self) -> impl Iterator<Item = Report<'_>> {
        let order = match &self.played.step {
            Step::Order { order, .. } | Step::Check { order, .. } => Some(order),
            _ => None,
        };
        self.rulings.iter().map(move |ruling| Report {
            battle: self.battle,
            order,
            ruling,
            lang: self.lang,
        })
    }
}

fn what(step: &Step) -> String {
    match step {
        Step::Order { .. } => "order".to_owned(),
        Step::Check { .. } => "question".to_owned(),
        Step::Mark {
            on,
            condition,
            value: Some(_),
        } => format!("mark {condition} on {on}"),
        Step::Mark {
            on,
            condition,
            value: None,
        } => format!("clear {condition} on {on}"),
        Step::Place { commander, .. } => format!("{commander} is placed"),
        Step::EndPhase { .. } => "end of the phase".to_owned(),
        Step::EndTurn => "end of the turn".to_owned(),
        Step::EndUntil { phase } => format!("on to {phase}"),
        Step::Undo => "undo".to_owned(),
        Step::Redo => "redo".to_owned(),
    }
}
