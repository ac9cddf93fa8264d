//! Sight past what is low, and past units.

mod board;

use board::{area, block, blocking, empty, line, looking, piece, with_length};
use grognard_core::{Board, Length, Look, Point, Pose, RNone, RSome, Shape, Sight, Terrain, Value};
use proptest::prelude::*;

fn tall(terrain: Terrain, mm: f64) -> Terrain {
    blocking(with_length(terrain, "height", mm))
}

fn hill(points: &[(f64, f64)], mm: f64) -> Terrain {
    blocking(with_length(piece("hill", area(points)), "level", mm))
}

fn strip(y0: f64, y1: f64) -> [(f64, f64); 4] {
    [(-500.0, y0), (500.0, y0), (500.0, y1), (-500.0, y1)]
}

/// Two lines of 40 by 20 mm that face each other: front edges at y = 0 and y = 200.
fn facing(pieces: &[Terrain]) -> Board {
    let mut board = empty();
    board.units.extend([
        block("a", Pose::new(0.0, 0.0, 0.0), 40.0, 20.0),
        block("b", Pose::new(0.0, 200.0, 180.0), 40.0, 20.0),
    ]);
    board.terrain.extend(pieces.iter().cloned());
    board
}

fn sees(pieces: &[Terrain]) -> Sight {
    looking(&facing(pieces), 0, 1, &Look::default())
}

#[test]
fn a_hill_hides_what_is_behind_it_and_not_what_is_higher() {
    let ridge = hill(&strip(90.0, 110.0), 50.0);
    let found = sees(std::slice::from_ref(&ridge));
    assert!(!found.clear);
    assert_eq!(found.blocked_by.as_slice(), [0]);
    // Both on heights of 50: the line passes at 50, which is no lower than the ridge.
    let (own, their) = (
        hill(&strip(-50.0, 10.0), 50.0),
        hill(&strip(190.0, 250.0), 50.0),
    );
    assert!(sees(&[ridge.clone(), own, their]).clear);
    // Both on heights of 49.
    let (own, their) = (
        hill(&strip(-50.0, 10.0), 49.0),
        hill(&strip(190.0, 250.0), 49.0),
    );
    assert!(!sees(&[ridge.clone(), own, their]).clear);
    // On the ridge itself it sees down on either side.
    assert!(sees(&[hill(&strip(-50.0, 10.0), 50.0)]).clear);
}

/// The line falls from 100 to 0 over 200 mm: half a millimetre a millimetre. A wall 10 high hides what is
/// less than 20 behind it. At 20 the line touches its top.
#[test]
fn a_low_wall_hides_what_is_near_behind_it() {
    let own = hill(&strip(-50.0, 10.0), 100.0);
    let wall = |behind: f64| {
        let y = 200.0 - behind;
        tall(piece("wall", line(0.0, &[(-500.0, y), (500.0, y)])), 10.0)
    };
    assert!(!sees(&[own.clone(), wall(19.99)]).clear);
    assert!(sees(&[own.clone(), wall(20.0)]).clear);
    assert!(sees(&[own.clone(), wall(20.01)]).clear);
    // A wood as high, 30 deep: its far edge counts, for the line falls on.
    let wood = |behind: f64| {
        tall(
            piece("wood", area(&strip(170.0 - behind, 200.0 - behind))),
            10.0,
        )
    };
    assert!(!sees(&[own.clone(), wood(19.99)]).clear);
    assert!(sees(&[own, wood(20.0)]).clear);
}

/// From 40 above ground the line falls 40 over 200 mm; over a piece 30 high up to y = 50 it passes at
/// (200 - 50) / 200 * 40 = 30.
#[test]
fn eyes_and_heads_stand_above_the_ground() {
    let board = facing(&[tall(piece("wood", area(&strip(20.0, 50.0))), 30.0)]);
    let at = |eye: f64, target: f64| {
        let look = Look {
            eye,
            target,
            units: RNone,
        };
        looking(&board, 0, 1, &look).clear
    };
    assert!(!at(0.0, 0.0) && !at(39.99, 0.0) && at(40.0, 0.0));
    assert!(at(30.0, 30.0) && !at(29.0, 29.0));
    // Seen at 60, the near edge counts: e + (60 - e) * 20 / 200 = 30 for e = 80/3.
    assert!(!at(26.66, 60.0) && at(26.67, 60.0));
    assert!(!at(f64::NAN, f64::NAN));
}

