//! The coverage as a table in the terminal and as a page of the book.

use super::Joined;
use super::list::Status;
use std::fmt::Write;

/// What is counted of a section, or of the whole book.
#[derive(Clone, Copy, Default)]
struct Count {
    cases: usize,
    complete: usize,
    enforced: usize,
    advisory: usize,
    not_yet: usize,
}

/// The sections in the book's order: number, title, count.
fn sections(joined: &Joined) -> Vec<(String, String, Count)> {
    let mut found: Vec<(String, String, Count)> = Vec::new();
    for (case, seen) in joined.rulebook.cases.iter().zip(&joined.seen) {
        if found.last().is_none_or(|(section, ..)| section != case.section()) {
            found.push((case.section().to_owned(), case.title.clone(), Count::default()));
        }
        let Some((.., count)) = found.last_mut() else { continue };
        count.cases += 1;
        count.complete += usize::from(seen.complete);
        match case.status {
            Status::Enforced => count.enforced += 1,
            Status::Advisory => count.advisory += 1,
            Status::NotYet => count.not_yet += 1,
        }
    }
    found
}

/// `40 of 43 cases enforced, cited and exercised; 3 advisory, 0 not yet`.
fn verdict(joined: &Joined) -> String {
    let counts = sections(joined);
    let sum = |field: fn(&Count) -> usize| counts.iter().map(|(.., count)| field(count)).sum::<usize>();
    format!(
        "{} of {} cases enforced, cited and exercised; {} advisory, {} not yet",
        sum(|c| c.complete),
        sum(|c| c.cases),
        sum(|c| c.advisory),
        sum(|c| c.not_yet)
    )
}

/// The table for the terminal, by section, and the verdict.
pub fn table(joined: &Joined) -> String {
    let mut out = format!("{} ({})\n", joined.rulebook.title, joined.rulebook.id);
    let _ = writeln!(out, "  section                            cases  enforced  whole  advisory  not yet");
    for (section, title, c) in sections(joined) {
        let title: String = title.chars().take(28).collect();
        let _ = writeln!(
            out,
            "  {section:>4}  {title:<28} {:>5} {:>9} {:>6} {:>9} {:>8}",
            c.cases, c.enforced, c.complete, c.advisory, c.not_yet
        );
    }
    let _ = writeln!(out, "{}: {}", joined.rulebook.id, verdict(joined));
    out
}

/// The page of the book: every rulebook, every case, its gist, its status, and where to find it.
pub fn markdown(all: &[Joined]) -> String {
    let mut out = String::from(
        "# Coverage of cases\n\n\
         Made by `cargo xtask coverage --write` from each rulebook's `data/rulebook.toml`, the citations in its code, and its\n\
         `.case` files. An enforced case is cited in code and exercised by at least one `.case` file; one that forbids something\n\
         is also seen to refuse it. The gists are ours; the wording of the rules is in the published book.\n",
    );
    for joined in all {
        let _ = write!(out, "\n## {}\n\n{}.\n\n", joined.rulebook.title, verdict(joined));
        out.push_str("| case | gist | status | code | `.case` files | refusals |\n|---|---|---|---|---|---|\n");
        for (case, seen) in joined.rulebook.cases.iter().zip(&joined.seen) {
            let status = match case.status {
                Status::Enforced if seen.complete => "enforced",
                Status::Enforced => "enforced, **with a gap**",
                Status::Advisory => "advisory",
                Status::NotYet => "not yet",
            };
            let mut gist = format!("**{}.** {}", cell(&case.title), cell(&case.gist));
            if let Some(note) = &case.note {
                let _ = write!(gist, " *{}*", cell(note));
            }
            if !case.rulings.is_empty() {
                let _ = write!(gist, " Rulings: {}.", case.rulings.join(", "));
            }
            let refusals = if case.forbids { seen.refusals.to_string() } else { "–".into() };
            let _ = writeln!(
                out,
                "| [{}] | {gist} | {status} | {} | {} | {refusals} |",
                case.id,
                seen.code.join(", "),
                seen.shown.len()
            );
        }
    }
    out
}

/// A text as one cell of a table.
fn cell(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::join;
    use crate::rooms::Page;

    #[test]
    fn tables_count_by_section() {
        let case = |id: &str, status: &str| {
            format!("[[case]]\nid = \"{id}\"\ntitle = \"t{id}\"\ngist = \"a|b\"\nstatus = \"{status}\"\nforbids = false\n")
        };
        let note = "note = \"n\"\n".to_owned();
        let head = "rulebook = \"w\"\ntitle = \"W\"\n".to_owned();
        let list = [head, case("4.0", "advisory"), note, case("4.1", "enforced"), case("5.0", "not yet")];
        let pages = [
            Page::new("crates/w/data/rulebook.toml", &list.concat()),
            Page::new("crates/w/src/lib.rs", "// [4.1]\n"),
            Page::new("crates/w/tests/cases/a.case", "case 4.1\n"),
        ];
        let joined = join("crates/w", &pages).unwrap();
        let text = table(&joined);
        assert!(text.contains("w: 1 of 3 cases enforced, cited and exercised; 1 advisory, 1 not yet"), "{text}");
        let page = markdown(&[joined]);
        assert!(page.contains("| [4.1] | **t4.1.** a\\|b | enforced | lib.rs | 1 | – |"), "{page}");
    }
}
