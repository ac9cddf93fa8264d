//! The part of a unit that a law looks at to say what ground it is on: its leading edge, its whole
//! body, or the middle of its front.

use grognard_core::{Entry, Point};

use crate::even::{equal_straight, equal_turning};
use crate::hull::{Hull, Quad, Segment, Sides, dot};
use crate::outline::{
    area_on, has_hole, nodes, on_edge, outline_covered, ring_area, sides, stretch_on, total,
};
use crate::piece::NearPart;
use crate::reach_box::ReachBox;
use crate::sweep::{Around, Rule, Wave, sweep_into, turn_radians};
use crate::walk::Walked;
use crate::{Motion, Spans};

/// What stands on ground, as a step begins.
pub(crate) enum Stand<'a> {
    Edge(Segment),
    Body(&'a [Quad]),
    Point([Point; 1]),
}

impl<'a> Stand<'a> {
    pub(crate) fn of(walk: &'a Walked<'a>, entry: Entry) -> Self {
        let stage = &walk.stage;
        match entry {
            Entry::LeadingEdge => {
                let (a, b) = stage.edge(stage.leading);
                Self::Edge(Segment::between(a, b))
            }
            Entry::AnyPart => Self::Body(walk.quads),
            Entry::FrontCentre => Self::Point([stage.front_centre()]),
        }
    }

