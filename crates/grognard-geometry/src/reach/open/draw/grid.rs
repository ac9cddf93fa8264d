//! The cells of one facing, and who has them.

/// Marks a pair that does not go straight at all, and one that is noted already.
pub(super) const APEX: u32 = 1 << 31;
pub(super) const NOTED: u32 = 1 << 30;

/// Marks an empty cell once the farthest place of some fan was tried there, and once two were.
pub(super) const TRIED: u32 = 1 << 29;
pub(super) const TRIED_TWICE: u32 = 1 << 28;
pub(super) const MARKS: u32 = APEX | NOTED | TRIED | TRIED_TWICE;

/// The cells of one facing.
pub(in super::super) struct Grid {
    pub(super) wide: i32,
    pub(super) out: i32,
    /// What a cell has to cost less than.
    pub(super) limit: f32,
    pub(super) best: Vec<f32>,
    pub(super) who: Vec<u32>,
    /// The first and last row and column that were come to.
    pub(super) low: (i32, i32),
    pub(super) high: (i32, i32),
}

impl Grid {
    pub(in super::super) fn new(out: i32) -> Self {
        // A rim beyond the cells saves asking whether one has another beside it.
        let wide = 2 * out + 3;
        let all = (wide * wide) as usize;
        Self {
            wide,
            out,
            limit: 0.0,
            best: vec![0.0; all],
            who: vec![0; all],
            low: (out, out),
            high: (-out, -out),
        }
    }

    pub(super) fn clear(&mut self, limit: f32) {
        if limit != self.limit {
            self.limit = limit;
            self.best.fill(limit);
        }
        // What was come to lies in some rows and columns.
        for row in self.low.1..=self.high.1 {
            let from = self.index((self.low.0, row));
            let to = self.index((self.high.0, row));
            if let (Some(from), Some(to)) = (from, to) {
                self.best[from..=to].fill(limit);
                self.who[from..=to].fill(0);
            }
        }
        self.low = (self.out, self.out);
        self.high = (-self.out, -self.out);
    }

    pub(super) fn index(&self, (column, row): (i32, i32)) -> Option<usize> {
        let (column, row) = (column + self.out, row + self.out);
        let most = 2 * self.out as u32;
        let within = (column as u32) <= most && (row as u32) <= most;
        within.then(|| ((row + 1) * self.wide + column + 1) as usize)
    }

    /// Who has the cells beside one with a number.
    pub(super) fn around(&self, index: usize) -> [u32; 8] {
        let wide = self.wide as usize;
        let who = |at: usize| self.who[at] & !MARKS;
        let (south, north) = (index - wide, index + wide);
        [
            who(index + 1),
            who(index - 1),
            who(north),
            who(south),
            who(north + 1),
            who(south + 1),
            who(north - 1),
            who(south - 1),
        ]
    }

    pub(super) fn uses(&mut self, from: (i32, i32), to: (i32, i32)) {
        self.low = (self.low.0.min(from.0), self.low.1.min(from.1));
        self.high = (self.high.0.max(to.0), self.high.1.max(to.1));
    }
}
