//! Which moves need a closer look.
//!
//! A place tells at once which things are about it; then the box of the unit is held against each of them.
//! Boxes and things are convex, so a move misses a thing when along one line the shadows of the box, where
//! the move begins and where it ends, keep to one side of the thing's.

use grognard_core::{Heading, Id, MotionLaw, Plain, Point, Shape, Table, Toll, TollOn};
use smallvec::SmallVec;

use super::Question;

use crate::Bounds;
use crate::hull::{Hull, TOUCH, dot, greater, lesser, lowest};
use crate::reach_box::ReachBox;

/// The square cells of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cells {
    origin: Point,
    side: f64,
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

    pub(super) fn of(&self, x: f64, y: f64) -> Option<usize> {
        let (column, row) = (
            (x - self.origin.x) * self.per_side,
            (y - self.origin.y) * self.per_side,
        );
        let within = |n: f64| n >= 0.0 && n < self.count as f64;
        (within(column) && within(row)).then_some(row as usize * self.count + column as usize)
    }

    /// The numbers of the cells that touch an interval along one axis.
    fn span(&self, origin: f64, low: f64, high: f64) -> std::ops::Range<usize> {
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

/// The box of a unit somewhere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) middle: Point,
    /// Sine and cosine of its facing.
    pub(super) facing: (f64, f64),
    /// Half its width and depth.
    half: (f64, f64),
}

impl Spot {
    /// The box `bounds` in the frame at `at` whose facing has this sine and cosine.
    pub(super) fn of(bounds: &Bounds, at: Point, (sin, cos): (f64, f64)) -> Self {
        let right = (bounds.left + bounds.right) / 2.0;
        let ahead = (bounds.front + bounds.rear) / 2.0;
        Self {
            middle: at.shifted(right * cos + ahead * sin, ahead * cos - right * sin),
            facing: (sin, cos),
            half: (
                (bounds.right - bounds.left) / 2.0,
                (bounds.front - bounds.rear) / 2.0,
            ),
        }
    }

    /// The same elsewhere.
    pub(super) fn shifted(self, dx: f64, dy: f64) -> Self {
        Self {
            middle: self.middle.shifted(dx, dy),
            ..self
        }
    }

    /// How far it lies along a line at least.
    fn least(&self, n: (f64, f64)) -> f64 {
        let (sin, cos) = self.facing;
        let (across, along) = (n.0 * cos - n.1 * sin, n.0 * sin + n.1 * cos);
        dot(n, self.middle) - across.abs() * self.half.0 - along.abs() * self.half.1
    }

    /// The lines of its sides: to the right and ahead.
    fn axes(&self) -> [(f64, f64); 2] {
        let (sin, cos) = self.facing;
        [(cos, -sin), (sin, cos)]
    }
}

/// A move of a box from one spot to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Passage {
    pub(super) from: Spot,
    pub(super) to: Spot,
    /// How far it swings out of the straight ways from corner to corner, at most.
    pub(super) bulge: f64,
}

impl Passage {
    pub(super) fn straight(from: Spot, to: Spot) -> Self {
        Self {
            from,
            to,
            bulge: 0.0,
        }
    }

    /// Whether all of it is more than `keep` past a line, on the side to which `n` points.
    fn is_past(&self, n: (f64, f64), line: f64, keep: f64) -> bool {
        lesser(self.from.least(n), self.to.least(n)) - line > keep + self.bulge
    }

    /// Whether it keeps more than `keep` from something convex, as far as one line can tell.
    fn misses(&self, thing: Hull<'_>, keep: f64) -> bool {
        let mut sides = thing.normals.iter().zip(thing.points);
        if sides.any(|(&n, &p)| self.is_past(n, dot(n, p), keep)) {
            return true;
        }
        let beside = |axis: (f64, f64)| {
            let back = (-axis.0, -axis.1);
            self.is_past(back, -lowest(axis, thing.points), keep)
                || self.is_past(axis, -lowest(back, thing.points), keep)
        };
        let turned = self.bulge > 0.0;
        self.from.axes().into_iter().any(beside)
            || (turned && self.to.axes().into_iter().any(beside))
            || (!turned && self.across().is_some_and(beside))
    }

