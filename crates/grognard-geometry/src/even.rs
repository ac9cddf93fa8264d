//! Where two shares of ground are equal on a stretch on which they change smoothly.

/// How many pieces a stretch of a turn is looked at in.
const PIECES: usize = 8;

/// Halvings until two numbers of a turn cannot be told apart.
const HALVINGS: usize = 60;

/// Adds the places between `from` and `to` where two of the shares are equal, for shares that are
/// polynomials of at most the second degree there.
pub(crate) fn equal_straight(
    shares: impl Fn(f64) -> Vec<f64>,
    from: f64,
    to: f64,
    out: &mut Vec<f64>,
) {
    let step = (to - from) / 4.0;
    let [a, b, c] = [1.0, 2.0, 3.0].map(|n| shares(from + n * step));
    for i in 0..a.len() {
        for j in 0..i {
            // With t = -1, 0, 1 at the three places: d(t) = square t² + slope t + level.
            let [low, level, high] = [&a, &b, &c].map(|s| s[i] - s[j]);
            let square = (low + high) / 2.0 - level;
            let slope = (high - low) / 2.0;
            for t in roots(square, slope, level) {
                let at = from + (2.0 + t) * step;
                if at > from && at < to {
                    out.push(at);
                }
            }
        }
    }
}

/// The real roots of `a t² + b t + c`; none when it is nothing everywhere.
pub(crate) fn roots(a: f64, b: f64, c: f64) -> impl Iterator<Item = f64> {
    let wide = b * b - 4.0 * a * c;
    let q = -0.5 * (b + b.signum() * wide.max(0.0).sqrt());
    // The second form also serves when `a` is nothing or next to it.
    [q / a, c / q]
        .into_iter()
        .filter(move |t| wide >= 0.0 && t.is_finite())
}

/// Adds the places between `from` and `to` where two of the shares are equal, for shares that are
/// smooth there but of no simple form: looked for in pieces, at changes of sign and where the
/// difference is least, and closed in on by halving.
pub(crate) fn equal_turning(
    shares: impl Fn(f64) -> Vec<f64>,
    from: f64,
    to: f64,
    out: &mut Vec<f64>,
) {
    let inset = (to - from) * 1e-9;
    let (from, to) = (from + inset, to - inset);
    let place = |n: usize| from + (to - from) * n as f64 / PIECES as f64;
    let seen: Vec<Vec<f64>> = (0..=PIECES).map(|n| shares(place(n))).collect();
    for i in 0..seen[0].len() {
        for j in 0..i {
            let apart = |at: f64| {
                let here = shares(at);
                here[i] - here[j]
            };
            let d: Vec<f64> = seen.iter().map(|s| s[i] - s[j]).collect();
            for n in 1..=PIECES {
                if d[n - 1] * d[n] < 0.0 {
                    out.push(change_of_sign(apart, place(n - 1), place(n)));
                }
                let dips = n < PIECES
                    && d[n - 1] * d[n] > 0.0
                    && d[n] * d[n + 1] > 0.0
                    && d[n].abs() <= d[n - 1].abs().min(d[n + 1].abs());
                if dips {
                    let sign = d[n].signum();
                    let at = lowest(|at| sign * apart(at), place(n - 1), place(n + 1));
                    if sign * apart(at) < 0.0 {
                        out.push(change_of_sign(apart, place(n - 1), at));
                        out.push(change_of_sign(apart, at, place(n + 1)));
                    }
                }
            }
        }
    }
}

fn change_of_sign(f: impl Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    let first = f(low) < 0.0;
    for _ in 0..HALVINGS {
        let middle = (low + high) / 2.0;
        if (f(middle) < 0.0) == first {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

/// Where `f`, which falls and then rises, is least; stops early where it is below nothing.
fn lowest(f: impl Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    for _ in 0..HALVINGS {
        let third = (high - low) / 3.0;
        let (a, b) = (low + third, high - third);
        let (at_a, at_b) = (f(a), f(b));
        if at_a < 0.0 {
            return a;
        }
        if at_a < at_b {
            high = b;
        } else {
            low = a;
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::{equal_straight, equal_turning};

    fn sorted(mut list: Vec<f64>) -> Vec<f64> {
        list.sort_by(f64::total_cmp);
        list.dedup_by(|b, a| *b - *a < 1e-9);
        list
    }

    #[test]
    fn a_parabola_crosses_twice() {
        let mut out = Vec::new();
        equal_straight(|x| vec![(x - 2.0) * (x - 2.2), 0.0], 0.0, 10.0, &mut out);
        let out = sorted(out);
        assert!((out[0] - 2.0).abs() < 1e-12 && (out[1] - 2.2).abs() < 1e-12);
    }

    #[test]
    fn a_straight_difference_crosses_once_and_none_never() {
        let mut out = Vec::new();
        equal_straight(|x| vec![x, 3.0, 3.0], 0.0, 10.0, &mut out);
        assert_eq!(sorted(out), [3.0]);
    }

    #[test]
    fn a_short_change_within_a_turn_is_found() {
        let mut out = Vec::new();
        equal_turning(
            |x: f64| vec![(x.to_radians().cos() - 0.5_f64.cos()).powi(2) - 1e-8, 0.0],
            0.0,
            90.0,
            &mut out,
        );
        assert_eq!(sorted(out).len(), 2);
    }
}
