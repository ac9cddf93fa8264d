//! Moving outlines against standing ones, solved in closed form.
//!
//! Two convex outlines overlap when on every side's normal the one reaches past the other. How far
//! it reaches is linear in the distance of a straight step and a sum of sine and cosine in the angle
//! of a turn, so the places where they overlap by more than any given depth are found by solving
//! each side for itself and taking what all have in common.

mod past;
mod straight;
mod table_edge;
mod turn;

use std::array::{from_fn, from_mut};

use grognard_core::{Rect, Shape};

pub(crate) use past::Around;
pub use table_edge::off_table;
pub(crate) use table_edge::{off_table_quads, sides as table_sides};
pub(crate) use turn::{Wave, radians as turn_radians};

use crate::hull::{Hull, Quad, Quads, TOUCH};
use crate::known::Known;
use crate::piece::{NearPart, Part, Region};
use crate::reach_box::ReachBox;
use crate::{Motion, Spans};

/// Which places are asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Rule {
    /// Where the two touch or overlap, with the noise of numbers allowed for.
    Touch,
    /// Where they touch or overlap, to the last digit: ends of stretches are exact.
    Closed,
    /// Where they overlap at all; the ends of a stretch are where they touch.
    Inside,
    /// Where they overlap by at least this many millimetres.
    Deeper(f64),
}

impl Rule {
    /// The depth at which a stretch begins and ends.
    fn level(self) -> f64 {
        match self {
            Self::Touch => -TOUCH,
            Self::Closed | Self::Inside => 0.0,
            Self::Deeper(depth) => depth,
        }
    }

    /// The least reach past a side, over the level, that counts when it does not change.
    fn margin(self, seam: bool) -> f64 {
        match self {
            Self::Inside if !seam => TOUCH,
            Self::Inside => -TOUCH,
            _ => 0.0,
        }
    }
}

/// Where along `motion` the outline `mover` meets the outline `target`.
pub(crate) fn sweep(mover: Hull<'_>, target: Hull<'_>, motion: &Motion, rule: Rule) -> Spans {
    let mut out = Spans::none();
    sweep_into(mover, target, motion, rule, Around::UNKNOWN, &mut out);
    out
}

/// Adds the same to `out`, which is to be tidied afterwards. All that the mover sweeps lies in `around`.
pub(crate) fn sweep_into(
    mover: Hull<'_>,
    target: Hull<'_>,
    motion: &Motion,
    rule: Rule,
    around: Around<'_>,
    out: &mut Spans,
) {
    sweep_each(mover, target, motion, [rule], around, from_mut(out));
}

/// The same for several rules at once.
fn sweep_each<const K: usize>(
    mover: Hull<'_>,
    target: Hull<'_>,
    motion: &Motion,
    rules: [Rule; K],
    around: Around<'_>,
    out: &mut [Spans; K],
) {
    let (along, length) = match *motion {
        Motion::Stay => ((0.0, 0.0), 0.0),
        Motion::Straight { along, length } => (along, length),
        Motion::Turn { about, degrees } => {
            let found = turn::sweep(mover, target, (about, degrees), rules, around);
            for (out, found) in out.iter_mut().zip(&found) {
                out.add(found);
            }
            return;
        }
    };
    let found = straight::sweep(mover, target, along, length, rules, around);
    for (out, found) in out.iter_mut().zip(found) {
        if let Some((low, high)) = found {
            out.push(low, high);
        }
    }
}

/// Where any of `movers` meets any of `targets`, for each rule; all they sweep lies in `around`.
pub(crate) fn sweep_quads<const K: usize>(
    movers: &[Quad],
    targets: &[Quad],
    motion: &Motion,
    rules: [Rule; K],
    around: Around<'_>,
) -> [Spans; K] {
    let mut out = from_fn(|_| Spans::none());
    for mover in movers {
        for target in targets {
            sweep_each(mover.hull(), target.hull(), motion, rules, around, &mut out);
        }
    }
    out.iter_mut().for_each(Spans::tidy);
    out
}

/// Where along `motion` the rectangles touch or overlap standing ones.
pub fn touching(movers: &[Rect], motion: &Motion, standing: &[Rect]) -> Spans {
    let (movers, targets) = (quads(movers), quads(standing));
    let rules = [Rule::Touch, Rule::Closed];
    let [loose, exact] = sweep_quads(&movers, &targets, motion, rules, Around::UNKNOWN);
    sharpen(&loose, &exact, motion.extent())
}

/// Where along `motion` the rectangles overlap standing ones by more than `tolerance` mm.
pub fn overlapping(movers: &[Rect], motion: &Motion, standing: &[Rect], tolerance: f64) -> Spans {
    let rule = Rule::Deeper(tolerance.max(TOUCH));
    let (movers, targets) = (quads(movers), quads(standing));
    let [found] = sweep_quads(&movers, &targets, motion, [rule], Around::UNKNOWN);
    found
}

/// Where along `motion` the rectangles stand on the ground of a terrain shape, beyond touching it.
pub fn touching_shape(movers: &[Rect], motion: &Motion, shape: &Shape) -> Spans {
    let movers = quads(movers);
    let reach = ReachBox::swept(&movers, motion);
    let region = Region::of(shape);
    let parts: Vec<NearPart<'_>> = region.parts().iter().map(Part::unpassed).collect();
    sweep_parts(&movers, &parts, &reach, motion)
}

/// Where any of `movers` stands on some parts, beyond touching; all they sweep lies in `reach`.
pub(crate) fn sweep_parts(
    movers: &[Quad],
    parts: &[NearPart<'_>],
    reach: &ReachBox,
    motion: &Motion,
) -> Spans {
    let mut out = Spans::none();
    let around = Around::known(reach);
    for part in parts.iter().filter(|near| near.part.is_near(reach)) {
        for mover in movers {
            let (mover, part) = (mover.hull(), part.hull());
            sweep_into(mover, part, motion, Rule::Inside, around, &mut out);
        }
    }
    out.tidy();
    out
}

pub(crate) fn quads(rects: &[Rect]) -> Quads {
    faced(rects, Known::default()).collect()
}

/// The same one by one, with a facing known.
pub(crate) fn faced(rects: &[Rect], mut known: Known) -> impl Iterator<Item = Quad> {
    let quad = move |rect: &Rect| Quad::facing(rect, known.sin_cos(rect.pose.facing));
    rects.iter().map(quad)
}

/// Stretches found with slack, their ends replaced by the exact ones where there are such.
pub(crate) fn sharpen(loose: &Spans, exact: &Spans, extent: f64) -> Spans {
    let mut out = Spans::none();
    for &(low, high) in loose.as_slice() {
        let within = || {
            exact
                .as_slice()
                .iter()
                .filter(move |e| e.0 >= low && e.1 <= high)
        };
        // Where the two touch by the noise of numbers alone, they are nearest at the end of the step, or in the
        // middle of the stretch.
        let nearest = if high >= extent && low > 0.0 {
            extent
        } else if low <= 0.0 && high < extent {
            0.0
        } else {
            (low + high) / 2.0
        };
        let first = within().next().map_or(nearest, |e| e.0);
        let last = within().next_back().map_or(nearest, |e| e.1);
        let from = if low <= 0.0 { 0.0 } else { first };
        let to = if high >= extent { extent } else { last };
        out.push(from, to.max(from));
    }
    out.tidy();
    out
}
