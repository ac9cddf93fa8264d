//! Every way in which a library can fail to be a plugin, made to happen.
#![allow(clippy::unwrap_used, clippy::panic)] // a test that cannot go on has failed

mod support;

use std::fs;
use std::io;
use std::path::Path;

use grognard_core::boundary::ABI;
use grognard_host::{DOCUMENT_LIMIT, LoadError};
use support::{file_name, library, load_error, variant, variant_error};
use tempfile::TempDir;

/// Asserts that the error is of one kind, names the path it is about, and is one sentence.
macro_rules! refused {
    ($error:expr, $kind:pat, $($said:expr),+) => {{
        let error: LoadError = $error;
        assert!(matches!(error, $kind), "{error:?}");
        let sentence = error.to_string();
        let path = error.path().expect("it was loaded from a path").display().to_string();
        assert!(sentence.contains(&path), "{sentence}");
        assert!(!sentence.contains('\n'), "{sentence}");
        $(assert!(sentence.contains($said), "{sentence}");)+
    }};
}

#[test]
fn a_missing_file() {
    refused!(
        load_error(Path::new("nowhere/libnothing.so")),
        LoadError::Missing { .. },
        "check the path"
    );
}

#[cfg(unix)]
#[test]
fn an_unreadable_file() {
    // A link to itself is unreadable for everyone, the administrator too.
    let folder = TempDir::new().unwrap();
    let path = folder.path().join(file_name("loop"));
    std::os::unix::fs::symlink(&path, &path).unwrap();
    refused!(
        load_error(&path),
        LoadError::Unreadable { .. },
        "cannot be read"
    );
}

#[test]
fn a_folder_in_place_of_a_file() {
    let folder = TempDir::new().unwrap();
    refused!(
        load_error(folder.path()),
        LoadError::NotALibrary { .. },
        "it is a folder"
    );
}

#[cfg(unix)]
#[test]
fn a_device_in_place_of_a_file() {
    refused!(
        load_error(Path::new("/dev/null")),
        LoadError::NotALibrary { .. },
        "no regular file"
    );
}

#[test]
fn a_text_file() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join(file_name("words"));
    for words in ["", "#!/bin/sh\n", &"All the king's horses. ".repeat(1000)] {
        fs::write(&path, words).unwrap();
        refused!(
            load_error(&path),
            LoadError::NotALibrary { .. },
            "build it again"
        );
    }
}

#[test]
fn a_library_cut_short_anywhere() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join(file_name("misbehaving_plugin"));
    let whole = fs::read(library()).unwrap();
    let cuts = [
        1,
        20,
        63,
        64,
        100,
        1000,
        whole.len() / 3,
        whole.len() / 2,
        whole.len() - 1,
    ];
    for cut in cuts {
        fs::write(&path, &whole[..cut]).unwrap();
        refused!(
            load_error(&path),
            LoadError::NotALibrary { .. },
            "build it again"
        );
    }
}

#[test]
fn a_library_of_another_machine() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join(file_name("misbehaving_plugin"));
    let mut bytes = fs::read(library()).unwrap();
    if !bytes.starts_with(b"\x7fELF") {
        return; // the place of the machine's number is ELF's
    }
    bytes[18..20].copy_from_slice(&if cfg!(target_arch = "x86_64") {
        [183, 0]
    } else {
        [62, 0]
    });
    fs::write(&path, &bytes).unwrap();
    refused!(
        load_error(&path),
        LoadError::NotALibrary { .. },
        "it is made for"
    );
}

