//! Conditions that are the umpire's alone: no side's view has them.

use grognard_core::{Board, Field, Id, RVec};

use crate::battle::Battle;

impl Battle {
    /// Whether a condition is the umpire's alone.
    pub(crate) fn is_private(&self, condition: &Id) -> bool {
        let conditions = &self.document().manifest.conditions;
        conditions
            .iter()
            .any(|spec| spec.umpire && *condition == *spec.id.as_str())
    }

    /// Whether anything on a board keeps such a condition.
    pub(crate) fn has_private(&self, board: &Board) -> bool {
        let private =
            |fields: &RVec<Field>| fields.iter().any(|field| self.is_private(&field.name));
        private(&board.conditions)
            || board.units.iter().any(|unit| private(&unit.conditions))
            || board.brigades.iter().any(|one| private(&one.conditions))
            || board.commanders.iter().any(|one| private(&one.conditions))
    }

    /// Takes such conditions off a board.
    pub(crate) fn leave_out_private(&self, board: &mut Board) {
        let units = board.units.iter_mut().map(|unit| &mut unit.conditions);
        let brigades = board.brigades.iter_mut().map(|one| &mut one.conditions);
        let commanders = board.commanders.iter_mut().map(|one| &mut one.conditions);
        let holders = units.chain(brigades).chain(commanders);
        for fields in holders.chain([&mut board.conditions]) {
            fields.retain(|field| !self.is_private(&field.name));
        }
    }
}
