//! `cargo xtask demo`.

use std::fs;

use crate::python::Environment;
use crate::runner::{Failed, Runner, say};

/// Makes `.venv` with the package in it, and plays the battle from Python.
pub(crate) fn run(runner: &mut Runner) -> Result<(), Failed> {
    let folder = runner.root().join(".venv");
    let page = runner.root().join("out").join("demo").join("index.html");
    runner.step("install", |run| {
        let environment = Environment::kept(run, &folder)?;
        say("building the package in release mode; the first time takes a few minutes");
        environment.install(run, &["./python"])
    })?;
    runner.step("play", |run| {
        let out = page.parent().unwrap_or(run.root());
        fs::create_dir_all(out)
            .map_err(|error| Failed::told(format!("{} cannot be made: {error}", out.display())))?;
        let environment = Environment::kept(run, &folder)?;
        run.job(environment.python())
            .args(["python/demo/quatre_bras.py", "--out"])
            .args([&page])
            .go()
    })?;
    runner.summary();
    say(&format!("\nNow open {}", page.display()));
    Ok(())
}
