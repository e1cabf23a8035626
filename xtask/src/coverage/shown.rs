//! The table in a rulebook's README that says by which `.case` files each item is shown.

use super::Joined;

/// The heading of the column that is written here; the columns before it are kept as they are.
const HEADING: &str = " case files (cases) |";

/// A README with that column as it has to be. One without such a table stays as it is.
pub fn renewed(readme: &str, joined: &Joined) -> String {
    let mut within = false;
    let lines = readme.split_inclusive('\n').map(|line| {
        within = line.trim_end().ends_with(HEADING) || within && line.starts_with('|');
        if within { row(line, joined).unwrap_or_else(|| line.to_owned()) } else { line.to_owned() }
    });
    lines.collect()
}

/// A row of the table: its first cell names the item, its last one is written anew where the item has cases.
fn row(line: &str, joined: &Joined) -> Option<String> {
    let cells = line.trim_end().strip_suffix(" |")?;
    let (kept, _) = cells.rsplit_once(" | ")?;
    let item = kept.strip_prefix("| ")?.split(" | ").next()?;
    let n = joined.rulebook.cases.iter().position(|case| case.id == item)?;
    let files: Vec<String> = joined.seen[n].shown.iter().map(|(file, cases)| format!("`{file}` ({cases})")).collect();
    if files.is_empty() { None } else { Some(format!("{kept} | {} |\n", files.join(", "))) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::join;
    use crate::rooms::Page;

    const CASES: &str = "rulebook = \"w\"\ntitle = \"W\"\n\
        [[case]]\nid = \"4.0\"\ntitle = \"t\"\ngist = \"g\"\nstatus = \"advisory\"\nnote = \"why\"\nforbids = false\n\
        [[case]]\nid = \"4.1\"\ntitle = \"t\"\ngist = \"g\"\nstatus = \"enforced\"\nforbids = false\n";

    #[test]
    fn the_last_column_is_renewed_and_nothing_else() {
        let pages = [
            Page::new("crates/w/data/rulebook.toml", CASES),
            Page::new("crates/w/src/lib.rs", "// [4.1]\n"),
            Page::new("crates/w/tests/cases/b.case", "case 4.1 \"one\"\ncase 4.1 \"two\"\n"),
            Page::new("crates/w/tests/cases/a.case", "case 4.1 \"three\"\n"),
        ];
        let joined = join("crates/w", &pages).unwrap();
        let readme = "| 4.1 | elsewhere |\n\n| item | says | case files (cases) |\n|---|---|---|\n\
                      | 4.0 | nothing | advisory |\n| 4.1 | a rule | `old.case` (9) |\n| 5.0 | unknown | `x.case` (1) |\n\n| 4.1 | a | b |\n";
        let wanted = readme.replace("`old.case` (9)", "`a.case` (1), `b.case` (2)");
        assert_eq!(renewed(readme, &joined), wanted);
        assert_eq!(renewed(&wanted, &joined), wanted);
    }
}
