//! What a ruleset bars, learnt from its rulings.
//!
//! A unit that may not stop among its friends is told so wherever it tries to. So courses that want a
//! ruling for one and the same reason are a class, and a class all of whose rulings were refusals is asked about
//! again now and then only. One that was ever allowed is always asked about.

use super::moves::Kind;
use crate::things::Of;

/// Why a course wants a ruling: one thing alone that it meets, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Class {
    pub(super) of: Of,
    pub(super) how: How,
}

/// How a course meets a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    /// It ends over it.
    Over,
    /// A last move of some kind brings it clear, out of a place where it might not end.
    Clear(Kind),
    /// A last move of some kind comes upon it.
    Upon(Kind),
}

impl How {
    /// Whether a class all of whose rulings were refusals is asked about for its course of some number.
    fn is_asked(self, course: u64) -> bool {
        match self {
            Self::Over | Self::Upon(_) => course.is_power_of_two(),
            // Here it may hang on the way through, which is not the same for any two courses.
            Self::Clear(_) => course <= 8 || course.is_multiple_of(8),
        }
    }
}

/// The classes there are: few, as few things are met.
#[derive(Debug, Default)]
pub(super) struct Barred {
    classes: Vec<Known>,
}

/// What is known of a class.
#[derive(Debug)]
struct Known {
    class: Class,
    courses: u64,
    allowed: bool,
}

impl Barred {
    /// Whether to take the next course of a class for refused.
    pub(super) fn is_refused(&mut self, class: Class) -> bool {
        let known = self.known(class);
        known.courses += 1;
        !known.allowed && !class.how.is_asked(known.courses)
    }

    /// Notes that one of a class was allowed.
    pub(super) fn allow(&mut self, class: Class) {
        self.known(class).allowed = true;
    }

    fn known(&mut self, class: Class) -> &mut Known {
        let found = self.classes.iter().position(|known| known.class == class);
        let at = found.unwrap_or_else(|| {
            self.classes.push(Known {
                class,
                courses: 0,
                allowed: false,
            });
            self.classes.len() - 1
        });
        &mut self.classes[at]
    }
}

#[cfg(test)]
mod tests {
    use super::{Barred, Class, How, Of};

    fn over(of: Of) -> Class {
        Class { of, how: How::Over }
    }

    #[test]
    fn what_is_always_refused_is_asked_about_less_and_less() {
        let mut barred = Barred::default();
        let class = over(Of::Friend(3));
        let asked = (1..=100).filter(|_| !barred.is_refused(class));
        assert_eq!(asked.collect::<Vec<_>>(), [1, 2, 4, 8, 16, 32, 64]);
    }

    #[test]
    fn what_was_once_allowed_is_always_asked_about() {
        let mut barred = Barred::default();
        let class = over(Of::Ground(0));
        barred.allow(class);
        assert!((1..=100).all(|_| !barred.is_refused(class)));
        assert!((1..=3).any(|_| barred.is_refused(over(Of::Ground(1)))));
    }
}
