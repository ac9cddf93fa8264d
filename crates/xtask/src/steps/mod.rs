//! The steps of `cargo xtask test`, one file each.

mod build;
mod cases;
mod clippy;
mod demo;
mod deny;
mod doctest;
mod fmt;
mod mypy;
mod pytest;
mod rust;
mod rustdoc;
mod site;
mod stubtest;
mod wheel;

use clap::ValueEnum;

use crate::python::Environment;
use crate::runner::{Failed, Runner};

/// A step, in the order in which all of them are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Step {
    /// Formatting.
    Fmt,
    /// Lints, warnings denied.
    Clippy,
    /// Everything builds, plugins among it.
    Build,
    /// The Rust tests.
    Rust,
    /// The case files under every ruleset, linked and loaded.
    Cases,
    /// The examples in Rust's documentation.
    Doctest,
    /// The reference of the crates, warnings denied.
    Rustdoc,
    /// The Python package, installed in a new environment.
    Wheel,
    /// The Python tests over the installed package, warnings as errors.
    Pytest,
    /// The package's types, strictly.
    Mypy,
    /// The stubs against the native module.
    Stubtest,
    /// The documentation site, strictly.
    Site,
    /// The demo page.
    Demo,
    /// Advisories and licences of the dependencies, where cargo-deny is installed.
    Deny,
}

impl Step {
    fn run(self, run: &Runner) -> Result<(), Failed> {
        match self {
            Self::Fmt => fmt::run(run),
            Self::Clippy => clippy::run(run),
            Self::Build => build::run(run),
            Self::Rust => rust::run(run),
            Self::Cases => cases::run(run),
            Self::Doctest => doctest::run(run),
            Self::Rustdoc => rustdoc::run(run),
            Self::Wheel => wheel::run(run),
            Self::Pytest => pytest::run(run),
            Self::Mypy => mypy::run(run),
            Self::Stubtest => stubtest::run(run),
            Self::Site => site::run(run),
            Self::Demo => demo::run(run),
            Self::Deny => deny::run(run),
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Fmt => "fmt",
            Self::Clippy => "clippy",
            Self::Build => "build",
            Self::Rust => "rust",
            Self::Cases => "cases",
            Self::Doctest => "doctest",
            Self::Rustdoc => "rustdoc",
            Self::Wheel => "wheel",
            Self::Pytest => "pytest",
            Self::Mypy => "mypy",
            Self::Stubtest => "stubtest",
            Self::Site => "site",
            Self::Demo => "demo",
            Self::Deny => "deny",
        }
    }
}

/// Runs the steps in their order, all of them when none is named.
pub(crate) fn run(runner: &mut Runner, named: &[Step]) -> Result<(), Failed> {
    let chosen = Step::value_variants()
        .iter()
        .filter(|step| named.is_empty() || named.contains(step));
    for step in chosen {
        runner.step(step.name(), |run| step.run(run))?;
    }
    runner.summary();
    Ok(())
}

/// The environment that the Python steps share; [`Step::Wheel`] makes it anew.
fn environment(run: &Runner) -> Result<Environment, Failed> {
    Environment::kept(run, &run.target().join("test-venv"))
}
