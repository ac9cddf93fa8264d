//! The closed forms against many still pictures of the same motion. Sampling is for testing only.

mod board;

use board::{approach, area, block, empty, law, least_gap, piece, survey, terrain_under};
use grognard_core::{
    Board, Course, Hand, Id, Length, PivotPoint, Point, Pose, RVec, Ratio, Rect, Shape, Unit,
};
use grognard_geometry::{
    Motion, Spans, gap, motions, overlap_depth, overlapping, touching, touching_shape,
};
use proptest::prelude::*;

const SAMPLES: usize = 240;

fn rects() -> impl Strategy<Value = Vec<Rect>> {
    let rect = (
        -100.0..100.0,
        -100.0..100.0,
        0.0..360.0,
        1.0..60.0,
        1.0..60.0,
    )
        .prop_map(|(x, y, a, w, d)| Rect::new(Pose::new(x, y, a), w, d));
    prop::collection::vec(rect, 1..4)
}

fn motion() -> impl Strategy<Value = Motion> {
    let straight =
        (0.0..std::f64::consts::TAU, 0.0..300.0).prop_map(|(a, length)| Motion::Straight {
            along: (a.sin(), a.cos()),
            length,
        });
    let turn =
        (-150.0..150.0, -150.0..150.0, -700.0..700.0).prop_map(|(x, y, degrees)| Motion::Turn {
            about: Point::new(x, y),
            degrees,
        });
    prop_oneof![straight, turn]
}

fn shape() -> impl Strategy<Value = Shape> {
    // A star about a centre is simple whatever its radii are.
    let star = (
        -60.0..60.0,
        -60.0..60.0,
        prop::collection::vec(8.0..80.0_f64, 3..9),
    )
        .prop_map(|(x, y, radii)| {
            let n = radii.len() as f64;
            let ring: RVec<Point> = radii
                .iter()
                .enumerate()
                .map(|(i, r)| {
                    let angle = std::f64::consts::TAU * i as f64 / n;
                    Point::new(x + r * angle.cos(), y + r * angle.sin())
                })
                .collect();
            Shape::Area(ring)
        });
    let point = (-150.0..150.0, -150.0..150.0).prop_map(|(x, y)| Point::new(x, y));
    let line = (
        prop::collection::vec(point, 2..5),
        prop_oneof![Just(0.0), 1.0..40.0],
    )
        .prop_map(|(points, width)| Shape::Line {
            points: points.into(),
            width,
        });
    prop_oneof![star, line]
}

fn at(rects: &[Rect], motion: &Motion, amount: f64) -> Vec<Rect> {
    rects
        .iter()
        .map(|r| Rect {
            pose: motion.pose(r.pose, amount),
            ..*r
        })
        .collect()
}

fn places(motion: &Motion) -> impl Iterator<Item = f64> + '_ {
    (0..=SAMPLES).map(|i| motion.extent() * i as f64 / SAMPLES as f64)
}

/// Whether `spans` holds the place, or misses it by no more than `slack`.
fn holds(spans: &Spans, place: f64, slack: f64) -> bool {
    spans
        .as_slice()
        .iter()
        .any(|s| s.0 - slack <= place && place <= s.1 + slack)
}

