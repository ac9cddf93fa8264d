//! A formation as ranks and files: where its figures stand, and which of them are central.

use grognard_sdk::prelude::*;

/// One place in a formation. Ranks count from the front, files from the left, both from 1;
/// millimetres run right and forward from a point of the formation's own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Slot {
    pub(crate) file: u32,
    pub(crate) rank: u32,
    pub(crate) right: f64,
    pub(crate) forward: f64,
}

/// The places of a formation, rank by rank (a ring: clockwise from the front left).
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shape {
    pub(crate) slots: Vec<Slot>,
    /// How many figures stand in the front rank.
    pub(crate) frontage: u32,
    pub(crate) ranks: u32,
    pub(crate) ring: bool,
}

/// Which figures count as central.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Central {
    /// The middle of the whole block counts, not that of the front rank.
    pub(crate) block: bool,
    /// Of an even frontage above two, the left middle figure counts alone.
    pub(crate) only_two: bool,
}

impl Shape {
    /// `count` figures packed in ranks of `frontage`, `pitch` apart across and `step` apart in depth.
    /// A short last rank stands at the left, or at the right.
    pub(crate) fn packed(
        count: u32,
        frontage: u32,
        pitch: f64,
        step: f64,
        short_right: bool,
    ) -> Self {
        let frontage = frontage.clamp(1, count.max(1));
        let ranks = count.div_ceil(frontage);
        let spare = ranks * frontage - count;
        let slots = (0..count).map(|n| {
            let rank = n / frontage;
            let shift = if short_right && rank + 1 == ranks {
                spare
            } else {
                0
            };
            let file = n % frontage + shift;
            Slot {
                file: file + 1,
                rank: rank + 1,
                right: f64::from(file) * pitch,
                forward: -f64::from(rank) * step,
            }
        });
        Self {
            slots: slots.collect(),
            frontage,
            ranks,
            ring: false,
        }
    }

    /// `count` figures on the rim of a square, `pitch` apart: front face from the left, then clockwise.
    pub(crate) fn ring(count: u32, pitch: f64) -> Self {
        let side = count.div_ceil(4) + 1;
        let last = side - 1;
        let rim = (0..last)
            .map(|n| (n, 0))
            .chain((0..last).map(|n| (last, n)))
            .chain((0..last).map(|n| (last - n, last)))
            .chain((0..last).map(|n| (0, last - n)));
        let slots = rim.take(count as usize).map(|(file, rank)| Slot {
            file: file + 1,
            rank: rank + 1,
            right: f64::from(file) * pitch,
            forward: -f64::from(rank) * pitch,
        });
        Self {
            slots: slots.collect(),
            frontage: side.min(count),
            ranks: side,
            ring: true,
        }
    }

    /// Which places are central, by their index.
    pub(crate) fn centre(&self, central: Central) -> Vec<usize> {
        // A front rank that is short after an about-face may begin beyond the first file.
        let first = self
            .slots
            .iter()
            .filter(|slot| slot.rank == 1)
            .map(|slot| slot.file)
            .min();
        let shift = first.unwrap_or(1) - 1;
        let files: Vec<u32> = middles(self.frontage, central.only_two)
            .into_iter()
            .map(|file| file + shift)
            .collect();
        let ranks = if central.block && !self.ring {
            middles(self.ranks, false)
        } else {
            vec![1]
        };
        let found = self.pick(&files, &ranks);
        if found.is_empty() {
            self.pick(&files, &[1])
        } else {
            found
        }
    }

    fn pick(&self, files: &[u32], ranks: &[u32]) -> Vec<usize> {
        let inside = |slot: &Slot| files.contains(&slot.file) && ranks.contains(&slot.rank);
        (0..self.slots.len())
            .filter(|n| inside(&self.slots[*n]))
            .collect()
    }
}

/// The middle of `count`: one when it is odd, two when it is even.
fn middles(count: u32, only_two: bool) -> Vec<u32> {
    if count % 2 == 1 {
        vec![count.div_ceil(2)]
    } else if only_two && count > 2 {
        vec![count / 2]
    } else {
        vec![count / 2, count / 2 + 1]
    }
}

/// A unit as it stands: its figures in ranks and files.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    /// The places, seen from the unit's frame.
    pub(crate) shape: Shape,
    /// Which figure stands in each place.
    pub(crate) serials: Vec<u32>,
}

/// Hundredths of a micrometre are noise of turned frames.
fn settled(x: f64) -> f64 {
    (x * 1.0e5).round() / 1.0e5
}

impl Grid {
    /// Reads ranks and files off the places of a unit's bases.
    pub(crate) fn of(unit: &Unit) -> Self {
        Self::read(&unit.bases, unit.pose, unit.formation == *"square")
    }

