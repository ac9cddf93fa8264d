//! The `grognard` program: asks for rulings, plays scripts, draws maps and shows what a ruleset says.
//!
//! It ends with an [exit code](exit::Exit) that scripts can use; with `--json` standard output is one
//! JSON document, whatever happens.

mod answer;
mod args;
mod bundled;
mod commands;
mod exit;
mod failure;
mod installed;
mod order_text;
mod report;
mod start;
mod table;
mod timely;

use std::process::ExitCode;

use clap::Parser;

use args::Args;
use exit::Exit;

fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => {
            // Help and version are asked for; the rest is misuse.
            let exit = if error.use_stderr() {
                Exit::BadInput
            } else {
                Exit::Good
            };
            let _ = error.print();
            return exit.into();
        }
    };
    let json = args.json;
    let outcome = std::panic::catch_unwind(|| commands::run(args));
    match outcome {
        Ok(Ok(answer)) => answer.print(json),
        Ok(Err(failure)) => failure.print(json),
        // The panic has printed its own message.
        Err(_) => Exit::Internal.into(),
    }
}
