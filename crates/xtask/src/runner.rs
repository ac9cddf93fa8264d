//! Running commands: named, timed, from the project's root.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anstyle::{AnsiColor, Style};

const GOOD: Style = Style::new()
    .bold()
    .fg_color(Some(anstyle::Color::Ansi(AnsiColor::Green)));
const BAD: Style = Style::new()
    .bold()
    .fg_color(Some(anstyle::Color::Ansi(AnsiColor::Red)));
const BOLD: Style = Style::new().bold();

/// Why a run ended early.
#[derive(Debug)]
pub(crate) enum Failed {
    /// A command ended badly.
    Command {
        /// The command, as one would type it.
        line: String,
        /// How it ended.
        how: String,
    },
    /// Something is not as it must be.
    Told(String),
}

impl Failed {
    /// A failure in words.
    pub(crate) fn told(message: impl fmt::Display) -> Self {
        Self::Told(message.to_string())
    }
}

/// Runs steps and keeps their times.
pub(crate) struct Runner {
    root: PathBuf,
    started: Instant,
    current: &'static str,
    times: Vec<(&'static str, Duration)>,
}

impl Runner {
    pub(crate) fn new() -> Self {
        // crates/xtask lies two folders below the root.
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
        let root = root.unwrap_or(Path::new(".")).to_owned();
        Self {
            root,
            started: Instant::now(),
            current: "",
            times: Vec::new(),
        }
    }

    /// The project's root.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Where cargo builds.
    pub(crate) fn target(&self) -> PathBuf {
        match std::env::var_os("CARGO_TARGET_DIR") {
            Some(target) => self.root.join(target),
            None => self.root.join("target"),
        }
    }

    /// Runs one step: says its name, and how long it took.
    pub(crate) fn step(
        &mut self,
        name: &'static str,
        work: impl FnOnce(&Self) -> Result<(), Failed>,
    ) -> Result<(), Failed> {
        self.current = name;
        say(&format!("\n{BOLD}== {name}{BOLD:#}"));
        let started = Instant::now();
        work(self)?;
        let took = started.elapsed();
        self.times.push((name, took));
        say(&format!(
            "{GOOD}== {name}: done{GOOD:#} in {}",
            seconds(took)
        ));
        Ok(())
    }

    /// A command of cargo.
    pub(crate) fn cargo(&self, args: &[&str]) -> Job {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        self.job(cargo).args(args)
    }

    /// A command, run from the root.
    pub(crate) fn job(&self, program: impl AsRef<OsStr>) -> Job {
        let mut command = Command::new(program.as_ref());
        command.current_dir(&self.root).stdin(Stdio::null());
        Job {
            command,
            shown: Vec::new(),
        }
    }

    /// Says how long each step took.
    pub(crate) fn summary(&self) {
        say(&format!(
            "\n{BOLD}== all done{BOLD:#} in {}",
            seconds(self.started.elapsed())
        ));
        for (name, took) in &self.times {
            say(&format!("   {name:<10} {:>8}", seconds(*took)));
        }
    }

    /// Says what failed.
    pub(crate) fn report(&self, failed: &Failed) {
        let step = self.current;
        match failed {
            Failed::Command { line, how } => {
                say(&format!(
                    "\n{BAD}== {step}: failed{BAD:#}, {how}\n   {line}"
                ));
            }
            Failed::Told(message) => say(&format!("\n{BAD}== {step}: failed{BAD:#}\n   {message}")),
        }
    }
}

/// Prints a line; a closed output is no reason to stop.
pub(crate) fn say(line: &str) {
    use std::io::Write;
    let _ = writeln!(anstream::stdout(), "{line}");
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

/// One command.
pub(crate) struct Job {
    command: Command,
    shown: Vec<String>,
}

impl Job {
    /// With these arguments.
    pub(crate) fn args(mut self, args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Self {
        self.command.args(args);
        self
    }

    /// With an environment variable.
    pub(crate) fn env(mut self, name: &str, value: impl Into<OsString>) -> Self {
        let value = value.into();
        self.shown.push(format!("{name}={}", quoted(&value)));
        self.command.env(name, value);
        self
    }

    /// Runs it; it has to end well.
    pub(crate) fn go(mut self) -> Result<(), Failed> {
        let line = self.line();
        say(&format!("$ {line}"));
        match self.command.status() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(Failed::Command {
                line,
                how: status.to_string(),
            }),
            Err(error) => Err(Failed::Command {
                line,
                how: error.to_string(),
            }),
        }
    }

    /// What it prints, when it ends well; quietly.
    pub(crate) fn output(mut self) -> Option<String> {
        let output = self.command.stderr(Stdio::null()).output().ok()?;
        output
            .status
            .success()
            .then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    /// The command as one would type it.
    fn line(&self) -> String {
        let mut words = self.shown.clone();
        words.push(quoted(self.command.get_program()));
        words.extend(self.command.get_args().map(quoted));
        words.join(" ")
    }
}

fn quoted(word: &OsStr) -> String {
    let word = word.to_string_lossy();
    if word.is_empty() || word.contains([' ', '"', '\'', '[', '*', '>', '<', ';']) {
        format!("'{}'", word.replace('\'', "'\\''"))
    } else {
        word.into_owned()
    }
}
