//! Pairs of turns: which there are to end in a facing, the cheapest first.

use smallvec::SmallVec;

use super::Place;
use super::bends::{Bend, turned};
use super::rays::Ray;
use crate::hull::greater;

/// Two turns, with straight going between them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    /// The number of the ray that the first turn leads to.
    pub(super) ray: u32,
    /// The last turn: the way round it begins, and which it is of those.
    pub(super) tail: (usize, u32),
    /// All figures turn about between going straight and the last turn, or while going.
    pub(super) about: bool,
    /// What is paid without going straight.
    pub(super) base: f64,
    /// How far the last turn shifts the frame.
    pub(super) shift: Place,
}

/// All pairs are made of these.
pub(super) struct Pairs<'a> {
    pub(super) bends: &'a [Vec<Bend>; 2],
    pub(super) rays: &'a [Ray],
    /// The rays of either way round by their facing, and the facings that have any.
    pub(super) rays_at: [Vec<SmallVec<[u32; 4]>>; 2],
    pub(super) led: [Vec<usize>; 2],
    /// The last turns by the way round they begin, the one they end, and how far they turn.
    pub(super) tails: [[Vec<SmallVec<[u32; 4]>>; 2]; 2],
    pub(super) facings: &'a [(f64, f64)],
    pub(super) about: Place,
    pub(super) about_toll: f64,
    pub(super) limit: f64,
    /// Straight going is tried in every so manieth facing.
    pub(super) apart: usize,
}

impl<'a> Pairs<'a> {
    /// Rays and last turns by their facings, where facing about costs nothing and leads nowhere, and nothing can be
    /// spent. A last turn once all figures have turned about is one of the other way round.
    pub(super) fn of(
        bends: &'a [Vec<Bend>; 2],
        rays: &'a [Ray],
        facings: &'a [(f64, f64)],
    ) -> Self {
        let empty = || [(); 2].map(|()| vec![SmallVec::new(); facings.len()]);
        let (mut rays_at, mut tails) = (empty(), [empty(), empty()]);
        for (number, ray) in (0..).zip(rays) {
            rays_at[ray.side][ray.facing].push(number);
        }
        let any = |rays: &Vec<SmallVec<[u32; 4]>>| {
            let facings = rays.iter().enumerate();
            facings
                .filter(|(_, rays)| !rays.is_empty())
                .map(|(facing, _)| facing)
                .collect()
        };
        let led = rays_at.each_ref().map(any);
        for (side, bends) in bends.iter().enumerate() {
            for (index, bend) in (0..).zip(bends).filter(|(_, bend)| !bend.about_first) {
                tails[side][bend.to][bend.by].push(index);
            }
        }
        Self {
            bends,
            rays,
            rays_at,
            led,
            tails,
            facings,
            about: (0.0, 0.0),
            about_toll: 0.0,
            limit: 0.0,
            apart: 1,
        }
    }

    /// The pairs that end in a facing of one way round.
    pub(super) fn ending(&self, side: usize, end: usize) -> Vec<Pair> {
        let mut all = Vec::new();
        self.add((0, false), (side, end), &mut all);
        if side == 1 {
            self.add((1, false), (side, end), &mut all);
            self.add((0, true), (side, end), &mut all);
        }
        // Numbers above nothing are in the order of their bits.
        let keys = all.iter().map(|pair| pair.base.to_bits());
        let mut order: Vec<(u64, u32)> = keys.zip(0..).collect();
        order.sort_unstable();
        order.into_iter().map(|(_, at)| all[at as usize]).collect()
    }

    fn add(&self, (led, about): (usize, bool), (side, end): (usize, usize), out: &mut Vec<Pair>) {
        let count = self.facings.len();
        let from = if about { 1 } else { led };
        let (half, toll) = if about {
            (count / 2, self.about_toll)
        } else {
            (0, 0.0)
        };
        for &facing in &self.led[led] {
            let leads = &self.rays_at[led][facing];
            let by = (end + 2 * count - facing - half) % count;
            let tails = &self.tails[from][side][by];
            if tails.is_empty() {
                continue;
            }
            // Of all facings only some are tried, but for going on as it faces, first or last.
            let passed = !facing.is_multiple_of(self.apart) && by != 0 && facing != led * count / 2;
            if passed {
                continue;
            }
            for &tail in tails {
                let last = &self.bends[from][tail as usize];
                let shift = if about {
                    (self.about.0 - last.shift.0, self.about.1 - last.shift.1)
                } else {
                    last.shift
                };
                let shift = turned(shift, self.facings[facing]);
                for &number in leads {
                    let ray = &self.rays[number as usize];
                    let base = ray.toll + toll + last.toll + worst(&ray.sums, &last.sums);
                    if base <= self.limit {
                        out.push(Pair {
                            ray: number,
                            tail: (from, tail),
                            about,
                            base,
                            shift,
                        });
                    }
                }
            }
        }
    }
}

/// The most that any point pays in two turns.
fn worst(first: &[f64], last: &[f64]) -> f64 {
    let mut both = first.iter().zip(last).map(|(a, b)| a + b);
    let most = both.next().unwrap_or(0.0);
    both.fold(most, greater)
}
