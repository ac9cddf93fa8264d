use std::sync::OnceLock;

use grognard_core::{Document, Fault};

use crate::Files;

/// A ruleset's data files, read once. A ruleset is opened anew for each battle, and its files are the
/// same every time.
///
/// ```
/// # use grognard_sdk::{Bundle, Files};
/// # const FILES: Files = Files {
/// #     manifest: "", findings: "", clauses: "", readings: "", charts: &[], languages: &[],
/// # };
/// static BUNDLE: Bundle = Bundle::new(FILES);
/// assert!(BUNDLE.document().is_err(), "an empty manifest is none");
/// ```
pub struct Bundle {
    files: Files,
    document: OnceLock<Result<Document, Fault>>,
}

impl Bundle {
    /// The bundle of `files`; nothing is read yet.
    pub const fn new(files: Files) -> Self {
        Self {
            files,
            document: OnceLock::new(),
        }
    }

    /// The document the files make.
    ///
    /// # Errors
    /// When a file does not parse; the message names the file and the place in it.
    pub fn document(&self) -> Result<&Document, Fault> {
        self.document
            .get_or_init(|| self.files.document())
            .as_ref()
            .map_err(Fault::clone)
    }
}
