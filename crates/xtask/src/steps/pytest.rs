use super::environment;
use crate::runner::{Failed, Runner};

/// From the root, so that the installed package is imported and not its sources.
pub(super) fn run(run: &Runner) -> Result<(), Failed> {
    run.job(environment(run)?.python())
        .args([
            "-W",
            "error",
            "-m",
            "pytest",
            "-c",
            "python/pyproject.toml",
            "python/tests",
        ])
        .go()
}
