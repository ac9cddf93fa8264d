//! The data files of the ruleset, embedded.

use grognard_sdk::prelude::{Bundle, Document, Fault, Files};

/// The document of the ruleset.
pub(crate) fn document() -> Result<&'static Document, Fault> {
    BUNDLE.document()
}

static BUNDLE: Bundle = Bundle::new(FILES);

/// Manifest, findings, clauses, readings, charts and translations.
const FILES: Files = Files {
    manifest: include_str!("../manifest.toml"),
    findings: include_str!("../findings.toml"),
    clauses: include_str!("../clauses.toml"),
    readings: include_str!("../readings.toml"),
    charts: &[
        (
            "charts/movement.toml",
            include_str!("../charts/movement.toml"),
        ),
        ("charts/phase.toml", include_str!("../charts/phase.toml")),
        ("charts/hand.toml", include_str!("../charts/hand.toml")),
        ("charts/charge.toml", include_str!("../charts/charge.toml")),
        (
            "charts/retreat.toml",
            include_str!("../charts/retreat.toml"),
        ),
        (
            "charts/tactical.toml",
            include_str!("../charts/tactical.toml"),
        ),
        (
            "charts/influence.toml",
            include_str!("../charts/influence.toml"),
        ),
        ("charts/change.toml", include_str!("../charts/change.toml")),
        (
            "charts/change-to.toml",
            include_str!("../charts/change-to.toml"),
        ),
        (
            "charts/manoeuvre.toml",
            include_str!("../charts/manoeuvre.toml"),
        ),
        ("charts/gun.toml", include_str!("../charts/gun.toml")),
        (
            "charts/test-to-form.toml",
            include_str!("../charts/test-to-form.toml"),
        ),
        (
            "charts/initiative.toml",
            include_str!("../charts/initiative.toml"),
        ),
        ("charts/bases.toml", include_str!("../charts/bases.toml")),
    ],
    languages: &[("ru", include_str!("../lang/ru.toml"))],
};
