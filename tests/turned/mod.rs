//! Quatre Bras on a table that is turned, shifted or mirrored.

use grognard_core::{Course, Hand, Order, Rect, Ruling, Step};
use grognard_engine::scenario::Scenario;
use grognard_engine::{Battle, Setup};
use grognard_host::LoadedRuleset;
use toml::{Table, Value};

use crate::playthrough::quatre_bras;
use crate::probes::{COURSES, in_marching_phase};

/// What is done to the table: mirrored in the y axis, turned clockwise, shifted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Turn {
    /// Whether east and west change places.
    pub(crate) mirror: bool,
    /// Degrees clockwise.
    pub(crate) degrees: f64,
    /// Metres east and north.
    pub(crate) shift: (f64, f64),
}

/// A ruling on an order, without what depends on where the table lies.
#[derive(Clone, Debug)]
pub(crate) struct Ruled {
    order: String,
    ruling: Ruling,
}

impl Ruled {
    /// Both say the same: verdict, findings and, but for rounding, costs.
    pub(crate) fn compare(&self, other: &Self, what: &str) {
        let (one, two) = (&self.ruling, &other.ruling);
        let slugs = |ruling: &Ruling| -> Vec<String> {
            let mut slugs: Vec<String> = ruling
                .findings
                .iter()
                .map(|f| format!("{} {}", f.slug, f.other))
                .collect();
            slugs.sort();
            slugs
        };
        assert_eq!(
            one.verdict,
            two.verdict,
            "{what}: {}: {:?} {:?}",
            self.order,
            slugs(one),
            slugs(two)
        );
        assert_eq!(slugs(one), slugs(two), "{what}: {}", self.order);
        let (spent, again) = (one.spent.to_f64(), two.spent.to_f64());
        assert!(
            (spent - again).abs() < 1e-6,
            "{what}: {}: spent {spent}, then {again}",
            self.order
        );
        for (a, b) in one
            .findings
            .iter()
            .zip(&two.findings)
            .filter(|(a, b)| a.slug == b.slug)
        {
            let (margin, again) = (
                a.margin().map(|m| m.to_f64()),
                b.margin().map(|m| m.to_f64()),
            );
            let near = match (margin, again) {
                (Some(one), Some(two)) => (one - two).abs() < 1e-4,
                (one, two) => one == two,
            };
            assert!(
                near,
                "{what}: {}: {} by {margin:?}, then {again:?}",
                self.order, a.slug
            );
        }
    }
}

impl Turn {
    fn point(&self, x: f64, y: f64) -> (f64, f64) {
        let x = if self.mirror { -x } else { x };
        let turned = grognard_core::Point::new(x, y)
            .turned_about(grognard_core::Point::default(), self.degrees);
        (turned.x + self.shift.0, turned.y + self.shift.1)
    }

    fn bearing(&self, degrees: f64) -> f64 {
        (if self.mirror { -degrees } else { degrees }) + self.degrees
    }

    /// The scenario on the turned table. Every table is made large enough that its edges play no part.
    fn scenario(&self) -> Scenario {
        let scenario = quatre_bras();
        let mut file: Table = scenario.text().parse().expect("TOML");
        if let Some(Value::Table(table)) = file.get_mut("table") {
            table.insert("min".to_owned(), floats(-9000.0, -9000.0));
            table.insert("max".to_owned(), floats(9000.0, 9000.0));
        }
        for kind in ["unit", "commander", "terrain"] {
            for part in file
                .get_mut(kind)
                .and_then(Value::as_array_mut)
                .expect("a list")
            {
                self.part(part);
            }
        }
        let text = toml::to_string(&file).expect("TOML");
        Scenario::read(&text, "turned").unwrap_or_else(|errors| panic!("{errors}"))
    }

    fn part(&self, part: &mut Value) {
        let Value::Table(table) = part else { return };
        for (key, value) in table.iter_mut() {
            match key.as_str() {
                "at" => self.spot(value),
                "facing" => *value = Value::Float(self.bearing(number(value))),
                "area" | "line" => value
                    .as_array_mut()
                    .expect("points")
                    .iter_mut()
                    .for_each(|at| self.spot(at)),
                _ => self.part(value),
            }
        }
    }

