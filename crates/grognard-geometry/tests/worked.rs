//! Numbers worked out by hand.

mod board;

use std::f64::consts::PI;

use board::{area, block, close, empty, law, line, piece, survey, unit};
use grognard_core::{
    Along, Amount, Board, Corners, Course, Edge, Entry, Hand, Id, Length, MotionLaw, PivotPoint,
    Point, Pose, RNone, RSome, Ratio, Step, Straddle, Summing, Survey, Toll, TollOn, Turning, Unit,
};

const TOL: f64 = 0.1;

fn mm(x: f64) -> Length {
    Length::mm(x)
}

fn alone(unit: Unit, course: &Course, law: &MotionLaw) -> Survey {
    let mut board = empty();
    board.units.push(unit);
    survey(&board, 0, course, law, TOL)
}

fn beside(mover: Unit, others: &[Unit]) -> Board {
    let mut board = empty();
    board.units.push(mover);
    board.units.extend(others.iter().cloned());
    board
}

fn go(board: &Board, course: &Course) -> Survey {
    survey(board, 0, course, &law(&[("", Ratio::int(1000))]), TOL)
}

/// 4 wide and 3 deep, in 4 bases abreast of 3 ranks.
fn line_of_twelve() -> Unit {
    let mut places = Vec::new();
    for rank in 0..3 {
        for file in 0..4 {
            places.push((f64::from(file) - 1.5, -0.5 - f64::from(rank), 0.0));
        }
    }
    unit("line", Pose::new(0.0, 0.0, 0.0), (1.0, 1.0), &places)
}

#[test]
fn wheel_counts_the_rear_corner() {
    let course = Course::new().wheel(Hand::Left, 90.0);
    let found = alone(line_of_twelve(), &course, &law(&[("", Ratio::new(15, 2))]));
    let leg = &found.legs[0];
    assert!(
        close(leg.farthest.to_f64(), 5.0 * PI / 2.0),
        "{:?}",
        leg.farthest
    );
    assert_eq!(leg.arcs.len(), 48);
    // The front right base is the fourth; its front right corner its second.
    assert!(close(leg.arcs[3 * 4 + 1], 2.0 * PI));
    assert!(close(found.total.to_f64(), 5.0 * PI / 2.0 / 7.5));
    let over = found.over.unwrap();
    assert_eq!(over.step, 0);
    assert!(close(over.needed.to_f64(), 5.0 * PI / 2.0));
    assert!(close(over.available.to_f64(), 7.5));
    assert!(close(found.end.facing.degrees(), 270.0));
    assert!(
        close(found.end.at.x, -2.0) && close(found.end.at.y, 2.0),
        "{:?}",
        found.end
    );
}

#[test]
fn two_wheels_share_the_corners() {
    let mover = unit(
        "line",
        Pose::new(0.0, 0.0, 90.0),
        (1.0, 1.0),
        &[(-1.0, -0.5, 0.0), (0.0, -0.5, 0.0), (1.0, -0.5, 0.0)],
    );
    let course = Course::new()
        .wheel(Hand::Left, 30.0)
        .wheel(Hand::Right, 30.0);
    let found = alone(mover.clone(), &course, &law(&[("", Ratio::int(3))]));
    assert!(
        (found.total.to_f64() * 3.0 - 2.179).abs() < 0.0005,
        "{:?}",
        found.total
    );
    let shares: f64 = found.legs.iter().map(|leg| leg.share.to_f64()).sum();
    assert!(
        close(shares, found.total.to_f64()),
        "the legs add up to what the worst corner pays"
    );
    assert!(found.over.is_none());
    let mut per_step = law(&[("", Ratio::int(3))]);
    per_step.summing = Summing::PerStep;
    let found = alone(mover, &course, &per_step);
    assert!((found.total.to_f64() * 3.0 - 3.3115).abs() < 0.0005);
    assert!(found.over.is_some());
}

