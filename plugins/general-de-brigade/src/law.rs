//! How moves are measured: the motion laws.

use grognard_sdk::prelude::*;

use crate::GeneralDeBrigade;
use crate::budget::Budget;
use crate::cell::Num;
use crate::troops::{Arm, Form};
use crate::words::spent;

/// The pace of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    /// The normal rate.
    Normal,
    /// The rate of a tactical march.
    March,
    /// The normal rate and the charge bonus.
    Charge,
}

/// How the ground of a move slows it, once it is known what the course meets.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Slowed {
    /// The part of its speed that the unit keeps for the phase, where something slows it.
    pub speed: Option<Ratio>,
    /// A share paid for passing a built-up area.
    pub toll: Ratio,
}

/// What a motion law depends on besides the unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    /// The pace.
    pub pace: Pace,
    /// For a square: whether it is out of reach of enemy horse.
    pub safe: bool,
    /// The phase budget.
    pub budget: Budget,
    /// How the ground slows the move.
    pub slowed: Slowed,
    /// The directions it goes in.
    pub headings: &'static [Heading],
}

/// Linear pieces that cost foot and horse something (S2-12).
pub(crate) const OBSTACLES: [&str; 4] = ["wall", "hedge", "stream", "obstacle"];

/// The built-up area.
pub(crate) const BUA: &str = "bua";

/// Deep water.
pub(crate) const WATER: &str = "water";

/// Every kind of terrain of the manifest, the commonest first, and how it is gone over. A law names them all: to find
/// out which a board has takes longer.
static KINDS: [(Id, Going); 11] = [
    (Id::of("wood"), Going::Open),
    (Id::of("rough"), Going::Open),
    (Id::of("road"), Going::Open),
    (Id::of("hill"), Going::Open),
    (Id::of(BUA), Going::Streets),
    (Id::of("stream"), Going::Open),
    (Id::of("hedge"), Going::Open),
    (Id::of("wall"), Going::Open),
    (Id::of("gate"), Going::Open),
    (Id::of("obstacle"), Going::Open),
    (Id::of(WATER), Going::Closed),
];

/// How the rate on a kind of terrain follows from that of open table.
#[derive(Clone, Copy)]
enum Going {
    /// It is the same; what it costs besides is another matter.
    Open,
    /// It is that of a built-up area.
    Streets,
    /// There is no going.
    Closed,
}

impl GeneralDeBrigade {
    /// The rate of a unit at a pace, and the cell it comes from.
    pub(crate) fn pace_rate(&self, unit: &Unit, pace: Pace, safe: bool) -> (&Num, Ratio) {
        let (arm, form) = (Arm::of(unit), Form::of(unit));
        let march = &self.numbers.march;
        let num = match pace {
            Pace::March => match arm {
                Arm::Infantry => &march.infantry,
                Arm::Heavy | Arm::Light => &march.cavalry,
                Arm::FootGuns => &march.foot_guns,
                Arm::HorseGuns => &march.horse_guns,
                Arm::AustrianGuns if self.set.wurst_as_foot => &march.foot_guns,
                Arm::AustrianGuns => &march.austrian_guns,
            },
            _ if form == Form::Unlimbered => self.hand(unit).0,
            _ => self.numbers.rate(arm, form, safe),
        };
        let rate = num.or_zero();
        match pace {
            Pace::Charge => (num, rate + self.numbers.rates(arm).bonus.or_zero()),
            _ => (num, rate),
        }
    }

    /// The motion law of a unit.
    pub(crate) fn law(&self, unit: &Unit, terms: Terms) -> MotionLaw {
        let Terms {
            pace,
            safe,
            budget,
            slowed,
            headings,
        } = terms;
        let (num, full) = self.pace_rate(unit, pace, safe);
        let mut rate = full;
        if self.set.slower_rate
            && pace == Pace::Normal
            && let Some(slowest) = unit.conditions.number("slowest")
        {
            rate = rate.min(slowest);
        }
        if let Some(speed) = slowed.speed.or_else(|| unit.conditions.number("speed")) {
            rate = self.part(rate, speed);
        }
        rate = self.part(rate, budget.distances);
        if budget.fired && self.set.round_down {
            // Part of the phase buys that part of the distance, and this is what is rounded.
            let distance = self.part(rate, budget.share);
            rate = distance.checked_div(budget.share).unwrap_or(rate);
        }
        let rear = if self.set.step_back_phase && pace == Pace::Normal {
            self.numbers.step_back.or_zero().min(rate)
        } else {
            rate
        };
        MotionLaw {
            budget: budget.share,
            spent: Amount::exact(spent(unit) + slowed.toll),
            prior: self.prior(unit, slowed),
            corners: Corners::Front,
            summing: Summing::PerStep,
            turning: Turning::Arc,
            entry: Entry::AnyPart,
            straddle: Straddle::Slowest,
            rates: self.rates(num, (rate, rear), headings),
            tolls: self.tolls(unit, rate),
            plain: RNone,
        }
    }

