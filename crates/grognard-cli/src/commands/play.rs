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
use crate::report::{Report, ruling_json};
use crate::start;
use crate::table::counted;

/// `grognard play`.
pub(super) fn run(args: &Play, plugins: &[PathBuf], lang: &str) -> Result<Answer, Failure> {
    let script = start::script(&args.script)?;
    let save = args.save.as_deref().map(Output::prepare).transpose()?;
    let svg = args.svg.as_deref().map(Output::prepare).transpose()?;
    let begun = start::battle(&args.battle, plugins, Some(&script), lang)?;
    let (notes, torn) = (begun.notes(&args.battle.battle), begun.torn);
    let mut battle = begun.battle;
    let mut text = String::new();
    let mut steps = Vec::new();
    let played = script.play(&mut battle, |battle, played| {
        step_text(&mut text, battle, played, lang);
        steps.push(step_json(battle, played, lang));
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

fn step_text(out: &mut String, battle: &Battle, played: &Played<'_>, lang: &str) {
    let faint = Style::new().dimmed();
    let _ = writeln!(
        out,
        "{}. {faint}{}{faint:#}",
        played.number, played.line.note
    );
    match &played.step {
        Step::Order { order, .. } | Step::Check { order, .. } => {
            for ruling in &played.outcome.rulings {
                out.push_str(
                    &Report {
                        battle,
                        order,
                        ruling,
                        lang,
                    }
                    .text(),
                );
            }
        }
        other => {
            let clock = &battle.board().clock;
            let _ = writeln!(
                out,
                "  {}: turn {}, {}",
                what(other),
                clock.turn,
                clock.phase
            );
        }
    }
    if !played.complaint.is_empty() {
        let red = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
        let _ = writeln!(out, "  {red}! {}{red:#}", played.complaint);
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
        Step::EndPhase { .. } => "end of the phase".to_owned(),
        Step::EndTurn => "end of the turn".to_owned(),
        Step::EndUntil { phase } => format!("on to {phase}"),
        Step::Undo => "undo".to_owned(),
        Step::Redo => "redo".to_owned(),
    }
}

fn step_json(battle: &Battle, played: &Played<'_>, lang: &str) -> Value {
    let rulings: Vec<Value> = match &played.step {
        Step::Order { order, .. } | Step::Check { order, .. } => {
            let rulings = played.outcome.rulings.iter();
            rulings
                .map(|ruling| {
                    Report {
                        battle,
                        order,
                        ruling,
                        lang,
                    }
                    .json()
                })
                .collect()
        }
        _ => played
            .outcome
            .rulings
            .iter()
            .map(|ruling| json!({ "ruling": ruling_json(battle, ruling, lang) }))
            .collect(),
    };
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