    /// The line of a side that parts where it begins widest from something convex.
    fn parting(&self, index: usize, thing: Hull<'_>) -> Parted {
        let mut widest = Parted {
            index,
            gap: f64::NEG_INFINITY,
            n: (0.0, 0.0),
            line: 0.0,
        };
        let mut hold = |n: (f64, f64), line: f64| {
            let gap = self.from.least(n) - line;
            if gap > widest.gap {
                (widest.gap, widest.n, widest.line) = (gap, n, line);
            }
        };
        for (&n, &p) in thing.normals.iter().zip(thing.points) {
            hold(n, dot(n, p));
        }
        for axis in self.from.axes() {
            let back = (-axis.0, -axis.1);
            hold(back, -lowest(axis, thing.points));
            hold(axis, -lowest(back, thing.points));
        }
        widest
    }

    /// The line across a straight way.
    fn across(&self) -> Option<(f64, f64)> {
        let (dx, dy) = (
            self.to.middle.x - self.from.middle.x,
            self.to.middle.y - self.from.middle.y,
        );
        let long = (dx * dx + dy * dy).sqrt();
        (long > TOUCH).then(|| (dy / long, -dx / long))
    }
}

/// What a move of one grain from a spot may meet.
#[derive(Default)]
pub(super) struct Close {
    edge: bool,
    things: SmallVec<[Parted; 4]>,
}

/// A thing, by number, with the line that parts it widest from a spot: how far, which way the spot lies, and
/// where the line does.
struct Parted {
    index: usize,
    gap: f64,
    n: (f64, f64),
    line: f64,
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

/// What a thing is a part of: a piece of terrain or a unit, by its index on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Of {
    Ground(usize),
    Friend(usize),
    Enemy(usize),
}

/// A convex part of what a unit might meet.
struct Thing<'q> {
    hull: Hull<'q>,
    of: Of,
    /// What keeps more than this from it does not meet it, mm; below zero where some overlap is allowed.
    keep: f64,
}

/// What a unit might meet within the cells.
pub(super) struct Things<'q> {
    things: Vec<Thing<'q>>,
    table: Table,
    /// How far a corner may get off the table, mm.
    over: f64,
    /// For every cell what is about it; empty when nothing is about any.
    cells: Vec<Bits>,
}

/// What noise of numbers comes to at most, mm.
const NOISE: f64 = 10.0 * TOUCH;

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
            field,
            subject,
            law,
            tolerance,
            ..
        } = *question;
        let clear = plain.clear;
        let mut things = Vec::new();
        let whole = cells.whole().grown(radius);
        for (index, piece) in field.pieces().iter().enumerate() {
            let is_line = matches!(board.terrain[index].shape, Shape::Line { .. });
            if is_nothing(
                field.kind(piece).id,
                (is_line, piece.region.has_area),
                law,
                plain,
            ) {
                continue;
            }
            for part in piece.region.parts_near(&whole) {
                things.push(Thing {
                    hull: part.hull(),
                    of: Of::Ground(index),
                    keep: NOISE,
                });
            }
        }
        let own = board.units.get(subject).map(|unit| &unit.side);
        for index in field.units_near(&whole.grown(clear)) {
            let (Some(unit), Some(standing)) = (board.units.get(index), field.unit(index)) else {
                continue;
            };
            if index == subject {
                continue;
            }
            let hostile = own.is_some_and(|own| board.hostile(own, &unit.side));
            let (of, keep) = if hostile {
                (Of::Enemy(index), clear + NOISE)
            } else {
                (Of::Friend(index), NOISE - tolerance.max(NOISE))
            };
            for quad in &standing.quads {
                things.push(Thing {
                    hull: quad.hull(),
                    of,
                    keep,
                });
            }
        }
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

/// Whether terrain of a kind, along a line or not and covering ground or not, is to a plain course as if it
/// were not there: it costs what open table does.
fn is_nothing(
    kind: &Id,
    (is_line, has_area): (bool, bool),
    law: &MotionLaw,
    plain: &Plain,
) -> bool {
    let tolled = |toll: &Toll| matches!(&toll.on, TollOn::Crossing(on) if on == kind);
    if !plain.holds_on(kind, is_line) || law.tolls.iter().any(tolled) {
        return false;
    }
    let rate = |heading: Heading, terrain: &str| {
        let mut rates = law.rates.iter();
        let found = rates.find(|rate| rate.heading == heading && rate.terrain == *terrain);
        found.map(|rate| rate.per_move)
    };
    let headings = [Heading::Front, Heading::Flank, Heading::Rear];
    !has_area
        || headings
            .iter()
            .all(|&h| rate(h, kind.as_str()) == rate(h, ""))
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