    fn read(bases: &[Base], pose: Pose, ring: bool) -> Self {
        let (width, depth) = bases
            .first()
            .map_or((1.0, 1.0), |base| (base.rect.width, base.rect.depth));
        let seen = |base: &Base| {
            let (right, forward) = pose.local(base.rect.pose.at);
            (settled(right), settled(forward), base.serial)
        };
        let mut seen: Vec<(f64, f64, u32)> = bases.iter().map(seen).collect();
        seen.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.total_cmp(&other.0)));
        let apart = width.min(depth) / 2.0;
        let mut rows: Vec<Vec<(f64, f64, u32)>> = Vec::new();
        for figure in seen {
            match rows.last_mut() {
                Some(row) if row[0].1 - figure.1 < apart => row.push(figure),
                _ => rows.push(vec![figure]),
            }
        }
        for row in &mut rows {
            row.sort_by(|one, other| one.0.total_cmp(&other.0));
        }
        let left = rows
            .iter()
            .flatten()
            .map(|figure| figure.0)
            .fold(f64::INFINITY, f64::min);
        let pitch = rows.first().map_or(width, |row| match row.as_slice() {
            [first, .., last] => (last.0 - first.0) / (row.len() - 1) as f64,
            _ => width,
        });
        let mut slots = Vec::with_capacity(bases.len());
        let mut serials = Vec::with_capacity(bases.len());
        for (rank, row) in rows.iter().enumerate() {
            for (right, forward, serial) in row {
                let file = ((right - left) / pitch).round().clamp(0.0, 1.0e6) as u32;
                slots.push(Slot {
                    file: file + 1,
                    rank: rank as u32 + 1,
                    right: *right,
                    forward: *forward,
                });
                serials.push(*serial);
            }
        }
        let frontage = rows.first().map_or(0, Vec::len) as u32;
        let ranks = rows.len() as u32;
        Self {
            shape: Shape {
                slots,
                frontage,
                ranks,
                ring,
            },
            serials,
        }
    }

    /// The central figures.
    pub(crate) fn centre(&self, central: Central) -> Vec<u32> {
        self.shape
            .centre(central)
            .into_iter()
            .map(|index| self.serials[index])
            .collect()
    }

    /// The most files of any rank, and the number of ranks.
    pub(crate) fn extent(&self) -> (u32, u32) {
        let files = self
            .shape
            .slots
            .iter()
            .map(|slot| slot.file)
            .max()
            .unwrap_or(0);
        (files, self.shape.ranks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRONT: Central = Central {
        block: false,
        only_two: false,
    };

    fn files(shape: &Shape, central: Central) -> Vec<u32> {
        shape
            .centre(central)
            .into_iter()
            .map(|index| shape.slots[index].file)
            .collect()
    }

    #[test]
    fn an_odd_front_has_one_middle_and_an_even_one_two() {
        let packed = |count, front| Shape::packed(count, front, 20.0, 20.0, false);
        assert_eq!(files(&packed(15, 5), FRONT), [3]);
        assert_eq!(files(&packed(24, 6), FRONT), [3, 4]);
        assert_eq!(
            files(
                &packed(24, 6),
                Central {
                    only_two: true,
                    ..FRONT
                }
            ),
            [3]
        );
        assert_eq!(
            files(
                &packed(12, 2),
                Central {
                    only_two: true,
                    ..FRONT
                }
            ),
            [1, 2]
        );
        assert_eq!(
            packed(24, 6)
                .centre(Central {
                    block: true,
                    ..FRONT
                })
                .len(),
            4
        );
    }

    #[test]
    fn a_short_rank_stands_on_its_side() {
        let left = Shape::packed(11, 4, 20.0, 20.0, false);
        let right = Shape::packed(11, 4, 20.0, 20.0, true);
        assert_eq!((left.slots[8].right, right.slots[8].right), (0.0, 20.0));
        assert_eq!(left.ranks, 3);
    }

    #[test]
    fn a_ring_goes_round_clockwise() {
        let ring = Shape::ring(24, 20.0);
        assert_eq!((ring.slots.len(), ring.frontage, ring.ranks), (24, 7, 7));
        assert_eq!((ring.slots[6].right, ring.slots[6].forward), (120.0, 0.0));
        assert_eq!(
            (ring.slots[12].right, ring.slots[12].forward),
            (120.0, -120.0)
        );
        assert_eq!((ring.slots[23].right, ring.slots[23].forward), (0.0, -20.0));
        assert_eq!(Shape::ring(1, 20.0).slots.len(), 1);
    }
}
