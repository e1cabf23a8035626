//! Lines into words.

/// The line without its remark. A remark begins with `#` at the start or after a blank, outside double quotes.
#[must_use]
pub fn strip_remark(line: &str) -> &str {
    let mut quoted = false;
    let mut after_blank = true;
    for (at, c) in line.char_indices() {
        match c {
            '#' if after_blank && !quoted => return line[..at].trim(),
            '"' if quoted || after_blank => quoted = !quoted,
            _ => {}
        }
        after_blank = c.is_whitespace();
    }
    line.trim()
}

/// Splits a line into words. A text in double quotes is one word, without the quotes, and may be empty.
///
/// # Errors
/// A quote that is not closed, or one that is followed by something other than a blank.
pub fn split(line: &str) -> Result<Vec<String>, &'static str> {
    let mut words = Vec::new();
    let mut rest = line.trim();
    while !rest.is_empty() {
        if let Some(quoted) = rest.strip_prefix('"') {
            let (word, after) = quoted.split_once('"').ok_or("a double quote is not closed")?;
            if !after.is_empty() && !after.starts_with(char::is_whitespace) {
                return Err("expected a blank after the closing quote");
            }
            words.push(word.to_owned());
            rest = after.trim_start();
        } else {
            let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
            words.push(rest[..end].to_owned());
            rest = rest[end..].trim_start();
        }
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_quotes_and_remarks() {
        assert_eq!(split(r#"expect track "French points" 5"#).unwrap(), ["expect", "track", "French points", "5"]);
        assert_eq!(split(r#"a "" b"#).unwrap(), ["a", "", "b"]);
        assert!(split(r#"a "b"#).is_err());
        assert!(split(r#"a "b"c"#).is_err());
        assert_eq!(strip_remark("# all"), "");
        assert_eq!(strip_remark("a # b"), "a");
        assert_eq!(strip_remark("a#b"), "a#b");
        assert_eq!(strip_remark(r#"log "no # remark" # remark"#), r#"log "no # remark""#);
    }
}
