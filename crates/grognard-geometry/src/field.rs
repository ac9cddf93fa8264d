//! A board as the queries want it, worked out once.

use std::ops::ControlFlow;

use grognard_core::{Board, Id, Pose, Rect, Shape};
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RStarInsertionStrategy, RTree, RTreeParams};
use smallvec::SmallVec;

use crate::distance::{Halves, Spread, half_diagonal};
use crate::ground_of;
use crate::hull::{Quads, TOUCH};
use crate::piece::{Region, shape_box};
use crate::reach_box::ReachBox;
use crate::stage::Start;
use crate::sweep::quads;

/// What a board's queries need and need not be worked out for each: terrain as convex parts, the ground
/// of every unit, and the boxes of the units in a tree, so that a query looks only at what is near.
///
/// A field belongs to one board. Whoever changes units or terrain of that board calls
/// [`Field::follow`] before the next query.
#[derive(Clone, Debug, Default)]
pub struct Field {
    pieces: Vec<Laid>,
    /// The kinds of terrain there are, each once; open table first.
    kinds: Vec<Id>,
    units: Vec<Standing>,
    /// The box about each, side by side.
    boxes: Vec<ReachBox>,
    tree: RTree<Boxed, Wide>,
    /// Units whose numbers no tree can hold: tried by every query.
    wild: Vec<usize>,
}

/// A kind of terrain: its name, and a number for comparing it, the same for the same name. Open table
/// has the number 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kind<'a> {
    pub(crate) number: usize,
    pub(crate) id: &'a Id,
}

/// The name of open table.
static OPEN: Id = Id::of("");

impl Kind<'_> {
    pub(crate) const OPEN: Self = Self {
        number: 0,
        id: &OPEN,
    };
}

impl PartialEq for Kind<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

/// A piece of terrain.
#[derive(Clone, Debug)]
pub(crate) struct Laid {
    shape: Shape,
    /// Which of the field's kinds.
    kind: usize,
    pub(crate) region: Region,
    pub(crate) reach: ReachBox,
}

/// A unit.
#[derive(Clone, Debug)]
pub(crate) struct Standing {
    pub(crate) ground: Vec<Rect>,
    pub(crate) quads: Quads,
    pub(crate) reach: ReachBox,
    /// Where a course of it starts.
    pub(crate) start: Start,
    /// Half the diagonal of each rectangle.
    halves: Halves,
}

/// The box about a unit, with its index.
type Boxed = GeomWithData<Rectangle<[f64; 2]>, usize>;

/// Nodes with room for more than usual: of a few dozen units, which most boards have, a query then looks through two or
/// three of them.
#[derive(Clone, Debug)]
struct Wide;

impl RTreeParams for Wide {
    const MIN_SIZE: usize = 5;
    const MAX_SIZE: usize = 12;
    const REINSERTION_COUNT: usize = 3;
    type DefaultInsertionStrategy = RStarInsertionStrategy;
}

/// Up to as many boxes are looked at one by one, which is quicker than a tree.
const FEW: usize = 64;

/// Coordinates beyond this are no table's, mm; areas of boxes stay finite below it.
const WILD: f64 = 1e12;

impl Field {
    /// Works a board out.
    pub fn of(board: &Board) -> Self {
        let mut field = Self::default();
        field.follow(board);
        field
    }

    /// Works out again what has changed on the board since.
    pub fn follow(&mut self, board: &Board) {
        self.follow_terrain(board);
        if self.units.len() != board.units.len() {
            // Every index may have shifted.
            self.units = board
                .units
                .iter()
                .map(|unit| Standing::of(unit.pose, &ground_of(unit)))
                .collect();
            self.boxes = self.units.iter().map(|unit| unit.reach).collect();
            let boxes = self.units.iter().enumerate();
            self.tree = RTree::bulk_load_with_params(
                boxes
                    .filter_map(|(i, unit)| boxed(&unit.reach, i))
                    .collect(),
            );
            self.note_wild();
            return;
        }
        let mut wild = false;
        for (index, unit) in board.units.iter().enumerate() {
            let ground = ground_of(unit);
            let standing = &mut self.units[index];
            if standing.is_of(unit.pose, &ground) {
                continue;
            }
            let moved = Standing::of(unit.pose, &ground);
            let (before, after) = (boxed(&standing.reach, index), boxed(&moved.reach, index));
            wild |= before.is_none() || after.is_none();
            if let Some(before) = before {
                self.tree.remove(&before);
            }
            if let Some(after) = after {
                self.tree.insert(after);
            }
            self.boxes[index] = moved.reach;
            *standing = moved;
        }
        if wild {
            self.note_wild();
        }
    }

