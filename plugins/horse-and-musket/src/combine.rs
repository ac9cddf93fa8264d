//! Combining depleted units.

use grognard_sdk::prelude::*;

use crate::HorseAndMusket;
use crate::conditions as c;
use crate::formations::{Arm, Formation};
use crate::gates::Doing;
use crate::questions::Question;
use crate::travel::{note_action, subject};
use crate::troops::Troops;

impl HorseAndMusket {
    /// Rules on combining a unit with others.
    pub(crate) fn combine(&self, situation: &Situation<'_>, order: &Order) -> Ruling {
        let mut judge = Judge::new(order.subject);
        let board = situation.board;
        let Some((index, head)) = subject(board, &order.subject) else {
            return judge.done();
        };
        let Some(parts) = named_parts(&mut judge, board, head, order) else {
            return judge.done();
        };
        let all: Vec<(u64, &Unit)> = std::iter::once((index, head))
            .chain(parts.clone())
            .collect();
        for (_, part) in &all {
            self.history(
                &mut judge,
                board,
                part,
                Doing {
                    regroups: true,
                    ..Doing::default()
                },
            );
        }
        self.losses_of_all(&mut judge, &all);
        self.one_arm(&mut judge, &all);
        self.brigade_and_commander(&mut judge, situation, head, &parts, index);
        let sizes = self.sizes(&mut judge, &all, order);
        let formation = self.common_formation(&mut judge, &all);
        let units: Vec<&Unit> = parts.iter().map(|part| part.1).collect();
        let mut merged = self.merged(head, &units, formation);
        let second = sizes
            .get(1)
            .map(|size| self.second(&mut merged, &parts, *size, formation));
        self.judge_merged_room(&mut judge, situation, &all, &merged, second.as_ref());
        let after = self.cost_of_combining(&mut judge, situation, index, head);
        if !judge.allowed() {
            return judge.done();
        }
        let past = self.past(situation, &all);
        let mut second = second;
        for (_, part) in &parts {
            match &second {
                Some(unit) if unit.id == part.id => {
                    if let Some(unit) = second.take() {
                        self.place_second(&mut judge, part, unit, &past);
                    }
                }
                _ => {
                    judge.then(Effect::RemoveUnit { unit: part.id });
                    follow(&mut judge, board, &part.id, &head.id, &all);
                }
            }
        }
        let units: Vec<&Unit> = all.iter().map(|part| part.1).collect();
        self.not_coming_back(&mut judge, board, &units);
        self.regroup(&mut judge, head, merged, &all, &past);
        c::clear(&mut judge, head, c::STRAGGLER);
        c::clear(&mut judge, head, c::CREW_OF);
        c::flag(&mut judge, &head.id, c::COMBINED);
        if let Some(changes) = after {
            c::set(&mut judge, &head.id, c::CHANGES, Value::Number(changes));
        }
        note_action(&mut judge, head, false);
        judge.done()
    }

    /// Every part has lost stands, or one at least if so read (M25).
    fn losses_of_all(&self, judge: &mut Judge, all: &[(u64, &Unit)]) {
        judge.cite(Id::of("M25"));
        let straggling = !self.answers.asked(judge, Question::StragglingIsLoss);
        let any = self.answers.asked(judge, Question::CombineLosses);
        let whole: Vec<&Unit> = all
            .iter()
            .map(|part| part.1)
            .filter(|unit| !self.troops(unit).has_losses(straggling))
            .collect();
        if any && whole.len() < all.len() {
            return;
        }
        for unit in whole {
            judge.find(
                Finding::refuses(Id::of("no-losses"), Id::of("M25"), judge.subject())
                    .about(unit.id),
            );
        }
    }

    /// One arm; guns need one stand of each type.
    fn one_arm(&self, judge: &mut Judge, all: &[(u64, &Unit)]) {
        let any = self.answers.asked(judge, Question::CombineArm);
        let arms: Vec<Troops<'_>> = all.iter().map(|part| self.troops(part.1)).collect();
        let Some(head) = arms.first() else { return };
        let guns = arms.iter().any(|troops| troops.arm == Arm::Artillery);
        for troops in arms.iter().skip(1) {
            if troops.arm != head.arm && (guns || !any) {
                judge.find(
                    Finding::refuses(Id::of("other-arm"), Id::of("M25"), judge.subject())
                        .about(troops.unit.id),
                );
            }
        }
        if arms.iter().all(|troops| troops.arm == Arm::Artillery) && two_of_a_type(all) {
            judge.refuse("other-arm", "M25");
        }
    }

