//! Which courses on open ground meet nothing.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

use grognard_core::Point;

use super::Place;
use super::bends::turned;
use crate::passage::{Passage, Spot};
use crate::reach::cells::Cells;
use crate::reach::near::Things;
use crate::reach::search::Side;

/// How much room there is about each cell: how many cells away the nearest is that has something about it, along
/// the rows or the columns, whichever is more. Beyond the cells anything may be.
pub(super) struct Room {
    cells: Cells,
    wide: usize,
    room: Vec<u16>,
    /// Whether nothing is anywhere.
    endless: bool,
}

impl Room {
    pub(super) fn of(is_crowded: impl Fn(usize) -> bool, cells: &Cells) -> Self {
        let count = cells.count;
        // A rim where there is none saves asking whether a cell has one beside it.
        let wide = count + 2;
        let mut room = vec![0; wide * wide];
        let mut endless = true;
        for (row, line) in room.chunks_exact_mut(wide).skip(1).take(count).enumerate() {
            for (column, room) in line[1..=count].iter_mut().enumerate() {
                let free = !is_crowded(row * count + column);
                *room = if free { u16::MAX - 1 } else { 0 };
                endless &= free;
            }
        }
        let inner = || (1..=count).map(|row| row * wide);
        for start in inner() {
            let (before, line) = room.split_at_mut(start);
            let before = &before[start - wide..];
            let mut last = 0;
            for column in 1..=count {
                let beside = before[column - 1]
                    .min(before[column])
                    .min(before[column + 1]);
                last = line[column].min(beside.min(last) + 1);
                line[column] = last;
            }
        }
        for start in inner().rev() {
            let (line, behind) = room.split_at_mut(start + wide);
            let line = &mut line[start..];
            let mut last = 0;
            for column in (1..=count).rev() {
                let beside = behind[column - 1]
                    .min(behind[column])
                    .min(behind[column + 1]);
                last = line[column].min(beside.min(last) + 1);
                line[column] = last;
            }
        }
        Self {
            cells: *cells,
            wide,
            room,
            endless,
        }
    }

    /// The room about a place.
    #[inline]
    pub(super) fn at(&self, place: Place) -> u16 {
        if self.endless {
            return u16::MAX;
        }
        self.cells.column_and_row(place).map_or(0, |(column, row)| {
            self.room[(row + 1) * self.wide + column + 1]
        })
    }

    /// The room that what goes no farther than `out` from a place needs.
    pub(super) fn wanted(&self, out: f64) -> u16 {
        if out > 0.0 {
            (out / self.cells.side) as u16 + 2
        } else {
            1
        }
    }
}

/// How a unit stands on its way.
#[derive(Clone, Copy)]
pub(super) struct Stand {
    /// Where its frame is on the table.
    pub(super) at: Place,
    pub(super) facing: usize,
    pub(super) side: usize,
}

/// What there is to be met.
pub(super) struct Ground<'a> {
    pub(super) things: &'a Things<'a>,
    pub(super) cells: &'a Cells,
    pub(super) sides: &'a [Side],
    pub(super) facings: &'a [(f64, f64)],
    pub(super) room: Room,
}

