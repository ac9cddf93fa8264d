//! Whether the outline of an area is simple.

use super::parts::Spot;

/// What is wrong with an outline. Edges count from 1; edge `n` runs from point `n` to the next.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Flaw {
    /// An edge has no length.
    Empty(usize),
    /// Two edges cross, touch or run along each other.
    Cross(usize, usize),
}

/// The first flaw of the closed outline through `points`.
pub(super) fn flaw(points: &[Spot]) -> Option<Flaw> {
    let count = points.len();
    let edge = |index: usize| (points[index % count], points[(index + 1) % count]);
    if let Some(index) = (0..count).find(|&index| edge(index).0 == edge(index).1) {
        return Some(Flaw::Empty(index + 1));
    }
    for one in 0..count {
        for other in one + 1..count {
            let (a, b) = edge(one);
            let (c, d) = edge(other);
            let bad = if other == one + 1 {
                folds_back(a, b, d)
            } else if one == 0 && other == count - 1 {
                folds_back(c, d, b)
            } else {
                meet(a, b, c, d)
            };
            if bad {
                return Some(Flaw::Cross(one + 1, other + 1));
            }
        }
    }
    None
}

/// Whether the way `a`, `b`, `c` turns straight back at `b`.
fn folds_back(a: Spot, b: Spot, c: Spot) -> bool {
    let along = (b.0 - a.0) * (c.0 - b.0) + (b.1 - a.1) * (c.1 - b.1);
    side(a, b, c) == 0.0 && along < 0.0
}

/// Whether two edges have a point in common.
fn meet(a: Spot, b: Spot, c: Spot, d: Spot) -> bool {
    let (s1, s2) = (side(a, b, c), side(a, b, d));
    let (s3, s4) = (side(c, d, a), side(c, d, b));
    if opposite(s1, s2) && opposite(s3, s4) {
        return true;
    }
    (s1 == 0.0 && between(a, b, c))
        || (s2 == 0.0 && between(a, b, d))
        || (s3 == 0.0 && between(c, d, a))
        || (s4 == 0.0 && between(c, d, b))
}

fn opposite(one: f64, other: f64) -> bool {
    (one > 0.0 && other < 0.0) || (one < 0.0 && other > 0.0)
}

/// Which side of the line `a`-`b` point `p` lies on.
fn side(a: Spot, b: Spot, p: Spot) -> f64 {
    (b.0 - a.0) * (p.1 - a.1) - (b.1 - a.1) * (p.0 - a.0)
}

/// Whether `p`, known to be on the line `a`-`b`, lies within the edge.
fn between(a: Spot, b: Spot, p: Spot) -> bool {
    p.0 >= a.0.min(b.0) && p.0 <= a.0.max(b.0) && p.1 >= a.1.min(b.1) && p.1 <= a.1.max(b.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simple_outlines_have_no_flaw() {
        assert_eq!(flaw(&[(0.0, 0.0), (4.0, 0.0), (0.0, 3.0)]), None);
        assert_eq!(
            flaw(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, 1.0), (0.0, 4.0)]),
            None
        );
        assert_eq!(
            flaw(&[(0.0, 0.0), (2.0, 0.0), (4.0, 0.0), (4.0, 4.0)]),
            None
        );
    }

    #[test]
    fn a_bow_tie_crosses_itself() {
        let bow_tie = [(0.0, 0.0), (4.0, 4.0), (4.0, 0.0), (0.0, 4.0)];
        assert_eq!(flaw(&bow_tie), Some(Flaw::Cross(1, 3)));
    }

    #[test]
    fn spikes_and_doubled_points_are_flaws() {
        assert_eq!(
            flaw(&[(0.0, 0.0), (4.0, 0.0), (2.0, 0.0), (2.0, 3.0)]),
            Some(Flaw::Cross(1, 2))
        );
        assert_eq!(
            flaw(&[(0.0, 0.0), (0.0, 0.0), (2.0, 3.0)]),
            Some(Flaw::Empty(1))
        );
    }
}
