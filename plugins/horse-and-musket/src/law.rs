//! How a move is measured: rates, allowance, what was walked before.

use grognard_sdk::prelude::*;

use crate::HorseAndMusket;
use crate::conditions as c;
use crate::fate::Fate;
use crate::formations::{Arm, Formation};
use crate::questions::Question;
use crate::rates::{GroundRate, Row};
use crate::troops::Troops;

/// What a unit sets out to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// An ordinary move.
    March,
    /// A move to the rear, front kept.
    FallBack,
    /// Moving a gun by hand.
    Manhandle,
    /// A charge.
    Charge,
}

/// What passing friendly lines this turn costs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PassingPrice {
    /// How many lines lower the rate.
    pub(crate) lines: i64,
    /// Share of a move paid outright.
    pub(crate) toll: Ratio,
}

impl PassingPrice {
    /// What the unit passed before this order.
    pub(crate) fn so_far(unit: &Unit) -> Self {
        Self {
            lines: c::count(unit, c::LINES_CROSSED),
            toll: c::share(unit, c::PASSING_TOLL),
        }
    }
}

/// The state of a unit that a law is made for.
#[derive(Clone, Debug)]
pub(crate) struct Stance<'a> {
    pub(crate) troops: Troops<'a>,
    pub(crate) formation: Formation,
    /// Share of the turn spent on changes.
    pub(crate) changes: Ratio,
    /// Other formations of this turn that lower the rate (reading `mid-turn-rate`).
    pub(crate) held: Vec<Formation>,
    pub(crate) price: PassingPrice,
    /// How many times the ordinary allowance it has.
    pub(crate) factor: Ratio,
}