/// The far edge of the wood runs slantwise: only the line along the east sides passes over it.
///
/// Eyes at 40, the wood 30 high: a line is low enough from a quarter of its way on, for straight ahead
/// from y = 50. At the east end, x = 20, the wood begins and ends before y = 50; further west it reaches on.
#[test]
fn the_one_line_that_passes_over_a_slanting_edge_is_found() {
    let wood = |east_end: f64| {
        tall(
            piece(
                "wood",
                area(&[
                    (-500.0, 20.0),
                    (20.0, 20.0),
                    (20.0, east_end),
                    (-500.0, 190.0),
                ]),
            ),
            30.0,
        )
    };
    let walled = |east_end: f64| {
        // To the east of it nothing is seen either.
        let east = blocking(piece(
            "town",
            area(&[(20.0, 10.0), (500.0, 10.0), (500.0, 190.0), (20.0, 190.0)]),
        ));
        let look = Look {
            eye: 40.0,
            ..Look::default()
        };
        looking(&facing(&[wood(east_end), east]), 0, 1, &look).clear
    };
    assert!(walled(50.0));
    assert!(walled(49.0));
    assert!(!walled(50.01));
}

/// Eyes at 40, two woods 30 high: a line is low enough from a quarter of its way on, at y = 50. Their far edges
/// slant against each other; at y = 50 the one reaches from `east` eastward, the other from `west` westward.
/// No line past two corners comes between them there: those past the corners of the units pass y = 50 at
/// x = 20, 10, -10 and -20, the straight one at 0.
#[test]
fn a_line_between_two_far_edges_is_found() {
    let clear = |west: f64, east: f64| {
        let one = area(&[
            (east - 150.0, 20.0),
            (150.0, 20.0),
            (150.0, 50.0 + 0.2 * (150.0 - east)),
        ]);
        let other = area(&[
            (west + 150.0, 20.0),
            (-150.0, 20.0),
            (-150.0, 50.0 + 0.2 * (150.0 + west)),
        ]);
        let look = Look {
            eye: 40.0,
            ..Look::default()
        };
        let woods = [one, other].map(|shape| tall(piece("wood", shape), 30.0));
        looking(&facing(&woods), 0, 1, &look).clear
    };
    assert!(clear(5.0, 7.0));
    assert!(clear(6.0, 6.0));
    assert!(!clear(6.01, 6.0));
}

#[test]
fn units_block_when_they_are_asked_to() {
    let mut board = facing(&[]);
    board
        .units
        .push(block("c", Pose::new(0.0, 100.0, 90.0), 20.0, 20.0));
    let past = |board: &Board, units| {
        let look = Look {
            units,
            ..Look::default()
        };
        looking(board, 0, 1, &look)
    };
    assert!(past(&board, RNone).clear);
    // Narrower than both: seen past its side.
    assert!(past(&board, RSome(f64::INFINITY)).clear);
    board.units[2] = block("c", Pose::new(0.0, 100.0, 0.0), 50.0, 20.0);
    let found = past(&board, RSome(f64::INFINITY));
    assert!(!found.clear && found.blocked_by.is_empty());
    assert_eq!(found.blocked_by_units.as_slice(), [2]);
    assert!(!past(&board, RSome(20.0)).clear);
    assert!(past(&board, RSome(0.0)).clear);
    // No height is none.
    assert!(past(&board, RSome(f64::NAN)).clear);
    // Two that touch leave no gap; two that stand apart do.
    board.units[2] = block("c", Pose::new(-30.0, 100.0, 0.0), 60.0, 20.0);
    board
        .units
        .push(block("d", Pose::new(30.0, 100.0, 0.0), 60.0, 20.0));
    let found = past(&board, RSome(f64::INFINITY));
    assert!(!found.clear);
    assert_eq!(found.blocked_by_units.as_slice(), [2, 3]);
    board.units[3] = block("d", Pose::new(30.1, 100.0, 0.0), 60.0, 20.0);
    assert!(past(&board, RSome(f64::INFINITY)).clear);
    // From a hill one sees over them.
    board.units[3] = block("d", Pose::new(30.0, 100.0, 0.0), 60.0, 20.0);
    board.terrain.push(hill(&strip(-50.0, 10.0), 50.0));
    assert!(!past(&board, RSome(f64::INFINITY)).clear);
    // The line from 50 to 0 passes the far side of them, y = 100, at 25.
    assert!(past(&board, RSome(25.0)).clear && !past(&board, RSome(25.1)).clear);
}

