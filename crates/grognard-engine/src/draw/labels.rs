use super::frame::PxBox;

/// Finds places for labels: keeps count of what is covered already.
///
/// The sheet is a raster of small cells, each with the weight of what lies on it, so that a place
/// costs the same to look at whether the table is empty or crowded.
pub(super) struct Labeller {
    bounds: PxBox,
    cell: f64,
    columns: usize,
    rows: usize,
    weights: Vec<f32>,
}

/// How badly a label may lie on things before it counts as no place: a share of its own area.
const TOLERABLE: f64 = 0.04;

/// The side of a cell in pixels, unless the sheet is so large that there would be too many.
const CELL: f64 = 2.0;

/// The most cells there are.
const MOST_CELLS: f64 = 2e6;

impl Labeller {
    /// A labeller for a sheet on which labels stay within `bounds`.
    pub(super) fn new(bounds: PxBox) -> Self {
        let area = bounds.width() * bounds.height();
        let cell = (area / MOST_CELLS).sqrt().max(CELL);
        let count = |length: f64| (length / cell).ceil().clamp(1.0, MOST_CELLS) as usize;
        let (columns, rows) = (count(bounds.width()), count(bounds.height()));
        Self {
            bounds,
            cell,
            columns,
            rows,
            weights: vec![0.0; columns * rows],
        }
    }

    /// Keeps a box free of labels; the heavier, the more so.
    pub(super) fn occupy(&mut self, area: PxBox, weight: f32) {
        let (left, right, top, bottom) = self.cells(area);
        for row in top..bottom {
            let row = row * self.columns;
            if let Some(cells) = self.weights.get_mut(row + left..row + right) {
                cells.iter_mut().for_each(|cell| *cell += weight);
            }
        }
    }

    /// The columns and rows whose middles a box holds.
    fn cells(&self, area: PxBox) -> (usize, usize, usize, usize) {
        let place = |at: f64, from: f64, count: usize| {
            ((at - from) / self.cell).round().clamp(0.0, count as f64) as usize
        };
        let left = place(area.left, self.bounds.left, self.columns);
        let right = place(area.right, self.bounds.left, self.columns);
        let top = place(area.top, self.bounds.top, self.rows);
        let bottom = place(area.bottom, self.bounds.top, self.rows);
        (left, right.max(left), top, bottom)
    }

    /// How much a label here would cover, as a share of its area.
    fn cost(&self, label: PxBox) -> f64 {
        let area = (label.width() * label.height()).max(1.0);
        let (left, right, top, bottom) = self.cells(label);
        let rows = (top..bottom).map(|row| row * self.columns);
        let cells = rows.filter_map(|row| self.weights.get(row + left..row + right));
        let covered: f32 = cells.flatten().sum();
        let outside = area - label.overlap(self.bounds);
        (f64::from(covered) * self.cell * self.cell + 4.0 * outside) / area
    }

    /// The best of the places, each with a handicap of its own, and takes it. The first of equals
    /// wins.
    pub(super) fn place(
        &mut self,
        places: impl IntoIterator<Item = (PxBox, f64)>,
    ) -> Option<PxBox> {
        let priced = places
            .into_iter()
            .map(|(place, handicap)| (self.cost(place) + handicap, place));
        let (_, best) = priced.min_by(|a, b| a.0.total_cmp(&b.0))?;
        self.occupy(best, 3.0);
        Some(best)
    }

    /// The first of the places that covers next to nothing, and takes it; none when there is none.
    pub(super) fn place_or_skip(
        &mut self,
        places: impl IntoIterator<Item = PxBox>,
    ) -> Option<PxBox> {
        let place = places
            .into_iter()
            .find(|place| self.cost(*place) < TOLERABLE)?;
        self.occupy(place, 2.0);
        Some(place)
    }
}

/// About how wide words are in a type of this size. Fonts differ; this errs on the wide side.
pub(super) fn text_width(words: &str, size: f64) -> f64 {
    let ems = words.chars().map(|c| match c {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | ' ' | '/' => 0.35,
        'f' | 't' | 'r' | '-' | '(' | ')' | '1' => 0.46,
        'm' | 'w' | 'M' | 'W' => 0.95,
        'A'..='Z' => 0.76,
        c if (c as u32) >= 0x2e80 => 1.0,
        _ => 0.63,
    });
    ems.sum::<f64>() * size
}
