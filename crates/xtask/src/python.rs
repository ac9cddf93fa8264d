//! Python: finding one that is new enough, and environments of its own for the project.

use std::fs;
use std::path::{Path, PathBuf};

use crate::runner::{Failed, Runner, say};

/// The oldest Python that the package works with.
const OLDEST: (u32, u32) = (3, 10);

/// A Python environment.
pub(crate) struct Environment {
    folder: PathBuf,
}

impl Environment {
    /// The environment in `folder`, made when there is none or it does not work any more.
    pub(crate) fn kept(run: &Runner, folder: &Path) -> Result<Self, Failed> {
        let environment = Self {
            folder: folder.to_owned(),
        };
        let works = version(run, &environment.python()).is_some_and(|found| found >= OLDEST);
        if works {
            Ok(environment)
        } else {
            Self::fresh(run, folder)
        }
    }

    /// A new environment in `folder`; whatever was there is removed.
    pub(crate) fn fresh(run: &Runner, folder: &Path) -> Result<Self, Failed> {
        let python = find(run)?;
        if folder.exists() {
            fs::remove_dir_all(folder).map_err(|error| {
                Failed::told(format!("{} cannot be removed: {error}", folder.display()))
            })?;
        }
        let made = run.job(&python).args(["-m", "venv"]).args([folder]).go();
        made.inspect_err(|_| {
            say("Python could not make an environment; on Debian and Ubuntu install python3-venv.");
        })?;
        Ok(Self {
            folder: folder.to_owned(),
        })
    }

    /// Its Python.
    pub(crate) fn python(&self) -> PathBuf {
        self.tool("python")
    }

    /// A program in it.
    pub(crate) fn tool(&self, name: &str) -> PathBuf {
        if cfg!(windows) {
            self.folder.join("Scripts").join(format!("{name}.exe"))
        } else {
            self.folder.join("bin").join(name)
        }
    }

    /// Installs with pip.
    pub(crate) fn install(&self, run: &Runner, what: &[&str]) -> Result<(), Failed> {
        run.job(self.python())
            .args([
                "-m",
                "pip",
                "install",
                "--quiet",
                "--disable-pip-version-check",
            ])
            .args(what)
            .go()
    }
}

/// A Python that is new enough: the one named by `PYTHON`, or the first on the path.
fn find(run: &Runner) -> Result<PathBuf, Failed> {
    let mut names: Vec<String> = std::env::var("PYTHON").into_iter().collect();
    if names.is_empty() {
        names.extend(["python3", "python"].map(str::to_owned));
        names.extend(
            (OLDEST.1..=20)
                .rev()
                .map(|minor| format!("python3.{minor}")),
        );
    }
    let mut old = Vec::new();
    for name in &names {
        let program = PathBuf::from(name);
        match version(run, &program) {
            Some(found) if found >= OLDEST => return Ok(program),
            Some((major, minor)) => old.push(format!("{name} is {major}.{minor}")),
            None => {}
        }
    }
    let found = if old.is_empty() {
        "none was found".to_owned()
    } else {
        old.join(", ")
    };
    Err(Failed::told(format!(
        "Python {}.{} or newer is needed, but {found}; install one, or name it: PYTHON=/path/to/python",
        OLDEST.0, OLDEST.1
    )))
}

fn version(run: &Runner, python: &Path) -> Option<(u32, u32)> {
    let script = "import sys; print(*sys.version_info[:2])";
    let printed = run.job(python).args(["-c", script]).output()?;
    let (major, minor) = printed.split_once(' ')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}
