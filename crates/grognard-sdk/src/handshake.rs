use grognard_core::{Handshake, boundary};

/// The handshake of a plugin built with this SDK for the ruleset called `ruleset`.
///
/// # Panics
/// When the id is longer than 63 bytes; in a constant this is a compile error.
pub const fn handshake(ruleset: &str) -> Handshake {
    Handshake::new(
        boundary::ABI,
        env!("CARGO_PKG_VERSION"),
        ruleset,
        env!("GROGNARD_RUSTC"),
    )
}
