//! The square cells of a search.

use grognard_core::Point;

use crate::reach_box::ReachBox;

/// The square cells of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cells {
    pub(super) origin: Point,
    pub(super) side: f64,
    per_side: f64,
    /// How many there are each way.
    pub(super) count: usize,
}

impl Cells {
    /// Cells out to `radius` round a point that lies in the middle of one.
    pub(super) fn about(middle: Point, radius: f64, side: f64) -> Self {
        let out = libm::ceil(radius / side).max(1.0);
        let by = (out + 0.5) * side;
        Self {
            origin: middle.shifted(-by, -by),
            side,
            per_side: 1.0 / side,
            count: 2 * out as usize + 1,
        }
    }

    #[inline]
    pub(super) fn of(&self, x: f64, y: f64) -> Option<usize> {
        let (column, row) = self.column_and_row((x, y))?;
        Some(row * self.count + column)
    }

    #[inline]
    pub(super) fn column_and_row(&self, at: (f64, f64)) -> Option<(usize, usize)> {
        let (column, row) = (
            (at.0 - self.origin.x) * self.per_side,
            (at.1 - self.origin.y) * self.per_side,
        );
        let within = |n: f64| n >= 0.0 && n < self.count as f64;
        (within(column) && within(row)).then_some((column as usize, row as usize))
    }

    /// The numbers of the cells that touch an interval along one axis.
    pub(super) fn span(&self, origin: f64, low: f64, high: f64) -> std::ops::Range<usize> {
        let last = self.count as f64;
        let from = libm::floor((low - origin) * self.per_side).clamp(0.0, last);
        let to = (libm::floor((high - origin) * self.per_side) + 1.0)
            .clamp(0.0, last)
            .max(from);
        from as usize..to as usize
    }

    /// The box about all of them.
    pub(super) fn whole(&self) -> ReachBox {
        let far = self.side * self.count as f64;
        ReachBox::about(&[self.origin, self.origin.shifted(far, far)])
    }
}
