use std::fs::{self, OpenOptions, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::failure::Failure;

/// A file that is written when the work is done. That it can be is seen to before, so that no work is
/// lost for want of a folder.
#[derive(Debug)]
pub(crate) struct Output<'a>(&'a Path);

impl<'a> Output<'a> {
    /// Makes the file's folder, and tries whether the file can be written. What is in it stays.
    pub(crate) fn prepare(path: &'a Path) -> Result<Self, Failure> {
        let folder = folder(path);
        fs::create_dir_all(folder).map_err(|error| Failure::file(folder, error))?;
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

    /// Writes the file, whole or not at all: whoever stops the program meanwhile finds what was there.
    pub(crate) fn write(self, text: &str) -> Result<(), Failure> {
        let written = match fs::metadata(self.0) {
            // What is no regular file cannot be put in another's place.
            Ok(there) if !there.is_file() => fs::write(self.0, text),
            there => replace(self.0, text, there.ok().map(|file| file.permissions())),
        };
        written.map_err(|error| Failure::file(self.0, error))
    }
}

/// Writes a file beside the one it takes the place of.
fn replace(path: &Path, text: &str, permissions: Option<Permissions>) -> io::Result<()> {
    // A link stays, and what it leads to is replaced.
    let place = fs::canonicalize(path).unwrap_or_else(|_| PathBuf::from(path));
    let mut beside = beside(folder(&place))?;
    beside.write_all(text.as_bytes())?;
    if let Some(permissions) = permissions {
        beside.as_file().set_permissions(permissions)?;
    }
    beside.as_file().sync_all()?;
    beside.persist(&place)?;
    Ok(())
}

/// A new file that anybody may read who could read a file made without more ado.
fn beside(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".grognard-").suffix(".part");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

/// The folder a file is in.
fn folder(path: &Path) -> &Path {
    path.parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let names = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = names
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_replaced_whole_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("day.grog");
        for text in ["first, and longer", "second"] {
            Output::prepare(&path).unwrap().write(text).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(names(folder.path()), ["day.grog"]);
    }

    #[test]
    #[cfg(unix)]
    fn what_was_there_stays_until_the_new_file_is_whole() {
        use std::os::unix::fs::MetadataExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("day.grog");
        fs::write(&path, "old").unwrap();
        let before = fs::metadata(&path).unwrap();
        let mut reader = fs::File::open(&path).unwrap();
        Output::prepare(&path).unwrap().write("new").unwrap();
        assert_ne!(fs::metadata(&path).unwrap().ino(), before.ino());
        assert_eq!(io::read_to_string(&mut reader).unwrap(), "old");
        assert_eq!(fs::metadata(&path).unwrap().mode(), before.mode());
    }

    #[test]
    #[cfg(unix)]
    fn a_link_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("day.grog"), folder.path().join("last"));
        fs::write(&path, "old").unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        Output::prepare(&link).unwrap().write("new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    }
}
