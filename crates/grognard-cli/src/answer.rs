use std::io::{ErrorKind, Write};
use std::process::ExitCode;

use serde_json::Value;

use crate::exit::Exit;

/// What a command answers: for people, for programs, and how the program ends.
#[derive(Debug)]
pub(crate) struct Answer {
    /// The text for people.
    pub text: String,
    /// What people should know besides; it goes to standard error.
    pub notes: String,
    /// The document for programs.
    pub json: Value,
    /// How the program ends.
    pub exit: Exit,
}

impl Answer {
    /// An answer that ends well.
    pub(crate) fn good(text: String, json: Value) -> Self {
        Self {
            text,
            notes: String::new(),
            json,
            exit: Exit::Good,
        }
    }

    /// Prints the answer and gives the exit code.
    pub(crate) fn print(self, json: bool) -> ExitCode {
        let written = if json {
            print_json(&self.json)
        } else {
            // The answer itself matters more than the notes.
            let _ = anstream::stderr().lock().write_all(self.notes.as_bytes());
            print_text(&self.text)
        };
        match written {
            Ok(()) => self.exit.into(),
            // Who stopped reading has what he wanted.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => self.exit.into(),
            Err(_) => Exit::File.into(),
        }
    }
}

/// Prints one JSON document to standard output.
pub(crate) fn print_json(value: &Value) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, value)?;
    out.write_all(b"\n")?;
    out.flush()
}

fn print_text(text: &str) -> std::io::Result<()> {
    // Takes the colours out where they do not belong.
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}
