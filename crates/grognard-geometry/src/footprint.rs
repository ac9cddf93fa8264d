//! The ground a unit covers, as few rectangles as its bases allow.

use std::borrow::Cow;

use grognard_core::{Base, Bearing, Point, Pose, Rect, Unit};

/// Sides that differ by less than this many millimetres are flush.
const FLUSH: f64 = 1e-6;

/// The footprint of a unit: its kept one, or the one its bases make.
pub fn ground_of(unit: &Unit) -> Cow<'_, [Rect]> {
    if unit.footprint.is_empty() && !unit.bases.is_empty() {
        Cow::Owned(footprint(&unit.bases))
    } else {
        Cow::Borrowed(unit.footprint.as_slice())
    }
}

/// The ground the bases cover. Bases that face the same way and tile a block become one rectangle;
/// a ring or spaced bases stay apart. Their union is the same ground.
pub fn footprint(bases: &[Base]) -> Vec<Rect> {
    let mut out = Vec::new();
    let mut done = vec![false; bases.len()];
    for first in 0..bases.len() {
        if done[first] {
            continue;
        }
        let facing = bases[first].rect.pose.facing;
        let frame = Pose {
            at: bases[first].rect.pose.at,
            facing,
        };
        let mut group = Vec::new();
        for (index, base) in bases.iter().enumerate().skip(first) {
            if !done[index] && base.rect.pose.facing.minus(facing).abs() <= 1e-9 {
                done[index] = true;
                group.push(Extent::of(frame, &base.rect));
            }
        }
        let by_rank = merged(group.clone(), Axis::Across);
        let by_file = merged(group, Axis::Along);
        let best = if by_file.len() < by_rank.len() {
            by_file
        } else {
            by_rank
        };
        out.extend(best.iter().map(|extent| extent.rect(frame.at, facing)));
    }
    out
}

#[derive(Clone, Copy)]
enum Axis {
    Across,
    Along,
}

impl Axis {
    fn other(self) -> Self {
        match self {
            Self::Across => Self::Along,
            Self::Along => Self::Across,
        }
    }
}

/// An upright rectangle of a frame: from and to, across and along.
#[derive(Clone, Copy)]
struct Extent {
    across: (f64, f64),
    along: (f64, f64),
}

impl Extent {
    fn of(frame: Pose, rect: &Rect) -> Self {
        let (r, f) = frame.local(rect.pose.at);
        let (w, d) = (rect.width / 2.0, rect.depth / 2.0);
        Self {
            across: (r - w, r + w),
            along: (f - d, f + d),
        }
    }

    fn rect(&self, at: Point, facing: Bearing) -> Rect {
        let centre = Pose { at, facing }.point(
            (self.across.0 + self.across.1) / 2.0,
            (self.along.0 + self.along.1) / 2.0,
        );
        let pose = Pose { at: centre, facing };
        Rect::new(
            pose,
            self.across.1 - self.across.0,
            self.along.1 - self.along.0,
        )
    }

    fn run(&self, axis: Axis) -> (f64, f64) {
        match axis {
            Axis::Across => self.across,
            Axis::Along => self.along,
        }
    }

    fn run_mut(&mut self, axis: Axis) -> &mut (f64, f64) {
        match axis {
            Axis::Across => &mut self.across,
            Axis::Along => &mut self.along,
        }
    }
}

/// Joins neighbours along `first`, then along the other axis, until nothing joins.
fn merged(mut list: Vec<Extent>, first: Axis) -> Vec<Extent> {
    loop {
        let before = list.len();
        list = join(list, first);
        list = join(list, first.other());
        if list.len() == before {
            return list;
        }
    }
}

fn join(mut list: Vec<Extent>, axis: Axis) -> Vec<Extent> {
    let band = axis.other();
    let flush = |a: f64, b: f64| (a - b).abs() <= FLUSH;
    list.sort_by(|a, b| a.run(axis).0.total_cmp(&b.run(axis).0));
    let mut out: Vec<Extent> = Vec::with_capacity(list.len());
    for next in list {
        let (low, high) = next.run(axis);
        let (bottom, top) = next.run(band);
        let neighbour = out.iter_mut().find(|kept| {
            let b = kept.run(band);
            flush(b.0, bottom) && flush(b.1, top) && low <= kept.run(axis).1 + FLUSH
        });
        match neighbour {
            Some(kept) => {
                let run = kept.run_mut(axis);
                run.1 = run.1.max(high);
            }
            None => out.push(next),
        }
    }
    out
}
