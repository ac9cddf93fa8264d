//! Long work without the interpreter, and Ctrl-C.

use pyo3::prelude::*;

/// Pieces of work done before Python is asked whether to stop. Waiting for the interpreter takes longer
/// than a piece does.
const HELPING: u32 = 64;

/// Asks Python from time to time whether work is to go on.
#[derive(Default)]
pub(crate) struct Patience {
    done: u32,
    /// What ended it.
    pub(crate) ended: Option<PyErr>,
}

impl Patience {
    /// Whether to go on after one more piece of work. The interpreter must not be held.
    pub(crate) fn lasts(&mut self) -> bool {
        self.done += 1;
        if self.done.is_multiple_of(HELPING) {
            self.ended = Python::attach(|py| py.check_signals()).err();
        }
        self.ended.is_none()
    }
}
