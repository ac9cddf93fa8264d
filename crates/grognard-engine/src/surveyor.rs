use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use grognard_core::boundary::Ground;
use grognard_core::{
    Along, Board, Course, GroundRef, Id, Look, MotionLaw, Near, Obstacle, Point, RNone, ROption,
    RSlice, RVec, Rect, Sector, Sight, Situation, Survey, TerrainHit,
};
use grognard_geometry::{self as geometry, Field};

use crate::dice::Tray;

/// What a ruleset is called for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Call {
    /// Somebody asks; nothing happens.
    Asked,
    /// It happens, or is written down to happen.
    Given,
}

/// The engine as a ruleset sees it: measures on the board, rolls the tray's dice.
pub(crate) struct Surveyor<'a, 'd> {
    board: &'a Board,
    field: &'a Field,
    tray: &'a Tray<'d>,
    tolerance: f64,
    call: Call,
    fault: RefCell<Option<&'static str>>,
}

impl<'a, 'd> Surveyor<'a, 'd> {
    /// `field` is that of the battle; `board` is too, or what one side knows of it: the same table, with
    /// fewer written orders.
    pub(crate) fn new(
        board: &'a Board,
        field: &'a Field,
        tray: &'a Tray<'d>,
        tolerance: f64,
        call: Call,
    ) -> Self {
        debug_assert!(field.fits(board), "the field is behind its board");
        Self {
            board,
            field,
            tray,
            tolerance,
            call,
            fault: RefCell::new(None),
        }
    }

    /// The situation a ruleset is asked about.
    pub(crate) fn situation(&self) -> Situation<'_> {
        let ground = GroundRef::from_ptr(
            abi_stable::RRef::new(self),
            abi_stable::sabi_trait::TD_Opaque,
        );
        Situation {
            board: self.board,
            ground,
        }
    }

    /// The query that failed, if one did; the ruling that leaned on it is worth nothing.
    pub(crate) fn fault(&self) -> Option<&'static str> {
        *self.fault.borrow()
    }

    /// Answers a query. A panic may not cross into the plugin, where it would end the process: the
    /// query is noted as failed and answered by `fallback`.
    fn answer<T>(
        &self,
        query: &'static str,
        fallback: impl FnOnce() -> T,
        ask: impl FnOnce() -> T,
    ) -> T {
        catch_unwind(AssertUnwindSafe(ask)).unwrap_or_else(|_| {
            self.fault.replace(Some(query));
            fallback()
        })
    }

    fn rects(&self, unit: u64) -> &[Rect] {
        usize::try_from(unit)
            .ok()
            .and_then(|index| self.board.units.get(index))
            .map_or(&[], |unit| unit.footprint.as_slice())
    }
}

impl Ground for Surveyor<'_, '_> {
    fn survey(&self, unit: u64, course: &Course, law: &MotionLaw) -> Survey {
        self.answer("survey", Survey::default, || {
            geometry::survey(
                self.board,
                self.field,
                unit as usize,
                course,
                law,
                self.tolerance,
            )
        })
    }

    fn survey_on(&self, board: &Board, unit: u64, course: &Course, law: &MotionLaw) -> Survey {
        self.answer("survey_on", Survey::default, || {
            let field = Field::of(board);
            geometry::survey(board, &field, unit as usize, course, law, self.tolerance)
        })
    }

    fn gap(&self, one: u64, other: u64) -> f64 {
        self.answer(
            "gap",
            || 0.0,
            || geometry::gap(self.rects(one), self.rects(other)),
        )
    }

    fn gap_from(&self, rects: RSlice<'_, Rect>, other: u64) -> f64 {
        self.answer(
            "gap_from",
            || 0.0,
            || geometry::gap(rects.as_slice(), self.rects(other)),
        )
    }

    fn gap_between(&self, one: RSlice<'_, Rect>, other: RSlice<'_, Rect>) -> f64 {
        self.answer(
            "gap_between",
            || 0.0,
            || geometry::gap(one.as_slice(), other.as_slice()),
        )
    }

    fn gap_to_point(&self, unit: u64, point: Point) -> f64 {
        self.answer(
            "gap_to_point",
            || 0.0,
            || geometry::gap_to_point(self.rects(unit), point),
        )
    }

    fn near(&self, unit: u64, radius: f64) -> RVec<Near> {
        self.answer("near", RVec::new, || {
            geometry::near(self.field, unit as usize, radius).into()
        })
    }

    fn least_gap(&self, unit: u64, course: &Course, other: u64) -> f64 {
        self.answer(
            "least_gap",
            || 0.0,
            || geometry::least_gap(self.field, unit as usize, course, other as usize),
        )
    }

    fn approach(&self, unit: u64, course: &Course, other: u64, radius: f64) -> ROption<Along> {
        self.answer(
            "approach",
            || RNone,
            || {
                geometry::approach(self.field, unit as usize, course, other as usize, radius)
                    .map_or(RNone, ROption::RSome)
            },
        )
    }

    fn room(
        &self,
        rects: RSlice<'_, Rect>,
        ignored: RSlice<'_, u64>,
        solid: RSlice<'_, Id>,
    ) -> RVec<Obstacle> {
        self.answer("room", RVec::new, || {
            geometry::room(
                self.board,
                self.field,
                rects.as_slice(),
                ignored.as_slice(),
                solid.as_slice(),
                self.tolerance,
            )
            .into()
        })
    }

    fn terrain_under(&self, rects: RSlice<'_, Rect>) -> RVec<TerrainHit> {
        self.answer("terrain_under", RVec::new, || {
            geometry::terrain_under(self.field, rects.as_slice()).into()
        })
    }

    fn sight(&self, from: u64, to: u64, look: &Look) -> Sight {
        self.answer(
            "sight",
            || Sight {
                clear: false,
                blocked_by: RVec::new(),
                blocked_by_units: RVec::new(),
            },
            || geometry::sight(self.board, self.field, from as usize, to as usize, look),
        )
    }

    fn sector(&self, from: u64, other: u64) -> Sector {
        self.answer(
            "sector",
            || Sector {
                angle: 0.0,
                ahead: false,
                front_quarter: false,
            },
            || geometry::sector(self.board, from as usize, other as usize),
        )
    }

    fn tolerance(&self) -> f64 {
        self.tolerance
    }

    fn is_given(&self) -> bool {
        self.call == Call::Given
    }

    fn roll(&self, sides: u32) -> ROption<u32> {
        self.tray.roll(sides).map_or(RNone, ROption::RSome)
    }
}
