use std::fmt;

use miette::{Diagnostic, LabeledSpan, NamedSource, SourceSpan};

use super::tree::Span;

/// One thing that is wrong with a scenario.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {message}")]
pub struct ScenarioError {
    /// The field, as a path: `unit[3].at`, `terrain 'wood'.area`; the scenario as a whole is `scenario`.
    pub field: String,
    /// What is wrong with it.
    pub message: String,
    /// What to do about it; empty when the message says so.
    pub remedy: String,
    /// The line it stands on, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
    /// Where it stands, in bytes of the text.
    pub span: SourceSpan,
}

impl Diagnostic for ScenarioError {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        (!self.remedy.is_empty()).then(|| Box::new(&self.remedy) as Box<dyn fmt::Display>)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let label = LabeledSpan::new_with_span(Some("here".to_owned()), self.span);
        Some(Box::new(std::iter::once(label)))
    }
}

/// Everything that is wrong with a scenario, in the order of the text.
///
/// Displays as one line an error: `file:line:column: field: message; remedy`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioErrors {
    origin: String,
    text: String,
    unreadable: bool,
    errors: Vec<ScenarioError>,
}

impl ScenarioErrors {
    /// The errors; never empty.
    pub fn errors(&self) -> &[ScenarioError] {
        &self.errors
    }

    /// Whether nothing is wrong but that files cannot be read.
    pub fn unreadable(&self) -> bool {
        self.unreadable
    }

    /// The name of the file.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// The errors as a diagnostic that shows the lines they stand on.
    pub fn diagnostic(&self) -> ScenarioReport {
        let (text, errors) = shown(&self.text, &self.errors);
        ScenarioReport {
            origin: self.origin.clone(),
            wrong: match self.errors.len() {
                1 => "1 error".to_owned(),
                count => format!("{count} errors"),
            },
            unreadable: self.unreadable,
            source_code: NamedSource::new(&self.origin, text).with_language("TOML"),
            errors,
        }
    }

    /// A file that cannot be read.
    pub(crate) fn file(
        origin: &str,
        message: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        let mut found = Found::default();
        found.unreadable(0..0, "scenario", message, remedy);
        found.into_errors(origin, "")
    }

    /// A single error about the scenario as a whole.
    pub(crate) fn whole(
        origin: &str,
        message: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        let mut found = Found::default();
        found.add(0..0, "scenario", message, remedy);
        found.into_errors(origin, "")
    }
}

impl fmt::Display for ScenarioErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.errors.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            write!(
                f,
                "{}:{}:{}: {error}",
                self.origin, error.line, error.column
            )?;
            if !error.remedy.is_empty() {
                write!(f, "; {}", error.remedy)?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for ScenarioErrors {}

/// The errors of a scenario with the text they stand in, for terminals.
#[derive(Debug, thiserror::Error, Diagnostic)]
#[error("{origin} cannot be used: {wrong}")]
pub struct ScenarioReport {
    origin: String,
    wrong: String,
    unreadable: bool,
    #[source_code]
    source_code: NamedSource<String>,
    #[related]
    errors: Vec<ScenarioError>,
}

impl ScenarioReport {
    /// The name of the file.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// The errors; their lines and columns are those of the file.
    pub fn errors(&self) -> &[ScenarioError] {
        &self.errors
    }

    /// Whether nothing is wrong but that files cannot be read.
    pub fn unreadable(&self) -> bool {
        self.unreadable
    }
}

/// The longest line of a scenario that a report shows, in bytes; no one reads more.
const LONGEST_LINE: usize = 400;

/// The text as a report shows it, overlong lines left out, and the errors with their places in it.
fn shown(text: &str, errors: &[ScenarioError]) -> (String, Vec<ScenarioError>) {
    let mut errors = errors.to_vec();
    if text.lines().all(|line| line.len() <= LONGEST_LINE) {
        return (text.to_owned(), errors);
    }
    let mut out = String::new();
    // Where each line starts: in the text, and as shown.
    let mut starts = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        starts.push((at, out.len()));
        at += line.len();
        if line.len() > LONGEST_LINE {
            out.push_str("# (a very long line)\n");
        } else {
            out.push_str(line);
        }
    }
    for error in &mut errors {
        let Some((from, to)) = starts.get(error.line.saturating_sub(1)).copied() else {
            continue;
        };
        let end = starts.get(error.line).map_or(text.len(), |next| next.0);
        error.span = if end - from > LONGEST_LINE {
            error.message = format!(
                "{} (line {}, column {})",
                error.message, error.line, error.column
            );
            (to, 1).into()
        } else {
            let offset = error.span.offset().saturating_sub(from);
            // What goes on over several lines is pointed at where it starts.
            let length = error.span.len().min((end - from).saturating_sub(offset));
            (to + offset, length).into()
        };
    }
    (out, errors)
}

