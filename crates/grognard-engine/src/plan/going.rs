//! How far it is to a place: the table in squares, and the cheapest way over them.
//!
//! This only tells the planner where to look. What a unit may do is told by rulings alone.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use grognard_core::{Board, Id, Point, Pose, Rect};
use grognard_geometry::{self as geometry, Field};

use super::forms::Form;

/// The most squares of a table, about.
const SQUARES: f64 = 3_000.0;
/// The least side of a square, mm.
const LEAST: f64 = 40.0;
/// How much dearer ground among others is taken to be.
const CROWDED: f64 = 4.0;

/// The table in squares: what lies in each, and how near others stand.
#[derive(Debug)]
pub(super) struct Going {
    min: Point,
    cell: f64,
    columns: usize,
    rows: usize,
    kinds: Vec<Id>,
    /// The kinds of terrain in each square.
    ground: Vec<Vec<u16>>,
    /// How far each square's middle is from the nearest friend and the nearest enemy, mm.
    near: Vec<[f64; 2]>,
}

/// What it costs to come from each square to a place, in full moves.
#[derive(Debug)]
pub(super) struct Distance {
    /// What a millimetre of each square costs; infinite where the unit may not go.
    price: Vec<f64>,
    left: Vec<f64>,
    towards: Vec<u32>,
}

impl Going {
    /// `subject` is the index of the unit that goes.
    pub(super) fn new(board: &Board, field: &Field, subject: usize) -> Self {
        let (min, max) = (board.table.min, board.table.max);
        let (width, height) = (max.x - min.x, max.y - min.y);
        let cell = (width * height / SQUARES).sqrt().max(LEAST);
        let columns = (width / cell).ceil().max(1.0) as usize;
        let rows = (height / cell).ceil().max(1.0) as usize;
        let mut going = Self {
            min,
            cell,
            columns,
            rows,
            kinds: Vec::new(),
            ground: vec![Vec::new(); columns * rows],
            near: vec![[f64::INFINITY; 2]; columns * rows],
        };
        going.lay(board, field);
        going.crowd(board, subject);
        going
    }

    fn lay(&mut self, board: &Board, field: &Field) {
        let piece: Vec<u16> = board
            .terrain
            .iter()
            .map(|piece| {
                let at = self.kinds.iter().position(|kind| *kind == piece.kind);
                at.unwrap_or_else(|| {
                    self.kinds.push(piece.kind);
                    self.kinds.len() - 1
                }) as u16
            })
            .collect();
        for index in 0..self.ground.len() {
            let pose = Pose {
                at: self.middle(index),
                ..Pose::default()
            };
            let square = [Rect::new(pose, self.cell, self.cell)];
            for hit in geometry::terrain_under(field, &square) {
                let kind = piece[hit.terrain as usize];
                if !self.ground[index].contains(&kind) {
                    self.ground[index].push(kind);
                }
            }
        }
    }

    fn crowd(&mut self, board: &Board, subject: usize) {
        // Who is farther off than this does not count for any unit.
        const FAR: f64 = 300.0;
        let Some(own) = board.units.get(subject) else {
            return;
        };
        for (index, unit) in board.units.iter().enumerate() {
            if index == subject {
                continue;
            }
            let hostile = usize::from(board.hostile(&own.side, &unit.side));
            let bounds = geometry::bounds(
                Pose {
                    facing: Default::default(),
                    ..unit.pose
                },
                &unit.footprint,
            );
            let (low, high) = (
                unit.pose.at.shifted(bounds.left - FAR, bounds.rear - FAR),
                unit.pose.at.shifted(bounds.right + FAR, bounds.front + FAR),
            );
            let (low, high) = (self.place(low), self.place(high));
            for row in low.1..=high.1 {
                for column in low.0..=high.0 {
                    let at = row * self.columns + column;
                    let gap = geometry::gap_to_point(&unit.footprint, self.middle(at));
                    let near = &mut self.near[at][hostile];
                    *near = near.min(gap);
                }
            }
        }
    }

    /// The column and row of a point, those of the nearest square when it is off the table.
    fn place(&self, at: Point) -> (usize, usize) {
        let index =
            |x: f64, count: usize| (x / self.cell).floor().clamp(0.0, count as f64 - 1.0) as usize;
        (
            index(at.x - self.min.x, self.columns),
            index(at.y - self.min.y, self.rows),
        )
    }

    fn index(&self, at: Point) -> usize {
        let (column, row) = self.place(at);
        row * self.columns + column
    }

    pub(super) fn middle(&self, index: usize) -> Point {
        let (column, row) = (index % self.columns, index / self.columns);
        Point::new(
            self.min.x + (column as f64 + 0.5) * self.cell,
            self.min.y + (row as f64 + 0.5) * self.cell,
        )
    }

