use grognard_core::{
    Base, Board, Clock, Commander, Document, Field, Id, Point, Pose, RNone, RSome, RVec, Rect,
    Shape, Side, Table, Terrain, Unit,
};

use super::{DrawOptions, Ghost, Labels, board_svg};

fn document() -> Document {
    let named = |id: &str| serde_json::json!({ "id": id, "meaning": "", "draw": id });
    let looks = [
        "wood", "water", "road", "building", "hedge", "wall", "hill", "crops", "rough", "marsh", "",
    ];
    let formations = ["block", "ring", "dispersed", "gun"];
    let arms = ["slash", "cross", "plain"];
    serde_json::from_value(serde_json::json!({
        "manifest": {
            "id": "test", "title": "Test & <rules>", "version": "1", "summary": "", "source": "",
            "unit": "in", "turns": "alternating", "phases": [],
            "formations": formations.map(named), "terrain": looks.map(named),
            "arms": arms.map(named),
        },
        "clauses": [], "charts": [], "readings": [],
    }))
    .expect("a document")
}

fn unit(id: &str, formation: &str, pose: Pose) -> Unit {
    let base = |serial: u32| Base {
        serial,
        kind: Id::of("stand"),
        figures: serial,
        rect: Rect::new(
            pose.offset(f64::from(serial) * 40.0, -10.0, 0.0),
            40.0,
            20.0,
        ),
    };
    Unit {
        id: id.into(),
        name: format!("{id} & Sons").into(),
        side: Id::of("own"),
        brigade: RNone,
        formation: formation.into(),
        pose,
        bases: (0..4).map(base).collect(),
        footprint: RVec::new(),
        attributes: RVec::<Field>::new(),
        conditions: RVec::new(),
        track: RVec::new(),
    }
}

fn terrain(kind: &str, shape: Shape) -> Terrain {
    let id = format!("{kind}-{}", matches!(shape, Shape::Line { .. }));
    let name = format!("The \"{kind}\" <&>");
    Terrain {
        id: id.into(),
        name: name.into(),
        kind: kind.into(),
        shape,
        attributes: RVec::new(),
    }
}

fn board() -> Board {
    let points = || -> RVec<Point> {
        [(0.0, 0.0), (300.0, 20.0), (280.0, 250.0), (-40.0, 260.0)]
            .map(|(x, y)| Point::new(x, y))
            .into_iter()
            .collect()
    };
    let looks = [
        "wood", "water", "road", "building", "hedge", "wall", "hill", "crops", "rough", "marsh", "",
    ];
    let areas = looks
        .iter()
        .map(|kind| terrain(kind, Shape::Area(points())));
    let lines = looks.iter().map(|kind| {
        terrain(
            kind,
            Shape::Line {
                points: points(),
                width: 25.0,
            },
        )
    });
    Board {
        name: "A \u{1}control & a <tag>".into(),
        table: Table {
            min: Point::new(-500.0, -400.0),
            max: Point::new(500.0, 400.0),
        },
        terrain: areas.chain(lines).collect(),
        sides: [Side {
            id: Id::of("own"),
            name: "Own".into(),
            colour: "\"><script".into(),
        }]
        .into_iter()
        .collect(),
        brigades: RVec::new(),
        commanders: [Commander {
            id: Id::of("c"),
            name: "O'Brien".into(),
            side: Id::of("own"),
            rank: Id::of("chief"),
            brigade: RNone,
            superior: RNone,
            at: Point::new(10.0, 10.0),
            attributes: RVec::new(),
            conditions: RVec::new(),
        }]
        .into_iter()
        .collect(),
        units: ["block", "dispersed", "gun", "ring", "unheard-of"]
            .iter()
            .enumerate()
            .map(|(n, kind)| unit(kind, kind, Pose::new(-300.0 + 90.0 * n as f64, 0.0, 33.0)))
            .collect(),
        clock: Clock {
            turn: 1,
            phase_index: 0,
            phase: Id::of("move"),
            active: RSome(Id::of("own")),
        },
        written: RVec::new(),
        conditions: RVec::new(),
    }
}