#[test]
fn pivot_then_go() {
    let course = Course::new()
        .pivot(PivotPoint::Centre, 90.0)
        .advance(mm(0.1));
    let mut law = law(&[("", Ratio::int(4))]);
    let found = survey(&beside(line_of_twelve(), &[]), 0, &course, &law, 0.0001);
    assert!(close(found.total.to_f64() * 4.0, 2.5 * PI / 2.0 + 0.1));
    let over = found.over.unwrap();
    assert_eq!(over.step, 1);
    assert_eq!(over.needed, Amount::exact(Ratio::new(1, 10)));
    assert!(close(over.available.to_f64(), 4.0 - 2.5 * PI / 2.0));
    law.turning = Turning::Free;
    assert!(
        survey(&beside(line_of_twelve(), &[]), 0, &course, &law, 0.0)
            .over
            .is_none()
    );
    law.turning = Turning::Chord;
    let found = survey(&beside(line_of_twelve(), &[]), 0, &course, &law, 0.0);
    assert!(close(found.legs[0].farthest.to_f64(), 2.5 * 2.0_f64.sqrt()));
}

#[test]
fn straight_steps_stay_exact() {
    let mover = block("a", Pose::new(0.0, 0.0, 0.0), 40.0, 20.0);
    let course = Course::new()
        .advance(mm(80.0))
        .sidestep(Hand::Right, mm(75.0));
    let found = alone(mover, &course, &law(&[("", Ratio::int(150))]));
    assert!(found.total.is_exact());
    assert_eq!(found.total.exact, Ratio::new(31, 30));
    let over = found.over.unwrap();
    assert_eq!(
        (over.step, over.needed, over.available),
        (1, Ratio::int(75).into(), Ratio::int(70).into())
    );
    assert_eq!(found.end.at, Point::new(75.0, 80.0));
}

#[test]
fn inches_stay_exact() {
    let inch = "2 1/2\"".parse::<Length>().unwrap();
    let mover = block("a", Pose::new(0.0, 0.0, 0.0), 40.0, 20.0);
    let found = alone(
        mover,
        &Course::new().advance(inch),
        &law(&[("", Ratio::new(381, 5))]),
    );
    assert_eq!(found.total, Amount::exact(Ratio::new(5, 6)));
}

#[test]
fn prior_legs_keep_their_corners() {
    let turned = Course::new().wheel(Hand::Left, 30.0);
    let rates = law(&[("", Ratio::int(3))]);
    let mover = unit(
        "line",
        Pose::new(0.0, 0.0, 90.0),
        (1.0, 1.0),
        &[(-1.0, -0.5, 0.0), (0.0, -0.5, 0.0), (1.0, -0.5, 0.0)],
    );
    let first = alone(mover.clone(), &turned, &rates);
    let mut later = mover;
    later.pose = first.end;
    for (base, pose) in later.bases.iter_mut().zip(&first.bases) {
        base.rect.pose = *pose;
    }
    later.footprint = grognard_geometry::footprint(&later.bases).into();
    let mut rates = rates;
    rates.prior = first.legs;
    for corners in [Corners::All, Corners::Front] {
        rates.corners = corners;
        let found = alone(
            later.clone(),
            &Course::new().wheel(Hand::Right, 30.0),
            &rates,
        );
        let all = if corners == Corners::All {
            2.179
        } else {
            3.0 * PI / 6.0
        };
        assert!(
            (found.total.to_f64() * 3.0 - all).abs() < 0.0005,
            "{:?}",
            found.total
        );
    }
}

#[test]
fn woods_cut_a_step_at_the_leading_edge() {
    let mut board = beside(block("a", Pose::new(0.0, 0.0, 0.0), 40.0, 20.0), &[]);
    board.terrain.push(piece(
        "wood",
        area(&[(-100.0, 30.0), (100.0, 30.0), (100.0, 60.0), (-100.0, 60.0)]),
    ));
    let rates = law(&[("", Ratio::int(100)), ("wood", Ratio::int(50))]);
    let found = survey(&board, 0, &Course::new().advance(mm(100.0)), &rates, TOL);
    let kinds: Vec<&str> = found.legs.iter().map(|leg| leg.terrain.as_str()).collect();
    assert_eq!(kinds, ["", "wood", ""]);
    assert!(close(found.legs[0].straight.to_f64(), 30.0));
    assert!(close(found.legs[1].straight.to_f64(), 30.0));
    assert!(close(found.legs[2].straight.to_f64(), 40.0));
    let sum = found
        .legs
        .iter()
        .fold(Amount::ZERO, |sum, leg| sum + leg.straight);
    assert_eq!(sum, Amount::exact(Ratio::int(100)));
    assert!(close(found.total.to_f64(), 0.3 + 0.6 + 0.4));
    let over = found.over.unwrap();
    assert!(close(over.available.to_f64(), 30.0 + 30.0 + 10.0));
    assert_eq!(found.crossings.len(), 1);
    assert!(close(found.crossings[0].enter.amount, 30.0));
    assert!(!found.crossings[0].starts && !found.crossings[0].ends);
    // With any part the rear keeps it in the wood 20 mm longer.
    let mut body = rates.clone();
    body.entry = Entry::AnyPart;
    let found = survey(&board, 0, &Course::new().advance(mm(100.0)), &body, TOL);
    assert!(close(found.legs[1].straight.to_f64(), 50.0));
    let mut point = rates;
    point.entry = Entry::FrontCentre;
    let found = survey(&board, 0, &Course::new().advance(mm(100.0)), &point, TOL);
    assert!(close(found.legs[1].straight.to_f64(), 30.0));
}

