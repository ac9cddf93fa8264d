//! The native module of the Python package `grognard`.
//!
//! It hands the engine's own values to Python and turns Python's values into the engine's. What
//! people see of it, the typed package over it, stands beside it in `grognard/*.py`.

mod battle;
mod board;
mod charts;
mod convert;
mod course;
mod errors;
mod event;
mod length;
mod measure;
mod odds;
mod order;
mod patience;
mod plan;
mod reach;
mod registry;
mod ruling;
mod rulings;
mod scenario;
mod umpire;

use pyo3::prelude::*;

/// The engine under the package `grognard`; see the package itself for what it offers.
#[pymodule]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::battle::Battle;
    #[pymodule_export]
    use crate::course::Course;
    #[pymodule_export]
    use crate::length::Length;
    #[pymodule_export]
    use crate::order::Order;
    #[pymodule_export]
    use crate::plan::Plan;
    #[pymodule_export]
    use crate::reach::Reach;
    #[pymodule_export]
    use crate::registry::Registry;
    #[pymodule_export]
    use crate::registry::Ruleset;
    #[pymodule_export]
    use crate::ruling::Ruling;
    #[pymodule_export]
    use crate::rulings::Rulings;
    #[pymodule_export]
    use crate::scenario::Scenario;

    /// The number of the plugin boundary: a plugin has to be built for the same.
    #[pymodule_export]
    const ABI: u32 = grognard_core::boundary::ABI;

    /// The version of the engine.
    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    /// What to write behind "there is no such name": the nearest known one, or all when they are few.
    #[pyfunction]
    #[pyo3(signature = (wrong, known, /))]
    fn suggestion(wrong: &str, known: Vec<String>) -> String {
        grognard_engine::suggestion(wrong, known.iter().map(String::as_str))
    }
}
