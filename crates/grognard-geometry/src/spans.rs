//! Sets of places along a step.

use smallvec::{SmallVec, smallvec};

/// Stretches of a step, in order and apart, each from the first number to the second: millimetres
/// for straight steps, degrees for turns. A stretch may be a single place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spans {
    /// Seldom more than two: a list of them needs no allocation.
    list: SmallVec<[(f64, f64); 3]>,
}

/// Stretches nearer than this are one.
const JOIN: f64 = 1e-12;

impl Spans {
    /// No stretch at all.
    pub fn none() -> Self {
        Self {
            list: SmallVec::new(),
        }
    }

    /// The one stretch from `low` to `high`; none when `high` lies below `low`.
    pub fn one(low: f64, high: f64) -> Self {
        if low <= high {
            Self {
                list: smallvec![(low, high)],
            }
        } else {
            Self::none()
        }
    }

    /// The stretches.
    pub fn as_slice(&self) -> &[(f64, f64)] {
        &self.list
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Where the first one begins.
    pub fn first(&self) -> Option<f64> {
        self.list.first().map(|s| s.0)
    }

    /// Where the last one ends.
    pub fn last(&self) -> Option<f64> {
        self.list.last().map(|s| s.1)
    }

    /// Whether `at` lies in one of them.
    pub fn contains(&self, at: f64) -> bool {
        self.list.iter().any(|s| s.0 <= at && at <= s.1)
    }

    /// Adds a stretch without keeping order; [`Spans::tidy`] must follow.
    pub(crate) fn push(&mut self, low: f64, high: f64) {
        if low <= high {
            self.list.push((low, high));
        }
    }

    /// Adds every stretch of `other`; [`Spans::tidy`] must follow.
    pub(crate) fn add(&mut self, other: &Self) {
        self.list.extend_from_slice(&other.list);
    }

    pub(crate) fn clear(&mut self) {
        self.list.clear();
    }

    /// Puts the stretches in order and joins those that meet.
    pub(crate) fn tidy(&mut self) {
        if self.list.len() < 2 {
            return;
        }
        self.list.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut kept = 0;
        for next in 1..self.list.len() {
            let (low, high) = self.list[next];
            if low <= self.list[kept].1 + JOIN {
                self.list[kept].1 = self.list[kept].1.max(high);
            } else {
                kept += 1;
                self.list[kept] = (low, high);
            }
        }
        self.list.truncate(kept + 1);
    }

    /// Everything in either.
    pub(crate) fn unite(&mut self, other: &Self) {
        if !other.is_empty() {
            self.list.extend_from_slice(&other.list);
            self.tidy();
        }
    }

    /// What lies in both.
    pub(crate) fn intersect(&self, other: &Self) -> Self {
        let mut out = Self::none();
        let (mut i, mut j) = (0, 0);
        while let (Some(a), Some(b)) = (self.list.get(i), other.list.get(j)) {
            out.push(a.0.max(b.0), a.1.min(b.1));
            if a.1 < b.1 { i += 1 } else { j += 1 }
        }
        out
    }

    /// Drops stretches no longer than `length`.
    pub(crate) fn drop_short(&mut self, length: f64) {
        self.list.retain(|s| s.1 - s.0 > length);
    }

    /// Every number times `factor`, which is positive.
    pub(crate) fn scale(&mut self, factor: f64) {
        for s in &mut self.list {
            *s = (s.0 * factor, s.1 * factor);
        }
    }

    /// Pulls ends that lie within `slack` of `0` or `end` onto them.
    pub(crate) fn snap(&mut self, end: f64, slack: f64) {
        for s in &mut self.list {
            for x in [&mut s.0, &mut s.1] {
                if x.abs() <= slack {
                    *x = 0.0;
                } else if (*x - end).abs() <= slack {
                    *x = end;
                }
            }
        }
    }
}
