use crate::runner::{Failed, Runner};

/// With cargo-nextest where it is installed.
pub(super) fn run(run: &Runner) -> Result<(), Failed> {
    let nextest = run.cargo(&["nextest", "--version"]).output().is_some();
    if nextest {
        run.cargo(&[
            "nextest",
            "run",
            "--workspace",
            "--locked",
            "--no-fail-fast",
        ])
        .go()
    } else {
        run.cargo(&[
            "test",
            "--workspace",
            "--lib",
            "--bins",
            "--tests",
            "--locked",
            "--no-fail-fast",
        ])
        .go()
    }
}
