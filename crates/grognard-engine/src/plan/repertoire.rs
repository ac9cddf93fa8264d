//! What a unit can do in one move on open ground, to look up: a reach map of it alone.
//!
//! Like all that the planner takes to be so, it only says what is worth a try.

use grognard_core::{Course, Heading, Pose};

use super::price::Price;
use super::ways::Aim;
use crate::reach::{Grain, Reach};

/// How finely: the least and the greatest cell, mm, and the turn, degrees.
const CELL: [f64; 2] = [10.0, 50.0];
const DEGREES: f64 = 15.0;
/// The most cells of a full move: a map of a unit that goes far beyond any table stays one that can be asked for.
const MOST: f64 = 60.0;

/// One move's poses on open ground, by where they lie from the one that the unit has.
#[derive(Debug)]
pub(super) struct Repertoire {
    cell: f64,
    /// Cells from the middle outward, and how many there are a side.
    out: i32,
    side: i32,
    facings: i32,
    /// The number of the pose in each cell and facing; [`NONE`] where there is none.
    grid: Vec<u32>,
    /// Where each pose lies from the first, and the share it takes.
    ends: Vec<End>,
    reach: Reach,
    /// What its courses cost.
    pub(super) price: Price,
}

#[derive(Clone, Copy, Debug)]
struct End {
    right: f64,
    forward: f64,
    turn: f64,
    share: f64,
}

const NONE: u32 = u32::MAX;

/// Where a pose lies from another: right, forward, and turned clockwise.
#[derive(Clone, Copy, Debug)]
pub(super) struct Off {
    pub(super) right: f64,
    pub(super) forward: f64,
    /// Degrees; anyhow when none.
    pub(super) turn: Option<f64>,
}

impl Off {
    /// Where an aim lies from a pose.
    pub(super) fn of(from: Pose, aim: &Aim) -> Self {
        let (right, forward) = from.local(aim.at);
        Self {
            right,
            forward,
            turn: aim.facing.map(|facing| facing.minus(from.facing)),
        }
    }
}

/// How finely to look at the moves of a unit that goes so far in a full move, by so many cells a move.
pub(super) fn grain(rate: f64, cells: f64) -> Grain {
    Grain {
        cell: (rate / cells).clamp(CELL[0], CELL[1]).max(rate / MOST),
        degrees: DEGREES,
    }
}

impl Repertoire {
    /// Of the reach of a unit, and what its courses cost.
    pub(super) fn new(reach: Reach, price: Price) -> Self {
        let (start, cell) = (reach.start(), reach.grain().cell);
        let facings = (360.0 / reach.grain().degrees).round().max(1.0) as i32;
        let before = reach.poses().first().map_or(0.0, |one| one.spent);
        let ends = reach.poses().iter().map(|one| {
            let (right, forward) = start.local(one.pose.at);
            End {
                right,
                forward,
                turn: one.pose.facing.minus(start.facing),
                share: one.spent - before,
            }
        });
        let ends: Vec<End> = ends.collect();
        let far = ends
            .iter()
            .map(|end| end.right.abs().max(end.forward.abs()));
        let out = (far.fold(0.0, f64::max) / cell).ceil() as i32 + 1;
        let side = 2 * out + 1;
        let mut made = Self {
            cell,
            out,
            side,
            facings,
            grid: vec![NONE; (side * side * facings) as usize],
            ends: Vec::new(),
            reach,
            price,
        };
        for (number, end) in (0..).zip(&ends) {
            let off = Off {
                right: end.right,
                forward: end.forward,
                turn: Some(end.turn),
            };
            if let Some(at) = made.index(made.cell_of(&off)) {
                made.grid[at] = number;
            }
        }
        made.ends = ends;
        made
    }

    /// Its cell, and the facing when one is wanted.
    fn cell_of(&self, off: &Off) -> (i32, i32, i32) {
        let cell = |x: f64| (x / self.cell).round().clamp(-1e6, 1e6) as i32;
        let turn = off.turn.unwrap_or(0.0) * f64::from(self.facings) / 360.0;
        let turn = (turn.round() as i32).rem_euclid(self.facings);
        (cell(off.right), cell(off.forward), turn)
    }

    fn index(&self, (right, forward, turn): (i32, i32, i32)) -> Option<usize> {
        let within = right.abs() <= self.out && forward.abs() <= self.out;
        let at = ((right + self.out) * self.side + forward + self.out) * self.facings
            + turn.rem_euclid(self.facings);
        within.then_some(at as usize)
    }

