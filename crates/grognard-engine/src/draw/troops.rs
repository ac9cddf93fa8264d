//! Units: their bases to scale, in the colours of their side and the manner of their formation.

use std::fmt::Write as _;

use grognard_core::{Base, Board, Document, Pose, Rect, Unit};

use super::colour::{self, Livery};
use super::frame::{Frame, Px, PxBox};
use super::labels::{Labeller, text_width};
use super::options::{DrawOptions, Labels};
use super::path::{self, Path};
use super::symbol;

/// How a formation looks: the `draw` hint of the manifest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    Block,
    Gun,
    Dispersed,
    Ring,
}

fn manner(unit: &Unit, document: &Document) -> Manner {
    // Guns look like guns in any formation.
    if !unit.bases.is_empty() && unit.bases.iter().all(|base| is_gun(base, document)) {
        return Manner::Gun;
    }
    let formations = &document.manifest.formations;
    let spec = formations
        .iter()
        .find(|formation| unit.formation == *formation.id.as_str());
    match spec.map_or("", |spec| spec.draw.as_str()) {
        "gun" => Manner::Gun,
        "dispersed" => Manner::Dispersed,
        "ring" => Manner::Ring,
        _ => Manner::Block,
    }
}

/// Whether a base is of a kind that the ruleset wants drawn as a gun.
fn is_gun(base: &Base, document: &Document) -> bool {
    let mut kinds = document.manifest.bases.iter();
    kinds.any(|kind| kind.draw == "gun" && base.kind == *kind.id.as_str())
}

/// Draws all units.
pub(super) fn draw(
    out: &mut String,
    board: &Board,
    document: &Document,
    palette: &[Livery],
    frame: &Frame,
) {
    for unit in &board.units {
        let Some(livery) = colour::of(palette, &unit.side) else {
            continue;
        };
        out.push_str("<g data-unit=\"");
        path::escape(out, unit.id.as_str());
        out.push_str("\" stroke-linejoin=\"round\"><title>");
        tooltip(out, unit);
        out.push_str("</title>");
        match manner(unit, document) {
            Manner::Block => {
                bases(out, unit, livery, frame);
                symbol::draw(out, unit, document, livery, frame);
                facing(out, unit, livery, frame);
            }
            Manner::Ring => {
                bases(out, unit, livery, frame);
                symbol::draw(out, unit, document, livery, frame);
                fronts(out, unit, livery, frame);
            }
            Manner::Dispersed => {
                dispersed(out, unit, livery, frame);
                symbol::draw(out, unit, document, livery, frame);
                facing(out, unit, livery, frame);
            }
            Manner::Gun => guns(out, unit, livery, frame, document),
        }
        out.push_str("</g>");
    }
}

fn tooltip(out: &mut String, unit: &Unit) {
    path::escape(out, unit.id.as_str());
    if !unit.name.is_empty() && unit.name.as_str() != unit.id.as_str() {
        out.push_str(" · ");
        path::escape(out, unit.name.as_str());
    }
    out.push_str(" · ");
    path::escape(out, unit.formation.as_str());
    let figures: u64 = unit.bases.iter().map(|base| u64::from(base.figures)).sum();
    let _ = write!(
        out,
        " · facing {} · {} bases",
        unit.pose.facing,
        unit.bases.len()
    );
    if figures > 0 {
        let _ = write!(out, ", {figures} figures");
    }
}

/// Solid bases with their seams, and a stronger line along every front.
fn bases(out: &mut String, unit: &Unit, livery: &Livery, frame: &Frame) {
    let mut solid = Path::default();
    let mut fronts = Path::default();
    for base in &unit.bases {
        let corners = frame.corners(&base.rect);
        solid.ring(&corners);
        fronts.through(&[corners[0], corners[1]]);
    }
    let seam = seam(unit, frame);
    solid.write(
        out,
        &format!(
            "fill=\"{}\" stroke=\"{}\" stroke-width=\"{seam:.1}\"",
            livery.fill, livery.line
        ),
    );
    fronts.write(
        out,
        &format!(
            "fill=\"none\" stroke=\"{}\" stroke-width=\"{:.1}\"",
            livery.line,
            seam * 1.8
        ),
    );
    figures(out, unit, livery, frame);
}

