use std::borrow::Borrow;
use std::fmt;
use std::hash::{Hash, Hasher};

use abi_stable::StableAbi;
use abi_stable::std_types::{RCow, RCowStr, RStr, RString};
use serde::{Deserialize, Serialize};

/// A name in the open vocabulary: a unit, a formation, an order kind, a clause, a finding.
///
/// Ids are plain text. A ruleset writes its own as constants, which makes cloning them free.
#[repr(transparent)]
#[derive(StableAbi, Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Id(RCowStr<'static>);

impl Id {
    /// An id from a constant: no allocation, free to clone.
    pub const fn of(text: &'static str) -> Self {
        Self(RCow::Borrowed(RStr::from_str(text)))
    }

    /// The text of the id.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Whether the id is the empty text, which stands for "none".
    pub fn is_empty(&self) -> bool {
        self.as_str().is_empty()
    }
}

impl Default for Id {
    fn default() -> Self {
        Self::of("")
    }
}

impl From<&str> for Id {
    fn from(text: &str) -> Self {
        Self(RCow::Owned(RString::from(text)))
    }
}

impl From<String> for Id {
    fn from(text: String) -> Self {
        Self(RCow::Owned(RString::from(text)))
    }
}

impl PartialEq for Id {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for Id {}

impl PartialEq<str> for Id {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for Id {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl PartialOrd for Id {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Id {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl Hash for Id {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl Borrow<str> for Id {
    fn borrow(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for Id {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}