    fn follow_terrain(&mut self, board: &Board) {
        if self.kinds.is_empty() {
            self.kinds.push(Id::default());
        }
        self.pieces.truncate(board.terrain.len());
        for (index, terrain) in board.terrain.iter().enumerate() {
            let found = self.kinds.iter().position(|kind| *kind == terrain.kind);
            let kind = found.unwrap_or_else(|| {
                self.kinds.push(terrain.kind);
                self.kinds.len() - 1
            });
            match self.pieces.get_mut(index) {
                Some(piece) if piece.shape == terrain.shape => piece.kind = kind,
                Some(piece) => *piece = Laid::of(&terrain.shape, kind),
                None => self.pieces.push(Laid::of(&terrain.shape, kind)),
            }
        }
    }

    fn note_wild(&mut self) {
        let units = self.units.iter().enumerate();
        self.wild = units
            .filter(|(i, unit)| boxed(&unit.reach, *i).is_none())
            .map(|(i, _)| i)
            .collect();
    }

    /// Whether it is what [`Field::of`] would make of the board: for tests and assertions.
    pub fn fits(&self, board: &Board) -> bool {
        let mut held: Vec<&Boxed> = self.tree.iter().collect();
        held.sort_by_key(|item| item.data);
        let boxes = self
            .units
            .iter()
            .enumerate()
            .filter_map(|(i, unit)| boxed(&unit.reach, i));
        self.pieces.len() == board.terrain.len()
            && self.units.len() == board.units.len()
            && self
                .pieces
                .iter()
                .zip(&board.terrain)
                .all(|(piece, terrain)| {
                    piece.shape == terrain.shape && self.kinds[piece.kind] == terrain.kind
                })
            && self
                .units
                .iter()
                .zip(&board.units)
                .all(|(standing, unit)| standing.is_of(unit.pose, &ground_of(unit)))
            && held.into_iter().copied().eq(boxes)
            && self
                .boxes
                .iter()
                .map(ReachBox::ends)
                .eq(self.units.iter().map(|unit| unit.reach.ends()))
    }

    /// The terrain, in the board's order.
    pub(crate) fn pieces(&self) -> &[Laid] {
        &self.pieces
    }

    /// A unit, by its index on the board.
    pub(crate) fn unit(&self, index: usize) -> Option<&Standing> {
        self.units.get(index)
    }

    /// The kind of a piece.
    pub(crate) fn kind(&self, laid: &Laid) -> Kind<'_> {
        let number = laid.kind;
        self.kinds
            .get(number)
            .map_or(Kind::OPEN, |id| Kind { number, id })
    }

    /// The units whose boxes touch another, in the board's order.
    pub(crate) fn units_near(&self, reach: &ReachBox) -> SmallVec<[usize; 16]> {
        let mut out = SmallVec::new();
        let reach = reach.grown(TOUCH);
        if self.boxes.len() <= FEW && self.wild.is_empty() {
            for (index, other) in self.boxes.iter().enumerate() {
                if reach.shares(other) {
                    out.push(index);
                }
            }
            return out;
        }
        let Some(envelope) = envelope(&reach) else {
            return out;
        };
        let near = self
            .tree
            .locate_in_envelope_intersecting_int(envelope, |item| {
                out.push(item.data);
                ControlFlow::<()>::Continue(())
            });
        debug_assert!(near.is_continue());
        out.extend_from_slice(&self.wild);
        out.sort_unstable();
        out
    }
}

impl Laid {
    fn of(shape: &Shape, kind: usize) -> Self {
        Self {
            shape: shape.clone(),
            kind,
            region: Region::of(shape),
            reach: shape_box(shape),
        }
    }
}

impl Standing {
    fn of(pose: Pose, ground: &[Rect]) -> Self {
        let quads = quads(ground);
        let start = Start::of(pose, &quads);
        let reach = quads.iter().fold(ReachBox::EMPTY, |all, quad| {
            all.joined(ReachBox::about(&quad.points))
        });
        Self {
            ground: ground.to_vec(),
            quads,
            reach,
            start,
            halves: ground.iter().map(half_diagonal).collect(),
        }
    }
}

impl Standing {
    /// Whether it is that of a unit in the frame `pose` that covers `ground`.
    fn is_of(&self, pose: Pose, ground: &[Rect]) -> bool {
        self.start.pose() == pose && *self.ground == *ground
    }

    /// Its rectangles, for distances.
    pub(crate) fn spread(&self) -> Spread<'_> {
        Spread {
            rects: &self.ground,
            quads: &self.quads,
            halves: &self.halves,
        }
    }
}

/// The box as the tree holds it; none for one that no tree can hold.
fn boxed(reach: &ReachBox, index: usize) -> Option<Boxed> {
    let tame = |p: grognard_core::Point| p.x.abs() <= WILD && p.y.abs() <= WILD;
    let (min, max) = reach.ends();
    let holds = tame(min) && tame(max);
    holds.then(|| {
        GeomWithData::new(
            Rectangle::from_corners([min.x, min.y], [max.x, max.y]),
            index,
        )
    })
}

/// The box as the tree is asked for; none for an empty one.
fn envelope(reach: &ReachBox) -> Option<AABB<[f64; 2]>> {
    let (min, max) = reach.ends();
    let some = min.x <= max.x && min.y <= max.y;
    some.then(|| AABB::from_corners([min.x, min.y], [max.x, max.y]))
}
