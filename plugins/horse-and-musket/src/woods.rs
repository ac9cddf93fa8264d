//! Whether woods block sight, told to the engine, which only knows what a piece of terrain says.

use grognard_sdk::prelude::*;

use crate::HorseAndMusket;
use crate::questions::Question;

const WOODS: &str = "woods";
const BLOCKS_SIGHT: &str = "blocks-sight";

impl HorseAndMusket {
    /// Woods block sight, unless the scenario says otherwise of a piece or the reading of them all.
    pub(crate) fn mark_woods(&self, judge: &mut Judge, board: &Board) {
        let blocks = !self.answers.other(Question::WoodsBlockSight);
        for piece in &board.terrain {
            if piece.kind == *WOODS && piece.attributes.get(BLOCKS_SIGHT).is_none() {
                judge.then(Effect::SetAttribute {
                    on: piece.id,
                    name: Id::of(BLOCKS_SIGHT),
                    value: Value::Flag(blocks),
                });
            }
        }
    }
}
