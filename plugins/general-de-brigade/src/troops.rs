//! Arms, formations and states, as the code sees them.

use grognard_sdk::prelude::*;

/// The arm, after dragoons and lancers are counted as the horse they move as (S2-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arm {
    Infantry,
    Heavy,
    Light,
    FootGuns,
    HorseGuns,
    AustrianGuns,
}

impl Arm {
    /// The arm named by a scenario.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "infantry" => Self::Infantry,
            "heavy-cavalry" | "dragoons" => Self::Heavy,
            "light-cavalry" | "lancers" => Self::Light,
            "foot-artillery" => Self::FootGuns,
            "horse-artillery" => Self::HorseGuns,
            "austrian-cavalry-battery" => Self::AustrianGuns,
            _ => return None,
        })
    }

    /// The arm of a unit; enlisting has checked that it names one.
    pub(crate) fn of(unit: &Unit) -> Self {
        Self::parse(unit.attribute_text("arm")).unwrap_or(Self::Infantry)
    }

    pub(crate) fn is_guns(self) -> bool {
        matches!(self, Self::FootGuns | Self::HorseGuns | Self::AustrianGuns)
    }

    pub(crate) fn is_cavalry(self) -> bool {
        matches!(self, Self::Heavy | Self::Light)
    }

    /// Horse guns of every nation.
    pub(crate) fn is_horse_guns(self) -> bool {
        matches!(self, Self::HorseGuns | Self::AustrianGuns)
    }
}

/// A formation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Line,
    NarrowLine,
    CompanyColumn,
    DivisionColumn,
    ClosedColumn,
    SquadronColumn,
    HalfSquadronColumn,
    BattalionSquare,
    RegimentSquare,
    Skirmish,
    Limbered,
    Unlimbered,
}

/// The rows and columns of the table of changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Column,
    Line,
    BattalionSquare,
    RegimentSquare,
    Skirmish,
    Guns,
}

impl Form {
    const ALL: [(Self, &'static str); 12] = [
        (Self::Line, "line"),
        (Self::NarrowLine, "narrow-line"),
        (Self::CompanyColumn, "company-column"),
        (Self::DivisionColumn, "division-column"),
        (Self::ClosedColumn, "closed-column"),
        (Self::SquadronColumn, "squadron-column"),
        (Self::HalfSquadronColumn, "half-squadron-column"),
        (Self::BattalionSquare, "battalion-square"),
        (Self::RegimentSquare, "regiment-square"),
        (Self::Skirmish, "skirmish"),
        (Self::Limbered, "limbered"),
        (Self::Unlimbered, "unlimbered"),
    ];

    /// The formation called `text`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .find(|(_, name)| *name == text)
            .map(|(form, _)| *form)
    }

    /// The formation a unit is in; enlisting has checked that it is one.
    pub(crate) fn of(unit: &Unit) -> Self {
        Self::parse(unit.formation.as_str()).unwrap_or(Self::Line)
    }

    /// Its id.
    pub(crate) fn id(self) -> Id {
        Self::ALL
            .iter()
            .find(|(form, _)| *form == self)
            .map_or_else(Id::default, |(_, n)| Id::of(n))
    }

    /// Its row in the table of changes.
    pub(crate) fn kind(self) -> Kind {
        match self {
            Self::Line | Self::NarrowLine => Kind::Line,
            Self::CompanyColumn
            | Self::DivisionColumn
            | Self::ClosedColumn
            | Self::SquadronColumn
            | Self::HalfSquadronColumn => Kind::Column,
            Self::BattalionSquare => Kind::BattalionSquare,
            Self::RegimentSquare => Kind::RegimentSquare,
            Self::Skirmish => Kind::Skirmish,
            Self::Limbered | Self::Unlimbered => Kind::Guns,
        }
    }

    pub(crate) fn is_square(self) -> bool {
        matches!(self, Self::BattalionSquare | Self::RegimentSquare)
    }

    /// Whether troops of `arm` have this formation at all (S2-2, section 3 of the rules).
    pub(crate) fn suits(self, arm: Arm) -> bool {
        match self {
            Self::Line => !arm.is_guns(),
            Self::NarrowLine | Self::SquadronColumn | Self::HalfSquadronColumn => arm.is_cavalry(),
            Self::CompanyColumn
            | Self::DivisionColumn
            | Self::ClosedColumn
            | Self::BattalionSquare
            | Self::RegimentSquare => arm == Arm::Infantry,
            Self::Skirmish => matches!(arm, Arm::Infantry | Arm::Light),
            Self::Limbered | Self::Unlimbered => arm.is_guns(),
        }
    }

    /// Whether a tactical march may be made in it (S3-16).
    pub(crate) fn marches(self) -> bool {
        matches!(
            self,
            Self::CompanyColumn
                | Self::DivisionColumn
                | Self::SquadronColumn
                | Self::HalfSquadronColumn
                | Self::Limbered
                | Self::Skirmish
        )
    }
}

/// Whether the unit is on a compulsory move or still running: it makes no move of its own will.
pub(crate) fn involuntary(unit: &Unit) -> bool {
    !unit.conditions.is_empty()
        && ["retreating", "routing", "pursuing", "evading"]
            .iter()
            .any(|state| unit.is(state))
}

/// The number of figures it has left.
pub(crate) fn figures(unit: &Unit) -> i64 {
    unit.bases.iter().map(|base| i64::from(base.figures)).sum()
}
