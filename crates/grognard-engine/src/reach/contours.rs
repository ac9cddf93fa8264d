//! Outlines of the ground that can be got to.

use contour::ContourBuilder;
use grognard_core::Point;
use grognard_geometry::Reached;

/// The ground that can be got to for a share of a full move.
#[derive(Clone, Debug, PartialEq)]
pub struct Contour {
    /// The share.
    pub share: f64,
    /// Areas, each an outer ring and the rings of its holes, mm: outer rings counter-clockwise, holes clockwise, the
    /// last point the first again. The rings run half-way between the middles of cells that can be got to and of
    /// those that cannot.
    pub areas: Vec<Vec<Vec<Point>>>,
}

pub(super) fn contours(poses: &[Reached], start: Point, cell: f64, shares: &[f64]) -> Vec<Contour> {
    let index = |at: f64, from: f64| ((at - from) / cell).round() as i64;
    let cells = poses.iter().map(|r| {
        let at = r.pose.at;
        (index(at.x, start.x), index(at.y, start.y), r.spent)
    });
    let (mut low, mut high) = ((0, 0), (0, 0));
    for (x, y, _) in cells.clone() {
        low = (low.0.min(x), low.1.min(y));
        high = (high.0.max(x), high.1.max(y));
    }
    // A margin of one cell keeps every ring whole.
    let (columns, rows) = ((high.0 - low.0 + 3) as usize, (high.1 - low.1 + 3) as usize);
    let mut least = vec![f64::INFINITY; columns * rows];
    for (x, y, spent) in cells {
        let at = (y - low.1 + 1) as usize * columns + (x - low.0 + 1) as usize;
        least[at] = least[at].min(spent);
    }
    let edge = |from: f64, low: i64| from + (low as f64 - 1.5) * cell;
    let builder = ContourBuilder::new(columns, rows, false)
        .x_origin(edge(start.x, low.0))
        .y_origin(edge(start.y, low.1))
        .x_step(cell)
        .y_step(cell);
    shares
        .iter()
        .map(|&share| {
            let inside = |spent: &f64| f64::from(u8::from(*spent <= share + 1e-9));
            let values: Vec<f64> = least.iter().map(inside).collect();
            // The grid has as many values as it has cells, so there is nothing to go wrong.
            let found = builder.contours(&values, &[0.5]).unwrap_or_default();
            let polygons = found.iter().flat_map(|contour| &contour.geometry().0);
            let areas = polygons.map(|polygon| {
                let rings = std::iter::once(polygon.exterior()).chain(polygon.interiors());
                // They are found the other way round.
                rings
                    .map(|ring| ring.coords().rev().map(|c| Point::new(c.x, c.y)).collect())
                    .collect()
            });
            Contour {
                share,
                areas: areas.collect(),
            }
        })
        .collect()
}
