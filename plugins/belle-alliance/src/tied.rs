//! A change of formation that is part of an exempt act, just before it or just after.

use grognard_sdk::prelude::*;

use crate::record::Class;
use crate::rules::BelleAlliance;
use crate::wanted::Wanted;

/// On which side of the act it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum When {
    Before,
    After,
}

/// A change an order ties to its act.
pub(crate) struct Tied<'a> {
    wanted: Wanted<'a>,
    when: When,
    /// Whether it is made where the rules grant it.
    granted: bool,
}

impl Tied<'_> {
    /// How it counts: on the wrong side of the act it is the unit's ordinary change.
    pub(crate) fn class(&self, clause: &'static str) -> Class {
        if self.granted {
            Class::Tied(clause)
        } else {
            Class::Ordinary
        }
    }
}

/// The change that `order` ties to its act, which the rules grant on the side `granted`.
pub(crate) fn wanted<'a>(
    rules: &BelleAlliance,
    judge: &mut Judge,
    order: &'a Order,
    granted: When,
) -> Option<Tied<'a>> {
    let wanted = Wanted::tied(order)?;
    let when = match order.text("tied-when") {
        Some("before") => When::Before,
        Some("after") => When::After,
        _ => granted,
    };
    let free = judge.read(&rules.readings, "tied-order") == "either";
    Some(Tied {
        wanted,
        when,
        granted: free || when == granted,
    })
}

/// A part of an act.
pub(crate) enum Part<'t, 'a> {
    Main,
    Tied(&'t Wanted<'a>),
}

/// The parts of an act in the order they are made.
pub(crate) fn sequence<'t, 'a>(tied: Option<&'t Tied<'a>>) -> Vec<Part<'t, 'a>> {
    match tied {
        None => vec![Part::Main],
        Some(tied) if tied.when == When::Before => vec![Part::Tied(&tied.wanted), Part::Main],
        Some(tied) => vec![Part::Main, Part::Tied(&tied.wanted)],
    }
}
