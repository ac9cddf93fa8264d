//! Where a unit can get to: the law of its ruleset searched, rulings asked where the law is not all
//! there is to be said.

mod contours;
mod geojson;
mod probe;

use grognard_core::{
    Bearing, Board, Course, Effect, Field as Argument, Id, Order, Point, Pose, RVec, Ruling,
    StepKinds, Value, kinds,
};
use grognard_geometry::{self as geometry, Judged, Question, ReachError};

pub use contours::Contour;
pub use grognard_geometry::{Grain, Reached};

use crate::battle::{Battle, unit_index};
use crate::error::EngineError;
use crate::tabletop::Tabletop;

/// What is asked of a reach.
#[derive(Clone, Debug, PartialEq)]
pub struct ReachAsk {
    /// The kind of move: an order that follows a course.
    pub kind: Id,
    /// Its arguments besides the course.
    pub args: RVec<Argument>,
    /// How finely to look; when nothing is said by the centimetre and five degrees, or as finely as keeps the
    /// search handy where the unit goes far.
    pub grain: Option<Grain>,
    /// The most rulings to ask for: see [`Reach::is_cut_short`].
    pub rulings: usize,
}

impl Default for ReachAsk {
    /// A march, as finely as is handy.
    fn default() -> Self {
        Self {
            kind: Id::of(kinds::MARCH),
            args: RVec::new(),
            grain: None,
            rulings: 40_000,
        }
    }
}

/// Where a unit can get to with what is left of its allowance.
///
/// It tells of the battle as it was when it was asked.
#[derive(Clone, Debug)]
pub struct Reach {
    order: Order,
    found: Option<geometry::Reach>,
    why: Ruling,
    start: Pose,
    grain: Grain,
    kinds: StepKinds,
    budget: f64,
}

impl Reach {
    /// Whether the unit can move at all, as far as that can be told.
    pub fn moves(&self) -> bool {
        self.found.is_some()
    }

    /// The ruling on the first step tried: when the unit cannot move it says why; `only-taken-down` when its
    /// order would be written down and is not measured yet.
    pub fn ruling(&self) -> &Ruling {
        &self.why
    }

    /// Where the unit stands, or will when the move is carried out.
    pub fn start(&self) -> Pose {
        self.start
    }

    /// How finely it was looked for.
    pub fn grain(&self) -> Grain {
        self.grain
    }

    /// The kinds of step that were tried: those the rules allow the unit where it stands.
    pub fn kinds(&self) -> StepKinds {
        self.kinds
    }

    /// The share of a full move there was to spend, what is gone of it included.
    pub fn budget(&self) -> f64 {
        self.budget
    }

    /// How many rulings were asked for.
    pub fn rulings(&self) -> usize {
        self.found.as_ref().map_or(0, geometry::Reach::rulings)
    }

    /// The kinds of step that were tried by themselves only, and not before or behind others: those that the ruleset has to
    /// be asked about each time.
    pub fn alone(&self) -> StepKinds {
        self.found
            .as_ref()
            .map_or(StepKinds::NONE, geometry::Reach::alone)
    }

    /// Whether rulings ran out: there are poses that were not looked at, the dearest ones. A coarser grain needs fewer.
    pub fn is_cut_short(&self) -> bool {
        self.found
            .as_ref()
            .is_some_and(geometry::Reach::is_cut_short)
    }

    /// The poses it can end in, one for each cell and facing; the one it has is the first.
    pub fn poses(&self) -> &[Reached] {
        self.found.as_ref().map_or(&[], |found| found.poses())
    }

    /// The order that ends in the pose with a number; none for the pose the unit has.
    pub fn order(&self, index: usize) -> Option<Order> {
        let found = self.found.as_ref()?;
        let course = found.course(found.poses().get(index)?);
        (!course.steps.is_empty()).then(|| with_course(&self.order, course))
    }

    /// The pose found nearest to a place, among those that face within half a turn of the grain of
    /// `facing` when one is given; of two as near the one that costs less.
    pub fn nearest(&self, place: Point, facing: Option<Bearing>) -> Option<usize> {
        let half = self.grain.degrees / 2.0 + 1e-9;
        let fits = |r: &Reached| facing.is_none_or(|f| r.pose.facing.minus(f).abs() <= half);
        // Squares of far-off places would be too great to tell apart.
        let far = |r: &Reached| (r.pose.at.x - place.x).hypot(r.pose.at.y - place.y);
        let poses = self.poses().iter().enumerate().filter(|(_, r)| fits(r));
        let best = poses
            .min_by(|(_, a), (_, b)| far(a).total_cmp(&far(b)).then(a.spent.total_cmp(&b.spent)));
        best.map(|(index, _)| index)
    }

    /// The pose found within half a cell, each way, of a place, and within half a turn of the grain of
    /// `facing` when one is given; the cheapest when there are several.
    pub fn find(&self, place: Point, facing: Option<Bearing>) -> Option<usize> {
        let (side, turn) = (self.grain.cell / 2.0, self.grain.degrees / 2.0 + 1e-9);
        let fits = |r: &Reached| {
            (r.pose.at.x - place.x).abs() <= side + 1e-9
                && (r.pose.at.y - place.y).abs() <= side + 1e-9
                && facing.is_none_or(|f| r.pose.facing.minus(f).abs() <= turn)
        };
        let poses = self.poses().iter().enumerate().filter(|(_, r)| fits(r));
        poses
            .min_by(|(_, a), (_, b)| a.spent.total_cmp(&b.spent))
            .map(|(index, _)| index)
    }

