//! What is about a unit, nearest first.

use grognard_core::{MotionLaw, Plain, Table};
use smallvec::SmallVec;

use crate::field::Standing;
use crate::passage::{Parted, Passage};
use crate::things::{About, Of, Thing, is_nothing};

/// Pieces of terrain, by their index on the board.
pub(super) type Pieces = SmallVec<[usize; 4]>;

/// What may be met by a unit that stands where it does.
pub(super) struct Around<'a> {
    /// In the order of how far the unit may go before it meets them.
    near: Vec<(f64, Parted, Thing<'a>)>,
    /// How far everything is known, mm.
    known: f64,
    /// Pieces of terrain that cost what open table does; still stretches end at their borders.
    pub(super) harmless: Pieces,
    table: Table,
    /// How far it may go before it can leave the table.
    room: f64,
}

/// What is within some distance.
pub(super) struct Within<'a> {
    near: &'a [(f64, Parted, Thing<'a>)],
    edge: Option<Table>,
}

impl<'a> Around<'a> {
    pub(super) fn of(
        about: &About<'a>,
        standing: &Standing,
        law: &MotionLaw,
        plain: &Plain,
    ) -> Self {
        let known = farthest(law, standing);
        let whole = standing.reach.grown(known);
        let mut harmless = Pieces::new();
        let things = about.things(&whole, plain.clear, |index, is_line, has_area| {
            let kind = &about.board.terrain[index].kind;
            let nothing = is_nothing(kind, (is_line, has_area), law, plain);
            if nothing && has_area {
                harmless.push(index);
            }
            nothing
        });
        let spot = standing.start.spot();
        let stays = Passage::straight(spot, spot);
        let measured = things.into_iter().enumerate().map(|(index, thing)| {
            let parted = stays.parting(index, thing.hull);
            (parted.gap - thing.keep, parted, thing)
        });
        let mut near: Vec<_> = measured.collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0));
        let table = about.board.table;
        Self {
            near,
            known,
            harmless,
            room: spot.reach().room_in(&table),
            table,
        }
    }

    /// What a way no longer than `far` may meet; none when that is farther than is known.
    pub(super) fn within(&self, far: f64) -> Option<Within<'_>> {
        if far.is_nan() || far > self.known {
            return None;
        }
        let count = self.near.iter().take_while(|near| near.0 <= far).count();
        Some(Within {
            near: &self.near[..count],
            edge: (far >= self.room).then_some(self.table),
        })
    }
}

impl Within<'_> {
    pub(super) fn is_nothing(&self) -> bool {
        self.near.is_empty() && self.edge.is_none()
    }

    /// Adds the pieces of terrain that a passage may meet; false when it may meet anything else.
    pub(super) fn met(&self, passage: &Passage, pieces: &mut Pieces) -> bool {
        if self
            .edge
            .is_some_and(|table| !passage.reach().lies_in(&table))
        {
            return false;
        }
        for (_, parted, thing) in self.near {
            if passage.is_past(parted.n, parted.line, thing.keep)
                || passage.misses(thing.hull, thing.keep)
            {
                continue;
            }
            let Of::Ground(index) = thing.of else {
                return false;
            };
            if !pieces.contains(&index) {
                pieces.push(index);
            }
        }
        true
    }
}

/// Farther than the unit gets with what the law leaves it, mm, where turns are paid.
fn farthest(law: &MotionLaw, standing: &Standing) -> f64 {
    let fastest = law.rates.iter().map(|rate| rate.per_move.to_f64());
    let left = law.budget.to_f64() - law.spent.to_f64();
    let (min, max) = standing.reach.ends();
    let span = (max.x - min.x) + (max.y - min.y);
    left.max(0.0) * fastest.fold(0.0, f64::max) + 4.0 * span
}
