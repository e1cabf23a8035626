//! Rust source taken apart just far enough: what is code, what is comment, what is a string, and what is test code.

use std::ops::Range;

/// A string literal and the byte at which its opening quote stands.
#[derive(Debug, PartialEq, Eq)]
pub struct Literal {
    pub at: usize,
    pub text: String,
}

/// One source file. `code` and `comments` have the length of the file, with everything else blanked, so that a byte
/// offset means the same place in each of them.
#[derive(Debug)]
pub struct Source {
    /// The code; comments and the insides of strings and characters are spaces.
    pub code: String,
    /// The comments; everything else is spaces.
    pub comments: String,
    /// The string literals outside comments, in order.
    pub strings: Vec<Literal>,
    tests: Vec<Range<usize>>,
    lines: Vec<usize>,
}

impl Source {
    /// Takes a file apart.
    pub fn new(text: &str) -> Source {
        let bytes = text.as_bytes();
        let blank: Vec<u8> = bytes.iter().map(|&b| if b == b'\n' { b'\n' } else { b' ' }).collect();
        let (mut code, mut comments, mut strings) = (bytes.to_vec(), blank.clone(), Vec::new());
        let mut at = 0;
        while at < bytes.len() {
            if let Some(end) = comment_end(bytes, at) {
                comments[at..end].copy_from_slice(&bytes[at..end]);
                code[at..end].copy_from_slice(&blank[at..end]);
                at = end;
            } else if let Some((inside, end)) = string(bytes, at) {
                code[inside.clone()].copy_from_slice(&blank[inside.clone()]);
                strings.push(Literal { at, text: text[inside].to_owned() });
                at = end;
            } else if let Some(end) = character_end(text, at) {
                code[at + 1..end - 1].copy_from_slice(&blank[at + 1..end - 1]);
                at = end;
            } else if is_word(bytes[at]) {
                // A whole word at once, so that the `r` of `for"` is not taken for the start of a raw string.
                at += bytes[at..].iter().take_while(|&&b| is_word(b)).count();
            } else {
                at += 1;
            }
        }
        let code = String::from_utf8_lossy(&code).into_owned();
        let tests = test_parts(&code);
        let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(i, _)| i + 1)).collect();
        Source { code, comments: String::from_utf8_lossy(&comments).into_owned(), strings, tests, lines }
    }

    /// The line number, from 1, of a byte.
    pub fn line(&self, at: usize) -> usize {
        self.lines.partition_point(|&start| start <= at)
    }

    /// Whether a byte lies in an item under `#[cfg(test)]`.
    pub fn in_test(&self, at: usize) -> bool {
        self.tests.iter().any(|part| part.contains(&at))
    }

    /// The offsets at which a whole word stands in the code, outside tests.
    pub fn code_words<'a>(&'a self, word: &'a str) -> impl Iterator<Item = usize> + 'a {
        words(&self.code, word).filter(|&at| !self.in_test(at))
    }
}

/// The offsets at which a word stands in a text, with no letter, digit or underscore on either side.
pub fn words<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    let bytes = text.as_bytes();
    text.match_indices(word).map(|(at, _)| at).filter(move |&at| {
        let free = |b: Option<&u8>| b.is_none_or(|&b| !is_word(b));
        let before = at.checked_sub(1).and_then(|i| bytes.get(i));
        free(before) && free(bytes.get(at + word.len()))
    })
}

/// Whether a byte can be part of an identifier.
pub fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn is_prefix(word: &[u8]) -> bool {
    matches!(word, b"r" | b"b" | b"br" | b"c" | b"cr")
}

fn comment_end(bytes: &[u8], at: usize) -> Option<usize> {
    if bytes[at..].starts_with(b"//") {
        return Some(bytes[at..].iter().position(|&b| b == b'\n').map_or(bytes.len(), |n| at + n));
    }
    if !bytes[at..].starts_with(b"/*") {
        return None;
    }
    let (mut depth, mut i) = (1, at + 2);
    while depth > 0 && i < bytes.len() {
        let (step, change) = match &bytes[i..] {
            [b'/', b'*', ..] => (2, 1),
            [b'*', b'/', ..] => (2, -1),
            _ => (1, 0),
        };
        (i, depth) = (i + step, depth + change);
    }
    Some(i)
}

