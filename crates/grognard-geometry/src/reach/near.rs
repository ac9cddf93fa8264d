//! Which moves need a closer look.
//!
//! A place tells at once which things are about it; then the box of the unit is held against each of them.

use grognard_core::{Plain, Point, Table};
use smallvec::SmallVec;

use super::Question;
use super::cells::Cells;
use crate::passage::{Parted, Passage, Spot};

use crate::hull::{TOUCH, greater, lesser};
use crate::things::{About, NOISE, Of, Thing, is_nothing};

/// What a move of one grain from a spot may meet.
#[derive(Default)]
pub(super) struct Close {
    edge: bool,
    things: SmallVec<[Parted; 4]>,
}

impl Close {
    pub(super) fn is_nothing(&self) -> bool {
        !self.edge && self.things.is_empty()
    }

    /// All of it.
    pub(super) fn bits(&self) -> Bits {
        let edge = if self.edge { EDGE } else { 0 };
        let each = self.things.iter();
        each.fold(edge, |bits, thing| bits | 1 << (thing.index % SHARED))
    }
}

/// Some of the things about, a bit for each; things may share one.
pub(super) type Bits = u64;

/// The bit of the table's edge, and how many there are for things.
pub(super) const EDGE: Bits = 1 << SHARED;
const SHARED: usize = 63;

/// What a unit might meet within the cells.
pub(super) struct Things<'q> {
    things: Vec<Thing<'q>>,
    table: Table,
    /// How far a corner may get off the table, mm.
    over: f64,
    /// For every cell what is about it; empty when nothing is about any.
    cells: Vec<Bits>,
}

impl<'q> Things<'q> {
    /// Whatever a box with its middle in one of the cells, and no farther than `radius` from it on its way, can
    /// come upon, or come within `clear` of where it is another side's.
    pub(super) fn of(
        question: &'q Question<'q>,
        cells: &Cells,
        (radius, plain): (f64, &Plain),
    ) -> Self {
        let Question {
            board,
            law,
            tolerance,
            ..
        } = *question;
        let whole = cells.whole().grown(radius);
        let about = About {
            board,
            field: question.field,
            subject: question.subject,
            tolerance,
        };
        let things = about.things(&whole, plain.clear, |index, is_line, has_area| {
            let kind = &board.terrain[index].kind;
            is_nothing(kind, (is_line, has_area), law, plain)
        });
        let mut out = Self {
            things: Vec::new(),
            table: board.table,
            over: tolerance.max(TOUCH) - NOISE,
            cells: vec![0; cells.count * cells.count],
        };
        for thing in things {
            let bit = 1 << (out.things.len() % SHARED);
            if out.mark(cells, &thing, bit, radius + thing.keep.max(0.0)) {
                out.things.push(thing);
            }
        }
        out.mark_edge(cells, radius);
        out
    }

    /// Marks the cells within `radius` of a thing; whether there are any.
    fn mark(&mut self, cells: &Cells, thing: &Thing<'_>, bit: Bits, radius: f64) -> bool {
        let points = thing.hull.points;
        let (low, high) = ends(points.iter().map(|p| p.y));
        let mut any = false;
        for row in cells.span(cells.origin.y, low - radius, high + radius) {
            // What of the thing lies within the radius of the row, up and down.
            let from = cells.origin.y + row as f64 * cells.side - radius;
            let to = from + cells.side + 2.0 * radius;
            let next = points.iter().cycle().skip(1);
            let within = points
                .iter()
                .zip(next)
                .flat_map(|(&a, &b)| clipped(a, b, from, to));
            let (west, east) = ends(within);
            let columns = cells.span(cells.origin.x, west - radius, east + radius);
            any |= !columns.is_empty();
            let line = &mut self.cells[row * cells.count..][..cells.count];
            line[columns].iter_mut().for_each(|about| *about |= bit);
        }
        any
    }

    /// Marks the cells within `radius` of the table's edge or beyond it.
    fn mark_edge(&mut self, cells: &Cells, radius: f64) {
        let inner = |origin: f64, min: f64, max: f64| {
            let last = cells.count as f64;
            let from = libm::ceil((min + radius - origin) / cells.side).clamp(0.0, last);
            let to = libm::floor((max - radius - origin) / cells.side)
                .clamp(0.0, last)
                .max(from);
            from as usize..to as usize
        };
        let (min, max) = (self.table.min, self.table.max);
        let columns = inner(cells.origin.x, min.x, max.x);
        let rows = inner(cells.origin.y, min.y, max.y);
        for (row, line) in self.cells.chunks_exact_mut(cells.count).enumerate() {
            let (west, east) = if rows.contains(&row) {
                (columns.start, columns.end)
            } else {
                (cells.count, cells.count)
            };
            let outer = line[..west].iter_mut();
            outer.for_each(|about| *about |= EDGE);
            line[east..].iter_mut().for_each(|about| *about |= EDGE);
        }
    }

