//! How large stands are and how a formation places them.

use grognard_sdk::prelude::*;

use crate::formations::Formation;
use crate::stands::{CREW_FOOT, CREW_HORSE, GUN, HORSES};

/// Sizes and intervals. They place models and rule nothing, so a battle played with printed numbers
/// only falls back on the bundled ones.
#[derive(Clone, Debug)]
pub(crate) struct Models {
    /// Front of a stand, mm.
    pub(crate) width: f64,
    /// Depth of a stand, mm.
    pub(crate) depth: f64,
    /// Stands of a unit of foot or horse.
    pub(crate) count: i64,
    extended_gap: f64,
    skirmish_gap: f64,
    column_files: usize,
}

impl Models {
    pub(crate) fn new(charts: &Charts, bundled: &Charts) -> Result<Self, Fault> {
        let number = |name: &str, least: f64| {
            let key = format!("stands.{name}");
            let own = charts.get(&key).and_then(ChartCell::number);
            let found = own.or_else(|| bundled.get(&key).and_then(ChartCell::number));
            match found.map(Ratio::to_f64) {
                Some(number) if number >= least => Ok(number),
                _ => Err(Fault::rulebook(format!(
                    "cell '{key}' should be a number of at least {least}"
                ))),
            }
        };
        let inch = LengthUnit::Inch.millimetres().to_f64();
        Ok(Self {
            width: number("width", 0.01)? * inch,
            depth: number("depth", 0.01)? * inch,
            count: number("count", 1.0)? as i64,
            extended_gap: number("extended-gap", 0.0)?,
            skirmish_gap: number("skirmish-gap", 0.0)?,
            column_files: number("column-files", 1.0)? as usize,
        })
    }

    /// Where the stands of `bases` go in `formation`.
    pub(crate) fn layout(&self, bases: &[Base], formation: Formation) -> Layout {
        let count = bases.len();
        let size = bases
            .first()
            .map_or((self.width, self.depth), |b| (b.rect.width, b.rect.depth));
        let (width, depth) = size;
        let abreast =
            |gap: f64| layouts::spaced(count, count, width, depth, width * (1.0 + gap), depth);
        match formation {
            Formation::AttackColumn => layouts::grid(count, self.column_files, width, depth),
            Formation::Line => abreast(0.0),
            Formation::Extended => abreast(self.extended_gap),
            Formation::Skirmish => abreast(self.skirmish_gap),
            Formation::Limbered => file(bases, depth, &[HORSES, GUN, CREW_FOOT, CREW_HORSE]),
            Formation::Unlimbered => file(bases, depth, &[GUN, CREW_FOOT, CREW_HORSE, HORSES]),
        }
    }
}

/// One stand behind the other, in the order of `kinds` and then of the bases.
fn file(bases: &[Base], depth: f64, kinds: &[&str]) -> Layout {
    let rank = |base: &Base| {
        kinds
            .iter()
            .position(|k| base.kind == *k)
            .unwrap_or(kinds.len())
    };
    let mut order: Vec<usize> = (0..bases.len()).collect();
    order.sort_by_key(|&at| rank(&bases[at]));
    let mut places: RVec<Placement> = bases
        .iter()
        .map(|_| Placement {
            right: 0.0,
            forward: 0.0,
            turn: 0.0,
        })
        .collect();
    for (place, at) in order.into_iter().enumerate() {
        places[at].forward = -(place as f64 + 0.5) * depth;
    }
    Layout { places }
}

/// The box about some ground, in a frame: millimetres right of it and ahead of it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Extent {
    pub(crate) left: f64,
    pub(crate) right: f64,
    pub(crate) front: f64,
    pub(crate) rear: f64,
}

impl Extent {
    pub(crate) fn of<'a>(ground: impl IntoIterator<Item = &'a Rect>, frame: Pose) -> Self {
        let mut found: Option<Self> = None;
        for corner in ground.into_iter().flat_map(Rect::corners) {
            let (right, forward) = frame.local(corner);
            let e = found.get_or_insert(Self {
                left: right,
                right,
                front: forward,
                rear: forward,
            });
            e.left = e.left.min(right);
            e.right = e.right.max(right);
            e.front = e.front.max(forward);
            e.rear = e.rear.min(forward);
        }
        found.unwrap_or_default()
    }
}

/// The frame of bases that stay where they are: the middle of the front edge of the box about them,
/// seen along `facing`.
pub(crate) fn frame_of<'a>(bases: impl IntoIterator<Item = &'a Base>, facing: Bearing) -> Pose {
    let origin = Pose {
        at: Point::default(),
        facing,
    };
    let extent = Extent::of(bases.into_iter().map(|base| &base.rect), origin);
    origin.offset((extent.left + extent.right) / 2.0, extent.front, 0.0)
}

/// The ground of `unit`'s bases at `poses`.
pub(crate) fn ground_at(unit: &Unit, poses: &[Pose]) -> RVec<Rect> {
    unit.bases
        .iter()
        .zip(poses)
        .map(|(base, pose)| Rect {
            pose: *pose,
            ..base.rect
        })
        .collect()
}