    /// The sizes of the units to be made (M26, M28).
    fn sizes(&self, judge: &mut Judge, all: &[(u64, &Unit)], order: &Order) -> Vec<usize> {
        judge.cite(Id::of("M28a"));
        let total: usize = all.iter().map(|part| part.1.bases.len()).sum();
        if all.len() < 2 {
            judge.find(
                Finding::refuses(Id::of("combine-size"), Id::of("M26"), judge.subject()).measured(
                    Measure::Count,
                    Ratio::int(2).into(),
                    Ratio::int(all.len() as i64).into(),
                ),
            );
            return Vec::new();
        }
        let leaving = order.arg("leaving").and_then(Value::as_int).unwrap_or(0);
        if leaving != 0 {
            judge.find(
                Finding::refuses(Id::of("stand-left-over"), Id::of("M28a"), judge.subject())
                    .measured(
                        Measure::Count,
                        Ratio::int(leaving).into(),
                        Ratio::ZERO.into(),
                    ),
            );
            return Vec::new();
        }
        let into: Vec<usize> = order
            .arg("into")
            .map(|list| list.items().iter().filter_map(Value::as_int))
            .map(|sizes| {
                sizes
                    .filter_map(|size| usize::try_from(size).ok())
                    .collect()
            })
            .unwrap_or_default();
        let fits = into.len() == 2 && into.iter().sum::<usize>() == total;
        if into.len() > 1 && self.answers.asked(judge, Question::CombineSplit) && fits {
            for size in &into {
                self.size(judge, *size);
            }
            return into;
        }
        self.size(judge, total);
        if !into.is_empty() {
            self.as_told(judge, &into, total);
        }
        Vec::new()
    }

    /// Whether the sizes told are those of one unit of `total` stands; an order is not read as another.
    fn as_told(&self, judge: &mut Judge, into: &[usize], total: usize) {
        let told = into
            .iter()
            .fold(0_usize, |sum, size| sum.saturating_add(*size));
        if told > total {
            judge.refuse("stand-unknown", "M28a");
        } else if told < total {
            let left = Amount::exact(Ratio::int((total - told) as i64));
            judge.find(
                Finding::refuses(Id::of("stand-left-over"), Id::of("M28a"), judge.subject())
                    .measured(Measure::Count, left, Ratio::ZERO.into()),
            );
        } else if into.len() > 1 {
            for size in into {
                self.size(judge, *size);
            }
        }
    }

    /// Whether a combined unit may have so many stands.
    pub(crate) fn size(&self, judge: &mut Judge, stands: usize) {
        let stands = Ratio::int(stands as i64);
        let (most, least) = (&self.constants.max_combined, &self.constants.min_combined);
        judge.cite(Id::of("M28b"));
        if let Some(most) = self.need(judge, most, "M28b")
            && stands > most
        {
            judge.find(
                Finding::refuses(Id::of("over-three-stands"), Id::of("M28b"), judge.subject())
                    .measured(Measure::Count, stands.into(), most.into()),
            );
        }
        if let Some(least) = self.need(judge, least, "M26")
            && stands < least
        {
            judge.find(
                Finding::refuses(Id::of("combine-size"), Id::of("M26"), judge.subject()).measured(
                    Measure::Count,
                    least.into(),
                    stands.into(),
                ),
            );
        }
    }

