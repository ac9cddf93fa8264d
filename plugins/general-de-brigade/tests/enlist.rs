//! What a scenario says of a unit is checked by name.
#![allow(clippy::expect_used, clippy::panic)] // a test says by failing what is wrong

use general_de_brigade::GeneralDeBrigade;
use grognard_sdk::prelude::*;
use grognard_test_support::draft;

fn rules() -> GeneralDeBrigade {
    let document = GeneralDeBrigade::document().expect("the data files parse");
    GeneralDeBrigade::open(&Rulebook::printed(&document)).expect("it opens")
}

fn complaint(formation: &str, attributes: &[(&str, Value)]) -> String {
    let fault = rules()
        .enlist(draft(formation, attributes))
        .expect_err("it is wrong");
    assert_eq!(fault.kind, FaultKind::BadUnit);
    fault.message.to_string()
}

#[test]
fn a_battalion_has_six_companies_of_four_figures_in_line() {
    let made = rules()
        .enlist(draft(
            "",
            &[
                ("arm", Value::text("infantry")),
                ("figures", Value::Int(24)),
            ],
        ))
        .expect("it is sound");
    assert_eq!(made.formation, "line");
    assert_eq!(made.bases.len(), 6);
    assert!(
        made.bases
            .iter()
            .all(|base| base.figures == 4 && base.rect.width == 40.0)
    );
    assert_eq!(made.bases[0].rect.pose.at, Point::new(-100.0, -15.0));
}

#[test]
fn losses_are_spread_over_the_bases() {
    let made = rules()
        .enlist(draft(
            "line",
            &[
                ("arm", Value::text("infantry")),
                ("figures", Value::Int(44)),
                ("figures-now", Value::Int(38)),
            ],
        ))
        .expect("it is sound");
    assert_eq!(made.bases.len(), 11);
    assert_eq!(made.bases.iter().map(|base| base.figures).sum::<u32>(), 38);
}

#[test]
fn wrong_units_are_refused_by_name() {
    let foot = ("arm", Value::text("infantry"));
    let guns = ("arm", Value::text("foot-artillery"));
    let figures = |n| ("figures", Value::Int(n));
    assert!(complaint("", &[figures(24)]).contains("has no arm"));
    assert!(complaint("", &[("arm", Value::text("navy")), figures(24)]).contains("navy"));
    assert!(complaint("", std::slice::from_ref(&foot)).contains("figures"));
    assert!(complaint("", &[foot.clone(), figures(0)]).contains("'figures'"));
    assert!(complaint("", &[foot.clone(), figures(-4)]).contains("'figures'"));
    assert!(complaint("wedge", &[foot.clone(), figures(24)]).contains("wedge"));
    assert!(complaint("squadron-column", &[foot.clone(), figures(24)]).contains("squadron-column"));
    assert!(complaint("", &[guns.clone(), ("models", Value::Int(4))]).contains("calibre"));
    assert!(complaint("", &[guns, ("calibre", Value::Int(6))]).contains("models"));
    assert!(
        complaint(
            "",
            &[foot.clone(), figures(24), ("class", Value::text("hero"))]
        )
        .contains("hero")
    );
    let wide = ("base-width", Value::Length(Length::mm(f64::NAN)));
    assert!(complaint("", &[foot.clone(), figures(24), wide]).contains("base-width"));
    let more = ("figures-now", Value::Int(30));
    assert!(complaint("", &[foot, figures(24), more]).contains("figures-now"));
}

#[test]
fn a_layout_is_for_formations_of_the_arm_alone() {
    let rules = rules();
    let made = rules
        .enlist(draft(
            "",
            &[
                ("arm", Value::text("dragoons")),
                ("figures", Value::Int(12)),
            ],
        ))
        .expect("it is sound");
    assert_eq!(
        rules
            .layout(&made, &Id::of("squadron-column"))
            .expect("it has one")
            .places
            .len(),
        6
    );
    assert!(rules.layout(&made, &Id::of("skirmish")).is_err());
}
