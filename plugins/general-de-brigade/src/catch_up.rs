//! The base left behind a line comes up into it (S2-28).

use grognard_sdk::prelude::*;

use crate::GeneralDeBrigade;
use crate::march::Walk;
use crate::room::SOLID;
use crate::troops::Form;

impl GeneralDeBrigade {
    /// The ruling on bringing up the base left behind, where it need not wait for a move (S2-28).
    pub(crate) fn rule_bring_up(&self, situation: &Situation<'_>, order: &Order) -> Ruling {
        let mut judge = Judge::new(order.subject);
        let Some((index, unit)) = self.found(situation, order) else {
            return Ruling::default();
        };
        judge.read(&self.readings, "base-catch-up");
        let Some(behind) = crate::layout::behind(unit) else {
            judge.refuse("no-base-behind", "S2-28");
            return judge.done();
        };
        if !self.set.catch_up_any_time {
            judge.refuse("only-on-move", "S2-28");
            return judge.done();
        }
        let now: Vec<Pose> = unit.bases.iter().map(|base| base.rect.pose).collect();
        match self.brought_up(situation, index, unit, unit.pose, &now, behind) {
            Some((pose, bases)) => {
                judge.note("base-joins", "S2-28");
                judge.then(Effect::Place {
                    unit: unit.id,
                    pose,
                    bases,
                });
                judge.then(crate::words::clear(&unit.id, "base-behind"));
            }
            None => judge.refuse("no-room", "S2-27"),
        }
        judge.done()
    }

    /// The end of a move: a base left behind comes up into its line where there is room (S2-28).
    pub(crate) fn join_base(
        &self,
        walk: &Walk<'_, '_>,
        survey: &Survey,
        judge: &mut Judge,
    ) -> (Pose, RVec<Pose>, bool) {
        let unit = walk.unit;
        let Some(behind) = crate::layout::behind(unit).filter(|_| Form::of(unit) == Form::Line)
        else {
            return (survey.end, survey.bases.clone(), false);
        };
        judge.cite(Id::of("S2-28"));
        match self.brought_up(
            walk.situation,
            walk.index,
            unit,
            survey.end,
            &survey.bases,
            behind,
        ) {
            Some((pose, bases)) => {
                judge.note("base-joins", "S2-28");
                (pose, bases, true)
            }
            None => (survey.end, survey.bases.clone(), false),
        }
    }

    /// The line in the frame `pose` with the base left behind at one end, right if there is room.
    pub(crate) fn brought_up(
        &self,
        situation: &Situation<'_>,
        index: usize,
        unit: &Unit,
        pose: Pose,
        bases: &[Pose],
        behind: usize,
    ) -> Option<(Pose, RVec<Pose>)> {
        let rect = unit.bases.get(behind)?.rect;
        let reach = unit.bases.len() as f64 / 2.0 * rect.width;
        for side in [1.0, -1.0] {
            let place = pose.offset(side * reach, -rect.depth / 2.0, 0.0);
            let joined = [Rect {
                pose: place,
                ..rect
            }];
            let found = situation.ground.room(
                RSlice::from_slice(&joined),
                RSlice::from_slice(&[index as u64]),
                RSlice::from_slice(&SOLID),
            );
            if found.is_empty() {
                let mut all: RVec<Pose> = bases.iter().copied().collect();
                if let Some(base) = all.get_mut(behind) {
                    *base = place;
                }
                return Some((pose.offset(side * rect.width / 2.0, 0.0, 0.0), all));
            }
        }
        None
    }
}