/// The figures of solid bases, where the picture is large enough to show them.
fn figures(out: &mut String, unit: &Unit, livery: &Livery, frame: &Frame) {
    let mut men = Path::default();
    for base in &unit.bases {
        let room = base.rect.width.min(base.rect.depth) * frame.scale;
        if base.figures > 0 && room >= LEAST_ROOM {
            let spots = ranks(&base.rect, base.figures.min(24));
            spots.into_iter().for_each(|spot| men.dot(frame.px(spot)));
        }
    }
    men.write(
        out,
        &format!(
            "fill=\"none\" stroke=\"{}\" stroke-width=\"3.4\" stroke-linecap=\"round\"",
            livery.pale
        ),
    );
}

/// Lines between bases grow thinner as the bases do.
fn seam(unit: &Unit, frame: &Frame) -> f64 {
    let least = unit
        .bases
        .iter()
        .map(|base| base.rect.width.min(base.rect.depth));
    let least = least.fold(f64::INFINITY, f64::min) * frame.scale;
    (least * 0.12).clamp(0.4, 1.1)
}

/// A chevron ahead of the middle of the front.
fn facing(out: &mut String, unit: &Unit, livery: &Livery, frame: &Frame) {
    let front = extent(unit, frame).map_or(0.0, |extent| extent.width().max(extent.height()));
    let size = (front * 0.09).clamp(5.0, 9.0) / frame.scale;
    let gap = 1.4 / frame.scale;
    let corner = |right: f64, forward: f64| frame.px(unit.pose.point(right, forward));
    let mut chevron = Path::default();
    chevron.ring(&[
        corner(-size, gap),
        corner(0.0, gap + size * 1.25),
        corner(size, gap),
    ]);
    chevron.write(
        out,
        &format!(
            "fill=\"{}\" stroke=\"#fbf8ef\" stroke-width=\".8\"",
            livery.line
        ),
    );
}

/// A small mark ahead of every base's front: troops that face all round.
fn fronts(out: &mut String, unit: &Unit, livery: &Livery, frame: &Frame) {
    let mut marks = Path::default();
    for base in &unit.bases {
        let (front, size) = mark(&base.rect, frame);
        let corner = |right: f64, forward: f64| frame.px(front.point(right, forward));
        marks.ring(&[
            corner(-size, 0.0),
            corner(0.0, size * 1.4),
            corner(size, 0.0),
        ]);
    }
    marks.write(out, &format!("fill=\"{}\"", livery.line));
}

/// Where the mark of a base stands, the middle of its front edge, and half its width.
fn mark(rect: &Rect, frame: &Frame) -> (Pose, f64) {
    let front = rect.pose.offset(0.0, rect.depth / 2.0, 0.0);
    (front, (rect.width * 0.22).min(3.4 / frame.scale))
}

/// How far the marks of the bases stick out.
fn marks_reach(unit: &Unit, frame: &Frame) -> f64 {
    let sizes = unit.bases.iter().map(|base| mark(&base.rect, frame).1);
    1.4 * sizes.fold(0.0, f64::max)
}

/// Pale ground with a dot a figure.
fn dispersed(out: &mut String, unit: &Unit, livery: &Livery, frame: &Frame) {
    let mut ground = Path::default();
    let mut men = Path::default();
    let mut room = f64::INFINITY;
    for base in &unit.bases {
        ground.ring(&frame.corners(&base.rect));
        let count = base.figures.clamp(1, 24);
        let spots = ranks(&base.rect, count);
        room = room.min(base.rect.width.min(base.rect.depth) * frame.scale);
        spots.into_iter().for_each(|spot| men.dot(frame.px(spot)));
    }
    ground.write(
        out,
        &format!(
            "fill=\"{}\" fill-opacity=\".7\" stroke=\"{}\" stroke-width=\".8\" \
             stroke-dasharray=\"2 1.6\"",
            livery.pale, livery.line
        ),
    );
    men.write(
        out,
        &format!(
            "fill=\"none\" stroke=\"{}\" stroke-width=\"{:.1}\" stroke-linecap=\"round\"",
            livery.fill,
            (room * 0.5).clamp(1.8, 4.5)
        ),
    );
}

