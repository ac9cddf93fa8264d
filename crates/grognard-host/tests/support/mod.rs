//! What the tests and benches of the host share: the misbehaving library and a board to rule on.
#![allow(dead_code)] // each of them uses its own part
#![allow(clippy::expect_used, clippy::unimplemented)] // what is not as expected ends the test

use std::fs;
use std::path::{Path, PathBuf};

use abi_stable::RRef;
use abi_stable::sabi_trait::TD_Opaque;
use grognard_core::boundary::{Ground, GroundRef};
use grognard_core::{
    Along, Board, Clock, Course, Id, Look, MotionLaw, Near, Obstacle, Point, Pose, RNone, ROption,
    RSlice, RVec, Rect, Sector, Sight, Situation, Survey, Table, TerrainHit, Unit,
};
use grognard_host::{LoadError, LoadedRuleset, Registry};
use tempfile::TempDir;

/// The library of the misbehaving plugin. Cargo builds it beside the programs that depend on it.
pub(crate) fn library() -> PathBuf {
    let program = std::env::current_exe().expect("a program has a path");
    let name = file_name("misbehaving_plugin");
    let built = program.ancestors().skip(1).map(|folder| folder.join(&name));
    built
        .into_iter()
        .find(|path| path.is_file())
        .expect("the plugin is a dev-dependency")
}

/// The file name of a library called `name` on this system.
pub(crate) fn file_name(name: &str) -> String {
    use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
    format!("{DLL_PREFIX}{name}{DLL_SUFFIX}")
}

/// A copy in `folder` of the library that stands for its plugin called `variant`.
pub(crate) fn variant(folder: &Path, variant: &str) -> PathBuf {
    let path = folder.join(file_name(variant));
    fs::copy(library(), &path).expect("the library can be copied");
    path
}

/// What loading `path` fails with.
pub(crate) fn load_error(path: &Path) -> LoadError {
    let mut registry = Registry::new();
    let error = registry.load(path).expect_err("it cannot be loaded");
    assert!(registry.rulesets().is_empty());
    error
}

/// What loading the plugin called `name` fails with.
pub(crate) fn variant_error(name: &str) -> LoadError {
    let folder = TempDir::new().expect("a folder");
    load_error(&variant(folder.path(), name))
}

/// The misbehaving ruleset, loaded and linked.
pub(crate) fn both() -> [LoadedRuleset; 2] {
    let loaded = Registry::new().load(&library()).expect("it is sound");
    let linked = Registry::new()
        .link(misbehaving_plugin::plugin())
        .expect("it is sound");
    [loaded, linked]
}

/// A board with two units.
pub(crate) fn board() -> Board {
    Board {
        name: "nowhere".into(),
        table: Table {
            min: Point { x: 0.0, y: 0.0 },
            max: Point { x: 100.0, y: 100.0 },
        },
        terrain: RVec::new(),
        sides: RVec::new(),
        brigades: RVec::new(),
        commanders: RVec::new(),
        units: ["one", "two"].map(unit).into_iter().collect(),
        clock: Clock {
            turn: 1,
            phase_index: 0,
            phase: Id::of(""),
            active: RNone,
        },
        written: RVec::new(),
        conditions: RVec::new(),
    }
}

/// A unit without any bases.
pub(crate) fn unit(id: &str) -> Unit {
    Unit {
        id: id.into(),
        name: id.into(),
        side: Id::of(""),
        brigade: RNone,
        formation: Id::of(""),
        pose: Pose::new(0.0, 0.0, 0.0),
        bases: RVec::new(),
        footprint: RVec::new(),
        attributes: RVec::new(),
        conditions: RVec::new(),
        track: RVec::new(),
    }
}

/// The situation on `board`.
pub(crate) fn situation<'a>(board: &'a Board, ground: &'a Bare) -> Situation<'a> {
    Situation {
        board,
        ground: GroundRef::from_ptr(RRef::new(ground), TD_Opaque),
    }
}

/// An engine that answers the simplest questions only.
pub(crate) struct Bare;

impl Ground for Bare {
    fn survey(&self, _: u64, _: &Course, _: &MotionLaw) -> Survey {
        unimplemented!("nobody asks")
    }
    fn survey_on(&self, _: &Board, unit: u64, course: &Course, law: &MotionLaw) -> Survey {
        self.survey(unit, course, law)
    }
    fn gap(&self, one: u64, other: u64) -> f64 {
        one.abs_diff(other) as f64
    }
    fn gap_from(&self, _: RSlice<'_, Rect>, _: u64) -> f64 {
        0.0
    }
    fn gap_between(&self, _: RSlice<'_, Rect>, _: RSlice<'_, Rect>) -> f64 {
        0.0
    }
    fn gap_to_point(&self, _: u64, _: Point) -> f64 {
        0.0
    }
    fn near(&self, _: u64, _: f64) -> RVec<Near> {
        RVec::new()
    }
    fn least_gap(&self, _: u64, _: &Course, _: u64) -> f64 {
        0.0
    }
    fn approach(&self, _: u64, _: &Course, _: u64, _: f64) -> ROption<Along> {
        RNone
    }
    fn room(&self, _: RSlice<'_, Rect>, _: RSlice<'_, u64>, _: RSlice<'_, Id>) -> RVec<Obstacle> {
        RVec::new()
    }
    fn terrain_under(&self, _: RSlice<'_, Rect>) -> RVec<TerrainHit> {
        RVec::new()
    }
    fn sight(&self, _: u64, _: u64, _: &Look) -> Sight {
        unimplemented!("nobody asks")
    }
    fn sector(&self, _: u64, _: u64) -> Sector {
        unimplemented!("nobody asks")
    }
    fn tolerance(&self) -> f64 {
        0.1
    }
    fn is_given(&self) -> bool {
        false
    }
    fn roll(&self, _: u32) -> ROption<u32> {
        RNone
    }
}
