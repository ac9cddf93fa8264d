use std::path::PathBuf;

use grognard_core::{Bearing, Id, Point};
use grognard_engine::PlanAsk;
use grognard_engine::draw::{DrawOptions, board_svg};
use serde_json::json;

use crate::answer::Answer;
use crate::args::{Plan, length};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;
use crate::start;

/// `grognard plan`. That there is no plan is an answer: it says why, and the program ends with 1.
pub(super) fn run(args: &Plan, plugins: &[PathBuf], lang: &str) -> Result<Answer, Failure> {
    let output = args.svg.as_deref().map(Output::prepare).transpose()?;
    let begun = start::battle(&args.battle, plugins, None, lang)?;
    let (notes, torn) = (begun.notes(&args.battle.battle), begun.torn);
    let battle = begun.battle;
    let mut ask = PlanAsk::to(Point::new(args.to.0, args.to.1));
    if let Some(facing) = args.facing {
        if !facing.is_finite() {
            let message = format!("--facing {facing}: give degrees, such as 45");
            return Err(Failure::BadInput(message));
        }
        ask.facing = Some(Bearing::new(facing));
    }
    ask.formation = args.formation.as_deref().map(Id::from);
    ask.within = length("--within", &args.within)?.millimetres();
    ask.within_degrees = args.within_degrees;
    ask.turns = args.turns;
    let side = args.battle.side.as_deref();
    let view = side.map(|side| battle.view(side)).transpose()?;
    let plan = match &view {
        Some(view) => view.plan(&args.unit, &ask)?,
        None => battle.plan(&args.unit, &ask)?,
    };
    let mut json = plan.to_json(&battle, lang);
    let mut text = plan.explain(&battle, lang);
    text.push('\n');
    if let (Some(path), Some(output)) = (&args.svg, output) {
        let board = view.as_ref().map_or(battle.board(), |view| view.board());
        let mut options = DrawOptions::default().with_plan(&plan);
        options.unit = Some(battle.length_unit());
        options.highlight.push(plan.unit);
        output.write(&board_svg(board, battle.document(), &options))?;
        json["svg"] = json!(path);
        text.push_str(&format!("{}\n", path.display()));
    }
    if torn {
        json["torn"] = json!(true);
    }
    let exit = if plan.found() { Exit::Good } else { Exit::No };
    Ok(Answer {
        text,
        notes,
        json,
        exit,
    })
}
