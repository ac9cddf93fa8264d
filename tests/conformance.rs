//! What has to hold under every ruleset, whatever its rules: checks change nothing and agree with orders,
//! undo and redo restore the battle, saves reopen, play is deterministic, a turned, shifted or mirrored table
//! gives the same rulings, and everything a ruling names is declared.
#![allow(clippy::expect_used, clippy::panic)] // a suite fails by panicking

mod playthrough;
mod probes;
mod turned;

use grognard_core::{Amount, Effect, LengthUnit, Order, Ruling, Verdict, Weight};
use grognard_engine::explain::engine_findings;
use grognard_engine::script::{Step, step};
use grognard_engine::{Battle, OrderError};
use grognard_host::LoadedRuleset;
use grognard_tests::{linked, read_all, root, run_file_with};
use playthrough::{RULESETS, play, start};
use probes::{in_marching_phase, in_writing_phase, probes};
use turned::{Turn, mirrored_units, rulings_on};

fn each(mut test: impl FnMut(&str, &LoadedRuleset)) {
    let registry = linked().expect("sound rulesets");
    for id in RULESETS {
        test(id, registry.get(id).expect("it is linked"));
    }
}

fn save(battle: &Battle) -> String {
    battle.save().expect("a battle can be saved")
}

/// Whether an order was taken down without being looked at, about which nobody may ask yet: both rulings say
/// the same, but the one refuses for it.
fn taken_down(asked: &Ruling, given: &Ruling) -> bool {
    if asked.allowed() || !given.allowed() {
        return false;
    }
    let slugs = |ruling: &Ruling| -> Vec<_> {
        let findings = ruling.findings.iter();
        findings.map(|finding| finding.slug).collect()
    };
    let refusals = |ruling: &Ruling| {
        let findings = ruling.findings.iter();
        findings.filter(|f| f.weight == Weight::Refuses).count()
    };
    let unmeasured = |ruling: &Ruling| ruling.ledger.is_empty() && ruling.spent == Amount::ZERO;
    slugs(asked) == slugs(given) && refusals(asked) == 1 && unmeasured(asked) && unmeasured(given)
}

#[test]
fn checks_change_nothing_and_agree_with_orders() {
    each(|id, ruleset| {
        let acting = in_marching_phase(start(ruleset, 7));
        let writing = in_writing_phase(start(ruleset, 7));
        let (mut allowed, mut refused) = (0, 0);
        for mut battle in std::iter::once(acting).chain(writing) {
            let (before, board) = (save(&battle), battle.board().clone());
            let events = battle.events().len();
            for order in probes(&battle) {
                let asked = battle.check(&order).expect("a ruling");
                assert_eq!(
                    asked,
                    battle.check(&order).expect("a ruling"),
                    "{id}: {order:?}"
                );
                assert_eq!(
                    board,
                    *battle.board(),
                    "{id}: a check changed the battle: {order:?}"
                );
                let given = match battle.order(&order, &[]) {
                    Ok(ruling) => {
                        battle
                            .undo()
                            .expect("an order that was carried out can be undone");
                        ruling
                    }
                    Err(OrderError::Ruled(ruling)) => *ruling,
                    Err(OrderError::Engine(error)) => panic!("{id}: {order:?}: {error}"),
                };
                assert_eq!(
                    board,
                    *battle.board(),
                    "{id}: {order:?} left something behind"
                );
                assert_eq!(
                    events,
                    battle.events().len(),
                    "{id}: {order:?} left something behind"
                );
                if battle.only_written(order.kind.as_str()) && taken_down(&asked, &given) {
                    allowed += 1;
                    continue;
                }
                if asked.rolls.is_empty() {
                    assert_eq!(asked.verdict, given.verdict, "{id}: {order:?}");
                    assert_eq!(asked.findings, given.findings, "{id}: {order:?}");
                    assert_eq!(asked.ledger, given.ledger, "{id}: {order:?}");
                    assert_eq!(asked.spent, given.spent, "{id}: {order:?}");
                }
                match given.verdict {
                    Verdict::Allowed => allowed += 1,
                    _ => refused += 1,
                }
            }
            assert_eq!(before, save(&battle), "{id}: something was left behind");
        }
        assert!(
            allowed >= 50 && refused >= 50,
            "{id}: {allowed} allowed, {refused} refused: too one-sided"
        );
    });
}

#[test]
fn undo_and_redo_restore_every_state_of_a_playthrough() {
    each(|id, ruleset| {
        let script = playthrough::script(id);
        let mut battle = start(ruleset, script.seed);
        let mut states = vec![(battle.board().clone(), save(&battle))];
        script
            .play(&mut battle, |battle, _| {
                if battle.events().len() + 1 > states.len() {
                    states.push((battle.board().clone(), save(battle)));
                }
            })
            .expect("a script that can be played");
        let last = states.len() - 1;
        // A step may be several events (the end of a turn); the states known are enough to compare by log.
        while battle.undo().is_ok() {
            let now = save(&battle);
            if let Some((board, _)) = states.iter().find(|(_, text)| *text == now) {
                assert_eq!(*board, *battle.board(), "{id}: undo");
            }
        }
        assert_eq!(states[0].0, *battle.board(), "{id}: everything undone");
        assert_eq!(states[0].1, save(&battle), "{id}: everything undone");
        while battle.redo().is_ok() {}
        assert_eq!(
            states[last].0,
            *battle.board(),
            "{id}: everything done again"
        );
        assert_eq!(states[last].1, save(&battle), "{id}: everything done again");
    });
}

