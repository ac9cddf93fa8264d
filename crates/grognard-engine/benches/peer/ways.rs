//! Ways over a grid of cells and facings.

use std::hash::{Hash, Hasher};

use grognard_core::{Hand, Point, Pose, StepKinds};
use pathfinding::prelude::{astar, dijkstra_reach};

use super::Peer;

/// A place and facing, the same as another in its cell.
#[derive(Clone, Copy, Debug)]
struct Node {
    pose: Pose,
    cell: [i64; 3],
}

impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        self.cell == other.cell
    }
}

impl Eq for Node {}

impl Hash for Node {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.cell.hash(state);
    }
}

/// How finely a way is looked for, and how far it may go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Search {
    pub(crate) cell: f64,
    pub(crate) degrees: f64,
    /// Millimetres, the way of the outer corner counted.
    pub(crate) allowance: f64,
    /// The kinds of move tried.
    pub(crate) kinds: StepKinds,
}

impl Peer {
    fn node(pose: Pose, search: Search) -> Node {
        let cell = [
            pose.at.x / search.cell,
            pose.at.y / search.cell,
            pose.facing.degrees() / search.degrees,
        ];
        Node {
            pose,
            cell: cell.map(|part| part.round() as i64),
        }
    }

    /// Where a move of one grain leads, and its way in micrometres.
    fn moves(&self, from: &Node, search: Search) -> Vec<(Node, u64)> {
        let cell = search.cell;
        let arc = 2.0 * self.half * search.degrees.to_radians();
        let wheel = |hand, by| from.pose.turned_about(self.corner(from.pose, hand), by);
        let by = |right: f64, ahead: f64, turn| from.pose.offset(right * cell, ahead * cell, turn);
        let slant = std::f64::consts::FRAC_1_SQRT_2;
        let moves = [
            (StepKinds::ADVANCE, by(0.0, 1.0, 0.0), cell),
            (StepKinds::WHEEL, wheel(Hand::Left, -search.degrees), arc),
            (StepKinds::WHEEL, wheel(Hand::Right, search.degrees), arc),
            (StepKinds::RETIRE, by(0.0, -1.0, 0.0), cell),
            (StepKinds::SIDESTEP, by(-1.0, 0.0, 0.0), cell),
            (StepKinds::SIDESTEP, by(1.0, 0.0, 0.0), cell),
            (StepKinds::OBLIQUE, by(-slant, slant, 0.0), cell),
            (StepKinds::OBLIQUE, by(slant, slant, 0.0), cell),
            (StepKinds::ABOUT_FACE, by(0.0, 0.0, 180.0), 0.0),
        ];
        let clear = |pose: Pose| {
            self.ground(pose)
                .all(|area| self.met(&area).all(|index| index >= self.units))
        };
        let open = moves
            .into_iter()
            .filter(|&(kind, pose, _)| search.kinds.has(kind) && clear(pose));
        open.map(|(_, pose, way)| (Self::node(pose, search), (way * 1e3) as u64))
            .collect()
    }

    /// How many cells and facings can be reached.
    pub(crate) fn reach(&self, search: Search) -> usize {
        let most = (search.allowance * 1e3) as u64;
        let start = Self::node(self.start, search);
        dijkstra_reach(&start, |node| self.moves(node, search))
            .take_while(|reached| reached.total_cost <= most)
            .count()
    }

    /// Turns to a place, as a way of so much a turn; none when there is none.
    pub(crate) fn plan(&self, to: Point, facing: f64, search: Search) -> Option<u64> {
        let there = |node: &Node| {
            let off = (node.pose.facing.degrees() - facing + 540.0).rem_euclid(360.0) - 180.0;
            node.pose.at.distance(to) <= search.cell && off.abs() <= search.degrees
        };
        let left = |node: &Node| ((node.pose.at.distance(to) - search.cell).max(0.0) * 1e3) as u64;
        let start = Self::node(self.start, search);
        let (_, way) = astar(&start, |node| self.moves(node, search), left, there)?;
        Some(way.div_ceil((search.allowance * 1e3) as u64))
    }
}
