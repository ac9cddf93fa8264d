//! What an act is planned against.

use grognard_sdk::prelude::*;

/// The board as it is when an act is planned, and as it was when its sub-phase began.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'b, 'g> {
    pub(crate) board: &'b Board,
    pub(crate) start: &'b Board,
    pub(crate) ground: &'b GroundRef<'g>,
    /// Units whose own orders are carried out at the same time.
    pub(crate) leaving: &'b [Id],
}

impl<'b, 'g> Scene<'b, 'g> {
    /// The board as the engine has it.
    pub(crate) fn now(situation: &'b Situation<'g>) -> Self {
        Self {
            board: situation.board,
            start: situation.board,
            ground: &situation.ground,
            leaving: &[],
        }
    }

    /// Follows a course of a unit on the board of the scene, which the engine need not have yet.
    pub(crate) fn survey(&self, unit: usize, course: &Course, law: &MotionLaw) -> Survey {
        if std::ptr::eq(self.board, self.start) {
            self.ground.survey(unit as u64, course, law)
        } else {
            self.ground.survey_on(self.board, unit as u64, course, law)
        }
    }

    /// Whether the umpire measures whenever he likes.
    pub(crate) fn umpire(&self) -> bool {
        self.board.conditions.has(crate::memory::UMPIRE)
    }
}