proptest! {
    #![proptest_config(board::cases(300))]

    #[test]
    fn contacts_are_where_pictures_show_them(a in rects(), b in rects(), motion in motion()) {
        let touch = touching(&a, &motion, &b);
        let over = overlapping(&a, &motion, &b, 0.1);
        for place in places(&motion) {
            let still = at(&a, &motion, place);
            let (apart, deep) = (gap(&still, &b), overlap_depth(&still, &b));
            if apart > 1e-6 {
                prop_assert!(!touch.contains(place), "{place} {apart} {touch:?}");
            }
            if deep > 1e-6 {
                prop_assert!(holds(&touch, place, 1e-9), "{place} {deep} {touch:?}");
            }
            if deep > 0.1 + 1e-6 {
                prop_assert!(holds(&over, place, 1e-9), "{place} {deep} {over:?}");
            }
            if deep < 0.1 - 1e-6 {
                prop_assert!(!over.contains(place), "{place} {deep} {over:?}");
            }
        }
        // Where a stretch begins, the two just touch.
        for &(low, high) in touch.as_slice() {
            for end in [low, high] {
                let still = at(&a, &motion, end);
                prop_assert!(gap(&still, &b) <= 1e-6);
                if end > 0.0 && end < motion.extent() && touch.as_slice().len() == 1 && a.len() * b.len() == 1 {
                    prop_assert!(overlap_depth(&still, &b) <= 1e-5);
                }
            }
        }
    }

    #[test]
    fn terrain_is_where_pictures_show_it(a in rects(), shape in shape(), motion in motion()) {
        let on = touching_shape(&a, &motion, &shape);
        let mut board = empty();
        board.terrain.push(piece("x", shape));
        for place in places(&motion) {
            let under = !terrain_under(&board, &at(&a, &motion, place)).is_empty();
            let near = holds(&on, place, 1e-4);
            let inside = on.as_slice().iter().any(|s| s.0 + 1e-4 <= place && place <= s.1 - 1e-4);
            prop_assert!(!under || near, "{place} {on:?}");
            prop_assert!(!inside || under, "{place} {on:?}");
        }
    }

    #[test]
    fn least_gap_and_approach_agree_with_pictures(
        x in -150.0..150.0, y in -150.0..150.0, facing in 0.0..360.0, turn in 0.0..360.0,
        degrees in -400.0..400.0, ahead in 0.0..200.0, radius in 0.0..150.0,
        w in 5.0..80.0, d in 5.0..40.0,
    ) {
        let mut board = empty();
        board.units.push(block("a", Pose::new(0.0, 0.0, facing), w, d));
        board.units.push(block("b", Pose::new(x, y, turn), 50.0, 20.0));
        let course = Course::new()
            .advance(Length::mm(ahead))
            .wheel(Hand::Left, degrees)
            .pivot(PivotPoint::Centre, degrees / 2.0)
            .oblique(Hand::Right, 30.0, Length::mm(ahead / 2.0));
        let least = least_gap(&board, 0, &course, 1);
        let found = approach(&board, 0, &course, 1, radius);
        let mut sampled = f64::INFINITY;
        let mut first: Option<(usize, f64)> = None;
        let mut rects = board.units[0].footprint.to_vec();
        let target = board.units[1].footprint.to_vec();
        let mut slack = 0.0_f64;
        for (step, motion) in motions(&board.units[0], &course).iter().enumerate() {
            let ends = at(&rects, motion, motion.extent());
            for place in places(motion) {
                let apart = gap(&at(&rects, motion, place), &target);
                sampled = sampled.min(apart);
                if apart <= radius && first.is_none() {
                    first = Some((step, place));
                }
            }
            let reach = 2.0 * (w + d + 50.0) * motion.extent().to_radians();
            slack = slack.max(motion.extent().max(reach) / SAMPLES as f64);
            rects = ends;
        }
        prop_assert!(least <= sampled + 1e-6, "{least} {sampled}");
        prop_assert!(sampled <= least + slack, "{least} {sampled}");
        match (found, first) {
            (Some(found), Some(first)) => {
                prop_assert!((found.step as usize, found.amount) <= (first.0, first.1 + 1e-6));
                let mut rects = board.units[0].footprint.to_vec();
                for (step, motion) in motions(&board.units[0], &course).iter().enumerate() {
                    if step == found.step as usize {
                        let apart = gap(&at(&rects, motion, found.amount), &target);
                        prop_assert!(apart <= radius + 1e-6);
                        prop_assert!(apart >= radius - 1e-6
                            || found.amount == 0.0, "{apart} {radius}");
                    }
                    rects = at(&rects, motion, motion.extent());
                }
            }
            (None, Some(_)) => prop_assert!(false, "missed {first:?}"),
            (Some(_), None) => prop_assert!(least <= radius + 1e-6 && sampled >= radius),
            (None, None) => prop_assert!(least > radius),
        }
    }

    #[test]
    fn legs_follow_the_front_edge(
        facing in 0.0..360.0, ahead in 1.0..200.0, slant in 0.0..45.0, w in 5.0..60.0, shape in shape(),
    ) {
        let has_area = !matches!(shape, Shape::Line { width: 0.0, .. });
        let mut board: Board = empty();
        board.units.push(block("a", Pose::new(-20.0, 10.0, facing), w, 15.0));
        board.terrain.push(piece("x", shape));
        let rates = law(&[("", Ratio::int(100)), ("x", Ratio::int(50))]);
        let course = Course::new().oblique(Hand::Left, slant, Length::mm(ahead));
        let found = survey(&board, 0, &course, &rates, 0.1);
        let mover: &Unit = &board.units[0];
        let motion = motions(mover, &course)[0];
        // The front edge as a hair's breadth of ground.
        let edge = [Rect::new(mover.pose, w, 0.0)];
        for place in places(&motion) {
            let mut end = 0.0;
            let leg = found.legs.iter().find(|leg| {
                end += leg.straight.to_f64();
                place <= end + 1e-9
            });
            let Some(leg) = leg else { continue };
            let near_change = (place - end).abs() < 1e-4 || (place - end + leg.straight.to_f64()).abs() < 1e-4;
            if near_change {
                continue;
            }
            let still = at(&edge, &motion, place);
            let thick: Vec<Rect> = still.iter().map(|r| Rect { depth: 1e-5, ..*r }).collect();
            let under = has_area && !terrain_under(&board, &thick).is_empty();
            prop_assert_eq!(leg.terrain == Id::of("x"), under, "{} {:?}", place, found.legs);
        }
        let whole: f64 = found.legs.iter().map(|leg| leg.straight.to_f64()).sum();
        prop_assert!((whole - ahead).abs() < 1e-9);
        let _ = area(&[]);
    }
}
