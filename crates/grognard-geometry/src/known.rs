//! Sine and cosine asked for again and again.

use grognard_core::Bearing;

/// Remembers the last bearing: the bases of a unit mostly face the same way.
#[derive(Clone, Copy, Default)]
pub(crate) struct Known {
    last: Option<(Bearing, (f64, f64))>,
}

impl Known {
    /// With one bearing known.
    pub(crate) fn with(bearing: Bearing, sin_cos: (f64, f64)) -> Self {
        Self {
            last: Some((bearing, sin_cos)),
        }
    }

    #[inline]
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
