//! What stands still: footprints, gaps, room, sight, sectors.

mod board;

use board::{
    area, block, blocking, close, empty, line, near, piece, room, sight, terrain_under, unit,
};
use grognard_core::{Board, Id, ObstacleKind, Pose, Rect, Unit};
use grognard_geometry::{
    bounds, footprint, gap, gap_to_point, gap_to_shape, overlap_depth, overlap_depth_of_shape,
    sector,
};

fn with(units: &[Unit]) -> Board {
    let mut board = empty();
    board.units.extend(units.iter().cloned());
    board
}

fn rect(x: f64, y: f64, facing: f64, width: f64, depth: f64) -> Rect {
    Rect::new(Pose::new(x, y, facing), width, depth)
}

#[test]
fn a_block_of_bases_is_one_rectangle() {
    let mut places = Vec::new();
    for rank in 0..3 {
        for file in 0..5 {
            places.push((f64::from(file) * 15.0, f64::from(rank) * -20.0, 0.0));
        }
    }
    let whole = unit("a", Pose::new(100.0, 50.0, 37.0), (15.0, 20.0), &places);
    assert_eq!(whole.footprint.len(), 1);
    let found = whole.footprint[0];
    assert!(close(found.width, 75.0) && close(found.depth, 60.0));
    let box_ = bounds(whole.pose, &whole.footprint);
    assert!(close(box_.left, -7.5) && close(box_.right, 67.5));
    assert!(close(box_.front, 10.0) && close(box_.rear, -50.0));
}

#[test]
fn a_last_rank_that_is_short_is_a_second_rectangle() {
    let places = [
        (0.0, 0.0, 0.0),
        (15.0, 0.0, 0.0),
        (30.0, 0.0, 0.0),
        (0.0, -15.0, 0.0),
    ];
    assert_eq!(
        unit("a", Pose::default(), (15.0, 15.0), &places)
            .footprint
            .len(),
        2
    );
}

#[test]
fn rings_and_spaced_bases_stay_apart() {
    let ring = [
        (0.0, -5.0, 0.0),
        (10.0, -15.0, 90.0),
        (0.0, -25.0, 180.0),
        (-10.0, -15.0, 270.0),
    ];
    assert_eq!(
        unit("a", Pose::new(0.0, 0.0, 12.0), (10.0, 10.0), &ring)
            .footprint
            .len(),
        4
    );
    let spaced = [(0.0, -5.0, 0.0), (20.0, -5.0, 0.0), (40.0, -5.0, 0.0)];
    assert_eq!(
        unit("a", Pose::new(0.0, 0.0, 12.0), (10.0, 10.0), &spaced)
            .footprint
            .len(),
        3
    );
    assert!(footprint(&[]).is_empty());
}

#[test]
fn gaps_and_depths() {
    let a = [rect(0.0, 0.0, 0.0, 20.0, 20.0)];
    assert!(close(gap(&a, &[rect(50.0, 0.0, 0.0, 20.0, 20.0)]), 30.0));
    assert!(close(gap(&a, &[rect(50.0, 60.0, 0.0, 20.0, 20.0)]), 50.0));
    // A corner of a square turned by 45 degrees.
    assert!(close(
        gap(&a, &[rect(50.0, 0.0, 45.0, 20.0, 20.0)]),
        40.0 - 10.0 * 2.0_f64.sqrt()
    ));
    assert_eq!(gap(&a, &[rect(20.0, 0.0, 0.0, 20.0, 20.0)]), 0.0);
    assert_eq!(gap(&a, &[]), f64::INFINITY);
    assert!(close(
        gap_to_point(&a, grognard_core::Point::new(13.0, 14.0)),
        5.0
    ));
    assert!(close(
        overlap_depth(&a, &[rect(17.0, 1.0, 0.0, 20.0, 20.0)]),
        3.0
    ));
    assert_eq!(overlap_depth(&a, &[rect(20.0, 0.0, 0.0, 20.0, 20.0)]), 0.0);
    // A thin thing inside: the least shift that parts them.
    assert!(close(
        overlap_depth(&a, &[rect(0.0, 0.0, 0.0, 20.0, 1.0)]),
        10.5
    ));
}

