//! How near the enemy is.

use grognard_core::Id;
use grognard_geometry as geometry;

use super::trial::Trial;
use super::ways::Body;

/// The enemy nearest to a unit that stands with its box there, and how far off it is, mm; none when there
/// is no enemy. Measured from the box about the unit, so that it can be told of places it does not stand in.
pub(super) fn nearest_enemy(trial: &Trial<'_>, body: &Body) -> Option<(Id, f64)> {
    let board = trial.battle().board();
    let ground = [body.rect()];
    let enemies = board
        .units
        .iter()
        .filter(|unit| board.hostile(trial.side(), &unit.side));
    let near = enemies.map(|unit| (unit.id, geometry::gap(&ground, &unit.footprint)));
    near.min_by(|a, b| a.1.total_cmp(&b.1))
}
