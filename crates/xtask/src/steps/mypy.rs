use super::environment;
use crate::runner::{Failed, Runner};

pub(super) fn run(run: &Runner) -> Result<(), Failed> {
    let cache = run.target().join("mypy");
    run.job(environment(run)?.python())
        .args([
            "-m",
            "mypy",
            "--strict",
            "--config-file",
            "python/pyproject.toml",
        ])
        .args(["--cache-dir".as_ref(), cache.as_os_str()])
        .args(["--package", "grognard"])
        .go()
}
