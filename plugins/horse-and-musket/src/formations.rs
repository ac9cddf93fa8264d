//! Arms and formations by name.

use grognard_sdk::prelude::Id;

/// An arm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arm {
    Infantry,
    Cavalry,
    Artillery,
}

impl Arm {
    pub(crate) const ALL: [Self; 3] = [Self::Infantry, Self::Cavalry, Self::Artillery];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Infantry => "infantry",
            Self::Cavalry => "cavalry",
            Self::Artillery => "artillery",
        }
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|arm| arm.name() == name)
    }
}

/// A formation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Formation {
    AttackColumn,
    Line,
    Extended,
    Skirmish,
    Limbered,
    Unlimbered,
}

impl Formation {
    const ALL: [Self; 6] = [
        Self::AttackColumn,
        Self::Line,
        Self::Extended,
        Self::Skirmish,
        Self::Limbered,
        Self::Unlimbered,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::AttackColumn => "attack-column",
            Self::Line => "line",
            Self::Extended => "extended-line",
            Self::Skirmish => "skirmish-line",
            Self::Limbered => "limbered",
            Self::Unlimbered => "unlimbered",
        }
    }

    pub(crate) const fn id(self) -> Id {
        Id::of(self.name())
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|formation| formation.name() == name)
    }

    /// Whether it is open order: extended or skirmish line.
    pub(crate) fn is_open(self) -> bool {
        matches!(self, Self::Extended | Self::Skirmish)
    }

    /// Whether guns take it, and not foot or horse.
    pub(crate) fn is_of_guns(self) -> bool {
        matches!(self, Self::Limbered | Self::Unlimbered)
    }
}
