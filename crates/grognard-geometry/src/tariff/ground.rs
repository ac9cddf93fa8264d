//! What a course costs on terrain.

use grognard_core::{Amount, Course, RVec, Ratio};
use smallvec::SmallVec;

use super::Tariff;
use super::around::Pieces;
use crate::crossing::{Pieces as Near, come_onto, crossings, is_come_onto, pieces_near};
use crate::due::{Dues, Stretches, due, stretch};
use crate::followed::{Ways, followed, greatest};
use crate::hull::Sides;
use crate::rates::Rates;
use crate::terrain::{Cuts, cut};
use crate::things::About;
use crate::walk::{self, Stages, Walk, cover, walk};

impl Tariff<'_> {
    /// The price of a course that meets none but some pieces of terrain.
    pub(super) fn on_ground(&self, course: &Course, met: &Pieces) -> Option<Amount> {
        let About { board, field, .. } = self.about;
        let law = self.law;
        let mut ground = SmallVec::new();
        let mut stages = Stages::new();
        walk::stages(self.standing, course, &mut stages);
        let mut walked = Walk::new();
        walk(&stages, &mut walked);
        walk::ground(&walked, self.standing, &mut ground);
        cover(&mut walked, &ground);
        let whole = walk::whole(&walked);
        let mut pieces = Near::new();
        pieces_near(board, field, &whole, |_| Some(Sides::NONE), &mut pieces);
        let harmless = &self.around.harmless;
        pieces.retain(|piece| met.contains(&piece.index) || harmless.contains(&piece.index));
        come_onto(&mut pieces, &walked);
        let barred = pieces.iter().any(|piece| {
            !self.plain.holds_on(piece.kind.id, piece.is_line)
                && is_come_onto(piece, &walked, law.entry)
        });
        if barred {
            return None;
        }
        let (_, lines) = crossings(&walked, &self.standing.ground, &pieces);
        let mut rates = Rates::of(law);
        let mut missing = RVec::new();
        let mut cuts = Cuts::default();
        for (step, walk) in walked.iter().enumerate() {
            cut(step, walk, &pieces, &mut rates, &mut missing, &mut cuts);
        }
        let pays = |rate: Option<usize>| rate.is_some_and(|i| law.rates[i].per_move > Ratio::ZERO);
        if !cuts.all().iter().all(|cut| pays(cut.rate)) {
            return None;
        }
        let mut purse = self.purse.clone();
        let mut poses = self.poses();
        let mut ways = Ways::new();
        let (mut tolls, mut stretches) = (Dues::new(), Stretches::new());
        for ((step, walk), cuts) in (0_u32..).zip(&walked).zip(cuts.steps()) {
            due(step, walk, &lines, law, &mut tolls);
            stretch(walk, cuts, &tolls, law, &mut stretches);
            followed(walk.stage, &self.bases, &poses, law, &mut ways);
            purse.pay(&stretches, (&ways, greatest(&ways)));
            walk.stage.carry(&mut poses);
        }
        Some(purse.spent())
    }
}
