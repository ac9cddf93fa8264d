//! Turn after turn, from what promises most: the fewest turns first, then the least risk.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use grognard_core::{Id, Pose, Ratio};

use super::bound::Bound;
use super::danger::nearest_enemy;
use super::trial::Trial;
use super::turn::{Act, Leaf, Turns, either};
use crate::error::EngineError;

/// How many ways to stand at the end of a turn are gone on from, and how many in one formation.
const KEPT: usize = 8;
const ALIKE: usize = 5;
/// How many more from which one move is known to do.
const SOON: usize = 3;
/// After so many turns that bring the unit no nearer, no more are looked at.
const PATIENCE: u32 = 3;
/// What counts as nearer, in full moves.
const NEARER: f64 = 0.02;
/// Differences in how near an enemy is that do not count, mm.
const COARSE: f64 = 10.0;
/// The most phases that pass before a side may act again.
const PHASES: u32 = 1_000;

/// How a unit can stand at the start of one of its turns.
struct Node<'a> {
    trial: Trial<'a>,
    acts: Vec<Act>,
    fails: Ratio,
    spent: f64,
    /// How near the nearest enemy was at the end of a turn, mm.
    danger: f64,
}

/// What a search came to.
pub(super) struct Found {
    /// What to do to come to the goal; none when it was not found.
    pub(super) acts: Option<Vec<Act>>,
    /// How many turns were looked at.
    pub(super) turns: u32,
    /// The nearest to the goal the unit was brought.
    pub(super) nearest: Option<Nearest>,
}

/// How near a unit was brought to its goal.
#[derive(Clone, Debug, PartialEq)]
pub struct Nearest {
    /// Where it stands then.
    pub pose: Pose,
    /// Its formation, or the one it changes into.
    pub formation: Id,
    /// In how many turns.
    pub turns: u32,
}

/// Searches from where a trial stands.
///
/// From what cannot come to the goal in the turns that are left by any means, nothing is looked for.
pub(super) fn search(
    turns: &mut Turns<'_>,
    trial: Trial<'_>,
    most: u32,
    bound: Option<&Bound>,
) -> Result<Found, EngineError> {
    let mut found = Found {
        acts: None,
        turns: 0,
        nearest: None,
    };
    let mut nodes = vec![Node {
        trial,
        acts: Vec::new(),
        fails: Ratio::ZERO,
        spent: 0.0,
        danger: f64::INFINITY,
    }];
    let mut seen: BTreeSet<Key> = BTreeSet::new();
    let (mut best, mut idle) = (f64::INFINITY, 0);
    while found.turns < most && !nodes.is_empty() && idle < PATIENCE {
        found.turns += 1;
        turns.leaves.clear();
        turns.rounds = 0;
        turns.maps = 0;
        for (index, node) in nodes.iter_mut().enumerate() {
            turns.explore(&mut node.trial, index)?;
        }
        let leaves = std::mem::take(&mut turns.leaves);
        note_nearest(&mut found, turns, &leaves);
        if let Some(leaf) = safest(turns, &nodes, &leaves) {
            let mut acts = nodes[leaf.node].acts.clone();
            acts.extend(leaf.acts.iter().cloned());
            found.acts = Some(acts);
            break;
        }
        let left = leaves
            .iter()
            .map(|leaf| leaf.left)
            .fold(f64::INFINITY, f64::min);
        if left < best - NEARER {
            best = left;
            idle = 0;
        } else {
            idle += 1;
        }
        let left = most - found.turns;
        // A unit that could do nothing yet is looked at further: a turn on it may, and that tells why there is no plan.
        let proof = bound.filter(|_| turns.acted);
        let hopeful = |leaf: &Leaf| proof.is_none_or(|bound| leaf.least(bound) <= left);
        let kept = chosen(&leaves, hopeful, &mut seen);
        if kept.is_empty() {
            // The turns that are left need no looking at.
            found.turns = most;
        }
        let mut next = Vec::new();
        if found.turns < most {
            for leaf in kept {
                next.extend(follow(&nodes[leaf.node], leaf)?);
            }
        }
        nodes = next;
    }
    Ok(found)
}

/// Where a unit stands, coarsely.
type Key = (i64, i64, i64, Id, bool);

fn key(leaf: &Leaf) -> Key {
    let pose = leaf.body.pose;
    let coarse = |x: f64, by: f64| (x / by).round() as i64;
    let waits = leaf.acts.is_empty();
    (
        coarse(pose.at.x, 15.0),
        coarse(pose.at.y, 15.0),
        coarse(pose.facing.degrees(), 10.0),
        leaf.formation,
        waits,
    )
}

