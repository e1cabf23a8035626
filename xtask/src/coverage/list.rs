//! The list of a rulebook's cases, `data/rulebook.toml`.

use crate::shell::Done;
use serde::Deserialize;
use std::collections::BTreeSet;

/// Everything the file says.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rulebook {
    /// The rulebook's id, `art-of-war`.
    #[serde(rename = "rulebook")]
    pub id: String,
    /// Its title, for readers.
    pub title: String,
    /// Every numbered case of the book, in the book's order.
    #[serde(rename = "case", default)]
    pub cases: Vec<Case>,
}

/// One numbered case.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Its number as the book prints it, without brackets.
    pub id: String,
    /// A few words of ours.
    pub title: String,
    /// What it says, in our own words.
    pub gist: String,
    /// Whether we enforce it.
    pub status: Status,
    /// Whether it can refuse an action.
    pub forbids: bool,
    /// Anything a reader should know besides; for an advisory case, why a program cannot enforce it.
    pub note: Option<String>,
    /// Rulings of ours that bear on it, as the crate's README numbers them.
    #[serde(default)]
    pub rulings: Vec<String>,
}

/// Whether the code enforces a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Status {
    /// The code sees to it.
    #[serde(rename = "enforced")]
    Enforced,
    /// No program can enforce it: an explanation, or the handling of cardboard.
    #[serde(rename = "advisory")]
    Advisory,
    /// Still to be built.
    #[serde(rename = "not yet")]
    NotYet,
}

impl Rulebook {
    /// Reads and checks a list; the error names the file and the case.
    pub fn parse(place: &str, text: &str) -> Done<Rulebook> {
        let book: Rulebook = toml::from_str(text).map_err(|e| {
            let line = e.span().map_or(1, |span| text[..span.start].lines().count().max(1));
            format!("{place}:{line}: {}", e.message())
        })?;
        let mut ids = BTreeSet::new();
        for case in &book.cases {
            let whole = !case.id.trim().is_empty() && !case.title.trim().is_empty() && !case.gist.trim().is_empty();
            if !whole || case.note.as_ref().is_some_and(|n| n.trim().is_empty()) {
                return Err(format!("{place}: case [{}] has an empty id, title, gist or note", case.id));
            }
            if case.status == Status::Advisory && case.note.is_none() {
                return Err(format!("{place}: case [{}] is advisory; a note must say why it cannot be enforced", case.id));
            }
            if !ids.insert(&case.id) {
                return Err(format!("{place}: case [{}] is listed twice", case.id));
            }
        }
        if book.cases.is_empty() {
            return Err(format!("{place}: lists no case"));
        }
        Ok(book)
    }
}

impl Case {
    /// The section a case belongs to: `4` for `4.1`, `II` for `II.c.1`.
    pub fn section(&self) -> &str {
        self.id.split('.').next().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(case: &str) -> Done<Rulebook> {
        Rulebook::parse("x.toml", &format!("rulebook = \"x\"\ntitle = \"X\"\n{case}"))
    }

    const GOOD: &str =
        "[[case]]\nid = \"II.c.1\"\ntitle = \"t\"\ngist = \"g\"\nstatus = \"not yet\"\nforbids = true\nrulings = [\"R1\"]\n";

    #[test]
    fn a_good_list_is_read() {
        let book = with(GOOD).unwrap();
        assert_eq!((book.cases[0].section(), book.cases[0].status), ("II", Status::NotYet));
    }

    #[test]
    fn a_bad_list_is_refused_with_its_place() {
        for (bad, why) in [
            (GOOD.replace("not yet", "perhaps"), "x.toml:7: unknown variant"),
            (GOOD.replace("forbids = true", ""), "missing field `forbids`"),
            (GOOD.replace("gist = \"g\"", "gist = \" \""), "empty"),
            (format!("{GOOD}colour = 1\n"), "unknown field `colour`"),
            (format!("{GOOD}{GOOD}"), "[II.c.1] is listed twice"),
            (GOOD.replace("not yet", "advisory"), "a note must say why"),
            (String::new(), "lists no case"),
        ] {
            let error = with(&bad).unwrap_err();
            assert!(error.contains(why), "{why}: {error}");
        }
    }
}