    fn each(&self, mut visit: impl FnMut(Hull<'_>)) {
        match self {
            Self::Edge(segment) => visit(segment.hull()),
            Self::Body(quads) => quads.iter().for_each(|quad| visit(quad.hull())),
            Self::Point(point) => visit(Hull {
                points: point,
                normals: &[],
                seams: &[],
                within: Sides::NONE,
            }),
        }
    }

    /// Where along the motion it is on the ground of some parts; all it sweeps lies in `reach`.
    pub(crate) fn on(&self, parts: &[NearPart<'_>], reach: &ReachBox, motion: &Motion) -> Spans {
        let mut out = Spans::none();
        let around = Around::known(reach);
        self.each(|hull| {
            for part in parts.iter().filter(|near| near.part.is_near(reach)) {
                sweep_into(hull, part.hull(), motion, Rule::Inside, around, &mut out);
            }
        });
        out.tidy();
        out
    }

    /// Adds every place where what it covers of the parts may change its nature: where one of its
    /// corners meets the line of a side, or a corner of the parts (or a place where their sides
    /// cross) meets the line of one of its sides.
    pub(crate) fn changes(
        &self,
        parts: &[Hull<'_>],
        reach: &ReachBox,
        motion: &Motion,
        out: &mut Vec<f64>,
    ) {
        let mut nodes = nodes(parts);
        nodes.retain(|node| reach.meets(&ReachBox::about(&[*node])));
        self.each(|hull| {
            for part in parts {
                for (side, (from, to)) in sides(part.points).enumerate() {
                    let line = (part.normals[side], from);
                    for &corner in hull.points {
                        let kept = out.len();
                        meets_line(corner, line, motion, 1.0, out);
                        keep_from(out, kept, |at| on_edge(motion.point(corner, at), from, to));
                    }
                }
            }
            for (side, (from, to)) in sides(hull.points).enumerate() {
                let Some(&normal) = hull.normals.get(side) else {
                    continue;
                };
                for &node in &nodes {
                    let kept = out.len();
                    meets_line(node, (normal, from), motion, -1.0, out);
                    keep_from(out, kept, |at| {
                        on_edge(node, motion.point(from, at), motion.point(to, at))
                    });
                }
            }
        });
    }

    /// Whether the parts cover all of it, `at` into the step. A body is covered when its outline
    /// is and the parts leave no hole within it.
    pub(crate) fn covered(&self, parts: &[Hull<'_>], motion: &Motion, at: f64) -> bool {
        let mut whole = true;
        self.each(|hull| {
            let moved: Vec<Point> = hull.points.iter().map(|&p| motion.point(p, at)).collect();
            whole = whole && outline_covered(&moved, parts) && !has_hole(&moved, parts);
        });
        whole
    }

    /// How much of it lies on each group of parts, `at` into the step, and last how much on none:
    /// millimetres of an edge, square millimetres of a body.
    pub(crate) fn shares(&self, groups: &[Vec<Hull<'_>>], motion: &Motion, at: f64) -> Vec<f64> {
        let mut out = vec![0.0; groups.len() + 1];
        self.each(|hull| {
            let moved: Vec<Point> = hull.points.iter().map(|&p| motion.point(p, at)).collect();
            if let [a, b] = moved[..] {
                let length = a.distance(b);
                let mut all = Spans::none();
                for (share, parts) in out.iter_mut().zip(groups) {
                    let on = stretch_on(a, b, parts);
                    *share += length * total(&on);
                    all.unite(&on);
                }
                out[groups.len()] += length * (1.0 - total(&all));
            } else {
                for (share, parts) in out.iter_mut().zip(groups) {
                    *share += area_on(&moved, parts);
                }
                let all = area_on(&moved, &groups.concat());
                out[groups.len()] += ring_area(&moved) - all;
            }
        });
        out
    }

    /// Adds the places where two shares are equal, so where the greatest may go from one group to
    /// another. `places` are in order and hold every place where the shares change their nature.
    ///
    /// Between those places the shares of a body or an edge that goes straight are polynomials of
    /// at most the second degree, so where two are equal is solved. Those of one that turns have no
    /// such form and are closed in on, see [`equal_turning`].
    pub(crate) fn even_places(
        &self,
        groups: &[Vec<Hull<'_>>],
        motion: &Motion,
        places: &mut Vec<f64>,
    ) {
        if let (Self::Edge(edge), &Motion::Turn { about, degrees }) = (self, motion) {
            turning_places(edge, &groups.concat(), about, degrees, places);
            places.sort_by(f64::total_cmp);
        }
        let shares = |at: f64| self.shares(groups, motion, at);
        let mut found = Vec::new();
        for pair in places.windows(2) {
            if let Motion::Turn { .. } = motion {
                equal_turning(shares, pair[0], pair[1], &mut found);
            } else {
                equal_straight(shares, pair[0], pair[1], &mut found);
            }
        }
        places.extend(found);
    }
}

/// Adds the places where a turning edge is square or level to a side of the parts, where one of its
/// ends is farthest over, and where its middle meets the line of a side.
fn turning_places(
    edge: &Segment,
    parts: &[Hull<'_>],
    about: Point,
    degrees: f64,
    out: &mut Vec<f64>,
) {
    let (all, sense) = turn_radians(degrees);
    let [a, b] = edge.points;
    let middle = Point::new((a.x + b.x) / 2.0, (a.y + b.y) / 2.0);
    let from = out.len();
    for part in parts {
        for (&n, &p) in part.normals.iter().zip(part.points) {
            let along = Wave::of(n, b, a, sense);
            along.extremes(all, out);
            along.at(0.0, all, out);
            for end in [a, b] {
                Wave::of(n, end, about, sense).extremes(all, out);
            }
            Wave::of(n, middle, about, sense).at(dot(n, p) - dot(n, about), all, out);
        }
    }
    for angle in &mut out[from..] {
        *angle = angle.to_degrees();
    }
}

/// Adds the places where `point` meets a line, given by its normal and a point of it; `sense` 1 when the point
/// moves, -1 when the line does.
fn meets_line(
    point: Point,
    (n, p): ((f64, f64), Point),
    motion: &Motion,
    sense: f64,
    out: &mut Vec<f64>,
) {
    match *motion {
        Motion::Stay => {}
        Motion::Straight { along, length } => {
            let slope = sense * (n.0 * along.0 + n.1 * along.1);
            let at = (dot(n, p) - dot(n, point)) / slope;
            if at > 0.0 && at < length {
                out.push(at);
            }
        }
        Motion::Turn { about, degrees } => {
            let (all, turning) = turn_radians(degrees);
            let from = out.len();
            let limit = dot(n, p) - dot(n, about);
            Wave::of(n, point, about, sense * turning).at(limit, all, out);
            for angle in &mut out[from..] {
                *angle = angle.to_degrees();
            }
        }
    }
}

/// Drops the numbers from index `start` on that `holds` denies.
fn keep_from(list: &mut Vec<f64>, start: usize, holds: impl Fn(f64) -> bool) {
    let mut kept = start;
    for index in start..list.len() {
        if holds(list[index]) {
            list[kept] = list[index];
            kept += 1;
        }
    }
    list.truncate(kept);
}
