//! Anchors and room: where a new formation comes to stand, and the base that may stay behind it
//! (S2-17, S2-18, S2-26 to S2-28).

use grognard_sdk::prelude::*;

use crate::GeneralDeBrigade;
use crate::troops::Form;

/// What a change is built on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Centre,
    Left,
    Right,
}

impl Anchor {
    /// Its name, as orders write it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Centre => "centre",
            Self::Left => "left",
            Self::Right => "right",
        }
    }
}

/// A new standing: frame, bases, and which base stays behind.
#[derive(Clone, Debug)]
pub(crate) struct Standing {
    pub pose: Pose,
    pub bases: RVec<Pose>,
    pub behind: Option<usize>,
}

/// Nobody stands in deep water (assumed).
pub(crate) const SOLID: [Id; 1] = [Id::of("water")];

impl GeneralDeBrigade {
    /// The anchor an order names: `centre` (when it names none), `left`, `right`, or the number of a
    /// base. Refuses a base that is neither the middle nor an end of the front rank.
    pub(crate) fn anchor(
        &self,
        unit: &Unit,
        named: Option<&str>,
        judge: &mut Judge,
    ) -> Option<Anchor> {
        let anchor = match named {
            None | Some("centre" | "center" | "") => Some(Anchor::Centre),
            Some("left") => Some(Anchor::Left),
            Some("right") => Some(Anchor::Right),
            Some(number) => number
                .parse()
                .ok()
                .and_then(|serial| front_place(unit, serial)),
        };
        judge.cite(Id::of("S2-17"));
        let barred = self.set.centre_only && anchor != Some(Anchor::Centre);
        if anchor.is_none() || barred {
            let clause = if anchor.is_none() { "S2-18" } else { "S2-17" };
            judge.read(&self.readings, "anchor-flank");
            judge.find(
                Finding::refuses(Id::of("bad-anchor"), Id::of(clause), unit.id)
                    .with(Id::of("anchor"), Value::text(named.unwrap_or("centre"))),
            );
            return None;
        }
        anchor
    }

    /// Where the unit stands in a new formation, with its anchor in place. A line may leave one base
    /// behind; refuses when there is no room even so.
    pub(crate) fn make_room(
        &self,
        situation: &Situation<'_>,
        index: usize,
        unit: &Unit,
        to: Form,
        anchor: Anchor,
        judge: &mut Judge,
    ) -> Option<Standing> {
        self.lean_on_layout(unit, to, judge);
        let whole = self.standing_in(unit, to, anchor, None);
        let Some(obstacle) = self.obstructed(situation, index, unit, &whole.bases) else {
            return Some(whole);
        };
        judge.cite(Id::of("S2-27"));
        if obstacle.kind == ObstacleKind::Unit
            && let Some(other) = situation.board.units.get(obstacle.index as usize)
        {
            self.lean_on_ground(other, judge);
        }
        let count = unit.bases.len();
        if to == Form::Line && count > 2 {
            judge.cite(Id::of("S2-26"));
            let short = self.standing_in(unit, to, anchor, Some(count - 1));
            if self
                .obstructed(situation, index, unit, &short.bases)
                .is_none()
            {
                judge.note("base-left-behind", "S2-26");
                return Some(short);
            }
        }
        let board = situation.board;
        let at = obstacle.index as usize;
        let name = match obstacle.kind {
            ObstacleKind::Unit => board.units.get(at).map(|unit| unit.id),
            ObstacleKind::Terrain => board.terrain.get(at).map(|piece| piece.id),
            ObstacleKind::TableEdge => None,
        };
        judge.find(
            Finding::refuses(Id::of("no-room"), Id::of("S2-27"), unit.id)
                .about(name.unwrap_or(Id::of("table-edge"))),
        );
        None
    }

    fn standing_in(
        &self,
        unit: &Unit,
        to: Form,
        anchor: Anchor,
        behind: Option<usize>,
    ) -> Standing {
        let layout = self.places_with(unit, to, behind);
        let now: Vec<Placement> = unit
            .bases
            .iter()
            .map(|base| {
                let (right, forward) = unit.pose.local(base.rect.pose.at);
                Placement {
                    right,
                    forward,
                    turn: base.rect.pose.facing.minus(unit.pose.facing),
                }
            })
            .collect();
        let width = unit.bases.first().map_or(0.0, |base| base.rect.width);
        let (old, new) = (front_rank(&now), front_rank(&layout.places));
        let shift = match anchor {
            Anchor::Centre => 0.0,
            Anchor::Left => old.0 - new.0,
            Anchor::Right => old.1 - new.1,
        };
        // Within a thousandth of a base the fronts agree already.
        let pose = if shift.abs() > width / 1000.0 {
            unit.pose.offset(shift, 0.0, 0.0)
        } else {
            unit.pose
        };
        Standing {
            pose,
            bases: layout.poses(pose),
            behind,
        }
    }

    /// The first thing in the way of bases in new poses.
    pub(crate) fn obstructed(
        &self,
        situation: &Situation<'_>,
        index: usize,
        unit: &Unit,
        bases: &[Pose],
    ) -> Option<Obstacle> {
        let rects = crate::zone::rects(unit, bases);
        let found = situation.ground.room(
            RSlice::from_slice(&rects),
            RSlice::from_slice(&[index as u64]),
            RSlice::from_slice(&SOLID),
        );
        found.first().copied()
    }
}

/// The left and right bounds of the middles of the foremost bases.
fn front_rank(places: &[Placement]) -> (f64, f64) {
    let front = places.iter().map(|p| p.forward).fold(f64::MIN, f64::max);
    places
        .iter()
        .filter(|place| front - place.forward < 1.0)
        .fold((f64::MAX, f64::MIN), |(low, high), p| {
            (low.min(p.right), high.max(p.right))
        })
}

/// Which part of the front rank the base `serial` is: its middle or an end; none for any other.
fn front_place(unit: &Unit, serial: u32) -> Option<Anchor> {
    let local = |base: &Base| unit.pose.local(base.rect.pose.at);
    let base = unit.bases.iter().find(|base| base.serial == serial)?;
    let front = unit
        .bases
        .iter()
        .map(|base| local(base).1)
        .fold(f64::MIN, f64::max);
    let (right, forward) = local(base);
    if front - forward >= 1.0 {
        return None;
    }
    let rank: Vec<f64> = unit
        .bases
        .iter()
        .map(local)
        .filter(|(_, f)| front - f < 1.0)
        .map(|(r, _)| r)
        .collect();
    let (low, high) = rank
        .iter()
        .fold((f64::MAX, f64::MIN), |(a, b), r| (a.min(*r), b.max(*r)));
    if (low + high - 2.0 * right).abs() <= base.rect.width + 1.0 {
        Some(Anchor::Centre)
    } else if right - low < 1.0 {
        Some(Anchor::Left)
    } else if high - right < 1.0 {
        Some(Anchor::Right)
    } else {
        None
    }
}
