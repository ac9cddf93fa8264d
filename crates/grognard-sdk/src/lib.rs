//! What the author of a grognard ruleset depends on.
//!
//! A ruleset is a crate that holds its words and numbers as data files, implements
//! [`Ruleset`](grognard_core::Ruleset) and exports itself with `export_ruleset!`. This crate gives it
//!
//! * [`Files`] and [`Bundle`]: the data files, embedded at build, made into the ruleset's document once;
//! * [`Charts`] and [`Readings`]: what holds in the game at hand;
//! * [`Judge`]: builds a ruling and keeps account of every clause, cell and reading leaned on;
//! * [`Extent`]: putting aside what is far off;
//! * [`layouts`]: the usual places for bases;
//! * the export macro and the guard that keeps a panic inside the plugin.

mod bundle;
mod charts;
mod export;
mod extent;
mod files;
mod guard;
mod handshake;
mod judge;
pub mod layouts;
mod readings;

pub use bundle::Bundle;
pub use charts::{ChartCell, Charts};
pub use export::*;
pub use extent::Extent;
pub use files::{Files, read_chart};
pub use guard::*;
pub use handshake::*;
pub use judge::Judge;
pub use readings::Readings;

/// The core's vocabulary and the tools of this crate, for a ruleset's `use`.
pub mod prelude {
    pub use grognard_core::*;

    pub use crate::{Bundle, ChartCell, Charts, Extent, Files, Judge, Readings, layouts};
}
