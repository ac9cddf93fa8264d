//! First turns, and where straight going leads from them.

use grognard_core::Point;

use super::Place;
use super::bends::Bend;
use super::cone::Laid;
use super::free::{Ground, Stand};
use super::lattice::Lattice;
use crate::followed::greatest;

/// A pose that a first turn leads to.
pub(super) struct Ray {
    /// Which of the turns it is, and what each point has paid then.
    pub(super) lead: u32,
    pub(super) sums: Vec<f64>,
    /// What all points have paid besides.
    pub(super) toll: f64,
    /// The way round and the facing.
    pub(super) side: usize,
    pub(super) facing: usize,
    /// The place, seen from the start.
    pub(super) apex: Place,
    /// Where straight going leads.
    pub(super) going: Lattice,
    /// The same where all figures may turn about between two slants, when that leads anywhere else.
    pub(super) both_ways: Option<Lattice>,
}

impl Ray {
    /// How many places it leads to.
    pub(super) fn places(&self) -> usize {
        self.going.places()
    }

    /// How many of them something is about.
    pub(super) fn crowded(&self) -> usize {
        self.going.crowded()
    }

    /// How many columns and rows from the middle one it leads at most.
    pub(super) fn led(&self) -> i32 {
        let both = self.both_ways.as_ref().map_or(0, Lattice::led);
        self.going.led().max(both)
    }
}

/// What rays are made of.
pub(super) struct Rays<'a> {
    pub(super) ground: &'a Ground<'a>,
    pub(super) start: Point,
    pub(super) bends: &'a [Bend],
    /// The cones of every facing, and how many of them are gone in without turning about.
    pub(super) laid: &'a [Vec<Laid>],
    pub(super) straight: usize,
    pub(super) common: f64,
    pub(super) paid: &'a [f64],
    pub(super) limit: f64,
    /// The side of a cell, and how many columns and rows there are beside the middle one.
    pub(super) cells: (f64, i32),
}

impl Rays<'_> {
    /// The ray of a first turn, when it can be paid.
    pub(super) fn ray(&self, lead: u32) -> Option<Ray> {
        let bend = &self.bends[lead as usize];
        let mut sums = bend.sums.clone();
        for (sum, paid) in sums.iter_mut().zip(self.paid) {
            *sum += paid;
        }
        let toll = self.common + bend.toll;
        let left = self.limit - toll - greatest(&sums);
        if left < 0.0 {
            return None;
        }
        let laid = &self.laid[bend.by];
        let lattice = |until: usize| {
            let mut lattice = Lattice::of(bend.ends, &laid[..until], left, self.cells);
            self.mark_clear(&mut lattice, bend, until > 1);
            lattice
        };
        let both = bend.to == 0 && laid.len() > self.straight;
        Some(Ray {
            lead,
            sums,
            toll,
            side: bend.to,
            facing: bend.by,
            apex: bend.ends,
            going: lattice(self.straight),
            both_ways: both.then(|| lattice(laid.len())),
        })
    }

    /// Tells the rows of a lattice how much room there is.
    fn mark_clear(&self, lattice: &mut Lattice, bend: &Bend, two_steps: bool) {
        let middle = |at: Place| {
            self.ground.middle(Stand {
                at: (self.start.x + at.0, self.start.y + at.1),
                facing: bend.by,
                side: bend.to,
            })
        };
        let cell = self.cells.0;
        let (none, apex) = (middle((0.0, 0.0)), middle(bend.ends));
        let place = |(column, row): (i32, i32)| {
            (
                none.0 + f64::from(column) * cell,
                none.1 + f64::from(row) * cell,
            )
        };
        let room = |cell: (i32, i32)| self.ground.room.at(place(cell));
        lattice.mark(room, |row| {
            // Within the circles about the ways to both ends lie those to all places between. Two steps may be half as
            // long again as the way is.
            let ends = [row.from, row.to].map(|column| place((column, row.row)));
            if two_steps {
                let far = |end: Place| libm::hypot(end.0 - apex.0, end.1 - apex.1);
                self.ground
                    .has_room(apex, 1.5 * far(ends[0]).max(far(ends[1])))
            } else {
                ends.iter().all(|&end| self.ground.is_clear(apex, end))
            }
        });
    }
}
