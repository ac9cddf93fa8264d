//! What the documents show is run, and what they list is complete.
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

mod support;

use std::fs;
use std::path::{Path, PathBuf};

use support::{Installed, root};

/// README.md and every page of the site.
fn documents() -> Vec<PathBuf> {
    let mut found = vec![root().join("README.md")];
    pages(&root().join("docs"), &mut found);
    found.sort();
    found
}

fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            pages(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
}

/// The words of a command line, quotes taken off.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut quote) = (None::<String>, None);
    for c in line.chars() {
        match (c, quote) {
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, Some(q)) if c == q => quote = None,
            (' ', None) => words.extend(word.take()),
            (c, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[test]
fn every_command_in_the_documents_runs() {
    let program = Installed::with_all();
    let out = format!("{}/", program.folder().display());
    let mut count = 0;
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        for line in text
            .lines()
            .filter_map(|line| line.strip_prefix("$ grognard "))
        {
            // What they write goes into a folder of this test.
            let words: Vec<String> = words(line)
                .into_iter()
                .map(|word| match word.strip_prefix("out/") {
                    Some(name) => format!("{out}{name}"),
                    None => word,
                })
                .collect();
            let args: Vec<&str> = words.iter().map(String::as_str).collect();
            let run = program.run(&args);
            let at = document.display();
            assert!(
                matches!(run.code, 0..=2),
                "{at}: $ grognard {line}\n{run:?}"
            );
            count += 1;
        }
    }
    assert!(count > 10, "only {count} commands were found");
}

#[test]
fn every_finding_of_the_engine_is_listed() {
    let page = fs::read_to_string(root().join("docs/reference/findings.md")).unwrap();
    for finding in grognard_engine::explain::engine_findings() {
        assert!(
            page.contains(&format!("| `{}` |", finding.id)),
            "{} is missing",
            finding.id
        );
    }
}

#[test]
fn every_command_is_listed() {
    let program = Installed::without_plugins();
    let help = program.run(&["--help"]).out;
    let commands = help
        .split("Commands:")
        .nth(1)
        .unwrap()
        .split("Options:")
        .next()
        .unwrap();
    let page = fs::read_to_string(root().join("docs/reference/program.md")).unwrap();
    for line in commands
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
    {
        let command = line.split_whitespace().next().unwrap();
        let listed = page.contains(&format!("| `{command}")) || command == "help";
        assert!(listed, "{command} is missing");
    }
}

#[test]
fn the_scenario_of_the_reference_plays() {
    let program = Installed::new();
    let page = fs::read_to_string(root().join("docs/reference/scenario.md")).unwrap();
    let scenario = page
        .split("```toml\n")
        .nth(1)
        .unwrap()
        .split("```")
        .next()
        .unwrap();
    let scenario = program.write("scenario.toml", scenario);
    let rules = [
        "--rules",
        "horse-and-musket",
        "--order",
        "1/42: advance 1 in",
    ];
    let run = program.run(&[&["check", scenario.as_str()][..], &rules].concat());
    assert_eq!(run.code, 0, "{run:?}");
}

#[test]
fn the_script_of_the_how_to_goes_as_it_expects() {
    let program = Installed::new();
    let page = fs::read_to_string(root().join("docs/how-to/script-a-battle.md")).unwrap();
    let script = page
        .split("```toml\n")
        .nth(1)
        .unwrap()
        .split("```")
        .next()
        .unwrap();
    let script = program.write("script.toml", script);
    let run = program.run(&["play", "scenarios/quatre_bras.toml", &script]);
    assert_eq!(run.code, 0, "{run:?}");
}
