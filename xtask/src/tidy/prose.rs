//! No sentence of a published rulebook: a case number and our own short gist.
//!
//! The published texts are not part of the repository. Where a folder of them lies beside the checkout, every document,
//! comment and data file is searched for runs of words that stand in them too.

use super::Finding;
use crate::rooms::Page;
use std::collections::HashSet;
use std::path::Path;

/// So many words in a row are a quotation.
const RUN: usize = 9;

/// Every run of words in the published texts.
pub struct Published {
    runs: HashSet<String>,
}

impl Published {
    /// Reads the texts of a folder; none if there is no such folder, or nothing in it.
    pub fn read(folder: &Path) -> Option<Published> {
        let files = std::fs::read_dir(folder).ok()?.filter_map(|entry| std::fs::read(entry.ok()?.path()).ok());
        let texts: Vec<String> = files.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).collect();
        (!texts.is_empty()).then(|| Published::of(texts.iter().map(String::as_str)))
    }

    fn of<'a>(texts: impl Iterator<Item = &'a str>) -> Published {
        let mut runs = HashSet::new();
        for text in texts {
            runs.extend(tokens(text).windows(RUN).filter(|run| is_prose(run)).map(joined));
        }
        Published { runs }
    }

    /// Finds runs of words of the published texts in a file.
    pub fn own_words(&self, page: &Page) -> Vec<Finding> {
        const REMEDY: &str = "say it shorter and in our own words; the case number leads the reader to the book";
        let ends = [".rs", ".md", ".toml", ".case", ".ts", ".svelte", ".html", ".txt", ".json"];
        if !ends.iter().any(|end| page.path.ends_with(end)) {
            return Vec::new();
        }
        let words = tokens(&page.text);
        let mut found = Vec::new();
        let mut at = 0;
        while at + RUN <= words.len() {
            let run = &words[at..at + RUN];
            if is_prose(run) && self.runs.contains(&joined(run)) {
                let what = format!("{RUN} words as in a published rulebook: \"{}\"", joined(run));
                found.push(Finding::new("own-words", page, words[at].line, what, REMEDY));
                at += RUN;
            } else {
                at += 1;
            }
        }
        found
    }
}

struct Token {
    word: String,
    line: usize,
}

/// The words of a text, in small letters, without any signs.
fn tokens(text: &str) -> Vec<Token> {
    let mut found = Vec::new();
    for (n, line) in text.lines().enumerate() {
        let line_text = line.replace(['\'', '\u{2019}'], "");
        let words = line_text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty());
        found.extend(words.map(|word| Token { word: word.to_lowercase(), line: n + 1 }));
    }
    found
}

/// Tables of numbers, results or names are facts, not prose: a sentence has several different words, most of them of letters.
fn is_prose(run: &[Token]) -> bool {
    let different: HashSet<&str> = run.iter().map(|t| t.word.as_str()).collect();
    let of_letters = run.iter().filter(|t| t.word.chars().all(char::is_alphabetic)).count();
    let long = run.iter().filter(|t| t.word.chars().count() >= 4).count();
    different.len() >= 6 && of_letters >= 7 && long >= 3
}

fn joined(run: &[Token]) -> String {
    run.iter().map(|t| t.word.as_str()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOOK: &str = "The hussars of the **first** brigade may never cross\nthe frozen pond, unless the colonel's horse permits.\n\
                        | Ar | Ar | Ar | Dr | Dr | Dr | De | De | Ee | Ee |";

    #[test]
    fn a_sentence_of_the_book_is_found_wherever_it_breaks() {
        let book = Published::of([BOOK].into_iter());
        let comment = "//! Ponds.\n/// hussars of the first\n/// brigade may never cross the frozen pond\nfn f() {}\n";
        let found = book.own_words(&Page::new("crates/wagram/src/ponds.rs", comment));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].place, "crates/wagram/src/ponds.rs:2");
        assert!(found[0].what.contains("hussars of the first brigade may never cross the"));
    }

    #[test]
    fn own_words_and_tables_are_free() {
        let book = Published::of([BOOK].into_iter());
        let own = "gist = \"the first brigade may never cross the frozen pond\"";
        assert_eq!(book.own_words(&Page::new("a.toml", "gist = \"hussars keep off the ice without their colonel\"")), []);
        assert_eq!(book.own_words(&Page::new("a.toml", "Ar Ar Ar Dr Dr Dr De De Ee Ee")), []);
        assert_eq!(book.own_words(&Page::new("a.toml", own)).len(), 1);
        assert_eq!(book.own_words(&Page::new("a.toml", &own.replace("frozen ", ""))), []);
    }

    #[test]
    fn no_folder_no_check() {
        assert!(Published::read(Path::new("no/such/folder")).is_none());
    }
}
