use super::environment;
use crate::runner::{Failed, Runner};

pub(super) fn run(run: &Runner) -> Result<(), Failed> {
    run.job(environment(run)?.python())
        .args(["-m", "mypy.stubtest", "grognard._native"])
        .go()
}