#[test]
fn a_road_counts_only_when_the_whole_edge_is_on_it() {
    let mut board = beside(block("a", Pose::new(0.0, -10.0, 0.0), 40.0, 20.0), &[]);
    board.terrain.push(piece(
        "road",
        line(60.0, &[(0.0, 0.0), (0.0, 50.0), (0.0, 80.0)]),
    ));
    let rates = law(&[("", Ratio::int(100)), ("road", Ratio::int(150))]);
    let course = Course::new().advance(mm(100.0));
    let found = survey(&board, 0, &course, &rates, TOL);
    let legs: Vec<_> = found
        .legs
        .iter()
        .map(|l| (l.terrain.as_str(), l.straight.to_f64().round()))
        .collect();
    assert_eq!(legs, [("", 10.0), ("road", 80.0), ("", 10.0)]);
    // Shifted, it stands half on the road: open table is the slower.
    let mut shifted = board.clone();
    shifted.units[0] = block("a", Pose::new(15.0, -10.0, 0.0), 40.0, 20.0);
    let found = survey(&shifted, 0, &course, &rates, TOL);
    assert_eq!(found.legs.len(), 1);
    assert_eq!(found.legs[0].terrain, Id::of(""));
    // By majority 35 of 40 mm are on the road.
    let mut most = rates;
    most.straddle = Straddle::Majority;
    let found = survey(&shifted, 0, &course, &most, TOL);
    let legs: Vec<_> = found
        .legs
        .iter()
        .map(|l| (l.terrain.as_str(), l.straight.to_f64().round()))
        .collect();
    assert_eq!(legs, [("", 10.0), ("road", 80.0), ("", 10.0)]);
}

#[test]
fn majority_changes_where_half_the_edge_is_over() {
    // The wood's border runs at 45 degrees: half the front edge is inside when the middle is.
    let mut board = beside(block("a", Pose::new(0.0, 0.0, 0.0), 40.0, 20.0), &[]);
    board.terrain.push(piece(
        "wood",
        area(&[(-100.0, -50.0), (100.0, 150.0), (-100.0, 150.0)]),
    ));
    let mut rates = law(&[("", Ratio::int(100)), ("wood", Ratio::int(50))]);
    rates.straddle = Straddle::Majority;
    let found = survey(&board, 0, &Course::new().advance(mm(100.0)), &rates, TOL);
    assert!(
        close(found.legs[0].straight.to_f64(), 50.0),
        "{:?}",
        found.legs
    );
    // The slowest counts from where the first corner is inside.
    rates.straddle = Straddle::Slowest;
    let found = survey(&board, 0, &Course::new().advance(mm(100.0)), &rates, TOL);
    assert!(close(found.legs[0].straight.to_f64(), 30.0));
}

#[test]
fn a_wheel_into_a_wood_pays_each_part_of_its_arc() {
    // The front edge, 100 long, stands on its left end; the wood begins at 30 degrees of the circle.
    let mut board = beside(block("a", Pose::new(50.0, 0.0, 0.0), 100.0, 10.0), &[]);
    let wood = [
        (-200.0, 50.0),
        (200.0, 50.0),
        (200.0, 300.0),
        (-200.0, 300.0),
    ];
    board.terrain.push(piece("wood", area(&wood)));
    let mut rates = law(&[("", Ratio::int(100)), ("wood", Ratio::int(50))]);
    rates.corners = Corners::Front;
    let found = survey(
        &board,
        0,
        &Course::new().wheel(Hand::Left, 90.0),
        &rates,
        TOL,
    );
    assert_eq!(found.legs.len(), 2);
    assert!(close(found.legs[0].farthest.to_f64(), 100.0 * PI / 6.0));
    assert!(close(found.total.to_f64(), PI / 6.0 + 2.0 * PI / 3.0));
    let over = found.over.unwrap();
    assert!(close(over.needed.to_f64(), 50.0 * PI));
    assert!(close(
        over.available.to_f64(),
        100.0 * PI / 6.0 + 50.0 * (1.0 - PI / 6.0)
    ));
}

