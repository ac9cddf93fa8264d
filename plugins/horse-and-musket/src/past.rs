//! What a unit remembers of the units it was made of: a turn is not begun anew by regrouping.

use grognard_sdk::prelude::*;

use crate::HorseAndMusket;
use crate::conditions as c;
use crate::fate::Fate;
use crate::law::Manner;
use crate::questions::Question;

/// The word for a unit that rolled for a forced march in another body, and may not go twice as far.
pub(crate) const LEFT: &str = "left";

/// What holds for the whole when it holds for a part.
const INFECTIOUS: [&str; 5] = [c::FACED, c::MOVED, c::NEAR_ENEMY, c::REFORMING, c::SHOT_AT];

impl HorseAndMusket {
    /// Share of a move that a unit has used this turn, changes of formation aside.
    pub(crate) fn used(&self, situation: &Situation<'_>, index: u64, unit: &Unit) -> Ratio {
        let stance = self.stance(self.troops(unit));
        let law = self.law(&stance, Manner::March);
        let survey = situation.ground.survey(index, &Course::new(), &law);
        let changes = stance.changes * self.change_factor(&stance);
        let used = (survey.total - changes.into()).to_f64();
        // What turns cost is no exact share; a millionth of a move is near enough.
        Ratio::simplest((used * 1e6).round() / 1e6).unwrap_or(Ratio::ZERO)
    }

    /// What a unit made of `all` has to remember. What one of them spent this turn is spent, and the
    /// most that one spent counts; twice as far goes only what rolled so in every part.
    pub(crate) fn past(
        &self,
        situation: &Situation<'_>,
        all: &[(u64, &Unit)],
    ) -> Vec<(&'static str, Value)> {
        let units = || all.iter().map(|part| part.1);
        let mut past = Vec::new();
        for name in INFECTIOUS {
            if let Some(value) = units().find(|u| u.is(name)).and_then(|u| u.condition(name)) {
                past.push((name, value.clone()));
            }
        }
        for name in [c::HELD, c::MEASURED] {
            let lists = units().filter_map(|unit| unit.condition(name));
            let mut words: RVec<Value> = RVec::new();
            for word in lists.flat_map(Value::items) {
                if !words.contains(word) {
                    words.push(word.clone());
                }
            }
            if !words.is_empty() {
                past.push((name, Value::List(words)));
            }
        }
        let lines = units().map(|unit| c::count(unit, c::LINES_CROSSED)).max();
        let lost = units().map(|unit| c::count(unit, c::STANDS_LOST)).sum();
        for (name, count) in [
            (c::LINES_CROSSED, lines.unwrap_or(0)),
            (c::STANDS_LOST, lost),
        ] {
            if count > 0 {
                past.push((name, Value::Int(count)));
            }
        }
        let marked = |unit: &Unit| unit.condition(c::MORALE).and_then(Value::as_int);
        if let Some(morale) = units().filter_map(marked).min() {
            past.push((c::MORALE, Value::Int(morale)));
        }
        let forced = forced(all);
        if let Some(word) = forced {
            past.push((c::FORCED_MARCH, Value::text(word)));
        }
        past.extend(self.spending(situation, all, forced.is_some_and(Fate::doubles)));
        past
    }

    /// What was spent on changes and on all else, never more than there is.
    fn spending(
        &self,
        situation: &Situation<'_>,
        all: &[(u64, &Unit)],
        doubled: bool,
    ) -> Vec<(&'static str, Value)> {
        let factor = self.constants.forced_factor.value.filter(|_| doubled);
        let factor = factor.unwrap_or(Ratio::ONE);
        let of_a_change = if self.answers.other(Question::ForcedMarchDoubles) {
            Ratio::ONE
        } else {
            factor
        };
        let (mut carried, mut changes) = (Ratio::ZERO, Ratio::ZERO);
        for (index, unit) in all {
            carried = carried.max(self.used(situation, *index, unit));
            changes = changes.max(c::share(unit, c::CHANGES));
        }
        let most = (factor - changes * of_a_change).max(Ratio::ZERO);
        [(c::CARRIED, carried.min(most)), (c::CHANGES, changes)]
            .into_iter()
            .filter(|(_, share)| !share.is_zero())
            .map(|(name, share)| (name, Value::Number(share)))
            .collect()
    }

    /// Tells the units that a straggler or a crew of theirs will not come back: it was removed, or
    /// became part of another unit. `gone` are those that went.
    pub(crate) fn not_coming_back(&self, judge: &mut Judge, board: &Board, gone: &[&Unit]) {
        for unit in &board.units {
            let stands: usize = gone
                .iter()
                .filter(|one| origin(one) == Some(unit.id.as_str()))
                .map(|one| one.bases.len())
                .sum();
            if stands == 0 || gone.iter().any(|one| one.id == unit.id) {
                continue;
            }
            let straggled = c::count(unit, c::STRAGGLED) - stands as i64;
            if straggled > 0 {
                c::set(judge, &unit.id, c::STRAGGLED, Value::Int(straggled));
            } else {
                c::clear(judge, unit, c::STRAGGLED);
            }
        }
    }
}

/// The unit that a straggler or a crew came from.
pub(crate) fn origin(unit: &Unit) -> Option<&str> {
    let straggler = unit.conditions.text(c::STRAGGLER);
    straggler.or_else(|| unit.conditions.text(c::CREW_OF))
}

/// What a forced march gave the whole.
fn forced<'a>(all: &[(u64, &'a Unit)]) -> Option<&'a str> {
    let words: Vec<Option<&str>> = all
        .iter()
        .map(|part| part.1.conditions.text(c::FORCED_MARCH))
        .collect();
    let first = words.iter().flatten().next()?;
    if words.iter().all(|word| word.is_some_and(Fate::doubles)) {
        Some(first)
    } else if words.contains(&Some(Fate::No.name())) {
        Some(Fate::No.name())
    } else {
        Some(LEFT)
    }
}

/// How many stands the units began with, and how many of those are stragglers: a straggler that comes
/// back to its own unit is counted there already.
pub(crate) fn starting_and_straggled(all: &[(u64, &Unit)]) -> (i64, i64) {
    let (mut starting, mut straggled) = (0, 0);
    for (_, unit) in all {
        let stands = unit.bases.len() as i64;
        straggled += c::count(unit, c::STRAGGLED);
        let own = origin(unit);
        if own.is_some() && all.iter().any(|other| Some(other.1.id.as_str()) == own) {
            straggled -= stands;
        } else {
            starting += c::count(unit, c::STARTING).max(stands);
        }
    }
    (starting, straggled.max(0))
}
