use crate::runner::{Failed, Runner};

pub(super) fn run(run: &Runner) -> Result<(), Failed> {
    run.cargo(&[
        "clippy",
        "--workspace",
        "--all-targets",
        "--locked",
        "--quiet",
    ])
    .args(["--", "--deny", "warnings"])
    .go()
}
