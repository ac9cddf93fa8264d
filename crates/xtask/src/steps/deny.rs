use crate::runner::{Failed, Runner, say};

pub(super) fn run(run: &Runner) -> Result<(), Failed> {
    if run.cargo(&["deny", "--version"]).output().is_none() {
        say("cargo-deny is not installed: advisories and licences are not checked");
        return Ok(());
    }
    run.cargo(&["deny", "check"]).go()
}
