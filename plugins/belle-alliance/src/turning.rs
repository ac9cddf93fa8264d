//! Ground that turns: at which angle it first comes over what stands there, in closed form.

use grognard_sdk::prelude::*;

use crate::rects;

/// A turn about a point, degrees clockwise.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    pub(crate) about: Point,
    pub(crate) degrees: f64,
}

/// An angle by which the sides of two rectangles are not told apart, degrees.
const NOISE: f64 = 1.0e-9;

impl Turn {
    /// The degrees turned until `zone` comes over one of `rects` by more than `tolerance`: where it touches
    /// before it does. What the zone lies over from the start counts once it has left it and comes
    /// again. None when it comes over nothing.
    pub(crate) fn first_met(&self, zone: &Rect, rects: &[Rect], tolerance: f64) -> Option<f64> {
        let whole = self.degrees.abs().min(360.0);
        let within: Vec<&Rect> = rects
            .iter()
            .filter(|rect| self.reaches(zone, rect))
            .collect();
        if whole <= 0.0 || within.is_empty() {
            return None;
        }
        let mut angles = vec![0.0, whole];
        for rect in &within {
            for level in [0.0, tolerance] {
                self.passes(rect, zone, self.sense(), level, whole, &mut angles);
                self.passes(zone, rect, -self.sense(), level, whole, &mut angles);
            }
        }
        angles.sort_by(f64::total_cmp);
        angles.dedup_by(|one, other| *one - *other <= NOISE);
        // Between two angles at which a corner passes a side, depths do not cross a level.
        let depth = |n: usize| {
            let middle = (angles[n] + angles[n + 1]) / 2.0;
            let turned = self.turned(zone, middle);
            let depths = within.iter().map(|rect| rects::depth(&turned, rect));
            depths.fold(f64::NEG_INFINITY, f64::max)
        };
        let intervals = angles.len().saturating_sub(1);
        let clear = (0..intervals).find(|n| depth(*n) <= tolerance)?;
        let over = (clear + 1..intervals).find(|n| depth(*n) > tolerance)?;
        let touching = (clear..over).rev().take_while(|n| depth(*n) > 0.0);
        Some(angles[touching.last().unwrap_or(over)])
    }

    fn sense(&self) -> f64 {
        if self.degrees < 0.0 { -1.0 } else { 1.0 }
    }

    /// The zone after so many degrees of the turn.
    fn turned(&self, zone: &Rect, degrees: f64) -> Rect {
        Rect {
            pose: zone.pose.turned_about(self.about, degrees * self.sense()),
            ..*zone
        }
    }

    /// Whether the zone can come to a rectangle at all.
    fn reaches(&self, zone: &Rect, rect: &Rect) -> bool {
        let corners = zone.corners();
        let far = corners.iter().map(|corner| corner.distance(self.about));
        let (right, forward) = rect.pose.local(self.about);
        let across = (right.abs() - rect.width / 2.0).max(0.0);
        let along = (forward.abs() - rect.depth / 2.0).max(0.0);
        let near = across * across + along * along;
        far.fold(0.0, f64::max).powi(2) >= near
    }

