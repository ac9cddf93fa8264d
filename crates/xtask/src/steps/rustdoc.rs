use crate::runner::{Failed, Runner};

pub(super) fn run(run: &Runner) -> Result<(), Failed> {
    run.cargo(&["doc", "--workspace", "--no-deps", "--locked", "--quiet"])
        .env("RUSTDOCFLAGS", "--deny warnings")
        .go()
}
