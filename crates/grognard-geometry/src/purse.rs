//! The allowance as it is spent, point by point.

use grognard_core::{Amount, MotionLaw, Ratio, Summing};
use smallvec::SmallVec;

use crate::followed::{Travel, greatest};

/// A stretch of a step that is paid at one rate.
pub(crate) struct Stretch {
    /// What falls due as it begins.
    pub(crate) toll: Ratio,
    /// Millimetres a full move; zero where nothing is known or allowed, which costs nothing here.
    pub(crate) rate: Ratio,
    /// Millimetres of a straight step.
    pub(crate) length: Amount,
    /// The share of a move that those cost.
    pub(crate) price: Amount,
    /// Its part of the whole step.
    pub(crate) share: f64,
}

impl Stretch {
    /// A stretch of `length` millimetres, none of a turn.
    #[inline]
    pub(crate) fn of(toll: Ratio, rate: Ratio, length: Amount, share: f64) -> Self {
        let price = if length == Amount::ZERO {
            None
        } else {
            length.over(rate)
        };
        Self {
            toll,
            rate,
            length,
            price: price.unwrap_or(Amount::ZERO),
            share,
        }
    }
}

/// Shares of a move spent so far.
#[derive(Clone)]
pub(crate) struct Purse {
    /// What every point has paid.
    common: Amount,
    /// What was paid besides, in turns.
    turns: Turns,
    per_corner: bool,
}

/// What each point followed has paid in turns.
#[derive(Clone, Default)]
struct Turns {
    /// Of each point; empty while there was none. Of one turn it is how far each point went, see `unpriced`.
    list: SmallVec<[f64; 16]>,
    /// The part and the rate that the ways in the list are to be paid at: with one turn only the farthest
    /// matters, and most courses have but one.
    unpriced: Option<(f64, f64)>,
    /// The greatest of them, priced.
    most: f64,
    /// How many turns were paid, or parts of turns.
    paid: u32,
}

impl Turns {
    /// Pays for a part of a turn.
    fn pay(&mut self, (travel, farthest): (&[f64], f64), rate: f64, part: f64) {
        self.paid += 1;
        if self.list.is_empty() {
            self.list.extend_from_slice(travel);
            self.unpriced = Some((part, rate));
            self.most = part * farthest / rate;
            return;
        }
        self.price();
        if self.list.len() < travel.len() {
            self.list.resize(travel.len(), 0.0);
        }
        for (sum, arc) in self.list.iter_mut().zip(travel) {
            *sum += part * arc / rate;
        }
        self.most = greatest(&self.list);
    }

    /// A copy, for which nothing is copied before the first turn.
    fn marked(&self) -> Self {
        if self.paid == 0 {
            Self::default()
        } else {
            self.clone()
        }
    }

    /// Works out what each point has paid.
    fn price(&mut self) {
        if let Some((part, rate)) = self.unpriced.take() {
            for way in &mut self.list {
                *way = part * *way / rate;
            }
        }
    }
}

impl Purse {
    pub(crate) fn of(law: &MotionLaw) -> Self {
        let per_corner = law.summing == Summing::PerCorner;
        Self {
            common: law.spent,
            turns: Turns::default(),
            per_corner,
        }
    }

    /// What the point that paid most has paid.
    pub(crate) fn spent(&self) -> Amount {
        self.common + Amount::measured(self.turns.most)
    }

    /// The point that paid most, where each keeps its own sum and that need not be the farthest: with one
    /// turn it is.
    pub(crate) fn worst(&self) -> Option<usize> {
        let turns = &self.turns;
        if turns.paid < 2 {
            return None;
        }
        turns.list.iter().position(|paid| *paid == turns.most)
    }

    pub(crate) fn pay_straight(&mut self, length: Amount, rate: Ratio) {
        if let Some(share) = length.over(rate) {
            self.common += share;
        }
    }

    pub(crate) fn pay_toll(&mut self, stretch: &Stretch) {
        if !stretch.toll.is_zero() {
            self.common += stretch.toll.into();
        }
    }

