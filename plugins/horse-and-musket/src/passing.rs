//! Passing through other units: which may be passed, how, and what it costs.

use grognard_sdk::prelude::*;

use crate::HorseAndMusket;
use crate::conditions as c;
use crate::formations::{Arm, Formation};
use crate::law::{Manner, PassingPrice};
use crate::questions::Question;
use crate::troops::Troops;

/// What a course meets, judged.
#[derive(Debug, Default)]
pub(crate) struct Passage {
    /// Findings, in the order the units are met.
    pub(crate) findings: Vec<Finding>,
    /// Friends passed through for the first time this turn.
    pub(crate) passed: Vec<Id>,
    /// Enemy skirmishers ridden through.
    pub(crate) ridden: Vec<Id>,
    /// What passing costs, earlier orders of the turn included.
    pub(crate) price: PassingPrice,
    /// The readings it leaned on.
    pub(crate) asked: Vec<Question>,
}

/// What may be done with a unit in the way.
enum Way {
    Free,
    AtPrice,
    Blocked,
}

/// A move that meets others.
pub(crate) struct Mover<'a, 'b, 'g> {
    pub(crate) situation: &'b Situation<'g>,
    pub(crate) index: u64,
    pub(crate) troops: &'b Troops<'a>,
    pub(crate) manner: Manner,
    /// The unit charged, by index; met on purpose.
    pub(crate) target: Option<u64>,
}

impl HorseAndMusket {
    /// Judges what `survey` meets.
    pub(crate) fn passing(&self, mover: &Mover<'_, '_, '_>, survey: &Survey) -> Passage {
        let unit = mover.troops.unit;
        let mut passage = Passage {
            price: PassingPrice::so_far(unit),
            ..Passage::default()
        };
        for contact in &survey.contacts {
            if mover.target == Some(contact.unit) {
                continue;
            }
            let Some(other) = mover.situation.board.units.get(contact.unit as usize) else {
                continue;
            };
            if mover.situation.board.hostile(&unit.side, &other.side) {
                self.meet_enemy(mover, contact, other, &mut passage);
            } else if contact.overlap {
                self.meet_friend(mover, contact, other, survey, &mut passage);
            }
        }
        passage
    }

    fn meet_enemy(
        &self,
        mover: &Mover<'_, '_, '_>,
        contact: &Contact,
        other: &Unit,
        passage: &mut Passage,
    ) {
        let find = |slug, clause| {
            Finding::refuses(Id::of(slug), Id::of(clause), mover.troops.unit.id).about(other.id)
        };
        if !contact.overlap {
            let comes = !contact.starts && mover.manner != Manner::Charge;
            if comes {
                passage.asked.push(Question::ContactNeedsCharge);
                if !self.answers.other(Question::ContactNeedsCharge) {
                    passage.findings.push(find("contact-without-charge", "M10"));
                }
            }
            return;
        }
        let theirs = Troops::of(other, &self.answers);
        let rides = mover.manner == Manner::Charge
            && mover.troops.arm == Arm::Cavalry
            && !mover.troops.dismounted
            && theirs.formation == Formation::Skirmish
            && (theirs.arm == Arm::Infantry || theirs.dismounted);
        if rides && !passage.ridden.is_empty() {
            passage.asked.push(Question::RideThroughCount);
        }
        let too_many = !passage.ridden.is_empty() && self.answers.other(Question::RideThroughCount);
        if !rides || too_many {
            passage.findings.push(find("enemy-blocks", "M18"));
            return;
        }
        if let Some(slug) = self.wrong_way(mover, contact, passage) {
            passage.findings.push(find(slug, "M18"));
        }
        passage.ridden.push(other.id);
    }

    fn meet_friend(
        &self,
        mover: &Mover<'_, '_, '_>,
        contact: &Contact,
        other: &Unit,
        survey: &Survey,
        passage: &mut Passage,
    ) {
        let unit = mover.troops.unit;
        let find =
            |slug, clause| Finding::refuses(Id::of(slug), Id::of(clause), unit.id).about(other.id);
        let theirs = Troops::of(other, &self.answers);
        let clause = match self.passable(&theirs, passage) {
            Way::Free => "M15",
            Way::AtPrice if mover.manner == Manner::Charge => {
                passage.findings.push(find("charge-through-line", "M16"));
                return;
            }
            Way::AtPrice => "M16",
            Way::Blocked => {
                passage.findings.push(find("friend-blocks", "M17"));
                return;
            }
        };
        if let Some(slug) = self.wrong_way(mover, contact, passage) {
            passage.findings.push(find(slug, clause));
        }
        let acted = other.is(c::ACTED);
        if acted {
            passage.asked.push(Question::KeepsStill);
            if other.is(c::MOVED) || !self.answers.other(Question::KeepsStill) {
                passage.findings.push(find("passed-unit-moved", "M15"));
            }
        }
        if c::lists(unit, c::CROSSED, other.id.as_str()) {
            return;
        }
        passage.passed.push(other.id);
        if clause == "M16" {
            self.charge_for(contact, survey, passage);
        }
    }

