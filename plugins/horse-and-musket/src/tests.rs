use std::collections::BTreeSet;

use grognard_test_support::draft;

use super::*;

fn printed() -> Rulebook {
    Rulebook::printed(&HorseAndMusket::document().unwrap())
}

fn opened() -> HorseAndMusket {
    HorseAndMusket::open(&printed()).unwrap()
}

#[test]
fn the_document_is_whole() {
    let document = HorseAndMusket::document().unwrap();
    let findings: BTreeSet<&str> = document
        .manifest
        .findings
        .iter()
        .map(|finding| finding.id.as_str())
        .collect();
    assert_eq!(
        findings.len(),
        document.manifest.findings.len(),
        "a finding is declared twice"
    );
    for clause in &document.clauses {
        assert!(!clause.code.is_empty(), "{} names no code", clause.id);
        for finding in &clause.findings {
            assert!(
                findings.contains(finding.as_str()),
                "{}: {finding} is not declared",
                clause.id
            );
        }
    }
    for chart in &document.charts {
        for (key, cell) in &chart.cells {
            let known = cell.clause.is_empty() || document.clause(&cell.clause).is_some();
            assert!(
                known,
                "{}.{key}: there is no clause {}",
                chart.id, cell.clause
            );
        }
    }
    for reading in &document.readings {
        for clause in &reading.clauses {
            assert!(
                document.clause(clause).is_some(),
                "{}: there is no clause {clause}",
                reading.id
            );
        }
    }
}

#[test]
fn it_opens_with_printed_numbers_only() {
    let mut book = printed();
    book.printed_only();
    HorseAndMusket::open(&book).unwrap();
}

#[test]
fn a_wrong_cell_is_named() {
    for (key, value) in [
        (
            "rates.infantry.line.clear",
            CellValue::Text("fast".to_owned()),
        ),
        ("constants.pass-penalty", CellValue::Number(Ratio::int(-1))),
        ("constants.forced-die", CellValue::Number(Ratio::HALF)),
        (
            "forced-march.moderate.3",
            CellValue::Text("perhaps".to_owned()),
        ),
        ("morale.charge", CellValue::NotAllowed),
        ("stands.width", CellValue::Number(Ratio::ZERO)),
    ] {
        let mut book = printed();
        book.cells.get_mut(key).unwrap().value = value;
        let fault = HorseAndMusket::open(&book).unwrap_err();
        assert_eq!(fault.kind, FaultKind::BadRulebook);
        assert!(fault.message.contains(key), "{}", fault.message);
    }
}

#[test]
fn a_missing_cell_or_an_unknown_answer_is_named() {
    let mut book = printed();
    book.cells.remove("constants.safe-distance");
    let fault = HorseAndMusket::open(&book).unwrap_err();
    assert!(
        fault.message.contains("constants.safe-distance"),
        "{}",
        fault.message
    );
    let mut book = printed();
    book.readings
        .insert("zone-edge".to_owned(), "sideways".to_owned());
    let fault = HorseAndMusket::open(&book).unwrap_err();
    assert!(fault.message.contains("zone-edge"), "{}", fault.message);
}

#[test]
fn units_are_made_of_what_the_scenario_says() {
    let rules = opened();
    let arm = |arm: &str| ("arm", Value::text(arm));
    let line = rules.enlist(draft("", &[arm("infantry")])).unwrap();
    assert_eq!(line.formation, "line");
    assert_eq!(line.bases.len(), 3);
    let guns = rules
        .enlist(draft(
            "",
            &[arm("artillery"), ("kind", Value::text("horse"))],
        ))
        .unwrap();
    let kinds: Vec<&str> = guns.bases.iter().map(|base| base.kind.as_str()).collect();
    assert_eq!(
        (guns.formation.as_str(), kinds),
        ("limbered", vec!["gun", "crew-horse", "horses"])
    );
    let attributes = [
        arm("infantry"),
        ("stands", Value::Int(2)),
        ("losses", Value::Int(1)),
        ("morale", Value::Int(3)),
    ];
    let weak = rules.enlist(draft("attack-column", &attributes)).unwrap();
    assert_eq!(weak.conditions.int("starting"), Some(3));
    assert_eq!(weak.conditions.int("morale"), Some(3));
}

#[test]
fn what_is_wrong_with_a_unit_is_said() {
    let rules = opened();
    let arm = |arm: &str| ("arm", Value::text(arm));
    let kinds = |names: &[&str]| {
        (
            "stand-kinds",
            Value::List(names.iter().map(|name| Value::text(name)).collect()),
        )
    };
    type Wrong<'a> = (&'a str, &'a [(&'static str, Value)], &'a str);
    let wrong: [Wrong<'_>; 10] = [
        ("", &[], "arm"),
        ("", &[arm("infantry"), ("stands", Value::Int(0))], "stands"),
        (
            "",
            &[arm("infantry"), ("kind", Value::text("dragoon"))],
            "kind",
        ),
        (
            "",
            &[arm("artillery"), ("kind", Value::text("light"))],
            "kind",
        ),
        ("limbered", &[arm("infantry")], "limbered"),
        ("line", &[arm("artillery")], "line"),
        ("", &[arm("infantry"), ("losses", Value::Int(-1))], "losses"),
        (
            "",
            &[
                arm("infantry"),
                ("stand-width", Value::Length(Length::ZERO)),
            ],
            "stand-width",
        ),
        (
            "",
            &[arm("infantry"), ("dismounted", Value::Flag(true))],
            "dismounted",
        ),
        ("", &[arm("cavalry"), kinds(&["gun"])], "gun"),
    ];
    for (formation, attributes, named) in wrong {
        let fault = rules.enlist(draft(formation, attributes)).unwrap_err();
        assert_eq!(fault.kind, FaultKind::BadUnit);
        assert!(fault.message.contains(named), "{}", fault.message);
    }
}

#[test]
fn formations_place_their_stands() {
    let rules = opened();
    let attributes = [
        ("arm", Value::text("infantry")),
        ("stand-width", Value::Length(Length::mm(20.0))),
        ("stand-depth", Value::Length(Length::mm(10.0))),
    ];
    let unit = rules.enlist(draft("line", &attributes)).unwrap();
    let places = |formation: &str| -> Vec<(f64, f64)> {
        let layout = rules.layout(&unit, &Id::from(formation)).unwrap();
        layout
            .places
            .iter()
            .map(|place| (place.right, place.forward))
            .collect()
    };
    assert_eq!(places("line"), [(-20.0, -5.0), (0.0, -5.0), (20.0, -5.0)]);
    assert_eq!(
        places("extended-line"),
        [(-25.0, -5.0), (0.0, -5.0), (25.0, -5.0)]
    );
    assert_eq!(
        places("skirmish-line"),
        [(-30.0, -5.0), (0.0, -5.0), (30.0, -5.0)]
    );
    assert_eq!(
        places("attack-column"),
        [(0.0, -5.0), (0.0, -15.0), (0.0, -25.0)]
    );
    assert!(rules.layout(&unit, &Id::of("square")).is_err());
}
