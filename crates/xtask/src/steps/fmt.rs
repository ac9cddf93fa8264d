use crate::runner::{Failed, Runner};

pub(super) fn run(run: &Runner) -> Result<(), Failed> {
    run.cargo(&["fmt", "--all", "--check"]).go()
}
