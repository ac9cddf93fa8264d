//! The rates of a law, looked up once for each heading and kind of ground.

use grognard_core::{Heading, MotionLaw, Ratio};
use smallvec::SmallVec;

use crate::field::Kind;

/// A kind of ground, and how fast it is.
#[derive(Clone, Copy)]
pub(crate) struct Rated<'a> {
    pub(crate) kind: Kind<'a>,
    /// Which of the law's rates, when there is one.
    pub(crate) rate: Option<usize>,
}

impl Rated<'_> {
    /// For comparing kinds under a law, slowest first: ground that may not be entered, ground without a rate,
    /// then by rate.
    pub(crate) fn rank(&self, law: &MotionLaw) -> (u8, Ratio) {
        match self.rate.map(|index| law.rates[index].per_move) {
            Some(per_move) if per_move <= Ratio::ZERO => (0, Ratio::ZERO),
            None => (1, Ratio::ZERO),
            Some(per_move) => (2, per_move),
        }
    }
}

/// The rates of a law.
pub(crate) struct Rates<'a> {
    law: &'a MotionLaw,
    /// Those of open table, by heading: nearly all of a course goes over it.
    open: [Option<Rated<'a>>; Heading::ALL.len()],
    others: SmallVec<[(Heading, Rated<'a>); 2]>,
}

impl<'a> Rates<'a> {
    pub(crate) fn of(law: &'a MotionLaw) -> Self {
        Self {
            law,
            open: [None; Heading::ALL.len()],
            others: SmallVec::new(),
        }
    }

    pub(crate) fn law(&self) -> &'a MotionLaw {
        self.law
    }

    /// The rate of open table.
    #[inline]
    pub(crate) fn on_open(&mut self, heading: Heading) -> Rated<'a> {
        let law = self.law;
        *self.open[heading as usize].get_or_insert_with(|| look_up(law, Kind::OPEN, heading))
    }

    pub(crate) fn on(&mut self, kind: Kind<'a>, heading: Heading) -> Rated<'a> {
        if kind == Kind::OPEN {
            return self.on_open(heading);
        }
        let mut known = self.others.iter();
        if let Some((_, rated)) = known.find(|(h, rated)| *h == heading && rated.kind == kind) {
            return *rated;
        }
        let rated = look_up(self.law, kind, heading);
        self.others.push((heading, rated));
        rated
    }
}

fn look_up<'a>(law: &MotionLaw, kind: Kind<'a>, heading: Heading) -> Rated<'a> {
    let mut rates = law.rates.iter();
    let rate = rates.position(|r| r.heading == heading && r.terrain == *kind.id);
    Rated { kind, rate }
}
