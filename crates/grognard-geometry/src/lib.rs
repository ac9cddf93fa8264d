//! Exact planar geometry for miniature wargames.
//!
//! A course is followed in closed form: straight moves and turns of rectangles against
//! rectangles, terrain and the table edge are solved, never stepped or sampled, so that nothing
//! is tunnelled through and a result does not change when the table is turned, mirrored or
//! shifted.
//!
//! * [`Field`] is a board worked out once, with an index; whatever looks round a board goes through it.
//! * [`survey`] follows a course under a [`MotionLaw`](grognard_core::MotionLaw): cost, contacts,
//!   terrain, table edge, where it ends.
//! * [`footprint`], [`bounds`], [`gap`], [`overlap_depth`] measure what stands still.
//! * [`Tariff`] prices the courses of one unit that its law settles alone: many, quickly.
//! * [`reach`] finds where a unit can get to under a law.
//! * [`least_gap`], [`approach`] measure along a course.
//! * [`room`], [`terrain_under`], [`near`], [`sight`], [`sector`] look round a board.
//!
//! All lengths are millimetres. Overlap always means more than touching.

mod approach;
mod bounds;
mod contact;
mod cost;
mod crossing;
mod distance;
mod due;
mod even;
mod field;
mod followed;
mod footprint;
mod hull;
mod known;
mod lane;
mod legs;
mod motion;
mod open;
mod outline;
mod passage;
mod piece;
mod purse;
mod rates;
mod reach;
mod reach_box;
mod room;
mod sector;
mod sight;
mod spans;
mod stage;
mod stand;
mod survey;
mod sweep;
mod tariff;
mod terrain;
mod things;
mod walk;

pub use approach::{approach, least_gap};
pub use bounds::{Bounds, bounds};
pub use distance::{gap, gap_to_point, gap_to_shape, overlap_depth, overlap_depth_of_shape};
pub use field::Field;
pub use footprint::{footprint, ground_of};
pub use motion::{Motion, end_of, motions};
pub use reach::{Grain, Judged, Question, Reach, ReachError, Reached, reach};
pub use room::{near, room, terrain_under};
pub use sector::sector;
pub use sight::sight;
pub use spans::Spans;
pub use survey::survey;
pub use sweep::{off_table, overlapping, touching, touching_shape};
pub use tariff::Tariff;