#[test]
fn a_program_is_a_library_without_a_ruleset() {
    // This test links the misbehaving plugin, and exports nothing.
    let program = std::env::current_exe().unwrap();
    let error = load_error(&program);
    assert!(
        matches!(
            error,
            LoadError::NoHandshake { .. } | LoadError::NotALibrary { .. }
        ),
        "{error:?}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_library_that_is_no_plugin() {
    // Every program on Linux has the C library's maths or threads mapped in.
    let maps = fs::read_to_string("/proc/self/maps").unwrap();
    let foreign = maps
        .split_whitespace()
        .find(|word| word.contains("libc.so"))
        .unwrap();
    refused!(
        load_error(Path::new(foreign)),
        LoadError::NoHandshake { .. },
        "export_ruleset!"
    );
}

#[test]
fn several_plugins_and_none_of_the_files_name() {
    refused!(
        variant_error("anonymous"),
        LoadError::SeveralPlugins { .. },
        "misbehaving_plugin, module_fails, newer_abi"
    );
}

#[test]
fn bad_magic() {
    refused!(
        variant_error("bad_magic"),
        LoadError::BadMagic { .. },
        "rebuild it"
    );
}

#[test]
fn an_older_abi() {
    let said = format!(
        "(misbehaving) was built for ABI {}, this is ABI {ABI}",
        ABI - 1
    );
    refused!(
        variant_error("older_abi"),
        LoadError::WrongAbi { .. },
        said.as_str(),
        concat!(
            "rebuild it against grognard-sdk ",
            env!("CARGO_PKG_VERSION")
        )
    );
}

#[test]
fn a_newer_abi() {
    refused!(
        variant_error("newer_abi"),
        LoadError::WrongAbi { .. },
        "use a newer grognard, of version 99.0.0"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_library_that_needs_one_that_is_missing() {
    let folder = TempDir::new().unwrap();
    let path = variant(folder.path(), "misbehaving_plugin");
    let mut bytes = fs::read(&path).unwrap();
    let needed = b"libc.so.";
    let at = bytes
        .windows(needed.len())
        .position(|window| window == needed)
        .unwrap();
    bytes[at..at + 4].copy_from_slice(b"none");
    fs::write(&path, bytes).unwrap();
    refused!(load_error(&path), LoadError::NotOpened { .. }, "none.so.");
}

#[test]
fn a_handshake_without_a_module() {
    refused!(
        variant_error("no_module"),
        LoadError::Incomplete { .. },
        "exports no `grognard_module_no_module`"
    );
}

#[test]
fn a_module_that_does_not_start() {
    refused!(
        variant_error("module_fails"),
        LoadError::Incomplete { .. },
        "does not start"
    );
}

#[test]
fn another_layout_under_the_same_abi() {
    let error = variant_error("other_layout");
    let LoadError::LayoutMismatch { details, .. } = &error else {
        panic!("{error:?}")
    };
    assert!(details.contains("open"), "{details}");
    refused!(
        error,
        LoadError::LayoutMismatch { .. },
        "rebuild it against grognard-sdk"
    );
}

#[test]
fn a_panic_in_document() {
    refused!(
        variant_error("document_panics"),
        LoadError::Panicked { .. },
        "misbehaving panicked while giving its document: told to panic in document"
    );
}

#[test]
fn a_document_that_is_refused() {
    refused!(
        variant_error("document_refused"),
        LoadError::DocumentRefused { .. },
        "charts/rates.toml, line 3"
    );
}

#[test]
fn a_document_that_does_not_parse() {
    refused!(
        variant_error("document_nonsense"),
        LoadError::DocumentUnreadable { .. },
        "does not parse"
    );
}

#[test]
fn a_document_without_end() {
    let limit = DOCUMENT_LIMIT.to_string();
    refused!(
        variant_error("document_huge"),
        LoadError::DocumentTooLarge { .. },
        limit.as_str()
    );
}

#[test]
fn an_id_that_is_not_the_manifests() {
    refused!(
        variant_error("other_id"),
        LoadError::OtherId { .. },
        "`well-behaved`",
        "`misbehaving`"
    );
}

#[test]
fn an_unreadable_folder() {
    let mut registry = grognard_host::Registry::new();
    registry.load_dir(&library());
    let [LoadError::Unreadable { source, .. }] = registry.problems() else {
        panic!("{:?}", registry.problems())
    };
    assert_eq!(source.kind(), io::ErrorKind::NotADirectory);
}
