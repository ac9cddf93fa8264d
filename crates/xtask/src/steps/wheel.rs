use crate::python::Environment;
use crate::runner::{Failed, Runner};

/// As on a fresh machine: a new environment, and the package built for release with its plugins.
pub(super) fn run(run: &Runner) -> Result<(), Failed> {
    let environment = Environment::fresh(run, &run.target().join("test-venv"))?;
    environment.install(run, &["./python[test,types]"])
}
