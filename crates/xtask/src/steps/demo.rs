use super::environment;
use crate::runner::{Failed, Runner};

/// The demo's page, from the package that [`wheel`](super::wheel) installed.
pub(super) fn run(run: &Runner) -> Result<(), Failed> {
    let page = run.target().join("demo").join("index.html");
    run.job(environment(run)?.python())
        .args([
            "-W",
            "error",
            "python/demo/quatre_bras.py",
            "--quiet",
            "--out",
        ])
        .args([&page])
        .go()
}
