use grognard_core::{Board, Clock, Effect, Order, RVec};
use grognard_geometry::Field;

use crate::apply::apply;
use crate::patch::Patch;

/// A board with a field that fits it: the battle's own, what one side knows of it, or the table as it will be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Laid<'a> {
    pub(crate) board: &'a Board,
    pub(crate) field: &'a Field,
}

/// The board, with its field. Nothing else changes the board of a battle, so the field is never
/// behind it.
#[derive(Clone, Debug)]
pub(crate) struct Tabletop {
    board: Board,
    field: Field,
}

impl Tabletop {
    pub(crate) fn new(board: Board) -> Self {
        Self {
            field: Field::of(&board),
            board,
        }
    }

    pub(crate) fn laid(&self) -> Laid<'_> {
        Laid {
            board: &self.board,
            field: &self.field,
        }
    }

    pub(crate) fn board(&self) -> &Board {
        &self.board
    }

    pub(crate) fn field(&self) -> &Field {
        &self.field
    }

    /// Applies effects, all or none: see [`apply`].
    pub(crate) fn apply(&mut self, effects: &[Effect]) -> Result<Patch, String> {
        let patch = apply(&mut self.board, effects)?;
        self.field.follow(&self.board);
        Ok(patch)
    }

    /// Undoes a patch, or does it again.
    pub(crate) fn swap(&mut self, patch: &mut Patch) {
        patch.swap(&mut self.board);
        self.field.follow(&self.board);
    }

    /// Sets the clock; the patch sets it back.
    pub(crate) fn set_clock(&mut self, clock: Clock) -> Patch {
        let mut patch = Patch::default();
        patch.note_clock(&self.board);
        self.board.clock = clock;
        patch
    }

    /// Sets the written orders; the patch brings the others back.
    pub(crate) fn set_written(&mut self, written: RVec<Order>) -> Patch {
        let mut patch = Patch::default();
        patch.note_written(&self.board);
        self.board.written = written;
        patch
    }
}
