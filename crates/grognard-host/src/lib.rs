//! Finds, checks and loads the plugins that hold the rulesets.
//!
//! ```no_run
//! use grognard_core::Rulebook;
//! use grognard_host::{Registry, Search};
//!
//! let mut registry = Registry::new();
//! registry.discover(&Search::standard(Vec::new(), None));
//! for problem in registry.problems() {
//!     eprintln!("{problem}");
//! }
//! let ruleset = registry.get("some-rules")?;
//! let rules = ruleset.open(&Rulebook::printed(ruleset.document()))?;
//! # Ok::<(), grognard_host::HostError>(())
//! ```
//!
//! A library is looked at in three steps, and each is a chance to refuse it with one sentence:
//!
//! 1. **Its handshake is read out of the file.** None of its code runs until the boundary number
//!    is known to be right.
//! 2. **It is opened, and its layout checked**: every type that crosses has to look the same on both
//!    sides.
//! 3. **Its document is taken** and parsed, once.
//!
//! A library that is open stays open: a program that wants to see a rebuilt one starts afresh.
//! Plugins are native code with all the rights of the program; load only those you trust. What this
//! crate guards against is accident, not malice.

mod document;
mod error;
mod inspect;
mod library;
mod loaded;
mod opened;
mod origin;
mod registry;
mod search;

pub use document::DOCUMENT_LIMIT;
pub use error::{HostError, LoadError};
pub use loaded::{LoadedRuleset, RulesetInfo};
pub use opened::OpenedRuleset;
pub use origin::Origin;
pub use registry::Registry;
pub use search::{PATH_VARIABLE, Search};
