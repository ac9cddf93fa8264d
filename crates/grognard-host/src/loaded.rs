use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use abi_stable::std_types::RStr;
use grognard_core::boundary::PluginRef;
use grognard_core::{Document, Fault, Handshake, Rulebook};

use crate::opened::{note, panicked_earlier};
use crate::{HostError, OpenedRuleset, Origin};

/// What a registry tells of a ruleset.
#[derive(Clone, Debug)]
pub struct RulesetInfo {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its version.
    pub version: String,
    /// Where it comes from.
    pub origin: Origin,
    /// Its document.
    pub document: Arc<Document>,
    /// What the library says of its making; none when it is linked.
    pub handshake: Option<Handshake>,
}

/// A ruleset whose plugin was found sound. Cheap to clone.
#[derive(Clone)]
pub struct LoadedRuleset {
    plugin: PluginRef,
    info: Arc<RulesetInfo>,
    failed: Arc<AtomicBool>,
}

impl LoadedRuleset {
    pub(crate) fn new(
        plugin: PluginRef,
        origin: Origin,
        document: Document,
        handshake: Option<Handshake>,
    ) -> Self {
        let info = RulesetInfo {
            id: document.manifest.id.clone(),
            title: document.manifest.title.clone(),
            version: document.manifest.version.clone(),
            origin,
            document: Arc::new(document),
            handshake,
        };
        Self {
            plugin,
            info: Arc::new(info),
            failed: Arc::new(AtomicBool::new(false)),
        }
    }

    /// What is known of it.
    pub fn info(&self) -> &RulesetInfo {
        &self.info
    }

    /// Its id.
    pub fn id(&self) -> &str {
        &self.info.id
    }

    /// Its document.
    pub fn document(&self) -> &Document {
        &self.info.document
    }

    /// Whether it has panicked; then it rules no more in this process.
    pub fn failed(&self) -> bool {
        self.failed.load(Ordering::Acquire)
    }

    /// Opens the ruleset with the charts and readings of `rulebook`.
    ///
    /// # Errors
    /// When the ruleset refuses the rulebook, or panics or has panicked.
    pub fn open(&self, rulebook: &Rulebook) -> Result<OpenedRuleset, HostError> {
        let refused = |fault: Fault| HostError::NotOpened {
            id: self.id().to_owned(),
            fault,
        };
        if self.failed() {
            return Err(refused(panicked_earlier(self.id())));
        }
        let text = serde_json::to_string(rulebook).map_err(|error| {
            refused(Fault::rulebook(format!(
                "the rulebook cannot be written as JSON: {error}"
            )))
        })?;
        let rules = self.plugin.open()(RStr::from_str(&text))
            .into_result()
            .map_err(|fault| {
                note(&self.failed, &fault);
                refused(fault)
            })?;
        Ok(OpenedRuleset::new(
            self.id().to_owned(),
            rules,
            self.failed.clone(),
        ))
    }
}

impl fmt::Debug for LoadedRuleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LoadedRuleset")
            .field("id", &self.info.id)
            .field("version", &self.info.version)
            .field("origin", &self.info.origin)
            .field("failed", &self.failed())
            .finish_non_exhaustive()
    }
}
