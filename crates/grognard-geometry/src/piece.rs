//! Terrain as convex parts.

use grognard_core::{Point, Shape};

use crate::hull::{Hull, Sides, left_normal};
use crate::reach_box::ReachBox;

/// One convex part of a region.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    points: Vec<Point>,
    normals: Vec<(f64, f64)>,
    seams: Vec<bool>,
    reach: ReachBox,
}

impl Part {
    pub(crate) fn hull(&self) -> Hull<'_> {
        Hull {
            points: &self.points,
            normals: &self.normals,
            seams: &self.seams,
            within: Sides::NONE,
        }
    }

    /// The same for something of which no more is known.
    pub(crate) fn unpassed(&self) -> NearPart<'_> {
        NearPart {
            part: self,
            within: Sides::NONE,
        }
    }

    /// Whether its box meets another.
    pub(crate) fn is_near(&self, reach: &ReachBox) -> bool {
        self.reach.meets(reach)
    }

    /// From points of either sense of rotation, and which of their sides are seams.
    fn new(mut points: Vec<Point>, mut seams: Vec<bool>) -> Self {
        if twice_area(&points) < 0.0 {
            points.reverse();
            seams.reverse();
            // Side `i` of the reversed list runs where side `n - 2 - i` ran.
            if !seams.is_empty() {
                seams.rotate_left(1);
            }
        }
        let next = |i: usize| points[(i + 1) % points.len()];
        let normals = (0..points.len())
            .map(|i| {
                let left = left_normal(points[i], next(i));
                (-left.0, -left.1)
            })
            .collect();
        let reach = ReachBox::about(&points);
        Self {
            points,
            normals,
            seams,
            reach,
        }
    }
}

/// A convex part, for something that moves near it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NearPart<'a> {
    pub(crate) part: &'a Part,
    /// The sides that it plainly stays within on the way.
    pub(crate) within: Sides,
}

impl<'a> NearPart<'a> {
    pub(crate) fn hull(&self) -> Hull<'a> {
        Hull {
            within: self.within,
            ..self.part.hull()
        }
    }
}

/// The ground of a terrain shape as a union of convex parts.
///
/// A line of some width is a strip with flat ends and bevelled bends; a line without width keeps
/// its stretches, each a part of two points and no inside.
#[derive(Clone, Debug, Default)]
pub(crate) struct Region {
    parts: Vec<Part>,
    /// Whether it covers ground at all.
    pub(crate) has_area: bool,
}

impl Region {
    pub(crate) fn of(shape: &Shape) -> Self {
        match shape {
            Shape::Area(points) => Self {
                parts: area(points),
                has_area: true,
            },
            Shape::Line { points, width } if *width > 0.0 => Self {
                parts: strip(points, *width / 2.0),
                has_area: true,
            },
            Shape::Line { points, .. } => {
                let parts = points.windows(2).filter(|w| w[0] != w[1]).map(|w| {
                    let n = left_normal(w[0], w[1]);
                    Part {
                        points: w.to_vec(),
                        normals: vec![n, (-n.0, -n.1)],
                        seams: Vec::new(),
                        reach: ReachBox::about(w),
                    }
                });
                Self {
                    parts: parts.collect(),
                    has_area: false,
                }
            }
        }
    }

    pub(crate) fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The parts whose boxes meet another.
    pub(crate) fn parts_near<'a, 'b>(
        &'a self,
        reach: &'b ReachBox,
    ) -> impl Iterator<Item = &'a Part> + use<'a, 'b> {
        self.parts.iter().filter(move |part| part.is_near(reach))
    }
}

/// The box about a shape.
pub(crate) fn shape_box(shape: &Shape) -> ReachBox {
    match shape {
        Shape::Area(points) => ReachBox::about(points),
        Shape::Line { points, width } => ReachBox::about(points).grown(width.max(0.0) / 2.0),
    }
}

fn twice_area(points: &[Point]) -> f64 {
    let mut sum = 0.0;
    let Some(&origin) = points.first() else {
        return 0.0;
    };
    for pair in points.windows(2) {
        sum += cross(origin, pair[0], pair[1]);
    }
    sum
}

/// Twice the signed area of the triangle; positive when it runs counter-clockwise.
pub(crate) fn cross(a: Point, b: Point, c: Point) -> f64 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

fn area(points: &[Point]) -> Vec<Part> {
    let mut ring: Vec<Point> = points.to_vec();
    ring.dedup();
    if ring.len() > 1 && ring.first() == ring.last() {
        ring.pop();
    }
    if ring.len() < 3 || ring.iter().any(|p| !p.is_finite()) {
        return Vec::new();
    }
    if is_convex(&ring) {
        let seams = Vec::new();
        return vec![Part::new(ring, seams)];
    }
    let data: Vec<[f64; 2]> = ring.iter().map(|p| [p.x, p.y]).collect();
    let mut corners: Vec<usize> = Vec::new();
    earcut::Earcut::new().earcut_slice(&data, &[], &mut corners);
    let neighbours = |i: usize, j: usize| (i + 1) % ring.len() == j || (j + 1) % ring.len() == i;
    corners
        .chunks_exact(3)
        .filter(|c| cross(ring[c[0]], ring[c[1]], ring[c[2]]) != 0.0)
        .map(|c| {
            let sides = [(c[0], c[1]), (c[1], c[2]), (c[2], c[0])];
            let seams = sides.iter().map(|&(i, j)| !neighbours(i, j)).collect();
            Part::new(c.iter().map(|&i| ring[i]).collect(), seams)
        })
        .collect()
}

fn is_convex(ring: &[Point]) -> bool {
    let n = ring.len();
    let mut sense = 0.0_f64;
    let mut turned = 0.0;
    for i in 0..n {
        let (a, b, c) = (ring[i], ring[(i + 1) % n], ring[(i + 2) % n]);
        let bend = cross(a, b, c);
        let along = (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y);
        turned += libm::atan2(bend, along);
        if bend * sense < 0.0 || (bend == 0.0 && along < 0.0) {
            return false;
        }
        if bend != 0.0 {
            sense = bend;
        }
    }
    // A ring that winds twice bends one way only and is still not convex.
    sense != 0.0 && turned.abs() < 6.5
}

fn strip(points: &[Point], half: f64) -> Vec<Part> {
    let mut line: Vec<Point> = points.iter().copied().filter(|p| p.is_finite()).collect();
    line.dedup();
    let mut parts = Vec::new();
    for (index, pair) in line.windows(2).enumerate() {
        let (a, b) = (pair[0], pair[1]);
        let n = left_normal(a, b);
        let (dx, dy) = (n.0 * half, n.1 * half);
        let ring = vec![
            a.shifted(dx, dy),
            b.shifted(dx, dy),
            b.shifted(-dx, -dy),
            a.shifted(-dx, -dy),
        ];
        let (starts, ends) = (index == 0, index + 2 == line.len());
        parts.push(Part::new(ring, vec![false, !ends, false, !starts]));
        let Some(&c) = line.get(index + 2) else {
            continue;
        };
        let m = left_normal(b, c);
        let bend = cross(a, b, c);
        if bend != 0.0 {
            // The wedge on the outer side of the bend.
            let side = if bend > 0.0 { -half } else { half };
            let wedge = vec![
                b,
                b.shifted(n.0 * side, n.1 * side),
                b.shifted(m.0 * side, m.1 * side),
            ];
            if twice_area(&wedge) != 0.0 {
                parts.push(Part::new(wedge, vec![true, false, true]));
            }
        }
    }
    parts
}
