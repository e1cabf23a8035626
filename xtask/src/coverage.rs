//! `cargo xtask coverage`: each rulebook's list of cases, joined with who cites and who exercises them.
//!
//! `data/rulebook.toml` lists the cases, `src/` cites them, `tests/cases/` exercises them. An enforced case that nobody cites
//! or exercises is a gap, and so is a case that forbids something and is never seen to do so; a gap is an error.

mod citations;
mod list;
mod report;
mod shown;

use crate::rooms::{self, Page, Room};
use crate::shell::Done;
use citations::{Citation, cited_in_code, named_in_case_file};
use list::{Rulebook, Status};
use std::collections::BTreeMap;
use std::path::Path;

/// Held to the rules for rulebooks, but no rulebook: it cites no published case and has no list of them.
const WITHOUT_CASES: [&str; 1] = ["proving-ground"];

/// Where the report is kept for readers.
const REPORT: &str = "docs/coverage.md";

/// One rulebook with everything that speaks of its cases.
pub struct Joined {
    pub rulebook: Rulebook,
    /// By case, in the order of the list.
    pub seen: Vec<Seen>,
    /// What is wrong, one line each.
    pub gaps: Vec<String>,
}

/// What was found about one case.
#[derive(Default)]
pub struct Seen {
    /// Files of `src/` that cite it, from there.
    pub code: Vec<String>,
    /// The `.case` files that name it, each with how many of its cases do.
    pub shown: Vec<(String, usize)>,
    /// How many actions are refused with it.
    pub refusals: usize,
    /// Whether nothing is missing.
    pub complete: bool,
}

/// Prints the coverage of every rulebook; `--write` renews the report and the tables of the READMEs, otherwise what is stale is an error.
pub fn run(root: &Path, args: &[String]) -> Done {
    let write = match args {
        [] => false,
        [flag] if flag == "--write" => true,
        _ => return Err("usage: cargo xtask coverage [--write]".into()),
    };
    let (mut joined, mut written) = (Vec::new(), Vec::new());
    let listed = |c: &&rooms::Crate| c.room == Room::Rulebook && !WITHOUT_CASES.contains(&c.folder.as_str());
    for rulebook in rooms::crates(root).iter().filter(listed) {
        let folder = format!("crates/{}", rulebook.folder);
        let one = join(&folder, &rooms::pages(root, &folder))?;
        let readme = format!("{folder}/README.md");
        let text = std::fs::read_to_string(root.join(&readme)).unwrap_or_default();
        written.push((shown::renewed(&text, &one), readme));
        joined.push(one);
    }
    written.push((report::markdown(&joined), REPORT.to_owned()));
    joined.iter().for_each(|one| print!("{}", report::table(one)));
    let mut gaps: Vec<String> = joined.iter().flat_map(|one| one.gaps.clone()).collect();
    for (text, place) in written {
        let path = root.join(&place);
        if std::fs::read_to_string(&path).unwrap_or_default() == text {
            continue;
        }
        if write {
            std::fs::write(&path, text).map_err(|e| format!("{place}: {e}"))?;
            println!("wrote {place}");
        } else {
            gaps.push(format!("{place} is stale: run `cargo xtask coverage --write` and commit it"));
        }
    }
    gaps.iter().for_each(|gap| println!("gap: {gap}"));
    if gaps.is_empty() { Ok(()) } else { Err(format!("coverage: {} gap(s), listed above", gaps.len())) }
}

