use std::fmt::Write as _;

use grognard_core::{Board, Document, Shape};

use super::{Look, layered, on_sheet};
use crate::draw::frame::{Frame, Px, PxBox};
use crate::draw::labels::{Labeller, text_width};
use crate::draw::path;
use crate::draw::scatter::{depth, inside, strew};

const SIZE: f64 = 11.0;

/// Writes the names of the terrain where there is room for them.
pub(in crate::draw) fn name(
    out: &mut String,
    board: &Board,
    document: &Document,
    frame: &Frame,
    labeller: &mut Labeller,
) {
    out.push_str(
        "<g font-family=\"Georgia,'Times New Roman',serif\" font-style=\"italic\" \
         font-size=\"11\" text-anchor=\"middle\" stroke=\"#f3efdf\" stroke-width=\"2.6\" \
         stroke-opacity=\".8\" stroke-linejoin=\"round\" paint-order=\"stroke\">",
    );
    let mut written: Vec<&str> = Vec::new();
    for (look, piece) in layered(board, document) {
        let words = piece.name.as_str();
        // A wood in three pieces, or a road in two, is named once.
        if words.is_empty() || written.contains(&words) {
            continue;
        }
        let ink = ink(look);
        let done = match &piece.shape {
            Shape::Area(ring) => on_area(out, words, ink, &on_sheet(ring, frame), frame, labeller),
            Shape::Line { points, .. } => {
                along_line(out, words, ink, &on_sheet(points, frame), labeller)
            }
        };
        if done {
            written.push(words);
        }
    }
    out.push_str("</g>");
}

fn ink(look: Look) -> &'static str {
    match look {
        Look::Wood | Look::Hedge => "#38512a",
        Look::Water | Look::Marsh => "#2d5f83",
        Look::Building | Look::Wall => "#5e3223",
        Look::Crops => "#7d6a1f",
        Look::Hill | Look::Rough | Look::Road | Look::Plain => "#6b5730",
    }
}

/// Inside the area where it is broad enough, else above or below it.
fn on_area(
    out: &mut String,
    words: &str,
    ink: &str,
    ring: &[Px],
    frame: &Frame,
    labeller: &mut Labeller,
) -> bool {
    let table = frame.table_box();
    let Some(bounds) = PxBox::around(ring.iter().copied()).and_then(|b| b.within(table)) else {
        return false;
    };
    let (width, height) = (text_width(words, SIZE), SIZE);
    let centre = bounds.centre();
    let mut spots: Vec<Px> = Vec::new();
    if bounds.width() > width && bounds.height() > height {
        spots.push(centre);
        spots.extend(strew(ring, table, (bounds.width() / 7.0).max(16.0), 8.0));
        spots.retain(|spot| inside(ring, *spot) && depth(ring, *spot) > height * 0.8);
        spots.sort_by(|a, b| a.distance(centre).total_cmp(&b.distance(centre)));
    }
    let beside = [
        Px {
            x: centre.x,
            y: bounds.bottom + 9.0,
        },
        Px {
            x: centre.x,
            y: bounds.top - 9.0,
        },
        Px {
            x: bounds.right + width / 2.0 + 5.0,
            y: centre.y,
        },
        Px {
            x: bounds.left - width / 2.0 - 5.0,
            y: centre.y,
        },
    ];
    spots.extend(beside);
    let boxes = spots.iter().map(|spot| PxBox::about(*spot, width, height));
    let Some(place) = labeller.place_or_skip(boxes) else {
        return false;
    };
    let at = place.centre().shifted(0.0, SIZE * 0.33);
    path::text(out, at, &format!("fill=\"{ink}\""), words);
    true
}

/// Along the longest stretches of the line, a little above it.
fn along_line(
    out: &mut String,
    words: &str,
    ink: &str,
    points: &[Px],
    labeller: &mut Labeller,
) -> bool {
    let width = text_width(words, SIZE);
    let mut stretches: Vec<(Px, Px)> = points
        .windows(2)
        .filter_map(|ends| Some((*ends.first()?, *ends.last()?)))
        .collect();
    stretches.sort_by(|a, b| b.0.distance(b.1).total_cmp(&a.0.distance(a.1)));
    let mut spots = Vec::new();
    for (from, to) in stretches.into_iter().take(4) {
        let (from, to) = if from.x <= to.x {
            (from, to)
        } else {
            (to, from)
        };
        let length = from.distance(to);
        if length < width * 0.8 {
            continue;
        }
        let (dx, dy) = ((to.x - from.x) / length, (to.y - from.y) / length);
        for share in [0.5, 0.3, 0.7, 0.15, 0.85] {
            for side in [-7.0, 13.0] {
                let at = from.toward(to, share).shifted(-dy * side, dx * side);
                spots.push((at, dx, dy));
            }
        }
    }
    let boxes = spots.iter().map(|(at, dx, dy)| {
        // The upright box about a slanted line of words, less its empty corners.
        let (across, down) = (
            width * dx.abs() + 9.0 * dy.abs(),
            width * dy.abs() + 9.0 * dx.abs(),
        );
        PxBox::about(*at, across, down)
    });
    let Some(place) = labeller.place_or_skip(boxes) else {
        return false;
    };
    let spot = spots
        .iter()
        .find(|(at, ..)| at.distance(place.centre()) < 1e-6);
    let Some((at, dx, dy)) = spot else {
        return false;
    };
    let mut attributes = format!("fill=\"{ink}\" font-size=\"10\" transform=\"rotate(");
    let slant = dy.atan2(*dx).to_degrees();
    let _ = write!(attributes, "{slant:.1} {:.1} {:.1})\"", at.x, at.y);
    path::text(out, *at, &attributes, words);
    true
}
