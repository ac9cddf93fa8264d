//! Giving the arguments of an order the types that its kind declares.

use grognard_core::{
    ArgSpec, Bearing, Course, Field, Id, Length, LengthUnit, Order, OrderSpec, Point, RVec, Ratio,
    Step, Value, ValueKind,
};
use toml::Table;

/// An order of `kind` for `subject` whose arguments were written as TOML. What does not fit its
/// declared type is kept as it is written: the engine's findings say what is wrong with it. Numbers
/// of points and of course steps count `unit`.
pub fn typed_order(
    kind: &str,
    subject: &str,
    args: &Table,
    specs: &[OrderSpec],
    unit: LengthUnit,
) -> Order {
    let typist = Typist { specs, unit };
    let fields = typist.args(kind, args);
    Order {
        kind: Id::from(kind),
        subject: Id::from(subject),
        args: fields,
    }
}

/// The value of a condition written as TOML, as one of `kind` if it can be.
pub fn typed_condition(value: &toml::Value, kind: ValueKind, unit: LengthUnit) -> Value {
    Typist { specs: &[], unit }.value(value, kind)
}

struct Typist<'a> {
    specs: &'a [OrderSpec],
    unit: LengthUnit,
}

impl Typist<'_> {
    fn args(&self, kind: &str, args: &Table) -> RVec<Field> {
        let declared: &[ArgSpec] = self
            .specs
            .iter()
            .find(|spec| spec.id == kind)
            .map_or(&[], |spec| spec.args.as_slice());
        let mut fields: RVec<Field> = RVec::new();
        // Declared arguments come in the order they are declared, so that an order reads the same however
        // its file is written.
        for spec in declared {
            if let Some(value) = args.get(&spec.name) {
                fields.push(Field {
                    name: Id::from(spec.name.as_str()),
                    value: self.value(value, spec.kind),
                });
            }
        }
        for (name, value) in args {
            if !declared.iter().any(|spec| spec.name == *name) {
                fields.push(Field {
                    name: Id::from(name.as_str()),
                    value: self.plain(value),
                });
            }
        }
        fields
    }

    fn value(&self, value: &toml::Value, kind: ValueKind) -> Value {
        self.fitting(value, kind)
            .unwrap_or_else(|| self.plain(value))
    }

    fn fitting(&self, value: &toml::Value, kind: ValueKind) -> Option<Value> {
        let text = value.as_str();
        match kind {
            ValueKind::Number => match text {
                Some(text) => text.parse().ok().map(Value::Number),
                None => Ratio::simplest(number(value)?).map(Value::Number),
            },
            ValueKind::Length => self.length(value).map(Value::Length),
            ValueKind::Bearing => Some(Value::Bearing(Bearing::new(number(value)?))),
            ValueKind::Point => self.point(value).map(Value::Point),
            ValueKind::Course => self.course(value).map(Value::Course),
            ValueKind::Orders => self.list(value, |item| self.order(item.as_table()?)),
            ValueKind::Records => self.list(value, |item| Some(self.plain(item))),
            _ => None,
        }
    }

    fn list(
        &self,
        value: &toml::Value,
        one: impl Fn(&toml::Value) -> Option<Value>,
    ) -> Option<Value> {
        value
            .as_array()?
            .iter()
            .map(one)
            .collect::<Option<RVec<Value>>>()
            .map(Value::List)
    }

    fn length(&self, value: &toml::Value) -> Option<Length> {
        match value.as_str() {
            Some(text) => text.parse().ok(),
            None => {
                let number = number(value)?;
                Some(match Ratio::simplest(number) {
                    Some(exact) => Length::of(exact, self.unit),
                    // Not a number or far too large; the engine says so.
                    None => Length::mm(number * self.unit.millimetres().to_f64()),
                })
            }
        }
    }

    fn point(&self, value: &toml::Value) -> Option<Point> {
        let [x, y] = value.as_array()?.as_slice() else {
            return None;
        };
        Some(Point::new(
            self.length(x)?.millimetres(),
            self.length(y)?.millimetres(),
        ))
    }

    /// A course in words, or a list of steps: words, or `{ advance = 3 }` and `{ to = [x, y] }`, whose
    /// numbers count the file's unit.
    fn course(&self, value: &toml::Value) -> Option<Course> {
        if let Some(text) = value.as_str() {
            return text.parse().ok();
        }
        let mut course = Course::new();
        for step in value.as_array()? {
            if let Some(text) = step.as_str() {
                course.steps.extend(text.parse::<Course>().ok()?.steps);
                continue;
            }
            let table = step.as_table().filter(|table| table.len() == 1)?;
            let (verb, value) = table.iter().next()?;
            course.steps.push(match verb.as_str() {
                "advance" => Step::Advance {
                    distance: self.length(value)?,
                },
                "retire" => Step::Retire {
                    distance: self.length(value)?,
                },
                "to" => Step::To {
                    point: self.point(value)?,
                },
                _ => return None,
            });
        }
        Some(course)
    }

    /// An order inside an order: `{ order = "march", subject = "1/95", course = "advance 4 in" }`. What
    /// is no argument of its own counts as one of its order.
    fn order(&self, table: &Table) -> Option<Value> {
        let kind = table.get("kind").or_else(|| table.get("order"))?.as_str()?;
        let subject = table.get("subject")?.as_str()?;
        let mut args = match table.get("args") {
            Some(args) => args.as_table()?.clone(),
            None => Table::new(),
        };
        for (name, value) in table {
            if !["kind", "order", "subject", "args"].contains(&name.as_str()) {
                args.insert(name.clone(), value.clone());
            }
        }
        let field = |name: &'static str, value: Value| Field {
            name: Id::of(name),
            value,
        };
        Some(Value::Record(
            [
                field("kind", Value::text(kind)),
                field("subject", Value::text(subject)),
                field("args", Value::Record(self.args(kind, &args))),
            ]
            .into_iter()
            .collect(),
        ))
    }

    /// A value whose type nothing declares. In records, `course` and `at` mean what they always mean.
    fn plain(&self, value: &toml::Value) -> Value {
        match value {
            toml::Value::Boolean(flag) => Value::Flag(*flag),
            toml::Value::Integer(n) => Value::Int(*n),
            toml::Value::Float(n) => match Ratio::simplest(*n) {
                Some(exact) => Value::Number(exact),
                None => Value::Length(Length::mm(*n)),
            },
            toml::Value::String(text) => Value::text(text),
            toml::Value::Datetime(date) => Value::text(&date.to_string()),
            toml::Value::Array(items) => {
                Value::List(items.iter().map(|item| self.plain(item)).collect())
            }
            toml::Value::Table(table) => Value::Record(
                table
                    .iter()
                    .map(|(name, value)| {
                        let kind = match name.as_str() {
                            "course" => Some(ValueKind::Course),
                            "at" => Some(ValueKind::Point),
                            _ => None,
                        };
                        let value =
                            kind.map_or_else(|| self.plain(value), |kind| self.value(value, kind));
                        Field {
                            name: Id::from(name.as_str()),
                            value,
                        }
                    })
                    .collect(),
            ),
        }
    }
}

fn number(value: &toml::Value) -> Option<f64> {
    match value {
        toml::Value::Integer(n) => Some(*n as f64),
        toml::Value::Float(n) => Some(*n),
        _ => None,
    }
}
