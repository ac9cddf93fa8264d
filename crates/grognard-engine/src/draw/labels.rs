use super::frame::PxBox;

/// Finds places for labels: keeps count of what is covered already.
pub(super) struct Labeller {
    bounds: PxBox,
    taken: Vec<(PxBox, f64)>,
}

/// How badly a label may lie on things before it counts as no place: a share of its own area.
const TOLERABLE: f64 = 0.04;

impl Labeller {
    /// A labeller for a sheet on which labels stay within `bounds`.
    pub(super) fn new(bounds: PxBox) -> Self {
        Self {
            bounds,
            taken: Vec::new(),
        }
    }

    /// Keeps a box free of labels; the heavier, the more so.
    pub(super) fn occupy(&mut self, area: PxBox, weight: f64) {
        self.taken.push((area, weight));
    }

    /// How much a label here would cover, as a share of its area.
    fn cost(&self, label: PxBox) -> f64 {
        let area = (label.width() * label.height()).max(1.0);
        let covered: f64 = self
            .taken
            .iter()
            .map(|(taken, weight)| label.overlap(*taken) * weight)
            .sum();
        let outside = area - label.overlap(self.bounds);
        (covered + 4.0 * outside) / area
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
