//! The least change of some numbers that makes linear conditions hold.

/// How often all conditions are gone through.
const SWEEPS: usize = 60;
/// A sweep that changes nothing by more than this is the last.
const STILL: f64 = 1e-3;

/// A condition: so much of each number, summed up, is no more than `most`.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) of: Vec<f64>,
    pub(super) most: f64,
}

/// So much of each of some numbers, summed up.
pub(super) fn sum(of: &[f64], numbers: &[f64]) -> f64 {
    of.iter().zip(numbers).map(|(a, b)| a * b).sum()
}

/// The least change that makes all conditions hold, each number's between two bounds; something near it where none does. One condition
/// after the other is met by moving straight towards it, and let go as far as others then allow (Hildreth's method).
pub(super) fn least_change(rows: &[Row], between: &[[f64; 2]]) -> Vec<f64> {
    let mut change: Vec<f64> = between
        .iter()
        .map(|[least, most]| 0.0_f64.max(*least).min(*most))
        .collect();
    let squares: Vec<f64> = rows.iter().map(|row| sum(&row.of, &row.of)).collect();
    let mut pushed = vec![0.0; rows.len()];
    // How far each number was pushed by its bounds.
    let mut held = change.clone();
    for _ in 0..SWEEPS {
        let mut moved = 0.0_f64;
        for ((row, square), pushed) in rows.iter().zip(&squares).zip(&mut pushed) {
            if *square <= 0.0 {
                continue;
            }
            let by = (sum(&row.of, &change) - row.most) / square;
            let now = (*pushed + by).max(0.0);
            let by = now - *pushed;
            if by != 0.0 {
                *pushed = now;
                for (number, of) in change.iter_mut().zip(&row.of) {
                    *number -= of * by;
                }
                moved = moved.max(by.abs() * square.sqrt());
            }
        }
        for ((number, held), [least, most]) in change.iter_mut().zip(&mut held).zip(between) {
            let free = *number - *held;
            let now = free.max(*least).min(*most);
            *held = now - free;
            moved = moved.max((now - *number).abs());
            *number = now;
        }
        if moved < STILL {
            break;
        }
    }
    change
}

/// Those of which no other asks as much in everything.
pub(super) fn undominated(rows: Vec<Row>) -> Vec<Row> {
    let mut kept: Vec<Row> = Vec::with_capacity(rows.len());
    let less =
        |a: &Row, b: &Row| a.most >= b.most && a.of.iter().zip(&b.of).all(|(a, b)| *a <= b + 1e-9);
    for row in rows {
        if !kept.iter().any(|other| less(&row, other)) {
            kept.retain(|other| !less(other, &row));
            kept.push(row);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(of: [f64; 2], most: f64) -> Row {
        Row {
            of: of.to_vec(),
            most,
        }
    }

    #[test]
    fn the_change_is_the_least() {
        let wide = [[-100.0, 100.0]; 2];
        // To be three apart at least, straight towards it.
        let found = least_change(&[row([-1.0, -1.0], -3.0)], &wide);
        assert!((found[0] - 1.5).abs() < 0.01 && (found[1] - 1.5).abs() < 0.01);
        // The first may not grow, so the other does all.
        let found = least_change(&[row([-1.0, -1.0], -3.0)], &[[-1.0, 0.0], [-9.0, 9.0]]);
        assert!(found[0].abs() < 0.01 && (found[1] - 3.0).abs() < 0.01);
        // A corner of two conditions.
        let corner = [row([1.0, 0.0], -1.0), row([1.0, 1.0], -4.0)];
        let found = least_change(&corner, &wide);
        assert!((found[0] + 2.0).abs() < 0.02 && (found[1] + 2.0).abs() < 0.02);
    }

    #[test]
    fn what_asks_less_in_everything_is_left_out() {
        let kept = undominated(vec![
            row([1.0, 1.0], 5.0),
            row([1.0, 2.0], 5.0),
            row([2.0, 1.0], 5.0),
            row([1.0, 2.0], 5.0),
        ]);
        assert_eq!(kept.len(), 2);
    }
}
