use crate::runner::{Failed, Runner};

/// The plugins have to lie where the program and the tests look for them.
pub(super) fn run(run: &Runner) -> Result<(), Failed> {
    run.cargo(&["build", "--workspace", "--locked", "--quiet"])
        .go()
}
