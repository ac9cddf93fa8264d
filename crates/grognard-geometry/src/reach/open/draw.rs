//! The cells of one facing, and what each keeps.

use grognard_core::Point;
use smallvec::SmallVec;

use super::Place;
use super::bends::turned;
use super::cone::Laid;
use super::fans::{Pair, Pairs};
use super::free::{Ground, Stand, Turned};
use super::lattice::Lattice;
use super::rays::Ray;

/// Marks a pair that does not go straight at all, and one that is noted already.
const APEX: u32 = 1 << 31;
const NOTED: u32 = 1 << 30;

/// Marks an empty cell once the farthest place of some fan was tried there, and once two were.
const TRIED: u32 = 1 << 29;
const TRIED_TWICE: u32 = 1 << 28;
const MARKS: u32 = APEX | NOTED | TRIED | TRIED_TWICE;

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

/// The cells of one facing.
pub(super) struct Grid {
    wide: i32,
    out: i32,
    /// What a cell has to cost less than.
    limit: f32,
    best: Vec<f32>,
    who: Vec<u32>,
    /// The first and last row and column that were come to.
    low: (i32, i32),
    high: (i32, i32),
}

impl Grid {
    pub(super) fn new(out: i32) -> Self {
        // A rim beyond the cells saves asking whether one has another beside it.
        let wide = 2 * out + 3;
        let all = (wide * wide) as usize;
        Self {
            wide,
            out,
            limit: 0.0,
            best: vec![0.0; all],
            who: vec![0; all],
            low: (out, out),
            high: (-out, -out),
        }
    }

    fn clear(&mut self, limit: f32) {
        if limit != self.limit {
            self.limit = limit;
            self.best.fill(limit);
        }
        // What was come to lies in some rows and columns.
        for row in self.low.1..=self.high.1 {
            let from = self.index((self.low.0, row));
            let to = self.index((self.high.0, row));
            if let (Some(from), Some(to)) = (from, to) {
                self.best[from..=to].fill(limit);
                self.who[from..=to].fill(0);
            }
        }
        self.low = (self.out, self.out);
        self.high = (-self.out, -self.out);
    }

    fn index(&self, (column, row): (i32, i32)) -> Option<usize> {
        let (column, row) = (column + self.out, row + self.out);
        let most = 2 * self.out as u32;
        let within = (column as u32) <= most && (row as u32) <= most;
        within.then(|| ((row + 1) * self.wide + column + 1) as usize)
    }

    /// Who has the cells beside one with a number.
    fn around(&self, index: usize) -> [u32; 8] {
        let wide = self.wide as usize;
        let who = |at: usize| self.who[at] & !MARKS;
        let (south, north) = (index - wide, index + wide);
        [
            who(index + 1),
            who(index - 1),
            who(north),
            who(south),
            who(north + 1),
            who(south + 1),
            who(north - 1),
            who(south - 1),
        ]
    }

    fn uses(&mut self, from: (i32, i32), to: (i32, i32)) {
        self.low = (self.low.0.min(from.0), self.low.1.min(from.1));
        self.high = (self.high.0.max(to.0), self.high.1.max(to.1));
    }
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

    /// Takes the farthest places that fans come to, where those lie in empty cells.
    fn draw_tips(&self, pairs: &[Pair], grid: &mut Grid, out: &mut Vec<Drawn>) {
        for (number, pair) in (0..).zip(pairs) {
            let fan = self.fan(number, pair);
            let apex = fan.apex();
            let left = self.pairs.limit - pair.base;
            for (cone, laid) in fan.laid.iter().enumerate() {
                for ray in &laid.rays {
                    let by = (ray.0 * left, ray.1 * left);
                    let at = (apex.0 + by.0, apex.1 + by.1);
                    let cell = self.cell_of(at);
                    let Some(index) = grid.index(cell) else {
                        continue;
                    };
                    let who = grid.who[index];
                    if who != 0 && who != TRIED {
                        continue;
                    }
                    if !self.is_free_at(&fan, cone, by) {
                        let twice = if who == 0 { 0 } else { TRIED_TWICE };
                        grid.who[index] = TRIED | twice;
                        grid.uses(cell, cell);
                        continue;
                    }
                    grid.who[index] = fan.id | NOTED;
                    grid.uses(cell, cell);
                    out.push(Drawn {
                        pair: number,
                        cone: cone as u8,
                        cell,
                        at,
                        spent: pair.base + laid.cost(by),
                    });
                }
            }
        }
    }

