//! Courses on open ground: turn, go straight, turn.
//!
//! Where nothing is met, a course costs what its turns do and so much for each millimetre gone straight. A first
//! turn leads to a pose (a [`Ray`](rays::Ray)); from there straight going leads to the middles of cells, which are a
//! lattice; and a last turn shifts all of the lattice by the same whole number of cells and some rest. So for every
//! pair of turns whole rows of cells are held against what was found before, and each cell keeps the cheapest.
//! Turns are a wheel, or a pivot about the centre, by whole steps of the grain; all figures may turn about before,
//! between or after. Straight going is a slant of any angle, or a slant and a step to the side, or back: whichever
//! the rates make cheapest.
//!
//! Where something is near, what is cheaper is looked at before it is kept: the way to a place of a lattice once for
//! all pairs, and a turn there step by step as far as it is asked for. Courses are made when they are asked for.
//!
//! Where turning is cheap straight going is tried in some facings only, and a pair that others beat at some places of
//! its far end is left out; so a cell may keep a course that is not the cheapest, mostly by less than half of what a
//! cell costs.

mod bends;
mod cone;
mod draw;
mod fans;
mod find;
mod free;
mod lattice;
mod rays;
mod seeds;

use grognard_core::{Course, Point};

use self::bends::Bend;
use self::cone::Cone;
use super::labels::Taken;
use super::moves::Kind;
use super::{Reached, trace};

/// East and north, or right and ahead, mm.
type Place = (f64, f64);

/// Marks the number of a fan where ways have theirs.
pub(super) const FAN: u32 = 1 << 31;

/// The places that a first and a last turn lead to, with straight going of one way between them.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Fan {
    /// The turns: the way round they begin, and which they are of those.
    lead: (usize, u32),
    tail: (usize, u32),
    /// The facing while it goes straight, and the cone.
    facing: u16,
    cone: u8,
    /// All figures turn about once it has gone straight, or between its two straight steps.
    about: bool,
    /// Where it begins, seen from the start of the course.
    apex: Place,
}

/// Courses found on open ground.
#[derive(Clone, Debug)]
pub(super) struct Open {
    start: Point,
    facings: Vec<(f64, f64)>,
    /// The turns that begin the one way round and the other.
    bends: [Vec<Bend>; 2],
    cones: Vec<Cone>,
    /// How many of the cones are gone in without turning about.
    straight: usize,
    fans: Vec<Fan>,
    /// The poses, and the cell and facing of each.
    pub(super) reached: Vec<Reached>,
    pub(super) buckets: Vec<u32>,
    /// For each cell and facing the number of its pose and one; empty when nothing is about that might be met.
    pub(super) known: Vec<u32>,
    /// The poses that something is about.
    crowded: Vec<u32>,
}

impl Open {
    /// The course to a pose.
    pub(super) fn course(&self, reached: &Reached) -> Course {
        trace::course_of(&self.steps(reached.way, reached.pose.at))
    }

    /// The steps to a place of a fan, by its number.
    pub(super) fn steps(&self, fan: u32, at: Point) -> Vec<Taken> {
        let fan = &self.fans[(fan & !FAN) as usize];
        let by = (
            at.x - self.start.x - fan.apex.0,
            at.y - self.start.y - fan.apex.1,
        );
        let facing = self.facings[usize::from(fan.facing)];
        let [first, then] = self.cones[usize::from(fan.cone)].steps(facing, by);
        let about = fan.about.then_some(Taken {
            kind: Kind::AboutFace,
            amount: 180.0,
            slant: 0.0,
        });
        let straight = if usize::from(fan.cone) < self.straight {
            [first, then, about]
        } else {
            [first, about, then]
        };
        let bend = |(way, index): (usize, u32)| self.bends[way][index as usize].steps;
        let steps = bend(fan.lead)
            .into_iter()
            .chain(straight)
            .chain(bend(fan.tail));
        steps.flatten().collect()
    }

    /// What each point has paid in turns on the way to the places of a fan.
    pub(super) fn sums<'a>(&'a self, fan: u32, paid: &'a [f64]) -> impl Iterator<Item = f64> + 'a {
        let fan = &self.fans[(fan & !FAN) as usize];
        let bend = |(way, index): (usize, u32)| &self.bends[way][index as usize].sums;
        let both = bend(fan.lead).iter().zip(bend(fan.tail));
        paid.iter().zip(both).map(|(paid, (a, b))| paid + a + b)
    }
}
