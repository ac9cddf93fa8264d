//! Exact odds: the same ruling once for each way the dice can fall.

use std::collections::BTreeMap;

use grognard_core::{Board, Order, Ratio, Ruling, Verdict};

use crate::battle::Battle;
use crate::dice::Tray;
use crate::error::EngineError;
use crate::surveyor::Call;

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
        self.odds_while(order, || true)
    }

    /// The same; `go_on` is asked after each way of the dice whether to go on with the next.
    ///
    /// # Errors
    /// As [`odds`](Self::odds), and [`EngineError::Stopped`] when `go_on` says no.
    pub fn odds_while(
        &self,
        order: &Order,
        go_on: impl FnMut() -> bool,
    ) -> Result<Odds, EngineError> {
        self.odds_on(self.board(), order, go_on)
    }

    pub(crate) fn odds_on(
        &self,
        board: &Board,
        order: &Order,
        go_on: impl FnMut() -> bool,
    ) -> Result<Odds, EngineError> {
        let mut tree = Tree {
            battle: self,
            board,
            order,
            go_on,
            faces: Vec::new(),
            ways: 0,
            gathered: BTreeMap::new(),
        };
        tree.fall(Ratio::ONE)?;
        let ways = tree.ways;
        let mut outcomes: Vec<Outcome> = tree
            .gathered
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
}

/// The ways the dice can fall, gone through one after the other.
struct Tree<'a, G> {
    battle: &'a Battle,
    board: &'a Board,
    order: &'a Order,
    go_on: G,
    /// The faces of the way that is looked at.
    faces: Vec<u32>,
    ways: u64,
    gathered: BTreeMap<Key, (Ratio, Ruling)>,
}

impl<G: FnMut() -> bool> Tree<'_, G> {
    /// Every way that begins with the faces so far, which have a probability.
    fn fall(&mut self, probability: Ratio) -> Result<(), EngineError> {
        let tray = Tray::scripted(&self.faces);
        let ruling = self
            .battle
            .rule(self.board, self.order, &tray, Call::Asked)?;
        let Some(sides) = tray.wanted() else {
            self.ways += 1;
            if self.ways > MOST_WAYS {
                return Err(EngineError::request(format!(
                    "the dice can fall in more than {MOST_WAYS} ways; ask for a sweep instead"
                )));
            }
            let entry = self
                .gathered
                .entry(key(&ruling))
                .or_insert((Ratio::ZERO, ruling));
            entry.0 = entry.0 + probability;
            return if (self.go_on)() {
                Ok(())
            } else {
                Err(EngineError::Stopped)
            };
        };
        let share = probability * Ratio::new(1, i64::from(sides));
        for face in 1..=sides {
            self.faces.push(face);
            self.fall(share)?;
            self.faces.pop();
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
