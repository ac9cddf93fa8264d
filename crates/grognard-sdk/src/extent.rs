use grognard_core::{Point, Rect, Unit};

/// A circle that holds all of a unit: for putting aside what is far off before anything is measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    /// The place of the unit's frame.
    pub at: Point,
    /// No less than how far from there any part of the unit is, mm.
    pub far: f64,
}

impl Extent {
    /// That of a unit as it stands.
    pub fn of(unit: &Unit) -> Self {
        Self::about(unit.pose.at, &unit.footprint)
    }

    /// That of rectangles, about a place.
    pub fn about(at: Point, rects: &[Rect]) -> Self {
        let far = rects.iter().fold(0.0, |far, rect| {
            let part = Self::part(at, rect);
            if part > far { part } else { far }
        });
        Self { at, far }
    }

    fn part(at: Point, rect: &Rect) -> f64 {
        let middle = rect.pose.at;
        (middle.x - at.x).abs() + (middle.y - at.y).abs() + (rect.width + rect.depth) / 2.0
    }

    /// Whether two units may be within `radius` mm of each other: false only where they are farther apart.
    pub fn may_be_within(&self, radius: f64, other: &Self) -> bool {
        let reach = radius + self.far + other.far;
        let apart = |one: f64, other: f64| (one - other).abs();
        apart(self.at.x, other.at.x) <= reach && apart(self.at.y, other.at.y) <= reach
    }
}

#[cfg(test)]
mod tests {
    use grognard_core::Pose;

    use super::*;

    fn line(x: f64, facing: f64) -> (Point, Rect) {
        let pose = Pose::new(x, 0.0, facing);
        (pose.at, Rect::new(pose.offset(0.0, -10.0, 0.0), 60.0, 20.0))
    }

    fn extent((at, rect): (Point, Rect)) -> Extent {
        Extent::about(at, &[rect])
    }

    #[test]
    fn only_what_is_far_off_is_put_aside() {
        // Flank to flank, 40 mm apart.
        let one = extent(line(0.0, 0.0));
        assert!(one.may_be_within(40.0, &extent(line(100.0, 0.0))));
        assert!(!one.may_be_within(40.0, &extent(line(1_000.0, 0.0))));
        for facing in [0.0, 30.0, 90.0, 200.0] {
            let (at, rect) = line(0.0, facing);
            let Extent { far, .. } = extent((at, rect));
            for corner in rect.corners() {
                assert!(corner.distance(at) <= far, "{facing}");
            }
        }
    }
}
