use std::error::Error;
use std::path::Path;

use abi_stable::library::{AbiHeaderRef, LibraryError};
use grognard_core::boundary::PluginRef;
use libloading::Library;

use crate::LoadError;
use crate::inspect::Inspected;

/// Opens the library at `path`, whose handshake was found sound, and checks the layout of every
/// type that crosses. The library is never closed again.
///
/// Each plugin is taken from its own header: abi_stable's own way of loading would keep the first
/// library's plugin for all that come after it.
pub(crate) fn open(path: &Path, inspected: &Inspected) -> Result<PluginRef, LoadError> {
    let ruleset = || inspected.handshake.ruleset();
    // A path without a slash would be looked for in the system's folders.
    let absolute = std::path::absolute(path).map_err(|error| LoadError::reading(path, error))?;
    // SAFETY: running the initialisers of trusted native code; the handshake says it is a plugin.
    let library = unsafe { Library::new(&absolute) }.map_err(|error| LoadError::NotOpened {
        path: path.to_owned(),
        ruleset: ruleset(),
        reason: in_one_line(&error),
    })?;
    // Values and functions of the plugin may live as long as the program.
    let library: &'static Library = Box::leak(Box::new(library));

    let incomplete = |reason: String| LoadError::Incomplete {
        path: path.to_owned(),
        ruleset: ruleset(),
        reason,
    };
    // SAFETY: a plugin exports its `LibHeader` under this name, and `AbiHeaderRef` is a reference to
    // the beginning of one.
    let header = unsafe { library.get::<AbiHeaderRef>(inspected.module.as_bytes()) }
        .map_err(|_| incomplete(format!("it exports no `{}`", inspected.module)))?;
    header
        .upgrade()
        .and_then(|header| header.check_layout::<PluginRef>())
        .map_err(|error| match error {
            LibraryError::RootModule { err, .. } => {
                incomplete(format!("it does not start ({})", in_one_line(&err)))
            }
            other => LoadError::LayoutMismatch {
                path: path.to_owned(),
                ruleset: ruleset(),
                sdk: inspected.handshake.sdk(),
                rustc: inspected.handshake.rustc(),
                details: other.to_string(),
            },
        })
}

/// What an error says, and the cause behind it where it names one. Both of the libraries used here
/// spread their messages.
fn in_one_line(error: &dyn Error) -> String {
    let said = error
        .source()
        .map_or_else(|| error.to_string(), ToString::to_string);
    said.split_whitespace().collect::<Vec<_>>().join(" ")
}
