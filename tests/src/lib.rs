//! What the suites share: the rulesets, linked and loaded, and the runner of case files.
//!
//! A case file (`tests/cases/<ruleset>/<topic>.toml`) says in the rules' own words what is given, what is
//! ordered, and what the ruling has to be. `docs/how-to/write-a-case.md` describes the format.

mod case;
mod compare;
mod given;
mod merge;
mod rulesets;
mod run;
mod then;

pub use case::{Case, CaseFile, Try, read_all};
pub use given::{Given, start};
pub use merge::merged;
pub use rulesets::{linked, loaded, root};
pub use run::{Failure, Look, run_file, run_file_with};