#[test]
fn gaps_and_depths_of_terrain() {
    let a = [rect(0.0, 0.0, 0.0, 20.0, 20.0)];
    assert!(close(
        gap_to_shape(&a, &line(10.0, &[(40.0, -50.0), (40.0, 50.0)])),
        25.0
    ));
    assert!(close(
        gap_to_shape(&a, &line(0.0, &[(40.0, -50.0), (40.0, 50.0)])),
        30.0
    ));
    // A notched area: the rectangle stands in the notch.
    let notch = [
        (-50.0, -50.0),
        (50.0, -50.0),
        (50.0, 50.0),
        (15.0, 50.0),
        (15.0, -14.0),
        (-15.0, -14.0),
        (-15.0, 50.0),
        (-50.0, 50.0),
    ];
    assert!(close(gap_to_shape(&a, &area(&notch)), 4.0));
    assert_eq!(overlap_depth_of_shape(&a, &area(&notch)), 0.0);
    assert!(close(
        overlap_depth_of_shape(&a, &line(0.0, &[(8.0, -50.0), (8.0, 50.0)])),
        2.0
    ));
    let mut board = empty();
    board.terrain.push(piece("notch", area(&notch)));
    assert!(terrain_under(&board, &a).is_empty());
    let hit = terrain_under(&board, &[rect(30.0, 0.0, 0.0, 30.0, 30.0)]);
    assert!(hit.len() == 1 && hit[0].whole);
    let hit = terrain_under(&board, &[rect(30.0, 0.0, 0.0, 30.2, 30.0)]);
    assert!(hit.len() == 1 && !hit[0].whole);
    assert!(terrain_under(&board, &[rect(0.0, -32.0, 0.0, 100.0, 36.0)])[0].whole);
}

#[test]
fn a_bend_of_a_road_has_no_hole() {
    let mut board = empty();
    board.terrain.push(piece(
        "road",
        line(40.0, &[(-100.0, 0.0), (0.0, 0.0), (0.0, 100.0)]),
    ));
    for (x, y, whole) in [
        (0.0, 0.0, true),
        (4.0, -4.0, true),
        (15.0, -15.0, false),
        (-10.0, 10.0, true),
    ] {
        let hit = terrain_under(&board, &[rect(x, y, 0.0, 6.0, 6.0)]);
        assert_eq!(
            hit.first().map(|h| h.whole),
            if whole { Some(true) } else { None },
            "{x} {y}"
        );
    }
}

#[test]
fn room_lists_what_is_in_the_way() {
    let mut board = with(&[
        block("a", Pose::new(0.0, 0.0, 0.0), 40.0, 20.0),
        block("b", Pose::new(50.0, 0.0, 0.0), 40.0, 20.0),
    ]);
    board.terrain.push(piece(
        "house",
        area(&[(0.0, 50.0), (40.0, 50.0), (40.0, 90.0), (0.0, 90.0)]),
    ));
    board.terrain.push(piece(
        "wood",
        area(&[(0.0, 150.0), (40.0, 150.0), (40.0, 190.0), (0.0, 190.0)]),
    ));
    let solid = [Id::of("house")];
    let asked = [
        rect(20.0, -10.0, 0.0, 40.0, 20.0),
        rect(20.0, 60.0, 0.0, 10.0, 10.0),
        rect(20.0, 170.0, 0.0, 10.0, 10.0),
        rect(0.0, 995.0, 0.0, 10.0, 20.0),
        rect(-40.0, -10.0, 0.0, 40.0, 20.0),
    ];
    let found = room(&board, &asked, &[], &solid, 0.1);
    let seen: Vec<_> = found
        .iter()
        .map(|o| (o.kind, o.index, o.rect, o.depth.round()))
        .collect();
    assert_eq!(
        seen,
        [
            (ObstacleKind::Unit, 0, 0, 20.0),
            (ObstacleKind::Unit, 1, 0, 10.0),
            (ObstacleKind::Terrain, 0, 1, 15.0),
            (ObstacleKind::TableEdge, 0, 3, 5.0),
        ]
    );
    assert_eq!(room(&board, &asked[..1], &[0, 1], &solid, 0.1), []);
}

#[test]
fn near_is_nearest_first_and_inclusive() {
    let board = with(&[
        block("a", Pose::new(0.0, 0.0, 0.0), 40.0, 20.0),
        block("b", Pose::new(140.0, 0.0, 0.0), 40.0, 20.0),
        block("c", Pose::new(0.0, 50.0, 0.0), 40.0, 20.0),
        block("d", Pose::new(0.0, 500.0, 0.0), 40.0, 20.0),
    ]);
    let found: Vec<_> = near(&board, 0, 100.0)
        .iter()
        .map(|n| (n.unit, n.gap))
        .collect();
    assert_eq!(found, [(2, 30.0), (1, 100.0)]);
    assert!(near(&board, 9, 100.0).is_empty());
}

fn looking(pieces: &[grognard_core::Terrain]) -> grognard_core::Sight {
    let mut board = with(&[
        block("a", Pose::new(0.0, 0.0, 0.0), 40.0, 20.0),
        block("b", Pose::new(0.0, 200.0, 180.0), 40.0, 20.0),
    ]);
    board.terrain.extend(pieces.iter().cloned());
    sight(&board, 0, 1)
}

