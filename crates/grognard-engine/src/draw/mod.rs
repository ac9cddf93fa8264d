//! Maps: a [`Board`] drawn to scale as SVG.
//!
//! Terrain is drawn by the `draw` hints of the ruleset's manifest and units by those of their
//! formations; a kind without a hint gets a plain look, so a new ruleset needs nothing here. The
//! text is a pure function of board, document and options. It holds no `id`, so any number of maps
//! can stand in one page.

mod colour;
mod commanders;
mod frame;
mod ghost;
mod labels;
mod options;
mod path;
mod reach;
mod scatter;
mod sheet;
mod symbol;
mod terrain;
mod troops;

#[cfg(test)]
mod tests;

pub use options::{DrawOptions, Ghost, Labels};

use grognard_core::{Board, Document};

use frame::Frame;
use labels::Labeller;

/// The map of `board`, to scale, as one SVG element.
///
/// Lengths are given in the unit of the ruleset (or of `options`). The result is well-formed XML
/// whatever names the board holds.
pub fn board_svg(board: &Board, document: &Document, options: &DrawOptions) -> String {
    let frame = Frame::new(&board.table, options.width);
    let palette = colour::palette(board);
    let mut out = String::with_capacity(64 * 1024);
    let mut labeller = Labeller::new(frame.table_box());

    sheet::open(&mut out, board, document, options, &frame);
    terrain::draw(&mut out, board, document, &frame);
    sheet::grid(&mut out, document, options, &frame);
    reach::draw(&mut out, &options.reach, &frame);
    ghost::halo(&mut out, board, options, &frame);
    ghost::draw(&mut out, board, options, &palette, &frame);
    troops::draw(&mut out, board, document, &palette, &frame);
    commanders::draw(&mut out, board, &palette, &frame);
    sheet::margin(&mut out, board, document, options, &palette, &frame);

    troops::occupy(board, document, &frame, &mut labeller);
    commanders::occupy(board, &frame, &mut labeller);
    if options.labels != Labels::None {
        terrain::name(&mut out, board, document, &frame, &mut labeller);
        troops::name(
            &mut out,
            board,
            document,
            options,
            &palette,
            &frame,
            &mut labeller,
        );
        commanders::name(&mut out, board, &frame, &mut labeller);
    }
    out.push_str("</svg>");
    out
}
