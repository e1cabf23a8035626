//! Figures, and the page that keeps them.

use crate::shell::Done;
use std::path::Path;

/// Where the figures are kept.
const PAGE: &str = "docs/performance.md";

/// Median, least and most.
pub fn spread(values: impl Iterator<Item = f64>) -> (f64, f64, f64) {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    let median = if values.len() % 2 == 1 { values[middle] } else { (values[middle - 1] + values[middle]) / 2.0 };
    (median, values[0], values[values.len() - 1])
}

/// A number without decimals, its thousands set apart.
pub fn thousands(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut out = String::new();
    for (n, digit) in digits.chars().enumerate() {
        if n > 0 && (digits.len() - n) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// The machine, and how busy it is with other things.
pub fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split_whitespace().next().unwrap_or("unknown");
    format!("{cores} cores for everything; load average at the end {load}")
}

/// Renews the block of the page that belongs to a chore.
pub fn write(root: &Path, chore: &str, block: &str) -> Done {
    let path = root.join(PAGE);
    let page = std::fs::read_to_string(&path).map_err(|e| format!("{PAGE}: {e}"))?;
    std::fs::write(&path, replace_block(&page, chore, block)?).map_err(|e| format!("{PAGE}: {e}"))?;
    println!("wrote {PAGE}");
    Ok(())
}

/// Puts the figures between the marks of the page.
fn replace_block(page: &str, chore: &str, block: &str) -> Done<String> {
    let (opening, closing) = (format!("<!-- {chore}:begin -->"), format!("<!-- {chore}:end -->"));
    let marks = page.find(&opening).zip(page.find(&closing)).filter(|(begin, end)| begin < end);
    let (begin, end) = marks.ok_or_else(|| format!("{PAGE} has no block between {opening} and {closing}"))?;
    Ok(format!("{}\n{block}{}", &page[..begin + opening.len()], &page[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_and_thousands() {
        assert_eq!(spread([3.0, 1.0, 2.0].into_iter()), (2.0, 1.0, 3.0));
        assert_eq!(spread([4.0, 1.0, 2.0, 3.0].into_iter()), (2.5, 1.0, 4.0));
        assert_eq!(thousands(1234567.4), "1,234,567");
        assert_eq!(thousands(999.0), "999");
    }

    #[test]
    fn only_the_marked_block_is_renewed() {
        let page = "# Speed\n<!-- peers:begin -->\nold\n<!-- peers:end -->\nrest\n";
        let renewed = "# Speed\n<!-- peers:begin -->\nnew\n<!-- peers:end -->\nrest\n";
        assert_eq!(replace_block(page, "peers", "new\n").unwrap(), renewed);
        assert!(replace_block(page, "load", "new\n").is_err());
        assert!(replace_block("<!-- load:end --><!-- load:begin -->", "load", "new\n").is_err());
    }
}
