//! A line in, a line out.

use std::io::{self, BufRead, Write};

use serde_json::Value;

/// Answers every line of the standard input; what is wrong with one is its answer.
pub(crate) fn answered(answer: impl Fn(&str) -> Result<Value, String>) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let reply = answer(&line).unwrap_or_else(|error| serde_json::json!({ "error": error }));
        writeln!(out, "{reply}")?;
    }
    Ok(())
}