/// A turned rectangle or triangle.
fn convex() -> impl Strategy<Value = Vec<(f64, f64)>> {
    let place = (-80.0..80.0, 40.0..160.0, 0.0..360.0_f64);
    (place, 5.0..90.0_f64, 5.0..60.0_f64, any::<bool>()).prop_map(|((x, y, turn), w, d, three)| {
        let (sin, cos) = turn.to_radians().sin_cos();
        let ring = [(-w, -d), (w, -d), (w, d), (-w, d)];
        let count = if three { 3 } else { 4 };
        let at = |&(r, f): &(f64, f64)| (x + r * cos + f * sin, y + f * cos - r * sin);
        ring[..count].iter().map(at).collect()
    })
}

prop_compose! {
    fn scene()(
        pieces in prop::collection::vec((convex(), 5.0..80.0), 1..4),
        turns in (-60.0..60.0, 120.0..240.0),
        levels in (0.0..90.0, 0.0..90.0),
        between in (-60.0..60.0, 60.0..140.0, 0.0..360.0),
    ) -> Board {
        let mut board = empty();
        board.units.extend([
            block("a", Pose::new(0.0, -40.0, turns.0), 40.0, 20.0),
            block("b", Pose::new(10.0, 240.0, turns.1), 30.0, 25.0),
            block("c", Pose::new(between.0, between.1, between.2), 60.0, 15.0),
        ]);
        let ground = |y: f64, mm: f64| with_length(
            piece("ground", area(&[(-60.0, y - 60.0), (70.0, y - 60.0), (70.0, y + 60.0), (-60.0, y + 60.0)])),
            "level",
            mm,
        );
        board.terrain.extend([ground(-40.0, levels.0), ground(240.0, levels.1)]);
        board.terrain.extend(pieces.iter().map(|(ring, mm)| tall(piece("x", area(ring)), *mm)));
        board
    }
}

fn ring(shape: &Shape) -> Vec<Point> {
    match shape {
        Shape::Area(points) | Shape::Line { points, .. } => points.to_vec(),
    }
}

