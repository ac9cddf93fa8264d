//! The typed plugin boundary: the two trait objects and the table of functions that cross it.
//!
//! Everything here is part of the ABI: a change of any kind raises [`ABI`].
#![allow(non_local_definitions)] // the attribute macro of abi_stable 0.11 defines them
#![allow(missing_docs)] // and it generates items that cannot carry documentation

use abi_stable::library::RootModule;
use abi_stable::sabi_types::VersionStrings;
use abi_stable::std_types::{RBox, ROption, RResult, RSlice, RStr, RString, RVec};
use abi_stable::{RRef, StableAbi, package_version_strings, sabi_trait};

use crate::{
    Along, Board, Course, Effect, Fault, Id, Layout, Look, Moment, MotionLaw, Near, Obstacle,
    Order, Point, Rect, Ruling, Sector, Sight, Situation, Survey, TerrainHit, Unit,
};

/// The number of the boundary. A plugin built for another is refused with one sentence.
pub const ABI: u32 = 6;

/// What a ruleset may ask the engine. Units are named by their index in the board; distances are
/// millimetres between nearest edges.
#[sabi_trait]
pub trait Ground {
    /// Follows a course under a law: what it costs, what it meets, where it ends.
    fn survey(&self, unit: u64, course: &Course, law: &MotionLaw) -> Survey;
    /// The same on another board than the engine's: the table as it will be once others have moved.
    fn survey_on(&self, board: &Board, unit: u64, course: &Course, law: &MotionLaw) -> Survey;
    /// Least distance between two units.
    fn gap(&self, one: u64, other: u64) -> f64;
    /// Least distance between rectangles and a unit.
    fn gap_from(&self, rects: RSlice<'_, Rect>, other: u64) -> f64;
    /// Least distance between two sets of rectangles.
    fn gap_between(&self, one: RSlice<'_, Rect>, other: RSlice<'_, Rect>) -> f64;
    /// Least distance between a unit and a point.
    fn gap_to_point(&self, unit: u64, point: Point) -> f64;
    /// Every other unit within `radius` of a unit, nearest first.
    fn near(&self, unit: u64, radius: f64) -> RVec<Near>;
    /// Least distance to another unit anywhere along a course.
    fn least_gap(&self, unit: u64, course: &Course, other: u64) -> f64;
    /// The first place along a course that is within `radius` of another unit.
    fn approach(&self, unit: u64, course: &Course, other: u64, radius: f64) -> ROption<Along>;
    /// What keeps rectangles from standing where they are: units but those in `ignored`, terrain of
    /// the kinds in `solid`, the table edge. Touching is no obstacle.
    fn room(
        &self,
        rects: RSlice<'_, Rect>,
        ignored: RSlice<'_, u64>,
        solid: RSlice<'_, Id>,
    ) -> RVec<Obstacle>;
    /// The terrain pieces under rectangles.
    fn terrain_under(&self, rects: RSlice<'_, Rect>) -> RVec<TerrainHit>;
    /// Whether one unit sees another past terrain that blocks sight, and past units when `look` says so.
    fn sight(&self, from: u64, to: u64, look: &Look) -> Sight;
    /// Where another unit lies, seen from a unit.
    fn sector(&self, from: u64, other: u64) -> Sector;
    /// The engine's distance tolerance, mm.
    fn tolerance(&self) -> f64;
    /// Whether what is ruled on happens: an order that is given, a written one carried out, a moment that
    /// comes. Else somebody only asks.
    fn is_given(&self) -> bool;
    /// Rolls one die of `sides` faces; none when the ruling is only asked for and the dice are not
    /// known.
    #[sabi(last_prefix_field)]
    fn roll(&self, sides: u32) -> ROption<u32>;
}

/// The engine, lent to a ruleset for one call.
pub type GroundRef<'a> = Ground_TO<'a, RRef<'a, ()>>;

/// An opened ruleset, as it crosses the boundary. Every method catches panics.
#[sabi_trait]
pub trait Rules: Send + Sync + 'static {
    /// See [`Ruleset::enlist`](crate::Ruleset::enlist).
    fn enlist(&self, draft: Unit) -> RResult<Unit, Fault>;
    /// See [`Ruleset::layout`](crate::Ruleset::layout).
    fn layout(&self, unit: &Unit, formation: &Id) -> RResult<Layout, Fault>;
    /// See [`Ruleset::motion`](crate::Ruleset::motion).
    fn motion(
        &self,
        situation: &Situation<'_>,
        unit: u64,
        manner: &Id,
    ) -> RResult<MotionLaw, Fault>;
    /// See [`Ruleset::rule`](crate::Ruleset::rule).
    fn rule(&self, situation: &Situation<'_>, order: &Order) -> RResult<Ruling, Fault>;
    /// See [`Ruleset::moment`](crate::Ruleset::moment).
    fn moment(&self, situation: &Situation<'_>, moment: Moment) -> RResult<Ruling, Fault>;
    /// See [`Ruleset::foresee`](crate::Ruleset::foresee).
    fn foresee(&self, situation: &Situation<'_>, order: &Order) -> RResult<RVec<Effect>, Fault>;
    /// See [`Ruleset::resolve`](crate::Ruleset::resolve).
    #[sabi(last_prefix_field)]
    fn resolve(
        &self,
        situation: &Situation<'_>,
        orders: RSlice<'_, Order>,
    ) -> RResult<RVec<Ruling>, Fault>;
}

/// An opened ruleset.
pub type RulesBox = Rules_TO<RBox<()>>;

/// The table of functions that a plugin library exports.
#[repr(C)]
#[derive(StableAbi)]
#[sabi(kind(Prefix(prefix_ref = PluginRef)))]
#[sabi(missing_field(panic))]
pub struct Plugin {
    /// The ruleset's [`Document`](crate::Document), as JSON.
    pub document: extern "C" fn() -> RResult<RString, Fault>,
    /// Opens the ruleset with a [`Rulebook`](crate::Rulebook), given as JSON.
    #[sabi(last_prefix_field)]
    pub open: extern "C" fn(RStr<'_>) -> RResult<RulesBox, Fault>,
}

impl RootModule for PluginRef {
    abi_stable::declare_root_module_statics! {PluginRef}
    const BASE_NAME: &'static str = "grognard_ruleset";
    const NAME: &'static str = "grognard_ruleset";
    const VERSION_STRINGS: VersionStrings = package_version_strings!();
}
