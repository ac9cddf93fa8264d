//! Marches of which the law of motion says all that these rules do.

use grognard_sdk::prelude::*;

use crate::place;
use crate::poses::Ground;
use crate::rules::BelleAlliance;
use crate::tables::GroundKind;
use crate::troop::{Arm, GroundClass, Way};

/// Places this far apart are looked at along an edge, mm.
const APART: f64 = 2.0;

/// The plain courses of a march.
pub(crate) fn plain(rules: &BelleAlliance, situation: &Situation<'_>, unit: &Unit) -> Plain {
    let mut steps = StepKinds::ADVANCE
        .and(StepKinds::OBLIQUE)
        .and(StepKinds::TO)
        .and(StepKinds::WHEEL)
        .and(StepKinds::PIVOT)
        .and(StepKinds::ABOUT_FACE);
    let way = Way::of(unit);
    if free_ways(unit, way) {
        steps = steps.and(StepKinds::SIDESTEP).and(StepKinds::RETIRE);
    } else if way == Some(Way::Unlimbered) {
        steps = steps.and(StepKinds::RETIRE);
    }
    let zone = rules.tables.melee_zone.millimetres(LengthUnit::Centimetre);
    let clear = zone.map_or(0.0, |depth| {
        depth.to_f64() + stray(unit) + situation.ground.tolerance()
    });
    Plain {
        steps,
        about_faces: u32::MAX,
        clear,
        on_terrain: true,
        on_lines: true,
        except: barred(rules, unit),
    }
}

/// The kinds of ground that have no rate, or none that is known: a line without width of such a kind bars the way,
/// which no rate of the law says.
fn barred(rules: &BelleAlliance, unit: &Unit) -> RVec<Id> {
    let arm = Arm::of(unit);
    let class = Way::of(unit).map_or(GroundClass::Line, |way| way.ground(arm));
    let open = |ground: &&GroundKind| {
        let factor = ground.factor(class).number();
        factor.is_some_and(|factor| !factor.is_zero())
    };
    let kinds = rules.tables.kinds().filter(|ground| !open(ground));
    kinds.map(|ground| ground.kind).collect()
}

/// Whether a unit goes backwards and sideways as it likes.
pub(crate) fn free_ways(unit: &Unit, way: Option<Way>) -> bool {
    Arm::of(unit) == Arm::Staff || way == Some(Way::Skirmish)
}

/// How far the edge from which the ground ahead is reckoned lies from the bases at most, mm, whichever
/// way the unit faces: bases stand apart, and a last rank need not be full.
fn stray(unit: &Unit) -> f64 {
    let Ground { middle, width, .. } = place::ground(unit);
    let half = width / 2.0 + middle.abs();
    let ahead = unit.footprint.iter().flat_map(Rect::corners);
    let ahead = ahead.map(|corner| unit.pose.local(corner).1);
    let (rear, front) = ahead.fold((0.0_f64, 0.0_f64), |(rear, front), at| {
        (rear.min(at), front.max(at))
    });
    let pieces = (2.0 * half / APART).ceil().max(1.0);
    let piece = 2.0 * half / pieces;
    let from_edge = |forward: f64| {
        (0..pieces as u32).fold(0.0_f64, |most, n| {
            let across = middle - half + (f64::from(n) + 0.5) * piece;
            most.max(from_bases(unit, unit.pose.point(across, forward)))
        })
    };
    // Between two places looked at the distance grows by no more than the way from the nearer one.
    from_edge(0.0).max(from_edge(front)).max(from_edge(rear)) + piece / 2.0
}

fn from_bases(unit: &Unit, place: Point) -> f64 {
    let from = |rect: &Rect| {
        let (right, forward) = rect.pose.local(place);
        let across = (right.abs() - rect.width / 2.0).max(0.0);
        let along = (forward.abs() - rect.depth / 2.0).max(0.0);
        (across * across + along * along).sqrt()
    };
    unit.footprint
        .iter()
        .map(from)
        .fold(f64::INFINITY, f64::min)
}
