//! The usual places for bases: ranks and files, rings, loose lines.

use grognard_core::{Layout, Placement};

/// Ranks and files that touch: `count` bases of `width` by `depth`, `files` across, filled from the
/// front rank and from the left. A short last rank stands at the left.
pub fn grid(count: usize, files: usize, width: f64, depth: f64) -> Layout {
    spaced(count, files, width, depth, width, depth)
}

/// Ranks and files with a `pitch` across and a `step` between ranks.
pub fn spaced(count: usize, files: usize, width: f64, depth: f64, pitch: f64, step: f64) -> Layout {
    let files = files.clamp(1, count.max(1));
    let front = pitch * (files.saturating_sub(1)) as f64 + width;
    let places = (0..count).map(|n| {
        let (file, rank) = ((n % files) as f64, (n / files) as f64);
        Placement {
            right: file * pitch + width / 2.0 - front / 2.0,
            forward: -(rank * step + depth / 2.0),
            turn: 0.0,
        }
    });
    Layout {
        places: places.collect(),
    }
}
