//! What is pointed out: a halo about units, and units where they would come to stand.

use grognard_core::{Board, Rect};

use super::colour::{self, Livery};
use super::frame::{Frame, Px};
use super::options::{DrawOptions, Ghost};
use super::path::Path;

/// A halo about every highlighted unit.
pub(super) fn halo(out: &mut String, board: &Board, options: &DrawOptions, frame: &Frame) {
    for id in &options.highlight {
        let Some(unit) = board.unit(id.as_str()) else {
            continue;
        };
        let mut around = Path::default();
        unit.bases
            .iter()
            .for_each(|base| around.ring(&frame.corners(&base.rect)));
        around.write(
            out,
            "fill=\"#f5c531\" stroke=\"#f5c531\" stroke-opacity=\".8\" stroke-width=\"11\" \
             stroke-linejoin=\"round\"",
        );
    }
}

/// The ghosts and the ways they go.
pub(super) fn draw(
    out: &mut String,
    board: &Board,
    options: &DrawOptions,
    palette: &[Livery],
    frame: &Frame,
) {
    for ghost in &options.ghosts {
        let Some(unit) = board.unit(ghost.unit.as_str()) else {
            continue;
        };
        let Some(livery) = colour::of(palette, &unit.side) else {
            continue;
        };
        let mut bases = Path::default();
        for (pose, base) in ghost.bases.iter().zip(unit.bases.iter()) {
            bases.ring(&frame.corners(&Rect {
                pose: *pose,
                ..base.rect
            }));
        }
        bases.write(
            out,
            &format!(
                "fill=\"{}\" fill-opacity=\".6\" stroke=\"{}\" stroke-width=\"1\" \
                 stroke-dasharray=\"3 2\"",
                livery.pale, livery.line
            ),
        );
        way(out, ghost, livery, frame);
    }
}

fn way(out: &mut String, ghost: &Ghost, livery: &Livery, frame: &Frame) {
    let points: Vec<Px> = ghost.way.iter().map(|point| frame.px(*point)).collect();
    let [.., before, end] = points.as_slice() else {
        return;
    };
    let length = before.distance(*end);
    let mut line = Path::default();
    line.through(&points);
    line.write(
        out,
        &format!(
            "fill=\"none\" stroke=\"{}\" stroke-width=\"1.6\" stroke-dasharray=\"5 3\"",
            livery.line
        ),
    );
    if length < 4.0 {
        return;
    }
    let (dx, dy) = ((end.x - before.x) / length, (end.y - before.y) / length);
    let mut head = Path::default();
    head.ring(&[
        *end,
        end.shifted(-7.0 * dx - 3.6 * dy, -7.0 * dy + 3.6 * dx),
        end.shifted(-7.0 * dx + 3.6 * dy, -7.0 * dy - 3.6 * dx),
    ]);
    head.write(out, &format!("fill=\"{}\"", livery.line));
}
