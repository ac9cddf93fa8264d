//! A ruleset small enough to see through: one formation more than none, one die, one march.
#![allow(dead_code)] // each test file uses its part

use grognard_engine::scenario::Scenario;
use grognard_engine::{Battle, Setup};
use grognard_host::{LoadedRuleset, Registry};
use grognard_sdk::prelude::*;

pub(crate) struct Toy {
    rate: ChartCell,
}

const FILES: Files = Files {
    manifest: r#"
        id = "toy"
        title = "Toy"
        version = "1.0.0"
        summary = "For the engine's own tests."
        source = "none"
        unit = "cm"
        turns = "alternating"
        phases = [
            { id = "move", meaning = "units move", orders = ["march", "gamble"] },
            { id = "plan", meaning = "orders are written", actor = "both", mode = "write", orders = ["gamble", "listen", "boast"] },
            { id = "deeds", meaning = "they are carried out", mode = "resolve", orders = ["gamble"], opens = ["listen"] },
        ]
        formations = [{ id = "line", meaning = "a line" }, { id = "heap", meaning = "a heap" }]
        conditions = [
            { id = "lucky", meaning = "won", type = "flag" },
            { id = "tired", meaning = "told by the players", type = "int", mark = true, within = [0, 9] },
            { id = "rain", meaning = "it rains", type = "flag", mark = true, on = "battle" },
            { id = "doubt", meaning = "the umpire's own", type = "flag", mark = true, umpire = true },
        ]
        [[orders]]
        id = "gamble"
        meaning = "roll a die; 5 and 6 win"
        [[orders]]
        id = "listen"
        meaning = "tells of every written order it hears of"
        [[orders]]
        id = "boast"
        meaning = "nothing comes of it"
        [[orders]]
        id = "break"
        meaning = "asks for the impossible"
        any_time = true
        [[unit_attributes]]
        name = "bases"
        meaning = "how many bases"
        type = "int"
        required = true
    "#,
    findings: r#"
        [[finding]]
        id = "over-allowance"
        text = "{subject} wants {needed}, has {available}: {margin}."
        [finding.translations]
        ru = "{subject}: нужно {needed}, есть {available}."
        [[finding]]
        id = "heard"
        text = "{subject} hears that {other} has orders."
        [[finding]]
        id = "doubted"
        text = "{other} is in doubt."
    "#,
    clauses: r#"clause = [{ id = "T1", summary = "a full move is 10 cm" }]"#,
    readings: r#"
        [[reading]]
        id = "mood"
        question = "How do they feel?"
        values = [{ id = "good", meaning = "well" }, { id = "bad", meaning = "ill" }]
    "#,
    charts: &[(
        "rates.toml",
        r#"
        id = "rates"
        title = "Rates"
        unit = "cm"
        [cells]
        march = { value = 10, provenance = "assumed", clause = "T1" }
        "#,
    )],
    languages: &[],
};

impl Ruleset for Toy {
    fn document() -> Result<Document, Fault> {
        FILES.document()
    }

    fn open(book: &Rulebook) -> Result<Self, Fault> {
        Ok(Self {
            rate: Charts::new(book).cell("rates.march")?,
        })
    }

    fn enlist(&self, mut draft: Unit) -> Result<Unit, Fault> {
        let count = draft.attributes.int("bases").unwrap_or(0);
        if !(1..=20).contains(&count) {
            return Err(Fault::unit("'bases' should be 1 to 20"));
        }
        draft.formation = Id::of("line");
        let layout = layouts::grid(count as usize, count as usize, 20.0, 20.0);
        draft.bases = layout
            .poses(draft.pose)
            .into_iter()
            .zip(1..)
            .map(|(pose, serial)| Base {
                serial,
                kind: Id::of("block"),
                figures: 4,
                rect: Rect::new(pose, 20.0, 20.0),
            })
            .collect();
        Ok(draft)
    }

    fn layout(&self, unit: &Unit, _: &Id) -> Result<Layout, Fault> {
        Ok(layouts::grid(
            unit.bases.len(),
            unit.bases.len(),
            20.0,
            20.0,
        ))
    }

    fn motion(&self, _: &Situation<'_>, unit: &Unit, _: &Id) -> Result<MotionLaw, Fault> {
        let per_move = self
            .rate
            .millimetres(LengthUnit::Centimetre)
            .unwrap_or_default();
        let rate = |heading| Rate {
            heading,
            terrain: Id::default(),
            per_move,
            cell: self.rate.key,
        };
        Ok(MotionLaw {
            prior: unit.track.clone(),
            rates: [Heading::Front, Heading::Flank, Heading::Rear]
                .map(rate)
                .into_iter()
                .collect(),
            ..MotionLaw::default()
        })
    }

