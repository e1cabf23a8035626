//! Who speaks of a case: citations in code, and the lines of `.case` files.

use crate::rooms::Page;
use crate::source::Source;

/// A place in the code that cites a case, or may be meant to.
#[derive(Debug, PartialEq, Eq)]
pub struct Citation {
    pub id: String,
    pub line: usize,
    /// Whether it can be nothing but a citation, so that an id nobody lists is a mistake.
    pub certain: bool,
}

/// The citations of a source file, outside tests: `[4.1]` in a comment, or the string `"4.1"`.
pub fn cited_in_code(page: &Page) -> Vec<Citation> {
    if page.path.ends_with("/tests.rs") {
        return Vec::new();
    }
    let source = Source::new(&page.text);
    let mut found = Vec::new();
    for (at, _) in source.comments.match_indices('[').filter(|(at, _)| !source.in_test(*at)) {
        let rest = &source.comments[at + 1..];
        let Some(id) = rest.find([']', '\n']).map(|end| &rest[..end]) else { continue };
        found.push(Citation { certain: is_number(id), id: id.to_owned(), line: source.line(at) });
    }
    for literal in source.strings.iter().filter(|s| !source.in_test(s.at)) {
        let before = source.code[..literal.at].trim_end();
        let certain = before.ends_with("Case(") || before.ends_with("Violation::new(");
        found.push(Citation { id: literal.text.clone(), line: source.line(literal.at), certain });
    }
    found
}

/// `12.3`, which in a comment of a rulebook is a case and nothing else.
fn is_number(id: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    id.split_once('.').is_some_and(|(section, case)| digits(section) && digits(case))
}

/// What a `.case` file says about cases, each with its line.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Named {
    /// The ids on its lines `case 5.1 5.6 "…"`.
    pub cases: Vec<(String, usize)>,
    /// The ids of its refusals, `no 5.1: …` or `no 5.1 A2: …`.
    pub refusals: Vec<(String, usize)>,
}

/// Reads the lines of a `.case` file that name cases.
pub fn named_in_case_file(text: &str) -> Named {
    let mut named = Named::default();
    for (n, line) in text.lines().enumerate() {
        let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or_default();
        match word {
            "case" => {
                let ids = rest.split(['"', '#']).next().unwrap_or_default().split_whitespace();
                named.cases.extend(ids.map(|id| (id.trim_matches(['[', ']', ',']).to_owned(), n + 1)));
            }
            "no" => {
                let mut words = rest.split_whitespace();
                let mut id = words.next().unwrap_or_default().split(':').next().unwrap_or_default();
                if id == "setup" {
                    // A refused set-up names its case after that, if it names one.
                    id = words.next().filter(|word| !word.starts_with('"')).unwrap_or("seat");
                }
                // `no seat French: …` is refused because of the seat, not by a case.
                if id == "seat" {
                    continue;
                }
                named.refusals.push((id.trim_matches(['[', ']']).to_owned(), n + 1));
            }
            _ => {}
        }
    }
    named
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn citations_are_found_in_comments_and_strings() {
        let code = "/// [4.1] and [`Link`].\nfn f() { let a = [4.2]; Case(\n    \"4.3\",\n) } // [II.c.1]\n";
        let found = cited_in_code(&Page::new("crates/wagram/src/a.rs", code));
        let cited = |id: &str, line, certain| Citation { id: id.into(), line, certain };
        assert_eq!(found, [cited("4.1", 1, true), cited("`Link`", 1, false), cited("II.c.1", 4, false), cited("4.3", 3, true)]);
        assert!(!is_number("4") && !is_number("4.a") && !is_number(".1") && is_number("18.41"));
    }

    #[test]
    fn case_files_name_cases_and_refusals() {
        let text = "# case 1.1\ncase 5.1 5.6 \"no 7.7 here\"\nno 5.1: end\n  no 5.6 A2: 0505\nmove no 9.9\nno seat French: end\nno setup 6.3\nno setup \"no 8.8\"\n";
        let named = named_in_case_file(text);
        assert_eq!(named.cases, [("5.1".to_owned(), 2), ("5.6".to_owned(), 2)]);
        assert_eq!(named.refusals, [("5.1".to_owned(), 3), ("5.6".to_owned(), 4), ("6.3".to_owned(), 7)]);
    }
}
