//! Sine and cosine asked for again and again.

use grognard_core::Bearing;

/// Remembers the last bearing: the bases of a unit mostly face the same way.
#[derive(Default)]
pub(crate) struct Known {
    last: Option<(Bearing, (f64, f64))>,
}

impl Known {
    pub(crate) fn sin_cos(&mut self, bearing: Bearing) -> (f64, f64) {
        match self.last {
            Some((last, found)) if last == bearing => found,
            _ => {
                let found = bearing.sin_cos();
                self.last = Some((bearing, found));
                found
            }
        }
    }
}
