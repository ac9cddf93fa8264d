//! The formations a unit can be in, and how it goes in each.

use grognard_core::{Effect, Heading, Id, MotionLaw, Pose, RSome, StepKinds, Unit};

use super::trial::Trial;
use super::ways::Gait;
use crate::error::EngineError;

/// How a unit goes in a formation.
#[derive(Clone, Debug)]
pub(super) struct Form {
    pub(super) id: Id,
    /// Millimetres of a full move ahead by kind of terrain; open table first.
    pub(super) rates: Vec<(Id, f64)>,
    /// Millimetres of a full move to the flank and to the rear on open table.
    aside: [f64; 2],
    /// Millimetres to keep from enemies, to be left alone.
    pub(super) clear: f64,
    /// How wide the unit stands.
    pub(super) width: f64,
    /// The kinds of step that the law leaves open.
    pub(super) plain: StepKinds,
}

impl Form {
    /// Millimetres of a full move ahead on open table.
    pub(super) fn open(&self) -> f64 {
        self.rates.first().map_or(0.0, |rate| rate.1)
    }

    /// The same the way it goes farthest.
    pub(super) fn farthest(&self) -> f64 {
        let [flank, rear] = self.aside;
        self.open().max(flank).max(rear)
    }

    /// Millimetres of a full move on a kind of terrain; nothing where the unit may not go.
    pub(super) fn rate(&self, terrain: &Id) -> f64 {
        let known = self.rates.iter().find(|rate| rate.0 == *terrain);
        known.map_or(0.0, |rate| rate.1)
    }

    /// How it moves, when it may take steps of some kinds.
    pub(super) fn gait(&self, kinds: StepKinds, round: f64) -> Gait {
        let dearer = |rate: f64| {
            if rate > 0.0 {
                (self.open() / rate).max(1.0)
            } else {
                4.0
            }
        };
        Gait {
            kinds,
            flank: dearer(self.aside[0]),
            rear: dearer(self.aside[1]),
            round,
        }
    }
}

/// Asks how the unit would go in each formation that is open to it, as the phase on the clock measures
/// its moves. Nothing stays changed.
pub(super) fn forms(trial: &mut Trial<'_>, kind: &Id) -> Result<Vec<Form>, EngineError> {
    let mut forms = Vec::new();
    each(trial, |trial, unit, id| {
        let law = trial.battle().motion(unit.id.as_str(), kind.as_str());
        if let (Ok(law), Some(body)) = (law, trial.body()) {
            forms.push(form(id, &law, body.bounds.right - body.bounds.left));
        }
        Ok(())
    })?;
    Ok(forms)
}

/// Supposes the unit in each formation that is open to it, one after the other, and looks: given are the unit
/// as it stood before and the formation. Nothing stays changed.
pub(super) fn each<'a>(
    trial: &mut Trial<'a>,
    mut look: impl FnMut(&mut Trial<'a>, &Unit, Id) -> Result<(), EngineError>,
) -> Result<(), EngineError> {
    let specs = &trial.battle().document().manifest.formations;
    let ids: Vec<Id> = specs
        .iter()
        .map(|spec| Id::from(spec.id.as_str()))
        .collect();
    for id in ids {
        if trial.unit().is_none() {
            break;
        }
        supposed(trial, id, &mut look)?;
    }
    Ok(())
}

/// The same for one formation.
pub(super) fn supposed<'a>(
    trial: &mut Trial<'a>,
    id: Id,
    mut look: impl FnMut(&mut Trial<'a>, &Unit, Id) -> Result<(), EngineError>,
) -> Result<(), EngineError> {
    let Some(unit) = trial.unit().cloned() else {
        return Ok(());
    };
    // The formation it is in is known, whether or not it could take it again.
    let supposed = if unit.formation == id {
        Vec::new()
    } else {
        let Ok(layout) = trial.battle().rules().layout(&unit, &id) else {
            return Ok(());
        };
        vec![
            Effect::SetFormation {
                unit: unit.id,
                formation: id,
            },
            Effect::Place {
                unit: unit.id,
                pose: unit.pose,
                bases: layout.poses(unit.pose),
            },
        ]
    };
    if trial.suppose(supposed.into()).is_err() {
        return Ok(());
    }
    look(trial, &unit, id)?;
    trial.back(1)
}

fn form(id: Id, law: &MotionLaw, width: f64) -> Form {
    let rate = |heading| {
        let rates = law.rates.iter();
        let mut open = rates.filter(|rate| rate.heading == heading && rate.terrain.is_empty());
        open.next().map_or(0.0, |rate| rate.per_move.to_f64())
    };
    let ahead = law
        .rates
        .iter()
        .filter(|rate| rate.heading == Heading::Front);
    let mut rates = vec![(Id::default(), rate(Heading::Front))];
    let other = ahead.filter(|rate| !rate.terrain.is_empty());
    rates.extend(other.map(|rate| (rate.terrain, rate.per_move.to_f64())));
    let (clear, plain) = match &law.plain {
        RSome(plain) => (plain.clear, plain.steps),
        _ => (0.0, StepKinds::NONE),
    };
    Form {
        id,
        rates,
        aside: [rate(Heading::Flank), rate(Heading::Rear)],
        clear,
        width,
        plain,
    }
}

/// How a change of formation moves a unit's frame, seen from the frame it had.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shift {
    right: f64,
    forward: f64,
    turn: f64,
}

impl Shift {
    pub(super) const NONE: Self = Self {
        right: 0.0,
        forward: 0.0,
        turn: 0.0,
    };

    pub(super) fn between(before: Pose, after: Pose) -> Self {
        let (right, forward) = before.local(after.at);
        Self {
            right,
            forward,
            turn: after.facing.minus(before.facing),
        }
    }

    /// How far it moves it, mm.
    pub(super) fn far(self) -> f64 {
        self.right.hypot(self.forward)
    }

    /// Where the unit has to stand before, so that it comes to stand in a pose.
    pub(super) fn before(self, after: Pose) -> Pose {
        let frame = Pose {
            at: after.at,
            facing: after.facing.turned(-self.turn),
        };
        frame.offset(-self.right, -self.forward, 0.0)
    }

    /// Where the unit stands behind it, that stood in a pose before.
    pub(super) fn after(self, before: Pose) -> Pose {
        before.offset(self.right, self.forward, self.turn)
    }

    /// How it faces before, when it faces some way afterwards.
    pub(super) fn turn(self) -> f64 {
        self.turn
    }
}
