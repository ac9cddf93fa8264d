//! Moves that meet with something, and rulings on courses that are not plain.

use grognard_core::{Course, Point};

use super::barred::{Class, How};
use super::go::charge;
use super::labels::{HAIR, Label, SAME};
use super::near::Bits;
use super::search::Search;
use super::swept::{Looked, swept};
use super::{Judged, trace};
use crate::things::Of;

impl<F: FnMut(&Course) -> Judged> Search<'_, F> {
    /// Looks at a move exactly: `from` where it begins, where each point has paid `turns`; `turn` is which
    /// of the turns it is. Whether it can be made; a move from a plain way that is not plain itself and
    /// is no single move on counts as one that cannot.
    pub(super) fn closely(
        &mut self,
        from: &Label,
        mut next: Label,
        turns: &[f64],
        (turn, met): (Option<usize>, Bits),
    ) -> bool {
        let Some(bucket) = self.bucket(&next) else {
            return true;
        };
        let mut sums = std::mem::take(&mut self.sums);
        let done = self.closely_at(bucket, (from, &mut next), (turns, &mut sums), (turn, met));
        self.sums = sums;
        done
    }

    fn closely_at(
        &mut self,
        bucket: usize,
        (from, next): (&Label, &mut Label),
        (turns, sums): (&[f64], &mut Vec<f64>),
        (turn, met): (Option<usize>, Bits),
    ) -> bool {
        // On the fastest of all grounds it costs no less than this.
        let mut best = from.cost();
        best.ends = true;
        sums.clear();
        sums.extend_from_slice(turns);
        if let Some(turn) = turn {
            let side = &self.sides[usize::from(from.about)];
            charge(&mut best, sums, &side.turns[turn], self.least_per_mm);
        } else {
            let share = next.taken.amount * self.least_per_mm;
            best.common += share;
            best.worst += share;
        }
        if best.worst > self.budget + SAME || self.is_beaten(bucket, best, sums) {
            return true;
        }
        let looked = self.look(from, next);
        let Some(found) = swept(&looked, &self.things, met) else {
            return false;
        };
        let side = &self.sides[usize::from(from.about)];
        let mut cost = from.cost();
        cost.common += found.straight;
        cost.worst += found.straight;
        sums.clear();
        sums.extend_from_slice(turns);
        if let Some(turn) = turn {
            charge(&mut cost, sums, &side.turns[turn], found.turning);
        }
        if cost.worst > self.budget + SAME {
            return false;
        }
        (next.common, next.worst) = (cost.common, cost.worst);
        let was_plain = next.plain;
        next.plain &= !found.meets && !found.bars;
        let single = next.taken.amount <= self.grain.cell;
        if was_plain && !next.plain && !single {
            return false;
        }
        let kind = next.taken.kind;
        let why = match (found.over, found.cause) {
            (Some(unit), _) => Some(Class {
                of: Of::Friend(unit),
                how: How::Over,
            }),
            _ if !from.ends => Some(Class {
                of: Of::Friend(from.over as usize),
                how: How::Clear(kind),
            }),
            (None, Some(of)) if was_plain && found.causes == 1 => Some(Class {
                of,
                how: How::Upon(kind),
            }),
            _ => None,
        };
        cost.ends = true;
        if !self.is_beaten(bucket, cost, sums) {
            self.settle(bucket, *next, sums, why);
        }
        true
    }

    /// Whether standing still where a way ends is plain.
    pub(super) fn stands_plainly(&self, label: &Label, met: Bits) -> bool {
        let looked = self.look(label, label);
        swept(&looked, &self.things, met).is_some_and(|found| !found.meets && !found.bars)
    }

    fn look(&self, from: &Label, next: &Label) -> Looked<'_> {
        let heading = next.taken.kind.heading() as usize;
        Looked {
            question: self.question,
            side: &self.sides[usize::from(from.about)],
            from: (self.pose(from), from.facing),
            to: (Point::new(next.x, next.y), next.facing),
            taken: next.taken,
            open: self.per_mm[heading].unwrap_or(0.0),
            plain: &self.plain,
        }
    }

    /// Keeps a way that is not beaten and may end where it does: plain ones as they are, others when the ruleset allows
    /// them; `why` it is to be asked, when that is one thing alone. One that stands over a friend where it
    /// may not end may still lead on.
    pub(super) fn settle(
        &mut self,
        bucket: usize,
        mut next: Label,
        turns: &[f64],
        why: Option<Class>,
    ) {
        next.ends = true;
        // The last hair of an allowance is for the ruleset to grant.
        next.plain &= next.worst <= self.budget - HAIR;
        if next.plain {
            self.enter(bucket, next, turns);
            return;
        }
        let judged = self.ruling(&next, why);
        if judged.allowed {
            // What the ruleset counts besides, every point pays.
            let more = judged.spent - next.worst;
            if more > SAME {
                next.common += more;
                next.worst += more;
            }
        } else if let Some(Class {
            of: Of::Friend(unit),
            how: How::Over,
        }) = why
        {
            next.ends = false;
            next.over = unit as u32;
        } else {
            return;
        }
        if self.is_beaten(bucket, next.cost(), turns) {
            return;
        }
        let way = self.enter(bucket, next, turns);
        if let Some(end) = judged.end {
            self.elsewhere.insert(way, end);
        }
    }

    /// The ruling on a way, or what it must be when the like of it is always refused.
    fn ruling(&mut self, next: &Label, why: Option<Class>) -> Judged {
        let enough = self.asked >= self.question.rulings;
        self.cut_short |= enough;
        if enough || why.is_some_and(|class| self.barred.is_refused(class)) {
            return Judged {
                allowed: false,
                spent: 0.0,
                end: None,
            };
        }
        self.asked += 1;
        let judged = (self.judge)(&trace::course_on(
            &self.ways,
            self.open.as_ref(),
            next.parent,
            next.taken,
        ));
        if let Some(class) = why.filter(|_| judged.allowed) {
            self.barred.allow(class);
        }
        judged
    }
}