fn parsed(svg: &str) -> roxmltree::Document<'_> {
    roxmltree::Document::parse(svg).expect("well-formed XML")
}

#[test]
fn every_look_gives_well_formed_xml_and_escapes_names() {
    for labels in [Labels::Ids, Labels::Names, Labels::None] {
        let svg = board_svg(
            &board(),
            &document(),
            &DrawOptions {
                labels,
                ..DrawOptions::default()
            },
        );
        let tree = parsed(&svg);
        assert_eq!(
            tree.descendants()
                .filter(|n| n.attribute("data-unit").is_some())
                .count(),
            5
        );
        assert!(
            tree.descendants().all(|n| n.attribute("id").is_none()),
            "ids would clash in a page"
        );
        assert!(!svg.contains("<script"));
    }
}

#[test]
fn the_same_board_gives_the_same_text() {
    let options = DrawOptions::default();
    assert_eq!(
        board_svg(&board(), &document(), &options),
        board_svg(&board(), &document(), &options)
    );
}

#[test]
fn bases_are_to_scale() {
    let mut board = board();
    board.terrain.clear();
    board.commanders.clear();
    let only: RVec<Unit> = [unit("a", "block", Pose::new(0.0, 0.0, 90.0))]
        .into_iter()
        .collect();
    board.units = only;
    let svg = board_svg(
        &board,
        &document(),
        &DrawOptions {
            width: 1048.0,
            ..Default::default()
        },
    );
    let tree = parsed(&svg);
    let group = tree
        .descendants()
        .find(|n| n.attribute("data-unit") == Some("a"));
    let path = group
        .and_then(|g| g.descendants().find_map(|n| n.attribute("d")))
        .expect("a path");
    // 1000 px of table for 1000 mm: facing east, the first base is 40 high and 20 wide.
    let corners: Vec<f64> = path
        .split('z')
        .next()
        .unwrap_or("")
        .split(['M', 'L', ' '])
        .filter_map(|number| number.parse().ok())
        .collect();
    let xs: Vec<f64> = corners.iter().step_by(2).copied().collect();
    let ys: Vec<f64> = corners.iter().skip(1).step_by(2).copied().collect();
    assert_eq!((spread(&xs), spread(&ys)), (20.0, 40.0));
}

fn spread(values: &[f64]) -> f64 {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    ((most - least) * 10.0).round() / 10.0
}

#[test]
fn ghosts_and_highlights_of_unknown_units_are_left_out() {
    let mut options = DrawOptions {
        highlight: vec![Id::of("nobody"), Id::of("ring")],
        ..Default::default()
    };
    let board = board();
    let there = Pose::new(100.0, 100.0, 0.0);
    for name in ["nobody", "block"] {
        options.ghosts.push(Ghost {
            unit: name.into(),
            pose: there,
            bases: vec![there; 4],
            way: vec![Point::new(0.0, 0.0), there.at],
        });
    }
    let plain = board_svg(&board, &document(), &DrawOptions::default());
    let shown = board_svg(&board, &document(), &options);
    parsed(&shown);
    assert!(shown.len() > plain.len());
}

#[test]
fn no_board_is_too_strange_to_draw() {
    let mut empty = board();
    empty.units.clear();
    empty.terrain.clear();
    empty.sides.clear();
    empty.name = "".into();
    empty.table = Table {
        min: Point::new(0.0, 0.0),
        max: Point::new(0.0, 0.0),
    };
    let mut strange = board();
    strange.table.max = Point::new(f64::NAN, f64::INFINITY);
    strange.units[0].bases[0].rect.width = f64::NAN;
    strange.units[1].bases.clear();
    strange.terrain[0].shape = Shape::Area(RVec::new());
    strange.terrain[1].shape = Shape::Line {
        points: RVec::new(),
        width: f64::NAN,
    };
    let mut huge = board();
    huge.table.max = Point::new(1e12, 1e12);
    for board in [empty, strange, huge] {
        for width in [900.0, 0.0, f64::NAN, 1e9] {
            let options = DrawOptions {
                width,
                ..DrawOptions::default()
            };
            parsed(&board_svg(&board, &document(), &options));
        }
    }
}