    /// Whether a fan comes freely so far off where it begins, and turns there.
    fn is_free_at(&self, fan: &Fan<'_>, cone: usize, by: Place) -> bool {
        let place = (fan.ray.apex.0 + by.0, fan.ray.apex.1 + by.1);
        self.goes_freely(fan, cone, place)
            && self
                .ground
                .turns(self.turning(fan, place), fan.turn, fan.out)
    }

    /// Tries, for empty cells beside others, what a fan of a neighbour comes to within the cell.
    fn spread(&self, pairs: &[Pair], grid: &Grid, out: &mut Vec<Drawn>) {
        let mut tried: SmallVec<[u32; 8]> = SmallVec::new();
        for row in grid.low.1 - 1..=grid.high.1 + 1 {
            for column in grid.low.0 - 1..=grid.high.0 + 1 {
                let cell = (column, row);
                let Some(index) = grid
                    .index(cell)
                    .filter(|&index| grid.who[index] & !MARKS == 0)
                else {
                    continue;
                };
                let around = grid.around(index);
                if around == [0; 8] {
                    continue;
                }
                tried.clear();
                let mut best: Option<Drawn> = None;
                for who in around {
                    if who == 0 || tried.contains(&who) {
                        continue;
                    }
                    tried.push(who);
                    let fan = self.fan(who - 1, &pairs[who as usize - 1]);
                    self.reach_into(&fan, cell, &mut best);
                }
                out.extend(best);
            }
        }
    }

    /// Takes the place of a cell to which a fan comes nearest its middle, if that is cheaper.
    fn reach_into(&self, fan: &Fan<'_>, cell: (i32, i32), best: &mut Option<Drawn>) {
        let middle = (f64::from(cell.0) * self.cell, f64::from(cell.1) * self.cell);
        let apex = fan.apex();
        let by = (middle.0 - apex.0, middle.1 - apex.1);
        let half = self.cell / 2.0 - 1e-6;
        let left = self.pairs.limit - fan.pair.base;
        let inside = fan.laid.iter().position(|laid| laid.has(by));
        let cones = inside.map_or(0..fan.laid.len(), |cone| cone..cone + 1);
        for cone in cones {
            let laid = &fan.laid[cone];
            let near = laid.nearest(by, left);
            let within = (near.0 - by.0).abs() < half && (near.1 - by.1).abs() < half;
            if !within {
                continue;
            }
            let spent = fan.pair.base + laid.cost(near);
            if best.as_ref().is_some_and(|best| best.spent <= spent) {
                continue;
            }
            if self.is_free_at(fan, cone, near) {
                *best = Some(Drawn {
                    pair: fan.id - 1,
                    cone: cone as u8,
                    cell,
                    at: (apex.0 + near.0, apex.1 + near.1),
                    spent,
                });
            }
        }
    }

    /// The poses that the cells have kept.
    fn collect(&self, pairs: &[Pair], grid: &Grid, out: &mut Vec<Drawn>) {
        for row in grid.low.1..=grid.high.1 {
            for column in grid.low.0..=grid.high.0 {
                let cell = (column, row);
                let Some(index) = grid.index(cell) else {
                    continue;
                };
                let who = grid.who[index];
                if who & !MARKS == 0 || who & NOTED != 0 {
                    continue;
                }
                let number = (who & !MARKS) - 1;
                let fan = self.fan(number, &pairs[number as usize]);
                let apex = fan.apex();
                let (cone, by) = if who & APEX != 0 {
                    (0, (0.0, 0.0))
                } else {
                    let from = (column - fan.by.0, row - fan.by.1);
                    let by = (
                        f64::from(from.0) * self.cell - fan.ray.apex.0,
                        f64::from(from.1) * self.cell - fan.ray.apex.1,
                    );
                    let cone = fan.lattice.cone(from);
                    let laid = &fan.laid[usize::from(cone)];
                    (cone, laid.clipped(by, self.pairs.limit - fan.pair.base))
                };
                out.push(Drawn {
                    pair: number,
                    cone,
                    cell,
                    at: (apex.0 + by.0, apex.1 + by.1),
                    spent: fan.pair.base + fan.laid[usize::from(cone)].cost(by),
                });
            }
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
