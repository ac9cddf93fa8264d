//! Terrain, drawn by the `draw` hints of the manifest.

mod areas;
mod lines;
mod names;

pub(super) use names::name;

use grognard_core::{Board, Document, Shape, Terrain};

use super::frame::{Frame, Px};

/// How a piece of terrain looks. What lies lower is drawn first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Look {
    Hill,
    Crops,
    Plain,
    Rough,
    Marsh,
    Water,
    Wood,
    Road,
    Hedge,
    Wall,
    Building,
}

impl Look {
    /// The look of a piece: the hint of its kind in the manifest.
    fn of(piece: &Terrain, document: &Document) -> Self {
        let kind = document
            .manifest
            .terrain
            .iter()
            .find(|kind| piece.kind == *kind.id.as_str());
        match kind.map_or("", |kind| kind.draw.as_str()) {
            "hill" | "slope" => Self::Hill,
            "crops" | "field" => Self::Crops,
            "rough" => Self::Rough,
            "marsh" => Self::Marsh,
            "water" => Self::Water,
            "wood" => Self::Wood,
            "road" => Self::Road,
            "hedge" => Self::Hedge,
            "wall" => Self::Wall,
            "building" => Self::Building,
            _ => Self::Plain,
        }
    }
}

/// The board's pieces with their looks, lowest first.
fn layered<'a>(board: &'a Board, document: &Document) -> Vec<(Look, &'a Terrain)> {
    let mut pieces: Vec<_> = board
        .terrain
        .iter()
        .map(|piece| (Look::of(piece, document), piece))
        .collect();
    pieces.sort_by_key(|(look, _)| *look);
    pieces
}

/// Draws all terrain.
pub(super) fn draw(out: &mut String, board: &Board, document: &Document, frame: &Frame) {
    out.push_str("<g stroke-linejoin=\"round\" stroke-linecap=\"round\">");
    let pieces = layered(board, document);
    for (index, (look, piece)) in pieces.iter().enumerate() {
        match &piece.shape {
            Shape::Area(ring) => areas::draw(out, *look, &on_sheet(ring, frame), frame),
            Shape::Line { points, width } => {
                let broad = width * frame.scale;
                lines::draw(out, *look, &on_sheet(points, frame), broad);
            }
        }
        // Roads are joined: the surfaces of all go over the edges of all.
        let last_road = *look == Look::Road
            && pieces
                .get(index + 1)
                .is_none_or(|(next, _)| *next != Look::Road);
        if last_road {
            lines::surfaces(out, &pieces, frame);
        }
    }
    out.push_str("</g>");
}

fn on_sheet(points: &[grognard_core::Point], frame: &Frame) -> Vec<Px> {
    points.iter().map(|point| frame.px(*point)).collect()
}