impl HorseAndMusket {
    /// The unit as it stands.
    pub(crate) fn stance<'a>(&self, troops: Troops<'a>) -> Stance<'a> {
        let unit = troops.unit;
        let mut held = Vec::new();
        if self.answers.other(Question::MidTurnRate)
            && let Some(list) = unit.condition(c::HELD)
        {
            held.extend(
                list.items()
                    .iter()
                    .filter_map(Value::as_str)
                    .filter_map(Formation::named),
            );
        }
        let doubled = unit
            .conditions
            .text(c::FORCED_MARCH)
            .is_some_and(Fate::doubles);
        let factor = self
            .constants
            .forced_factor
            .value
            .filter(|_| doubled)
            .unwrap_or(Ratio::ONE);
        Stance {
            troops,
            formation: troops.formation,
            changes: c::share(unit, c::CHANGES),
            held,
            price: PassingPrice::so_far(unit),
            factor,
        }
    }

    /// The law of a move.
    pub(crate) fn law(&self, stance: &Stance<'_>, manner: Manner) -> MotionLaw {
        self.law_toward(stance, manner, &Heading::ALL)
    }

    /// The law of a move that goes in some directions only.
    pub(crate) fn law_toward(
        &self,
        stance: &Stance<'_>,
        manner: Manner,
        headings: &[Heading],
    ) -> MotionLaw {
        let unit = stance.troops.unit;
        let answers = &self.answers;
        let mut rates = RVec::with_capacity(4);
        for &heading in headings {
            if let Some((arm, row)) = self.row_for(stance, manner, heading) {
                for ground in self.rates_of(arm, row) {
                    if let Some(per_move) = self.lowered(stance, heading, ground, row) {
                        rates.push(Rate {
                            heading,
                            terrain: ground.terrain,
                            per_move,
                            cell: ground.mention.cell,
                        });
                    }
                }
            }
        }
        let change_factor = self.change_factor(stance);
        // Most units have spent nothing, and exact sums are not free.
        let mut spent = stance.price.toll;
        if !stance.changes.is_zero() {
            spent = spent + stance.changes * change_factor;
        }
        if let Some(carried) = unit.condition(c::CARRIED).and_then(Value::as_number) {
            spent = spent + carried;
        }
        let mut tolls = RVec::new();
        let change = &self.constants.formation_change;
        if answers.other(Question::AboutFaceCost)
            && let Some(share) = change.value
        {
            tolls.push(Toll {
                on: TollOn::AboutFace,
                share: share * change_factor,
                cell: change.mention.cell,
                clause: Id::of("M14"),
            });
        }
        let turning = if answers.other(Question::WheelMeasure) {
            Turning::Chord
        } else {
            Turning::Arc
        };
        let entry = if answers.other(Question::TerrainExit) {
            Entry::AnyPart
        } else {
            Entry::LeadingEdge
        };
        let straddle = if answers.other(Question::Straddle) {
            Straddle::Majority
        } else {
            Straddle::Slowest
        };
        MotionLaw {
            budget: stance.factor,
            spent: Amount::exact(spent),
            prior: self.walked_before(stance),
            corners: Corners::All,
            summing: Summing::PerCorner,
            turning,
            entry,
            straddle,
            rates,
            tolls,
            plain: RNone,
        }
    }

    /// What a share spent on a change takes off the allowance: a forced march doubles what is left
    /// after the change, or the whole (reading `forced-march-doubles`).
    pub(crate) fn change_factor(&self, stance: &Stance<'_>) -> Ratio {
        if self.answers.other(Question::ForcedMarchDoubles) {
            Ratio::ONE
        } else {
            stance.factor
        }
    }

    /// The chart row for a direction; none where the unit does not go that way.
    pub(crate) fn row_for(
        &self,
        stance: &Stance<'_>,
        manner: Manner,
        heading: Heading,
    ) -> Option<(Arm, Row)> {
        let troops = &stance.troops;
        let arm = troops.rate_arm(&self.answers);
        if manner == Manner::Charge {
            return Some((arm, Row::Charge));
        }
        if troops.crew && self.answers.other(Question::CrewRate) {
            // The chart has no such row, so the move is undetermined and names it.
            return Some((Arm::Artillery, Row::Line));
        }
        if stance.formation == Formation::Unlimbered {
            return Some((Arm::Artillery, Row::Manhandle));
        }
        let own = (arm, troops.row(stance.formation));
        match heading {
            Heading::Front => Some(own),
            Heading::Rear => Some((arm, Row::FallBack)),
            Heading::Flank if stance.formation == Formation::Line => Some((arm, Row::MarchColumn)),
            Heading::Flank => self.answers.other(Question::FlankSteps).then_some(own),
        }
    }

    fn rates_of(&self, arm: Arm, row: Row) -> &[GroundRate] {
        let all_arms = row == Row::Skirmish && self.answers.other(Question::SkirmishRateArm);
        self.rates
            .row(if all_arms { Arm::Infantry } else { arm }, row)
    }

    /// A rate after what lowers it: lines passed, and slower formations of this turn.
    fn lowered(
        &self,
        stance: &Stance<'_>,
        heading: Heading,
        ground: &GroundRate,
        row: Row,
    ) -> Option<Ratio> {
        let mut per_move = ground.per_move?;
        if stance.held.is_empty() && stance.price.lines == 0 {
            return Some(per_move);
        }
        if row != Row::Charge {
            let now = (!stance.held.is_empty()).then_some(stance.formation);
            for formation in stance.held.iter().copied().chain(now) {
                let then = Stance {
                    formation,
                    held: Vec::new(),
                    ..stance.clone()
                };
                let slower = self
                    .row_for(&then, Manner::March, heading)
                    .and_then(|(arm, row)| {
                        self.rates_of(arm, row)
                            .iter()
                            .find(|g| g.terrain == ground.terrain)
                    })
                    .and_then(|g| g.per_move);
                per_move = slower.map_or(per_move, |slower| slower.min(per_move));
            }
        }
        if stance.price.lines > 0 && per_move > Ratio::ZERO {
            let off = self.constants.pass_penalty.inches()? * Ratio::int(stance.price.lines);
            per_move = if per_move > off {
                per_move - off
            } else {
                Ratio::ZERO
            };
        }
        Some(per_move)
    }

    /// The legs walked this turn, at the rates that now hold for them.
    fn walked_before(&self, stance: &Stance<'_>) -> RVec<Leg> {
        let mut legs = stance.troops.unit.track.clone();
        if stance.price.lines == 0 && stance.held.is_empty() {
            return legs;
        }
        for leg in &mut legs {
            let Some(ground) = self.rates.in_cell(&leg.cell) else {
                continue;
            };
            let charge = leg.cell.as_str().contains(".charge.");
            let row = if charge { Row::Charge } else { Row::Line };
            if let Some(per_move) = self.lowered(stance, leg.heading, ground, row) {
                leg.per_move = per_move;
                leg.share = leg.farthest.over(per_move).unwrap_or(Amount::ZERO);
            }
        }
        legs
    }

    /// The key of the rate that is missing for a direction and ground.
    pub(crate) fn missing_key(
        &self,
        stance: &Stance<'_>,
        manner: Manner,
        missing: &MissingRate,
    ) -> Option<String> {
        let (arm, row) = self.row_for(stance, manner, missing.heading)?;
        let all_arms = row == Row::Skirmish && self.answers.other(Question::SkirmishRateArm);
        let arm = if all_arms { Arm::Infantry } else { arm };
        let key = crate::rates::Rates::key(arm, row, missing.terrain.as_str());
        // A rate that is known but cannot be lowered, because what lowers it is not, does not miss.
        let known = self.rates.in_cell(&Id::from(key.as_str()));
        known
            .is_none_or(|rate| rate.per_move.is_none())
            .then_some(key)
    }
}