#[test]
fn ground_without_a_rate_is_missing() {
    let mut board = beside(block("a", Pose::new(0.0, 0.0, 0.0), 40.0, 20.0), &[]);
    board.terrain.push(piece(
        "bog",
        area(&[(-100.0, 30.0), (100.0, 30.0), (100.0, 60.0), (-100.0, 60.0)]),
    ));
    let found = go(&board, &Course::new().advance(mm(40.0)));
    assert_eq!(found.missing.len(), 1);
    assert_eq!(found.missing[0].terrain, Id::of("bog"));
    assert_eq!(found.legs[1].per_move, Ratio::ZERO);
    assert_eq!(found.legs[1].share, Amount::ZERO);
    assert!(close(found.total.to_f64(), 0.03));
}

#[test]
fn tolls_for_facing_about_and_for_hedges() {
    let mut board = beside(block("a", Pose::new(0.0, 0.0, 0.0), 40.0, 20.0), &[]);
    board
        .terrain
        .push(piece("hedge", line(0.0, &[(-100.0, 30.0), (100.0, 30.0)])));
    let mut rates = law(&[("", Ratio::int(100))]);
    let toll = |on| Toll {
        on,
        share: Ratio::new(1, 4),
        cell: Id::of("toll"),
        clause: Id::of("T"),
    };
    rates.tolls.push(toll(TollOn::Crossing(Id::of("hedge"))));
    rates.tolls.push(toll(TollOn::AboutFace));
    let course = Course::new()
        .advance(mm(60.0))
        .about_face()
        .advance(mm(10.0));
    let found = survey(&board, 0, &course, &rates, TOL);
    let paid: Vec<_> = found.tolls.iter().map(|t| (t.step, t.toll)).collect();
    assert_eq!(paid, [(0, 0), (1, 1)]);
    assert!(close(found.total.to_f64(), 1.2));
    let over = found.over.unwrap();
    assert_eq!(over.step, 1);
    // Up to the hedge and no farther is not coming onto it.
    let found = survey(&board, 0, &Course::new().advance(mm(30.0)), &rates, TOL);
    assert!(found.tolls.is_empty() && found.crossings.is_empty());
    // From there on it is.
    let mut flush = board.clone();
    flush.units[0] = block("a", Pose::new(0.0, 30.0, 0.0), 40.0, 20.0);
    let found = survey(&flush, 0, &Course::new().advance(mm(5.0)), &rates, TOL);
    assert_eq!(found.tolls.len(), 1);
    assert!(!found.crossings[0].starts && found.crossings[0].ends);
    // Astride it has been paid before.
    flush.units[0] = block("a", Pose::new(0.0, 40.0, 0.0), 40.0, 20.0);
    let found = survey(&flush, 0, &Course::new().retire(mm(5.0)), &rates, TOL);
    assert!(found.tolls.is_empty() && found.crossings[0].starts);
    // With nothing left for the toll it stops at the hedge.
    rates.spent = Ratio::new(3, 5).into();
    let found = survey(&board, 0, &Course::new().advance(mm(60.0)), &rates, TOL);
    assert!(close(found.over.unwrap().available.to_f64(), 30.0));
}

#[test]
fn about_face_keeps_the_ground() {
    let mover = block("a", Pose::new(10.0, 0.0, 0.0), 40.0, 20.0);
    let found = alone(
        mover,
        &Course::new().about_face().advance(mm(30.0)),
        &law(&[("", Ratio::int(100))]),
    );
    assert_eq!(found.end, Pose::new(10.0, -50.0, 180.0));
    assert_eq!(found.bases[0], Pose::new(10.0, -40.0, 180.0));
}

