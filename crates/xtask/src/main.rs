//! The front door: `cargo xtask demo` shows what the project does, `cargo xtask test` checks all of it.
//!
//! People and continuous integration both come in here. Every step is named, timed and can be run by
//! itself; the first that fails ends the run and names the command that failed.

mod demo;
mod python;
mod runner;
mod steps;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use runner::{Failed, Runner};
use steps::Step;

/// Builds, checks and shows the project.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Make everything from nothing and play Quatre Bras under three rulesets.
    Demo,
    /// Check everything, or the steps named.
    Test {
        /// The steps to run; all of them when none is named.
        #[arg(value_enum)]
        steps: Vec<Step>,
    },
    /// Run the benchmarks; what follows is given to `cargo bench`.
    Bench {
        /// Arguments for `cargo bench`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Write the golden playthroughs and the map of the documents anew; look at the difference before
    /// you commit it.
    Golden,
}

fn main() -> ExitCode {
    let mut runner = Runner::new();
    let outcome = match Args::parse().command {
        Command::Demo => demo::run(&mut runner),
        Command::Test { steps } => steps::run(&mut runner, &steps),
        Command::Bench { args } => bench(&mut runner, &args),
        Command::Golden => golden(&mut runner),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failed) => {
            runner.report(&failed);
            ExitCode::FAILURE
        }
    }
}

fn bench(runner: &mut Runner, args: &[String]) -> Result<(), Failed> {
    runner.step("bench", |run| {
        run.cargo(&["bench", "--workspace", "--benches", "--locked"])
            .args(args)
            .go()
    })
}

fn golden(runner: &mut Runner) -> Result<(), Failed> {
    runner.step("golden", |run| {
        run.cargo(&[
            "test",
            "--locked",
            "--package",
            "grognard-tests",
            "--test",
            "golden",
            "--test",
            "eight_turns",
        ])
        .env("UPDATE_GOLDEN", "1")
        .go()
    })?;
    runner.step("map", |run| {
        run.cargo(&["build", "--workspace", "--locked", "--quiet"])
            .go()?;
        let show = [
            "run",
            "--locked",
            "--quiet",
            "--package",
            "grognard-cli",
            "--",
            "show",
            "--rules",
            "general-de-brigade",
        ];
        run.cargo(&show)
            .args(["scenarios/quatre_bras.toml"])
            .args(["--svg", "docs/images/quatre_bras.svg"])
            .go()?;
        run.cargo(&show)
            .args(["scenarios/austrian_square.toml"])
            .args([
                "--after",
                "scenarios/austrian_square/general-de-brigade.toml",
            ])
            .args(["--highlight", "ir20", "--width", "560"])
            .args(["--svg", "docs/images/austrian_square.svg"])
            .go()
    })
}