    fn at(&self, cell: (i32, i32, i32)) -> Option<u32> {
        let number = self.grid[self.index(cell)?];
        (number != NONE).then_some(number)
    }

    /// The share of a full move that a move takes from here to there, about; none when one does not do.
    pub(super) fn share(&self, off: &Off) -> Option<f64> {
        self.nearest(off).map(|number| self.spent(number))
    }

    /// The move that ends in the cell of a place, the cheapest where it may face anyhow.
    pub(super) fn nearest(&self, off: &Off) -> Option<u32> {
        let (right, forward, turn) = self.cell_of(off);
        if off.turn.is_some() {
            return self.at((right, forward, turn));
        }
        let all = (0..self.facings).filter_map(|turn| self.at((right, forward, turn)));
        all.min_by(|a, b| self.spent(*a).total_cmp(&self.spent(*b)))
    }

    /// The move that brings a unit most nearly there, and the share it would take if what it lacks were gone too.
    pub(super) fn nearly(&self, off: &Off, arm: f64) -> Option<(u32, f64)> {
        if let Some(number) = self.nearest(off) {
            return Some((number, self.spent(number)));
        }
        let per_mm = self.price.per_mm(Heading::Front);
        let mut best: Option<(u32, f64)> = None;
        self.each_near(off, |number| {
            let share = self.spent(number) + self.lacks(number, off, arm) * per_mm;
            if best.is_none_or(|best| share < best.1) {
                best = Some((number, share));
            }
        });
        best
    }

    /// The share a move takes.
    pub(super) fn spent(&self, number: u32) -> f64 {
        self.ends
            .get(number as usize)
            .map_or(f64::INFINITY, |end| end.share)
    }

    /// Moves that end about there, the most promising first.
    pub(super) fn near(&self, off: &Off, arm: f64) -> Vec<u32> {
        let mut found: Vec<(f64, u32)> = Vec::new();
        self.each_near(off, |number| {
            found.push((self.lacks(number, off, arm), number))
        });
        found.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        found.into_iter().map(|(_, number)| number).collect()
    }

    /// Moves that end in the cell of a place or one beside it.
    fn each_near(&self, off: &Off, mut each: impl FnMut(u32)) {
        let (right, forward, turn) = self.cell_of(off);
        let turns = match off.turn {
            Some(_) => turn - 1..=turn + 1,
            None => 0..=self.facings - 1,
        };
        for x in right - 1..=right + 1 {
            for y in forward - 1..=forward + 1 {
                for turn in turns.clone() {
                    if let Some(number) = self.at((x, y, turn)) {
                        each(number);
                    }
                }
            }
        }
    }

    /// How far a move ends from there, mm.
    fn lacks(&self, number: u32, off: &Off, arm: f64) -> f64 {
        let Some(end) = self.ends.get(number as usize) else {
            return f64::INFINITY;
        };
        let turn = off.turn.map_or(0.0, |wanted| {
            let by = (wanted - end.turn).rem_euclid(360.0);
            by.min(360.0 - by).to_radians() * arm
        });
        (off.right - end.right).hypot(off.forward - end.forward) + turn
    }

    /// The course of a move.
    pub(super) fn course(&self, number: u32) -> Option<Course> {
        let order = self.reach.order(number as usize)?;
        order.course().cloned()
    }

    /// Every move, with where it brings a unit that stands in a pose, and the share it takes.
    pub(super) fn all(&self, from: Pose) -> impl Iterator<Item = (u32, Pose, f64)> + '_ {
        let all = (0..).zip(&self.ends).skip(1);
        let (sin, cos) = from.facing.sin_cos();
        all.map(move |(number, end)| {
            let (right, forward) = (end.right, end.forward);
            let pose = Pose {
                at: from
                    .at
                    .shifted(right * cos + forward * sin, forward * cos - right * sin),
                facing: from.facing.turned(end.turn),
            };
            (number, pose, end.share)
        })
    }

    /// How fine it is, mm.
    pub(super) fn cell(&self) -> f64 {
        self.cell
    }

    /// How many moves it knows.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A map that is too fine is refused, and no plan came of it.
    #[test]
    fn a_map_has_no_more_cells_for_a_unit_that_goes_far_beyond_any_table() {
        for rate in [0.0, 300.0, 3_000.0, 1e5, 1e9] {
            assert!(rate / grain(rate, 12.0).cell <= MOST, "{rate}");
        }
        assert_eq!(grain(300.0, 6.0).cell, CELL[1]);
    }
}
