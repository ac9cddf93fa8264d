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
mod lang;
mod order_text;
mod output;
mod report;
mod sealed;
mod start;
mod table;
mod timely;

use std::process::ExitCode;

use clap::Parser;
use serde_json::json;

use answer::print_json;
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
            // What was asked for cannot be known for sure, so `--json` anywhere counts.
            let json = std::env::args_os().any(|word| word == "--json");
            let _ = if json {
                print_json(&misuse(&error))
            } else {
                error.print()
            };
            return exit.into();
        }
    };
    let json = args.json;
    let outcome = std::panic::catch_unwind(|| commands::run(args));
    match outcome {
        Ok(Ok(answer)) => answer.print(json),
        Ok(Err(failure)) => failure.print(json),
        // The panic has printed its own message.
        Err(_) => {
            if json {
                let error = "the program failed; please report what it printed";
                let _ = print_json(&json!({ "error": error, "details": [] }));
            }
            Exit::Internal.into()
        }
    }
}

/// What is wrong with a command line, or the help that was asked for, as JSON.
fn misuse(error: &clap::Error) -> serde_json::Value {
    let text = error.render().to_string();
    if !error.use_stderr() {
        return json!({ "help": text });
    }
    // What follows the first paragraph says how it should be.
    let (wrong, remedy) = text.split_once("\n\n").unwrap_or((&text, ""));
    let wrong = wrong.trim_start_matches("error: ").trim_end();
    let details = match remedy.trim() {
        "" => json!([]),
        remedy => json!([{ "error": wrong, "remedy": remedy }]),
    };
    json!({ "error": wrong, "details": details })
}
