//! What lies at the ends of fans and between them, and all that was drawn.

use smallvec::SmallVec;

use super::grid::{APEX, Grid, MARKS, NOTED, TRIED, TRIED_TWICE};
use super::{Drawing, Drawn, Fan, Pair, Place};

impl Drawing<'_> {
    /// Takes the farthest places that fans come to, where those lie in empty cells.
    pub(super) fn draw_tips(&self, pairs: &[Pair], grid: &mut Grid, out: &mut Vec<Drawn>) {
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
    pub(super) fn spread(&self, pairs: &[Pair], grid: &Grid, out: &mut Vec<Drawn>) {
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
    pub(super) fn collect(&self, pairs: &[Pair], grid: &Grid, out: &mut Vec<Drawn>) {
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
