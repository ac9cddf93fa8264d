use std::path::PathBuf;

use serde_json::json;

use crate::answer::Answer;
use crate::args::Check;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::report::Report;
use crate::{order_text, start, timely};

/// `grognard check`. With several orders the program ends as the worst of them.
pub(super) fn run(args: &Check, plugins: &[PathBuf], lang: &str) -> Result<Answer, Failure> {
    let mut battle = start::battle(&args.battle, plugins, None)?;
    // A save is at a time of its own; a scenario is only about to begin.
    let patience = args.battle.phase.is_none() && !start::is_save(&args.battle.battle);
    let mut answer = Answer::good(String::new(), json!([]));
    let mut reports = Vec::new();
    for text in &args.orders {
        let order = order_text::order(text, battle.order_kinds(), battle.length_unit())?;
        let asked = timely::ask(&mut battle, &order, &args.dice, patience)?;
        let report = Report {
            battle: &battle,
            order: &order,
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
        reports.push(json);
        answer.exit = worse(answer.exit, report.exit());
    }
    answer.json = json!(reports);
    Ok(answer)
}

/// Refused is worse than undetermined, and not understood is worst.
fn worse(one: Exit, other: Exit) -> Exit {
    let rank = |exit: Exit| match exit {
        Exit::Good => 0,
        Exit::Undetermined => 1,
        Exit::No => 2,
        Exit::BadInput | Exit::Internal | Exit::File => 3,
    };
    if rank(other) > rank(one) { other } else { one }
}
