use std::fmt;
use std::path::{Path, PathBuf};

/// Where a ruleset comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// It is linked into the program.
    Linked,
    /// It was loaded from a library.
    File(PathBuf),
}

impl Origin {
    /// The library's path; none when linked.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Linked => None,
            Self::File(path) => Some(path),
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Linked => f.write_str("the plugin linked into this program"),
            Self::File(path) => write!(f, "{}", path.display()),
        }
    }
}
