//! Brigades and their commanders.

use grognard_sdk::prelude::*;

use crate::HorseAndMusket;
use crate::questions::Question;

impl HorseAndMusket {
    /// Whether the parts belong to `head`'s brigade, and its commander, or one above him, is close.
    pub(crate) fn brigade_and_commander(
        &self,
        judge: &mut Judge,
        situation: &Situation<'_>,
        head: &Unit,
        parts: &[(u64, &Unit)],
        head_index: u64,
    ) {
        judge.cite(Id::of("M27a"));
        let mut one_brigade = head.brigade.is_some();
        for (_, part) in parts {
            if head.brigade.is_none() || part.brigade != head.brigade {
                one_brigade = false;
                judge.find(
                    Finding::refuses(Id::of("other-brigade"), Id::of("M27a"), head.id)
                        .about(part.id),
                );
            }
        }
        if one_brigade {
            self.commander_near(judge, situation, head, parts, head_index);
        }
    }

    fn commander_near(
        &self,
        judge: &mut Judge,
        situation: &Situation<'_>,
        head: &Unit,
        parts: &[(u64, &Unit)],
        head_index: u64,
    ) {
        let Some(reach) = self.need_inches(judge, &self.constants.commander_reach, "M27b") else {
            return;
        };
        let one = self.answers.asked(judge, Question::CombineCommander);
        let chain = chain_of(situation.board, head);
        let tolerance = situation.ground.tolerance();
        let away = |index: u64, who: &Commander| situation.ground.gap_to_point(index, who.at);
        let all = || std::iter::once((head_index, head)).chain(parts.iter().copied());
        // One commander looks on: the nearest to the part that is farthest from him, or to any part.
        let distance = |who: &Commander| {
            let distances = all().map(|(index, _)| away(index, who));
            if one {
                distances.fold(f64::INFINITY, f64::min)
            } else {
                distances.fold(0.0, f64::max)
            }
        };
        let best = chain
            .iter()
            .map(|who| distance(who))
            .fold(f64::INFINITY, f64::min);
        if best <= reach.to_f64() + tolerance {
            return;
        }
        let available = if best.is_finite() {
            Amount::measured(best)
        } else {
            Amount::ZERO
        };
        let mut finding = Finding::refuses(Id::of("commander-too-far"), Id::of("M27b"), head.id)
            .about(head.id)
            .measured(Measure::Length, reach.into(), available);
        if !best.is_finite() {
            finding.available = RNone;
            finding = finding.with(Id::of("nearest"), Value::text("none"));
        }
        judge.find(finding);
    }
}

/// The commander of a unit's brigade and those above him.
fn chain_of<'a>(board: &'a Board, unit: &Unit) -> Vec<&'a Commander> {
    let mut chain: Vec<&Commander> = Vec::new();
    let mut next: Vec<&Commander> = board
        .commanders
        .iter()
        .filter(|c| c.brigade.is_some() && c.brigade == unit.brigade)
        .collect();
    while let Some(who) = next.pop() {
        // A chain of command that bites its tail ends where it would repeat.
        if chain.iter().any(|known| known.id == who.id) {
            continue;
        }
        chain.push(who);
        if let RSome(superior) = &who.superior {
            next.extend(board.commander(superior.as_str()));
        }
    }
    chain
}
