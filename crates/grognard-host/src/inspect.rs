use std::fs::{self, File};
use std::path::Path;

use grognard_core::Handshake;
use grognard_core::boundary::ABI;
use object::read::{Export, ExportTarget, ReadCache, ReadRef};
use object::{Architecture, Object, ObjectKind, ObjectSection, ObjectSegment};

use crate::LoadError;

/// What is known of a plugin library from its file alone.
pub(crate) struct Inspected {
    pub(crate) handshake: Handshake,
    /// The symbol under which the library exports the plugin.
    pub(crate) module: String,
}

/// Reads the handshake of the library at `path` and checks it, without running any of its code.
pub(crate) fn inspect(path: &Path) -> Result<Inspected, LoadError> {
    let size = regular_size(path)?;
    let file = File::open(path).map_err(|error| LoadError::reading(path, error))?;
    check(path, &ReadCache::new(file), size)
}

/// Checks the library whose `size` bytes are `data`; `path` is only its name.
fn check<'a, R: ReadRef<'a>>(path: &Path, data: R, size: u64) -> Result<Inspected, LoadError> {
    let not_a_library = |reason: String| LoadError::NotALibrary {
        path: path.to_owned(),
        reason,
    };
    let library = object::File::parse(data).map_err(|error| not_a_library(error.to_string()))?;
    fits_this_machine(&library, size).map_err(not_a_library)?;

    let exports = library
        .exports()
        .map_err(|error| not_a_library(error.to_string()))?;
    // An export that cannot be read is none of ours.
    let handshakes = exports
        .filter_map(|export| handshake_of(&export.ok()?))
        .collect();
    let (name, address) = choose(path, handshakes)?;
    let handshake = bytes_at(&library, address)
        .and_then(Handshake::read)
        .ok_or_else(|| LoadError::BadMagic {
            path: path.to_owned(),
        })?;
    if handshake.abi() != ABI {
        return Err(LoadError::WrongAbi {
            path: path.to_owned(),
            ruleset: handshake.ruleset(),
            built: handshake.abi(),
            host: ABI,
            sdk: handshake.sdk(),
        });
    }
    Ok(Inspected {
        handshake,
        module: format!("{}{name}", Handshake::MODULE),
    })
}

/// The size of the file. Anything but a regular file is refused before it is opened: opening a pipe
/// would wait for somebody to write into it.
fn regular_size(path: &Path) -> Result<u64, LoadError> {
    let metadata = fs::metadata(path).map_err(|error| LoadError::reading(path, error))?;
    if metadata.is_file() {
        return Ok(metadata.len());
    }
    let reason = if metadata.is_dir() {
        "it is a folder"
    } else {
        "it is no regular file"
    };
    Err(LoadError::NotALibrary {
        path: path.to_owned(),
        reason: reason.to_owned(),
    })
}

fn fits_this_machine<'a>(library: &impl Object<'a>, size: u64) -> Result<(), String> {
    if library.kind() != ObjectKind::Dynamic {
        return Err("it is no shared library".to_owned());
    }
    let here = architecture();
    if here.is_some_and(|here| here != library.architecture()) {
        return Err(format!("it is made for {:?}", library.architecture()));
    }
    // The system's loader maps what the headers promise without looking, and the program would end
    // where the file does.
    let complete = library.segments().all(|segment| {
        let (start, length) = segment.file_range();
        start.checked_add(length).is_some_and(|end| end <= size)
    });
    if complete {
        Ok(())
    } else {
        Err("it is cut short".to_owned())
    }
}

/// The architecture this program runs on, when it is a usual one.
fn architecture() -> Option<Architecture> {
    Some(match std::env::consts::ARCH {
        "x86_64" => Architecture::X86_64,
        "x86" => Architecture::I386,
        "aarch64" => Architecture::Aarch64,
        "arm" => Architecture::Arm,
        "riscv64" => Architecture::Riscv64,
        _ => return None,
    })
}

