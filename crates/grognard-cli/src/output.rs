//! Files that the program writes.

use std::fs::{self, OpenOptions};
use std::path::Path;

use crate::failure::Failure;

/// A file that is written when the work is done. That it can be is seen to before, so that no work is
/// lost for want of a folder.
#[derive(Debug)]
pub(crate) struct Output<'a>(&'a Path);

impl<'a> Output<'a> {
    /// Makes the file's folder, and tries whether the file can be written. What is in it stays.
    pub(crate) fn prepare(path: &'a Path) -> Result<Self, Failure> {
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder {
            fs::create_dir_all(folder).map_err(|error| Failure::file(folder, error))?;
        }
        let before = fs::metadata(path).ok();
        // A pipe or a terminal is not to be opened twice.
        if before
            .as_ref()
            .is_none_or(|file| file.is_file() || file.is_dir())
        {
            let tried = OpenOptions::new().append(true).create(true).open(path);
            tried.map_err(|error| Failure::file(path, error))?;
            if before.is_none() {
                fs::remove_file(path).map_err(|error| Failure::file(path, error))?;
            }
        }
        Ok(Self(path))
    }

    /// Writes the file.
    pub(crate) fn write(self, text: &str) -> Result<(), Failure> {
        fs::write(self.0, text).map_err(|error| Failure::file(self.0, error))
    }
}