/// A string literal that begins at `at`, prefix included: the range inside its quotes, and where it ends.
fn string(bytes: &[u8], at: usize) -> Option<(Range<usize>, usize)> {
    let prefix = bytes[at..].iter().take_while(|&&b| is_word(b)).count();
    if prefix > 0 && !is_prefix(&bytes[at..at + prefix]) {
        return None;
    }
    let raw = bytes[at..at + prefix].contains(&b'r');
    let hashes = if raw { bytes[at + prefix..].iter().take_while(|&&b| b == b'#').count() } else { 0 };
    let open = at + prefix + hashes;
    if bytes.get(open) != Some(&b'"') {
        return None;
    }
    let mut i = open + 1;
    while i < bytes.len() {
        match bytes[i] {
            b'\\' if !raw => i += 2,
            b'"' if bytes[i + 1..].iter().take_while(|&&b| b == b'#').count() >= hashes => {
                return Some((open + 1..i, i + 1 + hashes));
            }
            _ => i += 1,
        }
    }
    Some((open + 1..bytes.len(), bytes.len()))
}

/// Where a character literal that begins at `at` ends; a lifetime is none.
fn character_end(text: &str, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    if bytes[at] != b'\'' {
        return None;
    }
    if bytes.get(at + 1) == Some(&b'\\') {
        let close = bytes.get(at + 3..)?.iter().position(|&b| b == b'\'')?;
        return Some(at + 3 + close + 1);
    }
    let inside = text[at + 1..].chars().next()?;
    let close = at + 1 + inside.len_utf8();
    (bytes.get(close) == Some(&b'\'')).then_some(close + 1)
}

/// The items under `#[cfg(test)]`: from the attribute to the closing brace or semicolon.
fn test_parts(code: &str) -> Vec<Range<usize>> {
    let starts = ["#[cfg(test)]", "#[cfg(all(test"].into_iter().flat_map(|mark| code.match_indices(mark));
    starts.map(|(at, mark)| at..item_end(code.as_bytes(), at + mark.len())).collect()
}

fn item_end(code: &[u8], from: usize) -> usize {
    let (mut round, mut curly) = (0i32, 0i32);
    for (i, &byte) in code.iter().enumerate().skip(from) {
        match byte {
            b'(' | b'[' => round += 1,
            b')' | b']' => round -= 1,
            b'{' => curly += 1,
            b'}' => {
                curly -= 1;
                if curly <= 0 {
                    return i + 1;
                }
            }
            b';' if round <= 0 && curly == 0 => return i + 1,
            _ => {}
        }
    }
    code.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn literals(text: &str) -> Vec<String> {
        Source::new(text).strings.into_iter().map(|s| s.text).collect()
    }

    #[test]
    fn strings_and_comments_are_told_apart() {
        let text = "let a = \"// no [4.1]\"; // yes [4.2]\n/* [4.3] /* nested */ still */ let b = 1;";
        let source = Source::new(text);
        assert_eq!(literals(text), ["// no [4.1]"]);
        assert!(source.comments.contains("[4.2]") && source.comments.contains("still"));
        assert!(!source.comments.contains("[4.1]"));
        assert!(source.code.contains("let b = 1;") && !source.code.contains("still"));
        assert_eq!(source.code.len(), text.len());
    }

    #[test]
    fn raw_strings_escapes_and_quotes_in_characters() {
        assert_eq!(literals(r####"f(r#"a "b" c"#, "d\"e", b"g", '"', '\'', "h")"####), ["a \"b\" c", "d\\\"e", "g", "h"]);
        assert_eq!(literals("fn f<'a>(x: &'a str) -> &'a str { \"i\" }"), ["i"]);
        assert_eq!(literals("let r#type = 'é'; \"ü\""), ["ü"]);
        assert_eq!(literals("\"never closed"), ["never closed"]);
    }

    #[test]
    fn test_code_is_known() {
        let text = "fn a() { f64 }\n#[cfg(test)]\nmod tests {\n    fn b() { { f64 } }\n}\nfn c() { f64 }\n";
        let source = Source::new(text);
        let lines: Vec<usize> = source.code_words("f64").map(|at| source.line(at)).collect();
        assert_eq!(lines, [1, 6]);
        let source = Source::new("#[cfg(test)]\nuse a::{f64, b};\nfn c(x: [u8; 3]) -> f64 {}\n");
        assert_eq!(source.code_words("f64").count(), 1);
        let source = Source::new("#[cfg(test)]\nfn c(x: [u8; 3]) -> f64 { f64 }\nf64");
        assert_eq!(source.code_words("f64").count(), 1);
    }

    #[test]
    fn words_are_whole() {
        assert_eq!(words("HashMap FxHashMap HashMap2 (HashMap)", "HashMap").collect::<Vec<_>>(), [0, 28]);
    }
}
