//! The cells of one facing, and what each keeps.

mod grid;
mod rim;

use grognard_core::Point;

use super::Place;
use super::bends::turned;
use super::cone::Laid;
use super::fans::{Pair, Pairs};
use super::free::{Ground, Stand, Turned};
use super::lattice::Lattice;
use super::rays::Ray;

use self::grid::APEX;
pub(super) use self::grid::Grid;

/// More cells than any place is off the middle one, and half a cell.
const HIGH: f64 = 65_536.5;

/// What draws fans.
pub(super) struct Drawing<'a> {
    pub(super) pairs: Pairs<'a>,
    pub(super) ground: Ground<'a>,
    pub(super) laid: &'a [Vec<Laid>],
    /// How many of the cones are gone in without turning about.
    pub(super) straight: usize,
    pub(super) start: Point,
    /// The side of a cell, and one over it.
    pub(super) cell: f64,
    pub(super) per_cell: f64,
    /// How many columns and rows from the middle one any ray leads to.
    pub(super) led: i32,
    /// What to save is not worth while, shares.
    pub(super) slack: f64,
    /// How far turns are free that begin in each facing, one way round and the other.
    pub(super) turned: [Vec<Turned>; 2],
}

/// A pose found.
pub(super) struct Drawn {
    /// The number of the pair, among those of the facing.
    pub(super) pair: u32,
    pub(super) cone: u8,
    /// The cell: columns and rows off the middle one.
    pub(super) cell: (i32, i32),
    /// The place, seen from the start.
    pub(super) at: Place,
    pub(super) spent: f64,
}

/// A pair with what its fan is drawn by.
struct Fan<'a> {
    id: u32,
    pair: &'a Pair,
    ray: &'a Ray,
    lattice: &'a Lattice,
    laid: &'a [Laid],
    /// By how many columns and rows the last turn shifts.
    by: (i32, i32),
    /// Which turn comes last, and by how many steps.
    turn: (u8, u8),
    /// How far it takes the middle of the unit's box.
    out: f64,
}

impl Fan<'_> {
    /// Where it begins, once the last turn is made, seen from the start.
    fn apex(&self) -> Place {
        let (apex, shift) = (self.ray.apex, self.pair.shift);
        (apex.0 + shift.0, apex.1 + shift.1)
    }
}