    /// The formation of the largest part, line on a tie; or the one they share.
    fn common_formation(&self, judge: &mut Judge, all: &[(u64, &Unit)]) -> Formation {
        let troops: Vec<Troops<'_>> = all.iter().map(|part| self.troops(part.1)).collect();
        let first = troops.first().map_or(Formation::Line, |t| t.formation);
        // Nobody mounts or dismounts by being combined.
        let mut cavalry = troops.iter().filter(|t| t.arm == Arm::Cavalry);
        let on_foot = cavalry.next().map(|t| t.dismounted);
        for other in cavalry.filter(|t| Some(t.dismounted) != on_foot) {
            judge.find(
                Finding::refuses(Id::of("formations-differ"), Id::of("M26"), judge.subject())
                    .about(other.unit.id),
            );
        }
        if self.answers.asked(judge, Question::CombineFormation) {
            for other in troops.iter().filter(|t| t.formation != first) {
                judge.find(
                    Finding::refuses(Id::of("formations-differ"), Id::of("M26"), judge.subject())
                        .about(other.unit.id),
                );
            }
            return first;
        }
        // A crew that comes back to its gun serves it as it stands.
        if let Some(gun) = troops.iter().find(|t| t.formation.is_of_guns()) {
            return gun.formation;
        }
        let most = troops.iter().map(|t| t.unit.bases.len()).max().unwrap_or(0);
        let mut largest = troops
            .iter()
            .filter(|t| t.unit.bases.len() == most)
            .map(|t| t.formation);
        let formation = largest.next().unwrap_or(first);
        let tie = largest.any(|other| other != formation);
        if tie && !first.is_of_guns() {
            Formation::Line
        } else {
            formation
        }
    }

    fn judge_merged_room(
        &self,
        judge: &mut Judge,
        situation: &Situation<'_>,
        all: &[(u64, &Unit)],
        merged: &Unit,
        second: Option<&Unit>,
    ) {
        let ignored: Vec<u64> = all.iter().map(|part| part.0).collect();
        let bases = merged
            .bases
            .iter()
            .chain(second.iter().flat_map(|unit| unit.bases.iter()));
        let ground = bases.map(|base| base.rect).collect();
        self.judge_room(judge, situation, &ground, &ignored);
    }

    /// What combining costs, when so read: as much as a change of formation.
    fn cost_of_combining(
        &self,
        judge: &mut Judge,
        situation: &Situation<'_>,
        index: u64,
        head: &Unit,
    ) -> Option<Ratio> {
        if !self.answers.asked(judge, Question::CombineCost) {
            return None;
        }
        let troops = self.troops(head);
        let cost = &self.constants.formation_change;
        let formation = troops.formation;
        let after = self.pay_change(judge, situation, index, troops, formation, cost)?;
        Some(after.changes)
    }
}

/// Stragglers and crews of a unit that is combined into another are the other's from then on.
fn follow(judge: &mut Judge, board: &Board, from: &Id, to: &Id, all: &[(u64, &Unit)]) {
    for unit in &board.units {
        if all.iter().any(|part| part.1.id == unit.id) {
            continue;
        }
        for name in [c::STRAGGLER, c::CREW_OF] {
            if unit.conditions.text(name) == Some(from.as_str()) {
                c::set(judge, &unit.id, name, Value::text(to.as_str()));
            }
        }
    }
}

/// The other units an order names; none when it names one twice or one of another side.
fn named_parts<'a>(
    judge: &mut Judge,
    board: &'a Board,
    head: &Unit,
    order: &Order,
) -> Option<Vec<(u64, &'a Unit)>> {
    let mut parts: Vec<(u64, &Unit)> = Vec::new();
    let names = order.arg("parts").map_or(&[][..], Value::items);
    for name in names.iter().filter_map(Value::as_str) {
        let Some(found) = subject(board, &Id::from(name)) else {
            continue;
        };
        let find = |slug, clause| {
            Finding::refuses(Id::of(slug), Id::of(clause), head.id).about(Id::from(name))
        };
        if head.id == *name || parts.iter().any(|part| part.0 == found.0) {
            judge.find(find("duplicate-unit", "M26"));
        } else if found.1.side != head.side {
            judge.find(find("not-own-unit", "M27a"));
        } else {
            parts.push(found);
        }
    }
    judge.allowed().then_some(parts)
}

/// Whether guns would have two stands of one type; crews are of one type, foot or horse.
fn two_of_a_type(all: &[(u64, &Unit)]) -> bool {
    let kind = |base: &Base| {
        let name = base.kind.as_str();
        if crate::troops::is_crew(name) {
            "crew".to_owned()
        } else {
            name.to_owned()
        }
    };
    let mut kinds: Vec<String> = all
        .iter()
        .flat_map(|p| p.1.bases.iter())
        .map(kind)
        .collect();
    let count = kinds.len();
    kinds.sort_unstable();
    kinds.dedup();
    kinds.len() < count
}
