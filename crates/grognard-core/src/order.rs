use abi_stable::StableAbi;
use abi_stable::std_types::RVec;
use serde::{Deserialize, Serialize};

use crate::{Course, Field, Fields, Id, Value};

/// The two order kinds that belong to the core, because geometry needs them.
pub mod kinds {
    /// Move along a course.
    pub const MARCH: &str = "march";
    /// Take another formation.
    pub const CHANGE_FORMATION: &str = "change-formation";
}

/// What a player tells a unit, a brigade or a commander to do.
#[repr(C)]
#[derive(StableAbi, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Order {
    /// The kind: one of [`kinds`], or one the ruleset declares.
    pub kind: Id,
    /// Who is to do it: the id of a unit, a brigade or a commander, as the kind says.
    pub subject: Id,
    /// The arguments, as the kind's schema says.
    #[serde(default)]
    pub args: RVec<Field>,
}

impl Order {
    /// An order without arguments.
    pub fn new(kind: impl Into<Id>, subject: impl Into<Id>) -> Self {
        Self {
            kind: kind.into(),
            subject: subject.into(),
            args: RVec::new(),
        }
    }

    /// Move `subject` along `course`.
    pub fn march(subject: impl Into<Id>, course: Course) -> Self {
        Self::new(Id::of(kinds::MARCH), subject).with(Id::of("course"), Value::Course(course))
    }

    /// Bring `subject` into the formation `to`.
    pub fn change_formation(subject: impl Into<Id>, to: &str) -> Self {
        Self::new(Id::of(kinds::CHANGE_FORMATION), subject).with(Id::of("to"), Value::text(to))
    }

    /// This order with one more argument.
    pub fn with(mut self, name: impl Into<Id>, value: Value) -> Self {
        self.args.push(Field {
            name: name.into(),
            value,
        });
        self
    }

    /// The argument called `name`.
    pub fn arg(&self, name: &str) -> Option<&Value> {
        self.args.get(name)
    }

    /// The words of the argument called `name`.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.args.text(name)
    }

    /// The argument called `course`.
    pub fn course(&self) -> Option<&Course> {
        self.arg("course").and_then(Value::as_course)
    }
}
