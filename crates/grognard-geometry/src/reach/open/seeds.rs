//! Where a search goes on from what was found on open ground.

use grognard_core::Course;

use super::super::labels::{Cost, Label, NONE, Ways};
use super::super::moves::Kind;
use super::super::search::Search;
use super::super::{Judged, Reached};
use super::{FAN, Open};
use crate::followed::greatest;

impl<F: FnMut(&Course) -> Judged> Search<'_, F> {
    /// Finds what turning, going straight and turning leads to and meets nothing, and goes on from there wherever
    /// something is met.
    pub(in super::super) fn begin_open(&mut self) {
        let start = self.ways.labels.first().copied();
        let Some(start) = start.filter(|start| start.plain) else {
            return;
        };
        let spot = self.spot(&start);
        let near = self.near(&spot, false);
        let standing = crate::passage::Passage::straight(spot, spot);
        if !near.is_nothing() && self.things.met_of(&standing, &near) != 0 {
            return;
        }
        let Some(mut open) = self.open() else {
            return;
        };
        let seeds = if self.things.is_nothing() {
            Vec::new()
        } else {
            self.know(&mut open);
            self.seeds(&open)
        };
        self.open = Some(open);
        for index in seeds {
            self.seed(index);
        }
    }

    /// Notes which pose each cell and facing has.
    fn know(&self, open: &mut Open) {
        let row = self.facings.len() * self.sides.len();
        open.known = vec![0; self.cells.count * self.cells.count * row];
        for (number, &bucket) in (1..).zip(&open.buckets) {
            open.known[bucket as usize] = number;
        }
    }

    /// The poses from which to go on: something is near, and there is a cell beside, or a turn, to which nothing leads
    /// although it could be paid.
    fn seeds(&self, open: &Open) -> Vec<usize> {
        let crowded = open.crowded.iter().map(|&index| index as usize);
        crowded
            .filter(|&index| self.leads_on(open, index))
            .collect()
    }

    fn leads_on(&self, open: &Open, index: usize) -> bool {
        let label = self.seed_label(open, index);
        // With less than half a cell left it comes to nothing that was not come to.
        if label.worst + self.slack > self.budget {
            return false;
        }
        self.is_beside(open.buckets[index] as usize, |bucket| {
            open.known[bucket] == 0
        }) && !self.near(&self.spot(&label), label.about).is_nothing()
    }

    /// Whether any cell and facing about one, a cell and a turn off, is one of some.
    fn is_beside(&self, bucket: usize, is: impl Fn(usize) -> bool) -> bool {
        let (count, across) = (self.facings.len(), self.cells.count);
        let all = count * self.sides.len();
        let (cell, row) = (bucket / all, bucket % all);
        let (side, facing) = (row / count, row % count);
        let (x, y) = (cell % across, cell / across);
        let rows = y.saturating_sub(1)..(y + 2).min(across);
        let columns = x.saturating_sub(1)..(x + 2).min(across);
        [0, 1, count - 1].into_iter().any(|by| {
            let row = side * count + (facing + by) % count;
            rows.clone()
                .any(|y| columns.clone().any(|x| is((y * across + x) * all + row)))
        })
    }

    fn seed_label(&self, open: &Open, index: usize) -> Label {
        let reached = &open.reached[index];
        let count = self.facings.len();
        let row = open.buckets[index] as usize % (count * self.sides.len());
        let at = reached.pose.at;
        let mut label = Label::start(at.x, at.y, reached.spent, (row % count) as u16);
        label.about = row >= count;
        label.parent = reached.way;
        label.taken.kind = Kind::AboutFace;
        label
    }

    /// Has the search go on from a pose.
    fn seed(&mut self, index: usize) {
        let Some(open) = &self.open else {
            return;
        };
        let bucket = open.buckets[index] as usize;
        if self
            .ways
            .labels
            .first()
            .and_then(|start| self.bucket(start))
            == Some(bucket)
        {
            return;
        }
        let mut label = self.seed_label(open, index);
        let mut sums = std::mem::take(&mut self.sums);
        sums.clear();
        sums.extend(open.sums(label.parent, &self.paid));
        label.common -= greatest(&sums);
        self.enter(bucket, label, &sums);
        self.sums = sums;
    }

    /// What was found on open ground, with what the search found beside or for less.
    pub(in super::super) fn merged(
        &self,
        open: &mut Open,
        ways: &Ways,
        others: Vec<Reached>,
    ) -> Vec<Reached> {
        let mut reached = std::mem::take(&mut open.reached);
        if others.iter().all(|other| other.way == 0) {
            return reached;
        }
        if open.known.is_empty() {
            self.know(open);
        }
        for other in others.into_iter().filter(|other| other.way != 0) {
            let Some(bucket) = self.bucket(&ways.labels[other.way as usize]) else {
                continue;
            };
            match open.known[bucket].checked_sub(1) {
                None => reached.push(other),
                Some(number) => {
                    let found = &mut reached[number as usize];
                    if other.spent < found.spent {
                        *found = other;
                    }
                }
            }
        }
        // None of it is needed for courses.
        (open.known, open.buckets) = (Vec::new(), Vec::new());
        reached
    }

    /// Whether what was found before at a place, one way round and with a facing, is as good as a way that costs so much.
    #[inline]
    pub(in super::super) fn is_known(
        &self,
        at: (f64, f64),
        (about, facing): (bool, u16),
        worst: f64,
    ) -> bool {
        let Some(open) = self.open.as_ref().filter(|open| !open.known.is_empty()) else {
            return false;
        };
        let bucket = self.bucket_at(at, about, facing);
        let number = bucket.and_then(|bucket| open.known[bucket].checked_sub(1));
        number.is_some_and(|number| open.reached[number as usize].spent <= worst + self.slack)
    }

    /// Whether a way is no better than what was found before at its cell and facing.
    #[inline]
    pub(in super::super) fn is_beaten(&self, bucket: usize, new: Cost, turns: &[f64]) -> bool {
        let known = self.open.as_ref().and_then(|open| {
            let number = *open.known.get(bucket)?;
            (number > 0).then(|| open.reached[number as usize - 1].spent)
        });
        known.is_some_and(|known| known <= new.worst + self.slack)
            || self.ways.is_beaten(bucket, new, turns)
    }
}

const _: () = assert!(NONE & FAN != 0);
