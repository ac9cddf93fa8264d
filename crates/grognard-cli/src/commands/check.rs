use std::path::PathBuf;

use serde_json::json;

use crate::answer::Answer;
use crate::args::Check;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::report::Report;
use crate::{order_text, start};

/// `grognard check`. With several orders the program ends as the worst of them.
pub(super) fn run(args: &Check, plugins: &[PathBuf], lang: &str) -> Result<Answer, Failure> {
    let battle = start::battle(&args.battle, plugins, None)?;
    let mut answer = Answer::good(String::new(), json!([]));
    let mut reports = Vec::new();
    for text in &args.orders {
        let order = order_text::order(text, battle.order_kinds(), battle.length_unit())?;
        let ruling = if args.dice.is_empty() {
            battle.check(&order)?
        } else {
            battle.check_with(&order, &args.dice)?
        };
        let report = Report {
            battle: &battle,
            order: &order,
            ruling: &ruling,
            lang,
        };
        answer.text.push_str(&report.text());
        reports.push(report.json());
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
