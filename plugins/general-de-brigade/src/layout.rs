//! Where the bases of a unit stand in each formation.

use grognard_sdk::prelude::*;

use crate::GeneralDeBrigade;
use crate::troops::Form;

impl GeneralDeBrigade {
    /// The places of the bases of `unit` in `form`. In line, a base left behind stands behind the
    /// middle of the others (S2-26).
    pub(crate) fn places(&self, unit: &Unit, form: Form) -> Layout {
        let behind = if form == Form::Line {
            behind(unit)
        } else {
            None
        };
        self.places_with(unit, form, behind)
    }

    /// The same, with the base of index `behind` left behind a line.
    pub(crate) fn places_with(&self, unit: &Unit, form: Form, behind: Option<usize>) -> Layout {
        let count = unit.bases.len();
        let Some(first) = unit.bases.first() else {
            return Layout::default();
        };
        let (width, depth) = (first.rect.width, first.rect.depth);
        let bases = &self.numbers.bases;
        let files = |num: &crate::cell::Num| num.or_zero().num().clamp(1, 1000) as usize;
        let grid = |files| layouts::grid(count, files, width, depth);
        match form {
            Form::Line | Form::Unlimbered => match behind {
                Some(left) if count > 1 => short_line(count, left, width, depth),
                _ => grid(count),
            },
            Form::NarrowLine => grid(count.div_ceil(2)),
            Form::CompanyColumn | Form::Limbered => grid(files(&bases.company)),
            Form::DivisionColumn => grid(files(&bases.division)),
            Form::ClosedColumn => grid(files(&bases.closed)),
            Form::HalfSquadronColumn => grid(files(&bases.half_squadron)),
            Form::SquadronColumn => grid(files(&bases.squadron)),
            Form::Skirmish => {
                let pitch = width * bases.spread.or_zero().to_f64().max(1.0);
                layouts::spaced(count, count, width, depth, pitch, depth)
            }
            Form::BattalionSquare | Form::RegimentSquare => square(count, width, depth),
        }
    }
}

/// The index of the base left behind a line.
pub(crate) fn behind(unit: &Unit) -> Option<usize> {
    if unit.conditions.is_empty() {
        return None;
    }
    let serial = unit.conditions.int("base-behind")?;
    unit.bases
        .iter()
        .position(|base| i64::from(base.serial) == serial)
}

/// A line of all bases but one, which stands behind the middle.
fn short_line(count: usize, left: usize, width: f64, depth: f64) -> Layout {
    let front = layouts::grid(count - 1, count - 1, width, depth);
    let mut places: Vec<Placement> = front.places.to_vec();
    let rear = Placement {
        right: 0.0,
        forward: -(depth + depth / 2.0),
        turn: 0.0,
    };
    places.insert(left.min(places.len()), rear);
    Layout {
        places: places.into(),
    }
}

/// A hollow square facing out on four sides; bases go to front, right, rear and left in turn.
fn square(count: usize, width: f64, depth: f64) -> Layout {
    if count < 4 {
        return layouts::grid(count, count.div_ceil(2), width, depth);
    }
    // What four equal sides leave over goes where the square stays the same on both hands.
    let (each, over) = (count / 4, count % 4);
    let front = each + usize::from(over > 0);
    let rear = each + usize::from(over == 2);
    let (right, left) = (each + usize::from(over == 3), each + usize::from(over == 3));
    let across = (front.max(rear) as f64 * width).max(2.0 * depth);
    let along = right.max(left) as f64 * width;
    let row = |n: usize, of: usize| (n as f64 + 0.5 - of as f64 / 2.0) * width;
    let mut places = Vec::with_capacity(count);
    for n in 0..front {
        places.push(Placement {
            right: row(n, front),
            forward: -depth / 2.0,
            turn: 0.0,
        });
    }
    for n in 0..right {
        let forward = -(depth + along / 2.0) - row(n, right);
        places.push(Placement {
            right: across / 2.0 - depth / 2.0,
            forward,
            turn: 90.0,
        });
    }
    for n in 0..rear {
        let forward = -(depth + along + depth / 2.0);
        places.push(Placement {
            right: -row(n, rear),
            forward,
            turn: 180.0,
        });
    }
    for n in 0..left {
        let forward = -(depth + along / 2.0) + row(n, left);
        places.push(Placement {
            right: -(across / 2.0 - depth / 2.0),
            forward,
            turn: 270.0,
        });
    }
    Layout {
        places: places.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_of_six_stands_on_four_sides_without_overlap() {
        let layout = square(6, 40.0, 30.0);
        let turns: Vec<f64> = layout.places.iter().map(|place| place.turn).collect();
        assert_eq!(turns, [0.0, 0.0, 90.0, 180.0, 180.0, 270.0]);
        let front = layout
            .places
            .iter()
            .map(|p| p.forward)
            .fold(f64::MIN, f64::max);
        assert_eq!(front, -15.0);
    }

    #[test]
    fn a_base_left_behind_keeps_its_index() {
        let layout = short_line(6, 5, 40.0, 30.0);
        assert_eq!(layout.places.len(), 6);
        assert_eq!(layout.places[5].forward, -45.0);
        assert_eq!(layout.places[0].right, -80.0);
    }
}
