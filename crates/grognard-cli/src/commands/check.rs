use std::path::PathBuf;

use serde_json::json;

use crate::answer::Answer;
use crate::args::Check;
use crate::failure::Failure;
use crate::report::Report;
use crate::{order_text, start, timely};

/// `grognard check`. With several orders the program ends as the worst of them.
pub(super) fn run(args: &Check, plugins: &[PathBuf], lang: &str) -> Result<Answer, Failure> {
    let begun = start::battle(&args.battle, plugins, None, lang)?;
    let (notes, torn) = (begun.notes(&args.battle.battle), begun.torn);
    let mut battle = begun.battle;
    // A save is at a time of its own; a scenario is only about to begin.
    let patience = args.battle.phase.is_none() && !start::is_save(&args.battle.battle);
    let side = args.battle.side.as_deref();
    let mut answer = Answer::good(String::new(), json!([]));
    answer.notes = notes;
    let mut orders = Vec::new();
    for text in &args.orders {
        let read = order_text::orders(text, battle.order_kinds(), battle.length_unit())?;
        orders.extend(read);
    }
    let mut reports = Vec::new();
    for order in orders {
        let asked = timely::ask(&mut battle, side, &order, &args.dice, patience)?;
        let report = Report {
            battle: &battle,
            order: Some(&order),
            ruling: &asked.ruling,
            lang,
        };
        if let Some(clock) = &asked.later {
            let side = clock
                .active
                .as_ref()
                .map_or(String::new(), |side| format!(" of {side}"));
            let when = format!("asked for turn {}{side}, {}\n", clock.turn, clock.phase);
            answer.text.push_str(&when);
        }
        answer.text.push_str(&report.text());
        let mut json = report.json();
        json["clock"] = json!(asked.later.as_ref().unwrap_or(&battle.board().clock));
        if torn {
            json["torn"] = json!(true);
        }
        reports.push(json);
        answer.exit = answer.exit.or_worse(report.exit());
    }
    answer.json = json!(reports);
    Ok(answer)
}