/// The part of a line that lies in a convex ring, clipped side by side.
fn clip(p: Point, q: Point, ring: &[Point]) -> Option<(f64, f64)> {
    let cross =
        |a: Point, b: Point, c: Point| (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    let sense = cross(ring[0], ring[1], ring[2]).signum();
    let (mut low, mut high) = (0.0_f64, 1.0_f64);
    for i in 0..ring.len() {
        let (a, b) = (ring[i], ring[(i + 1) % ring.len()]);
        let (from, to) = (sense * cross(a, b, p), sense * cross(a, b, q));
        match (from >= 0.0, to >= 0.0) {
            (false, false) => return None,
            (true, true) => {}
            (false, true) => low = low.max(from / (from - to)),
            (true, false) => high = high.min(from / (from - to)),
        }
    }
    (low < high).then_some((low, high))
}

/// Whether a line from a point of the one to a point of the other is clear, worked out for that line alone.
fn line_is_clear(
    board: &Board,
    p: Point,
    q: Point,
    heights: (f64, f64),
    units: Option<f64>,
) -> bool {
    let pieces = board.terrain[2..].iter().map(|terrain| {
        let top = terrain.attributes.iter().find(|f| f.name == *"height");
        let top = top
            .and_then(|f| f.value.as_length())
            .map(Length::millimetres);
        (ring(&terrain.shape), top.unwrap_or(f64::INFINITY), true)
    });
    let third = board.units[2].bases[0].rect.corners().to_vec();
    let unit = units.map(|top| (third, top, false));
    pieces.chain(unit).all(|(ring, top, opens)| {
        let Some((low, high)) = clip(p, q, &ring) else {
            return true;
        };
        if opens && (low <= 0.0 || high >= 1.0) {
            return true;
        }
        let at = |t: f64| heights.0 + t * (heights.1 - heights.0);
        at(low) >= top && at(high) >= top
    })
}

/// Whether any of many lines is clear.
fn sampled(board: &Board, heights: (f64, f64), units: Option<f64>) -> bool {
    const MANY: usize = 12;
    let edges = |unit: usize| {
        let corners = board.units[unit].bases[0].rect.corners();
        let centre = board.units[unit].bases[0].rect.pose.at;
        (0..4).map(move |i| (corners[i], corners[(i + 1) % 4], centre))
    };
    let along = |(a, b, _): (Point, Point, Point), n: usize| {
        let t = n as f64 / MANY as f64;
        Point::new(a.x + t * (b.x - a.x), a.y + t * (b.y - a.y))
    };
    // Whether the line leaves the body to which the edge belongs.
    let leaves = |(a, b, centre): (Point, Point, Point), q: Point| {
        let cross = |c: Point| (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
        cross(centre) * cross(q) < 0.0
    };
    edges(0).any(|one| {
        edges(1).any(|other| {
            (0..=MANY).any(|m| {
                (0..=MANY).any(|n| {
                    let (p, q) = (along(one, m), along(other, n));
                    leaves(one, q) && leaves(other, p) && line_is_clear(board, p, q, heights, units)
                })
            })
        })
    })
}

fn level(board: &Board, piece: usize) -> f64 {
    let level = board.terrain[piece].attributes[0].value.as_length();
    level.map_or(0.0, Length::millimetres)
}

proptest! {
    #![proptest_config(board::cases(300))]

    #[test]
    fn what_a_sampled_line_sees_is_seen(board in scene(), stature in prop::option::of(1.0..60.0_f64)) {
        let look = Look { units: stature.map_or(RNone, RSome), ..Look::default() };
        let found = looking(&board, 0, 1, &look);
        if !found.clear {
            prop_assert!(!sampled(&board, (level(&board, 0), level(&board, 1)), stature));
            prop_assert!(!found.blocked_by.is_empty() || !found.blocked_by_units.is_empty());
        }
        // Seeing is mutual.
        prop_assert_eq!(found.clear, looking(&board, 1, 0, &look).clear);
    }

    #[test]
    fn what_is_higher_hides_no_less(board in scene(), higher in 0.1..50.0, which in 2..5_usize) {
        let mut raised = board.clone();
        let which = which.min(board.terrain.len() - 1);
        let before = raised.terrain[which].attributes[0].value.as_length();
        let before = before.map_or(0.0, Length::millimetres);
        raised.terrain[which].attributes[0].value = Value::Length(Length::mm(before + higher));
        let look = Look::default();
        prop_assert!(looking(&board, 0, 1, &look).clear || !looking(&raised, 0, 1, &look).clear);
    }
}

#[test]
fn a_unit_in_contact_hides_what_is_behind_it() {
    let mut board = facing(&[]);
    board
        .units
        .push(block("c", Pose::new(0.0, 20.0, 0.0), 300.0, 20.0));
    let look = Look {
        units: RSome(f64::INFINITY),
        ..Look::default()
    };
    let found = looking(&board, 0, 1, &look);
    assert!(!found.clear);
    assert_eq!(found.blocked_by_units.as_slice(), [2]);
}

/// The enemy, 100 up a hill, stands to the right, its front a little before that of the seer, which another unit covers
/// from x = -30 to x = 10. The wall is at x = 130. A line to x = 230 passes it at 100 * 160 / 260 = 61.5 when it begins
/// at x = -30, and so between the two units in contact; from x = 10 it passes at 100 * 120 / 220 = 54.5.
#[test]
fn nothing_is_seen_along_the_front_of_a_unit_in_contact() {
    let mut board = empty();
    board.units.extend([
        block("a", Pose::new(0.0, 0.0, 0.0), 60.0, 20.0),
        block("b", Pose::new(240.0, 5.0, 0.0), 20.0, 20.0),
        block("c", Pose::new(-10.0, 30.0, 0.0), 40.0, 30.0),
    ]);
    let hill = hill(
        &[(220.0, -40.0), (260.0, -40.0), (260.0, 10.0), (220.0, 10.0)],
        100.0,
    );
    let look = Look {
        units: RSome(80.0),
        ..Look::default()
    };
    let clear = |high: f64| {
        let mut board = board.clone();
        let wall = line(0.0, &[(130.0, -500.0), (130.0, 500.0)]);
        board
            .terrain
            .extend([hill.clone(), tall(piece("wall", wall), high)]);
        looking(&board, 0, 1, &look).clear
    };
    assert!(clear(54.5));
    assert!(!clear(54.6) && !clear(61.5));
}
