//! Arguments brought to the types that a ruleset's manifest declares.
//!
//! People write `"10 cm"`, `[30, 40]` or `"advance 4 in"`; the ruleset wants a length, a point, a
//! course. What cannot be brought to its type stays as it is, and the engine's finding says so.

use grognard_core::{
    ArgSpec, Bearing, Field, Id, Length, Order, OrderSpec, Point, RVec, Ratio, Value, ValueKind,
};

/// `order` with its arguments as its kind declares them.
pub(crate) fn order(order: &Order, kinds: &[OrderSpec]) -> Order {
    let Some(spec) = kinds.iter().find(|spec| order.kind == *spec.id) else {
        return order.clone();
    };
    let args = order.args.iter().map(|field| {
        match spec.args.iter().find_map(|arg| matches(arg, field.name.as_str())) {
            Some((name, kind)) => {
                let name = if field.name == *name { field.name.clone() } else { Id::from(name) };
                Field { name, value: value(kind, &field.value) }
            }
            None => field.clone(),
        }
    });
    Order { kind: order.kind.clone(), subject: order.subject.clone(), args: args.collect() }
}

/// The declared name and type, when `name` means this argument: `at_edge` is `at-edge`.
fn matches<'a>(arg: &'a ArgSpec, name: &str) -> Option<(&'a str, ValueKind)> {
    let same = arg.name == name || arg.name.replace('-', "_") == name;
    same.then_some((arg.name.as_str(), arg.kind))
}

/// `given` as a value of `kind`; unchanged when it cannot be one.
pub(crate) fn value(kind: ValueKind, given: &Value) -> Value {
    convert(kind, given).unwrap_or_else(|| given.clone())
}

fn convert(kind: ValueKind, given: &Value) -> Option<Value> {
    match kind {
        ValueKind::Int => given.as_int().map(Value::Int),
        ValueKind::Number => number(given).map(Value::Number),
        ValueKind::Length => given.as_str()?.parse::<Length>().ok().map(Value::Length),
        ValueKind::Bearing => {
            number(given).map(|degrees| Value::Bearing(Bearing::new(degrees.to_f64())))
        }
        ValueKind::Point => point(given).map(Value::Point),
        ValueKind::Course => given.as_str()?.parse().ok().map(Value::Course),
        ValueKind::Ints => each(given, &|item| item.as_int().map(Value::Int)),
        ValueKind::Records | ValueKind::Orders => each(given, &|item| Some(record(item))),
        _ => None,
    }
}

fn number(given: &Value) -> Option<Ratio> {
    match given {
        Value::Text(text) => text.parse().ok(),
        other => other.as_number(),
    }
}

fn point(given: &Value) -> Option<Point> {
    match given.items() {
        [x, y] => Some(Point::new(coordinate(x)?, coordinate(y)?)),
        _ => None,
    }
}

fn coordinate(given: &Value) -> Option<f64> {
    match given {
        Value::Length(length) => Some(length.millimetres()),
        Value::Text(text) => text.parse::<Length>().ok().map(Length::millimetres),
        other => other.as_number().map(Ratio::to_f64),
    }
}

fn each(given: &Value, one: &dyn Fn(&Value) -> Option<Value>) -> Option<Value> {
    match given {
        Value::List(items) => Some(Value::List(items.iter().map(one).collect::<Option<RVec<_>>>()?)),
        _ => None,
    }
}

/// A record of a list of records has no schema of its own. Two of its names mean the same
/// wherever they stand: a `course` is a course, and `at` is a point.
fn record(given: &Value) -> Value {
    let Value::Record(fields) = given else { return given.clone() };
    let fields = fields.iter().map(|field| {
        let value = match field.name.as_str() {
            "course" => value(ValueKind::Course, &field.value),
            "at" => value(ValueKind::Point, &field.value),
            "args" => record(&field.value),
            _ => field.value.clone(),
        };
        Field { name: field.name.clone(), value }
    });
    Value::Record(fields.collect())
}
