//! What lies before a unit's front (S3-11, reading `front-zone`).

use grognard_sdk::prelude::*;

/// The front of a unit in some pose: its frame and half its front edge.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Front {
    /// The frame: middle of the front edge and facing.
    pub pose: Pose,
    /// Half the width of the front edge, mm.
    pub half: f64,
}

impl Front {
    /// Whether some part of `body` lies before the front: ahead of the line of the front edge, or
    /// between the two lines at 45 degrees from its corners.
    pub(crate) fn faces(self, body: &[Rect], quarter: bool) -> bool {
        body.iter().any(|rect| {
            let mut shape: Vec<(f64, f64)> = rect
                .corners()
                .into_iter()
                .map(|corner| self.pose.local(corner))
                .collect();
            // A hair's breadth ahead counts as none: sides that touch the line lie beside it.
            shape = clip(&shape, |(_, forward)| forward - 1e-6);
            if quarter {
                shape = clip(&shape, |(right, forward)| forward + self.half - right);
                shape = clip(&shape, |(right, forward)| forward + self.half + right);
            }
            !shape.is_empty()
        })
    }
}

/// The part of a convex shape where `height` is not negative; `height` is linear.
fn clip(shape: &[(f64, f64)], height: impl Fn((f64, f64)) -> f64) -> Vec<(f64, f64)> {
    let mut kept = Vec::with_capacity(shape.len() + 1);
    for (index, &here) in shape.iter().enumerate() {
        let next = shape[(index + 1) % shape.len()];
        let (a, b) = (height(here), height(next));
        if a >= 0.0 {
            kept.push(here);
        }
        if (a >= 0.0) != (b >= 0.0) {
            let t = a / (a - b);
            kept.push((
                here.0 + (next.0 - here.0) * t,
                here.1 + (next.1 - here.1) * t,
            ));
        }
    }
    kept
}

/// Half the width of the front edge that `bases` give a unit in the frame `pose`.
pub(crate) fn half_front(unit: &Unit, bases: &[Pose], pose: Pose) -> f64 {
    bases
        .iter()
        .zip(unit.bases.iter())
        .flat_map(|(at, base)| {
            Rect {
                pose: *at,
                ..base.rect
            }
            .corners()
        })
        .map(|corner| pose.local(corner).0.abs())
        .fold(0.0, f64::max)
}

/// The ground that the bases of `unit` cover in other poses.
pub(crate) fn rects(unit: &Unit, bases: &[Pose]) -> Vec<Rect> {
    bases
        .iter()
        .zip(unit.bases.iter())
        .map(|(pose, b)| Rect {
            pose: *pose,
            ..b.rect
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: f64, y: f64) -> [Rect; 1] {
        [Rect::new(Pose::new(x, y, 0.0), 20.0, 20.0)]
    }

    #[test]
    fn half_plane_and_quarter_differ_far_to_a_side() {
        let front = Front {
            pose: Pose::new(0.0, 0.0, 0.0),
            half: 50.0,
        };
        assert!(front.faces(&at(0.0, 100.0), true));
        assert!(front.faces(&at(400.0, 50.0), false));
        assert!(!front.faces(&at(400.0, 50.0), true));
        assert!(!front.faces(&at(0.0, -100.0), false));
    }

    #[test]
    fn the_front_follows_the_facing() {
        let front = Front {
            pose: Pose::new(0.0, 0.0, 180.0),
            half: 50.0,
        };
        assert!(front.faces(&at(0.0, -100.0), true));
        assert!(!front.faces(&at(0.0, 100.0), false));
    }
}
