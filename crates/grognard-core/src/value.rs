use abi_stable::StableAbi;
use abi_stable::std_types::{RString, RVec};
use serde::{Deserialize, Serialize};

use crate::{Bearing, Course, Id, Length, Point, Ratio};

/// A value in the open vocabulary: an order's argument, a unit's attribute, a condition.
#[repr(u8)]
#[derive(StableAbi, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "type", content = "value")]
pub enum Value {
    /// Yes or no.
    Flag(bool),
    /// A whole number.
    Int(i64),
    /// An exact number.
    Number(Ratio),
    /// A length on the table.
    Length(Length),
    /// A compass bearing.
    Bearing(Bearing),
    /// A point of the table.
    Point(Point),
    /// Words, or the id of something.
    Text(RString),
    /// A course to move along.
    Course(Course),
    /// Several values.
    List(RVec<Value>),
    /// Named values.
    Record(RVec<Field>),
}

impl Value {
    /// A text value.
    pub fn text(text: &str) -> Self {
        Self::Text(text.into())
    }

    /// The words, when it is a text.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text.as_str()),
            _ => None,
        }
    }

    /// The whole number, when it is one.
    pub fn as_int(&self) -> Option<i64> {
        match self {
            Self::Int(n) => Some(*n),
            Self::Number(r) if r.den() == 1 => Some(r.num()),
            _ => None,
        }
    }

    /// The exact number, when it is one.
    pub fn as_number(&self) -> Option<Ratio> {
        match self {
            Self::Int(n) => Some(Ratio::int(*n)),
            Self::Number(r) => Some(*r),
            _ => None,
        }
    }

    /// The flag, when it is one.
    pub fn as_flag(&self) -> Option<bool> {
        match self {
            Self::Flag(flag) => Some(*flag),
            _ => None,
        }
    }

    /// The length, when it is one.
    pub fn as_length(&self) -> Option<Length> {
        match self {
            Self::Length(length) => Some(*length),
            _ => None,
        }
    }

    /// The point, when it is one.
    pub fn as_point(&self) -> Option<Point> {
        match self {
            Self::Point(point) => Some(*point),
            _ => None,
        }
    }

    /// The course, when it is one.
    pub fn as_course(&self) -> Option<&Course> {
        match self {
            Self::Course(course) => Some(course),
            _ => None,
        }
    }

    /// The values of a list; empty for anything else.
    pub fn items(&self) -> &[Value] {
        match self {
            Self::List(items) => items.as_slice(),
            _ => &[],
        }
    }

    /// The fields of a record; empty for anything else.
    pub fn fields(&self) -> &[Field] {
        match self {
            Self::Record(fields) => fields.as_slice(),
            _ => &[],
        }
    }
}

/// A named value.
#[repr(C)]
#[derive(StableAbi, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Field {
    /// Its name.
    pub name: Id,
    /// Its value.
    pub value: Value,
}

/// Looking things up in a list of named values.
pub trait Fields {
    /// The value called `name`.
    fn get(&self, name: &str) -> Option<&Value>;

    /// Whether there is a value called `name`; a flag counts only when it is set.
    fn has(&self, name: &str) -> bool {
        self.get(name)
            .is_some_and(|value| value.as_flag() != Some(false))
    }

    /// The text called `name`.
    fn text(&self, name: &str) -> Option<&str> {
        self.get(name).and_then(Value::as_str)
    }

    /// The whole number called `name`.
    fn int(&self, name: &str) -> Option<i64> {
        self.get(name).and_then(Value::as_int)
    }

    /// The exact number called `name`.
    fn number(&self, name: &str) -> Option<Ratio> {
        self.get(name).and_then(Value::as_number)
    }
}

impl Fields for [Field] {
    // Mostly asked with a constant, which is told apart quicker where it is known.
    #[inline]
    fn get(&self, name: &str) -> Option<&Value> {
        self.iter()
            .find(|field| field.name == *name)
            .map(|field| &field.value)
    }
}

impl Fields for RVec<Field> {
    #[inline]
    fn get(&self, name: &str) -> Option<&Value> {
        self.as_slice().get_field(name)
    }
}

trait GetField {
    fn get_field(&self, name: &str) -> Option<&Value>;
}

impl GetField for [Field] {
    #[inline]
    fn get_field(&self, name: &str) -> Option<&Value> {
        Fields::get(self, name)
    }
}
