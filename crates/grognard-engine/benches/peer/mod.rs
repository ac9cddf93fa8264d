//! The same questions put to well-kept libraries, for comparison: footprints are polygons of `geo`, what is near
//! is found by `rstar`, ways by `pathfinding`. Moves are tried at places along them and only other units are in
//! the way. The peer knows no rates, budget, clauses or ledger and gives no orders.

pub(crate) mod ways;

use geo::{BoundingRect, ConvexHull, Intersects, LineString, MultiPolygon, Polygon};
use grognard_core::{Board, Hand, Point, Pose, Rect, Shape};
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};

/// What a footprint is smaller by all round, mm, so that a touch is no overlap.
const TOLERANCE: f64 = 0.1;

/// One unit among all else on a table.
pub(crate) struct Peer {
    start: Pose,
    /// Bases in the unit's own frame: right, ahead, degrees, width, depth.
    bases: Vec<(f64, f64, f64, f64, f64)>,
    /// Half the front, mm.
    half: f64,
    /// Other units, then terrain.
    shapes: Vec<Polygon>,
    units: usize,
    tree: RTree<GeomWithData<Rectangle<[f64; 2]>, usize>>,
}

impl Peer {
    pub(crate) fn of(board: &Board, unit: &str) -> Self {
        let subject = board.unit(unit).expect("a unit");
        let locals = subject.pose.locals();
        let base = |rect: &Rect| {
            let (right, ahead) = locals(rect.pose.at);
            let turned = rect.pose.facing.degrees() - subject.pose.facing.degrees();
            let inner = |extent: f64| extent - 2.0 * TOLERANCE;
            (right, ahead, turned, inner(rect.width), inner(rect.depth))
        };
        let bases: Vec<_> = subject.bases.iter().map(|one| base(&one.rect)).collect();
        let reach = bases
            .iter()
            .map(|&(right, .., width, _)| right.abs() + width / 2.0);
        let half = reach.fold(0.0, f64::max);
        let others = board.units.iter().filter(|other| other.id != subject.id);
        let mut shapes: Vec<Polygon> = others
            .flat_map(|other| other.bases.iter().map(|base| polygon(&base.rect.corners())))
            .collect();
        let units = shapes.len();
        for piece in &board.terrain {
            if let Shape::Area(points) = &piece.shape {
                shapes.push(polygon(points));
            }
        }
        let boxes = shapes
            .iter()
            .enumerate()
            .map(|(index, shape)| GeomWithData::new(boxed(shape), index));
        let tree = RTree::bulk_load(boxes.collect());
        Self {
            start: subject.pose,
            bases,
            half,
            shapes,
            units,
            tree,
        }
    }

    fn ground(&self, pose: Pose) -> impl Iterator<Item = Polygon> {
        self.bases
            .iter()
            .map(move |&(right, ahead, turned, width, depth)| {
                polygon(&Rect::new(pose.offset(right, ahead, turned), width, depth).corners())
            })
    }

    fn met<'a>(&'a self, area: &'a Polygon) -> impl Iterator<Item = usize> + 'a {
        let near = self.tree.locate_in_envelope_intersecting(envelope(area));
        near.map(|one| one.data)
            .filter(|&index| self.shapes[index].intersects(area))
    }

    fn corner(&self, pose: Pose, hand: Hand) -> Point {
        let front = self
            .bases
            .iter()
            .map(|&(_, ahead, .., depth)| ahead + depth / 2.0);
        let front = front.fold(f64::NEG_INFINITY, f64::max);
        pose.point(
            if hand == Hand::Left {
                -self.half
            } else {
                self.half
            },
            front,
        )
    }

    fn ahead(pose: Pose, distance: f64) -> Pose {
        pose.offset(0.0, distance, 0.0)
    }

    /// Ahead, a wheel to the left, ahead: what the ground swept meets. Small turns stand for the wheel.
    pub(crate) fn march(&self, first: f64, degrees: f64, second: f64) -> usize {
        let mut at = self.start;
        let mut met = 0;
        let mut go = |to: Pose| {
            for (before, after) in self.ground(at).zip(self.ground(to)) {
                met += self
                    .met(&MultiPolygon::new(vec![before, after]).convex_hull())
                    .count();
            }
            at = to;
            at
        };
        let mut now = go(Self::ahead(self.start, first));
        let corner = self.corner(now, Hand::Left);
        let pieces = degrees.ceil().max(1.0);
        for _ in 0..pieces as usize {
            now = go(now.turned_about(corner, -degrees / pieces));
        }
        go(Self::ahead(now, second));
        met
    }
}

fn polygon(points: &[Point]) -> Polygon {
    Polygon::new(
        points.iter().map(|at| (at.x, at.y)).collect::<LineString>(),
        Vec::new(),
    )
}

fn envelope(area: &Polygon) -> AABB<[f64; 2]> {
    let bounds = area.bounding_rect().expect("it has points");
    AABB::from_corners(bounds.min().into(), bounds.max().into())
}

fn boxed(area: &Polygon) -> Rectangle<[f64; 2]> {
    Rectangle::from_aabb(envelope(area))
}
