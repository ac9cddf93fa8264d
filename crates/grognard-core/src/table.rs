use abi_stable::StableAbi;
use abi_stable::std_types::{RString, RVec};
use serde::{Deserialize, Serialize};

use crate::{Field, Id, Point};

/// The table: a rectangle, edges along the axes.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// The south-west corner, mm.
    pub min: Point,
    /// The north-east corner, mm.
    pub max: Point,
}

/// A piece of terrain.
#[repr(C)]
#[derive(StableAbi, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Terrain {
    /// Its id, unique on the table.
    pub id: Id,
    /// Its name for people.
    pub name: RString,
    /// The kind, as the ruleset calls it.
    pub kind: Id,
    /// The ground it covers.
    pub shape: Shape,
    /// What else is known of it: height, whether it blocks sight.
    pub attributes: RVec<Field>,
}

/// The ground a piece of terrain covers.
#[repr(u8)]
#[derive(StableAbi, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// A simple polygon; the last point joins the first.
    Area(RVec<Point>),
    /// A line through points, `width` mm wide (zero for a hedge or wall).
    Line {
        /// The points, at least two.
        points: RVec<Point>,
        /// Full width, mm.
        width: f64,
    },
}