    fn spot(&self, value: &mut Value) {
        let (x, y) = (number(&value[0]), number(&value[1]));
        let (x, y) = self.point(x, y);
        *value = floats(x, y);
    }

    /// The course as it looks on the turned table.
    fn course(&self, course: &Course) -> Course {
        let hand = |hand: Hand| match hand {
            Hand::Left => Hand::Right,
            Hand::Right => Hand::Left,
        };
        let step = |step: &Step| match *step {
            _ if !self.mirror => *step,
            Step::Sidestep { hand: h, distance } => Step::Sidestep {
                hand: hand(h),
                distance,
            },
            Step::Oblique {
                hand: h,
                angle,
                distance,
            } => Step::Oblique {
                hand: hand(h),
                angle,
                distance,
            },
            Step::Wheel { hand: h, angle } => Step::Wheel {
                hand: hand(h),
                angle,
            },
            Step::Pivot { about, angle } => Step::Pivot {
                about,
                angle: -angle,
            },
            _ => *step,
        };
        Course {
            steps: course.steps.iter().map(step).collect(),
        }
    }
}

fn floats(x: f64, y: f64) -> Value {
    Value::Array(vec![Value::Float(x), Value::Float(y)])
}

fn number(value: &Value) -> f64 {
    value
        .as_float()
        .or_else(|| value.as_integer().map(|n| n as f64))
        .expect("a number")
}

fn battle(ruleset: &LoadedRuleset, turn: &Turn) -> Battle {
    let battle = Battle::start(
        &turn.scenario(),
        ruleset,
        &Setup {
            seed: 7,
            ..Setup::default()
        },
    );
    in_marching_phase(battle.unwrap_or_else(|error| panic!("{} {turn:?}: {error}", ruleset.id())))
}

/// The rulings on every march and change of formation of the units (all, unless some are named).
pub(crate) fn rulings_on(
    ruleset: &LoadedRuleset,
    turn: &Turn,
    units: Option<&[String]>,
) -> Vec<Ruled> {
    let battle = battle(ruleset, turn);
    let formations = &battle.document().manifest.formations;
    let mut orders = Vec::new();
    for unit in &battle.board().units {
        if units.is_some_and(|units| !units.iter().any(|id| unit.id == id.as_str())) {
            continue;
        }
        for course in COURSES {
            let course = turn.course(&course.parse().expect("a course"));
            orders.push(Order::march(unit.id, course));
        }
        if !turn.mirror && units.is_none() {
            orders.extend(
                formations
                    .iter()
                    .map(|to| Order::change_formation(unit.id, &to.id)),
            );
        }
    }
    let rule = |order: &Order| Ruled {
        order: format!("{order:?}"),
        ruling: battle.check(order).expect("a ruling"),
    };
    orders.iter().map(rule).collect()
}

/// The units whose ground on the mirrored table is the mirror image of their ground on the plain one.
pub(crate) fn mirrored_units(ruleset: &LoadedRuleset, turn: &Turn) -> Vec<String> {
    let (plain, mirrored) = (battle(ruleset, &Turn::default()), battle(ruleset, turn));
    let ground = |battle: &Battle, id: &str, turn: &Turn| -> Vec<(i64, i64)> {
        let rects = battle.board().unit(id).expect("a unit").footprint.to_vec();
        let mut corners: Vec<(i64, i64)> = rects
            .iter()
            .flat_map(Rect::corners)
            .map(|corner| turn.point(corner.x, corner.y))
            .map(|(x, y)| ((x * 100.0).round() as i64, (y * 100.0).round() as i64))
            .collect();
        corners.sort_unstable();
        corners
    };
    let ids = plain.board().units.iter().map(|unit| unit.id.to_string());
    ids.filter(|id| ground(&plain, id, turn) == ground(&mirrored, id, &Turn::default()))
        .collect()
}
