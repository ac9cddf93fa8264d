//! A rigid change of a whole situation.

use grognard_core::{Board, Course, Edge, Hand, PivotPoint, Point, Pose, Shape, Step};
use grognard_geometry::footprint;

/// A rigid change of everything: mirrored about the y axis, then turned about a point, then shifted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    pub(crate) mirror: bool,
    pub(crate) degrees: f64,
    pub(crate) by: (f64, f64),
}

impl Change {
    pub(crate) fn point(self, p: Point) -> Point {
        let p = if self.mirror {
            Point::new(-p.x, p.y)
        } else {
            p
        };
        p.turned_about(Point::new(3.0, -7.0), self.degrees)
            .shifted(self.by.0, self.by.1)
    }

    pub(crate) fn pose(self, pose: Pose) -> Pose {
        let facing = pose.facing.degrees();
        let facing = if self.mirror { -facing } else { facing };
        Pose {
            at: self.point(pose.at),
            facing: (facing + self.degrees).into(),
        }
    }

    pub(crate) fn board(self, board: &Board) -> Board {
        let mut out = board.clone();
        for unit in &mut out.units {
            unit.pose = self.pose(unit.pose);
            for base in &mut unit.bases {
                base.rect.pose = self.pose(base.rect.pose);
            }
            unit.footprint = footprint(&unit.bases).into();
        }
        for terrain in &mut out.terrain {
            let (Shape::Area(points) | Shape::Line { points, .. }) = &mut terrain.shape;
            for point in points {
                *point = self.point(*point);
            }
        }
        out.table.min = Point::new(-1e6, -1e6);
        out.table.max = Point::new(1e6, 1e6);
        out
    }

    pub(crate) fn course(self, course: &Course) -> Course {
        let flip = |hand| match (self.mirror, hand) {
            (false, hand) => hand,
            (true, Hand::Left) => Hand::Right,
            (true, Hand::Right) => Hand::Left,
        };
        let steps = course.steps.iter().map(|step| match *step {
            Step::Sidestep { hand, distance } => Step::Sidestep {
                hand: flip(hand),
                distance,
            },
            Step::Oblique {
                hand,
                angle,
                distance,
            } => Step::Oblique {
                hand: flip(hand),
                angle,
                distance,
            },
            Step::Wheel { hand, angle } => Step::Wheel {
                hand: flip(hand),
                angle,
            },
            Step::Pivot { about, angle } => {
                let about = match about {
                    PivotPoint::Front(hand) => PivotPoint::Front(flip(hand)),
                    PivotPoint::Rear(hand) => PivotPoint::Rear(flip(hand)),
                    PivotPoint::At(point) => PivotPoint::At(self.point(point)),
                    other => other,
                };
                Step::Pivot {
                    about,
                    angle: if self.mirror { -angle } else { angle },
                }
            }
            Step::To { point } => Step::To {
                point: self.point(point),
            },
            other => other,
        });
        Course {
            steps: steps.collect(),
        }
    }

    pub(crate) fn edge(self, edge: Edge) -> Edge {
        match (self.mirror, edge) {
            (true, Edge::Left) => Edge::Right,
            (true, Edge::Right) => Edge::Left,
            (_, edge) => edge,
        }
    }
}
