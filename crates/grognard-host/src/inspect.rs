use std::fs::{self, File};
use std::path::Path;

use grognard_core::Handshake;
use grognard_core::boundary::ABI;
use object::read::{Export, ExportTarget, ReadCache};
use object::{Architecture, Object, ObjectKind, ObjectSection, ObjectSegment};

use crate::LoadError;

/// What is known of a plugin library from its file alone.
pub(crate) struct Inspected {
    pub(crate) handshake: Handshake,
    /// The symbol under which the library exports the plugin.
    pub(crate) module: String,
}

type Library<'a> = object::File<'a, &'a ReadCache<File>>;

/// Reads the handshake of the library at `path` and checks it, without running any of its code.
pub(crate) fn inspect(path: &Path) -> Result<Inspected, LoadError> {
    let size = regular_size(path)?;
    let file = File::open(path).map_err(|error| LoadError::reading(path, error))?;
    let cache = ReadCache::new(file);
    let not_a_library = |reason: String| LoadError::NotALibrary {
        path: path.to_owned(),
        reason,
    };
    let library = object::File::parse(&cache).map_err(|error| not_a_library(error.to_string()))?;
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

fn fits_this_machine(library: &Library<'_>, size: u64) -> Result<(), String> {
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

fn bytes_at<'a>(library: &Library<'a>, address: u64) -> Option<&'a [u8]> {
    library.sections().find_map(|section| {
        section
            .data_range(address, Handshake::SIZE as u64)
            .ok()
            .flatten()
    })
}