#[test]
fn sight_is_blocked_only_by_what_covers_every_line() {
    let wood = |x0: f64, x1: f64, y0: f64, y1: f64| {
        blocking(piece(
            "wood",
            area(&[(x0, y0), (x1, y0), (x1, y1), (x0, y1)]),
        ))
    };
    assert!(looking(&[]).clear);
    let found = looking(&[wood(-50.0, 50.0, 80.0, 120.0)]);
    assert!(!found.clear);
    assert_eq!(found.blocked_by.as_slice(), [0]);
    // The straight line from middle to middle is blocked, the flanks are not.
    assert!(looking(&[wood(-10.0, 10.0, 80.0, 120.0)]).clear);
    // Past the edge by a slanting line only.
    assert!(looking(&[wood(-19.0, 500.0, 80.0, 120.0)]).clear);
    // Two woods that close each other's gap.
    assert!(
        !looking(&[
            wood(-500.0, 30.0, 40.0, 60.0),
            wood(-30.0, 500.0, 140.0, 160.0)
        ])
        .clear
    );
    assert!(
        looking(&[
            wood(-500.0, -5.0, 40.0, 60.0),
            wood(5.0, 500.0, 140.0, 160.0)
        ])
        .clear
    );
    // What blocks no sight does not.
    let open = piece(
        "wood",
        area(&[(-50.0, 80.0), (50.0, 80.0), (50.0, 120.0), (-50.0, 120.0)]),
    );
    assert!(looking(&[open]).clear);
    // Standing at the edge of a wood one sees out of it, and into it.
    assert!(looking(&[wood(-500.0, 500.0, -50.0, 0.0)]).clear);
    assert!(looking(&[wood(-500.0, 500.0, -50.0, 30.0)]).clear);
    assert!(looking(&[wood(-500.0, 500.0, 190.0, 300.0)]).clear);
    // A wall: across it no, standing at it yes.
    let wall = |y: f64| blocking(piece("wall", line(0.0, &[(-500.0, y), (500.0, y)])));
    assert!(!looking(&[wall(100.0)]).clear);
    assert!(looking(&[wall(0.0)]).clear);
}

#[test]
fn walls_end_where_they_end() {
    let wall = |points: &[(f64, f64)]| blocking(piece("wall", line(0.0, points)));
    assert!(looking(&[wall(&[(-500.0, 100.0), (10.0, 110.0)])]).clear);
    assert!(!looking(&[wall(&[(-500.0, 100.0), (21.0, 100.0)])]).clear);
    assert!(looking(&[wall(&[(-500.0, 100.0), (-21.0, 100.0)])]).clear);
    // A joint is no hole, a bend that only touches no wall.
    assert!(!looking(&[wall(&[(-500.0, 90.0), (0.0, 100.0), (500.0, 90.0)])]).clear);
    assert!(looking(&[wall(&[(500.0, 0.0), (20.0, 100.0), (500.0, 200.0)])]).clear);
    let ring = [
        (0.0, 40.0),
        (-100.0, 0.0),
        (0.0, -90.0),
        (100.0, 0.0),
        (0.0, 40.0),
    ];
    assert!(!looking(&[wall(&ring)]).clear);
    assert!(!looking(&[wall(&[(-30.0, 80.0), (30.0, 80.0), (30.0, 120.0)])]).clear);
}

#[test]
fn a_square_hole_in_a_ring_of_woods_shows_nothing_outside() {
    // A wood bent round the seer like a horseshoe that opens away from the seen.
    let shoe = [
        (-60.0, -60.0),
        (-60.0, 60.0),
        (60.0, 60.0),
        (60.0, -60.0),
        (40.0, -60.0),
        (40.0, 40.0),
        (-40.0, 40.0),
        (-40.0, -60.0),
    ];
    assert!(!looking(&[blocking(piece("wood", area(&shoe)))]).clear);
}

#[test]
fn sectors() {
    let at = |x: f64, y: f64| {
        let board = with(&[
            block("a", Pose::new(0.0, 0.0, 0.0), 40.0, 20.0),
            block("b", Pose::new(x, y, 0.0), 10.0, 10.0),
        ]);
        sector(&board, 0, 1)
    };
    let front = at(0.0, 100.0);
    assert!(front.ahead && front.front_quarter && front.angle == 0.0);
    // Beside, front edges in line: touches the line and is not ahead.
    let beside = at(60.0, 0.0);
    assert!(!beside.ahead && !beside.front_quarter);
    assert!(close(
        beside.angle,
        90.0 + (5.0_f64 / 60.0).atan().to_degrees()
    ));
    let slant = at(60.0, 20.0);
    assert!(slant.ahead && !slant.front_quarter);
    // Its near top corner at (45, 30): 30 ahead and 25 beyond the corner.
    let slant = at(50.0, 30.0);
    assert!(slant.ahead && slant.front_quarter);
    // Exactly on the slanting line is touching.
    assert!(!at(45.0, 20.0).front_quarter && at(45.0, 20.1).front_quarter);
    assert!(!at(0.0, -50.0).ahead);
    assert!(close(at(0.0, -50.0).angle, 180.0));
}