    /// Works out what it costs to come to a place in a formation.
    pub(super) fn distance(&self, form: &Form, to: Point) -> Distance {
        let rates: Vec<f64> = self.kinds.iter().map(|kind| form.rate(kind)).collect();
        let open = form.open();
        let price = |index: usize| {
            let kinds = self.ground[index].iter();
            let rate = kinds.fold(open, |least, kind| least.min(rates[usize::from(*kind)]));
            let [friend, enemy] = self.near[index];
            let half = form.width / 2.0;
            let crowded = friend < half || enemy < half + form.clear;
            if rate <= 0.0 {
                f64::INFINITY
            } else if crowded {
                CROWDED / rate
            } else {
                1.0 / rate
            }
        };
        let price: Vec<f64> = (0..self.ground.len()).map(price).collect();
        let mut distance = Distance {
            left: vec![f64::INFINITY; price.len()],
            towards: vec![u32::MAX; price.len()],
            price,
        };
        self.spread(&mut distance, self.index(to));
        distance
    }

    /// From the square of the goal outward, cheapest first.
    fn spread(&self, distance: &mut Distance, goal: usize) {
        distance.left[goal] = 0.0;
        // Numbers that are not negative lie in the order of their bits.
        let mut heap = BinaryHeap::from([Reverse((0_u64, goal))]);
        while let Some(Reverse((bits, at))) = heap.pop() {
            let left = f64::from_bits(bits);
            if left > distance.left[at] {
                continue;
            }
            let (column, row) = ((at % self.columns) as i64, (at / self.columns) as i64);
            for (dx, dy) in [
                (1, 0),
                (-1, 0),
                (0, 1),
                (0, -1),
                (1, 1),
                (1, -1),
                (-1, 1),
                (-1, -1),
            ] {
                let (x, y) = (column + dx, row + dy);
                if x < 0 || y < 0 || x >= self.columns as i64 || y >= self.rows as i64 {
                    continue;
                }
                let next = y as usize * self.columns + x as usize;
                let far = if dx != 0 && dy != 0 {
                    std::f64::consts::SQRT_2
                } else {
                    1.0
                };
                // The goal itself may lie on ground that is barred: it is only where the way ends.
                let here = if at == goal {
                    distance.price[next]
                } else {
                    distance.price[at]
                };
                let cost = left + far * self.cell * (here + distance.price[next]) / 2.0;
                if cost < distance.left[next] {
                    distance.left[next] = cost;
                    distance.towards[next] = at as u32;
                    heap.push(Reverse((cost.to_bits(), next)));
                }
            }
        }
    }

    /// Full moves from a place to the goal by the squares; infinite when no way leads there.
    pub(super) fn left(&self, distance: &Distance, from: Point) -> f64 {
        let (column, row) = self.place(from);
        let mut best = f64::INFINITY;
        for y in row.saturating_sub(1)..(row + 2).min(self.rows) {
            for x in column.saturating_sub(1)..(column + 2).min(self.columns) {
                let at = y * self.columns + x;
                let near = self.middle(at).distance(from) * distance.price[at];
                let cost = distance.left[at] + near;
                if cost < best {
                    best = cost;
                }
            }
        }
        best
    }

    /// What a millimetre costs on the straight way from one place to another, on average; none when
    /// something is in the way.
    pub(super) fn clear(
        &self,
        distance: &Distance,
        from: Point,
        to: Point,
        open: f64,
    ) -> Option<f64> {
        let far = from.distance(to);
        let count = (far / (self.cell / 2.0)).ceil().max(1.0) as usize;
        let mut sum = 0.0;
        for n in 0..count {
            let share = (n as f64 + 0.5) / count as f64;
            let at = from.shifted((to.x - from.x) * share, (to.y - from.y) * share);
            let price = distance.price[self.index(at)];
            // Near its ends a way may pass others: it starts and ends there.
            let ends = at.distance(from).min(at.distance(to)) < 2.0 * self.cell;
            if price.is_infinite() || (price * open >= CROWDED && !ends) {
                return None;
            }
            sum += if price * open >= CROWDED {
                1.0 / open
            } else {
                price
            };
        }
        Some(sum / count as f64)
    }

    /// The farthest place on the cheapest way to the goal that can be seen straight ahead; none when no
    /// way leads there.
    pub(super) fn waypoint(&self, distance: &Distance, from: Point, open: f64) -> Option<Point> {
        let mut at = self.index(from);
        let mut best = None;
        for _ in 0..self.ground.len() {
            let next = distance.towards[at];
            if next == u32::MAX {
                break;
            }
            at = next as usize;
            let middle = self.middle(at);
            if self.clear(distance, from, middle, open).is_some() {
                best = Some(middle);
            } else if best.is_some() {
                break;
            }
        }
        best
    }
}
