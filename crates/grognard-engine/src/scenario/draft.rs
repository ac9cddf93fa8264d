use std::collections::BTreeMap;

use grognard_core::{Brigade, Cell, Commander, Point, Pose, Rect, Side, Table, Terrain, Unit};

use super::Anchor;

/// A scenario put under a ruleset: everything in millimetres and in that ruleset's words, but the
/// ruleset has not been asked about its units yet.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// The scenario's name.
    pub name: String,
    /// The table.
    pub table: Table,
    /// The terrain that counts under the ruleset, in the scenario's order.
    pub terrain: Vec<Terrain>,
    /// The sides, in the order they act.
    pub sides: Vec<Side>,
    /// The brigades, ordered by id.
    pub brigades: Vec<Brigade>,
    /// The commanders, ordered by id.
    pub commanders: Vec<Commander>,
    /// The units, ordered by id.
    pub units: Vec<DraftUnit>,
    /// What the scenario sets of the rules.
    pub settings: RulesSettings,
}

/// A unit before the ruleset has made its bases.
#[derive(Clone, Debug, PartialEq)]
pub struct DraftUnit {
    /// The unit: id, name, side, brigade, pose, formation (may be empty), attributes; no bases.
    pub unit: Unit,
    /// Which point of the unit its pose stands for until [`settle`](Self::settle) has been called.
    pub anchor: Anchor,
    /// The line of the scenario it stands on.
    pub line: usize,
}

impl DraftUnit {
    /// Shifts an enlisted unit so that its anchor stands where the scenario says. Its bases have to
    /// be laid out about its pose already.
    pub fn settle(&self, unit: &mut Unit) {
        if self.anchor == Anchor::FrontCentre || unit.bases.is_empty() {
            return;
        }
        let (right, forward) = middle(unit.pose, unit.bases.iter().map(|base| &base.rect));
        let target = unit.pose.point(-right, -forward);
        let (dx, dy) = (target.x - unit.pose.at.x, target.y - unit.pose.at.y);
        unit.pose = unit.pose.shifted(dx, dy);
        for base in &mut unit.bases {
            base.rect.pose = base.rect.pose.shifted(dx, dy);
        }
        for rect in &mut unit.footprint {
            rect.pose = rect.pose.shifted(dx, dy);
        }
    }
}

/// The middle of the box that rectangles fill, seen from `pose`.
fn middle<'a>(pose: Pose, rects: impl Iterator<Item = &'a Rect>) -> (f64, f64) {
    let corners: Vec<Point> = rects.flat_map(Rect::corners).collect();
    let (mut low, mut high) = (
        (f64::INFINITY, f64::INFINITY),
        (f64::NEG_INFINITY, f64::NEG_INFINITY),
    );
    for corner in corners {
        let (right, forward) = pose.local(corner);
        low = (low.0.min(right), low.1.min(forward));
        high = (high.0.max(right), high.1.max(forward));
    }
    ((low.0 + high.0) / 2.0, (low.1 + high.1) / 2.0)
}

/// What a scenario sets of a ruleset: `[rules.<id>]`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct RulesSettings {
    /// The scale, one of the manifest's; the manifest's first when none.
    pub scale: Option<String>,
    /// Readings that are not at their default.
    pub readings: BTreeMap<String, String>,
    /// Whether cells without support in the source become unknown.
    pub printed_only: bool,
    /// Chart cells set by the scenario, by full key; all of provenance `house`.
    pub cells: BTreeMap<String, Cell>,
}
