use std::fmt::Write as _;

use grognard_core::{Shape, Terrain};

use super::{Look, on_sheet};
use crate::draw::frame::{Frame, Px};
use crate::draw::path::Path;

/// Draws a line `broad` pixels wide. Of a road only the edges: see [`surfaces`].
pub(super) fn draw(out: &mut String, look: Look, points: &[Px], broad: f64) {
    match look {
        Look::Road => stroke(out, points, road_width(broad) + 1.8, "stroke=\"#a58d63\""),
        Look::Water | Look::Marsh => {
            stroke(out, points, broad.max(2.2) + 1.4, "stroke=\"#5d8fb0\"");
            stroke(out, points, broad.max(2.2), "stroke=\"#a9c9dc\"");
        }
        Look::Hedge => hedge(out, points, broad),
        Look::Wall => wall(out, points, broad),
        Look::Building => stroke(out, points, broad.max(3.0), "stroke=\"#b5694a\""),
        Look::Wood => {
            stroke(out, points, broad.max(6.0), "stroke=\"#bccb97\"");
            beads(out, points, broad.max(6.0), "#7f9d5c");
        }
        Look::Hill => stroke(
            out,
            points,
            broad.max(2.0),
            "stroke=\"#b79c66\" stroke-opacity=\".6\"",
        ),
        Look::Crops | Look::Rough | Look::Plain => stroke(
            out,
            points,
            broad.max(1.6),
            "stroke=\"#9a8f72\" stroke-opacity=\".7\" stroke-dasharray=\"5 4\"",
        ),
    }
}

/// The surfaces of all roads.
pub(super) fn surfaces(out: &mut String, pieces: &[(Look, &Terrain)], frame: &Frame) {
    for (look, piece) in pieces {
        if let (Look::Road, Shape::Line { points, width }) = (look, &piece.shape) {
            let broad = road_width(width * frame.scale);
            stroke(out, &on_sheet(points, frame), broad, "stroke=\"#f8f1df\"");
        }
    }
}

fn road_width(broad: f64) -> f64 {
    broad.max(2.6)
}

/// A row of bushes.
pub(super) fn hedge(out: &mut String, points: &[Px], broad: f64) {
    stroke(out, points, broad.max(2.0) * 0.8, "stroke=\"#8ba268\"");
    beads(out, points, broad.max(3.2), "#56733d");
}

/// A double line of stone.
pub(super) fn wall(out: &mut String, points: &[Px], broad: f64) {
    stroke(
        out,
        points,
        broad.max(2.0) + 1.2,
        "stroke=\"#6b6357\" stroke-linecap=\"butt\"",
    );
    stroke(
        out,
        points,
        broad.max(2.0),
        "stroke=\"#c9c0b0\" stroke-linecap=\"butt\" stroke-dasharray=\"4 1.2\"",
    );
}

fn stroke(out: &mut String, points: &[Px], width: f64, attributes: &str) {
    let mut path = Path::default();
    path.through(points);
    path.write(
        out,
        &format!("fill=\"none\" stroke-width=\"{width:.1}\" {attributes}"),
    );
}

/// Round dots along a line.
fn beads(out: &mut String, points: &[Px], size: f64, colour: &str) {
    let mut attributes = String::new();
    let _ = write!(
        attributes,
        "stroke-dasharray=\"0 {:.1}\" stroke=\"{colour}\"",
        size * 1.15
    );
    stroke(out, points, size, &attributes);
}