    /// Whether nothing is about any cell.
    pub(super) fn is_nothing(&self) -> bool {
        self.cells.iter().all(|&about| about == 0)
    }

    /// What is about a cell; everything where there is none.
    pub(super) fn about(&self, cell: Option<usize>) -> Bits {
        cell.map_or(Bits::MAX, |cell| self.cells[cell])
    }

    /// What some things are parts of, each once when those of one follow each other.
    pub(super) fn kinds(&self, mut bits: Bits) -> impl Iterator<Item = Of> {
        let mut last = None;
        bits &= !EDGE;
        let each = std::iter::from_fn(move || {
            let bit = bits.trailing_zeros() as usize;
            bits &= bits.wrapping_sub(1);
            (bit < SHARED).then_some(bit)
        });
        let things = each.flat_map(|bit| self.things.iter().skip(bit).step_by(SHARED));
        things
            .filter_map(move |thing| (last.replace(thing.of) != Some(thing.of)).then_some(thing.of))
    }

    /// Those of some things that a body may meet that moves no point farther than `margin` from a spot.
    pub(super) fn close(&self, spot: &Spot, margin: f64, mut about: Bits) -> Close {
        let mut out = Close::default();
        let moving = Passage {
            from: *spot,
            to: *spot,
            bulge: margin,
        };
        out.edge = about & EDGE != 0 && self.may_leave(&moving);
        about &= !EDGE;
        while about != 0 {
            let bit = about.trailing_zeros() as usize;
            about &= about - 1;
            for index in (bit..self.things.len()).step_by(SHARED) {
                let thing = &self.things[index];
                let parted = moving.parting(index, thing.hull);
                if parted.gap <= thing.keep + margin {
                    out.things.push(parted);
                }
            }
        }
        out
    }

    /// Those of the things close to where a passage begins that it may meet.
    pub(super) fn met_of(&self, passage: &Passage, close: &Close) -> Bits {
        let mut met = 0;
        if close.edge && self.may_leave(passage) {
            met |= EDGE;
        }
        for parted in &close.things {
            let (index, thing) = (parted.index, &self.things[parted.index]);
            let misses = passage.is_past(parted.n, parted.line, thing.keep);
            if !misses && !passage.misses(thing.hull, thing.keep) {
                met |= 1 << (index % SHARED);
            }
        }
        met
    }

    /// Those of some things that a passage may meet.
    pub(super) fn met(&self, passage: &Passage, mut about: Bits) -> Bits {
        let mut met = 0;
        if about & EDGE != 0 {
            about &= !EDGE;
            if self.may_leave(passage) {
                met |= EDGE;
            }
        }
        while about != 0 {
            let bit = about.trailing_zeros() as usize;
            about &= about - 1;
            let mut index = bit;
            while let Some(thing) = self.things.get(index) {
                if !passage.misses(thing.hull, thing.keep) {
                    met |= 1 << bit;
                    break;
                }
                index += SHARED;
            }
        }
        met
    }

    /// What a straight move from one spot to another may meet.
    pub(super) fn met_between(&self, cells: &Cells, from: &Spot, to: &Spot) -> Bits {
        let (dx, dy) = (to.middle.x - from.middle.x, to.middle.y - from.middle.y);
        let pieces = libm::ceil((dx * dx + dy * dy).sqrt() / cells.side).max(1.0);
        let there = (0..pieces as usize).fold(0, |there, n| {
            let part = n as f64 / pieces;
            let at = (from.middle.x + dx * part, from.middle.y + dy * part);
            there | self.about(cells.of(at.0, at.1))
        });
        if there == 0 {
            return 0;
        }
        self.met(&Passage::straight(*from, *to), there)
    }

    fn may_leave(&self, passage: &Passage) -> bool {
        let off = passage.bulge - self.over;
        let (min, max) = (self.table.min, self.table.max);
        let sides = [
            ((1.0, 0.0), min.x),
            ((-1.0, 0.0), -max.x),
            ((0.0, 1.0), min.y),
            ((0.0, -1.0), -max.y),
        ];
        sides
            .into_iter()
            .any(|(n, line)| lesser(passage.from.least(n), passage.to.least(n)) < line + off)
    }
}

/// The least and the greatest.
fn ends(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| {
        (lesser(low, x), greater(high, x))
    })
}

/// Where, west to east, the part of a stretch ends that lies within two heights.
fn clipped(a: Point, b: Point, from: f64, to: f64) -> impl Iterator<Item = f64> {
    let at = |y: f64| a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y));
    let crosses = |y: f64| (a.y < y) != (b.y < y);
    let inside = (from..=to).contains(&a.y).then_some(a.x);
    let lower = crosses(from).then(|| at(from));
    let upper = crosses(to).then(|| at(to));
    [inside, lower, upper].into_iter().flatten()
}
