use std::fmt::Write as _;
use std::path::PathBuf;

use grognard_core::boundary::ABI;
use serde_json::json;

use crate::answer::Answer;
use crate::exit::Exit;
use crate::installed;
use crate::table::{columns, counted};

/// `grognard doctor`.
pub(super) fn run(plugins: &[PathBuf]) -> Answer {
    let places = installed::places(plugins);
    let registry = installed::whatever_loads(plugins);
    let rulesets = registry.rulesets();
    let problems: Vec<String> = registry
        .problems()
        .iter()
        .map(ToString::to_string)
        .collect();

    let version = env!("CARGO_PKG_VERSION");
    // Writing to a String cannot fail.
    let mut text =
        format!("grognard {version}, plugin boundary (ABI) {ABI}\n\nlooked for plugins in\n");
    let rows: Vec<Vec<String>> = places
        .iter()
        .map(|(why, path)| {
            let missing = if path.exists() { "" } else { "(not there)" };
            vec![
                (*why).to_owned(),
                path.display().to_string(),
                missing.to_owned(),
            ]
        })
        .collect();
    text.push_str(&columns(&rows, "  "));
    if rows.is_empty() {
        text.push_str("  nowhere: name a place with --plugin or GROGNARD_PLUGIN_PATH\n");
    }
    let _ = writeln!(text, "\n{}", counted(rulesets.len(), "ruleset"));
    let rows: Vec<Vec<String>> = rulesets
        .iter()
        .map(|info| {
            let built = info.handshake.as_ref().map_or(String::new(), |handshake| {
                format!(
                    "ABI {}, SDK {}, {}",
                    handshake.abi(),
                    handshake.sdk(),
                    handshake.rustc()
                )
            });
            vec![
                info.id.clone(),
                info.version.clone(),
                info.origin.to_string(),
                built,
            ]
        })
        .collect();
    text.push_str(&columns(&rows, "  "));
    let _ = writeln!(text, "\n{}", counted(problems.len(), "problem"));
    for problem in &problems {
        let _ = writeln!(text, "  {problem}");
    }

    let found: Vec<_> = rulesets
        .iter()
        .map(|info| {
            json!({
                "id": info.id,
                "version": info.version,
                "path": info.origin.path(),
                "abi": info.handshake.as_ref().map(|handshake| handshake.abi()),
                "sdk": info.handshake.as_ref().map(|handshake| handshake.sdk()),
                "rustc": info.handshake.as_ref().map(|handshake| handshake.rustc()),
            })
        })
        .collect();
    let places: Vec<_> = places
        .iter()
        .map(|(why, path)| json!({ "why": why, "path": path, "there": path.exists() }))
        .collect();
    let json = json!({
        "version": version, "abi": ABI, "places": places, "rulesets": found, "problems": problems,
    });
    let exit = if problems.is_empty() && !rulesets.is_empty() {
        Exit::Good
    } else {
        Exit::No
    };
    Answer {
        exit,
        ..Answer::good(text, json)
    }
}