#[test]
fn a_crowded_table_is_drawn_in_a_while() {
    let mut board = board();
    board.units = (0..2000)
        .map(|n| {
            let place = Pose::new(
                f64::from(n % 50) * 20.0 - 490.0,
                f64::from(n / 50) * 19.0 - 390.0,
                0.0,
            );
            unit(&format!("u{n:04}"), "block", place)
        })
        .collect();
    let started = std::time::Instant::now();
    parsed(&board_svg(&board, &document(), &DrawOptions::default()));
    assert!(started.elapsed().as_secs() < 30, "{:?}", started.elapsed());
}

/// The paths of a unit on a map.
fn paths(svg: &str, unit: &str) -> usize {
    let svg = parsed(svg);
    let mut nodes = svg.descendants();
    let group = nodes.find(|node| node.attribute("data-unit") == Some(unit));
    let group = group.expect("the unit is drawn");
    let paths = group.children().filter(|node| node.has_tag_name("path"));
    paths
        .map(|path| path.attribute("d").unwrap_or("").matches('M').count())
        .sum()
}

#[test]
fn an_arm_is_told_by_its_symbol() {
    let count = |arm: &str| {
        let mut board = board();
        board.units = RVec::new();
        let mut unit = unit("a", "block", Pose::new(0.0, 0.0, 33.0));
        if !arm.is_empty() {
            unit.attributes.push(Field {
                name: Id::of("arm"),
                value: grognard_core::Value::text(arm),
            });
        }
        board.units.push(unit);
        paths(
            &board_svg(&board, &document(), &DrawOptions::default()),
            "a",
        )
    };
    let plain = count("");
    assert_eq!([count("plain"), count("unheard-of")], [plain, plain]);
    // One line or two, each drawn dark and then pale.
    assert_eq!([count("slash"), count("cross")], [plain + 2, plain + 4]);
}

#[test]
fn the_label_of_a_ring_leaves_its_marks_free() {
    let mut board = board();
    board.terrain = RVec::new();
    board.commanders = RVec::new();
    board.units = RVec::new();
    // Four bases, each with its front outwards.
    let mut ring = unit("ring", "ring", Pose::new(0.0, 0.0, 0.0));
    for (n, base) in ring.bases.iter_mut().enumerate() {
        let pose = Pose::new(0.0, 0.0, 90.0 * n as f64);
        base.rect = Rect::new(pose.offset(0.0, 30.0, 0.0), 60.0, 20.0);
    }
    board.units.push(ring);
    let svg = board_svg(&board, &document(), &DrawOptions::default());
    let svg = parsed(&svg);
    let label = svg
        .descendants()
        .find(|node| node.text() == Some("ring") && node.has_tag_name("text"));
    let label = label.expect("a label");
    let y: f64 = label
        .attribute("y")
        .and_then(|y| y.parse().ok())
        .expect("a place");
    let marks = svg.descendants().filter(|node| node.has_tag_name("path"));
    let lowest = marks
        .filter(|node| {
            node.ancestors()
                .any(|up| up.attribute("data-unit") == Some("ring"))
        })
        .flat_map(|node| {
            node.attribute("d")
                .unwrap_or("")
                .split(['M', 'L', 'Z', 'z'])
        })
        .filter_map(|pair| pair.split(' ').nth(1)?.parse::<f64>().ok())
        .fold(0.0, f64::max);
    let top = y - 10.5 * 0.36 - 10.5 / 2.0;
    assert!(
        top >= lowest - 0.5,
        "the label begins at {top}, the marks end at {lowest}"
    );
}