    /// The ground that can be got to, facing anyhow, for no more than each of some shares of a full move.
    pub fn contours(&self, shares: &[f64]) -> Vec<Contour> {
        contours::contours(self.poses(), self.start.at, self.grain.cell, shares)
    }

    /// Four shares, evenly from what was spent before to the whole allowance.
    pub fn quarters(&self) -> [f64; 4] {
        let from = self.poses().first().map_or(0.0, |start| start.spent);
        [0.25, 0.5, 0.75, 1.0].map(|part| from + (self.budget - from) * part)
    }

    /// Contours and start as a GeoJSON feature collection; coordinates are millimetres of the table.
    pub fn to_geojson(&self, shares: &[f64]) -> serde_json::Value {
        geojson::collection(self, shares)
    }
}

fn with_course(order: &Order, course: Course) -> Order {
    order.clone().with(Id::of("course"), Value::Course(course))
}

impl Battle {
    /// Where a unit can get to. Every pose comes with an order that [`check`](Self::check) allows. In a phase
    /// that only writes such orders down, it is where the unit gets to once what is written comes to be
    /// carried out.
    ///
    /// # Errors
    /// When there is no such unit or kind of move, the grain is none or too fine, or the ruleset fails.
    /// A unit that cannot move is no error: see [`Reach::ruling`].
    pub fn reach(&self, unit: &str, ask: &ReachAsk) -> Result<Reach, EngineError> {
        self.reach_on(self.board(), unit, ask)
    }

    /// The same on the battle's board, or what one side knows of it.
    pub(crate) fn reach_on(
        &self,
        board: &Board,
        unit: &str,
        ask: &ReachAsk,
    ) -> Result<Reach, EngineError> {
        let subject = unit_index(board, unit)?;
        if !ask.grain.is_none_or(Grain::is_sound) {
            return Err(no_reach(ReachError::BadGrain, unit));
        }
        let mut order = Order::new(ask.kind, board.units[subject].id);
        order.args = ask.args.clone();
        self.follows_course(&ask.kind)?;
        if order.arg("course").is_some() {
            return Err(EngineError::request(
                "a reach finds the courses by itself; leave 'course' out",
            ));
        }
        let foreseen = self.foreseen(board, &order)?;
        let at = foreseen
            .as_ref()
            .map_or_else(|| self.laid(board), Tabletop::laid);
        let probe = self.probe(at, &order)?;
        let standing = at.board.unit(unit).unwrap_or(&board.units[subject]);
        let mut reach = Reach {
            start: standing.pose,
            order,
            found: None,
            why: probe.ruling,
            grain: ask.grain.unwrap_or_default(),
            kinds: probe.kinds,
            budget: 0.0,
        };
        if probe.kinds == StepKinds::NONE {
            return Ok(reach);
        }
        let subject = unit_index(at.board, unit)?;
        let law = self.motion_at(at, subject, &ask.kind)?;
        reach.budget = law.budget.to_f64();
        let question = Question {
            board: at.board,
            field: at.field,
            subject,
            law: &law,
            kinds: probe.kinds,
            grain: ask.grain,
            tolerance: self.tolerance(),
            rulings: ask.rulings,
        };
        let mut failed = None;
        let found = geometry::reach(&question, |course| {
            match self.check_at(at, &with_course(&reach.order, course.clone())) {
                Ok(ruling) => Judged {
                    allowed: ruling.allowed(),
                    spent: ruling.spent.to_f64(),
                    end: placed(&ruling, &reach.order.subject),
                },
                Err(error) => {
                    failed.get_or_insert(error);
                    Judged {
                        allowed: false,
                        spent: 0.0,
                        end: None,
                    }
                }
            }
        });
        if let Some(error) = failed {
            return Err(error);
        }
        let found = found.map_err(|error| no_reach(error, unit))?;
        reach.grain = found.grain();
        reach.found = Some(found);
        Ok(reach)
    }

    /// Makes sure that an order kind follows a course.
    pub(crate) fn follows_course(&self, kind: &Id) -> Result<(), EngineError> {
        let follows =
            |spec: &&grognard_core::OrderSpec| spec.args.iter().any(|a| a.name == "course");
        let kinds = || {
            self.order_kinds()
                .iter()
                .filter(follows)
                .map(|spec| spec.id.as_str())
        };
        if kinds().any(|known| kind == known) {
            return Ok(());
        }
        let known: Vec<&str> = kinds().collect();
        Err(EngineError::request(format!(
            "an order '{kind}' follows no course; ask for one of {}",
            known.join(", ")
        )))
    }
}

/// Where a ruling puts a unit.
fn placed(ruling: &Ruling, id: &Id) -> Option<Pose> {
    ruling.effects.iter().find_map(|effect| match effect {
        Effect::Place { unit, pose, .. } if unit == id => Some(*pose),
        _ => None,
    })
}

fn no_reach(error: ReachError, unit: &str) -> EngineError {
    EngineError::request(match error {
        ReachError::NoUnit => format!("there is no unit '{unit}'"),
        ReachError::BadGrain => {
            "a cell is a length above nothing, and the degrees a whole part of a full \
                                 circle, such as 5"
                .to_owned()
        }
        ReachError::TooFine => {
            "that is too fine for so long a move; give larger cells or turns".to_owned()
        }
    })
}
