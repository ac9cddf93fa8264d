//! Which moves need a closer look.

use grognard_core::{Board, Point, Table};

use crate::Field;
use crate::reach_box::ReachBox;

/// The square cells of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cells {
    origin: Point,
    side: f64,
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
            count: 2 * out as usize + 1,
        }
    }

    pub(super) fn of(&self, x: f64, y: f64) -> Option<usize> {
        let (column, row) = (
            (x - self.origin.x) / self.side,
            (y - self.origin.y) / self.side,
        );
        let within = |n: f64| n >= 0.0 && n < self.count as f64;
        (within(column) && within(row)).then_some(row as usize * self.count + column as usize)
    }

    /// The box about all of them.
    pub(super) fn whole(&self) -> ReachBox {
        let far = self.side * self.count as f64;
        ReachBox::about(&[self.origin, self.origin.shifted(far, far)])
    }

    /// The numbers of the cells that touch an interval along one axis.
    fn span(&self, origin: f64, low: f64, high: f64) -> std::ops::Range<usize> {
        let last = self.count as f64;
        let from = libm::floor((low - origin) / self.side).clamp(0.0, last);
        let to = (libm::floor((high - origin) / self.side) + 1.0).clamp(0.0, last);
        from as usize..to as usize
    }
}

/// The cells from which a move of one grain with one facing might meet something.
#[derive(Clone)]
pub(super) struct Mask {
    /// Nothing when none might.
    near: Vec<bool>,
}

impl Mask {
    pub(super) fn is_open(&self) -> bool {
        self.near.is_empty()
    }

    pub(super) fn is_near(&self, cell: usize) -> bool {
        self.near[cell]
    }
}

/// What a unit might meet within the cells.
pub(super) struct Things {
    boxes: Vec<ReachBox>,
    table: Table,
}

impl Things {
    /// Whatever a body no farther than `radius` from a place within the cells can come upon, or come
    /// within `clear` of where it is another side's.
    pub(super) fn of(
        board: &Board,
        field: &Field,
        subject: usize,
        cells: &Cells,
        (radius, clear): (f64, f64),
    ) -> Self {
        let whole = cells.whole().grown(radius);
        let mut boxes = Vec::new();
        for piece in field.pieces() {
            if piece.reach.meets(&whole) {
                boxes.push(piece.reach);
            }
        }
        let own = board.units.get(subject).map(|unit| &unit.side);
        for index in field.units_near(&whole.grown(clear)) {
            let (Some(unit), Some(standing)) = (board.units.get(index), field.unit(index)) else {
                continue;
            };
            if index != subject {
                let hostile = own.is_some_and(|own| board.hostile(own, &unit.side));
                let by = if hostile { clear } else { 0.0 };
                boxes.push(standing.reach.grown(by));
            }
        }
        Self {
            boxes,
            table: board.table,
        }
    }

    /// For every cell, whether a body with these least and greatest offsets from a place within the cell,
    /// moving no point of it farther than `margin`, might meet anything.
    pub(super) fn mask(&self, cells: &Cells, (low, high): (Point, Point), margin: f64) -> Mask {
        let n = cells.count;
        let mut out = vec![false; n * n];
        for thing in &self.boxes {
            let (min, max) = thing.ends();
            let columns = cells.span(
                cells.origin.x,
                min.x - high.x - margin,
                max.x - low.x + margin,
            );
            let rows = cells.span(
                cells.origin.y,
                min.y - high.y - margin,
                max.y - low.y + margin,
            );
            for row in rows {
                out[row * n + columns.start..row * n + columns.end].fill(true);
            }
        }
        // Cells from which nothing can come off the table.
        let inner = |origin: f64, low: f64, high: f64, min: f64, max: f64| {
            let last = n as f64;
            let from = libm::ceil((min - low + margin - origin) / cells.side).clamp(0.0, last);
            let to = libm::floor((max - high - margin - origin) / cells.side).clamp(from, last);
            from as usize..to as usize
        };
        let (min, max) = (self.table.min, self.table.max);
        let columns = inner(cells.origin.x, low.x, high.x, min.x, max.x);
        let rows = inner(cells.origin.y, low.y, high.y, min.y, max.y);
        for row in 0..n {
            let line = &mut out[row * n..(row + 1) * n];
            if rows.contains(&row) {
                line[..columns.start].fill(true);
                line[columns.end..].fill(true);
            } else {
                line.fill(true);
            }
        }
        if out.iter().all(|near| !near) {
            out.clear();
        }
        Mask { near: out }
    }
}
