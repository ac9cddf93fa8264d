use crate::runner::{Failed, Runner};

pub(super) fn run(run: &Runner) -> Result<(), Failed> {
    run.cargo(&["test", "--workspace", "--doc", "--locked", "--quiet"])
        .go()
}
