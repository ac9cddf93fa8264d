//! The moves on from the end of a way.

use grognard_core::{Course, Heading, Point, StepKinds};

use super::Judged;
use super::labels::{Cost, HAIR, Label, NONE, SAME, Taken};
use super::moves::{Kind, Straight, Turn};
use super::near::Close;
use super::search::Search;
use crate::hull::greater;
use crate::passage::{Passage, Spot};

/// Straight moves shorter than this are none, mm.
const LEAST: f64 = 1e-6;

impl<F: FnMut(&Course) -> Judged> Search<'_, F> {
    pub(super) fn go_on(&mut self, way: u32, label: &Label, turns: &[f64]) {
        let spot = self.spot(label);
        let near = self.near(&spot, label.about);
        self.go_straight((way, label, turns), (&spot, &near));
        self.turn((way, label, turns), (&spot, &near));
        self.face_about(way, label, turns);
    }

    /// Whether a kind of move is tried from the end of a way. A kind that the ruleset is to be asked about
    /// each time stands by itself: a way that holds one goes on with no other.
    #[inline]
    fn is_tried(&self, label: &Label, kind: Kind, is_plain: bool) -> bool {
        if !self.has_plain || self.mixes || (label.alone.is_none() && is_plain) {
            if self.open.as_ref().is_some_and(|open| open.known.is_empty()) {
                return false;
            }
            return !undoes(kind, label.taken.kind);
        }
        label
            .alone
            .map_or(label.parent == NONE, |alone| alone == kind)
    }

    /// The kind that a way holds by itself once it goes on by a move of some kind.
    #[inline]
    fn alone(&self, kind: Kind, is_plain: bool) -> Option<Kind> {
        (self.has_plain && !self.mixes && !is_plain).then_some(kind)
    }

    fn go_straight(
        &mut self,
        (way, label, turns): (u32, &Label, &[f64]),
        (spot, near): (&Spot, &Close),
    ) {
        let cell = self.grain.cell;
        let left = self.budget - 2.0 * HAIR - label.worst;
        for index in 0..self.straights.len() {
            let straight = self.straights[index];
            let Straight { kind, per_mm, .. } = straight;
            if !self.is_tried(label, kind, straight.is_plain) {
                continue;
            }
            let along = self.directions[usize::from(label.facing) * self.straights.len() + index];
            let ahead = matches!(kind, Kind::Advance | Kind::Slant);
            if ahead && label.anchor != NONE {
                let to = Point::new(label.x + along.0 * cell, label.y + along.1 * cell);
                if self.straight_on(label, turns, to, per_mm) {
                    continue;
                }
            }
            let met = if near.is_nothing() {
                0
            } else if self.is_known(
                (label.x + along.0 * cell, label.y + along.1 * cell),
                (label.about, label.facing),
                label.worst + cell * self.least_per_mm,
            ) {
                continue;
            } else {
                let to = spot.shifted(along.0 * cell, along.1 * cell);
                self.things.met_of(&Passage::straight(*spot, to), near)
            };
            // On open table the last bit of the allowance may be a shorter move.
            let whole = met != 0 || cell * per_mm <= left;
            let length = if whole { cell } else { left / per_mm };
            if length <= LEAST {
                continue;
            }
            let to = (label.x + along.0 * length, label.y + along.1 * length);
            let step = |taken| Label {
                x: to.0,
                y: to.1,
                parent: way,
                anchor: if ahead { way } else { NONE },
                alone: self.alone(kind, straight.is_plain),
                plain: label.plain && straight.is_plain,
                taken,
                ..*label
            };
            let taken = Taken {
                kind,
                amount: length,
                slant: straight.slant,
            };
            if met != 0 {
                self.closely(label, step(taken), turns, (None, met));
                continue;
            }
            let share = length * per_mm;
            let cost = Cost {
                common: label.common + share,
                worst: label.worst + share,
                ends: true,
            };
            let Some(bucket) = self.bucket_at(to, label.about, label.facing) else {
                continue;
            };
            if self.is_beaten(bucket, cost, turns) {
                continue;
            }
            let next = Label {
                common: cost.common,
                worst: cost.worst,
                closed: !whole,
                ..step(taken)
            };
            self.settle(bucket, next, turns, None);
        }
    }

    /// Comes to a place straight from where the straight stretch of a way began, where that is plain: a
    /// slant between those that are tried. False when the place is to be come to another way.
    fn straight_on(&mut self, label: &Label, turns: &[f64], to: Point, per_mm: f64) -> bool {
        let anchor = self.ways.labels[label.anchor as usize];
        let (dx, dy) = (to.x - anchor.x, to.y - anchor.y);
        let (sin, cos) = self.facings[usize::from(label.facing)];
        let (right, forward) = (dx * cos - dy * sin, dx * sin + dy * cos);
        let kind = if right.abs() <= 1e-9 * forward {
            Kind::Advance
        } else {
            Kind::Slant
        };
        let slanting = self.question.kinds.has(StepKinds::OBLIQUE);
        let plain = anchor.plain && self.is_plain(kind);
        if !plain || right.abs() > forward * (1.0 + 1e-12) || (kind == Kind::Slant && !slanting) {
            return false;
        }
        let length = (dx * dx + dy * dy).sqrt();
        let left = self.budget - 2.0 * HAIR - anchor.worst;
        let whole = length * per_mm <= left;
        let gone = if whole { length } else { left / per_mm };
        if !whole {
            let before = (label.x - anchor.x, label.y - anchor.y);
            if gone * gone <= before.0 * before.0 + before.1 * before.1 {
                return true;
            }
        }
        let share = gone * per_mm;
        let part = gone / length;
        let (x, y) = (anchor.x + dx * part, anchor.y + dy * part);
        // On open ground it costs no less than this, so what is beaten already needs no closer look.
        let cost = Cost {
            common: anchor.common + share,
            worst: anchor.worst + share,
            ends: true,
        };
        let Some(bucket) = self.bucket_at((x, y), label.about, label.facing) else {
            return true;
        };
        if self.is_beaten(bucket, cost, turns) {
            return true;
        }
        let slant = if kind == Kind::Advance {
            0.0
        } else {
            libm::atan2(right, forward).to_degrees()
        };
        let mut next = Label {
            x,
            y,
            common: cost.common,
            worst: cost.worst,
            parent: label.anchor,
            plain: true,
            closed: !whole,
            ends: true,
            taken: Taken {
                kind,
                amount: gone,
                slant,
            },
            ..*label
        };
        let from = self.spot(&anchor);
        let there = from.shifted(dx, dy);
        let met = self.met_straight(&from, &there);
        if met != 0 {
            next.closed = false;
            next.taken.amount = length;
            (next.x, next.y) = (to.x, to.y);
            return self.closely(&anchor, next, turns, (None, met));
        }
        self.settle(bucket, next, turns, None);
        true
    }

    fn is_plain(&self, kind: Kind) -> bool {
        self.plain.steps.has(kind.step())
    }

    fn turn(&mut self, (way, label, turns): (u32, &Label, &[f64]), (spot, near): (&Spot, &Close)) {
        let Some(per_mm) = self.per_mm[Heading::Front as usize] else {
            return;
        };
        for index in 0..self.sides[usize::from(label.about)].turns.len() {
            let turn = &self.sides[usize::from(label.about)].turns[index];
            if !self.is_tried(label, turn.kind, turn.is_plain) {
                continue;
            }
            let (facing, dx, dy) = turn.to[usize::from(label.facing)];
            let to = (label.x + dx, label.y + dy);
            let next = Label {
                x: to.0,
                y: to.1,
                facing,
                parent: way,
                anchor: NONE,
                alone: self.alone(turn.kind, turn.is_plain),
                plain: label.plain && turn.is_plain,
                taken: Taken {
                    kind: turn.kind,
                    amount: self.grain.degrees,
                    slant: 0.0,
                },
                ..*label
            };
            if !near.is_nothing() {
                if self.is_known(to, (label.about, facing), label.worst) {
                    continue;
                }
                let turning = Passage {
                    from: *spot,
                    to: self.spot(&next),
                    bulge: turn.bulge,
                };
                let met = self.things.met_of(&turning, near);
                if met != 0 {
                    self.closely(label, next, turns, (Some(index), met));
                    continue;
                }
            }
            let Some(bucket) = self.bucket_at(to, label.about, facing) else {
                continue;
            };
            let mut sums = std::mem::take(&mut self.sums);
            sums.clear();
            sums.extend_from_slice(turns);
            let turn = &self.sides[usize::from(label.about)].turns[index];
            let mut cost = label.cost();
            cost.ends = true;
            charge(&mut cost, &mut sums, turn, per_mm);
            let paid = cost.worst <= self.budget + SAME;
            if paid && !self.is_beaten(bucket, cost, &sums) {
                let next = Label {
                    common: cost.common,
                    worst: cost.worst,
                    ..next
                };
                self.settle(bucket, next, &sums, None);
            }
            self.sums = sums;
        }
    }

    fn face_about(&mut self, way: u32, label: &Label, turns: &[f64]) {
        let count = self.facings.len();
        let is_plain = self.is_plain(Kind::AboutFace);
        let tried = self.is_tried(label, Kind::AboutFace, is_plain);
        // Over a friend, where it may not end, it may not after facing about either.
        if !tried || !label.ends || label.about || self.sides.len() < 2 || !count.is_multiple_of(2)
        {
            return;
        }
        let (sin, cos) = self.facings[usize::from(label.facing)];
        let (right, forward) = self.about;
        let mut next = *label;
        next.parent = way;
        next.anchor = NONE;
        next.alone = self.alone(Kind::AboutFace, is_plain);
        next.about = true;
        next.facing = ((usize::from(label.facing) + count / 2) % count) as u16;
        next.x += right * cos + forward * sin;
        next.y += forward * cos - right * sin;
        next.taken = Taken {
            kind: Kind::AboutFace,
            amount: 180.0,
            slant: 0.0,
        };
        next.common += self.about_toll;
        next.worst += self.about_toll;
        next.plain = label.plain && is_plain && self.plain.about_faces > 0;
        next.ends = true;
        let Some(bucket) = self.bucket(&next) else {
            return;
        };
        let paid = next.worst <= self.budget + SAME;
        if paid && !self.is_beaten(bucket, next.cost(), turns) {
            self.settle(bucket, next, turns, None);
        }
    }
}

/// Whether a move only takes back a part of the one before.
fn undoes(kind: Kind, before: Kind) -> bool {
    match (kind, before) {
        (Kind::Pivot(a), Kind::Pivot(b)) | (Kind::Sidestep(a), Kind::Sidestep(b)) => a != b,
        (Kind::Retire, Kind::Advance) => true,
        _ => false,
    }
}

/// Charges a turn at so many shares a millimetre: to each point its own, or the farthest to all.
pub(super) fn charge(cost: &mut Cost, sums: &mut [f64], turn: &Turn, per_mm: f64) {
    if sums.is_empty() {
        cost.common += turn.farthest * per_mm;
        cost.worst = cost.common;
        return;
    }
    let mut most = 0.0_f64;
    for (sum, way) in sums.iter_mut().zip(&turn.ways) {
        *sum += way * per_mm;
        most = greater(most, *sum);
    }
    cost.worst = cost.common + most;
}
