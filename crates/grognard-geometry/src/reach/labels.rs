//! The ways found, and which of them a cell keeps.

use super::moves::Kind;

/// Ways that one cell and facing keeps at most.
const KEPT: usize = 2;

/// Shares that differ by less are the same.
pub(super) const SAME: f64 = 1e-9;

/// What is left of an allowance that is for the ruleset to grant: more than rounding and [`SAME`] come to.
pub(super) const HAIR: f64 = 1e-8;

/// No way.
pub(super) const NONE: u32 = u32::MAX;

/// A step as a search takes it: a kind and how much, millimetres or degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Taken {
    pub(super) kind: Kind,
    pub(super) amount: f64,
    /// Degrees off straight ahead, clockwise; of a slanting step only.
    pub(super) slant: f64,
}

/// The end of a way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Label {
    pub(super) x: f64,
    pub(super) y: f64,
    /// What every point has paid.
    pub(super) common: f64,
    /// What the point has paid in all that has paid most.
    pub(super) worst: f64,
    pub(super) parent: u32,
    /// Where the straight stretch it ends with began.
    pub(super) anchor: u32,
    pub(super) taken: Taken,
    pub(super) facing: u16,
    /// The kind of move it holds that stands by itself.
    pub(super) alone: Option<Kind>,
    pub(super) about: bool,
    /// The law alone settles it.
    pub(super) plain: bool,
    /// It may end here; else it only leads on.
    pub(super) ends: bool,
    /// The unit over which it may not end.
    pub(super) over: u32,
    /// Gone on from no more: another way here is better, or it is the last bit of the allowance.
    pub(super) closed: bool,
}

/// What a way is held against others by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cost {
    /// What every point has paid.
    pub(super) common: f64,
    /// What the point has paid in all that has paid most.
    pub(super) worst: f64,
    /// It may end where it does.
    pub(super) ends: bool,
}

impl Label {
    pub(super) fn cost(&self) -> Cost {
        Cost {
            common: self.common,
            worst: self.worst,
            ends: self.ends,
        }
    }

    pub(super) fn start(x: f64, y: f64, common: f64, facing: u16) -> Self {
        Self {
            x,
            y,
            common,
            worst: common,
            parent: NONE,
            anchor: NONE,
            taken: Taken {
                kind: Kind::Advance,
                amount: 0.0,
                slant: 0.0,
            },
            facing,
            alone: None,
            about: false,
            plain: true,
            ends: true,
            over: NONE,
            closed: false,
        }
    }
}

/// All ways found.
#[derive(Clone, Debug)]
pub(super) struct Ways {
    pub(super) labels: Vec<Label>,
    /// What each point has paid in turns: `points` numbers a way.
    turns: Vec<f64>,
    points: usize,
    /// What a way is compared by.
    links: Vec<Link>,
    /// The newest way of each cell and facing, plus one: an empty table is all zeros.
    heads: Vec<u32>,
    /// The cells and facings that have one, in the order they were come to.
    used: Vec<u32>,
}

/// The part of a way that is looked at most.
#[derive(Clone, Copy, Debug)]
struct Link {
    common: f64,
    worst: f64,
    /// The next way of the same cell and facing, plus one.
    next: u32,
    ends: bool,
    counts: bool,
}

impl Ways {
    pub(super) fn new(buckets: usize, points: usize) -> Self {
        Self {
            labels: Vec::new(),
            turns: Vec::new(),
            points,
            links: Vec::new(),
            heads: vec![0; buckets],
            used: Vec::new(),
        }
    }

    pub(super) fn turns(&self, way: u32) -> &[f64] {
        let from = way as usize * self.points;
        &self.turns[from..from + self.points]
    }

    /// Whether a cell and facing has a way that is no worse at any point, or enough of them.
    #[inline]
    pub(super) fn is_beaten(&self, bucket: usize, new: Cost, turns: &[f64]) -> bool {
        let mut count = 0;
        let mut at = self.heads[bucket];
        while at != 0 {
            let way = at as usize - 1;
            let kept = &self.links[way];
            if (kept.ends || !new.ends) && self.no_dearer(way, kept, new, turns) {
                return true;
            }
            count += usize::from(kept.counts);
            at = kept.next;
        }
        count >= KEPT
    }

    #[inline]
    fn no_dearer(&self, way: usize, kept: &Link, new: Cost, turns: &[f64]) -> bool {
        let less = new.common - kept.common + SAME;
        if self.points == 0 || kept.worst <= new.common + SAME {
            return less >= 0.0;
        }
        kept.worst <= new.worst + SAME
            && self
                .turns(way as u32)
                .iter()
                .zip(turns)
                .all(|(old, new)| old <= &(new + less))
    }

    /// Keeps a way that is not beaten.
    pub(super) fn keep(&mut self, bucket: usize, label: Label, turns: &[f64]) -> u32 {
        let head = self.heads[bucket];
        if head == 0 {
            self.used.push(bucket as u32);
        }
        let mut at = head;
        while at != 0 {
            let way = at as usize - 1;
            let kept = self.links[way];
            let more = kept.common - label.common + SAME;
            let worse = (label.ends || !kept.ends)
                && label.worst <= kept.worst + SAME
                && turns
                    .iter()
                    .zip(self.turns(way as u32))
                    .all(|(new, old)| new <= &(old + more));
            if worse {
                self.labels[way].closed = true;
                self.links[way].counts = false;
            }
            at = kept.next;
        }
        let way = self.labels.len() as u32;
        self.labels.push(label);
        self.turns.extend_from_slice(turns);
        self.links.push(Link {
            common: label.common,
            worst: label.worst,
            next: head,
            ends: label.ends,
            counts: !label.closed,
        });
        self.heads[bucket] = way + 1;
        way
    }

    /// The way of each cell and facing that may end there and has spent least.
    pub(super) fn best(&self) -> impl Iterator<Item = u32> + '_ {
        let heads = self.used.iter().map(|&bucket| self.heads[bucket as usize]);
        heads.filter_map(|head| {
            let mut best: Option<(f64, u32)> = None;
            let mut at = head;
            while at != 0 {
                let way = at - 1;
                let link = &self.links[way as usize];
                if link.ends && best.is_none_or(|(least, _)| link.worst < least) {
                    best = Some((link.worst, way));
                }
                at = link.next;
            }
            best.map(|(_, way)| way)
        })
    }
}
