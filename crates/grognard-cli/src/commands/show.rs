use std::fs;
use std::path::PathBuf;

use grognard_core::Id;
use grognard_engine::draw::{DrawOptions, Labels, board_svg};
use serde_json::json;

use crate::answer::Answer;
use crate::args::{LabelChoice, Show};
use crate::failure::Failure;
use crate::{order_text, start, timely};

/// `grognard show`.
pub(super) fn run(args: &Show, plugins: &[PathBuf]) -> Result<Answer, Failure> {
    let script = args.after.as_deref().map(start::script).transpose()?;
    let mut battle = start::battle(&args.battle, plugins, script.as_ref())?;
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
    for text in &args.orders {
        let order = order_text::order(text, battle.order_kinds(), battle.length_unit())?;
        let asked = timely::ask(&mut battle, &order, &[], script.is_none())?;
        options = options.with_outcome(battle.board(), &asked.ruling);
    }
    let svg = board_svg(battle.board(), battle.document(), &options);
    let json = json!({ "board": battle.board(), "svg": args.svg });
    match &args.svg {
        Some(path) => {
            fs::write(path, svg).map_err(|error| Failure::file(path, error))?;
            Ok(Answer::good(format!("{}\n", path.display()), json))
        }
        None => Ok(Answer::good(format!("{svg}\n"), json)),
    }
}