    /// Pays for a turn: millimetres of each point followed.
    pub(crate) fn pay_turn(&mut self, travel: &[f64], rate: Ratio) {
        self.turn_part((travel, greatest(travel)), rate, 1.0);
    }

    /// The same for a part of it, with the way of the farthest point.
    fn turn_part(&mut self, (travel, farthest): (&[f64], f64), rate: Ratio, part: f64) {
        if travel.is_empty() || rate <= Ratio::ZERO {
            return;
        }
        let rate = rate.to_f64();
        if !self.per_corner {
            self.common += Amount::measured(part * farthest / rate);
            return;
        }
        self.turns.pay((travel, farthest), rate, part);
    }

    /// Pays for a whole step, in which each point followed, and the farthest, goes so far if it is a turn.
    #[inline]
    pub(crate) fn pay(&mut self, stretches: &[Stretch], (followed, farthest): (&[f64], f64)) {
        for stretch in stretches {
            self.pay_toll(stretch);
            if followed.is_empty() {
                self.common += stretch.price;
            } else {
                self.turn_part((followed, farthest), stretch.rate, stretch.share);
            }
        }
    }

    /// A copy to come back to after the next step. A step that does not turn leaves what was paid in
    /// turns alone: it need not be copied.
    pub(crate) fn mark(&self, turns: bool) -> Mark {
        Mark {
            common: self.common,
            turned: turns.then(|| self.turns.marked()),
        }
    }

    /// What it was at the mark, one step before.
    pub(crate) fn at(&self, mark: Mark) -> Self {
        Self {
            common: mark.common,
            turns: mark.turned.unwrap_or_else(|| self.turns.clone()),
            per_corner: self.per_corner,
        }
    }

    /// How far the step can go before `budget` is spent: millimetres, of the farthest point followed
    /// in a turn.
    pub(crate) fn reach(mut self, stretches: &[Stretch], travel: &Travel, budget: Ratio) -> Amount {
        let mut gone = Amount::ZERO;
        let budget = Amount::exact(budget);
        for stretch in stretches {
            self.pay_toll(stretch);
            let left = budget - self.spent();
            if left.compare(Amount::ZERO, 0.0).is_lt() {
                return gone;
            }
            if travel.followed().is_empty() {
                let possible = left.times(stretch.rate);
                if stretch.rate > Ratio::ZERO && stretch.length.exceeds(possible, 0.0) {
                    return gone + possible;
                }
                self.common += stretch.price;
                gone += stretch.length;
            } else {
                let part = self.turn_reach(stretch, travel, budget);
                let ways = (travel.followed(), travel.farthest());
                self.turn_part(ways, stretch.rate, stretch.share * part);
                gone += Amount::measured(travel.farthest() * stretch.share * part);
                if part < 1.0 {
                    return gone;
                }
            }
        }
        gone
    }

    /// The part of a stretch of a turn that every point followed can pay for.
    fn turn_reach(&mut self, stretch: &Stretch, travel: &Travel, budget: Amount) -> f64 {
        if stretch.rate <= Ratio::ZERO {
            return 1.0;
        }
        let left = (budget - self.common).to_f64();
        let price = stretch.share / stretch.rate.to_f64();
        let part = if self.per_corner {
            self.turns.price();
            let paid = |index: usize| self.turns.list.get(index).copied().unwrap_or(0.0);
            let parts = travel
                .followed()
                .iter()
                .enumerate()
                .filter(|(_, arc)| **arc > 0.0);
            parts
                .map(|(i, arc)| (left - paid(i)) / (arc * price))
                .fold(1.0, f64::min)
        } else {
            let far = travel.farthest();
            if far > 0.0 { left / (far * price) } else { 1.0 }
        };
        part.clamp(0.0, 1.0)
    }
}

/// What a purse was, see [`Purse::mark`].
pub(crate) struct Mark {
    common: Amount,
    turned: Option<Turns>,
}
