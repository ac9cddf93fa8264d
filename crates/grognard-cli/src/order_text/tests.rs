use grognard_core::{ArgSpec, LengthUnit, OrderSpec, Value, ValueKind};

use super::{order, split_named};

fn specs() -> Vec<OrderSpec> {
    let arg = |name: &str, kind, required| ArgSpec {
        name: name.to_owned(),
        meaning: String::new(),
        kind,
        required,
        one_of: Vec::new(),
        within: None,
    };
    let spec = |id: &str, args| OrderSpec {
        id: id.to_owned(),
        meaning: String::new(),
        subject: "unit".to_owned(),
        args,
        any_time: false,
    };
    vec![
        spec("march", vec![arg("course", ValueKind::Course, true)]),
        spec(
            "form",
            vec![
                arg("to", ValueKind::Formation, true),
                arg("at", ValueKind::Point, false),
            ],
        ),
        spec(
            "send",
            vec![
                arg("men", ValueKind::Int, true),
                arg("fast", ValueKind::Flag, false),
            ],
        ),
    ]
}

#[test]
fn orders_are_read() {
    let read = |text: &str| order(text, &specs(), LengthUnit::Centimetre).expect("an order");
    let march = read("1/95: advance 10 cm, wheel left 30");
    assert_eq!(
        (march.kind.as_str(), march.subject.as_str()),
        ("march", "1/95")
    );
    assert_eq!(march.course().map(|course| course.steps.len()), Some(2));
    assert_eq!(read("1/95: march advance 10 cm, wheel left 30"), march);
    assert_eq!(
        read("1/95: march course=advance 10 cm, wheel left 30"),
        march
    );
    let json =
        r#"{"kind":"march","subject":"1/95","args":{"course":"advance 10 cm, wheel left 30"}}"#;
    assert_eq!(read(json), march);

    let form = read("a b: form square at=3, 4");
    assert_eq!(form.subject.as_str(), "a b");
    assert_eq!(form.text("to"), Some("square"));
    let at = form.arg("at").and_then(Value::as_point).expect("a point");
    assert_eq!((at.x, at.y), (30.0, 40.0));

    let send = read("a: send men=3 fast=yes");
    assert_eq!(send.arg("men").and_then(Value::as_int), Some(3));
    assert_eq!(send.arg("fast").and_then(Value::as_flag), Some(true));
    assert_eq!(read("a: unheard-of x=1").kind.as_str(), "unheard-of");
}

#[test]
fn what_is_no_order_is_said() {
    let wrong = [
        "",
        "1/95",
        "1/95:",
        ": advance 10 cm",
        "1/95: ",
        "1/95: advance 10",
        "1/95: advance ten cm",
        "{",
        "{}",
        "[1]",
        r#"{"kind":"march"}"#,
        r#"{"kind":"march","subject":"a","arg":{}}"#,
        r#"{"kind":"march","subject":"a","args":{"course":null}}"#,
        r#"{"kind":"march","subject":"a","args":{"course":"up"}}"#,
    ];
    for text in wrong {
        assert!(order(text, &specs(), LengthUnit::Inch).is_err(), "{text}");
    }
}

#[test]
fn named_pieces_are_split() {
    assert_eq!(
        split_named("a b x=1 2, y=3"),
        ("a b", vec![("x", "1 2"), ("y", "3")])
    );
    assert_eq!(split_named("x=\"p q=r\""), ("", vec![("x", "\"p q=r\"")]));
    assert_eq!(split_named("=a é=ü"), ("=a", vec![("é", "ü")]));
    assert_eq!(split_named("x="), ("", vec![("x", "")]));
}
