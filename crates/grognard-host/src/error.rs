use std::io;
use std::path::{Path, PathBuf};

use grognard_core::Fault;

use crate::Origin;

/// Why a plugin was not taken. Each is one sentence that names the plugin and the remedy.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// There is nothing at the path.
    #[error("there is no plugin at {path}: check the path", path = path.display())]
    Missing {
        /// The path.
        path: PathBuf,
    },
    /// The file or folder cannot be read.
    #[error("{path} cannot be read: {source}", path = path.display())]
    Unreadable {
        /// The path.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file is no shared library of this machine: text, cut short, or of another kind.
    #[error(
        "{path} is not a library this program can load: {reason}; build it again for this machine",
        path = path.display()
    )]
    NotALibrary {
        /// The path.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// It is a library, but no plugin.
    #[error(
        "{path} is a library but no grognard plugin: it exports no ruleset; a plugin crate has \
         crate-type `cdylib` and calls `export_ruleset!`",
        path = path.display()
    )]
    NoHandshake {
        /// The path.
        path: PathBuf,
    },
    /// The library exports several plugins and is named for none of them.
    #[error(
        "{path} exports several plugins ({names}): name the file for the one that is meant",
        path = path.display(),
        names = names.join(", ")
    )]
    SeveralPlugins {
        /// The path.
        path: PathBuf,
        /// The names of the plugin crates in it.
        names: Vec<String>,
    },
    /// What stands where the handshake should be is something else.
    #[error(
        "{path} has a damaged handshake: its first bytes are not those of a grognard plugin; \
         rebuild it",
        path = path.display()
    )]
    BadMagic {
        /// The path.
        path: PathBuf,
    },
    /// The plugin was built for another boundary.
    #[error(
        "{path} ({ruleset}) was built for ABI {built}, this is ABI {host}: {remedy}",
        path = path.display(),
        remedy = abi_remedy(*built, *host, sdk)
    )]
    WrongAbi {
        /// The path.
        path: PathBuf,
        /// The ruleset it holds.
        ruleset: String,
        /// The ABI number it was built for.
        built: u32,
        /// The ABI number of this program.
        host: u32,
        /// The version of the SDK it was built with.
        sdk: String,
    },
    /// The system refuses to open the library, mostly because another one that it needs is missing.
    #[error("{path} ({ruleset}) cannot be opened: {reason}", path = path.display())]
    NotOpened {
        /// The path.
        path: PathBuf,
        /// The ruleset it holds.
        ruleset: String,
        /// What the system says.
        reason: String,
    },
    /// There is a handshake, but the plugin itself is missing or fails to start.
    #[error(
        "{path} ({ruleset}) is incomplete: {reason}; export it with `export_ruleset!`",
        path = path.display()
    )]
    Incomplete {
        /// The path.
        path: PathBuf,
        /// The ruleset it holds.
        ruleset: String,
        /// What is missing.
        reason: String,
    },
    /// The ABI number is right, but the types that cross look different.
    #[error(
        "{path} ({ruleset}) has ABI {abi} but other types (its SDK is {sdk}, its compiler {rustc}): \
         rebuild it against grognard-sdk {this}",
        path = path.display(),
        abi = grognard_core::boundary::ABI,
        this = env!("CARGO_PKG_VERSION")
    )]
    LayoutMismatch {
        /// The path.
        path: PathBuf,
        /// The ruleset it holds.
        ruleset: String,
        /// The version of the SDK it was built with.
        sdk: String,
        /// The compiler it was built with.
        rustc: String,
        /// What differs, at length.
        details: String,
    },
    /// The ruleset panicked when asked for its document.
    #[error("{origin} is broken: {fault}; report it to its author")]
    Panicked {
        /// Where it comes from.
        origin: Origin,
        /// What it said.
        fault: Fault,
    },
    /// The ruleset reports that its own data is wrong.
    #[error("{origin} has faulty data: {fault}")]
    DocumentRefused {
        /// Where it comes from.
        origin: Origin,
        /// What it said.
        fault: Fault,
    },
    /// The document is too large.
    #[error("the document of {origin} has {size} bytes, more than the {limit} allowed: shorten it")]
    DocumentTooLarge {
        /// Where it comes from.
        origin: Origin,
        /// Its size in bytes.
        size: usize,
        /// The limit in bytes.
        limit: usize,
    },
    /// The document does not parse.
    #[error("the document of {origin} does not parse: {source}; rebuild it with `export_ruleset!`")]
    DocumentUnreadable {
        /// Where it comes from.
        origin: Origin,
        /// Where and why.
        source: serde_json::Error,
    },
    /// The handshake and the manifest give different ids.
    #[error(
        "{origin} is exported as `{handshake}`, but its manifest says `{manifest}`: make them the \
         same"
    )]
    OtherId {
        /// Where it comes from.
        origin: Origin,
        /// The id in the handshake.
        handshake: String,
        /// The id in the manifest.
        manifest: String,
    },
    /// Two plugins have one id.
    #[error("two plugins are called `{id}`: {first} and {second}; the first is used, remove one")]
    TwoOfOneId {
        /// The id.
        id: String,
        /// The one that stays.
        first: Origin,
        /// The one that was not taken.
        second: Origin,
    },
}

impl LoadError {
    /// The path of the plugin it is about; none when it is linked.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Missing { path }
            | Self::Unreadable { path, .. }
            | Self::NotALibrary { path, .. }
            | Self::NoHandshake { path }
            | Self::SeveralPlugins { path, .. }
            | Self::BadMagic { path }
            | Self::WrongAbi { path, .. }
            | Self::NotOpened { path, .. }
            | Self::Incomplete { path, .. }
            | Self::LayoutMismatch { path, .. } => Some(path),
            Self::Panicked { origin, .. }
            | Self::DocumentRefused { origin, .. }
            | Self::DocumentTooLarge { origin, .. }
            | Self::DocumentUnreadable { origin, .. }
            | Self::OtherId { origin, .. }
            | Self::TwoOfOneId { second: origin, .. } => origin.path(),
        }
    }

    /// What opening the file or folder at `path` failed with.
    pub(crate) fn reading(path: &Path, source: io::Error) -> Self {
        let path = path.to_owned();
        match source.kind() {
            io::ErrorKind::NotFound => Self::Missing { path },
            _ => Self::Unreadable { path, source },
        }
    }
}

fn abi_remedy(built: u32, host: u32, sdk: &str) -> String {
    if built > host {
        format!("use a newer grognard, of version {sdk} or later")
    } else {
        format!(
            "rebuild it against grognard-sdk {}",
            env!("CARGO_PKG_VERSION")
        )
    }
}

/// Why a ruleset cannot be had.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HostError {
    /// No ruleset of that id is there.
    #[error("there is no ruleset `{id}`: {remedy}", remedy = unknown_remedy(suggestion.as_deref(), known))]
    UnknownRuleset {
        /// The id asked for.
        id: String,
        /// The id that was probably meant.
        suggestion: Option<String>,
        /// The ids there are.
        known: Vec<String>,
    },
    /// The ruleset does not open with the rulebook given.
    #[error("`{id}` cannot be opened: {fault}")]
    NotOpened {
        /// The ruleset.
        id: String,
        /// What it said.
        fault: Fault,
    },
}

fn unknown_remedy(suggestion: Option<&str>, known: &[String]) -> String {
    match suggestion {
        Some(suggestion) => format!("did you mean `{suggestion}`?"),
        None if known.is_empty() => {
            format!(
                "none is installed; name a plugin's path or set {}",
                crate::PATH_VARIABLE
            )
        }
        None => format!("there are {}", known.join(", ")),
    }
}
