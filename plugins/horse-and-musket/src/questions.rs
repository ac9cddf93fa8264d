//! The readings, as questions with two answers each.

use grognard_sdk::prelude::*;

macro_rules! questions {
    ($($name:ident: $id:literal, $other:literal;)*) => {
        /// An open question of the text.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Question {
            $($name,)*
        }

        impl Question {
            /// Every question.
            pub(crate) const ALL: &[Self] = &[$(Self::$name,)*];

            /// The reading's id.
            pub(crate) const fn id(self) -> &'static str {
                match self { $(Self::$name => $id,)* }
            }

            /// The answer that is not the default.
            pub(crate) const fn other(self) -> &'static str {
                match self { $(Self::$name => $other,)* }
            }
        }
    };
}

questions! {
    PassPenaltyBasis: "pass-penalty-basis", "inches";
    PassPenaltyCount: "pass-penalty-count", "per-move";
    MidTurnRate: "mid-turn-rate", "slower";
    SkirmishToAttackColumn: "skirmish-to-attack-column", "half-turn-in-line";
    AttackColumnToExtended: "attack-column-to-extended", "via-line";
    AboutFaceCost: "about-face-cost", "half-turn";
    OneStandFormation: "one-stand-formation", "may-change";
    KeepsStill: "keeps-still", "no-displacement";
    MustClear: "must-clear", "no";
    PassArm: "pass-arm", "any-arm";
    RideThroughCount: "ride-through-count", "one";
    DismountedPassing: "dismounted-passing", "as-infantry";
    ChargeExpectation: "charge-expectation", "no-hopeless";
    ContactNeedsCharge: "contact-needs-charge", "no";
    ReformingAboutFace: "reforming-about-face", "allow";
    ForcedMarchDoubles: "forced-march-doubles", "budget";
    ZoneEdge: "zone-edge", "inside";
    ZonePath: "zone-path", "end-only";
    ZoneScope: "zone-scope", "whole-roll";
    ZoneStartInside: "zone-start-inside", "no-doubling";
    ForcedMarchNo: "forced-march-no", "no-move";
    GapMeasure: "gap-measure", "distance-moved";
    StragglerChoice: "straggler-choice", "rearmost";
    OneStandX: "one-stand-x", "as-yes";
    OneStandLose: "one-stand-lose", "stays";
    LoseMustMove: "lose-must-move", "yes";
    StragglingIsLoss: "straggling-is-loss", "no";
    Rejoin: "rejoin", "combine-rule";
    CombineLosses: "combine-losses", "any";
    CombineCommander: "combine-commander", "one";
    CombineSplit: "combine-split", "allow";
    CombineArm: "combine-arm", "any";
    CombineFormation: "combine-formation", "must-match";
    CombineCost: "combine-cost", "half-turn";
    ManhandleWithHorses: "manhandle-with-horses", "refuse";
    CrewRate: "crew-rate", "none";
    LegDirection: "leg-direction", "axes";
    FlankSteps: "flank-steps", "any";
    TerrainExit: "terrain-exit", "trailing-edge";
    Straddle: "straddle", "majority";
    WheelMeasure: "wheel-measure", "chord";
    WoodsBlockSight: "woods-block-sight", "no";
    UnitsBlockSight: "units-block-sight", "yes";
    SkirmishRateArm: "skirmish-rate-arm", "all-arms";
    DismountedRates: "dismounted-rates", "cavalry";
    StatusScope: "status-scope", "combined-only";
}

/// The answers that hold in a game.
#[derive(Clone, Debug)]
pub(crate) struct Answers {
    readings: Readings,
    others: u64,
    /// How a ruling mentions the answer to each question.
    mentions: Vec<Option<ReadingUse>>,
}

impl Answers {
    pub(crate) fn new(document: &Document, book: &Rulebook) -> Result<Self, Fault> {
        let readings = Readings::new(document, book)?;
        let mut others = 0;
        for question in Question::ALL {
            if readings.is(question.id(), question.other()) {
                others |= 1 << (*question as u64);
            }
        }
        let mentions = Question::ALL.iter().map(|q| readings.mention(q.id()));
        Ok(Self {
            mentions: mentions.collect(),
            readings,
            others,
        })
    }

    /// Whether the answer is the one that is not the default.
    pub(crate) fn other(&self, question: Question) -> bool {
        self.others & (1 << (question as u64)) != 0
    }

    /// The same, and the ruling says that it leaned on the reading.
    pub(crate) fn asked(&self, judge: &mut Judge, question: Question) -> bool {
        if let Some(Some(mention)) = self.mentions.get(question as usize) {
            judge.lean_on_reading(*mention);
        }
        self.other(question)
    }

    /// The ruling says that it leaned on a reading.
    pub(crate) fn told(&self, judge: &mut Judge, id: &str) {
        judge.read(&self.readings, id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::HorseAndMusket;

    #[test]
    fn every_reading_is_a_question_and_its_other_answer_is_listed() {
        let document = HorseAndMusket::document().unwrap();
        assert_eq!(document.readings.len(), Question::ALL.len());
        for question in Question::ALL {
            let reading = document.reading(question.id()).unwrap();
            assert_eq!(reading.values.len(), 2, "{}", question.id());
            assert_eq!(reading.values[1].id, question.other(), "{}", question.id());
        }
    }
}
