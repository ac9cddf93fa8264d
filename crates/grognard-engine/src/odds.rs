//! Exact odds: the same ruling once for each way the dice can fall.

use std::collections::BTreeMap;

use grognard_core::{Order, Ratio, Ruling, Verdict};

use crate::battle::Battle;
use crate::dice::Tray;
use crate::error::EngineError;

/// The most ways the dice may fall.
const MOST_WAYS: u64 = 2_000_000;

/// What an order can come to, with exact probabilities.
#[derive(Clone, Debug, PartialEq)]
pub struct Odds {
    /// What can happen, likeliest first; the probabilities add up to one.
    pub outcomes: Vec<Outcome>,
    /// How many ways the dice can fall.
    pub ways: u64,
}

/// One thing that can happen.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// How likely it is.
    pub probability: Ratio,
    /// The verdict.
    pub verdict: Verdict,
    /// What the rolls gave, as the rules call it, in order; rolls the rules give no name are left out.
    pub rolls: Vec<String>,
    /// The slugs of the findings and notes.
    pub findings: Vec<String>,
    /// The ruling for the first way of the dice that leads here.
    pub example: Ruling,
}

/// What tells outcomes apart.
type Key = (u8, Vec<String>, Vec<String>);

impl Battle {
    /// What an order can come to. Nothing is rolled and nothing changes.
    ///
    /// # Errors
    /// When the ruleset fails, or there are more ways the dice can fall than can be tried.
    pub fn odds(&self, order: &Order) -> Result<Odds, EngineError> {
        let mut gathered: BTreeMap<Key, (Ratio, Ruling)> = BTreeMap::new();
        let mut ways = 0;
        let mut faces = Vec::new();
        self.fall(order, &mut faces, Ratio::ONE, &mut ways, &mut gathered)?;
        let mut outcomes: Vec<Outcome> = gathered
            .into_iter()
            .map(|((_, rolls, findings), (probability, example))| Outcome {
                probability,
                verdict: example.verdict,
                rolls,
                findings,
                example,
            })
            .collect();
        outcomes.sort_by_key(|outcome| std::cmp::Reverse(outcome.probability));
        Ok(Odds { outcomes, ways })
    }

    fn fall(
        &self,
        order: &Order,
        faces: &mut Vec<u32>,
        probability: Ratio,
        ways: &mut u64,
        gathered: &mut BTreeMap<Key, (Ratio, Ruling)>,
    ) -> Result<(), EngineError> {
        let tray = Tray::scripted(faces);
        let ruling = self.rule(order, &tray)?;
        let Some(sides) = tray.wanted() else {
            *ways += 1;
            if *ways > MOST_WAYS {
                return Err(EngineError::request(format!(
                    "the dice can fall in more than {MOST_WAYS} ways; ask for a sweep instead"
                )));
            }
            let entry = gathered
                .entry(key(&ruling))
                .or_insert((Ratio::ZERO, ruling));
            entry.0 = entry.0 + probability;
            return Ok(());
        };
        let share = probability * Ratio::new(1, i64::from(sides));
        for face in 1..=sides {
            faces.push(face);
            self.fall(order, faces, share, ways, gathered)?;
            faces.pop();
        }
        Ok(())
    }
}

fn key(ruling: &Ruling) -> Key {
    let rolls = ruling.rolls.iter().filter(|roll| !roll.outcome.is_empty());
    let findings = ruling
        .findings
        .iter()
        .map(|finding| finding.slug.to_string());
    (
        ruling.verdict as u8,
        rolls.map(|roll| roll.outcome.to_string()).collect(),
        findings.collect(),
    )
}