    fn rule(&self, situation: &Situation<'_>, order: &Order) -> Ruling {
        let mut judge = Judge::new(order.subject);
        match order.kind.as_str() {
            "march" => self.march(situation, order, &mut judge),
            "gamble" => {
                let Some(faces) = judge.roll(&situation.ground, 1, 6, Id::of("luck"), Id::of("T1"))
                else {
                    return judge.done();
                };
                let won = faces[0] >= 5;
                judge.outcome(Id::of(if won { "won" } else { "lost" }));
                judge.then(Effect::SetCondition {
                    on: order.subject,
                    name: Id::of("lucky"),
                    value: Value::Flag(won),
                });
            }
            "listen" => {
                if let Some(unit) = situation.board.units.iter().find(|unit| unit.is("doubt")) {
                    let doubted = Finding::notes(Id::of("doubted"), Id::of("T1"), judge.subject());
                    judge.find(doubted.about(unit.id));
                }
                for order in &situation.board.written {
                    let heard = Finding::notes(Id::of("heard"), Id::of("T1"), judge.subject());
                    judge.find(heard.about(order.subject));
                }
            }
            "boast" => judge.then(Effect::StrikeOrders {
                subject: order.subject,
                kind: order.kind,
            }),
            "break" => {
                judge.then(Effect::SetFormation {
                    unit: order.subject,
                    formation: Id::of("heap"),
                });
                judge.then(Effect::RemoveUnit {
                    unit: Id::of("nobody"),
                });
            }
            _ => {}
        }
        judge.done()
    }

    fn moment(&self, situation: &Situation<'_>, moment: Moment) -> Ruling {
        let mut judge = Judge::new(Id::default());
        if moment == Moment::TurnStart {
            for unit in situation
                .board
                .units
                .iter()
                .filter(|unit| !unit.track.is_empty())
            {
                judge.then(Effect::ClearTrack { unit: unit.id });
            }
        }
        judge.done()
    }
}

impl Toy {
    fn march(&self, situation: &Situation<'_>, order: &Order, judge: &mut Judge) {
        let board = situation.board;
        let Some(index) = board.unit_index(order.subject.as_str()) else {
            return;
        };
        let Some(course) = order.course() else { return };
        let Ok(law) = self.motion(situation, &board.units[index], &order.kind) else {
            return;
        };
        let survey = situation.ground.survey(index as u64, course, &law);
        judge.lean(&self.rate);
        judge.pay_survey(course, &law, &survey, Id::of("T1"));
        if let RSome(over) = survey.over {
            judge.find(
                Finding::refuses(Id::of("over-allowance"), Id::of("T1"), order.subject).measured(
                    Measure::Length,
                    over.needed,
                    over.available,
                ),
            );
        }
        judge.then(Effect::Place {
            unit: order.subject,
            pose: survey.end,
            bases: survey.bases.clone(),
        });
        judge.then(Effect::Walk {
            unit: order.subject,
            legs: survey.legs.clone(),
        });
    }
}

grognard_sdk::export_ruleset!(Toy, id = "toy");

pub(crate) fn ruleset() -> LoadedRuleset {
    Registry::new().link(plugin()).unwrap()
}

pub(crate) const SCENARIO: &str = r##"
    format = 1
    name = "Two lines"
    [table]
    unit = "cm"
    min = [-60, -60]
    max = [60, 60]
    [[side]]
    id = "red"
    name = "Red"
    colour = "#aa0000"
    [[side]]
    id = "blue"
    name = "Blue"
    colour = "#0000aa"
    [[unit]]
    id = "a"
    name = "First"
    side = "red"
    at = [0, 0]
    facing = 0
    [unit.toy]
    bases = 4
    [[unit]]
    id = "b"
    name = "Second"
    side = "blue"
    at = [0, 30]
    facing = 180
    [unit.toy]
    bases = 4
"##;

pub(crate) fn battle(seed: u64) -> Battle {
    let scenario = Scenario::read(SCENARIO, "two_lines.toml").unwrap();
    Battle::start(
        &scenario,
        &ruleset(),
        &Setup {
            seed,
            ..Setup::default()
        },
    )
    .unwrap()
}

pub(crate) fn march(unit: &str, course: &str) -> Order {
    Order::march(unit, course.parse().unwrap())
}
