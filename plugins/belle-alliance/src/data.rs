use grognard_sdk::{Bundle, Files};

/// The ruleset's document, read once.
pub(crate) static BUNDLE: Bundle = Bundle::new(FILES);

/// The ruleset's words and numbers.
const FILES: Files = Files {
    manifest: include_str!("../manifest.toml"),
    findings: include_str!("../findings.toml"),
    clauses: include_str!("../clauses.toml"),
    readings: include_str!("../readings.toml"),
    charts: &[
        (
            "charts/constants.toml",
            include_str!("../charts/constants.toml"),
        ),
        ("charts/phases.toml", include_str!("../charts/phases.toml")),
        (
            "charts/formations.toml",
            include_str!("../charts/formations.toml"),
        ),
        ("charts/rates.toml", include_str!("../charts/rates.toml")),
        (
            "charts/terrain.toml",
            include_str!("../charts/terrain.toml"),
        ),
        (
            "charts/reductions.toml",
            include_str!("../charts/reductions.toml"),
        ),
        ("charts/bases.toml", include_str!("../charts/bases.toml")),
        (
            "charts/passing.toml",
            include_str!("../charts/passing.toml"),
        ),
    ],
    languages: &[],
};
