//! Taking the keys of a table one by one, and complaining about those nobody took.

use super::errors::{Found, choose, nearest};
use super::parts::{At, PerRules, Spot, Under};
use super::tree::{Content, Entry, Node, Span};

/// Longest name or id, in characters.
const LONGEST_WORD: usize = 200;

/// Most points of one polygon or line.
const MOST_POINTS: usize = 1000;

/// Largest coordinate, in the file's own unit.
const FARTHEST: f64 = 1.0e7;

/// A table being read.
pub(super) struct Cursor<'a> {
    /// How errors name the table: `unit '1/95'`.
    pub(super) field: String,
    /// Where the table stands.
    pub(super) span: Span,
    entries: &'a [Entry],
    taken: Vec<&'static str>,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(field: impl Into<String>, span: &Span, entries: &'a [Entry]) -> Self {
        Self {
            field: field.into(),
            span: span.clone(),
            entries,
            taken: Vec::new(),
        }
    }

    /// Opens a node that should be a table.
    pub(super) fn open(field: String, node: &'a Node, found: &mut Found) -> Option<Self> {
        match &node.content {
            Content::Table(entries) => Some(Self::new(field, &node.span, entries)),
            _ => {
                let message = format!("{} should be a table", node.describe());
                found.add(node.span.clone(), field, message, "");
                None
            }
        }
    }

    /// The value under `key`, if the table has it.
    pub(super) fn take(&mut self, key: &'static str) -> Option<&'a Node> {
        self.taken.push(key);
        self.entries
            .iter()
            .find(|entry| entry.key == key)
            .map(|entry| &entry.node)
    }

    /// `field.key`, for errors.
    pub(super) fn path(&self, key: &str) -> String {
        if self.field.is_empty() {
            key.to_owned()
        } else {
            format!("{}.{key}", self.field)
        }
    }

    fn wrong(&self, key: &str, node: &Node, should: &str, found: &mut Found) {
        let message = format!("{} should be {should}", node.describe());
        found.add(node.span.clone(), self.path(key), message, "");
    }

    /// A text of reasonable length.
    pub(super) fn text(&mut self, key: &'static str, found: &mut Found) -> Option<At<String>> {
        let node = self.take(key)?;
        let Some(text) = node.text() else {
            self.wrong(key, node, "a text in quotes", found);
            return None;
        };
        if text.chars().count() > LONGEST_WORD && key != "description" {
            let message = format!("the text is longer than {LONGEST_WORD} characters");
            found.add(node.span.clone(), self.path(key), message, "shorten it");
            return None;
        }
        Some(At::new(text.to_owned(), &node.span))
    }

    /// A text that has to be there.
    pub(super) fn need_text(&mut self, key: &'static str, found: &mut Found) -> Option<At<String>> {
        let absent = !self.has(key);
        let text = self.text(key, found);
        if absent {
            self.missing(key, "a text", found);
        }
        text
    }

    /// Says that `key` is missing.
    pub(super) fn missing(&self, key: &str, what: &str, found: &mut Found) {
        let head = self.span.start..self.span.end.min(self.span.start + 60);
        found.add(
            head,
            self.path(key),
            "it is missing",
            format!("give {what}"),
        );
    }

    /// A finite number.
    pub(super) fn number(&mut self, key: &'static str, found: &mut Found) -> Option<At<f64>> {
        let node = self.take(key)?;
        match node.number() {
            Some(number) => Some(At::new(number, &node.span)),
            None => {
                self.wrong(key, node, "a number", found);
                None
            }
        }
    }

    /// A point `[x, y]`.
    pub(super) fn spot(&mut self, key: &'static str, found: &mut Found) -> Option<At<Spot>> {
        let node = self.take(key)?;
        spot(node, &self.path(key), found).map(|value| At::new(value, &node.span))
    }

    /// A list of points, at least `least` of them.
    pub(super) fn spots(
        &mut self,
        key: &'static str,
        least: usize,
        found: &mut Found,
    ) -> Option<At<Vec<Spot>>> {
        let node = self.take(key)?;
        let Content::List(items) = &node.content else {
            self.wrong(key, node, "a list of points [[x, y], ...]", found);
            return None;
        };
        if items.len() < least || items.len() > MOST_POINTS {
            let message = format!("it has {} points", items.len());
            let remedy = format!("give {least} to {MOST_POINTS} points");
            found.add(node.span.clone(), self.path(key), message, remedy);
            return None;
        }
        let points: Vec<Spot> = items
            .iter()
            .enumerate()
            .filter_map(|(index, item)| spot(item, &format!("{}[{index}]", self.path(key)), found))
            .collect();
        (points.len() == items.len()).then(|| At::new(points, &node.span))
    }

    /// The tables of a list of tables, such as `[[unit]]`.
    pub(super) fn tables(
        &mut self,
        key: &'static str,
        most: usize,
        found: &mut Found,
    ) -> Vec<Cursor<'a>> {
        let Some(node) = self.take(key) else {
            return Vec::new();
        };
        let Content::List(items) = &node.content else {
            self.wrong(
                key,
                node,
                &format!("a list of tables; write [[{key}]]"),
                found,
            );
            return Vec::new();
        };
        if items.len() > most {
            let message = format!("there are {} tables [[{key}]]", items.len());
            found.add(
                node.span.clone(),
                self.path(key),
                message,
                format!("give at most {most}"),
            );
            return Vec::new();
        }
        let open = |(index, item): (usize, &'a Node)| {
            Cursor::open(format!("{key}[{}]", index + 1), item, found)
        };
        items.iter().enumerate().filter_map(open).collect()
    }

    /// One of a few words.
    pub(super) fn word<T: Copy>(
        &mut self,
        key: &'static str,
        words: &[(&str, T)],
        found: &mut Found,
    ) -> Option<T> {
        let text = self.text(key, found)?;
        let known = words.iter().find(|(word, _)| *word == text.value);
        if known.is_none() {
            let choices: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            let message = format!("'{}' is not known here", text.value);
            found.add(
                text.span,
                self.path(key),
                message,
                choose(&text.value, choices),
            );
        }
        known.map(|(_, value)| *value)
    }

    /// Takes every table that is left as a ruleset's sub-table, and refuses all other keys.
    pub(super) fn per_rules(self, found: &mut Found) -> PerRules {
        let mut rules = PerRules::new();
        for entry in self.left() {
            match &entry.node.content {
                Content::Table(entries) => {
                    let under = Under {
                        span: entry.span.clone(),
                        entries: entries.clone(),
                    };
                    rules.insert(entry.key.clone(), under);
                }
                _ => self.unknown(
                    entry,
                    "; what only one ruleset knows goes into its sub-table",
                    found,
                ),
            }
        }
        rules
    }

    /// Refuses every key that was not taken.
    pub(super) fn finish(self, found: &mut Found) {
        for entry in self.left() {
            self.unknown(entry, "", found);
        }
    }

    /// Whether the table has `key`, taken or not.
    pub(super) fn has(&self, key: &str) -> bool {
        self.entries.iter().any(|entry| entry.key == key)
    }

    /// The entries that were not taken.
    pub(super) fn left(&self) -> impl Iterator<Item = &'a Entry> {
        self.entries
            .iter()
            .filter(|entry| !self.taken.contains(&entry.key.as_str()))
    }

    fn unknown(&self, entry: &Entry, hint: &str, found: &mut Found) {
        let remedy = match nearest(&entry.key, self.taken.iter().copied()) {
            Some(near) => format!("did you mean '{near}'?"),
            None => format!("the keys here are {}{hint}", self.taken.join(", ")),
        };
        let message = format!("there is no key '{}' here", entry.key);
        found.add(entry.span.clone(), self.path(&entry.key), message, remedy);
    }
}

/// Reads `[x, y]`.
pub(super) fn spot(node: &Node, field: &str, found: &mut Found) -> Option<Spot> {
    if let Content::List(items) = &node.content
        && let [x, y] = items.as_slice()
        && let (Some(x), Some(y)) = (x.number(), y.number())
    {
        if x.abs() <= FARTHEST && y.abs() <= FARTHEST {
            return Some((x, y));
        }
        found.add(
            node.span.clone(),
            field,
            "the point is absurdly far away",
            "check its coordinates",
        );
        return None;
    }
    let message = format!("{} should be a point [x, y]", node.describe());
    found.add(node.span.clone(), field, message, "");
    None
}
