//! The program in a folder of its own, with its plugins beside it.
#![allow(dead_code)] // each test program uses its own part
#![allow(clippy::expect_used)] // what is not as expected ends the test

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX, EXE_SUFFIX};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// The program, installed.
pub(crate) struct Installed(TempDir);

/// How a run ended.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Installed {
    /// With one plugin, that of `horse-and-musket`.
    pub(crate) fn new() -> Self {
        Self::with(&["horse_and_musket"])
    }

    /// With the three that the project has.
    pub(crate) fn with_all() -> Self {
        Self::with(&["horse_and_musket", "general_de_brigade", "belle_alliance"])
    }

    fn with(names: &[&str]) -> Self {
        let program = Self::without_plugins();
        let folder = program.folder().join("plugins");
        fs::create_dir(&folder).expect("a new folder");
        for name in names {
            link(&plugin(name), &folder.join(file_name(name)));
        }
        program
    }

    /// Alone.
    pub(crate) fn without_plugins() -> Self {
        let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).expect("a new folder");
        link(
            Path::new(env!("CARGO_BIN_EXE_grognard")),
            &folder.path().join(format!("grognard{EXE_SUFFIX}")),
        );
        Self(folder)
    }

    /// Its folder.
    pub(crate) fn folder(&self) -> &Path {
        self.0.path()
    }

    /// Writes a file into its folder and gives the path.
    pub(crate) fn write(&self, name: &str, text: &str) -> String {
        let path = self.folder().join(name);
        fs::write(&path, text).expect("the file can be written");
        path.to_str().expect("a path of plain letters").to_owned()
    }

    /// Runs it from the project's root.
    pub(crate) fn run(&self, args: &[&str]) -> Run {
        let output = Command::new(self.folder().join(format!("grognard{EXE_SUFFIX}")))
            .args(args)
            .current_dir(root())
            .env_remove("GROGNARD_PLUGIN_PATH")
            .stdin(Stdio::null())
            .output()
            .expect("the program runs");
        Run {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

/// The project's root.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("two folders up")
        .to_owned()
}

/// The file name of a library called `name` on this system.
pub(crate) fn file_name(name: &str) -> String {
    format!("{DLL_PREFIX}{name}{DLL_SUFFIX}")
}

/// The library of a plugin. Cargo builds it beside the programs that depend on it.
pub(crate) fn plugin(name: &str) -> PathBuf {
    let program = std::env::current_exe().expect("a program has a path");
    let name = file_name(name);
    let mut built = program.ancestors().skip(1).map(|folder| folder.join(&name));
    built
        .find(|path| path.is_file())
        .expect("the plugin is a dev-dependency")
}

/// A file under another name, without copying it where the system can do that.
fn link(from: &Path, to: &Path) {
    if fs::hard_link(from, to).is_err() {
        fs::copy(from, to).expect("the file can be copied");
    }
}