/// The name of the plugin crate whose handshake `export` is, and its address.
fn handshake_of(export: &Export<'_>) -> Option<(String, u64)> {
    let ExportTarget::Address { address } = export.target() else {
        return None;
    };
    let symbol = export.name();
    let symbol = std::str::from_utf8(symbol.name()?).ok()?;
    // Mach-O puts an underscore before every C name.
    let symbol = symbol.strip_prefix('_').unwrap_or(symbol);
    Some((symbol.strip_prefix(Handshake::SYMBOL)?.to_owned(), address))
}

/// The only handshake, or the one the file is named for. A plugin that builds on another one's crate
/// exports both.
fn choose(path: &Path, mut handshakes: Vec<(String, u64)>) -> Result<(String, u64), LoadError> {
    if handshakes.len() > 1 {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let stem = stem
            .strip_prefix(std::env::consts::DLL_PREFIX)
            .unwrap_or(&stem);
        if let Some(named) = handshakes.iter().position(|(name, _)| name == stem) {
            return Ok(handshakes.swap_remove(named));
        }
        let mut names: Vec<String> = handshakes.into_iter().map(|(name, _)| name).collect();
        names.sort();
        return Err(LoadError::SeveralPlugins {
            path: path.to_owned(),
            names,
        });
    }
    handshakes.pop().ok_or_else(|| LoadError::NoHandshake {
        path: path.to_owned(),
    })
}

fn bytes_at<'a>(library: &impl Object<'a>, address: u64) -> Option<&'a [u8]> {
    library.sections().find_map(|section| {
        section
            .data_range(address, Handshake::SIZE as u64)
            .ok()
            .flatten()
    })
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::{Inspected, LoadError, check, choose, inspect};

    /// The library of the misbehaving plugin, which cargo builds beside this test.
    fn library() -> PathBuf {
        use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
        let name = format!("{DLL_PREFIX}misbehaving_plugin{DLL_SUFFIX}");
        std::env::current_exe().unwrap().with_file_name(name)
    }

    fn check_bytes(path: &Path, bytes: &[u8]) -> Result<Inspected, LoadError> {
        check(path, bytes, bytes.len() as u64)
    }

    #[test]
    fn a_sound_library_is_read_the_same_from_file_and_memory() {
        let path = library();
        let bytes = std::fs::read(&path).unwrap();
        let [one, other] = [inspect(&path), check_bytes(&path, &bytes)].map(Result::unwrap);
        assert_eq!(one.handshake, other.handshake);
        assert_eq!(one.module, "grognard_module_misbehaving_plugin");
        assert_eq!(one.module, other.module);
    }

    #[test]
    fn no_damage_to_the_headers_makes_it_panic() {
        let path = library();
        let mut bytes = std::fs::read(&path).unwrap();
        let mut refused = 0;
        let headers = 0..600;
        let sections = bytes.len() - 600..bytes.len();
        for at in headers.chain(sections) {
            let sound = bytes[at];
            for damage in [0, 0xff, sound.wrapping_add(1)] {
                bytes[at] = damage;
                refused += usize::from(check_bytes(&path, &bytes).is_err());
            }
            bytes[at] = sound;
        }
        assert!(refused > 50, "only {refused} were found out");
    }

    #[test]
    fn the_file_name_decides_among_several_plugins() {
        let several = || vec![("one".to_owned(), 1), ("other".to_owned(), 2)];
        let name = format!("{}other.dll", std::env::consts::DLL_PREFIX);
        assert_eq!(choose(Path::new(&name), several()).unwrap().1, 2);
        assert!(choose(Path::new("third.dll"), several()).is_err());
        assert_eq!(
            choose(Path::new("third.dll"), vec![("one".to_owned(), 1)])
                .unwrap()
                .1,
            1
        );
        assert!(choose(Path::new("third.dll"), Vec::new()).is_err());
    }
}