    /// A part of a distance, rounded as the reading says.
    pub(crate) fn part(&self, distance: Ratio, part: Ratio) -> Ratio {
        let product = distance * part;
        if !self.set.round_down || part == Ratio::ONE {
            return product;
        }
        let one = self.unit.millimetres();
        let whole = product.checked_div(one).map_or(0, |n| n.num() / n.den());
        Ratio::int(whole) * one
    }

    /// What was walked before, at the rates that hold now.
    fn prior(&self, unit: &Unit, slowed: Slowed) -> RVec<Leg> {
        let mut prior = unit.track.clone();
        self.slow_down(unit, &mut prior, slowed);
        prior
    }

    /// Charges legs walked before the unit was slowed at the speed it is left with.
    pub(crate) fn slow_down(&self, unit: &Unit, legs: &mut RVec<Leg>, slowed: Slowed) {
        if let Some(speed) = slowed.speed
            && !unit.is("speed")
        {
            for leg in legs {
                let per_move = self.part(leg.per_move, speed);
                rerate(leg, per_move);
            }
        }
    }

    /// The rates of a unit: those of open table first, then one a kind of terrain.
    fn rates(&self, num: &Num, (rate, rear): (Ratio, Ratio), headings: &[Heading]) -> RVec<Rate> {
        let mut rates = RVec::with_capacity(headings.len() * (KINDS.len() + 1));
        let mut push = |terrain: &Id, ahead: Ratio, rear: Ratio| {
            for &heading in headings {
                rates.push(Rate {
                    heading,
                    terrain: *terrain,
                    per_move: if heading == Heading::Rear {
                        rear
                    } else {
                        ahead
                    },
                    cell: num.key,
                });
            }
        };
        push(&Id::default(), rate, rear);
        for (kind, going) in &KINDS {
            match going {
                Going::Closed => push(kind, Ratio::ZERO, Ratio::ZERO),
                Going::Streets if self.set.half_speed_stretch && !self.set.bua_phase => {
                    let speed = self.numbers.bua_pass.or_zero();
                    push(kind, self.part(rate, speed), self.part(rear, speed));
                }
                Going::Open | Going::Streets => push(kind, rate, rear),
            }
        }
        rates
    }

    fn tolls(&self, unit: &Unit, rate: Ratio) -> RVec<Toll> {
        let (arm, form) = (Arm::of(unit), Form::of(unit));
        let mut tolls = RVec::with_capacity(5);
        if arm.is_guns() {
            let about = &self.numbers.gun.about;
            tolls.push(toll(TollOn::AboutFace, about.or_zero(), about, "S2-13"));
            return tolls;
        }
        if !form.is_square() {
            let about = &self.numbers.about_face;
            let share = about.or_zero().checked_div(rate).unwrap_or(Ratio::ONE);
            tolls.push(toll(TollOn::AboutFace, share, about, "S2-12"));
        }
        if !self.set.obstacle_speed {
            let obstacle = &self.numbers.obstacle;
            for kind in OBSTACLES {
                let on = TollOn::Crossing(Id::of(kind));
                tolls.push(toll(on, obstacle.or_zero(), obstacle, "S2-12"));
            }
        }
        tolls
    }
}

fn toll(on: TollOn, share: Ratio, num: &Num, clause: &'static str) -> Toll {
    Toll {
        on,
        share,
        cell: num.key,
        clause: Id::of(clause),
    }
}

/// Charges a leg at another rate.
pub(crate) fn rerate(leg: &mut Leg, per_move: Ratio) {
    if let Some(share) = leg.farthest.over(per_move) {
        leg.per_move = per_move;
        leg.share = share;
    }
}
