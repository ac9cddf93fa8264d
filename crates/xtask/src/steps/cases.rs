use crate::runner::{Failed, Runner};

/// The Rust tests have the cases among them; here they are run alone, and counted.
pub(super) fn run(run: &Runner) -> Result<(), Failed> {
    run.cargo(&[
        "test",
        "--package",
        "grognard-tests",
        "--test",
        "cases",
        "--locked",
        "--quiet",
    ])
    .args(["--", "--nocapture"])
    .go()
}
