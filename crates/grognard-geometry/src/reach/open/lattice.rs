//! The places that straight going comes to from one pose, a place to a cell.

use std::sync::atomic::{AtomicU8, Ordering};

use super::Place;
use super::cone::{Cost, Laid};
use crate::hull::{greater, lesser};

/// Millimetres that count for nothing where a place lies along a side of a cone.
const HAIR: f64 = 1e-9;

/// Slopes less than this are level.
const LEVEL: f64 = 1e-12;

/// The middles of cells to which straight going leads from a place, and what it costs. Cells are told by how many
/// columns and rows they are off the one in the middle of which the search starts.
pub(super) struct Lattice {
    /// The first column and row.
    low: (i32, i32),
    wide: usize,
    /// What going there costs; more than anything where it does not lead.
    cost: Vec<f32>,
    places: Vec<Way>,
    rows: Vec<Row>,
}

/// What is known of a place besides.
#[derive(Default)]
struct Way {
    /// Which of the cones leads there.
    cone: u8,
    /// Whether nothing is met on the way, as far as that is known.
    seen: AtomicU8,
    /// The room there is.
    room: u16,
}

/// The part of a row that is led to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) row: i32,
    /// The columns, the last one included; none when the first is greater.
    pub(super) from: i32,
    pub(super) to: i32,
    /// What the cheapest place costs.
    pub(super) least: f32,
    /// Nothing is about any way to its places.
    pub(super) is_clear: bool,
    /// The least room about its places.
    pub(super) room: u16,
}

/// Nothing is known of a way.
const UNKNOWN: u8 = 0;
const FREE: u8 = 1;
const MEETS: u8 = 2;

impl Lattice {
    /// The cells of the given side out to `out` columns and rows to which cones lead from a place, a number to each,
    /// for no more than `left`.
    pub(super) fn of(apex: Place, cones: &[Laid], left: f64, (cell, out): (f64, i32)) -> Self {
        let far = cones
            .iter()
            .fold(0.0, |far: f64, laid| far.max(left / laid.least()));
        let bounds = |at: f64| {
            let low = libm::ceil((at - far) / cell - HAIR).max(f64::from(-out));
            let high = libm::floor((at + far) / cell + HAIR).min(f64::from(out));
            (low as i32, high as i32)
        };
        let ((west, east), (south, north)) = (bounds(apex.0), bounds(apex.1));
        let wide = (east - west + 1).max(0) as usize;
        let high = (north - south + 1).max(0) as usize;
        let mut lattice = Self {
            low: (west, south),
            wide,
            cost: vec![f32::INFINITY; wide * high],
            places: Vec::new(),
            rows: Vec::with_capacity(high),
        };
        lattice.places.resize_with(wide * high, Way::default);
        for row in 0..high as i32 {
            let y = f64::from(south + row) * cell - apex.1;
            let mut all = Row {
                row: south + row,
                from: i32::MAX,
                to: i32::MIN,
                least: f32::INFINITY,
                is_clear: false,
                room: 0,
            };
            for (number, laid) in (0..).zip(cones) {
                let (low, high) = laid.span(y, left);
                if low > high {
                    continue;
                }
                let from = libm::ceil((apex.0 + low) / cell - HAIR).max(f64::from(west)) as i32;
                let to = libm::floor((apex.0 + high) / cell + HAIR).min(f64::from(east)) as i32;
                if from > to {
                    continue;
                }
                let start = row as usize * wide + (from - west) as usize;
                let end = start + (to - from) as usize + 1;
                let places = lattice.cost[start..end]
                    .iter_mut()
                    .zip(&mut lattice.places[start..end]);
                let mut x = f64::from(from) * cell - apex.0;
                for (best, place) in places {
                    let cost = laid.cost((x, y)) as f32;
                    if cost < *best {
                        (*best, place.cone) = (cost, number);
                    }
                    if cost < all.least {
                        all.least = cost;
                    }
                    x += cell;
                }
                all.from = all.from.min(from);
                all.to = all.to.max(to);
            }
            if all.from <= all.to {
                lattice.rows.push(all);
            }
        }
        lattice
    }

    /// How many columns and rows from the middle one it leads at most.
    pub(super) fn led(&self) -> i32 {
        let far = |row: &Row| row.row.abs().max(row.from.abs()).max(row.to.abs());
        self.rows.iter().map(far).max().unwrap_or(0)
    }

    /// How many places it has, and some beside them.
    pub(super) fn places(&self) -> usize {
        self.rows
            .iter()
            .map(|row| (row.to - row.from) as usize + 1)
            .sum()
    }

    /// How many of its places something is about.
    pub(super) fn crowded(&self) -> usize {
        let led = self.cost.iter().zip(&self.places);
        led.filter(|(cost, place)| cost.is_finite() && place.room == 0)
            .count()
    }

