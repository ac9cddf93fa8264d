use std::path::PathBuf;

use grognard_core::Id;
use grognard_engine::draw::{DrawOptions, Labels, board_svg};
use serde_json::json;

use crate::answer::Answer;
use crate::args::{LabelChoice, Show};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;
use crate::report::Report;
use crate::{order_text, sealed, start, timely};

/// `grognard show`.
pub(super) fn run(args: &Show, plugins: &[PathBuf], lang: &str) -> Result<Answer, Failure> {
    let script = args.after.as_deref().map(start::script).transpose()?;
    let output = args.svg.as_deref().map(Output::prepare).transpose()?;
    let begun = start::battle(&args.battle, plugins, script.as_ref(), lang)?;
    let (mut notes, torn) = (begun.notes(&args.battle.battle), begun.torn);
    let mut battle = begun.battle;
    if let Some(script) = &script {
        script.play(&mut battle, |_, _| {})?;
    }
    let mut options = DrawOptions {
        width: args.width,
        unit: Some(battle.length_unit()),
        labels: match args.labels {
            LabelChoice::Ids => Labels::Ids,
            LabelChoice::Names => Labels::Names,
            LabelChoice::None => Labels::None,
        },
        ..DrawOptions::default()
    };
    for unit in &args.highlight {
        if battle.board().unit(unit).is_none() {
            let known = battle.board().units.iter().map(|unit| unit.id.as_str());
            let meant = grognard_engine::suggestion(unit, known);
            return Err(Failure::BadInput(format!(
                "there is no unit '{unit}'{meant}"
            )));
        }
        options.highlight.push(Id::from(unit.as_str()));
    }
    let patience =
        script.is_none() && args.battle.phase.is_none() && !start::is_save(&args.battle.battle);
    let mut orders = Vec::new();
    for text in &args.orders {
        let read = order_text::orders(text, battle.order_kinds(), battle.length_unit())?;
        orders.extend(read);
    }
    let side = args.battle.side.as_deref();
    let (mut exit, mut reports) = (Exit::Good, Vec::new());
    for order in orders {
        let asked = timely::ask(&mut battle, side, &order, &[], patience)?;
        options = options.with_outcome(battle.board(), &asked.ruling);
        let report = Report {
            battle: &battle,
            order: Some(&order),
            ruling: &asked.ruling,
            lang,
        };
        // Standard output may be the map.
        if !asked.ruling.allowed() {
            notes.push_str(&report.text());
        }
        exit = exit.or_worse(report.exit());
        reports.push(report.json());
    }
    let view = side.map(|side| battle.view(side)).transpose()?;
    let board = view.as_ref().map_or(battle.board(), |view| view.board());
    let svg = board_svg(board, battle.document(), &options);
    let mut json = json!({ "board": board, "svg": args.svg, "orders": reports });
    if let Some(view) = &view {
        json["sealed"] = sealed::json(view);
        notes.push_str(&sealed::text(view));
    }
    if torn {
        json["torn"] = json!(true);
    }
    let text = match (&args.svg, output) {
        (Some(path), Some(output)) => {
            output.write(&svg)?;
            format!("{}\n", path.display())
        }
        _ => format!("{svg}\n"),
    };
    Ok(Answer {
        text,
        notes,
        json,
        exit,
    })
}
