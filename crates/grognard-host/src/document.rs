use grognard_core::boundary::PluginRef;
use grognard_core::{Document, FaultKind};

use crate::{LoadError, Origin};

/// The largest document taken, in bytes.
pub const DOCUMENT_LIMIT: usize = 16 << 20;

/// Asks a plugin for its document and reads it. `id` is what its handshake promised.
pub(crate) fn document(
    plugin: PluginRef,
    origin: &Origin,
    id: Option<&str>,
) -> Result<Document, LoadError> {
    let text = plugin.document()().into_result().map_err(|fault| {
        let origin = origin.clone();
        match fault.kind {
            FaultKind::Panicked => LoadError::Panicked { origin, fault },
            _ => LoadError::DocumentRefused { origin, fault },
        }
    })?;
    if text.len() > DOCUMENT_LIMIT {
        return Err(LoadError::DocumentTooLarge {
            origin: origin.clone(),
            size: text.len(),
            limit: DOCUMENT_LIMIT,
        });
    }
    let document: Document =
        serde_json::from_str(&text).map_err(|source| LoadError::DocumentUnreadable {
            origin: origin.clone(),
            source,
        })?;
    match id {
        Some(id) if id != document.manifest.id => Err(LoadError::OtherId {
            origin: origin.clone(),
            handshake: id.to_owned(),
            manifest: document.manifest.id,
        }),
        _ => Ok(document),
    }
}