impl Ground<'_> {
    /// The middle of the unit's box.
    pub(super) fn middle(&self, stand: Stand) -> Place {
        let middle = self.sides[stand.side].body.middle();
        let by = turned(middle, self.facings[stand.facing]);
        (stand.at.0 + by.0, stand.at.1 + by.1)
    }

    fn spot(&self, stand: Stand) -> Spot {
        let bounds = &self.sides[stand.side].body.bounds;
        let at = Point::new(stand.at.0, stand.at.1);
        Spot::of(bounds, at, self.facings[stand.facing])
    }

    /// Whether nothing is about any place within the circle about two.
    pub(super) fn is_clear(&self, a: Place, b: Place) -> bool {
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let half = (dx * dx + dy * dy).sqrt() / 2.0;
        self.has_room(((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0), half)
    }

    /// Whether nothing is about what goes no farther than `out` from a place.
    pub(super) fn has_room(&self, at: Place, out: f64) -> bool {
        self.room.at(at) >= self.room.wanted(out)
    }

    /// Whether going straight meets nothing, first so far and then so far.
    pub(super) fn goes_freely(&self, from: Stand, legs: [Place; 2]) -> bool {
        let middle = self.middle(from);
        let length = |leg: Place| (leg.0 * leg.0 + leg.1 * leg.1).sqrt();
        let clear = if legs[1] == (0.0, 0.0) {
            self.is_clear(middle, (middle.0 + legs[0].0, middle.1 + legs[0].1))
        } else {
            self.has_room(middle, length(legs[0]) + length(legs[1]))
        };
        if clear {
            return true;
        }
        let mut at = self.spot(from);
        legs.into_iter()
            .filter(|leg| *leg != (0.0, 0.0))
            .all(|leg| {
                let to = at.shifted(leg.0, leg.1);
                let free = self.things.met_between(self.cells, &at, &to) == 0;
                at = to;
                free
            })
    }

    /// Whether the `step`th step of the turn with a number, counted from none, meets nothing, when the turn begins
    /// with a stand.
    fn turns_freely(&self, from: Stand, turn: usize, step: usize) -> bool {
        let turn = &self.sides[from.side].turns[turn];
        let hinge = turned(turn.about, self.facings[from.facing]);
        let hinge = (from.at.0 + hinge.0, from.at.1 + hinge.1);
        let count = self.facings.len();
        let after = |steps: usize| {
            let facing = match turn.sense {
                1 => (from.facing + steps) % count,
                _ => (from.facing + count - steps) % count,
            };
            let by = turned(turn.about, self.facings[facing]);
            Stand {
                at: (hinge.0 - by.0, hinge.1 - by.1),
                facing,
                side: from.side,
            }
        };
        let before = after(step);
        let middle = self.middle(before);
        let about = self.things.about(self.cells.of(middle.0, middle.1));
        about == 0 || {
            let passage = Passage {
                from: self.spot(before),
                to: self.spot(after(step + 1)),
                bulge: turn.bulge,
            };
            self.things.met(&passage, about) == 0
        }
    }

    /// Whether so many steps of a turn meet nothing that takes the middle of the box no farther than `out`.
    pub(super) fn turns(&self, from: Stand, (turn, steps): (u8, u8), out: f64) -> bool {
        steps == 0
            || self.has_room(self.middle(from), out)
            || (0..usize::from(steps)).all(|step| self.turns_freely(from, usize::from(turn), step))
    }
}

/// Turns that a unit may make at one place: of either way round.
const TURNS: usize = 8;

/// How far turns were found free that begin in the middles of cells, with one facing.
#[derive(Default)]
pub(super) struct Turned {
    /// For each cell and turn how many steps are free; [`BARRED`] besides when the next is not.
    free: OnceLock<Vec<AtomicU8>>,
}

/// Set when no more steps are free.
const BARRED: u8 = 1 << 7;

impl Turned {
    /// Whether a turn by so many steps meets nothing, of those of a way round; `from` is the stand it begins with in the
    /// middle of the cell with a number, of so many.
    pub(super) fn is_free(
        &self,
        ground: &Ground<'_>,
        (from, about): (Stand, bool),
        (cell, count): (usize, usize),
        (turn, steps): (u8, u8),
    ) -> bool {
        let all = self.free.get_or_init(|| {
            let mut all = Vec::new();
            all.resize_with(count * TURNS, AtomicU8::default);
            all
        });
        let known = &all[cell * TURNS + usize::from(about) * TURNS / 2 + usize::from(turn)];
        let now = known.load(Ordering::Relaxed);
        let mut free = now & !BARRED;
        if free >= steps || now & BARRED != 0 {
            return free >= steps;
        }
        while free < steps && ground.turns_freely(from, usize::from(turn), usize::from(free)) {
            free += 1;
        }
        let barred = if free < steps { BARRED } else { 0 };
        known.store(free | barred, Ordering::Relaxed);
        free >= steps
    }
}

#[cfg(test)]
mod tests {
    use grognard_core::Point;

    use super::Room;
    use crate::reach::cells::Cells;

    #[test]
    fn the_room_about_a_place_is_how_many_cells_are_free() {
        let cells = Cells::about(Point::new(0.0, 0.0), 30.0, 10.0);
        assert_eq!(cells.count, 7);
        let room = Room::of(|cell| cell == 3 * 7 + 5, &cells);
        // Two columns east of the middle.
        assert_eq!(room.at((20.0, 0.0)), 0);
        assert_eq!(room.at((0.0, 0.0)), 2);
        assert_eq!(room.at((0.0, 10.0)), 2);
        // Beyond the cells anything may be.
        assert_eq!(room.at((-30.0, 0.0)), 1);
        assert_eq!(room.at((-40.0, 0.0)), 0);
        assert_eq!(Room::of(|_| false, &cells).at((-40.0, 0.0)), u16::MAX);
    }

    #[test]
    fn what_goes_less_than_a_cell_needs_room_for_one_more() {
        let cells = Cells::about(Point::new(0.0, 0.0), 30.0, 10.0);
        let room = Room::of(|_| false, &cells);
        assert_eq!(
            [0.0, 3.0, 10.0, 25.0].map(|out| room.wanted(out)),
            [1, 2, 3, 4]
        );
    }
}