impl Drawing<'_> {
    /// Draws the fans of pairs that end in one facing, cheapest first.
    pub(super) fn draw(&self, pairs: &[Pair], grid: &mut Grid) -> Vec<Drawn> {
        let limit = self.pairs.limit;
        // Beyond the limit by the rounding of numbers: such places are drawn in when they are made.
        grid.clear((limit * (1.0 + 1e-6)) as f32);
        for (number, pair) in (0..).zip(pairs) {
            self.draw_fan(&self.fan(number, pair), grid);
        }
        let mut drawn = Vec::new();
        self.draw_tips(pairs, grid, &mut drawn);
        self.spread(pairs, grid, &mut drawn);
        self.collect(pairs, grid, &mut drawn);
        drawn
    }

    fn fan<'a>(&'a self, number: u32, pair: &'a Pair) -> Fan<'a> {
        let ray = &self.pairs.rays[pair.ray as usize];
        let (lattice, cones) = match &ray.both_ways {
            Some(lattice) if pair.about => (lattice, self.laid[ray.facing].len()),
            _ => (&ray.going, self.straight),
        };
        let tail = &self.pairs.bends[pair.tail.0][pair.tail.1 as usize];
        Fan {
            id: number + 1,
            pair,
            ray,
            lattice,
            laid: &self.laid[ray.facing][..cones],
            by: self.cell_of(pair.shift),
            turn: tail.turn,
            out: tail.out,
        }
    }

    fn cell_of(&self, at: Place) -> (i32, i32) {
        // What is above nothing is cut down to a whole number at once, which is faster than to round.
        let cell = |at: f64| (at * self.per_cell + HIGH) as i32 - HIGH as i32;
        (cell(at.0), cell(at.1))
    }

    /// Whether others are as cheap at some places of a fan.
    fn is_beaten(&self, fan: &Fan<'_>, grid: &Grid) -> bool {
        let base = fan.pair.base;
        let apex = fan.apex();
        let beaten = |at: Place, cost: f64| {
            let index = grid.index(self.cell_of(at));
            index.is_some_and(|index| {
                grid.who[index] != 0 && f64::from(grid.best[index]) <= cost + self.slack
            })
        };
        let left = (self.pairs.limit - base) * 0.97;
        beaten(apex, base)
            && fan.laid.iter().all(|laid| {
                // The widest is looked at near its sides too.
                let rays = if laid.is_one_step() { 1..4 } else { 2..3 };
                laid.rays[rays].iter().all(|ray| {
                    let at = (apex.0 + ray.0 * left, apex.1 + ray.1 * left);
                    beaten(at, base + left - self.slack)
                })
            })
    }

    fn draw_fan(&self, fan: &Fan<'_>, grid: &mut Grid) {
        if self.is_beaten(fan, grid) {
            return;
        }
        self.draw_apex(fan, grid);
        let base = fan.pair.base as f32;
        let wanted = self.ground.room.wanted(fan.out);
        let limit = self.pairs.limit as f32 * 1.000_001;
        for row in fan.lattice.rows() {
            let to = row.row + fan.by.1;
            if base + row.least > limit || !(-grid.out..=grid.out).contains(&to) {
                continue;
            }
            let skip = (-grid.out - row.from - fan.by.0).max(0);
            let last = row.to.min(grid.out - fan.by.0);
            let first = row.from + skip;
            if first > last {
                continue;
            }
            let count = (last - first) as usize + 1;
            let start = fan.lattice.first(row) + skip as usize;
            let costs = fan.lattice.costs(start, count);
            let Some(index) = grid.index((first + fan.by.0, to)) else {
                continue;
            };
            grid.uses((first + fan.by.0, to), (last + fan.by.0, to));
            let best = &mut grid.best[index..index + count];
            let who = &mut grid.who[index..index + count];
            if row.is_clear && row.room >= wanted {
                take(fan.id, base, costs, (best, who));
                continue;
            }
            for n in 0..count {
                let cost = base + costs[n];
                if cost < best[n]
                    && (row.is_clear || self.is_led_to(fan, (first + n as i32, row.row), start + n))
                    && (fan.lattice.room(start + n) >= wanted
                        || self.turns_freely(fan, (first + n as i32, row.row)))
                {
                    (best[n], who[n]) = (cost, fan.id);
                }
            }
        }
    }

    /// Whether a fan comes freely to the place of its lattice with a number.
    #[inline]
    fn is_led_to(&self, fan: &Fan<'_>, cell: (i32, i32), number: usize) -> bool {
        fan.lattice.is_free(number, |cone| {
            self.goes_freely(fan, usize::from(cone), self.place(cell))
        })
    }

    /// Whether a fan turns freely at a place of its lattice.
    fn turns_freely(&self, fan: &Fan<'_>, cell: (i32, i32)) -> bool {
        let wide = 2 * self.led + 1;
        let number = ((cell.1 + self.led) * wide + cell.0 + self.led) as usize;
        fan.turn.1 == 0
            || self.turned[fan.ray.side][fan.ray.facing].is_free(
                &self.ground,
                (self.turning(fan, self.place(cell)), fan.pair.about),
                (number, (wide * wide) as usize),
                fan.turn,
            )
    }

    fn place(&self, cell: (i32, i32)) -> Place {
        (f64::from(cell.0) * self.cell, f64::from(cell.1) * self.cell)
    }

    fn goes_freely(&self, fan: &Fan<'_>, cone: usize, at: Place) -> bool {
        let apex = fan.ray.apex;
        let by = (at.0 - apex.0, at.1 - apex.1);
        let from = self.stand(fan, apex);
        let legs = fan.laid[cone].legs(by);
        self.ground.goes_freely(from, legs)
    }

    fn stand(&self, fan: &Fan<'_>, at: Place) -> Stand {
        Stand {
            at: (self.start.x + at.0, self.start.y + at.1),
            facing: fan.ray.facing,
            side: fan.ray.side,
        }
    }

    /// How the unit stands when the last turn begins.
    fn turning(&self, fan: &Fan<'_>, at: Place) -> Stand {
        let stand = self.stand(fan, at);
        if !fan.pair.about {
            return stand;
        }
        let facings = self.ground.facings;
        let by = turned(self.pairs.about, facings[stand.facing]);
        Stand {
            at: (stand.at.0 + by.0, stand.at.1 + by.1),
            facing: (stand.facing + facings.len() / 2) % facings.len(),
            side: 1,
        }
    }

    /// The place where a ray begins is one too, if only for the turns.
    fn draw_apex(&self, fan: &Fan<'_>, grid: &mut Grid) {
        let cell = self.cell_of(fan.apex());
        let Some(index) = grid.index(cell) else {
            return;
        };
        let base = fan.pair.base as f32;
        if base < grid.best[index]
            && self
                .ground
                .turns(self.turning(fan, fan.ray.apex), fan.turn, fan.out)
        {
            grid.best[index] = base;
            grid.who[index] = fan.id | APEX;
            grid.uses(cell, cell);
        }
    }
}

/// Takes what is cheaper, cell by cell.
#[inline]
fn take(id: u32, base: f32, costs: &[f32], (best, who): (&mut [f32], &mut [u32])) {
    let count = costs.len().min(best.len()).min(who.len());
    let (costs, best, who) = (&costs[..count], &mut best[..count], &mut who[..count]);
    for n in 0..count {
        let cost = base + costs[n];
        let better = cost < best[n];
        best[n] = if better { cost } else { best[n] };
        who[n] = if better { id } else { who[n] };
    }
}