#[test]
fn about_face_in_a_gap_touches_and_does_not_overlap() {
    let mover = block("a", Pose::new(0.0, 0.0, 0.0), 40.0, 20.0);
    let left = block("b", Pose::new(-40.0, 0.0, 0.0), 40.0, 20.0);
    let right = block("c", Pose::new(40.0, 0.0, 0.0), 40.0, 20.0);
    let board = beside(mover, &[left, right]);
    let found = go(&board, &Course::new().about_face());
    assert_eq!(found.contacts.len(), 2);
    for contact in &found.contacts {
        assert!(contact.starts && !contact.overlap && !contact.ends_inside);
        assert_eq!(contact.clear, RNone);
    }
    // A pivot in the same gap does overlap.
    let found = go(&board, &Course::new().pivot(PivotPoint::Centre, 90.0));
    assert!(found.contacts.iter().all(|c| c.overlap));
}

#[test]
fn passing_straight_through() {
    let mover = block("a", Pose::new(0.0, 0.0, 0.0), 40.0, 20.0);
    let other = block("b", Pose::new(0.0, 50.0, 180.0), 40.0, 20.0);
    let found = go(&beside(mover, &[other]), &Course::new().advance(mm(200.0)));
    let contact = found.contacts[0].clone();
    // The other faces south with its front edge at y = 50 and its rear at y = 70.
    assert_eq!(contact.unit, 1);
    assert!(close(contact.touch.amount, 50.0));
    assert!(contact.overlap && !contact.ends_inside && !contact.starts);
    assert_eq!(contact.entered, Edge::Front);
    assert_eq!(contact.left, RSome(Edge::Rear));
    assert!(close(contact.clear.unwrap().amount, 90.0));
}

#[test]
fn a_thin_thing_is_not_tunnelled() {
    let mover = block("a", Pose::new(0.0, -900.0, 0.0), 10.0, 0.5);
    let thin = block("b", Pose::new(0.0, 1.0, 0.0), 5.0, 0.01);
    let found = go(&beside(mover, &[thin]), &Course::new().advance(mm(1800.0)));
    assert!(found.contacts[0].overlap);
    assert_eq!(found.contacts[0].entered, Edge::Rear);
    assert_eq!(found.contacts[0].left, RSome(Edge::Front));
}

#[test]
fn touching_is_not_overlapping() {
    let mover = block("a", Pose::new(0.0, 0.0, 30.0), 40.0, 20.0);
    let other = block(
        "b",
        Pose::new(0.0, 0.0, 30.0).offset(0.0, 70.0, 0.0),
        40.0,
        20.0,
    );
    let board = beside(mover.clone(), &[other]);
    let found = go(&board, &Course::new().advance(mm(50.0)));
    let contact = found.contacts[0].clone();
    assert!(!contact.overlap && !contact.ends_inside && !contact.starts);
    assert!(close(contact.touch.amount, 50.0));
    assert!(go(&board, &Course::new().advance(mm(50.2))).contacts[0].ends_inside);
    assert!(!go(&board, &Course::new().advance(mm(50.05))).contacts[0].overlap);
    assert!(
        go(&board, &Course::new().advance(mm(49.0)))
            .contacts
            .is_empty()
    );
    // Sliding along, then away.
    let side = block(
        "b",
        Pose::new(0.0, 0.0, 30.0).offset(40.0, 20.0, 0.0),
        40.0,
        20.0,
    );
    let found = go(&beside(mover, &[side]), &Course::new().advance(mm(100.0)));
    let contact = found.contacts[0].clone();
    assert!(contact.starts && !contact.overlap);
    assert!(close(contact.clear.unwrap().amount, 40.0), "{contact:?}");
}

#[test]
fn parting_at_once_starts_and_does_not_overlap() {
    let mover = block("a", Pose::new(0.0, 0.0, 0.0), 40.0, 20.0);
    let other = block("b", Pose::new(0.0, 20.0, 0.0), 40.0, 20.0);
    let found = go(&beside(mover, &[other]), &Course::new().retire(mm(50.0)));
    let contact = found.contacts[0].clone();
    assert!(contact.starts && !contact.overlap);
    assert_eq!(
        contact.clear,
        RSome(Along {
            step: 0,
            amount: 0.0
        })
    );
}

