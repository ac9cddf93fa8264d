//! The commands, one file each.

mod charts;
mod check;
mod clauses;
mod doctor;
mod measure;
mod plan;
mod play;
mod readings;
mod rulesets;
mod show;

use crate::answer::Answer;
use crate::args::{Args, Command};
use crate::failure::Failure;

/// Carries out what the command line asks for.
pub(crate) fn run(args: Args) -> Result<Answer, Failure> {
    let Args {
        plugins,
        lang,
        command,
        ..
    } = args;
    match command {
        Command::Rulesets => rulesets::run(&plugins),
        Command::Check(check) => check::run(&check, &plugins, &lang),
        Command::Measure(measure) => measure::run(&measure, &plugins, &lang),
        Command::Plan(plan) => plan::run(&plan, &plugins, &lang),
        Command::Play(play) => play::run(&play, &plugins, &lang),
        Command::Show(show) => show::run(&show, &plugins, &lang),
        Command::Clauses(clauses) => clauses::run(&clauses, &plugins, &lang),
        Command::Readings(of) => readings::run(&of.ruleset, &plugins),
        Command::Charts(of) => charts::run(&of.ruleset, &plugins),
        Command::Doctor => Ok(doctor::run(&plugins)),
    }
}
