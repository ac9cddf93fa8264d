//! Where a unit can get to, as ever paler grounds.

use crate::reach::Contour;

use super::frame::{Frame, Px};
use super::path::Path;

/// The contours, dearest first, so that cheaper ground lies over it.
pub(super) fn draw(out: &mut String, contours: &[Contour], frame: &Frame) {
    let mut ordered: Vec<&Contour> = contours.iter().collect();
    ordered.sort_by(|a, b| b.share.total_cmp(&a.share));
    for contour in ordered {
        let mut ground = Path::default();
        for ring in contour.areas.iter().flatten() {
            let points: Vec<Px> = ring.iter().map(|point| frame.px(*point)).collect();
            ground.ring(&points);
        }
        ground.write(
            out,
            "fill=\"#3f7fbf\" fill-opacity=\".16\" fill-rule=\"evenodd\" stroke=\"#2b5f94\" \
             stroke-opacity=\".7\" stroke-width=\".8\"",
        );
    }
}
