//! Writing SVG: numbers, escaping, text and how wide it will be.

use std::fmt;

/// Serif faces: the one that comes with the program, then what machines usually have.
pub const SERIF: &str = "Libertinus Serif, Linux Libertine O, EB Garamond, Palatino Linotype, Palatino, Georgia, serif";
/// Sans faces, narrow ones first.
pub const SANS: &str = "DejaVu Sans Condensed, DejaVu Sans, Roboto Condensed, Arial Narrow, Helvetica Neue, Arial, sans-serif";

/// Writes into a `String`, which cannot fail.
macro_rules! put {
    ($out:expr, $($part:tt)*) => {{
        use std::fmt::Write as _;
        let _ = write!($out, $($part)*);
    }};
}
pub(crate) use put;

/// A coordinate: one decimal, none if it is whole.
#[derive(Clone, Copy)]
pub struct N(pub f64);

impl fmt::Display for N {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0).round();
        if !tenths.is_finite() {
            return f.write_str("0");
        }
        let tenths = tenths as i64;
        if tenths % 10 == 0 {
            write!(f, "{}", tenths / 10)
        } else {
            let sign = if tenths < 0 { "-" } else { "" };
            write!(f, "{sign}{}.{}", tenths.abs() / 10, tenths.abs() % 10)
        }
    }
}

/// Text made safe for element content and attribute values; characters that XML does not allow become a question mark.
#[must_use]
pub fn esc(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\t' | '\n' | '\r' => safe.push(' '),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => safe.push('?'),
            _ => safe.push(c),
        }
    }
    safe
}

/// A typeface and what is done with it.
#[derive(Clone, Copy)]
pub struct Type<'a> {
    /// Size of the letters.
    pub size: f64,
    /// Colour.
    pub fill: &'a str,
    /// `start`, `middle` or `end`.
    pub anchor: &'a str,
    /// Further attributes, written as they are.
    pub more: &'a str,
    /// Whether it is a serif face.
    pub serif: bool,
}

impl<'a> Type<'a> {
    /// A serif face, centred.
    pub const fn serif(size: f64, fill: &'a str) -> Self {
        Self { size, fill, anchor: "middle", more: "", serif: true }
    }

    /// A sans face, centred.
    pub const fn sans(size: f64, fill: &'a str) -> Self {
        Self { size, fill, anchor: "middle", more: "", serif: false }
    }

    /// The same, starting at the given point.
    pub const fn at_start(mut self) -> Self {
        self.anchor = "start";
        self
    }

    /// The same, ending at the given point.
    pub const fn at_end(mut self) -> Self {
        self.anchor = "end";
        self
    }

    /// The same with further attributes.
    pub const fn with(mut self, more: &'a str) -> Self {
        self.more = more;
        self
    }
}

/// Writes a line of text.
pub fn text(out: &mut String, x: f64, y: f64, kind: Type<'_>, words: &str) {
    let class = if kind.serif { "s" } else { "n" };
    put!(
        out,
        "<text class=\"{class}\" x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\" text-anchor=\"{}\"{}{}>{}</text>",
        N(x),
        N(y),
        N(kind.size),
        kind.fill,
        kind.anchor,
        if kind.more.is_empty() { "" } else { " " },
        kind.more,
        esc(words)
    );
}

/// Roughly how wide a line of text will be.
pub fn width(words: &str, size: f64) -> f64 {
    let units: u32 = words
        .chars()
        .map(|c| match c {
            'i' | 'j' | 'l' | '.' | ',' | '\'' | '|' | '!' | ':' | ';' | ' ' | 'I' | '(' | ')' | '[' | ']' => 28,
            'f' | 't' | 'r' | '-' | 's' => 38,
            'm' | 'w' | 'M' | 'W' => 82,
            'A'..='Z' => 66,
            '0'..='9' => 52,
            _ => 52,
        })
        .sum();
    f64::from(units) / 100.0 * size
}

/// Breaks words into lines that fit; at most `most` lines, the last one cut with an ellipsis if need be.
pub fn wrap(words: &str, size: f64, room: f64, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(line, size) + width(word, size) + 0.28 * size <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            last.push_str(" …");
        }
    }
    for line in &mut lines {
        while width(line, size) > room * 1.12 && line.chars().count() > 2 {
            line.pop();
            line.pop();
            line.push('…');
        }
    }
    lines
}
