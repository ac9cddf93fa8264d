//! The sheet: ground, grid, rulers, title, north arrow, scale bar and the sides.

use std::fmt::Write as _;

use grognard_core::{Board, Document, LengthUnit, Point, RSome};

use super::colour::{self, Livery};
use super::frame::{Frame, Px, PxBox};
use super::labels::text_width;
use super::options::DrawOptions;
use super::path::{self, Path, num};

const PAPER: &str = "#fbf8ef";
const INK: &str = "#3d362b";

/// Opens the SVG element and lays the ground.
pub(super) fn open(
    out: &mut String,
    board: &Board,
    document: &Document,
    options: &DrawOptions,
    frame: &Frame,
) {
    let (width, height) = (frame.width, frame.height);
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\" \
         style=\"max-width:100%;height:auto\" \
         font-family=\"'Helvetica Neue',Helvetica,Arial,sans-serif\"><title>"
    );
    path::escape(out, board.name.as_str());
    out.push_str(", ");
    path::escape(out, &document.manifest.title);
    out.push_str(", ");
    path::escape(out, &caption(board, options));
    out.push_str("</title>");
    filled_box(out, frame.table_box(), "fill=\"#ebe8d2\"");
}

fn caption(board: &Board, options: &DrawOptions) -> String {
    if let Some(caption) = &options.caption {
        return caption.clone();
    }
    let clock = &board.clock;
    let mut words = format!("turn {}, {}", clock.turn, clock.phase);
    if let RSome(side) = &clock.active {
        let name = board
            .side(side.as_str())
            .map_or(side.as_str(), |side| side.name.as_str());
        let _ = write!(words, ", {name} to act");
    }
    words
}

fn filled_box(out: &mut String, area: PxBox, attributes: &str) {
    out.push_str("<rect x=\"");
    num(out, area.left);
    out.push_str("\" y=\"");
    num(out, area.top);
    out.push_str("\" width=\"");
    num(out, area.width());
    out.push_str("\" height=\"");
    num(out, area.height());
    out.push_str("\" ");
    out.push_str(attributes);
    out.push_str("/>");
}

fn unit(document: &Document, options: &DrawOptions) -> LengthUnit {
    options.unit.unwrap_or(document.manifest.unit)
}

/// The distance between grid lines, in the unit: the smallest handy one that leaves them apart.
fn grid_step(unit: LengthUnit, frame: &Frame) -> f64 {
    let handy: &[f64] = match unit {
        LengthUnit::Inch => &[1.0, 2.0, 3.0, 6.0, 12.0, 24.0, 48.0],
        LengthUnit::Centimetre => &[1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0],
        LengthUnit::Millimetre => &[1.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0],
    };
    let pixels = unit.millimetres().to_f64() * frame.scale;
    let apart = handy.iter().copied().find(|step| step * pixels >= 44.0);
    // A table beyond all handy steps is cut in twelve.
    apart.unwrap_or_else(|| ((frame.max.x - frame.min.x) * frame.scale / pixels / 12.0).ceil())
}

/// The places of the grid lines between two coordinates, in the unit.
fn marks(from: f64, to: f64, step: f64, unit: LengthUnit) -> impl Iterator<Item = f64> {
    let unit = unit.millimetres().to_f64();
    let first = (from / unit / step - 1e-9).ceil();
    (0..400)
        .map(move |n| (first + f64::from(n)) * step)
        .take_while(move |m| m * unit <= to + 1e-6)
}

/// The grid over the ground.
pub(super) fn grid(out: &mut String, document: &Document, options: &DrawOptions, frame: &Frame) {
    let unit = unit(document, options);
    let step = grid_step(unit, frame);
    let mm = unit.millimetres().to_f64();
    let mut lines = Path::default();
    for x in marks(frame.min.x, frame.max.x, step, unit) {
        lines.start(frame.px(Point::new(x * mm, frame.min.y)));
        lines.line(frame.px(Point::new(x * mm, frame.max.y)));
    }
    for y in marks(frame.min.y, frame.max.y, step, unit) {
        lines.start(frame.px(Point::new(frame.min.x, y * mm)));
        lines.line(frame.px(Point::new(frame.max.x, y * mm)));
    }
    lines.write(
        out,
        "stroke=\"#6f6247\" stroke-opacity=\".17\" stroke-width=\".7\" fill=\"none\"",
    );
}

/// The paper about the table, which covers what reaches over its edge, and all that stands on it.
pub(super) fn margin(
    out: &mut String,
    board: &Board,
    document: &Document,
    options: &DrawOptions,
    palette: &[Livery],
    frame: &Frame,
) {
    let table = frame.table_box();
    let sheet = PxBox {
        left: 0.0,
        top: 0.0,
        right: frame.width,
        bottom: frame.height,
    };
    let mut paper = Path::default();
    for area in [sheet, table] {
        paper.ring(&[
            Px {
                x: area.left,
                y: area.top,
            },
            Px {
                x: area.right,
                y: area.top,
            },
            Px {
                x: area.right,
                y: area.bottom,
            },
            Px {
                x: area.left,
                y: area.bottom,
            },
        ]);
    }
    paper.write(out, &format!("fill=\"{PAPER}\" fill-rule=\"evenodd\""));
    filled_box(
        out,
        table.grown(0.7),
        &format!("fill=\"none\" stroke=\"{INK}\" stroke-width=\"1.4\""),
    );
    filled_box(
        out,
        table.grown(3.4),
        &format!("fill=\"none\" stroke=\"{INK}\" stroke-width=\".6\""),
    );
    title(out, board, document, options, frame);
    rulers(out, document, options, frame);
    north(out, frame);
    scale_bar(out, document, options, frame);
    sides(out, board, palette, frame);
}

