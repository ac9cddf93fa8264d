use super::environment;
use crate::runner::{Failed, Runner};

pub(super) fn run(run: &Runner) -> Result<(), Failed> {
    let environment = environment(run)?;
    environment.install(run, &["--requirement", "docs/requirements.txt"])?;
    let site = run.target().join("site");
    run.job(environment.python())
        .args([
            "-m",
            "mkdocs",
            "build",
            "--strict",
            "--quiet",
            "--config-file",
            "mkdocs.yml",
        ])
        .args(["--site-dir".as_ref(), site.as_os_str()])
        .go()
}