#[test]
fn saves_reopen_and_play_is_deterministic() {
    each(|id, ruleset| {
        let battle = play(id, ruleset);
        let text = save(&battle);
        assert_eq!(
            text,
            save(&play(id, ruleset)),
            "{id}: played twice, two results"
        );
        let opened = Battle::open(&text, |_| Ok(ruleset.clone()))
            .unwrap_or_else(|error| panic!("{id}: {error}"));
        assert!(!opened.torn);
        assert_eq!(battle.board(), opened.battle.board(), "{id}");
        assert_eq!(text, save(&opened.battle), "{id}");
    });
}

#[test]
fn dice_known_beforehand_give_the_ruling_that_follows() {
    let mut rolled = 0;
    each(|id, ruleset| {
        let script = playthrough::script(id);
        let mut battle = start(ruleset, script.seed);
        for line in &script.lines {
            let step = step(&line.what, &battle, LengthUnit::Millimetre).expect("a step");
            let Step::Order { order, dice } = &step else {
                step.perform(&mut battle).expect("it can be done");
                continue;
            };
            let asked = battle.check_with(order, dice).expect("a ruling");
            let written = battle.only_written(order.kind.as_str());
            let outcome = step.perform(&mut battle).expect("it can be done");
            let given = &outcome.rulings[0];
            if written && taken_down(&asked, given) {
                continue;
            }
            if !dice.is_empty() || given.rolls.is_empty() {
                assert_eq!(asked.verdict, given.verdict, "{id}: {order:?}");
                assert_eq!(asked.findings, given.findings, "{id}: {order:?}");
                assert_eq!(asked.rolls, given.rolls, "{id}: {order:?}");
                rolled += given.rolls.len();
            }
        }
    });
    assert!(rolled > 0, "no script rolls dice that are typed in");
}

#[test]
fn a_course_cut_in_two_gives_the_same_ruling() {
    let courses = [
        ("advance 2 in", "advance 0.7 in, advance 1.3 in"),
        ("wheel left 21", "wheel left 8, wheel left 13"),
        (
            "oblique right 15 2 in",
            "oblique right 15 1.5 in, oblique right 15 0.5 in",
        ),
        ("pivot centre 30", "pivot centre 13, pivot centre 17"),
        ("retire 1 in", "retire 0.25 in, retire 0.75 in"),
    ];
    each(|id, ruleset| {
        let battle = in_marching_phase(start(ruleset, 7));
        for unit in &battle.board().units {
            for (whole, cut) in courses {
                let rule = |course: &str| {
                    let order = Order::march(unit.id, course.parse().expect("a course"));
                    battle.check(&order).expect("a ruling")
                };
                let (one, two) = (rule(whole), rule(cut));
                let what = format!("{id}: {}: {whole} / {cut}", unit.id);
                assert_eq!(one.verdict, two.verdict, "{what}");
                let (spent, again) = (one.spent.to_f64(), two.spent.to_f64());
                assert!((spent - again).abs() < 1e-9, "{what}: {spent}, {again}");
                assert_eq!(Place::of(&one), Place::of(&two), "{what}");
            }
        }
    });
}

/// Where a ruling puts its unit, in hundredths of a millimetre and of a degree.
#[derive(Debug, PartialEq)]
struct Place(Option<[i64; 3]>);

impl Place {
    fn of(ruling: &Ruling) -> Self {
        let pose = ruling.effects.iter().find_map(|effect| match effect {
            Effect::Place { pose, .. } => Some(*pose),
            _ => None,
        });
        let round = |x: f64| (x * 100.0).round() as i64;
        Self(pose.map(|p| [round(p.at.x), round(p.at.y), round(p.facing.degrees())]))
    }
}

#[test]
fn a_turned_or_shifted_table_gives_the_same_rulings() {
    each(|id, ruleset| {
        let plain = rulings_on(ruleset, &Turn::default(), None);
        for turn in [
            Turn {
                degrees: 90.0,
                ..Turn::default()
            },
            Turn {
                degrees: 180.0,
                ..Turn::default()
            },
            Turn {
                shift: (137.0, -59.0),
                ..Turn::default()
            },
            Turn {
                degrees: 37.0,
                shift: (12.5, 400.0),
                ..Turn::default()
            },
        ] {
            let turned = rulings_on(ruleset, &turn, None);
            assert_eq!(plain.len(), turned.len(), "{id} {turn:?}");
            for (one, other) in plain.iter().zip(&turned) {
                one.compare(other, &format!("{id} {turn:?}"));
            }
        }
    });
}