    /// Whether a friend may be passed.
    fn passable(&self, theirs: &Troops<'_>, passage: &mut Passage) -> Way {
        match theirs.formation {
            Formation::Skirmish | Formation::Unlimbered => return Way::Free,
            Formation::Line | Formation::Extended => {}
            Formation::AttackColumn | Formation::Limbered => return Way::Blocked,
        }
        let question = match theirs.arm {
            Arm::Infantry => return Way::AtPrice,
            Arm::Artillery => return Way::AtPrice,
            Arm::Cavalry if theirs.dismounted => Question::DismountedPassing,
            Arm::Cavalry => Question::PassArm,
        };
        passage.asked.push(question);
        let any_arm = self.answers.other(Question::PassArm);
        if self.answers.other(question) || any_arm {
            Way::AtPrice
        } else {
            Way::Blocked
        }
    }

    /// What is wrong with the way through a unit that may be passed.
    fn wrong_way(
        &self,
        mover: &Mover<'_, '_, '_>,
        contact: &Contact,
        passage: &mut Passage,
    ) -> Option<&'static str> {
        let short = |edge: Edge| matches!(edge, Edge::Front | Edge::Rear);
        if self.answers.other(Question::MustClear) && starts_inside(mover, contact) {
            // By which side it came in was judged when it did.
            return match contact.left {
                RSome(left) if !short(left) => Some("long-way"),
                _ => None,
            };
        }
        let through = match contact.left {
            RSome(left) => short(left) && left != contact.entered,
            RNone => true,
        };
        if !short(contact.entered) || !through {
            return Some("long-way");
        }
        if !contact.ends_inside {
            return None;
        }
        passage.asked.push(Question::MustClear);
        (!self.answers.other(Question::MustClear)).then_some("ends-inside-unit")
    }

    /// Adds the price of one more line.
    fn charge_for(&self, contact: &Contact, survey: &Survey, passage: &mut Passage) {
        let price = &mut passage.price;
        let per_move = self.answers.other(Question::PassPenaltyCount);
        if price.lines > 0 || price.toll > Ratio::ZERO {
            passage.asked.push(Question::PassPenaltyCount);
            if per_move {
                return;
            }
        }
        if !self.answers.other(Question::PassPenaltyBasis) {
            price.lines += 1;
            return;
        }
        passage.asked.push(Question::PassPenaltyBasis);
        let rate = rate_at(survey, contact.touch);
        if let (Some(off), Some(rate)) = (self.constants.pass_penalty.inches(), rate) {
            price.toll = price.toll + off.checked_div(rate).unwrap_or(Ratio::ZERO);
        }
    }
}

/// Whether the mover stands inside the unit it meets as the move begins, beyond touching.
fn starts_inside(mover: &Mover<'_, '_, '_>, contact: &Contact) -> bool {
    if !contact.starts {
        return false;
    }
    let ground: Vec<Rect> = mover
        .troops
        .unit
        .bases
        .iter()
        .map(|base| base.rect)
        .collect();
    let solid: [Id; 0] = [];
    let obstacles = mover.situation.ground.room(
        RSlice::from_slice(&ground),
        RSlice::from_slice(&[mover.index]),
        RSlice::from_slice(&solid),
    );
    obstacles
        .iter()
        .any(|o| o.kind == ObstacleKind::Unit && o.index == contact.unit)
}

/// The rate at a place along a course.
fn rate_at(survey: &Survey, at: Along) -> Option<Ratio> {
    let mut gone = 0.0;
    let mut last = None;
    for leg in survey.legs.iter().filter(|leg| leg.step == at.step) {
        last = Some(leg.per_move);
        gone += leg.straight.to_f64();
        if at.amount < gone {
            break;
        }
    }
    last.or_else(|| survey.legs.first().map(|leg| leg.per_move))
}