/// The leaves to go on from: those that leave least, not all in one formation.
fn chosen<'l>(
    leaves: &'l [Leaf],
    hopeful: impl Fn(&Leaf) -> bool,
    seen: &mut BTreeSet<Key>,
) -> Vec<&'l Leaf> {
    let mut order: Vec<&Leaf> = leaves.iter().filter(|leaf| hopeful(leaf)).collect();
    order.sort_by(|a, b| {
        let (left, fails) = (a.left.total_cmp(&b.left), a.fails.cmp(&b.fails));
        left.then(fails)
            .then(a.spent.total_cmp(&b.spent))
            .then(a.acts.len().cmp(&b.acts.len()))
    });
    let mut kept: Vec<&Leaf> = Vec::new();
    for leaf in &order {
        if kept.len() >= KEPT {
            break;
        }
        let alike = kept
            .iter()
            .filter(|one| one.formation == leaf.formation)
            .count();
        if alike < ALIKE && (leaf.acts.is_empty() || !seen.contains(&key(leaf))) {
            seen.insert(key(leaf));
            kept.push(leaf);
        }
    }
    // Those from which one more move does, if nothing is in the way.
    let mut soon: Vec<(f64, &Leaf)> = order
        .iter()
        .filter_map(|leaf| leaf.soon.map(|soon| (soon, *leaf)))
        .collect();
    soon.sort_by(|a, b| a.0.total_cmp(&b.0));
    let soon = soon.into_iter().map(|(_, leaf)| leaf);
    let fresh = soon.filter(|leaf| !leaf.acts.is_empty() && seen.insert(key(leaf)));
    kept.extend(fresh.take(SOON));
    kept
}

/// Of the leaves that meet the goal the one with the least risk: first that dice fall otherwise, then that
/// an enemy is near at the end of a turn; then the one that comes nearest to the place, has the fewest
/// orders, and is the cheapest.
fn safest<'l>(turns: &Turns<'_>, nodes: &[Node<'_>], leaves: &'l [Leaf]) -> Option<&'l Leaf> {
    let risk = |leaf: &Leaf| {
        let node = &nodes[leaf.node];
        let danger = node
            .danger
            .min(nearest_enemy(&node.trial, &leaf.body).map_or(f64::INFINITY, |near| near.1));
        let coarse = if danger.is_finite() {
            (danger / COARSE).floor() as i64
        } else {
            i64::MAX
        };
        let orders = |acts: &[Act]| {
            acts.iter()
                .filter(|act| matches!(act, Act::Order(_)))
                .count()
        };
        (
            either(node.fails, leaf.fails),
            Reverse(coarse),
            leaf.body.pose.at.distance(turns.outlook.goal.at).round() as i64,
            orders(&node.acts) + orders(&leaf.acts),
            ((node.spent + leaf.spent) * 1_000.0).round() as i64,
        )
    };
    let met = leaves.iter().filter(|leaf| leaf.met);
    met.min_by_key(|leaf| risk(leaf))
}

/// Does what a leaf does, and lets phases pass until the side acts again; none when that cannot be.
fn follow<'a>(node: &Node<'a>, leaf: &Leaf) -> Result<Option<Node<'a>>, EngineError> {
    let mut trial = node.trial.fork();
    let mut acts = node.acts.clone();
    let stamp = trial.stamp();
    for act in &leaf.acts {
        if !trial.does(act)? {
            return Ok(None);
        }
        acts.push(act.clone());
    }
    let danger = nearest_enemy(&trial, &leaf.body).map_or(f64::INFINITY, |near| near.1);
    if !to_next_turn(&mut trial, &mut acts, |now| now != stamp)? {
        return Ok(None);
    }
    Ok(Some(Node {
        trial,
        acts,
        fails: either(node.fails, leaf.fails),
        spent: node.spent + leaf.spent,
        danger: node.danger.min(danger),
    }))
}

/// Lets phases pass until the unit's side acts, in a turn that fits; whether the unit is there then.
pub(super) fn to_next_turn(
    trial: &mut Trial<'_>,
    acts: &mut Vec<Act>,
    fits: impl Fn(super::trial::Stamp) -> bool,
) -> Result<bool, EngineError> {
    for _ in 0..PHASES {
        let stamp = trial.stamp();
        if trial.unit().is_none() {
            return Ok(false);
        }
        if stamp.own() && fits(stamp) {
            return Ok(true);
        }
        trial.pass()?;
        acts.push(Act::Pass);
    }
    Ok(false)
}

fn note_nearest(found: &mut Found, turns: &Turns<'_>, leaves: &[Leaf]) {
    let goal = turns.outlook.goal.at;
    for leaf in leaves {
        let pose = leaf.body.pose;
        let nearer = |known: &Nearest| pose.at.distance(goal) < known.pose.at.distance(goal) - 1e-6;
        if found.nearest.as_ref().is_none_or(nearer) {
            found.nearest = Some(Nearest {
                pose,
                formation: leaf.formation,
                turns: found.turns,
            });
        }
    }
}
