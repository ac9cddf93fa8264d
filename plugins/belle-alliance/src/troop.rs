//! Arms, and the ways they move.

use grognard_sdk::prelude::*;

use crate::memory;

/// An arm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arm {
    Infantry,
    HeavyCavalry,
    MediumCavalry,
    LightCavalry,
    FootArtillery,
    HorseArtillery,
    Gunners,
    Staff,
}

impl Arm {
    pub(crate) const ALL: [Self; 8] = [
        Self::Infantry,
        Self::HeavyCavalry,
        Self::MediumCavalry,
        Self::LightCavalry,
        Self::FootArtillery,
        Self::HorseArtillery,
        Self::Gunners,
        Self::Staff,
    ];

    /// The arm of an enlisted unit.
    pub(crate) fn of(unit: &Unit) -> Self {
        Self::named(unit.attribute_text("arm")).unwrap_or(Self::Infantry)
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|arm| arm.name() == name)
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Infantry => "infantry",
            Self::HeavyCavalry => "heavy-cavalry",
            Self::MediumCavalry => "medium-cavalry",
            Self::LightCavalry => "light-cavalry",
            Self::FootArtillery => "foot-artillery",
            Self::HorseArtillery => "horse-artillery",
            Self::Gunners => "gunners",
            Self::Staff => "staff",
        }
    }

    /// The name charts use for it and its like: `infantry`, `cavalry`, `artillery`, `gunners`, `staff`.
    pub(crate) const fn family(self) -> &'static str {
        match self {
            Self::Infantry => "infantry",
            Self::HeavyCavalry | Self::MediumCavalry | Self::LightCavalry => "cavalry",
            Self::FootArtillery | Self::HorseArtillery => "artillery",
            Self::Gunners => "gunners",
            Self::Staff => "staff",
        }
    }

    /// The column of the formation chart it uses.
    pub(crate) const fn column(self) -> &'static str {
        match self {
            Self::Infantry | Self::Gunners | Self::Staff => "foot",
            Self::HeavyCavalry | Self::MediumCavalry | Self::LightCavalry => "horse",
            Self::FootArtillery | Self::HorseArtillery => "guns",
        }
    }

    pub(crate) fn is_cavalry(self) -> bool {
        self.family() == "cavalry"
    }

    pub(crate) fn is_artillery(self) -> bool {
        self.family() == "artillery"
    }
}

/// A row of the rates: how a unit moves in its formation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    Line,
    Mass,
    Column,
    Skirmish,
    Square,
    Huddle,
    LimberedLine,
    Unlimbered,
    OffGuns,
    Staff,
}

impl Way {
    pub(crate) const ALL: [Self; 10] = [
        Self::Line,
        Self::Mass,
        Self::Column,
        Self::Skirmish,
        Self::Square,
        Self::Huddle,
        Self::LimberedLine,
        Self::Unlimbered,
        Self::OffGuns,
        Self::Staff,
    ];

    /// How `unit` moves as it stands; none inside a building. Work and rest count as line.
    pub(crate) fn of(unit: &Unit) -> Option<Self> {
        let formation = unit.formation.as_str();
        if formation == "building" {
            return None;
        }
        let arm = Arm::of(unit);
        match arm {
            Arm::Staff => return Some(Self::Staff),
            Arm::Gunners => return Some(Self::OffGuns),
            Arm::FootArtillery | Arm::HorseArtillery if !unit.is(memory::LIMBERED) => {
                return Some(Self::Unlimbered);
            }
            _ => {}
        }
        Some(match formation {
            "column-of-march" => Self::Column,
            _ if arm.is_artillery() => Self::LimberedLine,
            "battalion-mass" => Self::Mass,
            "square" => Self::Square,
            "huddle" => Self::Huddle,
            "skirmish-line" => Self::Skirmish,
            _ => Self::Line,
        })
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Mass => "battalion-mass",
            Self::Column => "column-of-march",
            Self::Skirmish => "skirmish-line",
            Self::Square => "square",
            Self::Huddle => "huddle",
            Self::LimberedLine => "limbered-line",
            Self::Unlimbered => "unlimbered",
            Self::OffGuns => "off-guns",
            Self::Staff => "staff",
        }
    }

    /// Its column in the terrain chart.
    pub(crate) fn ground(self, arm: Arm) -> GroundClass {
        match self {
            Self::LimberedLine | Self::Unlimbered => GroundClass::Guns,
            _ if arm.is_artillery() => GroundClass::Guns,
            Self::Skirmish | Self::Staff => GroundClass::Skirmish,
            _ if arm.is_cavalry() => GroundClass::Cavalry,
            Self::Column => GroundClass::Column,
            Self::Mass | Self::Square | Self::Huddle => GroundClass::Closed,
            Self::Line | Self::OffGuns => GroundClass::Line,
        }
    }
}

/// A column of the terrain chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GroundClass {
    Line,
    Column,
    Closed,
    Skirmish,
    Cavalry,
    Guns,
}

impl GroundClass {
    pub(crate) const ALL: [Self; 6] = [
        Self::Line,
        Self::Column,
        Self::Closed,
        Self::Skirmish,
        Self::Cavalry,
        Self::Guns,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Column => "column",
            Self::Closed => "closed",
            Self::Skirmish => "skirmish",
            Self::Cavalry => "cavalry",
            Self::Guns => "guns",
        }
    }
}

/// A column of the rates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gait {
    Normal,
    Fast,
    Charge,
    /// Forced action, which is no gait an order could name.
    Forced,
}

impl Gait {
    pub(crate) const ALL: [Self; 4] = [Self::Normal, Self::Fast, Self::Charge, Self::Forced];

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|gait| gait.name() == name)
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::Fast => "fast",
            Self::Charge => "charge",
            Self::Forced => "forced",
        }
    }
}

/// The size of the bases of a unit: that of its first.
pub(crate) fn base_size(unit: &Unit) -> (f64, f64) {
    unit.bases
        .first()
        .map_or((1.0, 1.0), |base| (base.rect.width, base.rect.depth))
}
