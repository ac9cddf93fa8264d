//! A reach as GeoJSON.

use serde_json::{Value, json};

use super::Reach;

/// A multi-polygon for each share, and a point for where the unit stands.
pub(super) fn collection(reach: &Reach, shares: &[f64]) -> Value {
    let start = reach.start();
    let mut features = vec![json!({
        "type": "Feature",
        "geometry": { "type": "Point", "coordinates": [start.at.x, start.at.y] },
        "properties": { "what": "start", "facing": start.facing.degrees() },
    })];
    for contour in reach.contours(shares) {
        let areas: Vec<Vec<Vec<[f64; 2]>>> = contour
            .areas
            .iter()
            .map(|rings| {
                let ring =
                    |ring: &Vec<grognard_core::Point>| ring.iter().map(|p| [p.x, p.y]).collect();
                rings.iter().map(ring).collect()
            })
            .collect();
        features.push(json!({
            "type": "Feature",
            "geometry": { "type": "MultiPolygon", "coordinates": areas },
            "properties": { "what": "reach", "share": contour.share },
        }));
    }
    json!({
        "type": "FeatureCollection",
        "features": features,
        // What the numbers mean, as they are no degrees of longitude and latitude.
        "unit": "mm",
        "kind": reach.order.kind.as_str(),
        "subject": reach.order.subject.as_str(),
        "cell": reach.grain().cell,
        "degrees": reach.grain().degrees,
    })
}