    pub(super) fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Tells how much room there is: about each place, and, of a row, whether nothing is about any way there.
    pub(super) fn mark(
        &mut self,
        room: impl Fn((i32, i32)) -> u16,
        is_clear: impl Fn(&Row) -> bool,
    ) {
        for row in &mut self.rows {
            let start = (row.row - self.low.1) as usize * self.wide;
            let mut least = u16::MAX;
            for column in row.from..=row.to {
                let here = room((column, row.row));
                self.places[start + (column - self.low.0) as usize].room = here;
                least = least.min(here);
            }
            row.room = least;
            row.is_clear = least > 0 && is_clear(row);
        }
    }

    /// The number of the first place of a row, and of others after it.
    #[inline]
    pub(super) fn first(&self, row: &Row) -> usize {
        self.index((row.from, row.row))
    }

    /// The room about the place with a number.
    #[inline]
    pub(super) fn room(&self, index: usize) -> u16 {
        self.places[index].room
    }

    /// What going to some places with numbers in a row costs.
    pub(super) fn costs(&self, from: usize, count: usize) -> &[f32] {
        &self.cost[from..from + count]
    }

    /// The cone that leads to a cell.
    pub(super) fn cone(&self, cell: (i32, i32)) -> u8 {
        self.places[self.index(cell)].cone
    }

    /// Whether nothing is met on the way to the place with a number; `look` tells when that is not known yet.
    #[inline]
    pub(super) fn is_free(&self, index: usize, look: impl FnOnce(u8) -> bool) -> bool {
        let place = &self.places[index];
        match place.seen.load(Ordering::Relaxed) {
            UNKNOWN => {
                let free = look(place.cone);
                let known = if free { FREE } else { MEETS };
                place.seen.store(known, Ordering::Relaxed);
                free
            }
            known => known == FREE,
        }
    }

    fn index(&self, (column, row): (i32, i32)) -> usize {
        (row - self.low.1) as usize * self.wide + (column - self.low.0) as usize
    }
}

impl Laid {
    /// How little a millimetre costs at least.
    fn least(&self) -> f64 {
        match self.cost {
            Cost::Round(per_mm) => per_mm,
            // Two ways of one price each: no place between costs less than going straight to the dearer of them would.
            Cost::Flat(east, north) => {
                let ends = [self.left, self.right];
                let prices = ends.map(|way| east * way.0 + north * way.1);
                lesser(prices[0], prices[1])
            }
        }
    }

    /// From where to where a row that lies `y` north of where it begins is within it, for no more than `left`.
    fn span(&self, y: f64, left: f64) -> (f64, f64) {
        let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
        // Where `a` times the place is no more than `b`.
        let mut within = |a: f64, b: f64| {
            if a > LEVEL {
                high = lesser(high, b / a);
            } else if a < -LEVEL {
                low = greater(low, b / a);
            } else if b < 0.0 {
                high = f64::NEG_INFINITY;
            }
        };
        within(self.right.1, self.right.0 * y + HAIR);
        within(-self.left.1, HAIR - self.left.0 * y);
        match self.cost {
            Cost::Round(per_mm) => {
                let far = left / per_mm + HAIR;
                let across = (far * far - y * y).max(-1.0);
                if across < 0.0 {
                    return (0.0, -1.0);
                }
                within(1.0, across.sqrt());
                within(-1.0, across.sqrt());
            }
            Cost::Flat(east, north) => within(east, left - north * y + HAIR),
        }
        (low, high)
    }
}

#[cfg(test)]
mod tests {
    use super::super::cone::cones;
    use super::Lattice;

    #[test]
    fn a_lattice_has_the_cells_whose_middles_can_be_paid() {
        let (apex, left, cell, out) = ((13.0, -21.5), 1.2, 10.0, 40);
        for tenth in 0..36 {
            let facing = grognard_core::sin_cos_degrees(f64::from(tenth) * 10.0 + 0.3);
            let cones = cones(0.01, Some(0.008), Some(0.02));
            let laid: Vec<_> = cones.iter().map(|cone| cone.facing(facing)).collect();
            let lattice = Lattice::of(apex, &laid, left, (cell, out));
            for row in -out..=out {
                for column in -out..=out {
                    let by = (
                        f64::from(column) * cell - apex.0,
                        f64::from(row) * cell - apex.1,
                    );
                    let costs = laid.iter().filter(|laid| laid.has(by));
                    let cost = costs
                        .map(|laid| laid.cost(by))
                        .fold(f64::INFINITY, f64::min);
                    let mut rows = lattice.rows().iter();
                    let at = rows
                        .find(|at| at.row == row && (at.from..=at.to).contains(&column))
                        .map(|at| lattice.first(at) + (column - at.from) as usize);
                    let found = at.map_or(f32::INFINITY, |at| lattice.costs(at, 1)[0]);
                    if cost < left - 1e-6 {
                        assert!((f64::from(found) - cost).abs() < 1e-6, "{by:?}");
                    } else if cost > left + 1e-6 {
                        assert!(found == f32::INFINITY, "{by:?} {found} {cost}");
                    }
                }
            }
        }
    }
}