fn title(
    out: &mut String,
    board: &Board,
    document: &Document,
    options: &DrawOptions,
    frame: &Frame,
) {
    let table = frame.table_box();
    let serif = "font-family=\"Georgia,'Times New Roman',serif\"";
    let at = Px {
        x: table.left,
        y: 23.0,
    };
    let size = (1.5 * frame.width / board.name.chars().count().max(1) as f64).clamp(9.0, 18.0);
    let attributes = format!("{serif} font-size=\"{size:.1}\" font-weight=\"bold\" fill=\"{INK}\"");
    path::text(out, at, &attributes, board.name.as_str());
    let line = format!("{} · {}", document.manifest.title, caption(board, options));
    path::text(
        out,
        Px {
            x: table.left,
            y: 40.0,
        },
        &format!("{serif} font-size=\"11.5\" font-style=\"italic\" fill=\"#6b6152\""),
        &line,
    );
}

fn rulers(out: &mut String, document: &Document, options: &DrawOptions, frame: &Frame) {
    let unit = unit(document, options);
    let step = grid_step(unit, frame);
    let mm = unit.millimetres().to_f64();
    let table = frame.table_box();
    out.push_str("<g font-size=\"8.5\" fill=\"#7b705d\" text-anchor=\"middle\">");
    for x in marks(frame.min.x, frame.max.x, step, unit) {
        let at = frame.px(Point::new(x * mm, frame.min.y));
        path::text(
            out,
            Px {
                x: at.x,
                y: table.bottom + 13.5,
            },
            "",
            &format!("{x}"),
        );
    }
    out.push_str("</g><g font-size=\"8.5\" fill=\"#7b705d\" text-anchor=\"end\">");
    for y in marks(frame.min.y, frame.max.y, step, unit) {
        let at = frame.px(Point::new(frame.min.x, y * mm));
        path::text(
            out,
            Px {
                x: table.left - 6.5,
                y: at.y + 3.0,
            },
            "",
            &format!("{y}"),
        );
    }
    out.push_str("</g>");
}

/// The place of the north arrow: the upper right corner of the sheet, above the table.
fn north(out: &mut String, frame: &Frame) {
    let table = frame.table_box();
    let foot = Px {
        x: table.right - 10.0,
        y: 43.0,
    };
    let (left, right) = (foot.shifted(-6.0, 0.0), foot.shifted(6.0, 0.0));
    let (tip, notch) = (foot.shifted(0.0, -25.0), foot.shifted(0.0, -6.0));
    let mut dark = Path::default();
    dark.ring(&[tip, left, notch]);
    dark.write(
        out,
        &format!("fill=\"{INK}\" stroke=\"{INK}\" stroke-width=\".8\""),
    );
    let mut light = Path::default();
    light.ring(&[tip, right, notch]);
    light.write(
        out,
        &format!("fill=\"{PAPER}\" stroke=\"{INK}\" stroke-width=\".8\""),
    );
    let attributes =
        format!("font-size=\"10\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"{INK}\"");
    path::text(out, foot.shifted(0.0, -28.5), &attributes, "N");
}

/// Four steps of the grid, black and white in turn.
fn scale_bar(out: &mut String, document: &Document, options: &DrawOptions, frame: &Frame) {
    let unit = unit(document, options);
    let step = grid_step(unit, frame);
    let pixels = step * unit.millimetres().to_f64() * frame.scale;
    let table = frame.table_box();
    let fits = ((table.width() * 0.45) / pixels).floor().clamp(1.0, 4.0) as u32;
    let top = table.bottom + 33.0;
    let attributes = format!("font-size=\"9\" text-anchor=\"middle\" fill=\"{INK}\"");
    for piece in 0..fits {
        let left = table.left + f64::from(piece) * pixels;
        let area = PxBox {
            left,
            top,
            right: left + pixels,
            bottom: top + 5.0,
        };
        let colour = if piece % 2 == 0 { INK } else { PAPER };
        filled_box(
            out,
            area,
            &format!("fill=\"{colour}\" stroke=\"{INK}\" stroke-width=\".8\""),
        );
    }
    for mark in 0..=fits {
        let value = f64::from(mark) * step;
        let words = if mark == fits {
            format!("{value} {}", unit.symbol())
        } else {
            format!("{value}")
        };
        let at = Px {
            x: table.left + f64::from(mark) * pixels,
            y: top + 16.0,
        };
        path::text(out, at, &attributes, &words);
    }
}

fn sides(out: &mut String, board: &Board, palette: &[Livery], frame: &Frame) {
    let table = frame.table_box();
    let mut right = table.right;
    let y = table.bottom + 40.0;
    for side in board.sides.iter().rev() {
        let name: String = side.name.chars().take(30).collect();
        let left = right - text_width(&name, 12.0) - 22.0;
        if left < table.left + table.width() * 0.5 {
            break;
        }
        if let Some(livery) = colour::of(palette, &side.id) {
            let area = PxBox {
                left,
                top: y - 9.0,
                right: left + 16.0,
                bottom: y + 1.0,
            };
            let colours = format!(
                "fill=\"{}\" stroke=\"{}\" rx=\"1\"",
                livery.fill, livery.line
            );
            filled_box(out, area, &colours);
        }
        let at = Px { x: left + 21.0, y };
        path::text(out, at, &format!("font-size=\"12\" fill=\"{INK}\""), &name);
        right = left - 18.0;
    }
}
