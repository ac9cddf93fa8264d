//! Commanders: a small shield with a star, and the name.

use std::f64::consts::TAU;

use grognard_core::{Board, Commander};

use super::colour::{self, Livery};
use super::frame::{Frame, Px, PxBox};
use super::labels::{Labeller, text_width};
use super::path::{self, Path};

const RADIUS: f64 = 6.0;
const SIZE: f64 = 9.5;

/// Draws all commanders.
pub(super) fn draw(out: &mut String, board: &Board, palette: &[Livery], frame: &Frame) {
    for commander in &board.commanders {
        let Some(livery) = colour::of(palette, &commander.side) else {
            continue;
        };
        let at = frame.px(commander.at);
        out.push_str("<g data-commander=\"");
        path::escape(out, commander.id.as_str());
        out.push_str("\"><title>");
        path::escape(out, label(commander));
        out.push_str(" · ");
        path::escape(out, commander.rank.as_str());
        out.push_str("</title>");
        let mut disc = Path::default();
        disc.dot(at);
        disc.write(
            out,
            &format!(
                "stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\"",
                livery.line,
                2.0 * RADIUS
            ),
        );
        let mut face = Path::default();
        face.dot(at);
        face.write(
            out,
            &format!(
                "stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\"",
                livery.pale,
                2.0 * RADIUS - 2.0
            ),
        );
        let mut star = Path::default();
        star.ring(&star_about(at));
        star.write(out, &format!("fill=\"{}\"", livery.line));
        out.push_str("</g>");
    }
}

fn star_about(at: Px) -> Vec<Px> {
    (0..10)
        .map(|corner| {
            let reach = if corner % 2 == 0 {
                RADIUS - 1.6
            } else {
                (RADIUS - 1.6) * 0.42
            };
            let angle = f64::from(corner) * TAU / 10.0;
            at.shifted(reach * angle.sin(), -reach * angle.cos())
        })
        .collect()
}

fn label(commander: &Commander) -> &str {
    if commander.name.is_empty() {
        commander.id.as_str()
    } else {
        commander.name.as_str()
    }
}

/// Tells the labeller where commanders stand.
pub(super) fn occupy(board: &Board, frame: &Frame, labeller: &mut Labeller) {
    for commander in &board.commanders {
        labeller.occupy(
            PxBox::about(frame.px(commander.at), 2.0 * RADIUS, 2.0 * RADIUS),
            3.0,
        );
    }
}

/// Writes the commanders' names.
pub(super) fn name(out: &mut String, board: &Board, frame: &Frame, labeller: &mut Labeller) {
    out.push_str(
        "<g font-size=\"9.5\" font-style=\"italic\" text-anchor=\"middle\" fill=\"#3d362b\" \
         stroke=\"#fbf8ef\" stroke-width=\"2.6\" stroke-opacity=\".9\" stroke-linejoin=\"round\" \
         paint-order=\"stroke\">",
    );
    for commander in &board.commanders {
        let at = frame.px(commander.at);
        let words = label(commander);
        let width = text_width(words, SIZE);
        let mut places = Vec::new();
        for (ring, gap) in [3.0, 10.0, 20.0].into_iter().enumerate() {
            let (dx, dy) = (RADIUS + gap + width / 2.0, RADIUS + gap + SIZE / 2.0);
            for (step, (x, y)) in [
                (dx, 0.0),
                (-dx, 0.0),
                (0.0, dy),
                (0.0, -dy),
                (dx, dy),
                (-dx, -dy),
            ]
            .into_iter()
            .enumerate()
            {
                let worse = ring as f64 * 0.5 + step as f64 * 0.03;
                places.push((PxBox::about(at.shifted(x, y), width, SIZE), worse));
            }
        }
        let Some(place) = labeller.place(places) else {
            continue;
        };
        path::text(out, place.centre().shifted(0.0, SIZE * 0.36), "", words);
    }
    out.push_str("</g>");
}
