//! Telling without roots how something goes past a line.

use super::{Rule, Wave};
use crate::hull::{TOUCH, greater, lesser};
use crate::reach_box::ReachBox;

/// What is nearer than this to a line is looked at closely, mm: more than a touch.
const NOISE: f64 = 2.0 * TOUCH;
/// The same for each millimetre of the numbers compared.
const RELATIVE: f64 = 1e-9;

/// How something goes past a line on the whole way.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Past {
    /// Some of it never gets out.
    Within,
    /// None of it ever gets in.
    Beyond,
    /// Neither is plain.
    Unclear,
}

impl Past {
    /// Of something none of which comes below `least`, and some of which stays below `most`, past the line
    /// at `limit` that each rule moves by its level. It is told when it is the same for all of them.
    fn of<const K: usize>(least: f64, most: f64, limit: f64, rules: [Rule; K], noise: f64) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for rule in &rules {
            let at = rule.level();
            (low, high) = (lesser(low, at), greater(high, at));
        }
        if least > limit - low + noise {
            Self::Beyond
        } else if most < limit - high - noise {
            Self::Within
        } else {
            Self::Unclear
        }
    }

    /// Of corners on a turn whose whole angle has the sine and cosine `end`, see [`Wave::range`].
    pub(super) fn turning<const K: usize>(
        waves: impl Iterator<Item = Wave>,
        end: (f64, f64),
        limit: f64,
        rules: [Rule; K],
    ) -> Self {
        // The least reach of all.
        let (mut least, mut size) = (f64::INFINITY, limit.abs());
        for wave in waves {
            let (low, high) = wave.range(end);
            least = lesser(least, low);
            size = greater(size, wave.size());
            // One that stays below tells for all.
            let past = Self::of(low, high, limit, rules, NOISE + RELATIVE * size);
            if past == Self::Within {
                return past;
            }
        }
        Self::of(least, f64::INFINITY, limit, rules, NOISE + RELATIVE * size)
    }
}

/// A box that holds everything something sweeps, if it is known and its numbers are those of a table.
#[derive(Clone, Copy)]
pub(crate) struct Around<'a>(Option<&'a ReachBox>);

impl<'a> Around<'a> {
    /// Nothing is known.
    pub(crate) const UNKNOWN: Self = Self(None);

    pub(crate) fn known(reach: &'a ReachBox) -> Self {
        Self(Some(reach).filter(|reach| reach.is_small()))
    }

    /// Whether all of it plainly stays on one side of the side of an outline with the normal `n`, at `limit` along
    /// it: within it, or beyond without even touching it.
    pub(crate) fn stays_within(self, n: (f64, f64), limit: f64) -> Option<bool> {
        match self.past(n, limit, [Rule::Touch, Rule::Inside]) {
            Past::Within => Some(true),
            Past::Beyond => Some(false),
            Past::Unclear => None,
        }
    }

    /// How all of it goes past the side of an outline with the normal `n`, at `limit` along it.
    pub(super) fn past<const K: usize>(self, n: (f64, f64), limit: f64, rules: [Rule; K]) -> Past {
        let Some(reach) = self.0.filter(|_| limit.abs() < FAR) else {
            return Past::Unclear;
        };
        let (least, most) = reach.along(n);
        Past::of(least, most, limit, rules, SMALL)
    }
}

/// More than the noise of numbers in a small box, mm.
const SMALL: f64 = 1e-6;
/// What lies farther away is looked at closely, mm.
const FAR: f64 = 1e7;
