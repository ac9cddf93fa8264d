//! The symbol of an arm, across the ground of a unit: the `draw` hint of the manifest's arm.

use grognard_core::{Document, Fields, Point, Unit};

use super::colour::Livery;
use super::frame::Frame;
use super::path::Path;

/// What tells an arm from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Symbol {
    /// A line from the left of the rear to the right of the front.
    Slash,
    /// Both diagonals.
    Cross,
}

/// The symbol of the arm that a unit's attribute `arm` names.
fn symbol(unit: &Unit, document: &Document) -> Option<Symbol> {
    let arm = unit.attributes.text("arm")?;
    let spec = document.manifest.arms.iter().find(|spec| spec.id == arm)?;
    match spec.draw.as_str() {
        "slash" => Some(Symbol::Slash),
        "cross" => Some(Symbol::Cross),
        _ => None,
    }
}

/// Draws the symbol of a unit across its ground.
pub(super) fn draw(
    out: &mut String,
    unit: &Unit,
    document: &Document,
    livery: &Livery,
    frame: &Frame,
) {
    let Some(symbol) = symbol(unit, document) else {
        return;
    };
    let Some([front_left, front_right, rear_right, rear_left]) = corners(unit) else {
        return;
    };
    let on_sheet = |corner| frame.px(corner);
    // Light on dark troops and dark on pale ones, so that it shows on both.
    for (colour, width) in [(&livery.line, 2.6), (&livery.pale, 1.2)] {
        let mut lines = Path::default();
        lines.through(&[rear_left, front_right].map(on_sheet));
        if symbol == Symbol::Cross {
            lines.through(&[front_left, rear_right].map(on_sheet));
        }
        lines.write(
            out,
            &format!(
                "fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\""
            ),
        );
    }
}

/// The corners of the least box about a unit that lies along its facing; none without bases.
fn corners(unit: &Unit) -> Option<[Point; 4]> {
    let corners = unit.bases.iter().flat_map(|base| base.rect.corners());
    let local = corners.map(|corner| unit.pose.local(corner));
    let (left, right, rear, front) = local.fold(None, |found, (x, y)| {
        let (left, right, rear, front) = found.unwrap_or((x, x, y, y));
        Some((left.min(x), right.max(x), rear.min(y), front.max(y)))
    })?;
    let corner = |x, y| unit.pose.point(x, y);
    Some([
        corner(left, front),
        corner(right, front),
        corner(right, rear),
        corner(left, rear),
    ])
}