#[test]
fn contact_in_the_middle_of_a_wheel() {
    // Wheeling left about (0, 0), the front right corner goes round a circle of radius 100 and meets
    // the lower left corner of the other, which lies on that circle at 30 degrees.
    let mover = block("a", Pose::new(50.0, 0.0, 0.0), 100.0, 10.0);
    let corner = Point::new(100.0 * (PI / 6.0).cos(), 50.0);
    let other = block(
        "b",
        Pose {
            at: corner.shifted(-20.0, 30.0),
            ..Pose::default()
        },
        40.0,
        30.0,
    );
    let found = go(
        &beside(mover, &[other]),
        &Course::new().wheel(Hand::Left, 90.0),
    );
    let contact = found.contacts[0].clone();
    // The front edge, a line through the origin, meets the other's lower right corner, or its front
    // right corner the lower side: that side is at y = 50, reached at asin(1/2).
    assert!(close(contact.touch.amount, 30.0), "{contact:?}");
    assert_eq!(contact.entered, Edge::Rear);
    assert!(contact.overlap);
}

#[test]
fn turning_side_meets_a_corner() {
    // The front edge runs through the origin; the other's nearest corner is at (40, 40).
    let mover = block("a", Pose::new(50.0, 0.0, 0.0), 100.0, 10.0);
    let other = block("b", Pose::new(60.0, 60.0, 0.0), 40.0, 20.0);
    let found = go(
        &beside(mover, &[other]),
        &Course::new().wheel(Hand::Left, 90.0),
    );
    // Front edge at angle t meets the corner (80, 40) first: atan(1/2).
    assert!(close(
        found.contacts[0].touch.amount,
        0.5_f64.atan().to_degrees()
    ));
    assert!(!found.contacts[0].ends_inside);
    assert!(found.contacts[0].left.is_some());
}

#[test]
fn leaving_the_table() {
    let mover = block("a", Pose::new(0.0, 950.0, 0.0), 40.0, 20.0);
    let found = alone(
        mover.clone(),
        &Course::new().advance(mm(50.0)),
        &law(&[("", Ratio::int(100))]),
    );
    assert_eq!(found.off_table, RNone);
    let found = alone(
        mover.clone(),
        &Course::new().advance(mm(60.0)),
        &law(&[("", Ratio::int(100))]),
    );
    assert_eq!(
        found.off_table,
        RSome(Along {
            step: 0,
            amount: 50.0
        })
    );
    let big = block("a", Pose::new(0.0, 950.0, 0.0), 200.0, 20.0);
    let found = alone(
        big,
        &Course::new().wheel(Hand::Left, 90.0),
        &law(&[("", Ratio::int(100))]),
    );
    let at = found.off_table.unwrap().amount;
    assert!(close(at, 0.25_f64.asin().to_degrees()), "{at}");
}

/// A gap of 4 by 4 mm between four woods lies within the unit and nowhere touches its outline: some part
/// of it is on open table all the same, and that is slower.
#[test]
fn a_gap_within_the_body_counts() {
    let mut board = board::empty();
    board
        .units
        .push(block("a", Pose::new(0.0, 30.0, 0.0), 40.0, 40.0));
    let woods = [
        [
            (-100.0, -100.0),
            (-2.0, -100.0),
            (-2.0, 100.0),
            (-100.0, 100.0),
        ],
        [(2.0, -100.0), (100.0, -100.0), (100.0, 100.0), (2.0, 100.0)],
        [(-2.0, -100.0), (2.0, -100.0), (2.0, 10.0), (-2.0, 10.0)],
        [(-2.0, 14.0), (2.0, 14.0), (2.0, 100.0), (-2.0, 100.0)],
    ];
    for wood in woods {
        board.terrain.push(piece("wood", area(&wood)));
    }
    let mut law = law(&[("", Ratio::int(100)), ("wood", Ratio::int(160))]);
    law.entry = Entry::AnyPart;
    // The rear comes to the gap after 20 mm and is past it after 24.
    let distance = Length::mm(30.0);
    let course = Course::new().then(Step::Advance { distance });
    let found = survey(&board, 0, &course, &law, 0.1);
    let legs: Vec<_> = found
        .legs
        .iter()
        .map(|leg| (leg.terrain.as_str(), leg.farthest.to_f64()))
        .collect();
    assert_eq!(legs, [("", 24.0), ("wood", 6.0)]);
}
