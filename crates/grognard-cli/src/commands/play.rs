use std::fmt::Write as _;
use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use grognard_engine::Battle;
use grognard_engine::draw::{DrawOptions, board_svg};
use grognard_engine::script::{Played, Step};
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
    let played = script.play(&mut battle, |battle, played| {
        let told = Told {
            battle,
            played,
            lang,
        };
        if told.hidden_from(side) {
            told.sealed_text(&mut text);
            steps.push(told.sealed_json());
        } else {
            told.text(&mut text);
            steps.push(told.json());
        }
    })?;
    let complaints = played
        .iter()
        .filter(|step| !step.complaint.is_empty())
        .count();
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
    lang: &'a str,
}

impl Told<'_, '_> {
    /// Whether the step is another side's secret still.
    fn hidden_from(&self, side: Option<&str>) -> bool {
        let (Step::Order { order, .. } | Step::Check { order, .. }) = &self.played.step else {
            return false;
        };
        let view = side.and_then(|side| self.battle.view(side).ok());
        view.is_some_and(|view| view.hides(order))
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
        if !played.complaint.is_empty() {
            let red = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
            let _ = writeln!(out, "  {red}! {}{red:#}", played.complaint);
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
            "complaint": played.complaint,
            "clock": battle.board().clock,
        })
    }

    /// The rulings of the step, each with the order it is about where it is about one.
    fn reports(&self) -> impl Iterator<Item = Report<'_>> {
        let order = match &self.played.step {
            Step::Order { order, .. } | Step::Check { order, .. } => Some(order),
            _ => None,
        };
        let rulings = self.played.outcome.rulings.iter();
        rulings.map(move |ruling| Report {
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
