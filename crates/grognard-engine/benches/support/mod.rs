//! Battles to measure on.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fmt::Write as _;
use std::path::Path;

use grognard_engine::scenario::Scenario;
use grognard_engine::{Battle, Setup};
use grognard_host::{LoadedRuleset, Registry};

/// A ruleset, the phase in which it takes a march, and a march of three segments it allows.
#[derive(Debug)]
pub(crate) struct Measured {
    pub(crate) id: &'static str,
    pub(crate) library: &'static str,
    pub(crate) phase: &'static str,
    pub(crate) course: &'static str,
    /// A reading it needs, so that a march may be asked about at all.
    pub(crate) reading: Option<(&'static str, &'static str)>,
}

pub(crate) const RULESETS: [Measured; 3] = [
    Measured {
        id: "horse-and-musket",
        library: "horse_and_musket",
        phase: "movement",
        course: "advance 1 in, wheel left 5, advance 1/2 in",
        reading: None,
    },
    Measured {
        id: "general-de-brigade",
        library: "general_de_brigade",
        phase: "movement",
        course: "advance 3 cm, wheel left 5, advance 2 cm",
        reading: None,
    },
    Measured {
        id: "belle-alliance",
        library: "belle_alliance",
        phase: "orders/write",
        course: "advance 20 mm, wheel left 5, advance 10 mm",
        reading: Some(("measuring", "always")),
    },
];

/// Every ruleset, linked into this program.
pub(crate) fn linked() -> Registry {
    let mut registry = Registry::new();
    for plugin in [
        horse_and_musket::plugin(),
        general_de_brigade::plugin(),
        belle_alliance::plugin(),
    ] {
        registry.link(plugin).expect("a sound ruleset");
    }
    registry
}

/// Every ruleset, loaded from the libraries that cargo built beside this program.
pub(crate) fn loaded() -> Registry {
    let program = std::env::current_exe().expect("this program");
    let mut registry = Registry::new();
    for ruleset in RULESETS {
        let file = format!("{DLL_PREFIX}{}{DLL_SUFFIX}", ruleset.library);
        let found = program
            .ancestors()
            .skip(1)
            .map(|folder| folder.join(&file))
            .find(|path| path.is_file());
        registry
            .load(&found.expect("a library"))
            .expect("a sound ruleset");
    }
    registry
}

/// Quatre Bras, at the first phase that takes a march.
pub(crate) fn quatre_bras(ruleset: &LoadedRuleset, measured: &Measured) -> Battle {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/quatre_bras.toml");
    let scenario = Scenario::open(&path).expect("a scenario");
    let readings = measured
        .reading
        .iter()
        .map(|(id, value)| ((*id).to_owned(), (*value).to_owned()));
    let setup = Setup {
        readings: readings.collect(),
        ..Setup::default()
    };
    let mut battle = Battle::start(&scenario, ruleset, &setup).expect("a battle");
    while battle.phase().is_some_and(|at| at.id != measured.phase) {
        battle.end_phase(&[]).expect("the phase ends");
    }
    battle
}

/// A table with `units` lines of four stands in rows, and twenty woods, every other one not convex.
pub(crate) fn crowd(ruleset: &LoadedRuleset, units: usize) -> Battle {
    const APART: f64 = 8.0;
    let rows = (units as f64).sqrt().ceil();
    let side = rows * APART + 20.0;
    let mut text = format!(
        "format = 1\nname = \"crowd\"\n[table]\nunit = \"in\"\nmin = [-20, -20]\nmax = [{side}, {side}]\n\
         [[side]]\nid = \"own\"\nname = \"own\"\ncolour = \"#000000\"\n\
         [[side]]\nid = \"enemy\"\nname = \"enemy\"\ncolour = \"#ffffff\"\n"
    );
    let mut add = |part: std::fmt::Arguments<'_>| text.write_fmt(part).expect("room");
    for piece in 0..20 {
        let (x, y) = (
            f64::from(piece % 5) * side / 5.0 - 16.0,
            f64::from(piece / 5) * side / 4.0 + 2.0,
        );
        let dent = if piece % 2 == 0 {
            ""
        } else {
            &format!(", [{}, {}]", x + 2.0, y + 1.0)
        };
        add(format_args!(
            "[[terrain]]\nid = \"t{piece}\"\nname = \"t\"\nkind = \"woods\"\n\
             area = [[{x}, {y}], [{}, {y}], [{}, {}]{dent}]\n",
            x + 5.0,
            x + 4.0,
            y + 3.0,
        ));
    }
    for unit in 0..units {
        let (x, y) = (
            (unit as f64 % rows) * APART,
            (unit as f64 / rows).floor() * APART,
        );
        add(format_args!(
            "[[unit]]\nid = \"u{unit}\"\nname = \"u\"\nside = \"own\"\nat = [{x}, {y}]\nfacing = 0\n\
             horse-and-musket = {{ arm = \"infantry\", stands = 4, formation = \"line\" }}\n"
        ));
    }
    let scenario = Scenario::read(&text, "crowd").unwrap_or_else(|errors| panic!("{errors}"));
    Battle::start(&scenario, ruleset, &Setup::default()).expect("a battle")
}
