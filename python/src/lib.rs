//! The native module of the Python package `grognard`.
//!
//! It hands the engine's own values to Python and turns Python's values into the engine's. What
//! people see of it, the typed package over it, stands beside it in `grognard/*.py`.

mod convert;
mod course;
mod errors;
mod length;
mod order;
mod typed;

use pyo3::prelude::*;

/// The engine under the package `grognard`; see the package itself for what it offers.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::course::Course;
    #[pymodule_export]
    use crate::length::Length;
    #[pymodule_export]
    use crate::order::Order;
}
