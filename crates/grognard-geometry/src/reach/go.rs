//! The moves on from the end of a way.

use grognard_core::{Course, Heading, Point, StepKinds};
use smallvec::SmallVec;

use super::Judged;
use super::labels::{HAIR, Label, NONE, SAME, Taken};
use super::moves::{Kind, Straight, Turn};
use super::search::Search;

/// Straight moves shorter than this are none, mm.
const LEAST: f64 = 1e-6;

impl<F: FnMut(&Course) -> Judged> Search<'_, F> {
    pub(super) fn go_on(&mut self, way: u32, label: &Label, turns: &[f64]) {
        self.go_straight(way, label, turns);
        self.turn(way, label, turns);
        self.face_about(way, label, turns);
    }

    /// Whether a kind of move is tried from the end of a way. A kind that the ruleset is to be asked about
    /// each time stands by itself: a way that holds one goes on with no other.
    fn is_tried(&self, label: &Label, kind: Kind) -> bool {
        if !self.has_plain || (label.alone.is_none() && self.is_plain(kind)) {
            return !undoes(kind, label.taken.kind);
        }
        label
            .alone
            .map_or(label.parent == NONE, |alone| alone == kind)
    }

    /// The kind that a way holds by itself once it goes on by a move of some kind.
    fn alone(&self, kind: Kind) -> Option<Kind> {
        (self.has_plain && !self.is_plain(kind)).then_some(kind)
    }

    fn go_straight(&mut self, way: u32, label: &Label, turns: &[f64]) {
        let cell = self.grain.cell;
        let near = self.is_near(label.about, label.facing, label.x, label.y);
        for index in 0..self.straights.len() {
            let Straight { kind, slant } = self.straights[index];
            let heading = match kind {
                Kind::Sidestep(_) => Heading::Flank,
                Kind::Retire => Heading::Rear,
                _ => Heading::Front,
            };
            let Some(per_mm) = self.per_mm[heading as usize] else {
                continue;
            };
            if !self.is_tried(label, kind) {
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
            // On open table the last bit of the allowance may be a shorter move.
            let left = (self.budget - 2.0 * HAIR - label.worst) / per_mm;
            let length = if near { cell } else { cell.min(left) };
            if length <= LEAST {
                continue;
            }
            let mut next = *label;
            next.parent = way;
            next.anchor = if ahead { way } else { NONE };
            next.alone = self.alone(kind);
            next.taken = Taken {
                kind,
                amount: length,
                slant,
            };
            next.x += along.0 * length;
            next.y += along.1 * length;
            next.plain = label.plain && self.is_plain(kind);
            if near {
                self.closely(label, next, turns, None);
            } else {
                let share = length * per_mm;
                next.common += share;
                next.worst += share;
                next.closed = length < cell;
                self.settle(next, turns, false);
            }
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
        let left = (self.budget - 2.0 * HAIR - anchor.worst) / per_mm;
        let mut next = *label;
        next.parent = label.anchor;
        next.plain = true;
        let gone = length.min(left);
        if left < length {
            let before = (label.x - anchor.x, label.y - anchor.y);
            if left * left <= before.0 * before.0 + before.1 * before.1 {
                return true;
            }
            next.closed = true;
        }
        next.x = anchor.x + dx * (gone / length);
        next.y = anchor.y + dy * (gone / length);
        next.common = anchor.common + gone * per_mm;
        next.worst = anchor.worst + gone * per_mm;
        next.ends = true;
        // On open ground it costs no less than this, so what is beaten already needs no closer look.
        if self.is_beaten(&next, turns) {
            return true;
        }
        let slant = if kind == Kind::Advance {
            0.0
        } else {
            libm::atan2(right, forward).to_degrees()
        };
        next.taken = Taken {
            kind,
            amount: gone,
            slant,
        };
        if self.is_near_between(&anchor, to, length) {
            next.closed = false;
            next.taken.amount = length;
            (next.x, next.y) = (to.x, to.y);
            return self.closely(&anchor, next, turns, None);
        }
        self.settle(next, turns, false);
        true
    }

    fn is_near_between(&mut self, from: &Label, to: Point, length: f64) -> bool {
        if self.is_open(from.about, from.facing) {
            return false;
        }
        let pieces = libm::ceil(length / self.grain.cell).max(1.0) as usize;
        (0..pieces).any(|n| {
            let part = n as f64 / pieces as f64;
            let (dx, dy) = (to.x - from.x, to.y - from.y);
            self.is_near(
                from.about,
                from.facing,
                from.x + dx * part,
                from.y + dy * part,
            )
        })
    }

    fn is_plain(&self, kind: Kind) -> bool {
        self.plain.steps.has(kind.step())
    }

    fn turn(&mut self, way: u32, label: &Label, turns: &[f64]) {
        let Some(per_mm) = self.per_mm[Heading::Front as usize] else {
            return;
        };
        let near = self.is_near(label.about, label.facing, label.x, label.y);
        let count = self.facings.len() as i32;
        for index in 0..self.sides[usize::from(label.about)].turns.len() {
            let turn = &self.sides[usize::from(label.about)].turns[index];
            if !self.is_tried(label, turn.kind) {
                continue;
            }
            let facing = (i32::from(label.facing) + turn.sense).rem_euclid(count) as u16;
            let (right, forward) = turn.about;
            let place =
                |(sin, cos): (f64, f64)| (right * cos + forward * sin, forward * cos - right * sin);
            let was = place(self.facings[usize::from(label.facing)]);
            let is = place(self.facings[usize::from(facing)]);
            let mut next = *label;
            next.parent = way;
            next.anchor = NONE;
            next.alone = self.alone(turn.kind);
            next.facing = facing;
            next.x += was.0 - is.0;
            next.y += was.1 - is.1;
            next.taken = Taken {
                kind: turn.kind,
                amount: self.grain.degrees,
                slant: 0.0,
            };
            next.plain = label.plain && self.is_plain(turn.kind);
            if near {
                self.closely(label, next, turns, Some(index));
                continue;
            }
            let mut sums: SmallVec<[f64; 8]> = turns.into();
            charge(&mut next, &mut sums, turn, per_mm);
            if next.worst <= self.budget + SAME {
                self.settle(next, &sums, false);
            }
        }
    }

    fn face_about(&mut self, way: u32, label: &Label, turns: &[f64]) {
        let count = self.facings.len();
        let tried = self.is_tried(label, Kind::AboutFace);
        if !tried || label.about || self.sides.len() < 2 || !count.is_multiple_of(2) {
            return;
        }
        let (sin, cos) = self.facings[usize::from(label.facing)];
        let (right, forward) = self.about;
        let mut next = *label;
        next.parent = way;
        next.anchor = NONE;
        next.alone = self.alone(Kind::AboutFace);
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
        next.plain = label.plain && self.is_plain(Kind::AboutFace) && self.plain.about_faces > 0;
        if next.worst <= self.budget + SAME {
            self.settle(next, turns, false);
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
pub(super) fn charge(label: &mut Label, sums: &mut [f64], turn: &Turn, per_mm: f64) {
    if sums.is_empty() {
        label.common += turn.farthest * per_mm;
        label.worst = label.common;
        return;
    }
    let mut most = 0.0_f64;
    for (sum, way) in sums.iter_mut().zip(&turn.ways) {
        *sum += way * per_mm;
        most = most.max(*sum);
    }
    label.worst = label.common + most;
}
