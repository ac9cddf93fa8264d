use std::fmt::Write as _;

use super::frame::Px;

/// Writes a number with at most one decimal; what is not finite becomes 0.
pub(super) fn num(out: &mut String, value: f64) {
    let tenths = if value.is_finite() {
        (value * 10.0).round().clamp(-1e12, 1e12) as i64
    } else {
        0
    };
    if tenths < 0 {
        out.push('-');
    }
    let tenths = tenths.unsigned_abs();
    // Writing to a String cannot fail.
    let _ = write!(out, "{}", tenths / 10);
    if !tenths.is_multiple_of(10) {
        let _ = write!(out, ".{}", tenths % 10);
    }
}

/// The data of a `path` element, as it grows.
#[derive(Default)]
pub(super) struct Path(String);

impl Path {
    fn pair(&mut self, point: Px) {
        num(&mut self.0, point.x);
        self.0.push(' ');
        num(&mut self.0, point.y);
    }

    /// Starts a new line at a point.
    pub(super) fn start(&mut self, point: Px) {
        self.0.push('M');
        self.pair(point);
    }

    /// A straight line on to a point.
    pub(super) fn line(&mut self, point: Px) {
        self.0.push('L');
        self.pair(point);
    }

    /// A dot: a line of no length, drawn by its round caps.
    pub(super) fn dot(&mut self, point: Px) {
        self.start(point);
        self.0.push_str("h0");
    }

    /// A line through points.
    pub(super) fn through(&mut self, points: &[Px]) {
        let mut points = points.iter();
        if let Some(first) = points.next() {
            self.start(*first);
            points.for_each(|point| self.line(*point));
        }
    }

    /// A closed line through points.
    pub(super) fn ring(&mut self, points: &[Px]) {
        self.through(points);
        if !points.is_empty() {
            self.0.push('z');
        }
    }

    /// Writes the element with these attributes; nothing when the path is empty.
    pub(super) fn write(self, out: &mut String, attributes: &str) {
        if !self.0.is_empty() {
            let _ = write!(out, "<path d=\"{}\" {attributes}/>", self.0);
        }
    }
}

/// Writes text so that it may stand in an element or in a quoted attribute. Characters that XML
/// does not allow are left out.
pub(super) fn escape(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(' '),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {}
            c => out.push(c),
        }
    }
}

/// Writes a `text` element at a point.
pub(super) fn text(out: &mut String, at: Px, attributes: &str, words: &str) {
    out.push_str("<text x=\"");
    num(out, at.x);
    out.push_str("\" y=\"");
    num(out, at.y);
    out.push_str("\" ");
    out.push_str(attributes);
    out.push('>');
    escape(out, words);
    out.push_str("</text>");
}
