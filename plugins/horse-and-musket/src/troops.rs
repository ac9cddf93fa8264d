//! A unit as these rules see it: arm, stands, formation, what its stands let it do.

use grognard_sdk::prelude::*;

use crate::conditions as c;
use crate::formations::{Arm, Formation};
use crate::questions::{Answers, Question};
use crate::rates::Row;
use crate::stands::{CREW_FOOT, CREW_HORSE, DRAGOON, GUN, HORSES, LIGHT_CAVALRY, LIGHT_INFANTRY};

/// A unit as these rules see it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Troops<'a> {
    pub(crate) unit: &'a Unit,
    pub(crate) arm: Arm,
    /// The formation that counts: a single stand of foot or horse is in line, a gun without horses is
    /// unlimbered, whatever they were in before.
    pub(crate) formation: Formation,
    /// A crew that left its gun.
    pub(crate) crew: bool,
    pub(crate) dismounted: bool,
}

impl<'a> Troops<'a> {
    pub(crate) fn of(unit: &'a Unit, answers: &Answers) -> Self {
        let arm = Arm::named(unit.attribute_text("arm")).unwrap_or(Arm::Infantry);
        let told = Formation::named(unit.formation.as_str());
        let crew = arm == Arm::Artillery && !has(unit, GUN);
        let formation = match arm {
            Arm::Artillery if crew => Formation::Line,
            Arm::Artillery => {
                let limbered = told == Some(Formation::Limbered);
                // A gun without horses counts as unlimbered from then on (M33a).
                let drawn = !without_horses(unit) || spared(unit, answers);
                if limbered && drawn {
                    Formation::Limbered
                } else {
                    Formation::Unlimbered
                }
            }
            _ if is_single(unit) && !answers.other(Question::OneStandFormation) => Formation::Line,
            _ => told.filter(|f| !f.is_of_guns()).unwrap_or(Formation::Line),
        };
        let dismounted = arm == Arm::Cavalry && unit.is(c::DISMOUNTED);
        Self {
            unit,
            arm,
            formation,
            crew,
            dismounted,
        }
    }

    /// Whether it is one stand of foot or horse.
    pub(crate) fn is_single(&self) -> bool {
        self.arm != Arm::Artillery && is_single(self.unit)
    }

    /// Whether the rules on mixed stands, horses and morale pass it by (reading `status-scope`).
    pub(crate) fn spared(&self, answers: &Answers) -> bool {
        spared(self.unit, answers)
    }

    /// Whether it is a gun whose horses are gone.
    pub(crate) fn without_horses(&self) -> bool {
        self.arm == Arm::Artillery && !self.crew && without_horses(self.unit)
    }

    /// Whether it is a gun whose crew is gone.
    pub(crate) fn without_crew(&self) -> bool {
        self.arm == Arm::Artillery
            && !self.crew
            && !self
                .unit
                .bases
                .iter()
                .any(|base| is_crew(base.kind.as_str()))
    }

    /// Whether its crew stand is horse artillery; the crew alone decides (M32).
    pub(crate) fn horse_artillery(&self) -> bool {
        self.arm == Arm::Artillery && has(self.unit, CREW_HORSE)
    }

    /// Whether its stands make it light: all of them must be (M29, M30), or any where those clauses
    /// do not hold for it.
    pub(crate) fn light(&self, answers: &Answers) -> bool {
        let kind = match self.arm {
            Arm::Infantry => LIGHT_INFANTRY,
            Arm::Cavalry => LIGHT_CAVALRY,
            Arm::Artillery => return false,
        };
        self.made_of(kind, answers)
    }

    /// Whether its stands make it dragoons (M31).
    pub(crate) fn dragoons(&self, answers: &Answers) -> bool {
        self.arm == Arm::Cavalry && self.made_of(DRAGOON, answers)
    }

    fn made_of(&self, kind: &str, answers: &Answers) -> bool {
        let mut bases = self.unit.bases.iter();
        if self.spared(answers) {
            bases.any(|base| base.kind == *kind)
        } else {
            bases.all(|base| base.kind == *kind)
        }
    }

    /// The arm whose rates it moves by.
    pub(crate) fn rate_arm(&self, answers: &Answers) -> Arm {
        let on_foot = self.dismounted && !answers.other(Question::DismountedRates);
        if on_foot || self.crew {
            Arm::Infantry
        } else {
            self.arm
        }
    }

    /// The chart row of `formation` for this unit's own front.
    pub(crate) fn row(&self, formation: Formation) -> Row {
        match formation {
            Formation::AttackColumn => Row::AttackColumn,
            Formation::Line => Row::Line,
            Formation::Extended => Row::Extended,
            Formation::Skirmish => Row::Skirmish,
            Formation::Limbered if self.horse_artillery() => Row::LimberedHorse,
            Formation::Limbered => Row::LimberedFoot,
            Formation::Unlimbered => Row::Manhandle,
        }
    }

    /// Whether it has lost stands, from any cause (M25).
    pub(crate) fn has_losses(&self, straggling_counts: bool) -> bool {
        let stands = self.unit.bases.len() as i64;
        let straggled = c::count(self.unit, c::STRAGGLED);
        let lost = c::count(self.unit, c::STARTING) - stands - straggled;
        let straggling = straggled > 0 || self.unit.is(c::STRAGGLER);
        lost > 0 || c::count(self.unit, c::STANDS_LOST) > 0 || (straggling_counts && straggling)
    }
}

/// Whether a stand is a gun's crew.
pub(crate) fn is_crew(kind: &str) -> bool {
    kind == CREW_FOOT || kind == CREW_HORSE
}

fn has(unit: &Unit, kind: &str) -> bool {
    unit.bases.iter().any(|base| base.kind == *kind)
}

fn is_single(unit: &Unit) -> bool {
    unit.bases.len() == 1
}

fn without_horses(unit: &Unit) -> bool {
    unit.is(c::HORSES_LOST) || !has(unit, HORSES)
}

fn spared(unit: &Unit, answers: &Answers) -> bool {
    answers.other(Question::StatusScope) && !unit.is(c::COMBINED)
}