    /// Adds the angles at which a corner of `mover` lies `level` inside the line of a side of `fixed`,
    /// when the mover turns in a sense.
    fn passes(
        &self,
        fixed: &Rect,
        mover: &Rect,
        sense: f64,
        level: f64,
        whole: f64,
        angles: &mut Vec<f64>,
    ) {
        for (quarter, half) in [(0.0, fixed.depth), (90.0, fixed.width)] {
            for back in [0.0, 180.0] {
                let n = fixed.pose.facing.turned(quarter + back).direction();
                let (dx, dy) = (
                    fixed.pose.at.x - self.about.x,
                    fixed.pose.at.y - self.about.y,
                );
                let limit = n.0 * dx + n.1 * dy + half / 2.0 - level;
                for corner in mover.corners() {
                    let (x, y) = (corner.x - self.about.x, corner.y - self.about.y);
                    let (cos, sin) = (n.0 * x + n.1 * y, sense * (n.0 * y - n.1 * x));
                    let rest = cos * cos + sin * sin - limit * limit;
                    if rest < 0.0 {
                        continue;
                    }
                    let top = Bearing::of_vector(sin, cos).degrees();
                    let off = Bearing::of_vector(rest.sqrt(), limit).degrees();
                    for angle in [top + off, top - off] {
                        let angle = Bearing::new(angle).degrees();
                        if angle <= whole {
                            angles.push(angle);
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOLERANCE: f64 = 0.1;

    fn square(x: f64, y: f64) -> Rect {
        Rect::new(Pose::new(x, y, 0.0), 20.0, 20.0)
    }

    fn met(zone: &Rect, degrees: f64, rect: Rect) -> Option<f64> {
        let about = Point::new(0.0, 0.0);
        Turn { about, degrees }.first_met(zone, &[rect], TOLERANCE)
    }

    /// A hand of a clock that points north.
    fn hand() -> Rect {
        Rect::new(Pose::new(0.0, 50.0, 0.0), 10.0, 100.0)
    }

    #[test]
    fn a_hand_meets_what_stands_at_its_hour() {
        // Its leading side, 5 mm from the centre's line, comes to the corner (40, 60).
        let expected = Bearing::of_vector(40.0, 60.0).degrees()
            - (5.0 / (40.0_f64.powi(2) + 60.0_f64.powi(2)).sqrt())
                .asin()
                .to_degrees();
        let clockwise = met(&hand(), 90.0, square(50.0, 50.0)).unwrap();
        assert!(
            (clockwise - expected).abs() < 1e-9,
            "{clockwise} {expected}"
        );
        let mirrored = met(&hand(), -90.0, square(-50.0, 50.0)).unwrap();
        assert!((mirrored - expected).abs() < 1e-9);
    }

    #[test]
    fn it_sweeps_past_what_stands_on_neither_end() {
        assert!(met(&hand(), 90.0, square(50.0, 50.0)).is_some());
        let end = Turn {
            about: Point::new(0.0, 0.0),
            degrees: 90.0,
        }
        .turned(&hand(), 90.0);
        assert!(rects::depth(&end, &square(50.0, 50.0)) < 0.0);
    }

    #[test]
    fn it_does_not_meet_what_is_out_of_reach_or_out_of_the_turn() {
        assert_eq!(met(&hand(), 360.0, square(90.0, 90.0)), None);
        assert_eq!(met(&hand(), 20.0, square(50.0, 50.0)), None);
        assert_eq!(met(&hand(), -90.0, square(50.0, 50.0)), None);
        assert_eq!(met(&hand(), 0.0, square(0.0, 50.0)), None);
    }

    #[test]
    fn touching_is_no_meeting() {
        // The far corners go round at the root of 10025; a wall beyond is only brushed.
        let brushed = Rect::new(Pose::new(10_025.0_f64.sqrt() + 10.0, 0.0, 0.0), 20.0, 60.0);
        assert_eq!(met(&hand(), 180.0, brushed), None);
        let nearer = Rect::new(Pose::new(10_025.0_f64.sqrt() + 9.5, 0.0, 0.0), 20.0, 60.0);
        assert!(met(&hand(), 180.0, nearer).is_some());
    }

    #[test]
    fn what_is_under_it_from_the_start_counts_when_it_comes_again() {
        assert_eq!(met(&hand(), 90.0, square(0.0, 50.0)), None);
        let again = met(&hand(), 360.0, square(0.0, 50.0)).unwrap();
        assert!((300.0..360.0).contains(&again), "{again}");
    }

    #[test]
    fn what_touches_from_the_start_stops_it_at_once() {
        assert_eq!(met(&hand(), 30.0, square(15.0, 50.0)), Some(0.0));
        assert_eq!(met(&hand(), -30.0, square(15.0, 50.0)), None);
    }

    #[test]
    fn the_angle_agrees_with_looking_step_by_step() {
        let zone = Rect::new(Pose::new(60.0, 25.0, 0.0), 120.0, 50.0);
        let turn = Turn {
            about: Point::new(0.0, 0.0),
            degrees: 200.0,
        };
        for n in 0..60 {
            let (sin, cos) = Bearing::new(f64::from(n) * 17.0).sin_cos();
            let far = 60.0 + f64::from(n);
            let rect = Rect::new(
                Pose::new(far * sin, far * cos, f64::from(n) * 7.0),
                20.0,
                30.0,
            );
            let deep = |step: i32| rects::depth(&turn.turned(&zone, f64::from(step) / 20.0), &rect);
            let clear = (0..4_000).find(|step| deep(*step) <= TOLERANCE);
            let stepped = clear.and_then(|from| (from..4_000).find(|step| deep(*step) > TOLERANCE));
            match (turn.first_met(&zone, &[rect], TOLERANCE), stepped) {
                (Some(found), Some(step)) => {
                    let stepped = f64::from(step) / 20.0;
                    assert!(
                        found <= stepped && stepped - found < 3.0,
                        "{n}: {found} {stepped}"
                    );
                    let touch = rects::depth(&turn.turned(&zone, found), &rect);
                    assert!(touch.abs() < 1e-6 || touch > 0.0, "{n}: {touch}");
                }
                (None, None) => {}
                other => panic!("{n}: {other:?}"),
            }
        }
    }
}