#[test]
fn a_mirrored_table_gives_the_mirrored_rulings() {
    each(|id, ruleset| {
        let turn = Turn {
            mirror: true,
            ..Turn::default()
        };
        // A unit whose last rank is not full has no mirror image among the ruleset's layouts.
        let units = mirrored_units(ruleset, &turn);
        assert!(
            units.len() >= 10,
            "{id}: only {} units have a mirror image",
            units.len()
        );
        let plain = rulings_on(ruleset, &Turn::default(), Some(&units));
        let mirrored = rulings_on(ruleset, &turn, Some(&units));
        assert!(!plain.is_empty());
        for (one, other) in plain.iter().zip(&mirrored) {
            one.compare(other, &format!("{id} mirrored"));
        }
    });
}

#[test]
fn everything_a_ruling_names_is_declared() {
    let registry = linked().expect("sound rulesets");
    let mut wrong: Vec<String> = Vec::new();
    let mut look = |battle: &Battle, ruling: &Ruling| {
        let document = battle.document();
        let id = &document.manifest.id;
        let mut complain =
            |what: &str, name: &str| wrong.push(format!("{id}: {what} '{name}' is not declared"));
        for finding in &ruling.findings {
            let slug = finding.slug.as_str();
            let own = document
                .manifest
                .findings
                .iter()
                .any(|spec| spec.id == slug);
            if !own && !engine_findings().iter().any(|spec| spec.id == slug) {
                complain("finding", slug);
            }
            if !finding.clause.is_empty() && document.clause(finding.clause.as_str()).is_none() {
                complain("clause", finding.clause.as_str());
            }
        }
        let lines = ruling
            .ledger
            .iter()
            .map(|line| line.clause.as_str())
            .filter(|clause| !clause.is_empty());
        let rolls = ruling.rolls.iter().map(|roll| roll.clause.as_str());
        for clause in ruling
            .clauses
            .iter()
            .map(|clause| clause.as_str())
            .chain(lines)
            .chain(rolls)
        {
            if document.clause(clause).is_none() {
                complain("clause", clause);
            }
        }
        for cell in &ruling.cells {
            if !battle.rulebook().cells.contains_key(cell.cell.as_str()) {
                complain("cell", cell.cell.as_str());
            }
        }
        for used in &ruling.readings {
            if document.reading(used.reading.as_str()).is_none() {
                complain("reading", used.reading.as_str());
            }
        }
    };
    for id in RULESETS {
        let ruleset = registry.get(id).expect("it is linked");
        let battle = in_marching_phase(start(ruleset, 7));
        for order in probes(&battle) {
            look(&battle, &battle.check(&order).expect("a ruling"));
        }
        playthrough::play_with(id, ruleset, |battle, played| {
            played
                .outcome
                .rulings
                .iter()
                .for_each(|ruling| look(battle, ruling));
        });
    }
    for file in read_all(&root().join("tests/cases")).expect("case files") {
        run_file_with(&file, &registry, &mut look);
    }
    wrong.sort();
    wrong.dedup();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn orders_of_other_rulesets_are_refused_by_name() {
    each(|id, ruleset| {
        let battle = start(ruleset, 7);
        let table = "order = \"castle\"\nsubject = \"1/95\""
            .parse()
            .expect("TOML");
        let Ok(Step::Order { order, .. }) = step(&table, &battle, battle.length_unit()) else {
            panic!("an order of any kind can be written");
        };
        let ruling = battle.check(&order).expect("a ruling");
        assert!(ruling.has("order-not-in-this-ruleset"), "{id}: {ruling:?}");
    });
}

#[test]
fn the_lines_of_a_ledger_add_up_to_what_is_spent() {
    let registry = linked().expect("sound rulesets");
    let (mut wrong, mut ledgers) = (Vec::new(), 0);
    for file in read_all(&root().join("tests/cases")).expect("case files") {
        run_file_with(&file, &registry, &mut |battle, ruling| {
            if ruling.ledger.is_empty() {
                return;
            }
            ledgers += 1;
            let lines = ruling.ledger.iter();
            let sum = lines.fold(Amount::ZERO, |sum, line| sum + line.share);
            if (sum.to_f64() - ruling.spent.to_f64()).abs() > 1e-9 {
                wrong.push(format!(
                    "{} {}: {sum} on {} lines, {} spent: {:?}",
                    battle.document().manifest.id,
                    file.path.display(),
                    ruling.ledger.len(),
                    ruling.spent,
                    ruling
                        .ledger
                        .iter()
                        .map(|l| format!("{} {}", l.item, l.share))
                        .collect::<Vec<_>>(),
                ));
            }
        });
    }
    assert!(ledgers > 100, "only {ledgers} rulings cost anything");
    assert!(
        wrong.is_empty(),
        "{} of {ledgers}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
