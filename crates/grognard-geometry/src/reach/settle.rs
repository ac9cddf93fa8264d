//! Moves that meet with something, and rulings on courses that are not plain.

use grognard_core::Course;
use smallvec::SmallVec;

use super::go::charge;
use super::labels::{HAIR, Label, SAME};
use super::search::Search;
use super::swept::{Swept, swept};
use super::{Judged, trace};

impl<F: FnMut(&Course) -> Judged> Search<'_, F> {
    /// Looks at a move exactly: `from` where it begins, where each point has paid `turns`; `turn` is which
    /// of the turns it is. Whether it can be made; a move from a plain way that is not plain itself and
    /// is no single move on counts as one that cannot.
    pub(super) fn closely(
        &mut self,
        from: &Label,
        mut next: Label,
        turns: &[f64],
        turn: Option<usize>,
    ) -> bool {
        if self.is_beaten_at_best(from, &next, turns, turn) {
            return true;
        }
        let side = &self.sides[usize::from(from.about)];
        let frame = self.pose(from);
        let Some(found) = swept(
            self.question,
            &side.body,
            frame,
            &next.taken,
            self.plain.clear,
        ) else {
            return false;
        };
        let mut sums: SmallVec<[f64; 8]> = turns.into();
        next.common = from.common + found.straight;
        next.worst = from.worst + found.straight;
        if let Some(turn) = turn {
            charge(&mut next, &mut sums, &side.turns[turn], found.turning);
        }
        if next.worst > self.budget + SAME {
            return false;
        }
        let was_plain = next.plain;
        next.plain &= self.keeps_plain(&found);
        let single = next.taken.amount <= self.grain.cell;
        if was_plain && !next.plain && !single {
            return false;
        }
        self.settle(next, &sums, found.over_friend);
        true
    }

    /// Whether a move is beaten even on the fastest of all grounds.
    fn is_beaten_at_best(
        &self,
        from: &Label,
        next: &Label,
        turns: &[f64],
        turn: Option<usize>,
    ) -> bool {
        let mut best = *next;
        let mut sums: SmallVec<[f64; 8]> = turns.into();
        (best.common, best.worst, best.ends) = (from.common, from.worst, true);
        if let Some(turn) = turn {
            let side = &self.sides[usize::from(from.about)];
            charge(&mut best, &mut sums, &side.turns[turn], self.least_per_mm);
        } else {
            let share = next.taken.amount * self.least_per_mm;
            best.common += share;
            best.worst += share;
        }
        self.is_beaten(&best, &sums)
    }

    /// Whether a plain course may meet what a move meets.
    fn keeps_plain(&self, found: &Swept) -> bool {
        let terrain = found.on_line || (found.on_terrain && !self.plain.on_terrain);
        !found.meets && !terrain
    }

    /// Whether standing still where a way ends is plain.
    pub(super) fn stands_plainly(&self, label: &Label) -> bool {
        let body = &self.sides[usize::from(label.about)].body;
        let (frame, clear) = (self.pose(label), self.plain.clear);
        swept(self.question, body, frame, &label.taken, clear)
            .is_some_and(|found| self.keeps_plain(&found))
    }

    /// Keeps a way that may end where it does: plain ones as they are, others when the ruleset allows
    /// them. One that stands over a friend where it may not end may still lead on.
    pub(super) fn settle(&mut self, mut next: Label, turns: &[f64], over_friend: bool) {
        next.ends = true;
        // The last hair of an allowance is for the ruleset to grant.
        next.plain &= next.worst <= self.budget - HAIR;
        if next.plain {
            self.enter(next, turns);
            return;
        }
        if self.is_beaten(&next, turns) {
            return;
        }
        self.asked += 1;
        let judged = (self.judge)(&trace::course_on(&self.ways, next.parent, next.taken));
        if judged.allowed {
            // What the ruleset counts besides, every point pays.
            let more = judged.spent - next.worst;
            if more > SAME {
                next.common += more;
                next.worst += more;
            }
        } else if over_friend {
            next.ends = false;
        } else {
            return;
        }
        if let (Some(way), Some(end)) = (self.enter(next, turns), judged.end) {
            self.elsewhere.insert(way, end);
        }
    }
}