/// `count` spots in a rectangle: one rank where it is shallow, else two.
fn ranks(rect: &Rect, count: u32) -> Vec<grognard_core::Point> {
    let rows = if count > 2 && rect.depth * 2.0 >= rect.width / f64::from(count) * 2.0 {
        2
    } else {
        1
    };
    let per_row = count.div_ceil(rows);
    (0..count)
        .map(|index| {
            let (row, column) = (index / per_row, index % per_row);
            let in_row = if row + 1 == rows {
                count - per_row * row
            } else {
                per_row
            };
            let right = rect.width * ((f64::from(column) + 0.5) / f64::from(in_row) - 0.5);
            let forward = rect.depth * (0.5 - (f64::from(row) + 0.5) / f64::from(rows));
            rect.pose.point(right, forward)
        })
        .collect()
}

/// Pale ground, and a piece on wheels where one stands: on the bases that are guns, or on all.
fn guns(out: &mut String, unit: &Unit, livery: &Livery, frame: &Frame, document: &Document) {
    let mut ground = Path::default();
    unit.bases
        .iter()
        .for_each(|base| ground.ring(&frame.corners(&base.rect)));
    ground.write(
        out,
        &format!(
            "fill=\"{}\" stroke=\"{}\" stroke-width=\"{:.1}\"",
            livery.pale,
            livery.line,
            seam(unit, frame)
        ),
    );
    let named = unit.bases.iter().any(|base| is_gun(base, document));
    let mut barrels = Path::default();
    let mut wheels = Path::default();
    let mut size = f64::INFINITY;
    for base in unit
        .bases
        .iter()
        .filter(|base| !named || is_gun(base, document))
    {
        let Rect { pose, width, depth } = base.rect;
        let half = (width.min(depth) / 2.0).max(2.6 / frame.scale);
        let at = |right: f64, forward: f64| frame.px(pose.point(right * half, forward * half));
        barrels.through(&[at(0.0, -0.35), at(0.0, 1.0)]);
        // The trail behind, the axle, and a wheel at each of its ends.
        wheels.through(&[at(0.0, -0.95), at(0.0, 0.0)]);
        wheels.through(&[at(-0.5, 0.1), at(0.5, 0.1)]);
        wheels.through(&[at(-0.5, -0.25), at(-0.5, 0.45)]);
        wheels.through(&[at(0.5, -0.25), at(0.5, 0.45)]);
        size = size.min(half * frame.scale);
    }
    let thick = (size * 0.28).clamp(0.9, 3.0);
    wheels.write(
        out,
        &format!(
            "fill=\"none\" stroke=\"{}\" stroke-width=\"{:.1}\"",
            livery.line,
            thick * 0.7
        ),
    );
    barrels.write(
        out,
        &format!(
            "fill=\"none\" stroke=\"{}\" stroke-width=\"{thick:.1}\"",
            livery.line
        ),
    );
    facing(out, unit, livery, frame);
}

/// The box about a unit on the sheet; none for a unit without bases.
fn extent(unit: &Unit, frame: &Frame) -> Option<PxBox> {
    PxBox::around(unit.bases.iter().flat_map(|base| frame.corners(&base.rect)))
}

/// Tells the labeller where units stand: base by base, so that a slanted line keeps free no more
/// than it covers.
pub(super) fn occupy(board: &Board, document: &Document, frame: &Frame, labeller: &mut Labeller) {
    for unit in &board.units {
        if manner(unit, document) == Manner::Ring {
            for base in &unit.bases {
                let (front, size) = mark(&base.rect, frame);
                let side = 2.0 * size * frame.scale;
                let middle = frame.px(front.point(0.0, size * 0.7));
                labeller.occupy(PxBox::about(middle, side, side), 3.0);
            }
        }
        for base in &unit.bases {
            let covered = PxBox::around(frame.corners(&base.rect));
            covered
                .into_iter()
                .for_each(|area| labeller.occupy(area.grown(2.0), 3.0));
        }
        let tip = frame.px(unit.pose.point(0.0, 4.0 / frame.scale));
        labeller.occupy(PxBox::about(tip, 10.0, 10.0), 1.5);
    }
}

const SIZE: f64 = 10.5;

/// Pixels a solid base must measure for its figures to be drawn.
const LEAST_ROOM: f64 = 13.0;