/// Errors while they are being found.
#[derive(Debug, Default)]
pub(super) struct Found {
    list: Vec<(Span, String, String, String)>,
    unreadable: usize,
}

/// More errors than anyone reads; a hostile file must not make a hundred thousand.
const MOST_ERRORS: usize = 100;

impl Found {
    pub(super) fn add(
        &mut self,
        span: Span,
        field: impl Into<String>,
        message: impl Into<String>,
        remedy: impl Into<String>,
    ) {
        if !self.is_full() {
            self.list
                .push((span, field.into(), message.into(), remedy.into()));
        }
    }

    /// A file that cannot be read.
    pub(super) fn unreadable(
        &mut self,
        span: Span,
        field: impl Into<String>,
        message: impl Into<String>,
        remedy: impl Into<String>,
    ) {
        if !self.is_full() {
            self.unreadable += 1;
            self.add(span, field, message, remedy);
        }
    }

    /// Whether further errors would be dropped anyway, so that looking for them is a waste.
    pub(super) fn is_full(&self) -> bool {
        self.list.len() >= MOST_ERRORS
    }

    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(super) fn into_errors(mut self, origin: &str, text: &str) -> ScenarioErrors {
        let unreadable = self.unreadable > 0 && self.unreadable == self.list.len();
        self.list.sort_by_key(|(span, ..)| span.start);
        let errors = self
            .list
            .into_iter()
            .map(|(span, field, message, remedy)| {
                let (line, column) = place(text, span.start);
                let length = span.end.saturating_sub(span.start);
                ScenarioError {
                    field,
                    message,
                    remedy,
                    line,
                    column,
                    span: (span.start, length).into(),
                }
            })
            .collect();
        ScenarioErrors {
            origin: origin.to_owned(),
            text: text.to_owned(),
            unreadable,
            errors,
        }
    }
}

/// Line and column, from 1, of a byte of a text.
fn place(text: &str, byte: usize) -> (usize, usize) {
    let before = text.get(..byte).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    (line, before[start..].chars().count() + 1)
}

/// `; did you mean 'x'?` material: the nearest of `choices` to `word`, when one is near.
pub(super) fn nearest<'a>(
    word: &str,
    choices: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    choices
        .into_iter()
        .map(|choice| (strsim::jaro_winkler(word, choice), choice))
        .filter(|(likeness, _)| *likeness >= 0.8)
        .max_by(|one, other| one.0.total_cmp(&other.0))
        .map(|(_, choice)| choice)
}

/// A remedy for a word that is not among `choices`.
pub(super) fn choose<'a>(word: &str, choices: impl IntoIterator<Item = &'a str> + Clone) -> String {
    if let Some(near) = nearest(word, choices.clone()) {
        return format!("did you mean '{near}'?");
    }
    let listed: Vec<&str> = choices.into_iter().take(30).collect();
    if listed.is_empty() {
        "none is declared".to_owned()
    } else {
        format!("choose {}", listed.join(", "))
    }
}
