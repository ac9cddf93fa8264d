use grognard_core::{Board, Effect, Id, LengthUnit, Point, Pose, Ruling};

use crate::plan::Plan;
use crate::reach::Contour;

/// What a map shows besides the board itself.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawOptions {
    /// The width of the picture in pixels; the height follows from the table.
    pub width: f64,
    /// The unit of grid and scale bar; the ruleset's when none is given.
    pub unit: Option<LengthUnit>,
    /// What is written beside the troops.
    pub labels: Labels,
    /// Units to point out.
    pub highlight: Vec<Id>,
    /// Units shown where they would come to stand.
    pub ghosts: Vec<Ghost>,
    /// Where a unit can get to: see [`Reach::contours`](crate::Reach::contours).
    pub reach: Vec<Contour>,
    /// A line under the title; turn and phase when none is given.
    pub caption: Option<String>,
}

/// What is written beside the troops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Labels {
    /// The ids that orders use.
    #[default]
    Ids,
    /// The names for people.
    Names,
    /// Nothing.
    None,
}

/// A unit shown where it would come to stand.
#[derive(Clone, Debug, PartialEq)]
pub struct Ghost {
    /// The unit.
    pub unit: Id,
    /// Its frame there.
    pub pose: Pose,
    /// Its bases there, in the unit's order.
    pub bases: Vec<Pose>,
    /// The way its reference point goes, from where it stands to where it ends.
    pub way: Vec<Point>,
}

impl Default for DrawOptions {
    fn default() -> Self {
        Self {
            width: 900.0,
            unit: None,
            labels: Labels::default(),
            highlight: Vec::new(),
            ghosts: Vec::new(),
            reach: Vec::new(),
            caption: None,
        }
    }
}

impl DrawOptions {
    /// These options, with a plan shown as ghosts: where its unit stands at the end of each turn.
    pub fn with_plan(mut self, plan: &Plan) -> Self {
        let mut from = plan.start.at;
        for turn in &plan.turns {
            self.ghosts.push(Ghost {
                unit: plan.unit,
                pose: turn.end,
                bases: turn.bases.to_vec(),
                way: vec![from, turn.end.at],
            });
            from = turn.end.at;
        }
        self
    }

    /// These options, with the outcome of a ruling on `board` shown as ghosts: every unit that its
    /// effects would place elsewhere.
    pub fn with_outcome(mut self, board: &Board, ruling: &Ruling) -> Self {
        for effect in &ruling.effects {
            let Effect::Place { unit, pose, bases } = effect else {
                continue;
            };
            let Some(now) = board.unit(unit.as_str()) else {
                continue;
            };
            self.ghosts.push(Ghost {
                unit: *unit,
                pose: *pose,
                bases: bases.to_vec(),
                way: vec![now.pose.at, pose.at],
            });
        }
        self
    }
}