/// Writes the units' labels beside them.
pub(super) fn name(
    out: &mut String,
    board: &Board,
    document: &Document,
    options: &DrawOptions,
    palette: &[Livery],
    frame: &Frame,
    labeller: &mut Labeller,
) {
    out.push_str(
        "<g font-size=\"10.5\" font-weight=\"600\" text-anchor=\"middle\" stroke=\"#fbf8ef\" \
         stroke-width=\"2.8\" stroke-opacity=\".92\" stroke-linejoin=\"round\" \
         paint-order=\"stroke\">",
    );
    for unit in &board.units {
        let words = match options.labels {
            Labels::Names if !unit.name.is_empty() => unit.name.as_str(),
            _ => unit.id.as_str(),
        };
        let Some(extent) = extent(unit, frame) else {
            continue;
        };
        let (width, height) = (text_width(words, SIZE), SIZE);
        // Marks on every side lie between the bases and the label.
        let marks = match manner(unit, document) {
            Manner::Ring => marks_reach(unit, frame),
            _ => 0.0,
        };
        let spots = spots(unit, extent, marks, (width, height), frame);
        let places = spots
            .into_iter()
            .map(|(spot, worse)| (PxBox::about(spot, width, height), worse));
        let Some(place) = labeller.place(places) else {
            continue;
        };
        let ink = colour::of(palette, &unit.side).map_or("#3d362b", |livery| livery.line.as_str());
        let at = place.centre().shifted(0.0, SIZE * 0.36);
        path::text(out, at, &format!("fill=\"{ink}\""), words);
    }
    out.push_str("</g>");
}

/// Where a label may stand, each with how much worse it is: behind the unit best, then before it,
/// then at its ends, then about its box, ever farther away.
fn spots(
    unit: &Unit,
    extent: PxBox,
    marks: f64,
    (width, height): (f64, f64),
    frame: &Frame,
) -> Vec<(Px, f64)> {
    let local = |point| unit.pose.local(point);
    let corners = || unit.bases.iter().flat_map(|base| base.rect.corners());
    let (mut left, mut right, mut rear, mut front) = (0.0_f64, 0.0_f64, 0.0_f64, 0.0_f64);
    for (x, y) in corners().map(local) {
        left = left.min(x);
        right = right.max(x);
        rear = rear.min(y);
        front = front.max(y);
    }
    let extent = extent.grown(marks * frame.scale);
    (left, right) = (left - marks, right + marks);
    (rear, front) = (rear - marks, front + marks);
    let (sin, cos) = unit.pose.facing.sin_cos();
    // How far the middle of an upright label must stand off an edge, across it and along it.
    let off = (width * sin.abs() + height * cos.abs()) / 2.0;
    let along = (width * cos.abs() + height * sin.abs()) / 2.0;
    let mut spots = Vec::new();
    for (ring, gap) in [3.0, 9.0, 18.0, 30.0].into_iter().enumerate() {
        let worse = ring as f64 * 0.5;
        let (off, along) = ((off + gap) / frame.scale, (along + gap) / frame.scale);
        let marker = 6.0 / frame.scale;
        let middle = (left + right) / 2.0;
        let own = [
            (middle, rear - off, 0.0),
            (middle, front + off + marker, 0.12),
            (right + along, (front + rear) / 2.0, 0.06),
            (left - along, (front + rear) / 2.0, 0.06),
            (right * 0.6, rear - off, 0.08),
            (left * 0.6, rear - off, 0.08),
        ];
        for (x, y, handicap) in own {
            spots.push((frame.px(unit.pose.point(x, y)), worse + handicap));
        }
        let centre = extent.centre();
        let (dx, dy) = (width / 2.0 + gap, height / 2.0 + gap);
        for (x, y) in [
            (centre.x, extent.bottom + dy),
            (centre.x, extent.top - dy),
            (extent.right + dx, centre.y),
            (extent.left - dx, centre.y),
            (extent.right + dx, extent.bottom + dy),
            (extent.left - dx, extent.bottom + dy),
            (extent.right + dx, extent.top - dy),
            (extent.left - dx, extent.top - dy),
        ] {
            spots.push((Px { x, y }, worse + 0.2));
        }
    }
    spots
}