/// Joins the files of one rulebook's folder.
fn join(folder: &str, pages: &[Page]) -> Done<Joined> {
    let place = format!("{folder}/data/rulebook.toml");
    let page =
        pages.iter().find(|p| p.path == place).ok_or_else(|| format!("{place} is missing: list the book's cases there"))?;
    let rulebook = Rulebook::parse(&place, &page.text)?;
    let known: BTreeMap<&str, usize> = rulebook.cases.iter().enumerate().map(|(n, c)| (c.id.as_str(), n)).collect();
    let mut seen: Vec<Seen> = rulebook.cases.iter().map(|_| Seen::default()).collect();
    let mut gaps = Vec::new();
    let src = format!("{folder}/src/");
    let tests = format!("{folder}/tests/cases/");
    for page in pages {
        if let Some(file) = page.path.strip_prefix(&src).filter(|f| f.ends_with(".rs")) {
            for Citation { id, line, certain } in cited_in_code(page) {
                match known.get(id.as_str()) {
                    Some(&n) if !seen[n].code.iter().any(|f| f == file) => seen[n].code.push(file.to_owned()),
                    None if certain => gaps.push(format!("{}:{line} cites [{id}], which {place} does not list", page.path)),
                    _ => {}
                }
            }
        } else if page.path.starts_with(&tests) && page.path.ends_with(".case") {
            let named = named_in_case_file(&page.text);
            let mut here: Vec<usize> = Vec::new();
            for (ids, refused) in [(&named.cases, false), (&named.refusals, true)] {
                for (id, line) in ids {
                    match known.get(id.as_str()) {
                        Some(&n) if refused => seen[n].refusals += 1,
                        Some(&n) => here.push(n),
                        None => gaps.push(format!("{}:{line} names [{id}], which {place} does not list", page.path)),
                    }
                }
            }
            if named.cases.is_empty() {
                gaps.push(format!("{} has no line \"case …\" that says which cases it exercises", page.path));
            }
            here.sort_unstable();
            let name = page.path.rsplit('/').next().unwrap_or_default();
            here.chunk_by(|a, b| a == b).for_each(|same| seen[same[0]].shown.push((name.to_owned(), same.len())));
        }
    }
    for (case, seen) in rulebook.cases.iter().zip(&mut seen) {
        seen.shown.sort();
        let wanted = [
            (seen.code.is_empty(), "no code cites it"),
            (seen.shown.is_empty(), "no .case file exercises it"),
            (case.forbids && seen.refusals == 0, "it forbids, but no .case file has an action refused with it (\"no …\")"),
        ];
        let missing: Vec<&str> = wanted.iter().filter(|(missing, _)| *missing).map(|(_, what)| *what).collect();
        seen.complete = case.status == Status::Enforced && missing.is_empty();
        if case.status == Status::Enforced {
            gaps.extend(missing.iter().map(|what| format!("{} [{}] {}: enforced, but {what}", rulebook.id, case.id, case.title)));
        }
    }
    Ok(Joined { rulebook, seen, gaps })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = r#"
        rulebook = "wagram"
        title = "Wagram"
        [[case]]
        id = "4.0"
        title = "Movement"
        gist = "Units move."
        status = "advisory"
        note = "Says what follows."
        forbids = false
        [[case]]
        id = "4.1"
        title = "Allowance"
        gist = "A unit spends no more than it has."
        status = "enforced"
        forbids = true
    "#;
    const CODE: &str = "//! [4.0] Movement.\n/// [4.1] Within the allowance.\nfn f() { Violation::new(\"4.1\") }\n";
    const CASE: &str = "case 4.1 \"a step too far\"\nmove A 0505\nno 4.1 A: 0506\n";

    fn gaps(list: &str, code: &str, case: &str) -> Vec<String> {
        let pages = [
            Page::new("crates/wagram/data/rulebook.toml", list),
            Page::new("crates/wagram/src/movement.rs", code),
            Page::new("crates/wagram/tests/cases/movement/4.1.case", case),
        ];
        join("crates/wagram", &pages).unwrap().gaps
    }

    fn only(gaps: Vec<String>, part: &str) {
        assert!(gaps.len() == 1 && gaps[0].contains(part), "{part}: {gaps:?}");
    }

    #[test]
    fn a_whole_rulebook_has_no_gap() {
        assert_eq!(gaps(LIST, CODE, CASE), [""; 0]);
    }

    #[test]
    fn every_kind_of_gap_is_found() {
        only(gaps(LIST, "//! [4.0] Movement.\n", CASE), "no code cites it");
        only(gaps(LIST, CODE, "case 4.0\nno 4.1: x\n"), "no .case file exercises it");
        only(gaps(LIST, CODE, "case 4.1\n"), "it forbids");
        only(gaps(LIST, CODE, "no 4.1: x\n# case 4.1\n").into_iter().take(1).collect(), "has no line");
        only(gaps(LIST, CODE, &format!("{CASE}case 9.9\n")), "4.1.case:4 names [9.9]");
        only(gaps(LIST, CODE, &format!("{CASE}no 9.9 A: x\n")), "4.1.case:4 names [9.9]");
        only(gaps(LIST, &format!("{CODE}fn g() {{ Case(\"9.9\") }}\n"), CASE), "movement.rs:4 cites [9.9]");
        only(gaps(LIST, &format!("{CODE}// see [9.9]\n"), CASE), "movement.rs:4 cites [9.9]");
    }

    #[test]
    fn citations_in_tests_do_not_count() {
        let code = "//! [4.0] Movement.\n#[cfg(test)]\nmod tests {\n    // [4.1]\n    fn f() { Case(\"4.1\") }\n}\n";
        only(gaps(LIST, code, CASE), "no code cites it");
    }

    #[test]
    fn what_is_not_enforced_needs_nothing() {
        let list = LIST.replace("\"enforced\"", "\"not yet\"");
        assert_eq!(gaps(&list, "", "case 4.0\n"), [""; 0]);
    }

    #[test]
    fn a_rulebook_without_a_list_is_an_error() {
        assert!(join("crates/wagram", &[]).is_err_and(|e| e.contains("rulebook.toml is missing")));
    }
}
